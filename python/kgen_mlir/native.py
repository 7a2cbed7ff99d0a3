# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled code in this process. The compiler's child makes an object and links it to memory that is reserved here; no file and no
linker of the system lies between."""

from __future__ import annotations

import base64
import ctypes
import functools
import glob
import mmap
import os
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
WORD = 8  # bytes of a tape's


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

    def pack(self, arguments: args.Arguments, addresses=None, gradients=None) -> bytearray:
        """Warp's struct of arguments. addresses, gradients: of arrays and of their gradients, where they are not their own or none."""
        size = -(-arguments.size // WORD) * WORD + args.ARRAY.size if self.has_tape else max(arguments.size, 1)
        packed = bytearray(size)
        args.pack_scalars(packed, arguments.scalars)
        for array in arguments.arrays:
            address = addresses.get(array.name, 0) if addresses is not None else array.address
            gradient = gradients.get(array.name, 0) if gradients is not None else 0
            packed[array.offset : array.offset + args.ARRAY.size] = array.descriptor(address, gradient)
        return packed

    def launch(self, extents, arguments: args.Arguments) -> Prepared:
        prepared = Prepared(self, args.launch_bounds(extents, self.description["rank"]), self.pack(arguments))
        prepared.run()
        return prepared

    def call(self, entry, extents, *packed: bytearray) -> None:
        bounds = bytearray(args.launch_bounds(extents, self.description["rank"]))
        entry(*((ctypes.c_char * len(data)).from_buffer(data) for data in (bounds, *packed)))
        if self.prints:
            LIBC.fflush(None)

    def vjp(self, extents, arguments: args.Arguments, gradients: dict[str, numpy.ndarray]) -> None:
        """Runs the kernel, then its backward. Arrays are contiguous; gradients, of the shape of their arrays, are updated in place."""
        places = {name: array.__array_interface__["data"][0] for name, array in gradients.items()}
        own = {array.name: array.address for array in arguments.arrays}
        packed, adjoints = self.pack(arguments, own, places), self.pack(arguments, places, {})
        if self.has_tape:
            tape = self.record(extents, arguments, packed)
            packed[-args.ARRAY.size :] = describe_tape(tape)
        else:
            self.call(self.forward, extents, packed)
        self.call(self.backward, extents, packed, adjoints)

    def record(self, extents, arguments: args.Arguments, packed: bytearray) -> numpy.ndarray:
        """The tape of a launch. What it needs is found by a launch with a short one, which counts on; arrays are put back before the
        next."""
        threads = int(numpy.prod(extents, dtype=numpy.int64))
        before = {array.name: array.value.copy() for array in arguments.arrays if array.written}
        slots = 16
        while True:
            tape = numpy.zeros((1 + slots) * max(threads, 1), dtype=numpy.uint64)
            packed[-args.ARRAY.size :] = describe_tape(tape)
            self.call(self.forward, extents, packed)
            used = int(tape[:threads].max(initial=0))
            if used <= slots:
                return tape
            slots = used
            for array in arguments.arrays:
                if array.written:
                    array.value[...] = before[array.name]


class Prepared:
    """A launch, ready to run: and to run again, while the arguments are the same ones, as in a loop of a program."""

    def __init__(self, native: Native, bounds: bytes, packed: bytearray):
        self.native, self.entry, self.prints = native, native.forward, native.prints
        self.pieces = [(ctypes.c_char * len(data)).from_buffer(bytearray(data)) for data in (bounds, packed)]
        self.addresses = [ctypes.addressof(piece) for piece in self.pieces]
        self.dim, self.values = None, []

    def run(self) -> None:
        self.entry(*self.addresses)
        if self.prints:
            LIBC.fflush(None)

    def remember(self, dim, values) -> bool:
        """Notes what it is a launch of; False where that may change unseen."""
        for value in values:
            if type(value) is numpy.ndarray:
                self.values.append((weakref.ref(value), value.__array_interface__))
            elif type(value) in (int, float, bool):
                self.values.append((value, None))
            else:
                return False
        self.dim = dim
        return isinstance(dim, (int, tuple))

    def is_of(self, dim, values) -> bool:
        """Whether it is a launch of these: the same arrays, which are as they were, and the same numbers."""
        if dim != self.dim or len(values) != len(self.values):
            return False
        for value, (known, interface) in zip(values, self.values):
            if interface is not None:
                if known() is not value or value.__array_interface__ != interface:
                    return False
            # 0.0 equals -0.0
            elif value is not known and (type(value) is not type(known) or value != known or value == 0):
                return False
        return True


def describe_tape(tape: numpy.ndarray) -> bytes:
    address = tape.__array_interface__["data"][0]
    return args.ARRAY.pack(address, 0, tape.size, 0, 0, 0, WORD, 0, 0, 0, 1, 0)
