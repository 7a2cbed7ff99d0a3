#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel's printed C++ on its case, as Warp's launcher would, and prints what kgen-run prints.

    run_cpp.py FILE.py [--device cpu] [--backward] [--cxx g++] [--self-contained] [--without-fwrapv]

FILE.py holds a kernel and a literal CASE (see test/Cases/grad/README.md). The C++ comes from kgen-translate, which must
be on PATH.
"""
import argparse
import ast
import ctypes
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import compile_check

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Oracle"))
from cases import tape_argument  # noqa: E402

SCALARS = {"float32": ctypes.c_float, "float64": ctypes.c_double, "int32": ctypes.c_int32, "uint32": ctypes.c_uint32,
           "int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "int8": ctypes.c_int8, "uint8": ctypes.c_uint8,
           "int16": ctypes.c_int16, "uint16": ctypes.c_uint16, "bool": ctypes.c_bool}
LETTERS = {"": "float32", "f": "float32", "d": "float64", "i": "int32"}


TAPE_ROWS = 4096  # more words a thread than any case records


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("grad", ctypes.c_void_p), ("shape", ctypes.c_int32 * 4),
                ("strides", ctypes.c_int32 * 4), ("ndim", ctypes.c_uint16), ("flags", ctypes.c_uint16)]


def element(dtype):
    """The scalar type of a dtype and the shape of one element."""
    if dtype in SCALARS:
        return SCALARS[dtype], []
    rotation = re.fullmatch(r"(quat|transform)([a-z]?)", dtype)
    if rotation:
        return SCALARS[LETTERS[rotation[2]]], [{"quat": 4, "transform": 7}[rotation[1]]]
    found = re.fullmatch(r"(vec|mat)(\d)(\d?)([a-z]?)", dtype)
    if not found:
        sys.exit(f"run_cpp: expected a scalar, vector or matrix, a quaternion or transform, but got {dtype}")
    shape = [int(found[2])] if found[1] == "vec" else [int(found[2]), int(found[3])]
    return SCALARS[LETTERS[found[4]]], shape


def flatten(value):
    return [x for part in value for x in flatten(part)] if isinstance(value, (list, tuple)) else [value]


def shape_of(value):
    return [len(value)] + shape_of(value[0]) if isinstance(value, (list, tuple)) and value else []


class Argument:
    def __init__(self, spec):
        self.spec = spec
        self.name = spec["name"]
        self.scalar, inner = element(spec["dtype"])
        self.is_array = spec["role"] != "scalar"
        if not self.is_array:
            return
        flat = flatten(spec["value"])
        shape = shape_of(spec["value"])
        self.shape = spec.get("shape", shape[: len(shape) - len(inner)])
        self.data = (self.scalar * max(1, len(flat)))(*flat)
        self.grad = (self.scalar * max(1, len(flat)))(*flatten(spec["weight"]) if "weight" in spec else [])
        self.count = len(flat)
        self.size = ctypes.sizeof(self.scalar) * math.prod(inner)

    def struct(self, data, grad):
        array = Array(data=ctypes.addressof(data), grad=ctypes.addressof(grad), ndim=len(self.shape))
        stride = self.size
        for d in reversed(range(len(self.shape))):
            array.shape[d], array.strides[d] = self.shape[d], stride
            stride *= self.shape[d]
        return array

    def field(self, adjoint):
        """The argument, or its adjoint, as the entry point takes it."""
        if self.is_array:
            return self.struct(self.grad if adjoint else self.data, self.grad)
        scalar = self.scalar(0 if adjoint else flatten(self.spec["value"])[0])
        inner = element(self.spec["dtype"])[1]
        return scalar if not inner else (self.scalar * math.prod(inner))(*flatten(self.spec["value"]))


def pack(arguments, adjoint):
    values = [argument.field(adjoint) for argument in arguments]
    fields = [(f"f{i}", type(value)) for i, value in enumerate(values)]
    return type("Args", (ctypes.Structure,), {"_fields_": fields})(*values)


def bounds(dim, rank):
    """Warp's launch_bounds_t: dimensions past the kernel's own fold into coord_mult."""
    dim = [dim] if isinstance(dim, int) else list(dim)
    shape = (dim + [1] * rank)[:rank]
    fields = [("shape", ctypes.c_uint32 * rank), ("size", ctypes.c_size_t), ("coord_mult", ctypes.c_size_t)]
    bounds_type = type("Bounds", (ctypes.Structure,), {"_fields_": fields})
    return bounds_type((ctypes.c_uint32 * rank)(*shape), math.prod(dim), math.prod(dim[rank:]))


def build(path, options, folder):
    command = ["kgen-translate", "--kgen-to-cpp", path] + ([] if options.backward else ["--no-backward"])
    command += ["--self-contained"] if options.self_contained else []
    source = subprocess.run(command, capture_output=True, text=True)
    if source.returncode:
        sys.exit(source.stderr.strip())
    cpp, library = os.path.join(folder, "kernel.cpp"), os.path.join(folder, "kernel.so")
    with open(cpp, "w") as file:
        file.write(source.stdout)
    include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
    flags = compile_check.CXX_FLAGS[: compile_check.CXX_FLAGS.index("-c")] + ["-shared", "-fPIC", "-I" + include]
    if options.without_fwrapv:
        flags.remove("-fwrapv")
    done = subprocess.run([options.cxx] + flags + ["-o", library, cpp], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return ctypes.CDLL(library), source.stdout, source.stderr


def rank_of(source):
    """How many thread indices the printed kernel takes."""
    return int(re.search(r"launch_bounds<(\d)>\* dim", source)[1])


def run(case, rank, forward, backward, takes_tape=False):
    """Calls the entry points on a case; gradients where there is a backward."""
    arguments = [Argument(spec) for spec in case["args"]]
    if takes_tape:
        arguments.append(Argument(tape_argument(case["dim"], TAPE_ROWS)))
    dim = bounds(case["dim"], rank)
    args, adj_args = pack(arguments, False), pack(arguments, True)
    forward(ctypes.byref(dim), ctypes.byref(args))
    weighted = [a for a in arguments if "weight" in a.spec]
    shown = weighted or [a for a in arguments if a.spec["role"] in ("out", "inout")]
    result = {"outputs": {a.name: list(a.data)[: a.count] for a in shown}}
    if backward:
        backward(ctypes.byref(dim), ctypes.byref(args), ctypes.byref(adj_args))
        result["grads"] = {a.name: list(a.grad)[: a.count] for a in arguments if a.spec.get("grad")}
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("--device", choices=["cpu"], help="for check.py, which runs this as it runs kgen-run")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--without-fwrapv", action="store_true")
    parser.add_argument("--self-contained", action="store_true")
    options = parser.parse_args()
    with open(options.file) as file:
        tree = ast.parse(file.read())
    case = next(ast.literal_eval(node.value) for node in tree.body
                if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "CASE")
    if case.get("struct", {}).get("fields"):
        sys.exit("run_cpp: cases with a struct are not supported")
    with tempfile.TemporaryDirectory() as folder:
        library, source, notes = build(options.file, options, folder)
    entry = case["kernel"] + "_cpu_"
    forward, backward = getattr(library, entry + "forward"), getattr(library, entry + "backward", None)
    takes_tape = options.backward and backward is None and hasattr(library, case["kernel"] + "_tape_cpu_backward")
    if takes_tape:
        entry = case["kernel"] + "_tape_cpu_"
        forward, backward = getattr(library, entry + "forward"), getattr(library, entry + "backward")
    if options.backward and backward is None:
        sys.exit(notes.strip() or "run_cpp: the kernel has no backward")
    print(json.dumps(run(case, rank_of(source), forward, backward if options.backward else None, takes_tape)))


if __name__ == "__main__":
    main()
