# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""builtins_left.py TABLE: which of Warp's builtins kgen does not take are those of the table, each with its reason.

A line of the table: names and, behind a colon, why they are left. Prints each name that is in one place alone, and how many
there are; exit status 1 if there is one.
"""

import json
import os
import subprocess
import sys
import tempfile

import warp


def missing(names):
    """Those of the names that kgen has no builtin of, whatever it is given."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = os.path.join(folder, "calls.py"), os.path.join(folder, "report.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write("import warp as wp\n")
            for name in names:
                for count, arguments in enumerate(("", "a", "a, a")):
                    file.write(f"\n\n@wp.kernel\ndef call{count}_{name}():\n    a = 1\n    wp.{name}({arguments})\n")
        command = ["kgen-translate", "--warp-to-kgen", "--all", "--report", report, path, "-o", os.devnull]
        subprocess.run(command, check=True, capture_output=True)
        with open(report, encoding="utf-8") as file:
            kernels = json.load(file)["kernels"]
    lacking = "expected a builtin that kgen has"
    known = {k["name"][6:] for k in kernels if not any(lacking in r["message"] for r in k["reasons"])}
    return set(names) - known


def main(table):
    listed = set()
    with open(table, encoding="utf-8") as file:
        for line in file:
            names, _, reason = line.partition(":")
            assert reason.strip(), line
            listed.update(names.split())
    names = sorted(warp._src.context.builtin_functions)
    left = missing(names)
    for name in sorted(left - listed):
        print(f"not in the table: wp.{name}")
    for name in sorted(listed - left):
        print(f"kgen has it: wp.{name}")
    print(f"{len(names)} builtins, {len(left)} left")
    return int(left != listed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
