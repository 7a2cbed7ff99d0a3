# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_all.py --kgen-to-X [OPTION ...] OUT DIR: translates each kernel file of DIR into a file of OUT."""
import glob
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../Inputs"))
import translated  # noqa: E402

SUFFIXES = {"--kgen-to-cuda": ".cu", "--kgen-to-cpp": ".cpp", "--kgen-to-warp": ".py"}

options, (out, folder) = sys.argv[1:-2], sys.argv[-2:]
os.makedirs(out, exist_ok=True)
paths = sorted(glob.glob(os.path.join(folder, "*.py")))
for path in paths:
    name = os.path.splitext(os.path.basename(path))[0] + SUFFIXES[options[0]]
    done = translated.translate(options[0][2:], translated.imported(path)[1], *options[1:])
    if done.returncode:
        sys.exit(done.stderr)
    with open(os.path.join(out, name), "w", encoding="utf-8") as file:
        file.write(done.stdout)
if not paths:
    sys.exit(f"print_all: no kernels in {folder}")
