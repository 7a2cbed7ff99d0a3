# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""new_things.py ROOT: whether the table "A new thing, and its files" of CONTRIBUTING.md is true.

Takes one thing of a kind that is there, and finds the files of lib, include, tools and data that name it. The row of the
kind has to name each of them; `expected` are files that have to name the thing."""

import fnmatch
import os
import re
import sys

# A thing of each kind: how files name it, and files that have to.
THINGS = {
    "scalar builtin": (
        r'\b(?:Kgen_)?DegreesOp\b|"kgen.degrees"|" [\w ]* degrees [\w ]*"',
        ["include/kgen/IR/Builtins/ScalarMath.td", "lib/Synthesis/Choices.cpp"],
    ),
    "pass": (
        r"kgen-unroll-constant-loops|\bUnrollConstantLoops\b|\bunrollConstantLoops\(KernelOp",
        ["lib/Transforms/Passes.cpp"],
    ),
    "text form, C-like": (r"\bCpp\.cpp\b|\(Cpp,", ["include/kgen/Support/Languages.def"]),
    "check of the ladder": (r"\bExecutedAsPtx\b", ["lib/Synthesis/Ladder.cpp", "lib/Synthesis/RunChecks.cpp"]),
    "idiom, concept, rule": (r"\bsparse_row\b", ["data/library/algebra.py"]),
}
GENERATED = ["include/kgen/kgen.cuh", "data/samples/*", "data/library/structures.txt"]


def rows(root):
    with open(os.path.join(root, "CONTRIBUTING.md"), encoding="utf-8") as file:
        table = file.read().split("## A new thing, and its files", 1)[1].split("\n## ", 1)[0]
    return {row.split("|")[1].strip(): row.split("|")[2] for row in table.split("\n") if row.startswith("| ")}


def named(row):
    """The patterns of the files that a row names; a name without a folder lies in the folder named before."""
    folder = ""
    for word in re.findall(r"`([^`]+)`", row):
        if "/" in word:
            folder = os.path.dirname(word)
        path = (word if "/" in word else os.path.join(folder, word)).replace("NAME", "*")
        yield path if os.path.splitext(path)[1] else path + "/*"


def files_with(root, pattern):
    for top in ("lib", "include", "tools", "data/library"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8", errors="ignore") as file:
                    if re.search(pattern, file.read()):
                        yield os.path.relpath(path, root)


def main(root):
    wrong = 0
    table = rows(root)
    for kind, (pattern, expected) in THINGS.items():
        patterns = list(named(table[kind]))
        found = [path for path in files_with(root, pattern) if not any(fnmatch.fnmatch(path, g) for g in GENERATED)]
        beside = sorted(path for path in found if not any(fnmatch.fnmatch(path, g) for g in patterns))
        missing = sorted(set(expected) - set(found))
        wrong += bool(beside or missing)
        print(
            f"{kind}: {len(found)} files",
            *(f"not in the row: {path}" for path in beside),
            *(f"missing: {p}" for p in missing),
        )
    return wrong


sys.exit(main(sys.argv[1]))
