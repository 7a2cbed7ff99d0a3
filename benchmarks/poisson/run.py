#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CPU time of one iteration of conjugate gradients: examples/poisson as kgen prints it, beside real Warp, in one run.

Usage: run.py [--cells 512] [--rounds 3] [--cxx g++]

Needs kgen-translate on PATH and Warp in the Python that runs this. Warp's time includes its launches (`wp.launch`), ours the
calls of the printed functions. Both ask glibc for large pages, so that it is not tables of pages that is measured. The two alternate;
the least time of each counts. Prints one JSON object; the answers must agree to 1e-10.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

EXAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "examples/poisson")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cxx", default="g++")
    given = parser.parse_args()
    ours, warps = [], []
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "CXX": given.cxx,
            "PYTHONDONTWRITEBYTECODE": "1",
            "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        }
        subprocess.run([os.path.join(EXAMPLE, "build"), folder], env=environment, check=True, capture_output=True)
        values = os.path.join(folder, "values.txt")
        for _ in range(given.rounds):
            table = subprocess.run(
                [os.path.join(folder, "poisson"), "converge", "--finest", str(given.cells)],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            ours.append(float(table.split()[-1]))
            subprocess.run(
                [os.path.join(folder, "poisson"), "solve", "--cells", str(given.cells), "--values", values],
                capture_output=True,
                check=True,
            )
            peer = subprocess.run(
                [sys.executable, os.path.join(EXAMPLE, "in_warp.py"), str(given.cells), values],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            result = json.loads(peer.splitlines()[-1])
            warps.append(result["us_per_iteration"])
            if result["difference"] > 1e-10:
                sys.exit(f"run.py: the answers differ by {result['difference']}")
    print(
        json.dumps(
            {
                "cells": given.cells,
                "compiler": given.cxx,
                "kgen_us_per_iteration": min(ours),
                "warp_us_per_iteration": min(warps),
                "ratio": round(min(ours) / min(warps), 3),
                "difference": result["difference"],
                "table": table.splitlines(),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
