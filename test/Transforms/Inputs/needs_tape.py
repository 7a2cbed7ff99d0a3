#!/usr/bin/env python3
"""Tells which kernels of a directory of cases have no gradient without a tape: `needs_tape.py DIR`; the tools are on PATH."""
import glob
import os
import subprocess
import sys


def needs_tape(path):
    kernel = subprocess.run(["kgen-translate", "--warp-to-kgen", path], capture_output=True, text=True, check=True).stdout
    done = subprocess.run(["kgen-opt", "--kgen-differentiate=tape=false", "-"], input=kernel, capture_output=True, text=True)
    return done.returncode != 0


cases = [path for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.py")))
         if os.path.exists(path[:-3] + ".json")]
named = [os.path.basename(path)[:-3] for path in cases if needs_tape(path)]
print(f"{len(cases)} kernels; {len(named)} need a tape: {', '.join(named)}")
