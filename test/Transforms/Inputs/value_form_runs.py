# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels in the interpreter before and after passes, and compares every number of the outputs.

usage: value_form_runs.py [--all-at-once] KERNEL.py... ; kernels that are not imported are counted and passed over.
--all-at-once: the passes before differentiation only together, which takes a third of the time.
"""
import ast
import json
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "../../Inputs"))
import translated  # noqa: E402

VALUE_FORM = ["--kgen-lower-early-exits", "--kgen-promote-variables"]
PIPELINES = [
    ["--kgen-lower-early-exits"],
    VALUE_FORM,
    VALUE_FORM + ["--kgen-expand"],
    VALUE_FORM + ["--kgen-normalise-while-loops"],
    VALUE_FORM + ["--kgen-sink-select-arms"],
    VALUE_FORM + ["--kgen-unroll-constant-loops"],
    VALUE_FORM + ["--kgen-forward-loads"],
    VALUE_FORM
    + [
        "--kgen-expand",
        "--kgen-normalise-while-loops",
        "--kgen-sink-select-arms",
        "--kgen-unroll-constant-loops",
        "--kgen-forward-loads",
    ],
]


def read_case(path):
    for node in ast.parse(open(path).read()).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "CASE":
            return ast.literal_eval(node.value)
    raise ValueError(path + ": no CASE")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def outputs(mlir, case):
    ran = run("kgen-run", mlir, "--case", case, "--device", "interpreter")
    if ran.returncode:
        sys.exit(f"{mlir}: {ran.stderr}")
    return ran.stdout


def check(path, folder, pipelines):
    """Compares the pipelines on one kernel; False where it is not imported."""
    case = read_case(path)
    imported, source = translated.imported(path)
    if imported.returncode:
        return False
    case_file = os.path.join(folder, "case.json")
    with open(case_file, "w") as f:
        json.dump(case, f)
    expected = outputs(source, case_file)
    for passes in pipelines:
        lowered = os.path.join(folder, "lowered.mlir")
        ran = run("kgen-opt", source, *passes, "-o", lowered)
        if ran.returncode:
            sys.exit(f"{path}: {' '.join(passes)}: {ran.stderr}")
        if outputs(lowered, case_file) != expected:
            sys.exit(f"{path}: other outputs after {' '.join(passes)}")
    return True


def main():
    paths = sys.argv[1:]
    pipelines = PIPELINES
    if paths[0] == "--all-at-once":
        paths, pipelines = paths[1:], PIPELINES[-1:]
    with tempfile.TemporaryDirectory() as folder:
        ran = [check(path, folder, pipelines) for path in paths]
    print(f"{sum(ran)} kernels ran, {len(ran) - sum(ran)} are not imported")


if __name__ == "__main__":
    main()
