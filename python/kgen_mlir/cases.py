# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A launch as a case (dialect-docs/case.md), for the devices that are in the compiler's process, and the results back into the arrays."""

from __future__ import annotations

import json

import numpy

from .arguments import Arguments, Array, is_float, to_bfloat16


def pieces_of(array: Array, values: numpy.ndarray, kind: dict | None = None, name: str = ""):
    """(name, kind, view of the numbers) of an array; of an array of structs, one for each of its fields."""
    kind, name = kind or array.kind["element"], name or array.name
    if "fields" not in kind:
        yield name, kind, values
        return
    for field in kind["fields"]:
        yield from pieces_of(array, values[field["name"]], field, f"{name}.{field['name']}")


def flat_numbers(values: numpy.ndarray, kind: dict) -> list:
    if kind["scalar"] == "bfloat16":
        bits = numpy.ascontiguousarray(values).view(numpy.uint16).astype(numpy.uint32) << 16
        return bits.view(numpy.float32).astype(float).reshape(-1).tolist()
    if values.dtype.kind == "f":
        values = values.astype(numpy.float64)
    return values.reshape(-1).tolist()


def put(into: numpy.ndarray, numbers: list, kind: dict) -> None:
    """Writes the flat numbers of a result into an array."""
    if kind["scalar"] == "bfloat16":
        bits = numpy.array([to_bfloat16(number) for number in numbers], dtype=numpy.uint16)
        numpy.copyto(into, bits.reshape(into.shape).view(into.dtype))
        return
    into[...] = numpy.array(numbers, dtype=into.dtype).reshape(into.shape)


def case_of(kernel: dict, extents: tuple, arguments: Arguments, weights: dict | None) -> str:
    """The case as JSON. weights: {name of an array: cotangents}; every array of floats that is written has one then."""
    entries = []
    for argument in arguments.order:
        if not isinstance(argument, Array):
            value = argument.value if argument.kind["shape"] else argument.value[0]
            shape = argument.kind["shape"]
            value = numpy.array(argument.value).reshape(shape).tolist() if shape else value
            entries.append({"name": argument.name, "dtype": argument.kind["dtype"], "role": "scalar", "value": value})
            continue
        given = (weights or {}).get(argument.name)
        own = pieces_of(argument, argument.value)
        others = pieces_of(argument, given) if given is not None else ((None, None, None) for _ in iter(int, 1))
        for (name, kind, values), (_, _, weight) in zip(own, others):
            entry = {"name": name, "dtype": kind["dtype"], "role": "inout" if argument.written else "in"}
            entry["shape"] = list(argument.value.shape[: argument.kind["rank"]])
            entry["value"] = flat_numbers(values, kind)
            if weight is not None and kind["scalar"].startswith(("float", "bfloat")):
                entry["weight"] = flat_numbers(weight, kind)
            entries.append(entry)
    return json.dumps({"kernel": kernel["name"], "dim": list(extents), "args": entries})


def take(arguments: Arguments, results: dict, into: dict[str, numpy.ndarray] | None = None) -> None:
    """Writes results into the arrays of the launch, or into others of the same names."""
    for array in arguments.arrays:
        values = array.value if into is None else into.get(array.name)
        if values is None:
            continue
        for name, kind, view in pieces_of(array, values):
            if name in results:
                put(view, results[name], kind)


def float_arrays(arguments: Arguments) -> list[Array]:
    return [array for array in arguments.arrays if is_float(array)]
