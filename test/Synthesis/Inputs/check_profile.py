"""Says whether a data set has short and long kernels, and few that loop, as real code has."""
import ast
import json
import sys

kernels = []
with open(sys.argv[1] + "/samples-00000.jsonl", encoding="utf-8") as file:
    for line in file:
        sample = json.loads(line)
        functions = [node for node in ast.parse(sample["python_source"]).body if isinstance(node, ast.FunctionDef)]
        kernel = next(node for node in functions if node.name == sample["metadata"]["kernel_name"])
        statements = sum(isinstance(node, ast.stmt) for node in ast.walk(kernel)) - 1
        loops = sum(isinstance(node, (ast.For, ast.While)) for node in ast.walk(kernel))
        kernels.append((statements, loops, sample["metadata"]["id"]))

lengths = sorted(statements for statements, _, _ in kernels)
quarter = len(lengths) // 4
print("distinct", len({id for _, _, id in kernels}) == len(kernels))
print("a quarter is short", lengths[quarter] <= 9, lengths[quarter])
print("a quarter is long", lengths[-quarter] >= 16, lengths[-quarter])
print("most have no loop", sum(loops == 0 for _, loops, _ in kernels) * 2 > len(kernels))
