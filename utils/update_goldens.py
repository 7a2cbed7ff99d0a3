#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes test/Kernels/golden: every form of the ten kernels, as the tools make it now.

Usage: update_goldens.py [--libdevice FILE] [FORM...]           rewrite the files
       update_goldens.py --check [--libdevice FILE] [FORM...]   exit 1, with a diff, when one is not current

FORM is mlir, py, cu, cpp, ll or ptx; all of them if none is named. Machine code is long: it is kept for two kernels, and
llvmir.test and ptx.test check the parts that matter of the others. The tools come from PATH, else from build/bin.
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
TO = {
    "mlir": "warp-to-kgen",
    "py": "kgen-to-warp",
    "cu": "kgen-to-cuda",
    "cpp": "kgen-to-cpp",
    "ll": "kgen-to-llvmir",
    "ptx": "kgen-to-ptx",
}
# A branch and a loop that ends early; atomics and their gradients.
MACHINE_CODE_OF = ["control_flow", "atomic"]


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def name_of(kernel):
    return os.path.splitext(os.path.basename(kernel))[0]


def make(kernel, forms, libdevice):
    """Returns {form: text}. The file of Python is read once."""
    imported = run(["kgen-translate", "--" + TO["mlir"], kernel])
    texts = {}
    for form in forms:
        if form in ["ll", "ptx"] and name_of(kernel) not in MACHINE_CODE_OF:
            continue
        command = ["kgen-opt", "--kgen-differentiate"] if form == "mlir" else ["kgen-translate", "--" + TO[form], "-"]
        if form == "ptx" and libdevice:
            command.append("--libdevice=" + libdevice)
        texts[form] = run(command, imported)
    return texts


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

    wanted = sorted(glob.glob(KERNELS + "/*.py"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda kernel: make(kernel, forms, options.libdevice), wanted))
    difference = []
    for kernel, texts in zip(wanted, made):
        for form, text in texts.items():
            difference += update(os.path.join(KERNELS, "golden", f"{name_of(kernel)}.{form}"), text, options.check)
    sys.stdout.writelines(difference)
    if options.check:
        print(f"{sum(map(len, made))} golden files compared")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
