"""Usage: check_texts.py DIR: what holds for the Python of every generated sample: no line has more than 100 columns, each
parameter is used and has no name that is a word of C++, and gravity points down one axis."""
import ast
import glob
import json
import sys

RESERVED = set("auto case catch char const default delete do double else enum export extern goto inline long new operator private public "
               "register short signed static struct switch template this throw try typedef union unsigned using virtual void".split())

wrong = []
for path in sorted(glob.glob(sys.argv[1] + "/samples-*.jsonl")):
    for line in open(path, encoding="utf-8"):
        sample = json.loads(line)
        where, text = sample["metadata"]["index"], sample["python_source"]
        wrong += [f"{where}: {each}" for each in text.splitlines() if len(each) > 100]
        if sample["metadata"]["generator"] != "knowledge":
            continue
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef):
                names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
                wrong += [f"{where}: {each.arg} is C++'s" for each in function.args.args if each.arg in RESERVED]
                wrong += [f"{where}: {each.arg} is not used" for each in function.args.args if each.arg not in names]
        for argument in sample["cases"][0]["args"]:
            values = argument["value"]
            if argument["name"] == "gravity" and argument["dtype"].startswith("vec"):
                down = [value for value in values if value != 0.0]
                if len(down) != 1 or down[0] >= 0.0:
                    wrong.append(f"{where}: gravity is {values}")
sys.exit("\n".join(wrong[:20]) or 0)
