# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels in the native style by clang and runs them in the PTX machine, by the contract of their entries.

    run_native.py [--clang PATH] [--libdevice FILE] [--nvcc PATH] [--jobs N] [--show] FILE ...

FILE is `samples-*.jsonl` of kgen-synth, or a Python file with a CASE: a .json beside it has the expected outputs, otherwise
kgen-run computes them. Each kernel runs in blocks of several sizes; its outputs are compared with the case's. kgen-translate,
kgen-ptx and kgen-run are on PATH. Prints a line for each kernel that is refused or wrong, and one that counts. Exit status 1 if
one is wrong.
"""

import argparse
import ast
import collections
import concurrent.futures
import json
import math
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
BLOCKS = {1: ["32", "96", "256"], 2: ["32,1", "7,3", "16,16"], 3: ["8,4,4", "3,5,2", "32,2,1"]}
COMPONENTS = re.compile(r"(?:vec|mat|quat|transform|spatial)[^.]*$")
CLANG = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-nostdinc",
         "-std=c++17", "-O2", "-ffp-contract=off", "-Wall", "-Werror", "-Wno-unknown-cuda-version",
         "-include", f"{FOLDER}/cuda_builtins.h", "-I", f"{FOLDER}/include", "-S"]  # fmt: skip
NVCC = ["-arch=sm_80", "-std=c++17", "--fmad=false", "-Werror", "all-warnings", "-ptx"]


class Refused(Exception):
    """There is no text in the native style."""


class Wrong(Exception):
    """The text does not compile, or does not do what the case says."""


def run(command, error, **options):
    done = subprocess.run(command, check=False, capture_output=True, text=True, **options)
    if done.returncode:
        raise error((done.stderr or done.stdout).strip())
    return done.stdout


def extents_of(value, dtype):
    """The shape of an array of nested lists, without the element's own."""
    shape = []
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0] if value else None
    own = 2 if dtype.startswith("mat") else 1 if COMPONENTS.match(dtype) else 0
    return shape[: len(shape) - own]


def flatten(value):
    return [number for each in value for number in flatten(each)] if isinstance(value, list) else [value]


def native_case(case, entry):
    """The case of the entry point: an argument for each of its parameters."""
    dim = case["dim"] if isinstance(case["dim"], (list, tuple)) else [case["dim"]]
    if len(dim) > entry["rank"]:
        raise Refused("the launch has more dimensions than the kernel asks for")
    dim = list(dim) + [1] * (entry["rank"] - len(dim))
    args = []
    for parameter in entry["parameters"]:
        if parameter["what"] == "launch":
            extent = dim[parameter["dimension"]]
        else:
            arg = case["args"][parameter["argument"]]
            if parameter["what"] != "extent":
                args.append({**arg, "role": "inout" if arg["role"] == "out" else arg["role"]})
                continue
            extent = (arg.get("shape") or extents_of(arg["value"], arg["dtype"]))[parameter["dimension"]]
        args.append({"name": f"extent {len(args)}", "dtype": "int32", "role": "scalar", "value": extent})
    return {"kernel": case["kernel"], "dim": dim, "args": args}


def compile_text(text, folder, options):
    source, ptx = os.path.join(folder, "kernel.cu"), os.path.join(folder, "kernel.ptx")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    bitcode = ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", options.libdevice]
    run([options.clang, *CLANG, *bitcode, source, "-o", ptx], Wrong)
    if options.nvcc:
        run([options.nvcc, *NVCC, source, "-o", ptx], Wrong)
    return ptx


def compare(got, expected, rtol, atol, block):
    for name, want in expected.items():
        have = got.get(name)
        if have is None or len(have) != len(want):
            raise Wrong(f"block {block}: no numbers of {name}")
        for i, (a, b) in enumerate(zip(have, want)):
            a, b = (float(x) if x is not None else math.nan for x in (a, b))
            same = a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= atol[name] + rtol[name] * abs(b)
            if not same:
                raise Wrong(f"block {block}: {name}[{i}] is {a}, expected {b}")


def check(job, options):
    """ "" or what was refused or wrong, for one kernel."""
    name, source, suffix, case, expected, rtol, atol = job
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "in" + suffix)
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        try:
            command = ["kgen-translate", "--kgen-to-cuda", "--style=native", "--no-backward", "--with-metadata", path]
            row = json.loads(run(command, Refused))
            text, entry = row["ir_forward"], row["metadata"]["native_entry"]
            if options.show:
                print(text)
            ptx = compile_text(text, folder, options)
            launch = native_case(case, entry)
            path = os.path.join(folder, "case.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(launch, file)
            for block in BLOCKS[entry["rank"]]:
                sizes = [int(size) for size in block.split(",")]
                dim = launch["dim"][::-1]
                grid = ",".join(str((extent + size - 1) // size) for extent, size in zip(dim, sizes))
                command = ["kgen-ptx", ptx, "--entry", entry["name"], "--case", path, "--block", block]
                answer = json.loads(run([*command, "--grid", grid, "--ordered"], Wrong))
                compare(answer["outputs"], expected, rtol, atol, block)
        except Refused as error:
            return name, "refused", str(error).split("error: ")[-1].splitlines()[0]
        except Wrong as error:
            return name, "wrong", str(error)
    return name, "right", ""


def samples_of(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            case = row["cases"][0]
            tables = [{o["name"]: o[key] for o in case["outputs"]} for key in ("values", "rtol", "atol")]
            kept = ("name", "dtype", "role", "value", "shape")
            args = [{key: arg[key] for key in kept if key in arg} for arg in case["args"]]
            if case["struct"]["fields"]:
                continue
            launch = {"kernel": case["kernel"], "dim": case["dim"], "args": args}
            yield (f"{os.path.basename(path)}:{row['metadata']['index']}", row["kgen"], ".mlir", launch, *tables)


def case_of(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    tree = ast.parse(source)
    literal = next(node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "CASE")
    case = ast.literal_eval(literal)
    answers = os.path.splitext(path)[0] + ".json"
    if os.path.exists(answers):
        with open(answers, encoding="utf-8") as file:
            expected = json.load(file)
    else:
        expected = {"rtol": 1e-5, **json.loads(run(["kgen-run", path], Wrong))}
    outputs = {name: flatten(values) for name, values in expected["outputs"].items()}
    rtol = dict.fromkeys(outputs, expected["rtol"])
    atol = {
        name: expected["rtol"] * max(1.0, *(abs(x) for x in values if math.isfinite(x)))
        for name, values in outputs.items()
    }
    kept = [{key: arg[key] for key in ("name", "dtype", "role", "value")} for arg in case["args"]]
    return (os.path.basename(path), source, ".py", {**case, "args": kept}, outputs, rtol, atol)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--libdevice", required=True)
    parser.add_argument("--nvcc", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=None, help="take so many kernels only")
    parser.add_argument("--show", action="store_true", help="print the texts")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    jobs = []
    for path in options.files:
        jobs += list(samples_of(path)) if path.endswith(".jsonl") else [case_of(path)]
    jobs = jobs[: options.first]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, verdict, message in pool.map(lambda job: check(job, options), jobs):
            counts[verdict] += 1
            if verdict != "right":
                print(f"{name}: {verdict}: {message}")
    print(f"{len(jobs)} kernels: {counts['right']} right, {counts['refused']} refused, {counts['wrong']} wrong")
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
