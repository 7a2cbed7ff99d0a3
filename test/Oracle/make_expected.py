#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_expected.py - compute the expected outputs and gradients of kernel files.

    make_expected.py FILE.py ...                  write FILE.json beside each FILE.py
    make_expected.py --warp RESULTS FILE.py ...   the same, and record how far real Warp is from it
    make_expected.py --check FILE.py ...          write nothing; exit status 1 if a FILE.json is not current
    make_expected.py --print FILE.py              print {"outputs", "grads"} of one file

A gradient is found one input number at a time, with forward-mode dual numbers in float64 over the kernel's source run as
plain Python, and checked against central differences (with one Richardson step) of the same run. Needs no Warp: RESULTS is
what `warp_oracle.py --all DIR --backward` made.
"""
import argparse
import json
import os
import sys

import cases
import dual
import dual_kernel

ORACLE = "forward-mode dual numbers in float64 over the kernel source run as plain Python, thread by thread"
DEFAULT_RTOL = 1e-9


def results(kernel):
    """{"outputs": ..., "grads": ...} by dual numbers."""
    outputs = {name: [dual.value(x) for x in numbers] for name, numbers in kernel.run().items()}
    grads = {}
    for arg in kernel.case["args"]:
        if arg.get("grad"):
            count = len(cases.flat(arg["value"]))
            grads[arg["name"]] = [kernel.loss(kernel.run(seed=(arg["name"], k)), dual.slope) for k in range(count)]
    return {"outputs": outputs, "grads": grads}


def difference(kernel, name, k, x):
    """Central difference of the loss by one input number, extrapolated once."""

    def central(h):
        ahead, behind = (kernel.loss(kernel.run(replaced=(name, k, x + s))) for s in (h, -h))
        return (ahead - behind) / (2.0 * h)

    h = 2e-4 * max(1.0, abs(x))
    return (4.0 * central(0.5 * h) - central(h)) / 3.0


def difference_error(kernel, grads):
    inputs = {arg["name"]: kernel.inputs(arg) for arg in kernel.case["args"]}
    return max(cases.relative_error([difference(kernel, name, k, x) for k, x in enumerate(inputs[name])], want)
               for name, want in grads.items())


def worst_error(got, want):
    return max(cases.relative_error(got[kind][name], numbers)
               for kind in ("outputs", "grads") for name, numbers in want[kind].items())


def warp_entry(result, want, rtol):
    error = worst_error(result, want)
    verdict = "RIGHT" if error <= rtol else "WRONG"
    return {"version": result["version"], "device": "cpu", "verdict": verdict, "max_rel_err": error}


def expected(kernel, warp):
    case, found = kernel.case, results(kernel)
    rtol = case.get("rtol", DEFAULT_RTOL)
    entry = {
        "name": case["name"],
        "group": case["group"],
        "rtol": rtol,
        "outputs": found["outputs"],
        "loss": kernel.loss(found["outputs"]),
        "grads": found["grads"],
        "oracle": ORACLE,
        "checks": {"finite_differences_rel_err": difference_error(kernel, found["grads"])},
        "warp": {"verdict": "UNKNOWN"},
    }
    if warp:
        entry["checks"]["warp_forward_rel_err"] = worst_error(warp, {"outputs": found["outputs"], "grads": {}})
        entry["warp"] = warp_entry(warp, found, rtol)
    return entry


def check(path, kernel):
    """The last digits may differ with the machine's libm, no more."""
    with open(path) as file:
        have = json.load(file)
    found = results(kernel)
    current = all(list(found[kind]) == list(have[kind]) for kind in found) and worst_error(found, have) < 1e-12
    if not current:
        print(f"{path}: not current; run make_expected.py on its kernel", file=sys.stderr)
    return current


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warp", metavar="RESULTS")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE.py")
    options = parser.parse_args()
    warp = {}
    if options.warp:
        with open(options.warp) as file:
            warp = json.load(file)
    current = True
    for source in options.files:
        kernel = dual_kernel.Kernel(source)
        path = os.path.splitext(source)[0] + ".json"
        if options.print:
            print(json.dumps(results(kernel)))
        elif options.check:
            current = check(path, kernel) and current
        else:
            entry = expected(kernel, warp.get(kernel.case["name"]))
            with open(path, "w") as file:
                json.dump(entry, file, indent=1)
                file.write("\n")
    sys.exit(0 if current else 1)


if __name__ == "__main__":
    main()
