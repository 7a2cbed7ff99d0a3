# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples around the kernels of each file of Warp's examples/core, made and validated.

    around_examples.py OUT COUNT [FILE...]

COUNT samples a file; with FILEs only of those. Prints a line for each file and a sum."""
import glob
import importlib.util
import json
import os
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def main():
    out, count, *names = sys.argv[1:]
    warp = importlib.util.find_spec("warp").submodule_search_locations[0]
    folder = os.path.join(warp, "examples", "core")
    files = [os.path.join(folder, name) for name in names] or sorted(glob.glob(os.path.join(folder, "*.py")))
    ids, samples, used = set(), 0, 0
    for path in files:
        name = os.path.basename(path)
        directory = os.path.join(out, name)
        made = run("kgen-synth", "-n", count, "-d", "cuda", "--from", path, "--quiet", "-o", directory)
        if made.returncode:
            print(f"{name}: {made.stderr.strip().splitlines()[-1].split(': ', 2)[-1]}")
            continue
        validated = run("kgen-stats", directory, "--validate")
        verdict = validated.stdout.strip().splitlines()[-1] if validated.stdout else validated.stderr.strip()
        with open(os.path.join(directory, "samples-00000.jsonl"), encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        kernels = {row["metadata"]["kernel_name"] for row in rows}
        ids.update(row["metadata"]["id"] for row in rows)
        samples, used = samples + len(rows), used + 1
        print(f"{name}: {verdict}; around {', '.join(sorted(kernels))}", flush=True)
        if validated.returncode:
            sys.exit(1)
    print(f"{samples} samples around the kernels of {used} files, {len(ids)} distinct")


main()
