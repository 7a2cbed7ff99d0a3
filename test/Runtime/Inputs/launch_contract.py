# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""launch_contract.py OUT: launches compiled kernels, thread by thread and as lanes, as a foreign launcher may: no threads, strides of
any sign, arrays in one memory, 2^31 threads. Prints a line for each that went well.
"""
import ctypes
import os
import subprocess
import sys

import numpy

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(FOLDER, "contract_kernels.py")
N = 21


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_uint64), ("grad", ctypes.c_uint64), ("shape", ctypes.c_int32 * 4),
                ("strides", ctypes.c_int32 * 4), ("ndim", ctypes.c_uint16), ("flags", ctypes.c_uint16)]


class Bounds(ctypes.Structure):
    _fields_ = [("shape", ctypes.c_uint32 * 1), ("size", ctypes.c_size_t), ("coord_mult", ctypes.c_size_t)]


def struct(*arrays):
    """An argument struct; None is an array that is not there."""
    fields = [Array() if a is None else Array(a.__array_interface__["data"][0], 0, (ctypes.c_int32 * 4)(len(a)),
                                              (ctypes.c_int32 * 4)(a.strides[0]), 1) for a in arrays]
    kind = type("Arguments", (ctypes.Structure,), {"_fields_": [(f"a{i}", Array) for i in range(len(fields))]})
    return kind(*fields)


def launch(entry, size, *structs):
    bounds = Bounds((ctypes.c_uint32 * 1)(size), size, 1)
    entry(ctypes.byref(bounds), *map(ctypes.byref, structs))


def compile_library(kernel, lanes, out):
    base = os.path.join(out, f"{kernel}-{lanes}")
    command = ["kgen-translate", "--kgen-to-object", SOURCE, "--kernel", kernel, "-O2", "--lanes", lanes, "-o", base + ".o"]
    subprocess.run(command, check=True)
    subprocess.run(["cc", "-shared", "-o", base + ".so", base + ".o", "-l:libsleef.so.3", "-lm"], check=True)
    return ctypes.CDLL(base + ".so")


def forward(x):
    return numpy.sqrt(x) * 3.0 + x


def check_smooth(library):
    run, back = library.smooth_cpu_forward, library.smooth_cpu_backward
    numbers = numpy.arange(1.0, N + 1.0)

    y = numpy.zeros(N)
    launch(run, 0, struct(None, None))
    launch(run, 0, struct(numbers, y))
    launch(back, 0, struct(numbers, y), struct(y, numbers))
    assert not y.any()
    print("no threads")

    for x_step, y_step in ((-1, 1), (1, -1), (-2, 3)):
        x, y = (numpy.ones(N * 3)[::step][:N] for step in (x_step, y_step))
        x[:] = numbers
        launch(run, N, struct(x, y))
        assert (y == forward(numbers)).all(), (x_step, y_step)
        slope, seed = (numpy.zeros(N * 3)[::step][:N] for step in (x_step, y_step))
        seed[:] = 2.0
        launch(back, N, struct(x, y), struct(slope, seed))
        assert numpy.allclose(slope, 2.0 * (1.5 / numpy.sqrt(numbers) + 1.0), rtol=1e-14), (x_step, y_step)
    print("strides of both signs")

    # Each thread reads what the one before has written.
    memory = numpy.ones(N + 1)
    launch(run, N, struct(memory[:-1], memory[1:]))
    want = numpy.ones(N + 1)
    for i in range(N):
        want[i + 1] = forward(want[i])
    assert (memory == want).all()
    print("one memory, thread after thread")


def check_chosen(library):
    """Arrays with gaps, and without; indices that count from the end."""
    for size in (N, 200000):  # the second is longer than a cache
        indices = (numpy.arange(size) * 7919 % size).astype(numpy.int32)
        indices[::3] -= size
        for x_step, e_step, y_step in ((1, 1, 1), (2, 1, 1), (1, -1, 1), (1, 1, 3), (-1, 2, -2)):
            x, y = (numpy.ones(size * 3)[::step][:size] for step in (x_step, y_step))
            e = numpy.ones(size * 2, numpy.int32)[::e_step][:size]
            x[:], e[:] = numpy.arange(size) * 0.5, indices
            launch(library.chosen_cpu_forward, size, struct(x, e, y))
            assert (y == x[e]).all(), (size, x_step, e_step, y_step)
            slopes, seed = numpy.zeros(size * 3)[::x_step][:size], numpy.ones(size * 3)[::y_step][:size]
            launch(library.chosen_cpu_backward, size, struct(x, e, y), struct(slopes, None, seed))
            assert (slopes == 1.0).all(), (size, x_step, e_step, y_step)
    print("indices in memory")


def main(out):
    os.makedirs(out, exist_ok=True)
    for lanes in ("off", "8"):
        print("lanes", lanes)
        check_smooth(compile_library("smooth", lanes, out))
    for lanes in ("off", "8", "auto"):
        check_chosen(compile_library("chosen", lanes, out))
    y = numpy.zeros(2)
    launch(compile_library("ends", "8", out).ends_cpu_forward, 2 ** 31, struct(y))
    assert (y == 1.0).all(), y
    print("2^31 threads")


main(sys.argv[1])
