#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CPU time of PTX in software beside machine code, in one run: forward and backward of the ten kernels of test/Kernels.

Usage: run.py --bin DIR [--threads 100000] [--rounds 3] [--samples N]

Of each kernel: nanoseconds a thread of the CPU's code at -O0 as it is by default, and with one thread after another (`--lanes=off`), of the PTX machine with bounds checks only, and with
all of its checks; in each only what runs counts (`kgen-run --stage-times`), the least of the rounds. --samples also makes a data set of N
samples of PTX, and says how long judging a text took (reading it, running it twice) beside making it. Prints one JSON object.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

TESTS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "test")
KERNELS = os.path.join(TESTS, "Kernels")
sys.path.append(os.path.join(TESTS, "Oracle"))
import cases  # noqa: E402

MAKING = ("lower", "translate", "libdevice", "optimise", "emit")


def seconds(tool, kernel, case, stages, *options):
    subprocess.run(
        [tool, kernel, "--case", case, "--backward", "--stage-times", stages, *options],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with open(stages, encoding="utf-8") as file:
        return json.load(file)["seconds"]


def measure(tool, kernel, threads, rounds, folder):
    case = cases.read_case(kernel)
    count = cases.grow(case, threads)
    path, stages = os.path.join(folder, "case.json"), os.path.join(folder, "stages.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(case, file)
    times = {"cpu": [], "scalar": [], "unchecked": [], "checked": []}
    for _ in range(rounds):
        times["cpu"].append(seconds(tool, kernel, path, stages, "--device", "cpu", "-O0", "--unchecked")["run_cpu"])
        times["scalar"].append(
            seconds(tool, kernel, path, stages, "--device", "cpu", "-O0", "--lanes=off", "--unchecked")["run_cpu"]
        )
        times["unchecked"].append(seconds(tool, kernel, path, stages, "--device", "ptx", "--unchecked")["run_ptx"])
        times["checked"].append(seconds(tool, kernel, path, stages, "--device", "ptx")["run_ptx"])
    best = {name: min(values) for name, values in times.items()}
    return {
        **{f"{name}_ns_per_thread": round(1e9 * value / count, 1) for name, value in best.items()},
        "unchecked_to_cpu": round(best["unchecked"] / best["cpu"], 2),
        "unchecked_to_scalar": round(best["unchecked"] / best["scalar"], 2),
        "checked_to_unchecked": round(best["checked"] / best["unchecked"], 2),
    }


def measure_samples(tool, count, folder):
    stages = os.path.join(folder, "stages.json")
    command = [
        tool,
        "-n",
        str(count),
        "--target",
        "nvptx",
        "--seed",
        "1",
        "--jobs",
        "1",
        "--quiet",
        "-o",
        os.path.join(folder, "data"),
    ]
    subprocess.run([*command, "--stage-times", stages], check=True, stdout=subprocess.DEVNULL)
    with open(stages, encoding="utf-8") as file:
        spent = json.load(file)["seconds"]
    making = sum(spent[stage] for stage in MAKING)
    judging = sum(spent[stage] for stage in ("check_ptx", "read_ptx", "run_ptx"))
    return {
        "samples": count,
        "making_ms": round(1e3 * making / count, 3),
        "judging_ms": round(1e3 * judging / count, 3),
        "judging_to_making": round(judging / making, 3),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--threads", type=int, default=100000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--samples", type=int, default=0)
    given = parser.parse_args()
    tool = os.path.join(given.bin, "kgen-run")
    with tempfile.TemporaryDirectory() as folder:
        kernels = {
            os.path.basename(path)[:-3]: measure(tool, path, given.threads, given.rounds, folder)
            for path in sorted(glob.glob(os.path.join(KERNELS, "*.py")))
        }
        result = {
            "threads": given.threads,
            "kernels": kernels,
            "worst_unchecked_to_cpu": max(k["unchecked_to_cpu"] for k in kernels.values()),
            "worst_unchecked_to_scalar": max(k["unchecked_to_scalar"] for k in kernels.values()),
            "worst_checked_to_unchecked": max(k["checked_to_unchecked"] for k in kernels.values()),
        }
        if given.samples:
            result["data_set"] = measure_samples(os.path.join(given.bin, "kgen-synth"), given.samples, folder)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
