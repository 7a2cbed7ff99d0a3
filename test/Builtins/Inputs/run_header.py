# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles C++ programs on kgen.cuh, runs them, and says which functions of the header none of them ran.

    run_header.py --cxx g++ --include DIR --folder DIR PROGRAM.cpp ...

Exits 1 where a program does not compile or fails. What only a GPU has (`#if defined(__CUDACC__)`) is left out.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

FLAGS = ["-std=c++17", "-O0", "-fwrapv", "-ffp-contract=off", "--coverage"]


def functions_of(header):
    """The lines that functions of the CPU stand in: line -> text."""
    lines, skipped = {}, [False]
    for number, line in enumerate(header.read_text().splitlines(), 1):
        if line.startswith("#if"):
            skipped.append(line.startswith(("#if defined(__CUDACC__)", "#if defined(__CUDA_ARCH__)")))
        elif line.startswith("#else"):
            skipped[-1] = False
        elif line.startswith("#endif"):
            skipped.pop()
        elif "KGEN_FN " in line and not line.startswith("#") and not any(skipped):
            lines[number] = line.strip()
    return lines


def run(args, program):
    """Compiles and runs a program; the lines of the header whose functions it ran."""
    folder = pathlib.Path(args.folder, program.stem)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([args.cxx, *FLAGS, "-I", os.path.abspath(args.include), str(program.resolve()), "-o", "program"], cwd=folder, check=True)
    if subprocess.run(["./program"], cwd=folder).returncode:
        sys.exit(f"{program.name} failed")
    data = next(folder.glob("*.gcda"))
    gcov = subprocess.run([args.gcov, "--json-format", "--stdout", data.name], cwd=folder, check=True, capture_output=True)
    files = json.loads(gcov.stdout)["files"]
    header = next(file for file in files if file["file"].endswith("kgen/kgen.cuh"))
    return {f["start_line"] for f in header["functions"] if f["execution_count"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--cxx", "--include", "--folder"):
        parser.add_argument(name, required=True)
    parser.add_argument("--gcov", help="default: the one of the compiler")
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    args.gcov = args.gcov or args.cxx.replace("g++", "gcov")
    ran = set().union(*(run(args, program) for program in args.programs))
    functions = functions_of(pathlib.Path(args.include, "kgen/kgen.cuh"))
    left = [text for line, text in sorted(functions.items()) if line not in ran]
    print(f"{len(functions)} functions")
    print("not run:", "\n".join(left) or "none")


main()
