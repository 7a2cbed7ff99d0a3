# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An NVIDIA GPU through its driver, opened at run time in this process. Arrays that lie on the GPU are used as they are; numpy's are copied
there and back. Calls wait until the GPU has ended."""

from __future__ import annotations

import ctypes
import functools
import math
import threading
import typing
import weakref

import numpy

from . import arguments as args
from .errors import ArgumentError, CompileError, Error, ToolError

LIBRARY = "libcuda.so.1"
CAPABILITY = (75, 76)  # attributes of a device: the two numbers of its compute capability
LOG, LOG_BYTES = 5, 6  # options of a module's loading
BLOCKS = 65535  # of a grid at most; kernels go on with what is beyond it
Pointer, Size = ctypes.c_void_p, ctypes.c_size_t
Address, Count = ctypes.c_uint64, ctypes.c_uint
# The functions of the driver that are called here, by their documented signatures.
SIGNATURES = {
    "cuInit": (Count,),
    "cuDeviceGet": (Pointer, ctypes.c_int),
    "cuDeviceGetCount": (Pointer,),
    "cuDeviceGetAttribute": (Pointer, ctypes.c_int, ctypes.c_int),
    "cuDevicePrimaryCtxRetain": (Pointer, ctypes.c_int),
    "cuCtxSetCurrent": (Pointer,),
    "cuCtxSynchronize": (),
    "cuGetErrorName": (ctypes.c_int, Pointer),
    "cuMemAlloc_v2": (Pointer, Size),
    "cuMemFree_v2": (Address,),
    "cuMemcpyHtoD_v2": (Address, Pointer, Size),
    "cuMemcpyDtoH_v2": (Pointer, Address, Size),
    "cuMemcpyDtoD_v2": (Address, Address, Size),
    "cuModuleLoadDataEx": (Pointer, ctypes.c_char_p, Count, Pointer, Pointer),
    "cuModuleUnload": (Pointer,),
    "cuModuleGetFunction": (Pointer, Pointer, ctypes.c_char_p),
    "cuLaunchKernel": (Pointer, *(Count,) * 7, Pointer, Pointer, Pointer),
}


class Driver:
    """The driver, with a context on the first GPU: the one that torch, Warp and others share. chip: `sm_90`, say."""

    def __init__(self):
        try:
            library = ctypes.CDLL(LIBRARY)
        except OSError:
            raise ToolError(f"cannot be run on a GPU: there is no CUDA driver ({LIBRARY})") from None
        for name, types in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = types, ctypes.c_int
        self.library, self.local = library, threading.local()
        self.call("cuInit", 0)
        if not self.get(ctypes.c_int, "cuDeviceGetCount"):
            raise ToolError("cannot be run on a GPU: there is none")
        device = self.get(ctypes.c_int, "cuDeviceGet", 0)
        numbers = [self.get(ctypes.c_int, "cuDeviceGetAttribute", which, device) for which in CAPABILITY]
        self.chip = "sm_" + "".join(map(str, numbers))
        self.context = self.get(Pointer, "cuDevicePrimaryCtxRetain", device)

    def call(self, name: str, *arguments: object, what: str = "cannot be run on a GPU") -> None:
        status = getattr(self.library, name)(*arguments)
        if status:
            said = ctypes.c_char_p()
            self.library.cuGetErrorName(status, ctypes.byref(said))
            raise Error(f"{what}: {(said.value or b'error %d' % status).decode()}")

    def get(self, kind: type, name: str, *arguments: object, what: str = "cannot be run on a GPU") -> typing.Any:
        """What a function writes through its first argument."""
        found = kind()
        self.call(name, ctypes.byref(found), *arguments, what=what)
        return found.value

    def enter(self) -> Driver:
        """Contexts are a thread's own."""
        if not getattr(self.local, "is_ready", False):
            self.call("cuCtxSetCurrent", self.context)
            self.local.is_ready = True
        return self


@functools.cache
def opened() -> Driver:
    return Driver()


def driver() -> Driver:
    """The driver, ready in this thread. Raises ToolError where there is no driver, or no GPU."""
    return opened().enter()


class DeviceArray:
    """An array on the GPU, freed with this object. torch.as_tensor(array, device="cuda"), cupy.asarray and wp.array take it as it is;
    `numpy()` is a copy."""

    def __init__(self, shape: tuple[int, ...], dtype: object):
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)
        self.nbytes = math.prod(self.shape) * self.dtype.itemsize
        what = f"cannot allocate {self.nbytes} bytes on the GPU"
        self.address: int = driver().get(Address, "cuMemAlloc_v2", max(self.nbytes, 1), what=what)
        self._free = weakref.finalize(self, release, self.address)
        self._free.atexit = False  # the driver may have ended by then, and frees all

    @staticmethod
    def of(values: numpy.ndarray) -> DeviceArray:
        """A copy of an array of numpy's that lies by rows."""
        made = DeviceArray(values.shape, values.dtype)
        if values.nbytes:
            driver().call("cuMemcpyHtoD_v2", made.address, values.__array_interface__["data"][0], values.nbytes)
        return made

    @staticmethod
    def copy(address: int, shape: tuple[int, ...], dtype: object) -> DeviceArray:
        """A copy of what lies by rows at an address on the GPU."""
        made = DeviceArray(shape, dtype)
        made.assign(address)
        return made

    def assign(self, address: int) -> None:
        if self.nbytes:
            driver().call("cuMemcpyDtoD_v2", self.address, address, self.nbytes)

    def numpy(self) -> numpy.ndarray:
        made = numpy.empty(self.shape, self.dtype)
        if self.nbytes:
            driver().call("cuMemcpyDtoH_v2", made.__array_interface__["data"][0], self.address, self.nbytes)
        return made

    @property
    def __cuda_array_interface__(self) -> dict:
        dtype = self.dtype
        return {
            "data": (self.address, False),
            "shape": self.shape,
            "typestr": dtype.str,
            "descr": dtype.descr,
            "strides": None,
            "version": 3,
        }


def release(address: int) -> None:
    try:
        driver().call("cuMemFree_v2", address)
    except Error:
        pass  # a context that has failed frees all


class Program:
    """A kernel's PTX, loaded, with its backward where that is asked for."""

    def __init__(self, print_ptx: typing.Callable[[str], dict], description: dict):
        own = driver()
        try:
            made = print_ptx(own.chip)
        except CompileError:
            made = print_ptx("sm_80")  # a chip that the compiler does not know runs PTX of an older one
        self.description, self.has_tape = description, made["has_tape"]
        self.module = self.load(own, made["text"].encode())
        weakref.finalize(self, own.library.cuModuleUnload, self.module).atexit = False
        self.forward, self.backward = (made[which] and self.find(made[which]) for which in ("forward", "backward"))

    @staticmethod
    def load(own: Driver, text: bytes) -> int:
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(LOG, LOG_BYTES)
        values = (Pointer * 2)(ctypes.addressof(log), len(log))
        try:
            return own.get(
                Pointer, "cuModuleLoadDataEx", text, 2, options, values, what="the driver does not take the PTX"
            )
        except Error as error:
            raise Error(
                f"{error} ({log.value.decode(errors='replace').strip()})" if log.value else str(error)
            ) from None

    def find(self, entry: str) -> int:
        return driver().get(
            Pointer, "cuModuleGetFunction", self.module, entry.encode(), what=f"no entry point '{entry}'"
        )

    def run(self, function: int, extents: tuple[int, ...], block_dim: int, *packed: bytes) -> None:
        """packed: the arguments, and those of the backward's adjoints, as `arguments.pack` gives them."""
        threads = math.prod(extents)
        if not threads:
            return
        places = [(p["offset"], p["size"]) for p in self.description["parameters"]]
        if self.has_tape:
            places.append((len(packed[0]) - args.ARRAY.size, args.ARRAY.size))
        pieces = [args.launch_bounds(extents, self.description["rank"])]
        pieces += [bytes(data[offset : offset + size]) for data in packed for offset, size in places]
        held = [ctypes.create_string_buffer(piece, max(len(piece), 1)) for piece in pieces]
        pointers = (Pointer * len(held))(*map(ctypes.addressof, held))
        blocks = min(-(-threads // block_dim), BLOCKS)
        own = driver()
        own.call("cuCtxSynchronize", what="the GPU has failed before")  # what other streams do to the arrays
        own.call(
            "cuLaunchKernel",
            function,
            blocks,
            1,
            1,
            block_dim,
            1,
            1,
            0,
            None,
            pointers,
            None,
            what="the launch is refused",
        )
        own.call("cuCtxSynchronize", what="the kernel ends with an error")

    def launch(self, extents, arguments: args.Arguments, block_dim: int) -> None:
        with Placed(arguments) as placed:
            self.run(self.forward, extents, block_dim, args.pack(arguments, self.has_tape, placed.addresses))

    def vjp(self, extents, arguments: args.Arguments, gradients: dict[str, DeviceArray], block_dim: int) -> None:
        """Runs the kernel, then its backward; gradients, of the shapes of their arrays, are updated in place."""
        for array in arguments.arrays:
            if array.is_on_gpu and not array.value.flags.c_contiguous:
                raise ArgumentError(
                    f"'{array.name}': expected an array on the GPU that lies by rows, for its gradient does, but got strides {array.value.strides}"
                )
        places = {name: gradient.address for name, gradient in gradients.items()}
        with Placed(arguments) as placed:
            packed = args.pack(arguments, self.has_tape, placed.addresses, places)
            tape = self.record(extents, arguments, packed, placed, block_dim) if self.has_tape else None
            if tape is None:
                self.run(self.forward, extents, block_dim, packed)
            adjoints = args.pack(arguments, self.has_tape, places, {})
            self.run(self.backward, extents, block_dim, packed, adjoints)

    def record(self, extents, arguments, packed: bytearray, placed: Placed, block_dim: int) -> DeviceArray:
        threads = max(math.prod(extents), 1)
        before = {
            array.name: DeviceArray.copy(placed.addresses[array.name], array.value.shape, array.value.dtype)
            for array in arguments.arrays
            if array.written
        }

        def attempt(words: int) -> tuple[DeviceArray, int]:
            tape = DeviceArray.of(numpy.zeros((1 + words) * threads, dtype=numpy.uint64))
            packed[-args.ARRAY.size :] = args.describe_tape(tape.address, (1 + words) * threads)
            self.run(self.forward, extents, block_dim, packed)
            return tape, int(tape.numpy()[:threads].max())

        def reset() -> None:
            for name, values in before.items():
                driver().call("cuMemcpyDtoD_v2", placed.addresses[name], values.address, values.nbytes)

        return args.record(attempt, reset)


class Placed:
    """Where the arrays of a launch lie on the GPU while it runs: those of numpy are there as copies, and what was written comes back."""

    def __init__(self, arguments: args.Arguments):
        self.arguments = arguments

    def __enter__(self) -> Placed:
        self.copies = {a.name: DeviceArray.of(a.value) for a in self.arguments.arrays if not a.is_on_gpu}
        own = {array.name: array.address for array in self.arguments.arrays}
        self.addresses = {**own, **{name: copy.address for name, copy in self.copies.items()}}
        return self

    def __exit__(self, *failure) -> None:
        if failure[0] is not None:
            return
        for array in self.arguments.arrays:
            if array.written and array.name in self.copies:
                array.value[...] = self.copies[array.name].numpy()


def gradient_of(array: args.Array, given: object) -> DeviceArray:
    """The gradient that a backward starts from: zeros, or a copy of a cotangent."""
    if given is None:
        return DeviceArray.of(numpy.zeros(array.value.shape, array.value.dtype))
    if args.is_on_gpu(given):
        view = args.view_of_gpu(given)
        if not view.flags.c_contiguous or view.dtype != array.value.dtype:
            expected = f"expected an array of {array.value.dtype} that lies by rows"
            raise ArgumentError(
                f"cotangents of '{array.name}': {expected} but got {args.describe(view)} of strides {view.strides}"
            )
        return DeviceArray.copy(view.__array_interface__["data"][0], view.shape, view.dtype)
    return DeviceArray.of(given)
