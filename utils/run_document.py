#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a document, so that it cannot show commands that do not work.

Usage: run_document.py [--python PYTHON] FILE.md

Each ```sh block is run by bash in the current folder, which sees the project's `test`, `examples`, `python` and `tools`, and, with --python, each
```python block by PYTHON; one that names a module (```python pandas) only if PYTHON has it. Lines that build (./dev, cmake, ninja,
export) are left out, unless the current folder has a ./dev. If the next block is a ```text, ```json, ```cuda or ```cpp one, it is
the expected output. Exits with status 1 at the first block that fails.
"""

import difflib
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEFT_OUT = re.compile(r"(\./dev|cmake|ninja|export)\b")
OUTPUT = {"text", "json", "cuda", "cpp"}


def blocks(path):
    """Yields (language, commands, expected output or None) for each block that has commands."""
    builds = os.path.exists("dev")
    with open(path, encoding="utf-8") as file:
        fenced = re.findall(r"^```(\w+(?: \w+)?)\n(.*?)^```", file.read(), re.M | re.S)
    for (language, text), (next_language, next_text) in zip(fenced, fenced[1:] + [("", "")]):
        kept = "".join(line for line in text.splitlines(True) if builds or not LEFT_OUT.match(line))
        expected = next_text if next_language in OUTPUT else None
        if language == "sh" and kept.strip():
            yield language, kept, expected
        elif language.startswith("python"):
            yield language, text, expected


def has_module(python, module):
    code = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
    return subprocess.run([python, "-c", code, module]).returncode == 0


def run(path, program, commands, expected):
    done = subprocess.run([*program, "-c", commands], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="", flush=True)
    if done.returncode:
        sys.exit(f"{path}: exit status {done.returncode} from:\n{commands}")
    if expected is not None and done.stdout.strip() != expected.strip():
        diff = difflib.unified_diff(
            expected.splitlines(), done.stdout.splitlines(), path, "what was printed", lineterm=""
        )
        sys.exit("\n".join(diff))


def main(path, python):
    for folder in ("test", "examples", "python", "tools"):
        if not os.path.exists(folder):
            os.symlink(os.path.join(ROOT, folder), folder)
    count = 0
    for language, commands, expected in blocks(path):
        if language != "sh" and not python:
            continue
        module = language.partition(" ")[2]
        if module and not has_module(python, module):
            print(f"left out: {python} has no {module}", flush=True)
            continue
        print(commands, end="", flush=True)
        run(path, ["bash", "-euo", "pipefail"] if language == "sh" else [python], commands, expected)
        count += 1
    if count == 0:
        sys.exit(f"{path}: no commands")
    print(f"{count} blocks ran")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    python = None
    if arguments[:1] == ["--python"] and len(arguments) > 1:
        python = arguments[1]
        arguments = arguments[2:]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(arguments[0], python)
