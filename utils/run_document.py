#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a document, so that it cannot promise what does not work.

Usage: run_document.py FILE.md

Each line of a ```sh block is run by bash, in the current folder, which sees the project's `test` folder. Lines that build
(./dev, cmake, ninja, export) are left out. Exits with status 1 at the first command that fails.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEFT_OUT = re.compile(r"(\./dev|cmake|ninja|export)\b")


def commands(path):
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^```sh\n(.*?)^```", file.read(), re.M | re.S)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not LEFT_OUT.match(line)]


def main(path):
    found = commands(path)
    if not found:
        sys.exit(f"{path}: no command to run")
    if not os.path.exists("test"):
        os.symlink(os.path.join(ROOT, "test"), "test")
    for line in found:
        print(f"$ {line}", flush=True)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], stdout=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{path}: exit status {done.returncode} from: {line}")
    print(f"{len(found)} commands ran")


if __name__ == "__main__":
    main(sys.argv[1])
