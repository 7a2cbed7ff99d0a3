# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derivatives along a direction, by the kernel of tangents (`kgen-opt --kgen-differentiate=mode=forward`): what gradients are
held against, since for every weight w and direction d, <w, J d> = <J^T w, d>.
"""
import json
import os
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Oracle"))
import cases  # noqa: E402
import translated  # noqa: E402


def run_json(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout)


def make(path, out, passes=("--kgen-differentiate=mode=forward",)):
    """The file with the kernels of `path` and what the passes add, in the folder `out`."""
    done, source = translated.imported(path)
    if done.returncode:
        sys.exit(done.stderr)
    target = os.path.join(out, os.path.splitext(os.path.basename(path))[0] + ".jvp.mlir")
    done = subprocess.run(["kgen-opt", source, *passes, "-o", target], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return target


def is_float_array(arg):
    return arg["role"] != "scalar" and arg["dtype"] not in cases.INTEGERS


def fill(value, numbers):
    """`value`, with its numbers replaced by those of an iterator."""
    return [fill(part, numbers) for part in value] if isinstance(value, list) else next(numbers)


def draw(random, value):
    return fill(value, iter(lambda: random.uniform(-1.0, 1.0), None))


def zero(value):
    return fill(value, iter(float, None))


def tangent_case(case, directions):
    """The case of K_jvp; arguments that `directions` (name -> nested lists) does not name do not move."""
    own, tangents = [], []
    for arg in case["args"]:
        arg = {key: field for key, field in arg.items() if key not in ("weight", "grad")}
        move = directions.get(arg["name"], zero(arg["value"])) if arg["dtype"] not in cases.INTEGERS else arg["value"]
        arg["role"] = "inout" if is_float_array(arg) else arg["role"]
        own.append(arg)
        tangents.append({**arg, "name": "tan_" + arg["name"], "value": move})
    return {"kernel": case["kernel"] + "_jvp", "dim": case["dim"], "args": own + tangents}


def run(mlir, case, directions, out, *flags):
    """Final values and tangents (`tan_...`) of the float arrays, flat, by name."""
    path = os.path.join(out, "tangents.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tangent_case(case, directions), file)
    return run_json(["kgen-run", mlir, "--case", path, *flags])["outputs"]


def detach(mlir, names, out):
    """A copy of the file in which nothing is stored to the tangents of some arrays: if they start at zero, they stay so."""
    with open(mlir, encoding="utf-8") as file:
        text = file.read()
    for name in names:
        text = re.sub(rf"^ *kgen\.store %tan_{name}\[.*\n", "", text, flags=re.M)
        text = re.sub(rf"kgen\.atomic \w+ %tan_{name}(\[.*?\]), %\w+", rf"kgen.load %tan_{name}\1", text)
    path = os.path.join(out, "detached.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(" {augmented}", ""))
    return path


def products(first, second, prefix=""):
    """The products of the numbers of two dictionaries of nested lists, whose sum is their inner product; `prefix` is before the
    names of the second."""
    return [a * b for name in first
            for a, b in zip(cases.flat(first[name]), cases.flat(second[prefix + name]), strict=True)]


def error(left, right):
    """How far two inner products are apart, over the sum of magnitudes."""
    scale = max(sum(map(abs, left)), sum(map(abs, right))) or 1.0
    return abs(sum(left) - sum(right)) / scale
