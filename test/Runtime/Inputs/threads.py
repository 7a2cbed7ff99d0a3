"""Holds launches on several cores against the numbers that they must have in whatever order their threads come.

    threads.py

Sums are of integers, so that none may be missing; a launch is long enough for cores to meet. One sum is of numbers that are
rounded: it must come by parts of the launch, the first into what was there, then the others' in order.
"""
import functools
import json
import math
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


def run(name, given, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(given, file)
        file.flush()
        command = ["kgen-run", os.path.join(HERE, name + ".py"), "--case", file.name, "--device", "cpu", "--unchecked", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["outputs"]


def parts(dim, count):
    """A launch is parted at multiples of 64 threads; the first parts have what is left over."""
    blocks = -(-dim // 64)
    borders = [min(dim, 64 * (blocks // count * part + min(part, blocks % count))) for part in range(count + 1)]
    return zip(borders, borders[1:])


def run_rows(table, *options):
    dim = len(table) - 1
    x = [1.0 / (i + 3) for i in range(dim)]
    args = [{"name": "table", "dtype": "int32", "role": "in", "value": table}, {"name": "x", "dtype": "float64", "role": "in", "value": x},
            {"name": "hits", "dtype": "float64", "role": "inout", "value": [0.0] * N},
            {"name": "total", "dtype": "float64", "role": "inout", "value": [0.125]}]
    found = run("rows", {"name": "rows", "kernel": "rows", "dim": [dim], "args": args}, *options)
    hits = [0.0] * N
    for first, last in zip(table, table[1:]):
        for e in range(first, last):
            hits[e] += 1.0
    return hits == found["hits"], found["total"][0], x


def check_rows(title, table, threads):
    for lanes in ("off", "8"):
        is_right, total, x = run_rows(table, "--threads", str(threads), "--lanes", lanes)
        sums = [functools.reduce(lambda a, b: a + b, x[first:last], 0.125 if first == 0 else 0.0) for first, last in parts(len(x), threads)]
        is_right &= total == functools.reduce(lambda a, b: a + b, sums) if title == "rising" else abs(total - math.fsum(sums)) < 1e-9
        print(f"rows {title} on {threads}, lanes {lanes}: " + ("right" if is_right else "wrong"))


def main():
    for dim, threads in ((N, 2), (N, 5), (N - 1, 3), (3, 7), (0, 2)):
        for lanes in ("off", "8"):
            want, found = expected(dim), run("counts", case(dim), "--threads", str(threads), "--lanes", lanes)
            wrong = [name for name in want if list(map(float, found[name])) != list(map(float, want[name]))]
            print(f"{dim} on {threads}, lanes {lanes}: " + ("wrong: " + ", ".join(wrong) if wrong else "right"))
    # Rows behind one another; a table that falls, so that threads have rows in common, and one with a row that counts from the end:
    # there nothing is copied.
    for threads in (2, 5):
        check_rows("rising", [i // 2 for i in range(N)], threads)
        check_rows("falling", [3 * (i % 2) for i in range(N)], threads)
        check_rows("negative", [-2] + [i // 2 for i in range(N)], threads)


main()
