#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten kernels of test/Kernels as a program for run.py: each launched with `wp.launch`, forward and then its adjoint.

    run.py ten_kernels.py --type f32 [--scale 1.0] [--only vector,matrix]

Their own cases, grown to 100,000 threads times the scale; weights of the case are the adjoints of what it writes. All are of float32.
"""

import argparse
import glob
import importlib.util
import os
import sys

import warp as wp

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.append(os.path.join(ROOT, "test", "Oracle"))
import cases  # noqa: E402


def untie(case):
    """Moves numbers that repeat apart, by up to a fiftieth: at ties of atomic min and max Warp's gradient goes to all, ours to one."""
    for arg in case["args"]:
        if arg["role"] == "in":
            arg["value"] = [value * (1.0 + 0.02 * i / len(arg["value"])) for i, value in enumerate(arg["value"])]


def launch(path, threads):
    name = os.path.basename(path)[: -len(".py")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    case = cases.read_case(path)
    cases.grow(case, threads)
    if name == "atomic":
        untie(case)
    given, adjoints = [], []
    for arg in case["args"]:
        dtype = getattr(wp, arg["dtype"])
        is_array = arg["role"] != "scalar"
        given.append(
            wp.array(arg["value"], dtype=dtype, device="cpu", requires_grad=True) if is_array else dtype(arg["value"])
        )
        if "weight" in arg:
            given[-1].grad = wp.array(arg["weight"], dtype=dtype, device="cpu")
        adjoints.append(None if is_array else given[-1])
    kernel = getattr(module, case["kernel"])
    wp.launch(kernel, dim=case["dim"], inputs=given, device="cpu")
    wp.launch(kernel, dim=case["dim"], inputs=given, adj_inputs=adjoints, adjoint=True, device="cpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--type", choices=["f32"], required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--reps", type=int, default=1, help="not used: run.py repeats")
    options = parser.parse_args()
    wp.config.log_level = wp.LOG_ERROR
    for path in sorted(glob.glob(os.path.join(ROOT, "test", "Kernels", "*.py"))):
        if options.only in ("", os.path.basename(path)[: -len(".py")]):
            launch(path, int(1e5 * options.scale))


if __name__ == "__main__":
    main()
