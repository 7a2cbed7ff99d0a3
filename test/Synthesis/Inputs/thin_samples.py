# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the samples around the kernels of thin.py have in common: thin_samples.py FILE.jsonl."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = [json.loads(line) for line in file]
for kernel in sorted({row["metadata"]["kernel_name"] for row in rows}):
    own = [row for row in rows if row["metadata"]["kernel_name"] == kernel]
    facts = ["backward" if all(row["metadata"]["has_backward"] for row in own) else
             "no backward" if not any(row["metadata"]["has_backward"] for row in own) else "a backward now and then"]
    functions = {row["python_source"].split("@wp.kernel")[0] for row in own}
    if len(functions) > 1:
        facts.append("functions changed")
    modes = {int(arg["value"][0]) for row in own for case in row["cases"] for arg in case["args"] if arg["name"] == "mode"}
    if modes:
        facts.append("modes " + " ".join(map(str, sorted(modes))))
    if any('"""' in row["python_source"] for row in own):
        facts.append("docstrings of others")
    print(f"{kernel}: {', '.join(facts)}")
