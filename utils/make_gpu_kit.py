#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the folder that is copied to a machine with a GPU (README_GPU.md): the checker, a data set and the gradient cases.

Usage: make_gpu_kit.py --tools BUILD/bin -o DIR [--count N] [--chip sm_80] [CASE.py | FOLDER ...]

Each case becomes NAME.ptx, NAME.cu, NAME.case.json and NAME.expected.json, which holds the interpreter's results. A case that kgen
refuses to differentiate comes without gradients; one that it refuses altogether is named, and left out. If a gradient needs a
tape, the case is K_tape's, with one more argument.
"""

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, "test/Oracle"))
from cases import tape_argument  # noqa: E402

# Of a tape, for each thread: more than any case of the suite uses. One that is too short gives NaN.
TAPE_WORDS = 501
SUITE = [os.path.join(ROOT, "test/Cases", folder) for folder in ("grad", "attack")]


class Kit:
    def __init__(self, tools, folder, chip):
        self.tools, self.folder, self.chip = tools, folder, chip

    def tool(self, name, *arguments, text=None):
        """Runs a tool of kgen's; returns its status and output."""
        return subprocess.run(
            [os.path.join(self.tools, name), *arguments], input=text, capture_output=True, text=True, check=False
        )

    def add_data_set(self, count):
        path = os.path.join(self.folder, "samples")
        run = self.tool("kgen-synth", "--count", str(count), "--target", "all", "--quiet", "-o", path)
        if run.returncode:
            sys.exit(f"make_gpu_kit: kgen-synth: {run.stderr.strip()}")

    def add_case(self, path):
        """The reason why the case is not in the kit; None if it is."""
        case = self.tool("warp-ast", "--case", path)
        module = self.tool("kgen-translate", "--warp-to-kgen", path)
        if case.returncode or module.returncode:
            return (case.stdout if case.returncode else module.stderr).strip().split("\n")[0]
        rtol = json.loads(case.stdout).get("rtol", 1e-9)
        run = self.tool("kgen-run", path, "--backward")
        backward = run.returncode == 0
        if not backward:
            run = self.tool("kgen-run", path)
        directions = [] if backward else ["--no-backward"]
        ptx = self.tool("kgen-translate", "--kgen-to-ptx", f"--chip={self.chip}", *directions, "-", text=module.stdout)
        cuda = self.tool("kgen-translate", "--kgen-to-cuda", "--self-contained", *directions, "-", text=module.stdout)
        for tried in (run, ptx, cuda):
            if tried.returncode:
                return tried.stderr.strip().split("\n")[0]
        expected, case = json.loads(run.stdout), json.loads(case.stdout)
        if f".entry {case['kernel']}_tape_cuda_kernel_backward(" in ptx.stdout:
            tape = tape_argument(case["dim"], TAPE_WORDS)
            case = {**case, "kernel": case["kernel"] + "_tape", "args": case["args"] + [tape]}
        stem = os.path.join(self.folder, "cases", os.path.splitext(os.path.basename(path))[0])
        for ending, text in (
            (".ptx", ptx.stdout),
            (".cu", cuda.stdout),
            (".case.json", json.dumps(plain(case)) + "\n"),
            (".expected.json", json.dumps(plain({"rtol": rtol, **expected})) + "\n"),
        ):
            with open(stem + ending, "w", encoding="utf-8") as file:
                file.write(text)
        return None


def plain(value):
    """The same, with strings for the numbers that JSON has no word for."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return json.dumps(value) if isinstance(value, float) and not math.isfinite(value) else value


def cases(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for name in sorted(os.listdir(path)):
            full = os.path.join(path, name)
            if name.endswith(".py") and re.search(r"^CASE\s*=", open(full, encoding="utf-8").read(), re.M):
                yield full


def main():
    parser = argparse.ArgumentParser(description="Makes the folder that is copied to a machine with a GPU.")
    parser.add_argument("cases", nargs="*", help="files with a CASE, or folders of them (default: the test suite's)")
    parser.add_argument("--tools", required=True, help="the folder of kgen's tools")
    parser.add_argument("-o", dest="folder", required=True, help="the folder to make; must not be there yet")
    parser.add_argument("--count", type=int, default=100, help="samples of the data set (100)")
    parser.add_argument("--chip", default="sm_80", help="the GPU's architecture, or an older one (sm_80)")
    given = parser.parse_args()
    if os.path.exists(given.folder):
        sys.exit(f"make_gpu_kit: {given.folder}: is there already")
    os.makedirs(os.path.join(given.folder, "cases"))
    kit = Kit(given.tools, given.folder, given.chip)
    for source in (
        os.path.join(given.tools, "kgen-gpu-check"),
        os.path.join(ROOT, "utils/run_gpu_tests.sh"),
        os.path.join(ROOT, "README_GPU.md"),
    ):
        shutil.copy(source, given.folder)
    kit.add_data_set(given.count)
    paths = list(cases(given.cases or SUITE))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        reasons = list(pool.map(kit.add_case, paths))
    for path, reason in zip(paths, reasons):
        if reason:
            print(f"left out: {os.path.basename(path)}: {reason}")
    print(f"{given.folder}: {given.count} samples, {reasons.count(None)} of {len(paths)} cases")


if __name__ == "__main__":
    main()
