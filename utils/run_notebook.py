#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the cells of a notebook one after another, as IPython does: each is a file that there is not, whose lines Python has.

Usage: run_notebook.py [--update] FILE.ipynb

What a cell prints has to be what stands below it; exits with status 1 at the first that differs. --update writes it there.
"""

import contextlib
import difflib
import io
import json
import linecache
import sys


def run(number, source, names):
    """What the cell prints."""
    name = f"<cell {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, name, "exec"), names)
    return printed.getvalue()


def main(path, update):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names, count = {"__name__": "__main__"}, 0
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        printed = run(number, "".join(cell["source"]), names)
        expected = "".join(text for output in cell["outputs"] for text in output["text"])
        if update:
            lines = printed.splitlines(True)
            cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
        elif printed != expected:
            sys.exit(
                "\n".join(
                    difflib.unified_diff(
                        expected.splitlines(), printed.splitlines(), path, f"cell {number}", lineterm=""
                    )
                )
            )
        count += 1
    if update:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1)
            file.write("\n")
    print(f"{path}: {count} cells ran")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[1] != "--update"):
        sys.exit(__doc__)
    main(sys.argv[-1], "--update" in sys.argv)
