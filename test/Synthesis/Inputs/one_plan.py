#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one_plan.py ALL CUDA TRANSLATE: C++ and CUDA C++ that were printed together are what each is when it is printed alone.

ALL and CUDA hold the same kernels, of `--target all` and of `--target cuda`; TRANSLATE prints C++ of the kernel's text.
"""
import glob
import json
import os
import subprocess
import sys


def rows(directory):
    for path in sorted(glob.glob(os.path.join(directory, "samples-*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            yield from map(json.loads, file)


def cpp_alone(translate, kernel, *options):
    command = [translate, "--kgen-to-cpp", *options, "-"]
    return subprocess.run(command, input=kernel, capture_output=True, text=True, check=True).stdout


def main():
    directory, cuda_directory, translate = sys.argv[1:]
    count = 0
    for row, alone in zip(rows(directory), rows(cuda_directory), strict=True):
        name = row["metadata"]["kernel_name"]
        assert row["kgen"] == alone["kgen"], name
        for way in ("forward", "backward"):
            assert row[f"cuda_{way}"] == alone[f"ir_{way}"], f"{name}: CUDA C++, {way}"
        assert row["cpp_forward"] == cpp_alone(translate, row["kgen"], "--no-backward"), f"{name}: C++, forward"
        if row["cpp_backward"]:
            entry = f'extern "C" void {name}_cpu_backward('
            both = cpp_alone(translate, row["kgen"])
            expected, got = (text[text.index(entry):] for text in (both, row["cpp_backward"]))
            assert got == expected, f"{name}: C++, backward"
        count += 1
    print(f"{count} kernels, each text as it is alone")


if __name__ == "__main__":
    main()
