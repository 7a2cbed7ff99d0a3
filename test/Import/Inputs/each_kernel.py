# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports each kernel of a file by itself, in order, and prints what is said about it: each has to be refused.

    each_kernel.py FILE.py
"""
import ast
import subprocess
import sys

path = sys.argv[1]
for function in ast.parse(open(path, encoding="utf-8").read()).body:
    if not isinstance(function, ast.FunctionDef) or not function.decorator_list or "kernel" not in ast.unparse(function.decorator_list[0]):
        continue
    command = ["kgen-translate", "--warp-to-kgen", path, "--kernel", function.name]
    run = subprocess.run(command, capture_output=True, text=True)
    print(f"{function.name}: status {run.returncode}{', with output' if run.stdout else ''}")
    print(run.stderr, end="")
    if run.returncode != 1 or run.stdout or run.stderr.count("error:") != 1:
        sys.exit(f"{function.name}: expected status 1, no output and one error")
