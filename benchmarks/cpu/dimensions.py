#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches over two and three dimensions beside the same work over one.

    dimensions.py [--rounds 7] [--only NAME,NAME] [--lanes auto] [--mcpu native] [--threads 98304]

Each kernel stands in three forms, which differ in `wp.tid()` and in the ranks of their arrays alone. A form of two dimensions
is launched over (n / last, last), one of three over (n / 4 / last, 4, last) threads. Times are CPU seconds of our compiled
functions, called directly as run.py calls them, in turns with those of the form of one dimension; `ratio` is the median of
a round's two times. Needs what run.py needs. Prints one JSON object; exit status 1 if a forward takes more than its bound:
1.1 of one dimension at last extents 64 and 512, and 1.25 at 1 and 3.
"""

import argparse
import ctypes
import importlib.util
import json
import os
import sys
import tempfile
from types import SimpleNamespace

import numpy
import run
import warp as wp
from warp._src import context

BOUNDS = {1: 1.25, 3: 1.25, 64: 1.1, 512: 1.1}
TEXT = {
    "saxpy": ("a: {array}, b: {array}", "b[{at}] = 2.5 * a[{at}] + b[{at}]"),
    "waves": ("a: {array}, b: {array}", "b[{at}] = wp.sin(a[{at}]) * wp.exp(-a[{at}])"),
    "unit": ("a: {vectors}, b: {vectors}", "b[{at}] = wp.normalize(a[{at}])"),
    "table": ("t: wp.array(dtype=float), a: {ints}, b: {array}", "b[{at}] = t[a[{at}]]"),
    "ramp": ("a: {array}, b: {array}", "b[{at}] = wp.sqrt(a[{at}]) * float({last}) + a[{at}]"),
    "series": (
        "c: wp.array(dtype=float), a: {array}, b: {array}",
        "s = float(0.0)\n    for k in range(c.shape[0]):\n        s = s * a[{at}] + c[k]\n    b[{at}] = s",
    ),
    "rows": (
        "m: wp.array2d(dtype=float), c: wp.array(dtype=float), b: {array}",
        "s = float(0.0)\n    for k in range(c.shape[0]):\n        s += m[{last} % 64, k] * c[k]\n    b[{at}] = s",
    ),
}


def program():
    """The text of all kernels."""
    lines = ["import warp as wp\n"]
    for name, (parameters, body) in TEXT.items():
        for rank in (1, 2, 3):
            at = ", ".join("ijk"[:rank]) if rank < 3 else "h, i, j"
            places = {
                "at": at,
                "last": at[-1],
                "array": f"wp.array(dtype=float, ndim={rank})",
                "ints": f"wp.array(dtype=int, ndim={rank})",
                "vectors": f"wp.array(dtype=wp.vec3, ndim={rank})",
            }
            lines.append(f"\n@wp.kernel\ndef {name}_{rank}({parameters.format(**places)}):")
            lines.append(f"    {at} = wp.tid()\n    {body.format(**places)}\n")
    return "\n".join(lines)


class Launches(run.Bench):
    """Calls of our functions instead of launches."""

    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.calls = {}

    def invoke(self, kernel, hooks, params, adjoint):
        args, adjoints = context._build_cpu_args_structs(kernel, hooks, params, adjoint)
        structs = [args] + ([adjoints] if adjoint else [])
        pointers = [ctypes.byref(params[0])] + [ctypes.byref(struct) for struct in structs]
        name = f"{kernel.key}_cpu_{'backward' if adjoint else 'forward'}"
        ours = getattr(self.library(kernel), name)
        kept = list(params)  # what the structs point to
        self.calls["backward" if adjoint else "forward"] = lambda: ours(*pointers) if kept else None


def arrays_of(name, shape):
    """The arguments of a kernel, each with a gradient."""
    random = numpy.random.default_rng(7)

    def array(values, dtype=float):
        made = wp.array(values, dtype=dtype, device="cpu", requires_grad=dtype is not int)
        if dtype is not int:
            made.grad.fill_(1.0)
        return made

    dtype, inner = (wp.vec3, (3,)) if name == "unit" else (float, ())
    pair = [array(random.uniform(0.5, 1.5, (*shape, *inner)).astype(numpy.float32), dtype) for _ in "ab"]
    first = {
        "table": lambda: [
            array(random.uniform(0.0, 1.0, 64).astype(numpy.float32)),
            array(random.integers(0, 64, shape, numpy.int32), int),
        ],
        "series": lambda: [array(random.uniform(0.0, 1.0, 16).astype(numpy.float32))],
        "rows": lambda: [
            array(random.uniform(0.0, 1.0, (64, 128)).astype(numpy.float32)),
            array(random.uniform(0.0, 1.0, 128).astype(numpy.float32)),
        ],
    }.get(name, list)()
    return first + (pair[1:] if name in ("rows", "table") else pair)


def shapes(threads, last):
    return (threads,), (threads // last, last), (threads // 4 // last, 4, last)


def measure(bench, module, name, last):
    """{rank: {direction: ratio to one dimension}}."""
    by_rank = []
    for rank, shape in enumerate(shapes(bench.options.threads_of_launch, last), 1):
        kernel, given = getattr(module, f"{name}_{rank}"), arrays_of(name, shape)
        bench.calls = {}
        wp.launch(kernel, dim=shape, inputs=given, device="cpu")
        wp.launch(kernel, dim=shape, inputs=given, adj_inputs=[None] * len(given), adjoint=True, device="cpu")
        by_rank.append((bench.calls, given))
    found = {}
    for rank in (2, 3):
        found[rank] = {}
        for direction in ("forward", "backward"):
            calls = [by_rank[rank - 1][0][direction], by_rank[0][0][direction]]
            times, ratios = bench.measure(calls)
            found[rank][direction] = {"us": round(times[0] * 1e6, 1), "ratio": round(ratios[0], 2)}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default=",".join(TEXT))
    parser.add_argument("--lanes", default="auto")
    parser.add_argument("--mcpu", default="native")
    parser.add_argument("--threads", type=int, default=98304)
    asked = parser.parse_args()
    options = SimpleNamespace(
        rounds=asked.rounds, lanes=asked.lanes, mcpu=asked.mcpu, threads=1, type="f32", threads_of_launch=asked.threads
    )
    wp.config.quiet = True
    rows, over = {}, []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernels.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program())
        spec = importlib.util.spec_from_file_location("kernels", path)
        module = sys.modules["kernels"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        bench = Launches(options, folder)
        context.invoke = bench.invoke
        for name in asked.only.split(","):
            rows[name] = {last: measure(bench, module, name, last) for last in BOUNDS}
            for last, found in rows[name].items():
                over += [
                    f"{name} over {rank} dimensions, last extent {last}: {directions['forward']['ratio']}"
                    for rank, directions in found.items()
                    if directions["forward"]["ratio"] > BOUNDS[last]
                ]
    print(json.dumps({"lanes": asked.lanes, "threads": asked.threads, "over": over, "kernels": rows}, indent=1))
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
