# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arrays of a launch as Warp's entry points get them, those in structures too."""

import ctypes

import warp as wp
import warp._src.types as types
from warp._src.codegen import Struct


def structure_of(kernel):
    """The struct in which Warp hands an entry point a kernel's arguments, and their adjoints in another of the same layout."""

    def field(kind):
        if isinstance(kind, Struct):
            return kind.ctype
        if types.is_array(kind):
            return types.array_t
        return kind if issubclass(kind, ctypes.Array) else kind._type_

    return type(
        "Arguments", (ctypes.Structure,), {"_fields_": [(arg.label, field(arg.type)) for arg in kernel.adj.args]}
    )


def arrays_of(args, prefix=""):
    """[(name, Warp's description of the array)] of a kernel's arguments or of a structure: `x`, or `s.x` in a structure."""
    found = []
    for name, kind in args._fields_:
        value = getattr(args, name)
        if kind is types.array_t:
            found.append((prefix + name, value))
        elif issubclass(kind, ctypes.Structure):
            found += arrays_of(value, f"{prefix}{name}.")
    return found


def float_types(variables, prefix=""):
    """{name as in `arrays_of`: numpy's type of the numbers in it}, of arrays of floats. variables: (name, Warp's type) of each."""
    found = {}
    for name, kind in variables:
        if isinstance(kind, Struct):
            found |= float_types([(field, var.type) for field, var in kind.vars.items()], f"{prefix}{name}.")
        element = getattr(kind, "dtype", None)
        scalar = getattr(element, "_wp_scalar_type_", element)
        if scalar in (wp.float16, wp.float32, wp.float64):
            found[prefix + name] = wp.dtype_to_numpy(scalar)
    return found
