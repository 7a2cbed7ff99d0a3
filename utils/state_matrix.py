#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the matrix in CUDA_STATE.md from what the tests say they verify.

A test that verifies a form of a kernel says so in a comment:

    # VERIFIES: KERNELS DIRECTIONS FORMS LEVEL

KERNELS, DIRECTIONS and FORMS are comma-separated, KERNELS may be `all`. The
line stands in the file whose RUN lines do the work, so the matrix can claim
nothing that the suite does not run.

Usage: state_matrix.py           rewrite CUDA_STATE.md
       state_matrix.py --check   exit 1 when it is not current
       state_matrix.py --json    print the same facts as JSON
"""

import difflib
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STATE = os.path.join(ROOT, "CUDA_STATE.md")
BEGIN, END = "<!-- matrix: begin -->", "<!-- matrix: end -->"

KERNELS = [
    "arithmetic",
    "vector",
    "matrix",
    "control_flow",
    "math",
    "atomic",
    "nested_loop",
    "multi_conditional",
    "combined",
    "scalar_param",
]
DIRECTIONS = ["forward", "backward"]
FORMS = ["interpreter", "cpu", "cpp", "cuda", "ptx", "python"]
# From the least to the most that can be said of a form.
LEVELS = {
    "printed": "its text is held by a golden file",
    "accepted": "its own compiler takes it (g++ and clang, nvcc and NVRTC, ptxas)",
    "run": "run, equal to the interpreter (a gradient: to dual numbers)",
    "warp": "run, equal to real Warp as well",
    "gpu": "launched on a GPU, equal to the interpreter",
}
# Warp's Python has no backward of its own: Warp derives it.
ABSENT = {("python", "backward")}


def chosen(text, allowed, where):
    names = allowed if text == "all" else text.split(",")
    for name in names:
        if name not in allowed:
            sys.exit(f"{where}: expected one of {', '.join(allowed)} but got {name}")
    return names


def claims(path):
    """Yields (kernel, direction, form, level) for each claim in a test."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            found = re.search(r"VERIFIES: (.+)", line)
            if not found:
                continue
            where = f"{os.path.relpath(path, ROOT)}:{number}"
            fields = found.group(1).split()
            if len(fields) != 4:
                sys.exit(f"{where}: expected 'VERIFIES: KERNELS DIRECTIONS FORMS LEVEL'")
            level = chosen(fields[3], list(LEVELS), where)[0]
            for kernel in chosen(fields[0], KERNELS, where):
                for direction in chosen(fields[1], DIRECTIONS, where):
                    for form in chosen(fields[2], FORMS, where):
                        yield kernel, direction, form, level


def collect():
    """Returns {(kernel, direction, form): [level, test]}, the highest level of each."""
    rank = list(LEVELS)
    best = {}
    for folder, folders, files in os.walk(os.path.join(ROOT, "test")):
        folders.sort()
        for name in sorted(files):
            if not name.endswith((".test", ".mlir", ".py")):
                continue
            path = os.path.join(folder, name)
            for *key, level in claims(path):
                known = best.get(tuple(key))
                if known is None or rank.index(level) > rank.index(known[0]):
                    best[tuple(key)] = [level, os.path.relpath(path, ROOT)]
    return best


def table(best):
    lines = [
        "| kernel | direction | " + " | ".join(FORMS) + " |",
        "| --- | --- |" + " --- |" * len(FORMS),
    ]
    for kernel in KERNELS:
        for direction in DIRECTIONS:
            cells = []
            for form in FORMS:
                level = best.get((kernel, direction, form), ["not yet"])[0]
                cells.append("" if (form, direction) in ABSENT else level)
            lines.append(f"| {kernel} | {direction} | " + " | ".join(cells) + " |")
    lines.append("")
    lines += [f"- **{level}**: {meaning}" for level, meaning in LEVELS.items()]
    return "\n".join(lines)


def main(arguments):
    best = collect()
    if arguments == ["--json"]:
        rows = [dict(zip(["kernel", "direction", "form", "level", "test"], [*k, *v])) for k, v in sorted(best.items())]
        print(json.dumps(rows, indent=1))
        return 0
    with open(STATE, encoding="utf-8") as file:
        old = file.read()
    head, rest = old.split(BEGIN)
    tail = rest.split(END)[1]
    new = f"{head}{BEGIN}\n{table(best)}\n{END}{tail}"
    if arguments == ["--check"]:
        sys.stdout.writelines(
            difflib.unified_diff(
                old.splitlines(True),
                new.splitlines(True),
                "CUDA_STATE.md",
                "CUDA_STATE.md as utils/state_matrix.py writes it",
            )
        )
        return int(old != new)
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    with open(STATE, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
