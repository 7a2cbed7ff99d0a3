#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the refusals that no test names: messages that begin with "expected ", "cannot " or "no " in lib and tools.

Usage: check_refusals.py [--all]      (--all: the tested ones too)

The longest part of each message that stands in the source has to stand in a test. Messages that no input can cause stand
in utils/untested_refusals.txt, with a reason; exit status 1 when a message is neither tested nor there. A line there that is
no longer needed is named.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KNOWN = os.path.join(ROOT, "utils/untested_refusals.txt")
LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
BEGINNINGS = ("expected ", "cannot ", "no ")
SHORT = 10  # a part that is shorter says nothing by itself


def files(folders, endings):
    for folder in folders:
        for path, _, names in os.walk(os.path.join(ROOT, folder)):
            yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(endings))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def refusals(source):
    """Yields (line number, part of a message) for each statement that has one."""
    source = re.sub(r"^[ \t]*//.*$", "", source, flags=re.M)
    joined = re.sub(r'"(\s*\n\s*)"', lambda gap: "\0" * gap[0].count("\n"), source)  # one literal in two lines
    at = 0
    while match := re.compile(LITERAL).search(joined, at):
        at = match.end()
        if not match[1].replace("\0", "").startswith(BEGINNINGS):
            continue
        end = re.compile(r";\s*\n|\n\n").search(joined, at)
        statement = joined[match.start() : end.start() if end else len(joined)]
        at = match.start() + len(statement)
        statement = re.sub(r"\?\s*" + LITERAL + r"\s*:\s*" + LITERAL, "", statement)  # one of two words
        parts = [part.replace("\0", "").replace('\\"', '"') for part in re.findall(LITERAL, statement)]
        part = max(parts, key=len).strip()
        if len(part) >= SHORT:
            yield joined.count("\n", 0, match.start()) + joined.count("\0", 0, match.start()) + 1, part


def main(everything):
    # FileCheck writes a brace, a bracket or a quote in several ways; words are the same in all.
    def words(text):
        return " ".join(re.findall(r"[\w-]+", text))

    tests = "\n".join(words(read(path)) for path in files(["test"], (".mlir", ".test", ".py", ".td", ".cpp", ".txt")))
    lines = [line for line in read(KNOWN).splitlines() if line and not line.startswith("#")]
    known = {line.split(" | ")[0].strip() for line in lines}
    status = 0
    seen = set()
    for path in files(["lib", "tools"], (".cpp", ".h")):
        for line, part in refusals(read(path)):
            tested = words(part) in tests
            seen.add(part)
            if everything or not tested and part not in known:
                print(f"{os.path.relpath(path, ROOT)}:{line}: {'tested' if tested else 'no test'}: {part}")
            status |= not tested and part not in known
            if tested and part in known:
                print(f"utils/untested_refusals.txt: is tested: {part}")
    for part in sorted(known - seen):
        print(f"utils/untested_refusals.txt: no such message: {part}")
    print(f"{len(seen)} refusals, {len(known)} without a test for a reason")
    return int(status)


if __name__ == "__main__":
    sys.exit(main("--all" in sys.argv[1:]))
