#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the build targets that the tests under some paths use: "all" if they need the whole build.

Usage: test_targets.py BUILD PATH...

A target is used if a test, or a script that a test names, has its name in the text. Tests that run documents or examples need all, and
so do tests of the build folder itself, as `cmake --install %build`.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEXTS = (".test", ".mlir", ".td", ".py", ".sh", ".md", ".cfg")
WHOLE_BUILD = re.compile(r"%build(?!/bin|/test/Gpu/driver)|%include\b.*%cxx|run_document\.py|%source/examples")
SCRIPT = re.compile(r"(?:[\w%-]+/)?[\w-]+\.(?:py|sh)\b")
TOOL = re.compile(r"kgen-[a-z]+(?:-[a-z]+)*|KgenPlugin")


def scripts():
    """Yields the paths of our scripts."""
    for folder in ("test", "utils", "benchmarks", "examples"):
        for path, _, names in os.walk(os.path.join(ROOT, folder)):
            yield from (os.path.join(path, name) for name in names if name.endswith((".py", ".sh")))


def named_in(text, path, known):
    """Returns those of the known scripts that the text names: with their folder, or as a neighbour of the file."""
    here = os.path.basename(os.path.dirname(path))
    names = {name if "/" in name else f"{here}/{name}" for name in SCRIPT.findall(text)}
    return [each for name in names for each in known.get(name.replace("%", ""), [])]


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in os.walk(path):
            yield from (os.path.join(folder, name) for name in names if name.endswith(TEXTS))


def main(build, paths):
    listed = subprocess.run(
        ["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True, check=True
    ).stdout
    targets = set(re.findall(r"^([\w-]+): phony$", listed, re.M))
    known = {}
    for path in scripts():
        known.setdefault("/".join(path.split(os.sep)[-2:]), []).append(path)
    used, seen, waiting = set(), set(), list(files(map(os.path.abspath, paths)))
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if WHOLE_BUILD.search(text):
            print("all")
            return 0
        used.update(TOOL.findall(text))
        if "software_cuda" in text or "/test/Gpu/driver" in text:
            used.add("kgen-software-cuda")
        if "kgen-generate" in text:
            used.add("kgen-knowledge")
        if "kgen_warp" in text:
            used.add("kgen-translate")
        waiting += named_in(text, path, known)
    print("\n".join(sorted(used & targets) or ["all"]))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
