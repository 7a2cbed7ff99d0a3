"""Holds launches on several cores against the numbers that they must have in whatever order their threads come.

    threads.py

Sums are of integers, so that none may be missing; a launch is long enough for cores to meet.
"""
import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(__file__)
N = 20000
ZEROS = {"sums": ("float32", [3]), "n": ("int32", [2]), "low": ("float32", [1]), "high": ("float64", [1]), "taken": ("int32", [N]),
         "near": ("vec3f", [N + 1]), "ring": ("float32", [N])}
X = [1.0, 2.0, 3.0, -4.0, 5.0, 6.0, 7.0, 8.0]


def case(dim):
    args = [{"name": "x", "dtype": "float32", "role": "in", "value": X}]
    for name, (dtype, shape) in ZEROS.items():
        zero = [0.0] * 3 if dtype == "vec3f" else 0
        args.append({"name": name, "dtype": dtype, "role": "inout", "value": [zero] * shape[0]})
    return {"name": "counts", "kernel": "counts", "dim": [dim], "args": args}


def expected(dim):
    sums = [0.0] * 3
    for i in range(dim):
        sums[i % 3] += X[i % 8]
    ring = [0.0] * N
    for i in range(dim):
        ring[i - 1] += 1.0
        ring[i] += 4.0
    near = [[0.0] * 3 for _ in range(N + 1)]
    for i in range(dim):
        near[i] = [a + b for a, b in zip(near[i], (1.0, 2.0, 3.0))]
        near[i + 1] = [a - 1.0 for a in near[i + 1]]
    return {"sums": sums, "n": [dim, dim], "low": [min(X[:dim] + [0.0])], "high": [max(dim - 1.0, 0.0)],
            "taken": [1] * dim + [0] * (N - dim), "near": sum(near, []), "ring": ring}


def run(dim, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(case(dim), file)
        file.flush()
        command = ["kgen-run", os.path.join(HERE, "counts.py"), "--case", file.name, "--device", "cpu", "--unchecked", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["outputs"]


def main():
    for dim, threads in ((N, 2), (N, 5), (N - 1, 3), (3, 7), (0, 2)):
        for lanes in ("off", "8"):
            want, found = expected(dim), run(dim, "--threads", str(threads), "--lanes", lanes)
            wrong = [name for name in want if list(map(float, found[name])) != list(map(float, want[name]))]
            print(f"{dim} on {threads}, lanes {lanes}: " + ("wrong: " + ", ".join(wrong) if wrong else "right"))


main()
