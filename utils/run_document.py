#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a document, so that it cannot promise what does not work.

Usage: run_document.py FILE.md

Each ```sh block is run by bash in the current folder, which sees the project's `test` and `examples`. Lines that build
(./dev, cmake, ninja, export) are left out. Where the next block is a ```text, ```json or ```cuda one, it is what the
commands must print. Exits with status 1 at the first block that fails.
"""

import difflib
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEFT_OUT = re.compile(r"(\./dev|cmake|ninja|export)\b")
OUTPUT = {"text", "json", "cuda"}


def blocks(path):
    """Yields (commands, expected output or None) for each block that has commands."""
    with open(path, encoding="utf-8") as file:
        fenced = re.findall(r"^```(\w+)\n(.*?)^```", file.read(), re.M | re.S)
    for (language, text), (next_language, next_text) in zip(fenced, fenced[1:] + [("", "")]):
        kept = "".join(line for line in text.splitlines(True) if not LEFT_OUT.match(line))
        if language == "sh" and kept.strip():
            yield kept, next_text if next_language in OUTPUT else None


def run(path, commands, expected):
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{path}: exit status {done.returncode} from:\n{commands}")
    if expected is not None and done.stdout.strip() != expected.strip():
        diff = difflib.unified_diff(expected.splitlines(), done.stdout.splitlines(), path, "what was printed", lineterm="")
        sys.exit("\n".join(diff))


def main(path):
    for folder in ("test", "examples"):
        if not os.path.exists(folder):
            os.symlink(os.path.join(ROOT, folder), folder)
    count = 0
    for commands, expected in blocks(path):
        print(commands, end="", flush=True)
        run(path, commands, expected)
        count += 1
    if count == 0:
        sys.exit(f"{path}: no commands")
    print(f"{count} blocks ran")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1])
