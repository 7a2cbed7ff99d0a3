# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trees of one kernel, each with something that warp-ast does not write, and at last one without, as kgen-fuzz reads them."""
import copy
import json

PLACE = {"line": 3, "col": 5}


def node(class_name, **fields):
    return {"node": class_name, **fields, **PLACE}


def name(text):
    return node("Name", id=text)


ARGUMENTS = node("arguments", args=[node("arg", arg="n", annotation=node("Name", id="int", ref={"kind": "python", "name": "int"}))],
                 defaults=[], posonlyargs=[], kwonlyargs=[])  # fmt: skip
ONE = node("Constant", kind="int", value="1")
COMPARISON = node("Compare", left=name("n"), ops=["Lt"], comparators=[ONE])
BRANCH = node("If", test=COMPARISON, body=[node("Return")], orelse=[])
DECORATOR = node("Attribute", value=name("wp"), attr="kernel", ref={"kind": "warp", "name": "kernel"})
KERNEL = node("FunctionDef", name="k", args=ARGUMENTS, body=[BRANCH], decorator_list=[DECORATOR])
TREE = {
    "files": ["k.py"],
    "kernels": [{"name": "k", "line": 2, "function": 0}],
    "functions": [{"name": "k", "role": "kernel", "file": 0, "node": KERNEL}],
    "structs": [],
    "expressions": [],
}


def changed(change):
    tree = copy.deepcopy(TREE)
    change(tree, tree["functions"][0]["node"]["body"][0])
    return tree


CHANGES = [
    lambda tree, branch: tree["kernels"][0].update(function=1),
    lambda tree, branch: tree.update(files=[]),
    lambda tree, branch: branch.update(body=[]),
    lambda tree, branch: branch.pop("test"),
    lambda tree, branch: branch["test"].update(ops=["Lt", "Lt"]),
    lambda tree, branch: branch["test"]["comparators"][0].update(value="one"),
    lambda tree, branch: branch["test"]["left"].update(ref={"kind": "functions", "ids": []}),
    lambda tree, branch: None,
]
for change in CHANGES:
    text = json.dumps(changed(change))
    print(f"tree {len(text)}\n{text}", end="")
