# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json_libraries.py ROOT PAGE: holds the table of JSON libraries in PAGE against what the sources below ROOT include."""

import pathlib
import re
import sys

root, page = map(pathlib.Path, sys.argv[1:])
HEADERS = {"<nlohmann/json.hpp>": "nlohmann", '"llvm/Support/JSON.h"': "llvm"}
found = {}
for path in sorted(root.glob("*/**/*")):
    folder = path.parent.relative_to(root)
    if folder.parts[0] not in ("include", "lib", "tools") or path.suffix not in (".h", ".cpp"):
        continue
    for header in re.findall(r"^#include (\S+)", path.read_text(), re.M):
        if header in HEADERS:
            found.setdefault(str(folder), set()).add(HEADERS[header])
said = {}
wrong = []
for row in re.findall(r"^\| (`.*?) \| ([\w, ]+) \| (.*)\|$", page.read_text(), re.M):
    for folder in re.findall(r"`(.*?)`", row[0]):
        said[folder] = set(row[1].split(", "))
        if "llvm" in row[1] and not row[2].strip():
            wrong.append(f"{folder}: expected a reason for LLVM's library")
for folder in sorted(found.keys() | said.keys()):
    expected, got = (" and ".join(sorted(table.get(folder, set()))) for table in (said, found))
    if expected != got:
        wrong.append(f"{folder}: expected {expected or 'no library of JSON'} but got {got or 'none'}")
if wrong:
    sys.exit("\n".join(wrong))
print(f"{len(found)} folders")
