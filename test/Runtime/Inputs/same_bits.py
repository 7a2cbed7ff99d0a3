# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the machine code of a data set's kernels, forward and backward, against itself: thread by thread and as lanes, for a CPU
with AVX2 and, where this one has it, with AVX-512. All bits must be equal.

    same_bits.py DIR [--count N] [--lanes 4]

DIR is what kgen-synth wrote. Launches of samples are shorter than 16 threads: code for 16 lanes runs them thread by thread. Prints how many
kernels ran, how many of them as lanes, and the name of each that differs; exit status 1 if one does.
"""
import argparse
import ctypes
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import numpy

BATCH = 100
APART = 16  # lanes that no launch of a sample fills
SCALARS = {"bool": "u1", "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint8": "u1", "uint16": "u2", "uint32": "u4",
           "uint64": "u8", "float16": "f2", "float32": "f4", "float64": "f8"}
COMPONENTS = {"h": "f2", "f": "f4", "d": "f8", "i": "i4"}


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_uint64), ("grad", ctypes.c_uint64), ("shape", ctypes.c_int32 * 4),
                ("strides", ctypes.c_int32 * 4), ("ndim", ctypes.c_uint16), ("flags", ctypes.c_uint16)]


def type_of(dtype):
    """(numpy's name of the scalar, numbers in an element); KeyError for what numpy lacks."""
    if dtype in SCALARS:
        return SCALARS[dtype], 1
    found = re.fullmatch(r"(vec|mat|quat|transform)(\d*)x?(\d*)([hfdi])", dtype)
    if not found:
        raise KeyError(dtype)
    form, first, second, letter = found.groups()
    if form == "mat" and not second:
        first, second = first[: len(first) // 2], first[len(first) // 2 :]
    extents = {"quat": 4, "transform": 7}.get(form) or int(first) * int(second or 1)
    return COMPONENTS[letter], extents


class Launch:
    """The buffers and structs of a case, filled anew."""

    def __init__(self, case, rank):
        fields, values, adjoints = [], [], []
        self.buffers = []
        for arg in case["args"]:
            scalar, count = type_of(arg["dtype"])
            numbers = numpy.array(arg["value"]).astype(scalar)
            if arg["role"] == "scalar":
                fields.append((arg["name"], numpy.ctypeslib.as_ctypes_type(numpy.dtype(scalar)) * count))
                values.append(fields[-1][1](*numbers.tolist()))
                adjoints.append(fields[-1][1]())
                continue
            fields.append((arg["name"], Array))
            values.append(self.array(numbers, arg["shape"], count))
            seed = numpy.array(arg["weight"] or [0.0] * len(numbers)).astype(scalar)
            adjoints.append(self.array(seed, arg["shape"], count) if scalar[0] == "f" else Array())
        gathered = len(case["struct"]["fields"].split())
        self.args, self.adj_args = self.arguments(fields, values, gathered), self.arguments(fields, adjoints, gathered)
        bounds = [("shape", ctypes.c_uint32 * rank), ("size", ctypes.c_size_t), ("coord_mult", ctypes.c_size_t)]
        dim = (case["dim"] + [1] * rank)[:rank]
        size = math.prod(case["dim"])
        self.bounds = type("Bounds", (ctypes.Structure,), {"_fields_": bounds})((ctypes.c_uint32 * rank)(*dim), size,
                                                                              size // math.prod(dim))

    @staticmethod
    def arguments(fields, values, gathered):
        """The parameters in memory; the first `gathered` are fields of a struct, which is one."""
        if gathered:
            struct = type("Struct", (ctypes.Structure,), {"_fields_": fields[:gathered]})
            fields, values = [("struct", struct), *fields[gathered:]], [struct(*values[:gathered]), *values[gathered:]]
        return type("Arguments", (ctypes.Structure,), {"_fields_": fields})(*values)

    def array(self, numbers, shape, count):
        self.buffers.append(numbers)
        strides, step = [0] * len(shape), numbers.itemsize * count
        for d in reversed(range(len(shape))):
            strides[d], step = step, step * shape[d]
        rest = [0] * (4 - len(shape))
        return Array(numbers.ctypes.data, 0, (ctypes.c_int32 * 4)(*shape, *rest), (ctypes.c_int32 * 4)(*strides, *rest), len(shape))

    def run(self, forward, backward):
        pointers = [ctypes.byref(part) for part in (self.bounds, self.args, self.adj_args)]
        forward(*pointers[:2])
        if backward:
            backward(*pointers)
        return b"".join(buffer.tobytes() for buffer in self.buffers)


def read(directory, count):
    paths = sorted(glob.glob(os.path.join(directory, "**/*samples-*.jsonl"), recursive=True))
    lines = (line for path in paths for line in open(path, encoding="utf-8"))
    for number, line in zip(range(count), lines):
        if not line.endswith("\n"):
            return
        sample = json.loads(line)
        text = re.sub(r"@(\w+)", rf"@\1_{number}", sample["kgen"].strip())
        for struct in re.findall(r"^!(\w+) = ", text, re.MULTILINE):
            text = re.sub(rf'([!"]){struct}\b', rf"\1{struct}_{number}", text)
        text = text.replace("module {", "", 1).removesuffix("}")
        yield f"{sample['metadata']['kernel_name']}_{number}", text, sample["cases"][0]


def compile_batch(mlir, cpu, lanes, base):
    """A library of the batch's entry points."""
    command = ["kgen-translate", "--kgen-to-object", mlir, "--mcpu", cpu, "--lanes", str(lanes), "-o", base + ".o"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["cc", "-shared", "-o", base + ".so", base + ".o", "-l:libsleef.so.3", "-lm"], check=True)
    return ctypes.CDLL(base + ".so")


def check(batch, lanes, cpus, folder):
    """(kernels that ran, kernels with a backward, entry points as lanes, names of kernels that differ)."""
    mlir = os.path.join(folder, "batch.mlir")
    with open(mlir, "w", encoding="utf-8") as file:
        file.write("\n".join(text for _, text, _ in batch))
    said = subprocess.run(["kgen-opt", "--kgen-differentiate", "--kgen-print-lanes", mlir, "-o", "/dev/null"],
                          capture_output=True, text=True).stderr
    names = [(cpu, count) for cpu in cpus for count in (APART, lanes)]
    libraries = [compile_batch(mlir, cpu, count, os.path.join(folder, f"{cpu}-{count}")) for cpu, count in names]
    ran = differentiated = 0
    different = []
    for name, text, case in batch:
        try:
            found = [Launch(case, coordinates(text)) for _ in libraries]
        except KeyError:
            continue
        backwards = [getattr(library, f"{name}_cpu_backward", None) for library in libraries]
        results = {launch.run(getattr(library, f"{name}_cpu_forward"), backward)
                   for launch, library, backward in zip(found, libraries, backwards)}
        ran, differentiated = ran + 1, differentiated + (backwards[0] is not None)
        if len(results) > 1:
            different.append(name)
    return ran, differentiated, len(re.findall("remark: kernel .* runs as", said)), different


def coordinates(text):
    """How many coordinates of a thread a kernel asks for."""
    found = re.search(r"^ *(.*) = kgen\.tid", text, re.MULTILINE)
    return len(found[1].split(",")) if found else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory")
    parser.add_argument("--count", type=int, default=1 << 30)
    parser.add_argument("--lanes", type=int, default=4)
    options = parser.parse_args()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        has_avx512 = "avx512f" in file.read()
    cpus = ["x86-64-v3"] + ["x86-64-v4"] * has_avx512
    samples = list(read(options.directory, options.count))
    ran = differentiated = as_lanes = 0
    different = []
    for start in range(0, len(samples), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            result = check(samples[start : start + BATCH], options.lanes, cpus, folder)
        ran, differentiated, as_lanes = ran + result[0], differentiated + result[1], as_lanes + result[2]
        different += result[3]
    for name in different:
        print(f"{name}: other bits")
    missing = "" if has_avx512 else "; this CPU lacks AVX-512"
    print(f"{ran} kernels, {differentiated} with a backward, {as_lanes} entry points as lanes: {len(different)} differ{missing}")
    return 1 if different else 0


sys.exit(main())
