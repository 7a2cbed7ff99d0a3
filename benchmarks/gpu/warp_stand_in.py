# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""As much of Warp as run.py's kernels need to be launched on a GPU where Warp is not: types, arrays, and a `launch` that hands the
packed arguments to whoever asked for them with `on_launch`. The driver's functions are called by their documented signatures."""

import ctypes
import functools
import math
import re
import types

import numpy

LOG_ERROR = 0
config = types.SimpleNamespace(quiet=False, log_level=0)

# ===----------------------------------------------------------------------===#
# The driver
# ===----------------------------------------------------------------------===#


class Gpu:
    """The first GPU, through libcuda."""

    THREADS_PER_BLOCK = 256  # as Warp launches, and with no more blocks than this
    MOST_BLOCKS = 65535

    def __init__(self):
        self.driver = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context, name = ctypes.c_int(), ctypes.c_void_p(), ctypes.create_string_buffer(256)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDeviceGetName", name, len(name), device)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.name, self.modules = name.value.decode(), {}
        self.begin, self.end = ctypes.c_void_p(), ctypes.c_void_p()
        for event in (self.begin, self.end):
            self.call("cuEventCreate", ctypes.byref(event), 0)

    def call(self, function, *arguments):
        if status := getattr(self.driver, function)(*arguments):
            raise RuntimeError(f"{function}: CUDA error {status}")

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        return address.value

    def write(self, address, data):
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)))

    def read(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return data.raw

    def entry(self, ptx, name):
        if ptx not in self.modules:
            self.modules[ptx] = ctypes.c_void_p()
            self.call("cuModuleLoadDataEx", ctypes.byref(self.modules[ptx]), ptx + b"\0", 0, None, None)
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self.modules[ptx], name.encode())
        return function

    def launch(self, entry, threads, parameters):
        blocks = min(max(-(-threads // self.THREADS_PER_BLOCK), 1), self.MOST_BLOCKS)
        pointers = (ctypes.c_char_p * len(parameters))(*parameters)
        self.call("cuLaunchKernel", entry, blocks, 1, 1, self.THREADS_PER_BLOCK, 1, 1, 0, None, pointers, None)

    def milliseconds(self, call, count):
        """The GPU's time of one of so many calls."""
        self.call("cuEventRecord", self.begin, None)
        for _ in range(count):
            call()
        self.call("cuEventRecord", self.end, None)
        self.call("cuEventSynchronize", self.end)
        passed = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(passed), self.begin, self.end)
        return passed.value / count


@functools.cache
def gpu():
    return Gpu()


# ===----------------------------------------------------------------------===#
# Types and arrays
# ===----------------------------------------------------------------------===#


class Type:
    """A data type: a number, or so many of them."""

    def __init__(self, kind, *shape):
        self.kind, self.shape = numpy.dtype(kind), shape

    def __call__(self, value):
        return numpy.array(value, self.kind)


NUMBERS = {"bool": "?", "float16": "f2", "float32": "f4", "float64": "f8"}
NUMBERS |= {f"{sign}int{bits}": f"{sign or 'i'}{bits // 8}" for sign in ("", "u") for bits in (8, 16, 32, 64)}


def __getattr__(name):
    if name in NUMBERS:
        return Type(NUMBERS[name])
    if found := re.fullmatch(r"(?:vec(\d)|mat(\d)(\d)|quat|transform)([hfd]?)", name):
        length, rows, columns, suffix = found.groups()
        shape = (
            (int(length),) if length else (int(rows), int(columns)) if rows else (4 if name.startswith("quat") else 7,)
        )
        return Type({"h": "f2", "d": "f8"}.get(suffix, "f4"), *shape)
    raise AttributeError(name)


class array:
    """Rows of numbers on the GPU; without data, the annotation of a parameter."""

    def __init__(self, data=None, dtype=None, device=None, requires_grad=False, **_):
        if data is None:
            return
        self.dtype = dtype
        host = numpy.ascontiguousarray(data, dtype.kind)
        self.shape = host.shape[: host.ndim - len(dtype.shape)]
        self.all, self.size = host.shape, host.nbytes
        self.address = gpu().allocate(self.size)
        self.write(host.tobytes())
        self.grad = array(numpy.zeros_like(host), dtype) if requires_grad else None

    def write(self, data):
        gpu().write(self.address, data)

    def fill_(self, value):
        self.write(numpy.full(self.all, value, self.dtype.kind).tobytes())

    def read(self):
        return gpu().read(self.address, self.size)

    def numpy(self):
        return numpy.frombuffer(self.read(), self.dtype.kind)

    def packed(self):
        """Warp's descriptor: data, gradient, extents, strides in bytes, dimensions and flags."""
        strides, step = [], self.dtype.kind.itemsize * math.prod(self.dtype.shape)
        for extent in reversed(self.shape):
            strides.insert(0, step)
            step *= extent
        rest = [0] * (4 - len(self.shape))
        addresses = numpy.array([self.address, self.grad.address if self.grad else 0], numpy.uint64)
        return (
            addresses.tobytes()
            + numpy.array([*self.shape, *rest, *strides, *rest, len(self.shape), 0], numpy.int32).tobytes()
        )


array1d = array2d = array3d = array4d = array
NO_ARRAY = bytes(56)


def zeros(shape, dtype, device=None, requires_grad=False):
    outer = (shape,) if isinstance(shape, int) else tuple(shape)
    return array(numpy.zeros(outer + dtype.shape, dtype.kind), dtype, requires_grad=requires_grad)


# ===----------------------------------------------------------------------===#
# Kernels and launches
# ===----------------------------------------------------------------------===#


def kernel(function):
    return types.SimpleNamespace(key=function.__name__, func=function)


def func(function):
    return function


def constant(value):
    return value


def init():
    pass


def synchronize():
    pass


receivers = []
on_launch = receivers.append


def packed_bounds(dim):
    """Warp's launch bounds: the extents, how many threads there are, and how many launches in one."""
    extents = numpy.array(dim, numpy.uint32).reshape(-1)
    counts = numpy.array([math.prod(extents.tolist()), 1], numpy.uint64)
    return extents.tobytes().ljust(-(-extents.nbytes // 8) * 8, b"\0") + counts.tobytes()


def packed(value, annotation):
    if isinstance(value, array):
        return value.packed()
    if isinstance(annotation, array):
        return NO_ARRAY
    kind = {int: "i4", float: "f4"}.get(annotation) or annotation.kind
    return numpy.array(value, kind).tobytes()


def launch(kernel, dim, inputs, adj_inputs=(), adj_outputs=(), adjoint=False, device=None):
    annotations = [value for name, value in kernel.func.__annotations__.items() if name != "return"]
    parameters = [packed_bounds(dim)] + [packed(*pair) for pair in zip(inputs, annotations)]
    if adjoint:
        parameters += [
            packed(0 if value is None else value, annotation) for value, annotation in zip(adj_inputs, annotations)
        ]
    arrays = {i: value for i, value in enumerate(inputs) if isinstance(value, array)}
    arrays |= {f"{i}.grad": value.grad for i, value in arrays.items() if value.grad}
    threads = dim if isinstance(dim, int) else math.prod(dim)
    for receive in receivers:
        receive(kernel.key, "backward" if adjoint else "forward", threads, parameters, arrays)
