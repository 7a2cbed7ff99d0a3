"""Holds the answer of the CPU, or of another device, against the interpreter's, for kernel files and levels of optimisation.

    compare.py [--backward] [--rtol R] [--device cpu|ptx] FILE.py ...

Every level of optimisation of a CPU, and the interpreter, must give the same bits: nothing is contracted or reordered. PTX has other
elementary functions, whose last bits may differ.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

TEST = os.path.join(os.path.dirname(__file__), "../..")
sys.path += [os.path.join(TEST, "Inputs"), os.path.join(TEST, "Oracle")]
import cases  # noqa: E402
import translated  # noqa: E402


def run(path, case, device, level, backward):
    command = ["kgen-run", path, "--case", case, "--device", device, f"-O{level}"] + ["--backward"] * backward
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"{' '.join(command)}: {answer.stderr}")
    return json.loads(answer.stdout)


def worst(got, want):
    same = all(a == b or math.isnan(a) and math.isnan(b) for a, b in zip(got, want)) and len(got) == len(want)
    if same:
        return 0.0
    scale = max((abs(b) for b in want if math.isfinite(b)), default=0.0) or 1.0
    return max((abs(a - b) / scale for a, b in zip(got, want)), default=math.inf)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("--rtol", type=float, default=0.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for path in options.files:
        done, mlir = translated.imported(path)
        assert done.returncode == 0, done.stderr
        with tempfile.NamedTemporaryFile("w", suffix=".json") as case:
            json.dump(cases.read_case(path), case)
            case.flush()
            want = run(mlir, case.name, "interpreter", 1, options.backward)
            answers = [run(mlir, case.name, options.device, level, options.backward) for level in range(4)]
        assert options.rtol and options.device == "ptx" or json.dumps(answers[0]) == json.dumps(answers[-1]) == json.dumps(answers[1]), path
        for kind in ("outputs", "grads"):
            assert answers[0][kind].keys() == want[kind].keys(), path
            for name in want[kind]:
                error = worst(answers[0][kind][name], want[kind][name])
                assert error <= options.rtol, f"{path}: {kind} of {name} differ by {error}"
        assert want["outputs"] and (want["grads"] or not options.backward), f"{path}: nothing was computed"


main()
