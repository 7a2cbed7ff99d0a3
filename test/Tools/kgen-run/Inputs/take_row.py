"""Takes the first row of a set apart, and changes copies of it: take_row.py SET FOLDER."""

import copy
import json
import os
import sys

directory, folder = sys.argv[1:]
with open(os.path.join(directory, "samples-00000.jsonl"), encoding="utf-8") as file:
    row = json.loads(file.readline())


def write(name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


other, bare = copy.deepcopy(row), copy.deepcopy(row)
for group in ("outputs", "grads"):
    other["cases"][1][group][0]["values"][0] += 1.0
del bare["cases"][0]["outputs"][0]["rtol"]
write("kernel.mlir", row["kgen"])
write("kernel.py", row["python_source"])
write("row.json", json.dumps(row))
write("other.json", json.dumps(other))
write("bare.json", json.dumps(bare))
write("case.json", json.dumps(row["cases"][0]))
