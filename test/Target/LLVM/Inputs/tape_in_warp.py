# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tape_in_warp.py OUT FILE.py...: real Warp loads our files with `load_aot_module`, launches them, and its tape drives their
backward, for many cases in one process.

For each case the expected outputs; for each that kgen differentiates the expected gradients, by `wp.Tape`; then users' buffers:
gradients that start at random numbers, with each subset of them absent (up to 16), held against the tangents of an array whose elements do not
move where its gradient is absent. Prints what differs, and counts. Nothing but our objects runs.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(FOLDER, "../../../Oracle"), os.path.join(FOLDER, "../../../Inputs")]

import warp

import cases
import tangents
import warp_oracle


def module_name(path):
    return "kernel_file_" + os.path.splitext(os.path.basename(path))[0]


def compile_files(path, out):
    """Where our files for Warp are, and why the kernel has no backward of its own signature; None where it has."""
    folder = os.path.join(out, module_name(path))
    command = ["kgen-translate", "--kgen-to-warp-aot", "--no-ptx", path, "--module", module_name(path), "-o", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    with open(os.path.join(folder, f"wp_{module_name(path)}.meta"), encoding="utf-8") as file:
        kernels = json.load(file)["kgen"]["kernels"]
    if kernels[0]["has_backward"]:
        return folder, None
    refused = re.search("no backward for .*?: (.*)", done.stderr)
    return folder, refused[1] if refused else "its gradient needs a tape"


def load(path, folder):
    module = warp_oracle.load_module(path, module_name(path))
    warp_module = getattr(module, cases.read_case(path)["kernel"]).module
    warp_module.options.update(strip_hash=True, block_dim=1)
    warp.load_aot_module(warp_module, device="cpu", module_dir=folder)
    return module


def check_expected(case, module, expected, backward):
    result = warp_oracle.run(case, module, case["kernel"], backward)
    return max(cases.relative_error(result[kind][name], want)
               for kind in result for name, want in expected[kind].items())


def gradients(case, module, starts, absent):
    """The gradient buffers after a backward that found `starts` in them; an absent one is a null pointer."""
    values, found = {}, {}
    for arg in case["args"]:
        value = warp_oracle.make_argument(arg)
        if arg["name"] in starts:
            value.requires_grad = arg["name"] not in absent
            if value.requires_grad:
                value.grad = found[arg["name"]] = warp_oracle.make_array(arg["dtype"], starts[arg["name"]], False)
        values[arg["name"]] = value
    kernel, inputs = getattr(module, case["kernel"]), list(values.values())
    warp.launch(kernel, dim=case["dim"], inputs=inputs, device="cpu")
    adjoints = [found.get(arg["name"]) if arg["role"] != "scalar" else value
                for arg, value in zip(case["args"], inputs, strict=True)]
    warp.launch(kernel, dim=case["dim"], inputs=inputs, adj_inputs=adjoints, adjoint=True, device="cpu")
    return {name: warp_oracle.numbers(array) for name, array in found.items()}


def check_buffers(case, module, path, out):
    """The number of subsets, and the largest error."""
    draw = random.Random(case["name"])
    arrays = [arg["name"] for arg in case["args"] if tangents.is_float_array(arg)]
    values = {arg["name"]: arg["value"] for arg in case["args"]}
    mlir = tangents.make(path, out)
    subsets = [names for n in range(len(arrays) + 1) for names in itertools.combinations(arrays, n)][:16]
    worst = 0.0
    for absent in subsets:
        starts = {name: tangents.draw(draw, values[name]) for name in arrays}
        directions = {name: tangents.draw(draw, values[name]) for name in arrays if name not in absent}
        found = tangents.run(tangents.detach(mlir, absent, out), case, directions, out)
        after = gradients(case, module, starts, absent)
        weights = {name: starts[name] for name in after}
        error = tangents.error(tangents.products(weights, found, "tan_"), tangents.products(after, directions))
        if not error <= case.get("rtol", 1e-9):
            print(f"{case['name']}: without {', '.join(absent) or 'none absent'}: {error}")
        worst = max(worst, error)
    return len(subsets), worst


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    warp.config.log_level = warp.LOG_ERROR
    driven = right = subsets = clean = forward = 0
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = folder
        warp.init()
        for path in sys.argv[2:]:
            case = cases.read_case(path)
            with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
                expected = json.load(file)
            files, reason = compile_files(path, out)
            module = load(path, files)
            error = check_expected(case, module, expected, backward=not reason)
            if not error <= expected["rtol"]:
                print(f"{case['name']}: {error}")
            if reason:
                forward += error <= expected["rtol"]
                print(f"  {case['name']}, forward alone: {reason}")
                continue
            count, worst = check_buffers(case, module, path, out)
            driven, right = driven + 1, right + (error <= expected["rtol"])
            subsets, clean = subsets + count, clean + (worst <= expected["rtol"])
        compiled = [name for _, _, names in os.walk(folder) for name in names]
    assert not compiled, f"Warp compiled for itself: {compiled}"
    print(f"{right} of {driven} as expected, {clean} with each of {subsets} sets of buffers; {forward} more forward alone")


if __name__ == "__main__":
    main()
