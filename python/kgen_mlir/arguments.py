# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a launch: checked before anything runs, and written as Warp's entry points read them."""

from __future__ import annotations

import struct
from typing import Any, Callable

import numpy

from .errors import ArgumentError

FORMATS = {
    "bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
    "float16": "e", "float32": "f", "float64": "d",
}  # fmt: skip
MAX_RANK = 4
WORD = 8  # bytes of a tape's
FIRST_WORDS = 16  # of a tape, for each thread, that are tried first
ARRAY = struct.Struct("<QQ4i4iHHxxxx")  # Warp's `array_t`: data, gradient, shape, strides in bytes, rank, flags


class Array:
    """An array among the arguments. name: the parameter's, `s.x` in a struct `s`. value: numpy's view of its memory. written: whether
    the kernel may write it. kind: what the compiler says of its type. is_on_gpu: whether the memory is a GPU's, and `value` no more than a
    description."""

    __slots__ = ("address", "is_on_gpu", "kind", "name", "offset", "value", "written")

    def __init__(self, name, value, written, kind, offset, is_on_gpu=False):
        self.name, self.value, self.written, self.kind, self.offset = name, value, written, kind, offset
        self.is_on_gpu = is_on_gpu
        self.address = value.__array_interface__["data"][0]

    def descriptor(self, address: int, gradient: int) -> bytes:
        rank, value = self.kind["rank"], self.value
        pad = (0,) * (MAX_RANK - rank)
        return ARRAY.pack(address, gradient, *value.shape[:rank], *pad, *value.strides[:rank], *pad, rank, 0)


class Scalars:
    """What is passed by value. kind as in `Array`; value: a flat list of Python's numbers."""

    __slots__ = ("kind", "name", "offset", "value")

    def __init__(self, name, value, kind, offset):
        self.name, self.value, self.kind, self.offset = name, value, kind, offset


class Arguments:
    """All arguments of a launch, in order, structs taken apart."""

    def __init__(self, size: int, for_gpu: bool = False):
        self.size, self.for_gpu = size, for_gpu
        self.arrays: list[Array] = []
        self.scalars: list[Scalars] = []
        self.order: list[Array | Scalars] = []

    def add(self, argument: Array | Scalars) -> None:
        (self.arrays if isinstance(argument, Array) else self.scalars).append(argument)
        self.order.append(argument)


def bind(kernel: dict, inputs, outputs, for_gpu: bool = False) -> Arguments:
    """Checks the arguments of a launch against what the compiler says of the kernel. for_gpu: arrays may lie on a GPU."""
    values = [*inputs, *outputs]
    parameters = kernel["parameters"]
    if len(values) != len(parameters):
        names = ", ".join(p["name"] for p in parameters)
        raise ArgumentError(
            f"expected {len(parameters)} arguments of '{kernel['name']}' ({names}) but got {len(values)}"
        )
    arguments = Arguments(kernel["size"], for_gpu)
    for parameter, value in zip(parameters, values):
        bind_one(arguments, parameter, value, parameter["name"], parameter["offset"], parameter["written"])
    check_overlap(arguments.arrays)
    return arguments


def bind_one(arguments: Arguments, kind: dict, value: Any, name: str, offset: int, written: bool) -> None:
    if "fields" in kind:
        for field in kind["fields"]:
            whole = f"{name}.{field['name']}"
            bind_one(arguments, field, field_of(value, field["name"], name), whole, offset + field["offset"], written)
    elif "rank" in kind:
        on_gpu = arguments.for_gpu and is_on_gpu(value)
        array = array_of(view_of_gpu(value) if on_gpu else value, kind, name, written)
        arguments.add(Array(name, array, written, kind, offset, on_gpu))
    else:
        arguments.add(Scalars(name, numbers_of(value, kind, name), kind, offset))


def field_of(value: Any, field: str, name: str) -> Any:
    try:
        return value[field] if isinstance(value, (dict, numpy.void)) else getattr(value, field)
    except (KeyError, AttributeError, ValueError, IndexError):
        got = type(value).__name__
        raise ArgumentError(f"'{name}': expected a struct with a field '{field}' but got {got} without it") from None


# ===-------------------------------------------------------------------------------------------------------------------===
# By value
# ===-------------------------------------------------------------------------------------------------------------------===


def numbers_of(value: Any, kind: dict, name: str) -> list:
    """The flat list of a number, vector or matrix."""
    if type(value) is float and not kind["shape"] and kind["scalar"] in ("float32", "float64"):
        return [value]
    value = getattr(value, "value", value) if type(value).__module__.startswith("warp.") else value
    is_float = kind["scalar"].startswith(("float", "bfloat"))
    try:
        found = numpy.asarray(value)
        fits = found.shape == tuple(kind["shape"]) and found.dtype.kind in ("biuf" if is_float else "biu")
    except (ValueError, TypeError):
        found, fits = None, False
    if not fits:
        raise ArgumentError(f"'{name}': expected {kind['dtype']} but got {describe(value)}")
    numbers = found.reshape(-1).tolist()
    if is_float:
        return [float(number) for number in numbers]
    if kind["scalar"] == "bool":
        return [bool(number) for number in numbers]
    for number in numbers:
        try:
            struct.pack(FORMATS[kind["scalar"]], int(number))
        except struct.error:
            raise ArgumentError(f"'{name}': expected {kind['dtype']} but got {int(number)}, which it has not") from None
    return [int(number) for number in numbers]


def pack_scalars(into: bytearray, scalars: list[Scalars]) -> None:
    for argument in scalars:
        scalar, numbers = argument.kind["scalar"], argument.value
        if scalar == "bfloat16":
            numbers, code = [to_bfloat16(number) for number in numbers], "H"
        else:
            code = FORMATS[scalar]
            if code in "ef":
                numbers = numpy.asarray(numbers, dtype=scalar).tolist()  # beyond its range: infinite, as Warp has it
        struct.pack_into(f"<{len(numbers)}{code}", into, argument.offset, *numbers)


def to_bfloat16(number: float) -> int:
    """The bits of the nearest bfloat16, ties to even."""
    bits = int(numpy.float32(number).view(numpy.uint32))
    if number != number:
        return (bits >> 16) | 0x40
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) & 0xFFFF


# ===-------------------------------------------------------------------------------------------------------------------===
# Arrays
# ===-------------------------------------------------------------------------------------------------------------------===


def describe(value: Any) -> str:
    if isinstance(value, numpy.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    if isinstance(value, (bool, int, float, str)):
        return f"{type(value).__name__} {value!r}"
    return type(value).__name__


def is_on_gpu(value: Any) -> bool:
    """Whether an array lies on a GPU alone: one of torch's, Warp's, cupy's or `cuda.DeviceArray`."""
    if type(value) is numpy.ndarray:
        return False
    try:
        return hasattr(value, "__cuda_array_interface__") and not hasattr(value, "__array_interface__")
    except RuntimeError as error:  # torch's, for a tensor that requires a gradient
        raise ArgumentError(str(error)) from None


class OfGpu:
    """A description of memory, for numpy."""

    def __init__(self, interface: dict):
        self.__array_interface__ = interface


def view_of_gpu(value: Any) -> numpy.ndarray:
    """numpy's description of an array on a GPU: type, shape, strides and address, by which nothing may be read."""
    interface = dict(value.__cuda_array_interface__)
    if 0 in interface["shape"]:
        return numpy.empty(interface["shape"], interface["typestr"])
    known = ("data", "shape", "typestr", "descr", "strides")
    return numpy.asarray(OfGpu({"version": 3, **{key: interface[key] for key in known if key in interface}}))


def memory_of(value: Any, name: str) -> numpy.ndarray:
    """numpy's view of an array that lies in this process's memory: numpy's own, or one of Warp's on the CPU."""
    if isinstance(value, numpy.ndarray):
        return value
    if is_on_gpu(value):
        raise ArgumentError(f"'{name}': expected an array in this process's memory but got one on a GPU")
    if not hasattr(value, "__array_interface__"):
        raise ArgumentError(f"'{name}': expected an array of numpy's but got {describe(value)}")
    return numpy.asarray(value)


def element_dtype(kind: dict) -> tuple[numpy.dtype, tuple[int, ...]]:
    """The type of numpy's that an element's numbers have, and their extents; of a struct, a structured type."""
    if "fields" in kind:
        fields = [(field, *element_dtype(field)) for field in kind["fields"]]
        return numpy.dtype(
            {
                "names": [field["name"] for field, _, _ in fields],
                "formats": [(dtype, shape) for _, dtype, shape in fields],
                "offsets": [field["offset"] for field, _, _ in fields],
                "itemsize": kind["size"],
            }
        ), ()
    if "rank" in kind:
        raise ArgumentError("arrays of structs that hold arrays cannot be passed")
    scalar = kind["scalar"]
    return numpy.dtype("uint16" if scalar == "bfloat16" else scalar), tuple(kind["shape"])


def same_type(have: numpy.dtype, want: numpy.dtype, kind: dict) -> bool:
    if have == want:
        return True
    if kind.get("scalar") == "bfloat16":
        return have.name == "bfloat16"
    if not want.names or not have.names or have.itemsize != want.itemsize:
        return False
    return all(field in have.fields and have.fields[field][:2] == want.fields[field][:2] for field in want.names)


def array_of(value: Any, kind: dict, name: str, written: bool) -> numpy.ndarray:
    """The array as a kernel may use it."""
    array = value if type(value) is numpy.ndarray else memory_of(value, name)
    element = kind["element"]
    if "dtype_cache" not in kind:
        kind["dtype_cache"] = element_dtype(element)
    dtype, extents = kind["dtype_cache"]
    rank = kind["rank"]
    fits = array.ndim == rank + len(extents) and array.shape[rank:] == extents
    if not fits or not same_type(array.dtype, dtype, element):
        shape = ", ".join(["*"] * rank + [str(extent) for extent in extents])
        what = element.get("scalar", "a struct " + str(dtype))
        raise ArgumentError(f"'{name}': expected an array of {what} of shape ({shape}) but got {describe(array)}")
    if written and not array.flags.writeable:
        raise ArgumentError(
            f"'{name}': expected an array that may be written, since the kernel does, but got a read-only one"
        )
    step = dtype.itemsize
    for extent, stride in zip(reversed(extents), reversed(array.strides[rank:])):
        if stride != step and array.size:
            raise ArgumentError(
                f"'{name}': expected elements of {element['dtype']} in one piece but got strides {array.strides}"
            )
        step *= extent
    if not array.flags.aligned:
        raise ArgumentError(f"'{name}': expected an array aligned to its numbers but got one at an odd address")
    if any(not -(2**31) <= number < 2**31 for number in (*array.shape, *array.strides)):
        raise ArgumentError(
            f"'{name}': expected extents and strides of 32 bits but got {array.shape} and {array.strides}"
        )
    return array


def bounds_of(array: numpy.ndarray, address: int) -> tuple[int, int]:
    """The first byte of an array, and the one behind its last."""
    if array.flags.c_contiguous:
        return address, address + array.nbytes
    steps = [(extent - 1) * stride for extent, stride in zip(array.shape, array.strides)]
    low = address + sum(step for step in steps if step < 0)
    return low, address + sum(step for step in steps if step > 0) + array.itemsize


def check_overlap(arrays: list[Array]) -> None:
    """An array that is written shares no element with another: compiled code and gradients take that for granted."""
    if len(arrays) < 2:
        return
    found = [(*bounds_of(array.value, array.address), array) for array in arrays if array.value.size]
    found.sort(key=lambda entry: entry[0])
    for i, (_, end, one) in enumerate(found):
        for low, _, other in found[i + 1 :]:
            if low >= end:
                break
            if (one.written or other.written) and share(one.value, other.value):
                first, second = sorted((one, other), key=arrays.index)
                raise ArgumentError(
                    f"expected arrays that lie apart but '{first.name}' and '{second.name}' share memory"
                )


def share(one: numpy.ndarray, other: numpy.ndarray) -> bool:
    try:
        return numpy.shares_memory(one, other, max_work=100_000)
    except RuntimeError:  # numpy's TooHardError, wherever it is of this version
        return True


# ===-------------------------------------------------------------------------------------------------------------------===
# The launch
# ===-------------------------------------------------------------------------------------------------------------------===


def extents_of(dim: Any) -> tuple[int, ...]:
    """The extents of a launch, of a number or up to four."""
    extents = tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    good = 1 <= len(extents) <= 4 and all(isinstance(e, (int, numpy.integer)) and 0 <= e < 2**31 for e in extents)
    if not good or any(isinstance(e, bool) for e in extents):
        raise ArgumentError(f"'dim': expected one to four extents that are not negative but got {dim!r}")
    return tuple(int(extent) for extent in extents)


def launch_bounds(extents: tuple[int, ...], rank: int) -> bytes:
    """Warp's `launch_bounds_t<rank>`: extents beyond the rank are one multiplier."""
    size = multiplier = 1
    for extent in extents:
        size *= extent
    for extent in extents[rank:]:
        multiplier *= extent
    shape = [*extents[:rank], *[1] * (rank - len(extents))]
    return struct.pack(f"<{rank}I{'xxxx' if rank % 2 else ''}QQ", *shape, size, multiplier)


def pack(arguments: Arguments, has_tape: bool, addresses=None, gradients=None) -> bytearray:
    """Warp's struct of arguments, with room for the tape's array behind it. addresses, gradients: of arrays and of their gradients, where
    they are not their own or none."""
    size = -(-arguments.size // WORD) * WORD + ARRAY.size if has_tape else max(arguments.size, 1)
    packed = bytearray(size)
    pack_scalars(packed, arguments.scalars)
    for array in arguments.arrays:
        address = addresses.get(array.name, 0) if addresses is not None else array.address
        gradient = gradients.get(array.name, 0) if gradients is not None else 0
        packed[array.offset : array.offset + ARRAY.size] = array.descriptor(address, gradient)
    return packed


def describe_tape(address: int, words: int) -> bytes:
    return ARRAY.pack(address, 0, words, 0, 0, 0, WORD, 0, 0, 0, 1, 0)


def record(attempt: Callable[[int], tuple[Any, int]], reset: Callable[[], None]) -> Any:
    """The tape of a launch. What it needs is found by a launch with a short one, which counts on.

    attempt: launches with so many words for each thread; returns the tape, and the most words that a thread needs.
    reset: puts arrays back for the next attempt."""
    tape, used = attempt(FIRST_WORDS)
    if used > FIRST_WORDS:
        reset()
        tape, _ = attempt(used)
    return tape


def named(arguments: Arguments, given: Any, what: str, accepts: Callable[[Array], bool]) -> dict[str, numpy.ndarray]:
    """Arrays by the names of arguments, each of the shape of its argument, as contiguous copies in its type; those on a GPU as they are."""
    by_name = {array.name: array for array in arguments.arrays}
    found = {}
    for name, value in (given or {}).items():
        array = by_name.get(name)
        if array is None or not accepts(array):
            names = ", ".join(f"'{a.name}'" for a in arguments.arrays if accepts(a)) or "none"
            raise ArgumentError(f"{what}: expected names of {names} but got '{name}'")
        on_gpu = arguments.for_gpu and is_on_gpu(value)
        if not on_gpu:
            value = numpy.asarray(memory_of(value, name) if not isinstance(value, (int, float, list, tuple)) else value)
        shape = view_of_gpu(value).shape if on_gpu else value.shape
        if shape != array.value.shape:
            raise ArgumentError(f"{what} of '{name}': expected shape {array.value.shape} but got {shape}")
        found[name] = value if on_gpu else numpy.array(value, dtype=array.value.dtype, order="C")
    return found


def is_float(array: Array) -> bool:
    """Whether an array can have a gradient."""

    def has_float(kind):
        if "fields" in kind:
            return any(has_float(field) for field in kind["fields"])
        return "scalar" in kind and kind["scalar"].startswith(("float", "bfloat"))

    return has_float(array.kind["element"])
