#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far the kernels of `kgen-synth --profile real` are from those that people write: quantiles and shares, with verdicts.

    real_table.py DIR --census CENSUS.py        the data set, and the census of kernels with which real ones were counted

A census takes a folder of Python files and `--summary FILE`, into which it writes {"kernels": N, "quantiles": {measure:
{"p50": ...}}, "features": {name: [count, percent, ...]}}. The table below is its count of 1,909 unique kernels of ten public
projects. A quantile p passes between the real quantiles p-10 and p+10 (99 at most), a share within ten points. Exits 1 where
one does not.
"""

import argparse, glob, json, os, subprocess, sys, tempfile

COLUMNS = (5, 15, 25, 35, 40, 50, 60, 65, 75, 80, 85, 90, 95, 99)
REAL = {
    "body_sloc": (2, 5, 7, 9, 11, 14, 18, 21, 29, 35, 43, 58, 80, 225),
    "stmts": (2, 4, 6, 8, 10, 12, 15, 17, 23, 28, 34, 46, 66, 155),
    "nargs": (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 17, 24, 41),
    "arrays": (1, 2, 3, 4, 4, 5, 6, 7, 9, 10, 12, 15, 21, 40),
    "depth": (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6),
    "loops": (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4, 8),
    "branches": (0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 11, 25),
    "loads": (1, 2, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 22, 41),
    "stores": (0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 9, 22),
    "calls": (1, 1, 2, 3, 3, 5, 6, 7, 10, 12, 15, 19, 29, 74),
}
# Of 100 real kernels, functions that they call included; which of the census's words count. That of integer index
# arithmetic is an estimate: the count has none.
SHARES = {
    "user functions": (41, "mod:user_func"),
    "structs": (10, "mod:struct"),
    "tuple unpacking": (45, "stx:tuple_unpack"),
    "early exits": (35, "stx:early_return"),
    "vectors": (57, "ty:vec"),
    "matrices": (13, "ty:mat"),
    "quaternions": (12, "ty:quat"),
    "integer index arithmetic": (25, "op:mod", "op:floordiv", "op:bit", "op:shift"),
    "atomics": (23, "bi:atomic_add", "bi:atomic_sub", "bi:atomic_min", "bi:atomic_max"),
    "several thread indices": (35, "bi:tid2", "bi:tid3", "bi:tid4"),
}


def count(directory, census):
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        for path in sorted(glob.glob(os.path.join(directory, "samples-*.jsonl"))):
            for line in open(path):
                with open(os.path.join(folder, f"k{number:06}.py"), "w") as file:
                    file.write(json.loads(line)["python_source"])
                number += 1
        if not number:
            sys.exit(f"real_table.py: error: expected samples-*.jsonl in {directory}")
        summary, records = os.path.join(folder, "summary.json"), os.path.join(folder, "records.jsonl")
        subprocess.run(
            [sys.executable, census, folder, "--quiet", "--summary", summary, "--jsonl", records], check=True
        )
        kinds = ("kernel", "dynkernel", "progkernel")
        rows = [row for row in map(json.loads, open(records)) if row.get("kind") in kinds]
        return json.load(open(summary))["kernels"], rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory")
    parser.add_argument("--census", required=True, help="the program that counts")
    options = parser.parse_args()
    kernels, rows = count(options.directory, options.census)
    failed = 0
    print(f"{kernels} kernels{'':12} p25               p50               p75               p90               p95")
    for measure, real in REAL.items():
        at = dict(zip(COLUMNS, real))
        values = sorted(row["stats"][measure] for row in rows)
        cells = []
        for p in (25, 50, 75, 90, 95):
            low, high = at[p - 10], at[min(p + 10, 99)]
            value = values[round(p / 100 * (len(values) - 1))]
            passes = low <= value <= high
            failed += not passes
            cells.append(f"{value:3} of {low}..{high} {'ok' if passes else 'OUT'}")
        print(f"{measure:24}" + "".join(f"{cell:18}" for cell in cells).rstrip())
    for name, (real, *words) in SHARES.items():
        share = 100 * sum(any(word in row["closure_features"] for word in words) for row in rows) / len(rows)
        passes = abs(share - real) <= 10
        failed += not passes
        print(f"{name:24}{share:5.1f} % of {real} {'ok' if passes else 'OUT'}")
    print("all within bounds" if not failed else f"{failed} out of bounds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
