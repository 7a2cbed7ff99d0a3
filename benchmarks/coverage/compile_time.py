#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What lanes cost the compiler: CPU seconds of each real kernel's object with lanes, and without.

    compile_time.py TREE... [--tools build/bin] [--jobs 2] [--without GLOB]... [--least 0.5] [--bound 5] [--json FILE]

A kernel that imports is compiled forward and backward, `kgen-translate --kgen-to-object`, with `--lanes=auto` and with
`--lanes=off`. Times are those of the process. A kernel is over the bound if lanes take `bound` times its time without, and
at least `least` seconds, below which a ratio says little. Prints the kernels over the bound and the slowest ones; exit status
1 if one is over.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from census import python_files

SECONDS = 300


def cpu_seconds(command):
    """CPU seconds of a command and its children, and whether it succeeded."""
    process = subprocess.Popen(
        ["timeout", str(SECONDS), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, status == 0


def compile_all(translate, path):
    """[{file, name, on, off}] of the kernels of a file that import."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        module, out = os.path.join(folder, "all.mlir"), os.path.join(folder, "out.o")
        done = subprocess.run(
            [translate, "--warp-to-kgen", "--all", path, "-o", module], capture_output=True, check=False
        )
        if done.returncode or not os.path.exists(module):
            return rows
        with open(module, encoding="utf-8") as file:
            symbols = re.findall(r"^ *kgen\.kernel @(\w+)", file.read(), re.MULTILINE)
        for symbol in symbols:
            command = [translate, "--kgen-to-object", module, "--kernel", symbol, "-o", out]
            (off, works), (on, _) = (cpu_seconds([*command, f"--lanes={lanes}"]) for lanes in ("off", "auto"))
            if works:
                rows.append({"file": path, "name": symbol, "off": off, "on": on})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--least", type=float, default=0.5)
    parser.add_argument("--bound", type=float, default=5.0)
    parser.add_argument("--json")
    options = parser.parse_args()
    translate = os.path.join(options.tools, "kgen-translate")
    paths = list(python_files(options.trees, options.without))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = [row for found in pool.map(lambda path: compile_all(translate, path), paths) for row in found]
    over = [row for row in rows if row["on"] >= options.least and row["on"] > options.bound * max(row["off"], 1e-3)]

    def say(row):
        print(
            f"{row['on']:7.2f} {row['off']:7.2f} {row['on'] / max(row['off'], 1e-3):6.1f}  {row['name']}  [{row['file']}]"
        )

    print(f"kernels {len(rows)}, over the bound {len(over)}")
    print("seconds with lanes, without, ratio")
    for row in sorted(over, key=lambda row: -row["on"]):
        say(row)
    print("the slowest with lanes")
    for row in sorted(rows, key=lambda row: -row["on"])[:20]:
        say(row)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
