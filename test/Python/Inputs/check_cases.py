# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_cases.py ORACLE CASES: what kgen-check says of the cases whose gradient Warp has wrong, and of those that it has right. The verdict of a
case is in its JSON file, by dual numbers. Prints a line for each that is not as there, and a summary."""

import glob
import json
import os
import sys
import tempfile

import warp as wp

sys.path.insert(0, sys.argv[1])
import cases  # noqa: E402
import warp_oracle  # noqa: E402
from kgen_mlir.watch import Watch  # noqa: E402


def judge(path):
    """(what is found, whether it was judged)."""
    case = cases.read_case(path)
    module = warp_oracle.load_module(path, "case_" + case["name"])
    with Watch() as watch:
        warp_oracle.run(case, module, None, backward=True)
    return watch.findings(), watch.not_judged


def main():
    wp.config.log_level = wp.LOG_ERROR
    wp.set_device("cpu")
    counts = {"found": 0, "missed": 0, "invented": 0, "none": 0, "not judged": 0}
    with tempfile.TemporaryDirectory() as folder:
        wp.config.kernel_cache_dir = os.environ.get("WARP_CACHE_PATH", folder)
        for path in sorted(glob.glob(os.path.join(sys.argv[2], "*.json"))):
            with open(path, encoding="utf-8") as file:
                expected = json.load(file)["warp"]
            findings, not_judged = judge(path.removesuffix("json") + "py")
            is_wrong = expected["verdict"] == "WRONG"
            kind = (
                "not judged" if not_judged and not findings
                else ("found" if findings else "missed") if is_wrong
                else ("invented" if findings else "none")
            )  # fmt: skip
            counts[kind] += 1
            if kind in ("missed", "invented", "not judged"):
                what = [(f["rule"], f["argument"], f["warp"], f["difference"]) for f in findings] or not_judged
                print(f"{os.path.basename(path)}: {kind}: {expected.get('why', '')} {what}", flush=True)
            if any(f["difference"] is None for f in findings):
                print(f"{os.path.basename(path)}: not confirmed by differences")
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))


main()
