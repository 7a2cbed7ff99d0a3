"""How much the cases of a data set test: changes one arithmetic op of each kernel, and asks whether a case notices.

A mutant is noticed where a recorded output or gradient is off by more than the case's tolerance, or where the mutant no
longer runs. Prints the share of noticed mutants, and those that were not with `--show`.
"""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# Builtins that may stand for each other on the same operands.
SCALAR_PAIRS = [["add", "sub", "mul", "div", "min", "max"]]
AGGREGATE_PAIRS = [["add", "sub"], ["cw_mul", "add", "sub"]]
UNARY = [
    ["sin", "cos", "tanh", "atan", "exp", "abs", "neg"],
    ["sqrt", "cbrt", "abs", "log"],
    ["floor", "ceil", "trunc", "round"],
    ["asin", "acos", "atan", "sin"],
    ["length", "length_sq"],
    ["sinh", "cosh"],
    ["log", "log2", "log10", "sqrt"],
    ["normalize", "neg"],
    ["transpose", "neg"],
    ["degrees", "radians"],
    ["tan", "sin", "cos"],
    ["determinant", "trace"],
    ["frac", "abs"],
]
OP = re.compile(r"kgen\.(\w+) (.*)")
CONSTANT = re.compile(r"kgen\.constant (-?[0-9.e+-]+) : (f32|f64)")


def mutations_of(line):
    """All changed forms of one line."""
    constant = CONSTANT.search(line)
    if constant:
        value = float(constant.group(1))
        other = value * 1.5 + (0.25 if value >= 0.0 else -0.25)
        yield line.replace(constant.group(0), f"kgen.constant {other:.9e} : {constant.group(2)}")
        return
    op = OP.search(line)
    if not op or " = " not in line:
        return
    name, rest = op.groups()
    aggregate = "vec<" in rest or "mat<" in rest
    floats = rest.endswith((": f32", ": f64"))
    if aggregate:
        groups = AGGREGATE_PAIRS + [
            ["length", "length_sq"],
            ["normalize", "neg"],
            ["transpose", "neg"],
            ["determinant", "trace"],
        ]
    elif floats:
        groups = SCALAR_PAIRS if rest.count("%") == 2 else UNARY
    else:
        return
    for group in groups:
        for other in group if name in group else []:
            if other != name and not (other == "transpose" and "mat<" not in rest):
                yield line.replace(f"kgen.{name} ", f"kgen.{other} ")


def draw_mutant(text, rng):
    lines = text.splitlines()
    choices = [(i, changed) for i, line in enumerate(lines) for changed in mutations_of(line)]
    by_line = sorted({i for i, _ in choices})
    if not by_line:
        return None
    place = rng.choice(by_line)
    changed = rng.choice([changed for i, changed in choices if i == place])
    return place, "\n".join(lines[:place] + [changed] + lines[place + 1 :]) + "\n", lines[place], changed


def differs(expected, got):
    for entry in expected:
        other = got.get(entry["name"], [])
        if len(other) != len(entry["values"]):
            return True
        if any(not abs(b - a) <= entry["atol"] + entry["rtol"] * abs(a) for a, b in zip(entry["values"], other)):
            return True
    return False


def run(tool, kernel, case, directory):
    kernel_path, case_path = os.path.join(directory, "kernel.mlir"), os.path.join(directory, "case.json")
    with open(kernel_path, "w", encoding="utf-8") as file:
        file.write(kernel)
    with open(case_path, "w", encoding="utf-8") as file:
        json.dump(case, file)
    return subprocess.run([tool, kernel_path, "--case", case_path, "--backward"], capture_output=True, text=True)


def is_noticed(tool, kernel, cases, directory):
    for case in cases:
        done = run(tool, kernel, case, directory)
        if done.returncode != 0:
            return "does not verify" if "mlir:" in done.stderr and "thread" not in done.stderr else True
        result = json.loads(done.stdout)
        if any(differs(case[group], result[group]) for group in ("outputs", "grads")):
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("data")
    parser.add_argument("--at-least", type=float, default=0.0, help="fail below this share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    noticed = total = refused = 0
    with tempfile.TemporaryDirectory() as directory:
        for path in sorted(glob.glob(os.path.join(options.data, "samples-*.jsonl"))):
            for line in open(path, encoding="utf-8"):
                sample = json.loads(line)
                mutant = draw_mutant(sample["kgen"], rng)
                if not mutant:
                    continue
                place, kernel, before, after = mutant
                verdict = is_noticed(options.tool, kernel, sample["cases"], directory)
                if verdict == "does not verify":
                    refused += 1
                    continue
                total += 1
                noticed += verdict
                if not verdict and options.show:
                    print(sample["metadata"]["category"], before.strip(), "->", after.strip())
                    print(sample["python_source"])
    share = noticed / max(total, 1)
    print(f"{noticed} of {total} mutants noticed ({100.0 * share:.1f} %), {refused} not valid")
    if total == 0 or share < options.at_least:
        sys.exit(f"expected at least {100.0 * options.at_least:.1f} % but got {100.0 * share:.1f} %")


main()
