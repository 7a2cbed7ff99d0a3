#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many real kernels a second one core imports: from syntax trees to verified kgen, and from a tree of files end to end.

    speed.py TREE... [--tools build/bin] [--driver build/bin/kgen-fuzz]

`from_tree` is the time of `kgen-fuzz --speed` on what warp-ast wrote of each file with a kernel, the reading of its JSON included;
`end_to_end` that of `kgen-translate --warp-to-kgen --all TREE -o DIR`, the walk, Python and the writing of the modules included;
`file_by_file` that of a `kgen-translate --warp-to-kgen --all FILE` for each file, with a start of both programs each. All count CPU
seconds, children's too, and every kernel that was tried, refused or not. Prints one JSON object. Asked of the first two: 300 and 60
kernels a second.
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
    from_tree = json.loads(
        subprocess.run([options.driver, "--speed"], input=trees, capture_output=True, check=True).stdout
    )
    translate = [os.path.join(options.tools, "kgen-translate"), "--warp-to-kgen", "--all"]
    with tempfile.TemporaryDirectory() as folder:
        end_to_end = timed(
            options.trees, lambda tree: [*translate, tree, "-o", os.path.join(folder, "modules")], folder
        )
        file_by_file = timed(paths, lambda path: [*translate, path, "-o", os.path.join(folder, "module.mlir")], folder)
    print(
        json.dumps(
            {"files": len(paths), "from_tree": from_tree, "end_to_end": end_to_end, "file_by_file": file_by_file}
        )
    )


def timed(inputs, command_of, folder):
    """The kernels that a command for each input tries, and what they cost."""
    report, kernels, start = os.path.join(folder, "report.json"), 0, cpu_seconds()
    for path in inputs:
        if subprocess.run([*command_of(path), f"--report={report}"], capture_output=True, check=False).returncode == 0:
            with open(report, encoding="utf-8") as file:
                kernels += len(json.load(file)["kernels"])
    seconds = cpu_seconds() - start
    return {
        "kernels": kernels,
        "cpu_seconds": round(seconds, 2),
        "kernels_per_second": round(kernels / max(seconds, 1e-9), 1),
    }


if __name__ == "__main__":
    main()
