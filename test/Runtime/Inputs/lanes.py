"""Runs each kernel of lanes_kernels.py thread by thread and as lanes: all bits must be equal, outputs and gradients.

    lanes.py [--mcpu CPU] [--lanes 4,8,16] [NAME...]

37 threads, or as many in a row: whole vectors and a rest for each number of lanes, and one thread alone. Prints `NAME: same bits`,
and how many kernels have a backward.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

TEST = os.path.join(os.path.dirname(__file__), "../..")
sys.path += [os.path.join(TEST, "Inputs"), os.path.join(TEST, "Oracle")]
import translated  # noqa: E402

SOURCE = os.path.join(os.path.dirname(__file__), "lanes_kernels.py")
WIDTHS = {"vec2f": [2], "vec3f": [3], "vec3d": [3], "vec3s": [3], "vec4d": [4], "vec4ub": [4], "quatf": [4], "spatial_vectorf": [6],
          "transformf": [7], "mat33f": [3, 3], "mat44f": [4, 4]}
N = 37


def numbers(rng, dtype, shape):
    if shape:
        return [numbers(rng, dtype, shape[1:]) for _ in range(shape[0])]
    if dtype in WIDTHS:
        return numbers(rng, "uint8" if dtype.endswith(("b", "s")) else "float64", WIDTHS[dtype])
    if dtype == "uint8":
        return rng.randint(0, 255)
    if dtype in ("int32", "int64"):
        return rng.randint(-1000, 1000)
    if dtype == "uint32":
        return rng.randint(0, 2 ** 31)
    if dtype == "bool":
        return rng.random() < 0.5
    return rng.uniform(-1.0, 1.0)


def kernels(n):
    """Name: (dim, (argument, type, shape or value)...); an argument that is written ends in `!`."""
    f, d, i = "float32", "float64", "int32"
    few = n - n // 3
    edges = [(7 * k + 3) % max(n, 1) for k in range(n)]
    links = [[(5 * k + 3 * m) % n if (k + m) % 4 else -1 for m in range(3)] for k in range(n)]
    return {
        "guarded": (n, ("x", f, [n]), ("n", i, n - n // 3), ("y!", f, [n])),
        "parting": (n, ("x", d, [n]), ("y!", d, [n])),
        "trips": (n, ("x", d, [n]), ("n", i, 9), ("y!", d, [n])),
        "vectors": (n, ("a", "mat33f", [n]), ("p", "vec3f", [n]), ("q", "quatf", [n]), ("r!", "vec3f", [n])),
        "sums": (n, ("x", f, [n]), ("n", i, n - 5), ("loss!", f, [1]), ("low!", f, [2])),
        "gathers": (n, ("x", "vec3d", [n]), ("e", i, edges), ("y!", d, [n]), ("f!", "vec3d", [n])),
        "springs": (n, ("e", i, edges), ("x", "vec3f", [n]), ("f!", "vec3f", [n]), ("s!", f, [1])),
        "line": (n, ("x", d, [n]), ("n", i, n), ("y!", d, [n]), ("z!", d, [n])),
        "plane": ([n, n], ("g", d, [n, n]), ("o!", d, [n, n]), ("n", i, n)),
        "block": ([2, 3, n], ("g", f, [2, 3, n]), ("s!", f, [2, 3]), ("o!", f, [2, 3, n])),
        # rows shorter than the lanes: elements that follow one another through the launch, and those that do not
        "short": ([n, 2, 3], ("g", f, [n, 2, 3]), ("t", f, [3]), ("o!", f, [n, 2, 3])),
        "column": ([n, 1], ("x", d, [n, 1]), ("y!", d, [n, 1]), ("s!", d, [1])),
        "wider": ([n, 3], ("x", "vec3f", [n, 4]), ("y!", "vec3f", [n, 3])),
        "exchanged": ([n, 2], ("e", i, [[k, edges[k]] for k in range(n)]), ("x", f, [n]), ("c!", i, [1]), ("y!", f, [n, 2])),
        "integers": (n, ("x", i, [n]), ("u", "uint32", [n]), ("w", "int64", [n]), ("y!", i, [n]), ("z!", "int64", [n]),
                     ("h", d, [n])),
        "states": (n, ("x", d, [n]), ("r", d, [n]), ("n", i, 50), ("y!", d, [n])),
        "rows": (n, ("w", f, [5, 6]), ("x", f, [n, 6]), ("h", i, 5), ("n", i, 6), ("y!", f, [n])),
        "sweeps": (n, ("x", d, [n, 6]), ("s!", d, [n, 6]), ("rows", i, n), ("times", i, 3), ("n", i, 6), ("y!", d, [n])),
        "few_rows": (n, ("x", d, [few, 6]), ("s!", d, [few, 6]), ("rows", i, few), ("times", i, 3), ("n", i, 6), ("y!", d, [n])),
        "long_rows": (n, ("x", d, [n, 70]), ("s!", d, [n, 70]), ("rows", i, n), ("times", i, 3), ("n", i, 70), ("y!", d, [n])),
        "table": (n, ("x", d, [n, 8]), ("s!", d, [n, 8]), ("n", i, 8), ("y!", d, [n])),
        "greatest": (n, ("x", "vec3f", [n]), ("s", f, [n]), ("y!", f, [n]), ("where!", i, [n])),
        "flat": (n, ("x", f, [n]), ("on", "bool", [n]), ("y!", f, [2 * n])),
        "weights": (n, ("x", d, [n]), ("w", d, [9]), ("n", i, 9), ("y!", d, [n]), ("t!", d, [9])),
        "apart": (n, ("x", d, [n]), ("w", d, [9]), ("y!", d, [n]), ("t!", d, [9])),
        "totals": (n, ("x", "vec3f", [n]), ("e", i, links), ("last", i, -1), ("f!", "vec3f", [1]), ("t!", f, [3]), ("least!", f, [2])),
        "spread": (n, ("x", "vec3f", [n]), ("e", i, links), ("n", i, min(n, 5)), ("w", f, [3]), ("f!", "vec3f", [n])),
        "packed": (n, *((name + "!", dtype, [n]) for name, dtype in zip(
            "abcdefgh", ("vec2f", "spatial_vectorf", "transformf", "mat44f", "vec3d", "vec4d", "vec3s", "vec4ub")))),
        "functions": (n, ("x", f, [n]), ("y", d, [n]), ("z!", d, [n])),
    }


def case(name, dim, args, rng):
    made = {"name": name, "kernel": name, "dim": dim, "args": []}
    for arg, dtype, value in args:
        is_list = isinstance(value, list)
        written = arg.endswith("!")
        entry = {"name": arg.rstrip("!"), "dtype": dtype, "role": "inout" if written else "in" if is_list else "scalar"}
        entry["value"] = value if not is_list or arg == "e" else numbers(rng, dtype, value)
        is_float = dtype not in ("int32", "int64", "uint32", "bool", "vec4ub", "vec3s")
        if is_list and is_float:
            entry["grad"] = True
            if written:
                entry["weight"] = numbers(rng, dtype, value)
        made["args"].append(entry)
    return made


def run(mlir, path, name, lanes, cpu, backward):
    command = ["kgen-run", mlir, "--case", path, "--kernel", name, "--device", "cpu", "-O2", "--unchecked", "--lanes", lanes]
    command += ["--mcpu", cpu] + ["--backward"] * backward
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, f"{' '.join(command)}: {answer.stderr}"
    return answer.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mcpu", default="native")
    parser.add_argument("--lanes", default="4,8,16")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    done = translated.translate("warp-to-kgen", SOURCE, "--all")
    assert done.returncode == 0, done.stderr
    differentiated = 0
    with tempfile.TemporaryDirectory() as folder:
        mlir, path = os.path.join(folder, "k.mlir"), os.path.join(folder, "case.json")
        with open(mlir, "w") as file:
            file.write(done.stdout)
        for name in options.names or kernels(N):
            backward = name not in ("integers", "sums")
            differentiated += backward
            for n in (N, 1):
                dim, *args = kernels(n)[name]
                with open(path, "w") as file:
                    json.dump(case(name, dim, args, random.Random(name)), file)
                want = run(mlir, path, name, "off", options.mcpu, backward)
                for lanes in options.lanes.split(",") if n > 1 else ["8"]:
                    if run(mlir, path, name, lanes, options.mcpu, backward) != want:
                        sys.exit(f"{name}: {n} threads in {lanes} lanes give other bits")
            print(f"{name}: same bits")
    print(f"{differentiated} with a backward")


main()
