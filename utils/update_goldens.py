#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes test/Kernels/golden: every form of the ten kernels, as the tools make it now.

Usage: update_goldens.py [--libdevice FILE] [FORM...]           rewrite the files
       update_goldens.py --check [--libdevice FILE] [FORM...]   exit 1, with a diff, when one is not current

FORM is mlir, py, cu, cpp, ll or ptx; all of them where none is named. The tools come from PATH, else from build/bin.
"""

import argparse
import concurrent.futures
import difflib
import glob
import os
import platform
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "test/Kernels")
TO = {"mlir": "warp-to-kgen", "py": "kgen-to-warp", "cu": "kgen-to-cuda", "cpp": "kgen-to-cpp",
      "ll": "kgen-to-llvmir", "ptx": "kgen-to-ptx"}


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def make(kernel, form, libdevice):
    command = ["kgen-translate", "--" + TO[form], kernel]
    if form == "ptx" and libdevice:
        command.append("--libdevice=" + libdevice)
    text = run(command)
    return run(["kgen-opt", "--kgen-differentiate"], text) if form == "mlir" else text


def update(path, text, check):
    """Returns the difference between the file and the text, and ends it unless only asked."""
    old = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = file.read()
    if old == text:
        return []
    if check:
        name = os.path.relpath(path, ROOT)
        return list(difflib.unified_diff(old.splitlines(True), text.splitlines(True), name, name + ", made now"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--libdevice", metavar="FILE")
    parser.add_argument("forms", nargs="*", metavar="FORM")
    options = parser.parse_args()
    for form in options.forms:
        if form not in TO:
            parser.error(f"expected one of {', '.join(TO)} but got {form}")
    forms = options.forms or list(TO)
    if "ll" in forms and platform.machine() != "x86_64":
        forms.remove("ll")  # the kept ones are for x86-64
    os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build/bin")

    wanted = [(kernel, form) for kernel in sorted(glob.glob(KERNELS + "/*.py")) for form in forms]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = list(pool.map(lambda each: make(*each, options.libdevice), wanted))
    difference = []
    for (kernel, form), text in zip(wanted, texts):
        name = os.path.splitext(os.path.basename(kernel))[0]
        difference += update(os.path.join(KERNELS, "golden", f"{name}.{form}"), text, options.check)
    sys.stdout.writelines(difference)
    if options.check:
        print(f"{len(texts)} golden files compared")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
