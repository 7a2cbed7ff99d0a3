# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tape_in_warp.py OUT FILE.py...: real Warp launches our objects and its tape drives their backward, for many cases in one process.

For each case that kgen differentiates: the expected outputs and gradients, by `wp.Tape`; then users' buffers: gradients that
start at random numbers, with each subset of them absent (up to 16), held against the tangents of an array whose elements do not
move where its gradient is absent. Prints what differs, and counts. Nothing but our objects runs.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(FOLDER, "../../../Oracle"), os.path.join(FOLDER, "../../../Inputs")]

import warp

import cases
import tangents
import translated
import warp_oracle


# The author's gradient is no derivative of the function: there is no tangent to hold it against.
NO_TANGENTS = ["custom_grad_clipped"]


def compile_object(path, out):
    """Our object, or None where the kernel has no backward of its own signature."""
    text = translated.translate("kgen-to-llvmir", path).stdout
    if f"@{cases.read_case(path)['kernel']}_cpu_backward(" not in text:
        return None
    target = os.path.join(out, os.path.splitext(os.path.basename(path))[0] + ".o")
    command = ["llc", "-O1", "-relocation-model=pic", "-filetype=obj", "-o", target]
    subprocess.run(command, input=text, text=True, check=True)
    return target


def load(path, binary, out):
    module = warp_oracle.load_module(path, "kernel_file_" + os.path.splitext(os.path.basename(path))[0])
    warp_module = getattr(module, cases.read_case(path)["kernel"]).module
    warp_module.options.update(strip_hash=True, block_dim=1)
    meta = os.path.join(out, "meta")
    with open(meta, "w", encoding="utf-8") as file:
        file.write("{}")
    assert warp_module.load("cpu", block_dim=1, binary_path=binary, meta_path=meta), "Warp refused the object"
    return module


def check_expected(case, module, expected):
    result = warp_oracle.run(case, module, case["kernel"], backward=True)
    return max(cases.relative_error(result[kind][name], want)
               for kind in ("outputs", "grads") for name, want in expected[kind].items())


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
    if case["name"] in NO_TANGENTS:
        return 0, 0.0
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
    driven = right = subsets = clean = 0
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = folder
        warp.init()
        for path in sys.argv[2:]:
            binary = compile_object(path, out)
            if not binary:
                continue
            case = cases.read_case(path)
            with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
                expected = json.load(file)
            module = load(path, binary, out)
            error = check_expected(case, module, expected)
            if not error <= expected["rtol"]:
                print(f"{case['name']}: {error}")
            count, worst = check_buffers(case, module, path, out)
            driven, right = driven + 1, right + (error <= expected["rtol"])
            subsets, clean = subsets + count, clean + (worst <= expected["rtol"])
        compiled = [name for _, _, names in os.walk(folder) for name in names]
    assert not compiled, f"Warp compiled for itself: {compiled}"
    print(f"{right} of {driven} as expected, {clean} with each of {subsets} sets of buffers")


main()
