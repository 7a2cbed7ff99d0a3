#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches with and without an index that is out of range: compiled code that checks says what the interpreter says.

    check_bounds.py [--kgen-run kgen-run]

The interpreter names the first thread that fails, compiled code does not; lanes may fail at another access of the same launch, so
that only whether a launch fails, and that its message is one of those of the kernel's accesses, is compared there.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile

SOURCE = """import warp as wp


@wp.kernel
def {name}({parameters}):
    i = wp.tid()
    {body}
"""
FLOATS, TABLE, INTS = "wp.array(dtype=float)", "wp.array(dtype=float, ndim=2)", "wp.array(dtype=int)"
KERNELS = {
    "following": ({"x": FLOATS, "y": FLOATS, "n": "int"}, "y[i] = x[i + n] * x[i + n]"),
    "gathered": ({"x": FLOATS, "p": INTS, "y": FLOATS, "n": "int"}, "y[i] = x[p[i] + n] * 2.0"),
    "fixed": ({"x": FLOATS, "y": FLOATS, "n": "int"}, "y[i] = x[n] + x[i]"),
    "guarded": (
        {"x": FLOATS, "y": FLOATS, "n": "int"},
        "if i + n < x.shape[0]:\n        y[i] = x[i + n] * x[i + n]",
    ),
    "looped": (
        {"m": TABLE, "y": FLOATS, "n": "int"},
        "total = float(0.0)\n    for k in range(3 + n):\n        total += m[i, k]\n    y[i] = total",
    ),
    "viewed": ({"m": TABLE, "y": FLOATS, "n": "int"}, "row = m[i]\n    y[i] = row[n] * 2.0"),
    "added": ({"x": FLOATS, "y": FLOATS, "n": "int"}, "wp.atomic_add(y, i + n, x[i])"),
    "component": (
        {"x": FLOATS, "p": INTS, "y": FLOATS, "n": "int"},
        "v = wp.vec3(x[i], 2.0, 3.0)\n    y[i] = v[p[i] % 3 + n] * x[i]",
    ),
}
SHIFTS = (0, 3, -1, -17, -33)
WAYS = (["--lanes", "off"], ["--lanes", "auto"], ["--lanes", "4", "-O0"], ["--threads", "2"])
THREADS = 16


def case_of(name, n):
    parameters = KERNELS[name][0]
    args = []
    for parameter, kind in parameters.items():
        if kind == "int":
            args.append({"name": parameter, "dtype": "int32", "role": "scalar", "value": n})
        elif kind == INTS:
            args.append({"name": parameter, "dtype": "int32", "role": "in", "value": [7 * i % 13 for i in range(16)]})
        else:
            shape = [THREADS, 5] if kind == TABLE else [THREADS]
            values = [[0.5 * i + j for j in range(5)] if kind == TABLE else 0.5 * i for i in range(THREADS)]
            arg = {"name": parameter, "dtype": "float32", "role": "in", "grad": True, "shape": shape}
            if parameter == "y":
                arg.update(role="inout", weight=[1.0] * THREADS)
                del arg["grad"]
            flat = [number for row in values for number in (row if kind == TABLE else [row])]
            args.append({**arg, "value": flat})
    return {"kernel": name, "dim": THREADS, "args": args}


def run(options, source, case, more):
    command = [options.kgen_run, source, "--case", case, "--backward", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        found = re.search(r"(:\d+:\d+: error: .*?)(?:, in thread .*)?$", done.stderr, re.MULTILINE)
        return done.returncode, found.group(1) if found else done.stderr
    answer = json.loads(done.stdout)
    return 0, {kind: {name: [round(x, 4) for x in answer[kind][name]] for name in answer[kind]} for kind in answer}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kgen-run", default="kgen-run")
    options = parser.parse_args()
    launches, faults, differ = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (parameters, body) in KERNELS.items():
            source, case = os.path.join(folder, name + ".py"), os.path.join(folder, "case.json")
            with open(source, "w", encoding="utf-8") as file:
                listed = ", ".join(f"{parameter}: {kind}" for parameter, kind in parameters.items())
                file.write(SOURCE.format(name=name, parameters=listed, body=body))
            for number, n in enumerate(SHIFTS):
                with open(case, "w", encoding="utf-8") as file:
                    json.dump(case_of(name, n), file)
                want = run(options, source, case, [])
                way = WAYS[number % len(WAYS)]
                got = run(options, source, case, ["--device", "cpu", "--check-bounds", *way])
                launches += 1
                faults += want[0] != 0
                if got[0] != want[0] or (got[0] == 0 and got[1] != want[1]):
                    differ += 1
                    print(f"{name} {n} {way}: {got} for {want}")
                elif got[0] and got[1].split(" but got")[0] != want[1].split(" but got")[0]:
                    differ += 1
                    print(f"{name} {n} {way}: {got[1]} for {want[1]}")
    print(f"{launches} launches, {faults} with a fault, {differ} differ")


if __name__ == "__main__":
    main()
