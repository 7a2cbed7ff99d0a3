# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled code in this process. The compiler's child makes an object and links it to memory that is reserved here; no file and no
linker of the system lies between."""

from __future__ import annotations

import base64
import ctypes
import functools
import glob
import itertools
import math
import mmap
import os
import struct
import weakref

import numpy

from . import arguments as args
from .errors import Error

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
LIBC.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
LIBC.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
FAILED = ctypes.c_void_p(-1).value
PAGE = 4096
FORWARD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
BACKWARD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@functools.cache
def sleef():
    """SLEEF, whose elementary functions have the same bits on every machine: the wheel's, else the system's; None where there is none."""
    here = os.path.dirname(os.path.realpath(__file__))
    for name in [*glob.glob(os.path.join(here, "..", "kgen_mlir.libs", "libsleef-*.so*")), "libsleef.so.3"]:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


@functools.cache
def address_of(symbol: str) -> int:
    """Where a function lies that compiled code calls."""
    libraries = [sleef(), LIBC, *filter(None, (loaded(name) for name in ("libm.so.6", "libgcc_s.so.1")))]
    for library in filter(None, libraries):
        try:
            return ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value
        except AttributeError:
            continue
    raise Error(f"expected a function '{symbol}' in this process, which the kernel calls, but found none")


def loaded(name: str):
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def reserve(size: int) -> int:
    """Memory of our own that costs nothing until it is written."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    address = LIBC.mmap(None, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
    if address == FAILED:
        raise Error(f"cannot reserve {size} bytes for code: {os.strerror(ctypes.get_errno())}")
    return address


class Code:
    """Linked code in memory, gone with this object. symbols: the addresses of what it defines."""

    def __init__(self, ask, made: dict):
        room = -(-(4 * len(made["object"]) + (1 << 20)) // PAGE) * PAGE
        self.address = reserve(room)
        self.free = weakref.finalize(self, LIBC.munmap, self.address, room)
        symbols = {name: address_of(name) for name in made["calls"]}
        linked = ask(
            {"do": "link", "object": made["object"], "address": self.address, "room": room, "symbols": symbols}
        )
        image = base64.b64decode(linked["image"])
        ctypes.memmove(self.address, image, len(image))
        for segment in linked["segments"]:
            rights = mmap.PROT_READ | (mmap.PROT_WRITE if segment["writable"] else 0)
            rights |= mmap.PROT_EXEC if segment["executable"] else 0
            if LIBC.mprotect(self.address + segment["offset"], segment["size"], rights):
                raise Error(f"cannot make code executable: {os.strerror(ctypes.get_errno())}")
        self.symbols = linked["symbols"]


class Native:
    """The entry points of a kernel, and of its backward where that was asked for."""

    def __init__(self, ask, made: dict, description: dict):
        self.code, self.description, self.has_tape = Code(ask, made), description, made["has_tape"]
        self.prints = "printf" in made["calls"]
        self.forward = FORWARD(self.code.symbols[made["forward"]])
        self.backward = BACKWARD(self.code.symbols[made["backward"]]) if made["backward"] else None

    def launch(self, dim, extents, arguments: args.Arguments, values: list) -> Prepared | None:
        """Runs the kernel. What is returned runs it again for other numbers and arrays of the same kinds; None if there is no such thing."""
        bounds, packed = (
            args.launch_bounds(extents, self.description["rank"]),
            bytes(args.pack(arguments, self.has_tape)),
        )
        self.forward(bounds, packed)
        self.flush()
        return Prepared(self, dim, bounds, packed, arguments) if Prepared.takes(dim, arguments, values) else None

    def flush(self) -> None:
        if self.prints:
            LIBC.fflush(None)

    def call(self, entry, extents, *packed: bytearray) -> None:
        bounds = bytearray(args.launch_bounds(extents, self.description["rank"]))
        entry(*((ctypes.c_char * len(data)).from_buffer(data) for data in (bounds, *packed)))
        self.flush()

    def vjp(self, extents, arguments: args.Arguments, gradients: dict[str, numpy.ndarray]) -> None:
        """Runs the kernel, then its backward. Arrays are contiguous; gradients, of the shape of their arrays, are updated in place."""
        places = {name: address_in(array) for name, array in gradients.items()}
        own = {array.name: array.address for array in arguments.arrays}
        packed = args.pack(arguments, self.has_tape, own, places)
        adjoints = args.pack(arguments, self.has_tape, places, {})
        if self.has_tape:
            tape = self.record(extents, arguments, packed)
            packed[-args.ARRAY.size :] = args.describe_tape(address_in(tape), tape.size)
        else:
            self.call(self.forward, extents, packed)
        self.call(self.backward, extents, packed, adjoints)

    def record(self, extents, arguments: args.Arguments, packed: bytearray) -> numpy.ndarray:
        threads = max(math.prod(extents), 1)
        before = {array.name: array.value.copy() for array in arguments.arrays if array.written}

        def attempt(words: int) -> tuple[numpy.ndarray, int]:
            tape = numpy.zeros((1 + words) * threads, dtype=numpy.uint64)
            packed[-args.ARRAY.size :] = args.describe_tape(address_in(tape), tape.size)
            self.call(self.forward, extents, packed)
            return tape, int(tape[:threads].max())

        def reset() -> None:
            for array in arguments.arrays:
                if array.written:
                    array.value[...] = before[array.name]

        return args.record(attempt, reset)


def address_in(array: numpy.ndarray) -> int:
    return array.__array_interface__["data"][0]


NUMBERS = {"float16": (float, int), "float32": (float, int), "float64": (float, int), "bool": (bool,)}
ADDRESS = struct.Struct("<Q")


def layout_of(array: numpy.ndarray) -> tuple[dict, int, bool]:
    """(what numpy says of an array except where it lies, its address, whether it may only be read)."""
    layout = array.__array_interface__
    address, is_read_only = layout.pop("data")
    return layout, address, is_read_only


class Prepared:
    """A launch that was checked. The next one needs no more checks than these if its numbers are of the same types, and its arrays of the
    same types, shapes and strides: as in a loop of a program, and of a fortieth of the time. Immutable, so that threads share it."""

    def __init__(self, native: Native, dim, bounds: bytes, packed: bytes, arguments: args.Arguments):
        self.native, self.dim, self.bounds, self.packed = native, dim, bounds, packed
        self.numbers = [
            (i, NUMBERS.get(number.kind["scalar"], (int,)), number.offset, struct.Struct(f"<{args.FORMATS[number.kind['scalar']]}"))
            for i, number in enumerate(arguments.order)
            if isinstance(number, args.Scalars)
        ]  # fmt: skip
        self.arrays = [
            (i, layout_of(array.value)[0], array.value.dtype.alignment, array.written, array.offset)
            for i, array in enumerate(arguments.order)
            if isinstance(array, args.Array)
        ]
        self.apart = list(distances(arguments.arrays))
        self.count = len(arguments.order)

    @staticmethod
    def takes(dim, arguments: args.Arguments, values: list) -> bool:
        """Whether a launch is of a number or a tuple of threads, of arrays of numpy's and of numbers."""
        if not isinstance(dim, (int, tuple)) or len(values) != len(arguments.order):
            return False
        return all(
            type(value) is numpy.ndarray
            if isinstance(argument, args.Array)
            else type(value) in (int, float, bool) and argument.kind["scalar"] in args.FORMATS
            for argument, value in zip(arguments.order, values)
        )

    def run(self, dim, values) -> bool:
        """Runs the kernel if the launch is of the same kind; otherwise nothing is done and False returned."""
        if dim != self.dim or type(dim) is not type(self.dim) or len(values) != self.count:
            return False
        packed, places = bytearray(self.packed), []
        for i, types, offset, form in self.numbers:
            if type(values[i]) not in types:
                return False
            try:
                form.pack_into(packed, offset, values[i])
            except (struct.error, OverflowError):
                return False
        for i, known, alignment, written, offset in self.arrays:
            if type(values[i]) is not numpy.ndarray:
                return False
            layout, address, is_read_only = layout_of(values[i])
            if layout != known or address % alignment or (is_read_only and written):
                return False
            ADDRESS.pack_into(packed, offset, address)
            places.append(address)
        for one, other, low, high in self.apart:
            if low < places[other] - places[one] < high:
                return False
        self.native.forward(self.bounds, bytes(packed))
        self.native.flush()
        return True


def distances(arrays: list[args.Array]):
    """(one, other, low, high) of each two arrays one of which is written: the other shares no byte with the one if it begins at most `low` or
    at least `high` bytes behind it."""
    spans = [[end - array.address for end in args.bounds_of(array.value, array.address)] for array in arrays]
    for one, other in itertools.combinations(range(len(arrays)), 2):
        if arrays[one].written or arrays[other].written:
            yield one, other, spans[one][0] - spans[other][1], spans[one][1] - spans[other][0]
