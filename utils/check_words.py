#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds words and constructions in our English that its readers stumble over, and says what to write instead.

Usage: check_words.py [--list] [FILE...]     (without a FILE: the files of FILES and COMMENTED below)

Prints `FILE:LINE: PATTERN: write ...` for each finding; exit status 1 if there is one. It reads the prose of Markdown
(without its code), the comments of C++, all of a .td file, and the string literals of C++ and Python, which hold help
and messages. `--list` prints the patterns.
"""

import ast
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Folder and endings of the files that are read. CHANGELOG.md tells history, and reference/ is written from the .td files.
FILES = [
    ("", (".md",)),
    (".github", (".md",)),
    ("data", (".md",)),
    ("dialect-docs", (".md",)),
    ("examples", (".md",)),
    ("include/kgen", (".h", ".td")),
    ("lib", (".cpp", ".h")),
    ("test/Cases", (".md",)),
    ("test/Kernels", (".md",)),
    ("tools", (".cpp", ".h", ".py")),
]
LEFT_OUT = ("CHANGELOG.md", "dialect-docs/reference")
# Folders of C++ whose comments are read. Add one here once its comments are in order.
IN_ORDER = tuple(
    f"{top}/{name}/"
    for top in ("include/kgen", "lib")
    for name in ("Conversion", "Import", "Page", "Ptx", "Synthesis", "Target", "Transforms")
)
# Scripts that are read as they stand, except strings of Python. Add a file here once its comments are in order.
COMMENTED = [
    ".ci/run",
    ".github/workflows/ci.yml",
    ".pre-commit-config.yaml",
    "CMakeLists.txt",
    "cmake/Install.cmake",
    "cmake/Kgen.cmake",
    "dev",
    "utils/check_header.py",
    "utils/check_links.py",
    "utils/check_refusals.py",
    "utils/check_words.py",
    "utils/make_gpu_kit.py",
    "utils/run_document.py",
    "utils/summarize_tests.py",
    "utils/update_goldens.py",
    "utils/update_reference.py",
    "utils/update_samples.py",
]

START = r"(?:\A|(?<=[.!?:;|\x1e]))\s*"  # where a sentence begins; \x1e stands where a paragraph or a literal begins
NO_QUESTION = r"(?![^.!?|\x1e]*\?)"

# Name, pattern (capitals count only within `(?-i:...)`; a space is any gap between words), what to write.
PATTERNS = [
    ("but for", r"\b(?:but|save) for\b", "'except'"),
    ("nothing new but", r"\b(?:nothing new|no other|no more|none) but\b(?! got\b)", "'except'"),
    ("hardly", r"\bhardly\b", "'almost not', 'rarely' or 'practically never'"),
    ("What ...", START + r"(?-i:What)\b" + NO_QUESTION, "the noun: 'A value that ...', 'The kernels that ...'"),
    (
        "; what ...",
        r"[;:] (?-i:what) (?:is|are|was|has|does|lies|stands|follows)\b" + NO_QUESTION,
        "the noun that 'what' stands for",
    ),
    (
        "of what is",
        r"\b(?:of|to|from|by|for) what (?:is|are|was|has|does)\b" + NO_QUESTION,
        "the noun that 'what' stands for",
    ),
    ("Where ...", START + r"(?-i:Where)\b(?! to\b)" + NO_QUESTION, "'If ...' for a condition, or the subject first"),
    ("where possible", r"\bwhere (?:not|possible|needed|necessary|there (?:is|are) (?:none|no))\b", "'if ...'"),
    (
        "who without a noun",
        r"(?:\b(?:to|for|by|from|with|of|before|after|than|and|but) |" + START + r")who\b" + NO_QUESTION,
        "the noun: 'an author who ...', 'the caller that ...'",
    ),
    ("whoever", r"\bwhom?(?:so)?ever\b|\bwhom it concerns\b", "the noun: 'a reader who', 'a caller that'"),
    ("is had", r"\b(?:is|are|be|was|been) had\b", "'is obtained'"),
    ("hangs on", r"\bhangs? on\b", "'depends on'"),
    ("held against", r"\bheld against\b", "'compared with'"),
    ("becomes of", r"\b(?:becomes?|became) of\b", "the result: 'the outcome of', 'the state of'"),
    ("and its like", r"\b(?:its|their|the) like(?: of\b|(?=[\s]*[.,;:)]))", "'and similar ...', or the names"),
    ("takes no notice", r"\btakes? no notice\b", "'ignores'"),
    ("room", r"\brooms?\b", "'library' (a part of kgen) or 'space' (memory)"),
    ("house", r"\bhouses?\b", "'code' or 'repository'"),
    ("attack", r"\battack(?:s|ed|ing)?\b", "'edge case' or 'adversarial test'"),
    ("deed", r"\bdeeds?\b", "the action that is meant"),
    ("net", r"\b(?:the|a|safety) nets?\b", "'check'"),
    ("mended", r"\bmend(?:s|ed|ing)?\b", "'fixed', or the state without its history"),
    (
        "diary",
        r"\bno GPU was at hand\b|\bit used to\b|\b(?:until|up to) now\b|\bhad been\b",
        "the state, not its history",
    ),
    ("now", r"\b(?:is|are|has|have|does|do|can) now\b|\bnow (?:is|are|has|have)\b", "the state, without 'now'"),
]


def blank(match):
    """Code is no prose: a word stands in its place, so that sentences around it stay sentences."""
    return "x" + re.sub(r"[^\n]", " ", match[0])[1:]


def markdown(text):
    text = re.sub(r"^```.*?^```", lambda m: "\x1e" + re.sub(r"[^\n]", " ", m[0])[1:], text, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", blank, text)
    text = re.sub(r"\]\([^)\s]+\)", lambda m: " " * len(m[0]), text)
    text = re.sub(r"^#.*$", "\x1e", text, flags=re.M)  # a heading may name a question
    text = re.sub(r"^(\s*)(?:[-*]|\d+\.) ", "\\1\x1e ", text, flags=re.M)
    return re.sub(r"\n(?=\s*\n)", "\n\x1e", text).replace("**", "  ")


def comments(text, mark):
    """The comments of a text, each line in its place; a line without one ends a paragraph."""
    found = (re.search(rf"(?:^|\s){mark}(.*)$", line) for line in text.split("\n"))
    return re.sub(r"`[^`\n]*`", blank, "\n".join(comment[1] if comment else "\x1e" for comment in found))


def scripted(text, is_python):
    """A script's comments and, of one in Python, its docstrings; of any other all of it."""
    if not is_python:
        return re.sub(r"`[^`\n]*`", blank, re.sub(r"^[ \t]*#", "", text, flags=re.M))
    found = comments(text, "#").split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            docstring = node.body[0].value
            for number, line in enumerate(docstring.value.split("\n"), docstring.lineno - 1):
                found[number] += ("\x1e" if number == docstring.lineno - 1 else "") + re.sub(r"`[^`\n]*`", blank, line)
    return "\n".join(found)


NAME = re.compile(r"[\w.]*")  # a literal that is a key or a column, and no words for a reader
LITERAL = re.compile(r'//[^\n]*|\'(?:[^\'\\\n]|\\.)\'|(R"\(.*?\)"|"(?:[^"\\\n]|\\.)*")', re.S)


def literals(text):
    """The string literals of C++, each in its place; neighbouring ones are one."""
    out, end = "", 0
    for match in LITERAL.finditer(text):
        if not match[1] or NAME.fullmatch(match[1].strip('R"')):
            continue
        between = text[end : match.start()]
        out += ("" if end and not between.strip() else "\x1e") + "\n" * between.count("\n")
        out += match[1].strip('R"').replace("\\n", "\x1e")
        end = match.end()
    return out


def python_literals(text):
    """The string literals of Python, without docstrings unless the program prints its own."""
    tree = ast.parse(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = [
        node.body[0].value for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node)
    ]
    if "__doc__" in text:
        docstrings = docstrings[1:]  # the module's is the first
    left_out = set(map(id, docstrings))
    lines = [""] * (text.count("\n") + 1)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in left_out:
            continue
        if not NAME.fullmatch(node.value):
            for number, line in enumerate(node.value.split("\n"), node.lineno - 1):
                lines[min(number, len(lines) - 1)] += ("\x1e" if number == node.lineno - 1 else "") + line
    return re.sub(r"`[^`\n]*`", blank, "\n".join(lines))


def prose(path, text):
    """The texts of a file that people read, each with its words on their lines; the rest is left out."""
    if path.endswith(".md"):
        return [markdown(text)]
    if path.endswith(".td"):
        return [re.sub(r"`[^`\n]*`", blank, text)]
    if path in COMMENTED:
        return [scripted(text, path.endswith(".py"))]
    if path.endswith(".py"):
        return [python_literals(text)]
    return [literals(text)] + [comments(text, "///?")] * path.startswith(IN_ORDER)


def findings(text):
    for name, pattern, write in PATTERNS:
        for match in re.finditer(pattern.replace(" ", r"\s+"), text, flags=re.I):
            word = match.start() + len(match[0]) - len(match[0].lstrip("\x1e \n"))
            yield text.count("\n", 0, word) + 1, name, write


def chosen():
    for folder, endings in FILES:
        for path, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders[:] = sorted(folders) if folder else []  # of the root, the files alone
            relative = (os.path.relpath(os.path.join(path, name), ROOT) for name in sorted(names))
            yield from (name for name in relative if name.endswith(endings) and not name.startswith(LEFT_OUT))
    yield from COMMENTED


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(f"{name}: write {write}" for name, _, write in PATTERNS))
        return 0
    count = files = 0
    for path in arguments or chosen():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            texts = prose(path, file.read())
        files += 1
        for line, name, write in sorted(finding for text in texts for finding in findings(text)):
            count += 1
            print(f"{path}:{line}: {name}: write {write}")
    print(f"{files} files, {len(PATTERNS)} patterns, {count} findings")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
