#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Machine instructions of our PTX beside those of Warp's own code for the same kernels, as ptxas makes them. Needs no GPU.

    sass.py [FILE.py...] [--chip sm_80] [-O 1] [--fp-contract off|fast] [--warp-fuses] [--nvcc NVCC]

Without a file: all of test/Kernels and examples/gradients, whole folders and none chosen by how it comes out; what is reported is these and the 14 kernels
of the CPU benchmark in f32. Each kernel at module level that both compile is counted, forward and backward: instructions of the entry and of what it calls, without padding; registers;
bytes of stack; bytes spilled (stores). Warp lets `a * b + c` be rounded once unless told otherwise, we do not: --fp-contract is for both alike, off by
default, and with --warp-fuses ours is not contracted and Warp's is. With --nvcc ours is what that nvcc makes of our CUDA C++. Needs kgen-translate and ptxas on PATH, and Warp in the Python that runs this. Prints
one JSON object. A count is no time.
"""

import argparse
import glob
import importlib.util
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

import warp as wp

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTRUCTION = 16  # bytes, on every chip since sm_70
NO_OPERATION = 0x918


def text_sections(cubin):
    """{name: bytes} of an ELF file's code, by what follows `.text.`."""
    (start,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, start + i * size) for i in range(count)]
    strings = headers[names][4]
    found = {}
    for name, _, _, _, offset, length in headers:
        text = cubin[strings + name : cubin.index(b"\0", strings + name)].decode()
        if text.startswith(".text."):
            found[text[len(".text.") :]] = cubin[offset : offset + length]
    return found


def instructions(code):
    words = (struct.unpack_from("<H", code, at)[0] & 0xFFF for at in range(0, len(code), INSTRUCTION))
    return sum(word != NO_OPERATION for word in words)


def assemble(ptx, chip, folder):
    """{entry or function: (instructions, registers, bytes of stack, bytes spilled)}."""
    source, target = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
    # Warp brings an NVRTC that may be younger than the machine's ptxas; what it writes for these chips is no newer.
    ptx = re.sub(r"^\.version 9\.\d+", ".version 9.0", ptx, flags=re.MULTILINE)
    with open(source, "w", encoding="utf-8") as file:
        file.write(ptx)
    said = subprocess.run(["ptxas", "-v", "-arch=" + chip, source, "-o", target], capture_output=True, text=True)
    if said.returncode:
        sys.exit("ptxas: " + said.stderr)
    said = said.stderr
    with open(target, "rb") as file:
        sections = text_sections(file.read())
    frames = re.findall(r"Function properties for (\S+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores", said)
    frames = {name: (int(stack), int(spilled)) for name, stack, spilled in frames}
    registers = dict(re.findall(r"Compiling entry function '(\S+)'.*?Used (\d+) registers", said, re.DOTALL))
    return {
        name: (instructions(code), int(registers.get(name, 0)), *frames.get(name, (0, 0)))
        for name, code in sections.items()
    }


def warps_code(number, path, options, folder):
    """What Warp's own PTX of a file's kernels becomes, and their names."""
    # A name of its own: Warp empties a module that another file takes the name of.
    spec = importlib.util.spec_from_file_location(f"beside{number}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    names = sorted(key for key, value in vars(module).items() if isinstance(value, wp.Kernel) and not value.is_generic)
    kept, folder = wp.get_module(spec.name), os.path.join(folder, spec.name)
    kept.options["fuse_fp"] = options.contract == "fast" or options.warp_fuses
    wp.compile_aot_module(
        kept, arch=int(options.chip.removeprefix("sm_")), module_dir=folder, use_ptx=True, strip_hash=True
    )
    ptx = next(name for name in os.listdir(folder) if name.endswith(".ptx"))
    with open(os.path.join(folder, ptx), encoding="utf-8") as file:
        return assemble(file.read().rstrip("\0"), options.chip, folder), names


def by_nvcc(source, options, folder):
    """PTX of CUDA C++."""
    cuda, ptx = os.path.join(folder, "k.cu"), os.path.join(folder, "nvcc.ptx")
    with open(cuda, "w", encoding="utf-8") as file:
        file.write(source)
    contract = "-fmad=" + ("true" if options.contract == "fast" else "false")
    command = [
        options.nvcc,
        "-arch=" + options.chip,
        contract,
        "-std=c++17",
        "-w",
        "-I" + os.path.join(ROOT, "include"),
        "-ptx",
        cuda,
        "-o",
        ptx,
    ]
    subprocess.run(command, check=True)
    with open(ptx, encoding="utf-8") as file:
        return file.read()


def our_code(path, kernel, options, folder):
    command = ["kgen-translate", path, "--kernel", kernel, "--with-metadata"]
    command += (
        ["--kgen-to-cuda"]
        if options.nvcc
        else ["--kgen-to-ptx", "--chip", options.chip, "-O" + options.level, "--fp-contract=" + options.contract]
    )
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"{kernel} is left out: {done.stderr.strip().splitlines()[0]}", file=sys.stderr)
        return {}
    texts = json.loads(done.stdout)
    found = {}
    for direction in ("forward", "backward"):
        if text := texts.get("ir_" + direction):
            text = by_nvcc(text, options, folder) if options.nvcc else text
            parts = assemble(text, options.chip, folder)
            entry = parts.get(f"{kernel}_cuda_kernel_{direction}")
            if not entry:
                continue  # with a tape: another kernel
            others = set(re.findall(r"\.entry (\w+)\(", text))
            called = sum(part[0] for name, part in parts.items() if name not in others)
            found[direction] = (entry[0] + called, *entry[1:])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--chip", default="sm_80")
    parser.add_argument("-O", dest="level", default="1")
    parser.add_argument("--fp-contract", dest="contract", default="off", choices=("off", "fast"))
    parser.add_argument("--warp-fuses", action="store_true")
    parser.add_argument("--nvcc", default="")
    options = parser.parse_args()
    options.files = options.files or [
        path
        for folder in ("test/Kernels", "examples/gradients")
        for path in sorted(glob.glob(os.path.join(ROOT, folder, "*.py")))
    ]
    wp.config.log_level = wp.LOG_ERROR
    rows, ratios = {}, {"forward": [], "backward": []}
    with tempfile.TemporaryDirectory() as folder:
        files = {path: warps_code(number, path, options, folder) for number, path in enumerate(options.files)}
        pairs = [(path, kernel, theirs) for path, (theirs, names) in files.items() for kernel in names]
        for path, kernel, theirs in pairs:
            for direction, ours in our_code(path, kernel, options, folder).items():
                their = theirs.get(f"{kernel}_cuda_kernel_{direction}")
                if not their:
                    continue
                ratio = round(ours[0] / their[0], 2)
                ratios[direction].append(ratio)
                row = {
                    "ratio": ratio,
                    "kgen": ours[0],
                    "warp": their[0],
                    "registers": [ours[1], their[1]],
                    "stack": [ours[2], their[2]],
                    "spilled": [ours[3], their[3]],
                }
                name = f"{os.path.splitext(os.path.basename(path))[0]}.{kernel}"
                rows.setdefault(name, {})[direction] = row
    summary = {
        d: {
            "kernels": len(r),
            "geometric_mean": round(math.exp(sum(map(math.log, r)) / len(r)), 2),
            "above_1": sum(x > 1 for x in r),
        }
        for d, r in ratios.items()
        if r
    }
    lines = ",\n".join(f'  "{name}": {json.dumps(row)}' for name, row in rows.items())
    print(
        f'{{"chip": "{options.chip}", "level": {options.level}, "warp": "{wp.__version__}",\n "summary": {json.dumps(summary)},\n "kernels": {{\n{lines}}}}}'
    )


if __name__ == "__main__":
    main()
