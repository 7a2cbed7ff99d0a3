#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Outputs and gradients of the cases of directories, in each way that they can be run.

    check_matrix.py [--full] [--slots S,...] [--jobs N] DIR...

A case is interpreted, compiled without optimisation and compiled with -O3, with each count of slots for a loop's state: with
--full with all of them, else with one each, which turn from case to case. Prints the runs that differ from the expected numbers by
more than the case's rtol, then a line that counts. kgen-run-cases is on PATH. Exit status 1 if any differs.
"""
import argparse
import concurrent.futures
import glob
import json
import math
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(FOLDER, "../Inputs"), os.path.join(FOLDER, "../Oracle")]
import cases  # noqa: E402
import run_cases  # noqa: E402

FORMS = (("interpreter", 2), ("cpu", 0), ("cpu", 3))


def runs_of(number, slots, full):
    """(device, level, slots) of a case's runs."""
    for k, (device, level) in enumerate(FORMS):
        for s in slots if full else [slots[(number + k) % len(slots)]]:
            yield device, level, s


def error_of(answer, expected):
    """What is wrong, or None."""
    if "lost" in answer or "error" in answer:
        return answer.get("lost") or answer["error"] or "refused, see above"
    worst = 0.0
    for kind in ("outputs", "grads"):
        for name, want in expected[kind].items():
            got = answer[kind].get(name, [])
            if len(got) != len(want) or not all(map(math.isfinite, got)):
                return f"{kind}.{name} is {got}"
            worst = max(worst, cases.relative_error(got, want))
    return None if worst <= expected["rtol"] else f"off by {worst:.2e}"


def check(part, options):
    """(runs, messages) of some cases, by one process."""
    runs = [(path, *run) for number, path in part for run in runs_of(number, options.slots, options.full)]
    answers = run_cases.run([run_cases.job(path, "-", slots, device, level) for path, device, level, slots in runs],
                            timeout=3600)
    messages = []
    for (path, device, level, slots), answer in zip(runs, answers, strict=True):
        with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
            wrong = error_of(answer, json.load(file))
        if wrong:
            messages.append(f"{os.path.basename(path)}: {device} -O{level}, {slots} slots: {wrong}")
    return len(runs), messages


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--slots", default="1,2,4,64", metavar="S,...")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("dirs", nargs="+", metavar="DIR")
    options = parser.parse_args()
    options.slots = options.slots.split(",")
    paths = [path[: -len("json")] + "py" for folder in options.dirs for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
    numbered = list(enumerate(paths))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        parts = [numbered[k :: options.jobs] for k in range(options.jobs)]
        found = list(pool.map(lambda part: check(part, options), parts))
    messages = sorted(message for _, some in found for message in some)
    print("".join(message + "\n" for message in messages), end="")
    print(f"{len(paths)} cases, {sum(count for count, _ in found)} runs, {len(messages)} wrong")
    sys.exit(bool(messages))


if __name__ == "__main__":
    main()
