#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of the page of passes, so that they cannot rot: each pass has one at least, and does what it says.

Usage: check_pass_examples.py --kgen-opt PATH PAGE.md

An example is a sentence with the command in backquotes, "`kgen-opt --PASS` makes of" or "says of", the text before, and
what comes out: of `makes`, the module, of `says`, the messages. `...` stands for any text. A module that holds the rest
is left out. Exits with status 1, and the difference, if one is not so.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys

EXAMPLE = re.compile(
    r"`kgen-opt (?P<options>[^`]+)` (?P<verb>makes|says) of\s+"
    r"```mlir\n(?P<before>.*?)```\s+this:\s+```(?:mlir|text)\n(?P<after>.*?)```",
    re.S,
)


def without_module(text):
    """What stands in the one module of a text, the aliases before it included."""
    found = re.fullmatch(r"((?:[!#].*\n)*)module \{\n(.*\n)\}", text.strip("\n"), re.S)
    if not found:
        return text.strip("\n")
    lines = [line.removeprefix("  ") for line in found[2].splitlines()]
    return (found[1] + "\n".join(lines)).strip("\n")


def is_match(expected, got):
    pattern = ".*?".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, got, re.S) is not None


def run(kgen_opt, example):
    """Returns what is wrong with an example, or ''."""
    command = [kgen_opt, "-", *shlex.split(example["options"])]
    done = subprocess.run(command, input=example["before"], capture_output=True, text=True)
    if done.returncode:
        return done.stderr
    got = done.stderr.strip("\n") if example["verb"] == "says" else without_module(done.stdout)
    expected = example["after"].strip("\n")
    if is_match(expected, got):
        return ""
    return "\n".join(difflib.unified_diff(expected.splitlines(), got.splitlines(), "page", "kgen-opt", lineterm=""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kgen-opt", required=True)
    parser.add_argument("page")
    args = parser.parse_args()
    with open(args.page, encoding="utf-8") as file:
        sections = re.split(r"^### `-([\w-]+)`$", file.read(), flags=re.M)[1:]
    passes = dict(zip(sections[::2], sections[1::2]))
    wrong = 0
    examples = 0
    for name, text in passes.items():
        own = [found for found in EXAMPLE.finditer(text) if f"--{name}" in re.split(r"[\s=]", found["options"])]
        if not own:
            print(f"{args.page}: error: expected an example of --{name} but got none")
            wrong += 1
        for example in own:
            examples += 1
            if problem := run(args.kgen_opt, example):
                print(f"{args.page}: error: the example of `kgen-opt {example['options']}` is not so:\n{problem}")
                wrong += 1
    if wrong or not passes:
        sys.exit(1)
    print(f"{len(passes)} passes, {examples} examples")


main()
