# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gradbench.py FOLDER [ARG ...]: outputs and gradients of each kernel in FOLDER, by `kgen-run --backward ARG ...`, against dual numbers.

The largest error over the largest number expected is printed for each; exit status 1 where one is above 1e-8.
"""
import glob
import json
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Oracle"))
import dual  # noqa: E402
import dual_kernel  # noqa: E402
from dual_kernel import cases  # noqa: E402

TOLERANCE = 1e-8


def error(got, want):
    assert len(got) == len(want)
    return max(abs(g - w) for g, w in zip(got, want)) / max(1e-300, *map(abs, want))


def check(path, args):
    kernel = dual_kernel.Kernel(path)
    done = subprocess.run(["kgen-run", path, "--backward", *args], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    worst = 0.0
    weighted = {a["name"] for a in kernel.case["args"] if "weight" in a}
    for name, numbers in kernel.run().items():
        if name in weighted:
            worst = max(worst, error(found["outputs"][name], [dual.value(x) for x in numbers]))
    for arg in kernel.case["args"]:
        if arg.get("grad"):
            count = len(cases.flat(arg["value"]))
            want = [kernel.loss(kernel.run(seed=(arg["name"], k)), dual.slope) for k in range(count)]
            worst = max(worst, error(found["grads"][arg["name"]], want))
    return worst


def main():
    worst = 0.0
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.py"))):
        found = check(path, sys.argv[2:])
        worst = max(worst, found)
        print(f"{os.path.basename(path)}: {'right' if found <= TOLERANCE else found}")
    sys.exit(not worst <= TOLERANCE)


if __name__ == "__main__":
    main()
