#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `kgen-run --check-bounds` costs: the time of checked code over that of unchecked code, forward and backward.

Usage: checked.py [--size 200000] [--rounds 5] [--lanes auto,off] [-O 3]

Each kernel below is a pattern of accesses. Times are CPU seconds of the launches, without compilation; the least of the rounds, in
which both ways take turns. kgen-run is on PATH. Prints one JSON object.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

SOURCE = """import warp as wp


@wp.kernel
def saxpy(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[i] + y[i]


@wp.kernel
def gather(x: wp.array(dtype=float), p: wp.array(dtype=int), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[p[i]] * 2.0 + x[i]


@wp.kernel
def scatter(x: wp.array(dtype=float), p: wp.array(dtype=int), y: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(y, p[i], x[i] * x[i])


@wp.kernel
def stencil(x: wp.array(dtype=float, ndim=2), y: wp.array(dtype=float, ndim=2)):
    i, j = wp.tid()
    if i > 0 and j > 0 and i < x.shape[0] - 1 and j < x.shape[1] - 1:
        y[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1] - 4.0 * x[i, j]


@wp.kernel
def rows(x: wp.array(dtype=float, ndim=2), y: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for j in range(x.shape[1]):
        total += x[i, j] * x[i, j]
    y[i] = total


@wp.kernel
def columns(x: wp.array(dtype=float, ndim=2), y: wp.array(dtype=float)):
    j = wp.tid()
    total = float(0.0)
    for i in range(x.shape[0]):
        total += x[i, j]
    y[j] = total


@wp.kernel
def window(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for k in range(-4, 5):
        total += x[wp.clamp(i + k, 0, x.shape[0] - 1)]
    y[i] = total


@wp.kernel
def components(x: wp.array(dtype=wp.vec3), p: wp.array(dtype=int), y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    v = x[i]
    for k in range(3):
        v[k] = v[k] * x[p[i]][k]
    y[i] = v


@wp.kernel
def product(x: wp.array(dtype=float, ndim=2), w: wp.array(dtype=float, ndim=2), y: wp.array(dtype=float, ndim=2)):
    i, j = wp.tid()
    total = float(0.0)
    for k in range(x.shape[1]):
        total += x[i, k] * w[k, j]
    y[i, j] = total
"""


def argument(name, shape, dtype="float32", role="in", least=0, most=1):
    count = 1
    for extent in shape:
        count *= extent
    width = 3 if dtype == "vec3" else 1
    rng = random.Random(name)
    make = (lambda: rng.randint(least, most)) if dtype == "int32" else (lambda: round(rng.random(), 3))
    numbers = [make() for _ in range(count * width)]
    made = {"name": name, "dtype": dtype, "role": role, "shape": shape, "value": numbers}
    if role == "in" and dtype != "int32":
        made["grad"] = True
    if role != "in":
        made["weight"] = numbers
    return made


def cases(n):
    side = int(n**0.5)
    small = max(8, int(n ** (1 / 3)))
    x, y = argument("x", [n]), argument("y", [n], role="inout")
    p = argument("p", [n], "int32", most=n - 1)
    square = argument("x", [side, side])
    yield "saxpy", n, [x, y]
    yield "gather", n, [x, p, y]
    yield "scatter", n, [x, p, y]
    yield "stencil", [side, side], [square, argument("y", [side, side], role="out")]
    yield "rows", side, [square, argument("y", [side], role="out")]
    yield "columns", side, [square, argument("y", [side], role="out")]
    yield "window", n, [x, argument("y", [n], role="out")]
    yield "components", n, [argument("x", [n], "vec3"), p, argument("y", [n], "vec3", role="out")]
    matrix = [small, small]
    yield "product", matrix, [argument("x", matrix), argument("w", matrix), argument("y", matrix, role="out")]


def seconds(command, folder):
    times = os.path.join(folder, "times.json")
    subprocess.run([*command, "--stage-times", times], check=True, stdout=subprocess.DEVNULL)
    with open(times, encoding="utf-8") as file:
        return json.load(file)["seconds"]["run_cpu"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=200000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lanes", default="auto,off")
    parser.add_argument("-O", dest="level", default="3")
    options = parser.parse_args()
    ratios = {}
    with tempfile.TemporaryDirectory() as folder:
        source, case = os.path.join(folder, "kernels.py"), os.path.join(folder, "case.json")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)
        for name, dim, args in cases(options.size):
            with open(case, "w", encoding="utf-8") as file:
                json.dump({"kernel": name, "dim": dim, "args": args}, file)
            for lanes in options.lanes.split(","):
                for more in ([], ["--backward"]):
                    base = [
                        "kgen-run",
                        source,
                        "--kernel",
                        name,
                        "--case",
                        case,
                        "--device",
                        "cpu",
                        "-O" + options.level,
                    ]
                    base += ["--lanes", lanes, *more]
                    least = {}
                    for _ in range(options.rounds):
                        for way in ("--unchecked", "--check-bounds"):
                            least[way] = min(seconds([*base, way], folder), least.get(way, float("inf")))
                    ratio = least["--check-bounds"] / least["--unchecked"]
                    ratios[f"{name}, lanes {lanes}{', backward' if more else ''}"] = round(ratio, 2)
                    print(f"{name} lanes {lanes} {more}: {ratio:.2f}", file=sys.stderr, flush=True)
    print(json.dumps({"checked_over_unchecked": ratios, "greatest": max(ratios.values())}, indent=1))


if __name__ == "__main__":
    main()
