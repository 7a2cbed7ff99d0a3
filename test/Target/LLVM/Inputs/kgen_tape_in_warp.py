# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kgen_tape_in_warp.py OUT FILE.py...: kernels that need a tape of their own, launched by real Warp as K_tape, by the stub that kgen prints.

For each: the expected outputs and gradients, by `wp.Tape`; gradients that start at random numbers, with each subset of them absent (up
to 16), against tangents; all gradients NaN where the kernel's tape is missing or too short. Prints what differs, and counts. Nothing but
our objects runs. The last case is launched twice in place, on one array and one `wp.Tape`, with a tape of its own each time.
"""
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import tape_in_warp  # which puts the folder of the next one on the path
import translated
import warp
from tape_in_warp import cases, tangents, warp_oracle

# Slots for each thread: more than any of the kernels uses.
SLOTS = 500


def with_tape(case, slots):
    """The case of K_tape, with so many slots."""
    tape = cases.tape_argument(case["dim"], 1 + slots)
    return {**case, "kernel": case["kernel"].removesuffix("_tape") + "_tape",
            "args": [arg for arg in case["args"] if arg["name"] != "kgen_tape"] + [tape]}


def load(path, kernel, out):
    """The stub as a module that runs our object."""
    done, mlir = translated.imported(path)
    assert done.returncode == 0, done.stderr
    name = os.path.splitext(os.path.basename(path))[0]
    stub, binary, meta = (os.path.join(out, name + end) for end in ("_tape.py", ".o", ".meta"))
    both = subprocess.run(["kgen-opt", "--kgen-differentiate", mlir], capture_output=True, text=True, check=True).stdout
    subprocess.run(["kgen-translate", "--kgen-to-warp", "-o", stub], input=both, text=True, check=True)
    subprocess.run(["llc", "-O1", "-relocation-model=pic", "-filetype=obj", "-o", binary],
                   input=translated.translate("kgen-to-llvmir", path).stdout, text=True, check=True)
    with open(meta, "w", encoding="utf-8") as file:
        file.write("{}")
    module = warp_oracle.load_module(stub, "kernel_file_" + name)
    warp_module = getattr(module, kernel).module
    warp_module.options.update(strip_hash=True, block_dim=1)
    assert warp_module.load("cpu", block_dim=1, binary_path=binary, meta_path=meta), "Warp refused the object"
    return module


def check_short_tapes(taped, module):
    """True where all gradients are NaN without a tape, and with one that is too short."""
    starts = {arg["name"]: tangents.draw(random.Random(1), arg["value"]) for arg in taped["args"] if tangents.is_float_array(arg)}
    found = [tape_in_warp.gradients(with_tape(taped, slots), module, starts, []) for slots in (-1, 0)]
    return all(math.isnan(number) for group in found for arg in taped["args"] if arg.get("grad") for number in group[arg["name"]])


def check_buffers(case, taped, module, path, out):
    """The number of subsets of absent gradients, and the largest error."""
    draw = random.Random(case["name"])
    values = {arg["name"]: arg["value"] for arg in case["args"] if tangents.is_float_array(arg)}
    mlir = tangents.make(path, out)
    subsets = [names for n in range(len(values) + 1) for names in itertools.combinations(values, n)][:16]
    worst = 0.0
    for absent in subsets:
        starts = {name: tangents.draw(draw, value) for name, value in values.items()}
        directions = {name: tangents.draw(draw, value) for name, value in values.items() if name not in absent}
        found = tangents.run(tangents.detach(mlir, absent, out), case, directions, out)
        after = tape_in_warp.gradients(taped, module, starts, absent)
        weights = {name: starts[name] for name in after}
        worst = max(worst, tangents.error(tangents.products(weights, found, "tan_"), tangents.products(after, directions)))
    return len(subsets), worst


def check_twice(taped, module):
    """Two launches on one array: the fourth power of its elements, and its slopes."""
    x, weight = [0.5, -1.5, 2.0, 3.0], [1.0, 10.0, 100.0, -1.0]
    a = warp.array(x, dtype=warp.float64, device="cpu", requires_grad=True)
    tape = warp.Tape()
    with tape:
        for _ in range(2):
            slots = warp.zeros(2 * len(x), dtype=warp.uint64, device="cpu")
            warp.launch(getattr(module, taped["kernel"]), dim=len(x), inputs=[a, slots], device="cpu")
    tape.backward(grads={a: warp.array(weight, dtype=warp.float64, device="cpu")})
    return list(a.numpy()) == [u**4 for u in x] and list(a.grad.numpy()) == [w * 4.0 * u**3 for w, u in zip(weight, x)]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    warp.config.log_level = warp.LOG_ERROR
    right = subsets = clean = spoiled = 0
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = folder
        warp.init()
        for path in sys.argv[2:]:
            case = cases.read_case(path)
            taped = with_tape(case, SLOTS)
            module = load(path, taped["kernel"], out)
            with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
                expected = json.load(file)
            result = warp_oracle.run(taped, module, taped["kernel"], backward=True)
            error = max(cases.relative_error(result[kind][name], want)
                        for kind in ("outputs", "grads") for name, want in expected[kind].items())
            count, worst = check_buffers(case, taped, module, path, out)
            if not max(error, worst) <= expected["rtol"]:
                print(f"{case['name']}: {error}, {worst}")
            right, clean = right + (error <= expected["rtol"]), clean + (worst <= expected["rtol"])
            subsets, spoiled = subsets + count, spoiled + check_short_tapes(taped, module)
        print(f"{case['name']} twice: {'right' if check_twice(taped, module) else 'wrong'}")
        compiled = [name for _, _, names in os.walk(folder) for name in names]
    assert not compiled, f"Warp compiled for itself: {compiled}"
    print(f"{right} as expected, {clean} with each of {subsets} sets of buffers, {spoiled} NaN without all of their tape")


main()
