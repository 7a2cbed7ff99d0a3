#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which links between documents lead nowhere.

Usage: check_links.py DIR   (every .md file in it, except in folders whose name starts with a dot or is "build")

The last line is "N links, N dangling"; exit status 1 when one dangles. Links to other machines are not followed.
"""

import os
import re
import sys
import urllib.parse


def documents(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build")))
        yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".md"))


def links(path):
    """Yields (line number, target) of a document's links to files; code holds no links."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), file.read(), flags=re.M | re.S)
    for number, line in enumerate(text.splitlines(), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            target = urllib.parse.unquote(target.split("#")[0])
            if target and not re.match(r"[a-z]+:", target):
                yield number, target


def main(root):
    count = dangling = 0
    for path in documents(root):
        for number, target in links(path):
            count += 1
            if not os.path.exists(os.path.join(os.path.dirname(path), target)):
                dangling += 1
                print(f"{os.path.relpath(path, root)}:{number}: no file {target}")
    print(f"{count} links, {dangling} dangling")
    return int(dangling > 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
