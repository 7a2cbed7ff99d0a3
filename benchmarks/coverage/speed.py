#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many real kernels a second one core imports: from syntax trees to verified kgen, and from a tree of files end to end.

    speed.py FILE_OR_TREE... [--tools build/bin] [--driver build/bin/kgen-fuzz]

The first is the time of `kgen-fuzz --speed` on what warp-ast wrote of each file with a kernel, the reading of its JSON included; the
second that of `kgen-translate --warp-to-kgen --all` on each, Python's start included. Both count CPU seconds, and every kernel that
was tried, refused or not. Prints one JSON object. Asked: 300 and 60 kernels a second.
"""
import argparse
import json
import os
import re
import resource
import subprocess
import tempfile

from census import python_files


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def files_with_kernels(trees):
    for path in python_files(trees):
        with open(path, encoding="utf-8", errors="replace") as file:
            if re.search(r"^\s*@(wp|warp)\.kernel", file.read(), re.M):
                yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--driver", default="build/bin/kgen-fuzz")
    options = parser.parse_args()
    paths = list(files_with_kernels(options.trees))
    trees = subprocess.run([os.path.join(options.tools, "warp-ast"), *paths], capture_output=True, check=False).stdout
    from_tree = json.loads(subprocess.run([options.driver, "--speed"], input=trees, capture_output=True, check=True).stdout)
    kernels, start = 0, cpu_seconds()
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        for path in paths:
            command = [os.path.join(options.tools, "kgen-translate"), "--warp-to-kgen", "--all", f"--report={report}", path]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                with open(report, encoding="utf-8") as file:
                    kernels += len(json.load(file)["kernels"])
    seconds = cpu_seconds() - start
    end_to_end = {"kernels": kernels, "cpu_seconds": round(seconds, 2), "kernels_per_second": round(kernels / max(seconds, 1e-9), 1)}
    print(json.dumps({"files": len(paths), "from_tree": from_tree, "end_to_end": end_to_end}))


if __name__ == "__main__":
    main()
