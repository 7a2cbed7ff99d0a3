#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which points of dialect-docs/semantics.md no test names, and which tests name points that are not there.

A test names a point as S-7, several in a row as "S-7 to S-9". A point marked with a star leaves things open and needs none.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def named_in(text):
    found = {int(n) for n in re.findall(r"\bS-(\d+)", text)}
    for first, last in re.findall(r"\bS-(\d+) to S-(\d+)", text):
        found.update(range(int(first), int(last) + 1))
    return found


def main():
    with open(os.path.join(ROOT, "dialect-docs/semantics.md"), encoding="utf-8") as file:
        points = re.findall(r"^\| S-(\d+)(\*?) \|", file.read(), re.M)
    defined = {int(n) for n, _ in points}
    needed = {int(n) for n, star in points if not star}
    tested = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "test")):
        for name in files:
            if name.endswith((".test", ".mlir", ".py")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    tested |= named_in(file.read())
    for n in sorted(needed - tested):
        print(f"no test names S-{n}")
    for n in sorted(tested - defined):
        print(f"a test names S-{n}, which dialect-docs/semantics.md does not define")
    return int(bool(needed - tested or tested - defined))


if __name__ == "__main__":
    sys.exit(main())
