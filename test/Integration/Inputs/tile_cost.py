# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions that a tile kernel executes as PTX, forward and backward, at two extents.

    tile_cost.py KERNEL.py DIR

`SIZE` in the kernel's text stands for the extent. Prints how much larger backward : forward is at 512 than at 64, and the lines of each text."""

import json
import pathlib
import subprocess
import sys

source, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True)


def executed(ptx, entry, case):
    """The sum of the first column of the profile."""
    profile = run("kgen-ptx", ptx, "--entry", entry, "--case", case, "--grid", "1", "--block", "1", "--profile").stderr
    rows = [line.split() for line in profile.splitlines()]
    return sum(int(row[0]) for row in rows if row and row[0].isdigit())


def measure(extent):
    """Backward : forward, and the number of lines of the CUDA C++."""
    stem = folder / str(extent)
    kernel, ptx, case = (str(stem) + suffix for suffix in (".py", ".ptx", ".json"))
    pathlib.Path(kernel).write_text(source.replace("SIZE", str(extent)))
    module = run("kgen-translate", "--warp-to-kgen", kernel).stdout
    pathlib.Path(str(stem) + ".mlir").write_text(module)
    run("kgen-translate", "--kgen-to-ptx", str(stem) + ".mlir", "-o", ptx)
    cuda = run("kgen-translate", "--kgen-to-cuda", str(stem) + ".mlir").stdout
    numbers = [0.5] * extent
    array = {"dtype": "float32", "value": numbers}
    arguments = [{"name": "a", "role": "in"} | array, {"name": "b", "role": "inout", "weight": numbers} | array]
    pathlib.Path(case).write_text(json.dumps({"kernel": "k", "dim": 1, "args": arguments}))
    forward, backward = (executed(ptx, f"k_cuda_kernel_{form}", case) for form in ("forward", "backward"))
    return backward / forward, len(cuda.splitlines())


(small, lines), (large, more) = measure(64), measure(512)
print(f"backward : forward, 512 beside 64: {large / small:.2f}; lines {lines} {more}")
