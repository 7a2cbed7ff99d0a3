# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_reasons.py TABLE: what Warp's own tests expect to be refused for the kernel's own text is refused for the same reason.

A line of the table: a file of Warp's tests, a kernel as --report names it, and a part of kgen's message that says Warp's reason;
`open` and why not; or `apart` and why what is wrong does not stand in the kernel's text, and then it is not counted. Prints what
does not hold, and how many of all do; exit status 1 where these are less than nine of ten.
"""
import json
import os
import subprocess
import sys
import tempfile

import warp


def reasons(path):
    """{name: [(line, message)]} of the kernels of a file that are refused."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = ["kgen-translate", "--warp-to-kgen", "--all", "--report", report, path, "-o", os.devnull]
        subprocess.run(command, check=True, capture_output=True)
        with open(report, encoding="utf-8") as file:
            kernels = json.load(file)["kernels"]
    return {k["name"]: [(r["line"], r["message"]) for r in k["reasons"]] for k in kernels if not k["imported"]}


def main(table):
    tests = os.path.join(os.path.dirname(warp.__file__), "tests")
    found, held, total = {}, 0, 0
    with open(table, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if line.strip() and not line.startswith("#")]
    for name, kernel, reason in rows:
        if reason.startswith("apart"):
            continue
        total += 1
        if reason.startswith("open"):
            continue
        if name not in found:
            found[name] = reasons(os.path.join(tests, name))
        said = found[name].get(kernel, [])
        if any(line > 1 and reason in message for line, message in said):
            held += 1
        else:
            print(f"{name}: {kernel}: expected '{reason}' but got {said}")
    print(f"{held} of {total} are refused for Warp's reason, {100 * held // total} %")
    return 10 * held < 9 * total


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
