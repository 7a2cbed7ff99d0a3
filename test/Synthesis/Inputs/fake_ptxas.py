#!/usr/bin/env python3
"""A ptxas that refuses square roots."""
import sys

refused = False
for path in sys.argv[1:]:
    if not path.endswith(".ptx") and not path.startswith("/dev/fd/"):
        continue
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if "sqrt.rn" in line:
                print(f"ptxas {path}, line {number}; error   : no roots today")
                refused = True
                break
if refused:
    print("ptxas fatal   : Ptx assembly aborted due to errors")
sys.exit(255 if refused else 0)
