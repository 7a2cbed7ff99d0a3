#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the Python package adds to the work itself: a launch over that of the entry point, a compile over the compiler's answer, an import over
an empty Python.

    run.py [--repeat N] [--size N]

A launch is of other arrays and numbers than the one before; with `sizes` its arrays have another length too. Prints one line for each
measure: the fastest of both, their quotient and the most that it may be. Exit status 1 where it is more.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import kgen_mlir  # noqa: E402
from kgen_mlir import child  # noqa: E402

AXPY = """import warp as wp

@wp.kernel
def axpy(a: float, x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]
"""


def fastest(repeat, *calls):
    """Seconds of each call, in turn, so that a busy moment meets all."""
    best = [float("inf")] * len(calls)
    for _ in range(repeat):
        for i, call in enumerate(calls):
            began = time.perf_counter()
            call()
            best[i] = min(best[i], time.perf_counter() - began)
    return best


def launches(size, repeat):
    """(of arrays of one size, of other sizes each time), each (of a launch, of the entry point)."""
    kernel = kgen_mlir.compile(AXPY)
    xs, ys = ([numpy.ones(size, numpy.float32) for _ in range(4)] for _ in range(2))
    kernel.launch(size, [0.5, xs[0]], [ys[0]])
    ready = kernel._last
    packs = []
    for x, y in zip(xs, ys):
        packed = bytearray(ready.packed)
        for (_, _, _, _, offset), array in zip(ready.arrays, (x, y)):
            packed[offset : offset + 8] = array.ctypes.data.to_bytes(8, "little")
        packs.append(bytes(packed))
    turns, numbers = itertools.cycle(range(4)), itertools.cycle((0.25, 0.5, 0.75))
    cut = itertools.cycle((0, 1, 2))

    def entry():
        ready.native.forward(ready.bounds, packs[next(turns)])

    def launch():
        i = next(turns)
        kernel.launch(size, [next(numbers), xs[i]], [ys[i]])

    def launch_of_another_size():
        i, n = next(turns), size - next(cut)
        kernel.launch(n, [next(numbers), xs[i][:n]], [ys[i][:n]])

    ours, bare, others = fastest(repeat, launch, entry, launch_of_another_size)
    return (ours, bare), (others, bare)


def compiles(repeat):
    """(of `compile`, of the compiler's answer)."""
    path = ROOT / "test/Kernels/math.py"
    kgen_mlir.compile(path)
    line = json.dumps({"do": "import", "file": str(path), "is_mlir": False}).encode() + b"\n"
    return fastest(repeat, lambda: kgen_mlir.compile(path), lambda: child.compiler.child.exchange(line))


def imports(repeat):
    def python(program):
        return lambda: subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONPATH": str(ROOT / "python")}, check=True
        )

    return fastest(repeat, python("import kgen_mlir"), python("pass"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=400)
    parser.add_argument("--size", type=int, default=1_000_000)
    options = parser.parse_args()
    same, other = launches(options.size, options.repeat)
    lines = [
        (f"launch on {options.size} floats", same, 1e6, "us", 1.2),
        ("launch, other sizes", other, 1e6, "us", 1.2),
        ("compile", compiles(max(options.repeat // 20, 5)), 1e3, "ms", 1.3),
    ]
    too_slow = False
    for name, (ours, bare), scale, unit, most in lines:
        too_slow |= ours / bare > most
        print(f"{name}: {ours * scale:.1f} {unit} over {bare * scale:.1f}: {ours / bare:.3f} (at most {most})")
    ours, bare = imports(max(options.repeat // 20, 5))
    too_slow |= ours - bare > 0.03
    print(f"import: {(ours - bare) * 1e3:.1f} ms over an empty Python (at most 30)")
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
