# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""defects.py KGEN_PTX FILE.ptx: runs the kernels of defects.cu, one after another, and prints the first line of each message."""
import json
import os
import subprocess
import sys
import tempfile

from programs import array, out, scalar

X = list(range(64))
MORE = {
    "one_past_the_end": ([array("x", "int32", X), out("int32", 63), scalar("n", "int32", 63)], []),
    "outside_shared": ([array("x", "int32", [1] * 64), out("int32", 64)], []),
    "endless": (None, ["--steps", "10000"]),
    "part_of_a_warp": (None, ["--block", "48"]),
    "overlapping_outputs": ([array("x", "int32", X), out("int32", 256)], []),
}


def main():
    tool, ptx = sys.argv[1:]
    listed = subprocess.run([tool, ptx, "--list"], capture_output=True, text=True, check=True).stdout
    for name in [line for line in listed.splitlines() if not line.startswith(" ")]:
        args, options = MORE.get(name, (None, []))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "case.json")
            with open(path, "w") as file:
                json.dump({"kernel": name, "dim": 64, "args": args or [array("x", "int32", X), out("int32", 64)]}, file)
            done = subprocess.run([tool, ptx, "--entry", name, "--case", path, *([] if "--block" in options else ["--block", "64"]), *options], capture_output=True, text=True)
        lines = done.stderr.splitlines()
        print(f"{name}: {done.returncode}: {lines[0].partition('error: ')[2] if lines else 'nothing found'}")


main()
