# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels in the interpreter before and after passes, and compares every number of the outputs.

    value_form_runs.py [--all-at-once] KERNEL.py...
    value_form_runs.py --random A:B [--jobs N]

Kernels that are not imported are counted and passed over. --all-at-once: the passes before differentiation only together, which takes
a third of the time. --random takes the kernels of fuzz_gradients.py, a seed each: functions with exits and several results, structs,
views, loops in loops, early exits at any depth. They run in source form, in value form, and after all the passes; every array that
they can write is compared, NaN included.
"""
import ast
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "../../Inputs"))
import fuzz_gradients  # noqa: E402
import run_cases  # noqa: E402
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


def random_kernel(seed):
    """The text of a seed's kernel, and its case with nothing but the arrays' values to look at."""
    text, case, _ = fuzz_gradients.make(seed)
    for argument in case["args"]:
        argument.pop("grad", None)
        argument.pop("weight", None)
        if argument["role"] != "scalar":
            argument["role"] = "inout"
    return text, case


def check_seeds(seeds, folder):
    """What is wrong with the kernels of some seeds, of one file."""
    name = os.path.join(folder, str(seeds[0]))
    kernels = [random_kernel(seed) for seed in seeds]
    source = "\n\n".join(["import warp as wp\n\n", fuzz_gradients.STRUCT, *(text for text, _ in kernels)])
    translated.write(name + ".py", source)
    forms = [name + ".mlir", name + ".value.mlir", name + ".all.mlir"]
    commands = [["kgen-translate", "--warp-to-kgen", "--all", name + ".py", "-o", forms[0]]]
    commands += [["kgen-opt", forms[0], *passes, "-o", form] for passes, form in zip((VALUE_FORM, PIPELINES[-1]), forms[1:])]
    for command in commands:
        ran = run(*command)
        if ran.returncode or "left out" in ran.stderr:
            return [f"seeds {seeds[0]} to {seeds[-1]}: {' '.join(command)}: {ran.stderr.strip()}"]
    jobs = []
    for _, case in kernels:
        translated.write(f"{name}.{case['kernel']}.json", json.dumps(case))
    for form in forms:
        jobs += [run_cases.job(form, f"{name}.{case['kernel']}.json") for _, case in kernels]
    answers = run_cases.run(jobs)
    wrong = []
    for k, (_, case) in enumerate(kernels):
        expected, *others = (json.dumps(answers[k + len(kernels) * form]) for form in range(len(forms)))
        if "outputs" not in answers[k]:
            wrong.append(f"{case['kernel']}: {expected}")
        wrong += [f"{case['kernel']}: other outputs in {form}" for form, got in zip(("value form", "the last form"), others) if got != expected]
    return wrong


def check_random(seeds, jobs):
    first, last = map(int, seeds.split(":"))
    batches = [range(k, min(k + 25, last)) for k in range(first, last, 25)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        wrong = [message for some in pool.map(lambda batch: check_seeds(batch, folder), batches) for message in some]
    print("".join(message + "\n" for message in wrong), end="")
    print(f"{last - first} random kernels in three forms, {len(wrong)} wrong")
    sys.exit(bool(wrong))


def main():
    paths = sys.argv[1:]
    if paths[0] == "--random":
        check_random(paths[1], int(paths[3]) if len(paths) > 3 else 2)
    pipelines = PIPELINES
    if paths[0] == "--all-at-once":
        paths, pipelines = paths[1:], PIPELINES[-1:]
    with tempfile.TemporaryDirectory() as folder:
        ran = [check(path, folder, pipelines) for path in paths]
    print(f"{sum(ran)} kernels ran, {len(ran) - sum(ran)} are not imported")


if __name__ == "__main__":
    main()
