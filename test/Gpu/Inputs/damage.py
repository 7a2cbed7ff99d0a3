"""Makes of a kit folders with one thing wrong in each. Usage: damage.py KIT"""

import json
import os
import shutil
import sys

KIT = sys.argv[1]
NAME = "stop_at_limit"


def case_folder(name):
    folder = os.path.join(KIT, name)
    os.makedirs(folder)
    for ending in ("ptx", "case.json", "expected.json"):
        shutil.copy(os.path.join(KIT, "cases", f"{NAME}.{ending}"), folder)
    return os.path.join(folder, NAME)


def edit(path, change):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    change(data)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file)


def sample_folder(name, text, ending="jsonl"):
    folder = os.path.join(KIT, name)
    os.makedirs(folder)
    shutil.copy(os.path.join(KIT, "samples", "manifest.json"), folder)
    with open(os.path.join(folder, "samples-00000." + ending), "w", encoding="utf-8") as file:
        file.write(text)


def raise_first_numbers(expected):
    expected["outputs"]["energy"][0] += 1.0
    expected["grads"]["signal"][0] += 1.0


edit(case_folder("wrong-case") + ".expected.json", raise_first_numbers)
edit(case_folder("other-case") + ".case.json", lambda case: case["args"].pop(1))
ptx = case_folder("wrong-ptx") + ".ptx"
text = open(ptx, encoding="utf-8").read().replace("st.global.b32", "st.global.b33")
with open(ptx, "w", encoding="utf-8") as file:
    file.write(text)

first = open(os.path.join(KIT, "samples", "samples-00000.jsonl"), encoding="utf-8").readline()
sample_folder("damaged", first[: len(first) // 2] + "\n")
sample_folder("packed", "", "jsonl.zst")
kept = {name: text for name, text in json.loads(first).items() if not name.startswith(("ptx_", "cuda_"))}
sample_folder("no-texts", json.dumps(kept) + "\n")
os.makedirs(os.path.join(KIT, "empty"))
