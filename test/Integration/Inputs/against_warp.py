# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_warp.py OUT FILE.py...: runs the kernel `k` of each file in Warp and with kgen-run, on the same random numbers.

A file says the shapes of the array arguments in SHAPES. Prints the columns of `y`, and the other arrays, that differ by more
than the rounding of a float32.
"""
import importlib.util
import json
import os
import subprocess
import sys

import numpy as np
import warp as wp

DTYPES = {wp.float32: "float32", wp.int32: "int32", wp.vec3: "vec3f", wp.mat33: "mat33f"}


def run(out, path):
    name = os.path.basename(path)[: -len(".py")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    draw = np.random.default_rng(1)
    arguments, arrays = [], {}
    for argument in module.k.adj.args:
        shape, dtype = module.SHAPES[argument.label], argument.type.dtype
        whole = shape + tuple(getattr(dtype, "_shape_", ()))
        value = np.zeros(whole, np.float32) if argument.label == "y" else draw.uniform(-1.0, 1.5, whole).astype(np.float32)
        if dtype is wp.int32:
            value = draw.integers(0, shape[0], shape).astype(np.int32)
        entry = {"name": argument.label, "dtype": DTYPES[dtype], "shape": list(shape), "role": "inout"}
        arguments.append({**entry, "value": value.ravel().tolist()})
        arrays[argument.label] = wp.array(value, dtype=dtype, device="cpu")
    case = os.path.join(out, name + ".json")
    with open(case, "w", encoding="utf-8") as file:
        json.dump({"kernel": "k", "dim": [4], "args": arguments}, file)
    wp.launch(module.k, dim=4, inputs=list(arrays.values()), device="cpu")
    done = subprocess.run(["kgen-run", path, "--case", case], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    outputs = json.loads(done.stdout)["outputs"]
    for label, array in arrays.items():
        want = array.numpy().ravel()
        wrong = ~np.isclose(outputs[label], want, rtol=1e-6, atol=1e-6)
        columns = module.SHAPES[label][-1] if label == "y" else 1
        for column in sorted(set(np.flatnonzero(wrong) % columns)):
            print(f"{name}: {label}, column {column}: {np.array(outputs[label])[wrong]} for {want[wrong]}")
    print(f"{name}: {module.SHAPES['y'][-1]} columns compared")


if __name__ == "__main__":
    wp.config.log_level = wp.LOG_ERROR
    os.makedirs(sys.argv[1], exist_ok=True)
    for path in sys.argv[2:]:
        run(sys.argv[1], path)
