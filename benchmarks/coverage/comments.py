#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks whether the comments and docstrings of real kernels come back with the same text beside the same statement.

    comments.py FILE_OR_TREE... [--tools build/bin] [--count 300] [--seed 1]

A kernel is printed as Python twice: at once, and after a walk through kgen-opt's text. Both are held against the original by
Python's own tokenizer and parser: a comment belongs to the statement on its line, else to the one below it in its block, else to
the block's last one; a statement is known by its kind and by the names that it assigns or calls. Kernels without a comment are
left out. Prints one line a kernel that has lost or moved one, then the numbers. Exit status 1 where there was one.
"""

import argparse
import ast
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import tokenize

from census import python_files


def key(node):
    """What a statement is known by, however it is spelled."""
    kind = "Assign" if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) else type(node).__name__
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    names = [n.id for target in targets if target is not None for n in ast.walk(target) if isinstance(n, ast.Name)]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        names = [ast.unparse(node.value.func).removeprefix("wp.").removeprefix("warp.")]
    return (kind, *names[:1])


class Text:
    """A function's comments: [(text, where it stands)] in the order of the text."""

    def __init__(self, text, function):
        self.lines = text.splitlines()
        self.statements = []  # (first line, column, last line of the head, last line, key)
        self.parameters = [(a.lineno, a.end_lineno, a.arg) for a in function.args.args]
        self.head = (function.lineno, function.body[0].lineno)
        self.docstring = ast.get_docstring(function)
        self.walk(function.body, bool(self.docstring))
        first = min([function.lineno] + [d.lineno for d in function.decorator_list])
        last = self.statements[-1][3] if self.statements else function.end_lineno
        column = function.col_offset
        self.comments = []
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            line, at = token.start
            if (
                token.type == tokenize.COMMENT
                and line >= first
                and (line <= last or self.follows(line, at, last, column))
            ):
                self.comments.append((token.string.rstrip(), self.place(line, at)))

    def walk(self, body, skip=False):
        for node in body[1:] if skip else body:
            inner = getattr(node, "body", None)
            head = inner[0].lineno - 1 if inner else node.end_lineno
            if inner and inner[0].lineno == node.lineno:
                head = node.lineno
            self.statements.append((node.lineno, node.col_offset, head, node.end_lineno, key(node)))
            for part in (inner or [], getattr(node, "orelse", None) or []):
                self.walk(part)

    def follows(self, line, column, last, outer):
        """Whether a comment below the last statement is still the function's."""
        between = self.lines[last : line - 1]
        alone = not self.lines[line - 1][:column].strip()
        return alone and column > outer and all(not text.strip() or text.lstrip().startswith("#") for text in between)

    def place(self, line, column):
        alone = not self.lines[line - 1][:column].strip()
        if line < self.head[1] and not any(first <= line for first, *_ in self.statements):
            if line == max(n + 1 for n in range(self.head[1] - 1) if self.code(n)):  # that of the colon
                return ("head",)
            named = [name for at, end, name in self.parameters if (at >= line if alone else at <= line <= end)]
            return ("parameter", named[0]) if named and line > self.head[0] else ("head",)
        inside = [s for s in self.statements if s[0] <= line <= s[2]]
        if inside and not (
            alone and line > inside[-1][0] and inside[-1][2] > inside[-1][0] and self.is_body(inside[-1], line)
        ):
            return inside[-1][4]
        if not alone:
            return ("else",)
        return self.below(line, column)

    def is_body(self, statement, line):
        """Whether a line within the head of a compound statement is below its colon."""
        return any(text.split("#")[0].rstrip().endswith(":") for text in self.lines[statement[0] - 1 : line - 1])

    def below(self, line, column):
        following = next((n for n in range(line, len(self.lines)) if self.code(n)), None)
        if following is not None and self.lines[following].lstrip().startswith("else"):
            return ("else",)
        after = [s for s in self.statements if s[0] > line]
        before = [s for s in self.statements if s[0] < line]
        if after and (after[0][1] >= column or not before):
            return after[0][4]
        last = [s for s in before if s[1] <= column]
        return ("after", *(last or before)[-1][4])

    def code(self, index):
        text = self.lines[index].strip()
        return bool(text) and not text.startswith("#")


def find(tree, name, line=None):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name and (line is None or node.lineno == line):
            return node
    return None


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def kernels_of(path, tools):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        run([f"{tools}/kgen-translate", "--warp-to-kgen", "--all", "--report", report, path, "-o", os.devnull])
        if not os.path.exists(report):
            return []
        with open(report, encoding="utf-8") as file:
            return [k for k in json.load(file)["kernels"] if k["imported"]]


def compare(path, kernel, source, tools):
    """How many comments a kernel has, and what is wrong with them."""
    name = kernel["name"].split(":")[0].rsplit(".", 1)[-1]
    definition = find(ast.parse(source), name, kernel["line"])
    if definition is None:
        return 0, []
    original = Text(source, definition)
    count = len(original.comments) + bool(original.docstring)
    if not count:
        return 0, []
    imported = run([f"{tools}/kgen-translate", "--warp-to-kgen", path, "--kernel", kernel["name"]])
    printer = [f"{tools}/kgen-translate", "--kgen-to-warp"]
    wrong = []
    for way, text in (("at once", imported), ("by text", imported and run([f"{tools}/kgen-opt"], imported))):
        printed = run(printer, text) if text else None
        back = find(ast.parse(printed), name) if printed else None
        if back is None:
            return 0, []  # one that Python text has no words for
        found = Text(printed, back)
        if found.docstring != original.docstring:
            wrong.append(f"{way}: the docstring is {found.docstring!r}")
        if found.comments != original.comments:
            lost = [c for c in original.comments if c not in found.comments]
            wrong.append(
                f"{way}: {(lost or ['another order'])[0]}, of {[c for c in found.comments if c not in original.comments][:1]}"
            )
    return count, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", nargs="+")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    paths = sorted(python_files(options.roots))
    random.Random(options.seed).shuffle(paths)
    kernels = comments = bad = 0
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            source = file.read()
        if "kernel" not in source or "warp" not in source:
            continue
        for kernel in kernels_of(path, options.tools):
            if kernels == options.count:
                break
            count, wrong = compare(path, kernel, source, options.tools)
            kernels += count > 0
            comments += count
            bad += bool(wrong)
            for what in wrong[:1]:
                print(f"{path}: {kernel['name']}: {what}")
    print(f"{kernels} kernels with {comments} comments and docstrings: {bad} of the kernels have lost or moved one")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
