#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds C++ that is too large to read: long lines, functions, classes and headers.

Usage: check_structure.py [FILE...]     (without a FILE: every C++ file that kgen does not print)

Prints `FILE:LINE: ...` for each finding; exit status 1 if there is one. Braces are matched in the text, without
comments and literals, so a macro that opens a brace would mislead it.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

MOST_COLUMNS = 120
MOST_FUNCTION_LINES = 80
MOST_METHODS = 120
MOST_HEADER_LINES = 400

SKIPPED = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(\w*)\(.*?\)\1" | "(?:[^"\\\n]|\\.)*" | (?<!\w)'(?:[^'\\\n]|\\.)+' | ^[ \t]*\#(?:[^\n\\]|\\.)*""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)


def code_of(text):
    """The text with blanks in the place of comments, literals and directives."""
    return SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def blocks(code):
    """For each pair of braces: the text in front of the first, since the last statement, and the places of both."""
    open_braces, start, depth = [], 0, 0
    for match in re.finditer(r"[{}();]", code):
        if match[0] == "{":
            open_braces.append((code[start : match.start()], match.start(), depth))
            start, depth = match.end(), 0
        elif match[0] == "}" and open_braces:
            head, begin, depth = open_braces.pop()
            yield head, begin, match.start()
            start = match.end()
        elif match[0] == ";" and depth == 0:
            start = match.end()
        else:
            depth += {"(": 1, ")": -1}.get(match[0], 0)


CONTROL = re.compile(r"\s*(?:else|do|try|if|for|while|switch|catch|return|case|default)\b")
TYPE = re.compile(r"^\s*(?:template\s*<.*>\s*)?(?:class|struct|union|enum|namespace)\b", re.DOTALL)
CLASS = re.compile(r"^\s*(?:template\s*<.*>\s*)?(?:class|struct)\s+(?:[A-Z_]+\s+)?(\w[\w:]*)[^()=]*$", re.DOTALL)


def is_function(head):
    """Whether a brace behind this text opens the body of a function; one of a lambda is part of its function's."""
    return (
        "(" in head
        and not CONTROL.match(head)
        and not TYPE.match(head)
        and not re.search(r"=\s*[^()]*$|\]\s*(?:\([^()]*\))?[^()]*$", head)
    )


def methods_in(body):
    """The number of functions that the body of a class declares or defines."""
    shallow, depth = "", 0
    for char in body:
        depth -= char == "}"
        shallow += char if depth == 0 else "\n" if char == "\n" else ""
        depth += char == "{"
    shallow = re.sub(r"\{\}|\b(?:public|private|protected):", ";", shallow)
    heads = [re.sub(r"\([^()]*\)", "()", statement.split("=")[0]) for statement in shallow.split(";")]
    return sum(1 for head in heads if re.search(r"[\w~]\s*\(", head) and not re.match(r"\s*(?:using|friend)\b", head))


def findings(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_COLUMNS:
            yield number, f"{len(line)} columns; at most {MOST_COLUMNS}"
    lines = text.count("\n")
    if lines > MOST_HEADER_LINES and path.endswith(".h") and path.startswith(("lib/", "include/kgen/")):
        yield lines, f"a header of {lines} lines; at most {MOST_HEADER_LINES}"
    code = code_of(text)
    for head, begin, end in blocks(code):
        first = code.count("\n", 0, begin - len(head.lstrip())) + 1
        name = CLASS.match(head)
        if name:
            count = methods_in(code[begin + 1 : end])
            if count > MOST_METHODS:
                yield first, f"{name[1]} has {count} methods; at most {MOST_METHODS}"
        elif is_function(head):
            count = code.count("\n", 0, end) + 2 - first
            if count > MOST_FUNCTION_LINES:
                yield first, f"a function of {count} lines; at most {MOST_FUNCTION_LINES}"


def our_files():
    listed = subprocess.check_output(["git", "-C", ROOT, "ls-files", "*.cpp", "*.h"], text=True).split()
    return [path for path in listed if not path.startswith(("test/Kernels/golden/", "data/"))]


def main(paths):
    count, paths = 0, paths or our_files()
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            for line, what in sorted(findings(path, file.read())):
                count += 1
                print(f"{path}:{line}: {what}")
    print(f"{len(paths)} files, {count} findings")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
