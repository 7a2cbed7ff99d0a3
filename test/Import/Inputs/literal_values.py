# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports literals as every scalar type, in every way to write them, and holds their values against CPython's.

    literal_values.py DIR    writes DIR/WAY.py, runs it with kgen-run, says how many agree

Integers are held against ctypes, which cuts off as C does. CPython has no bfloat16, and makes a float32 of an integer by
way of a double: floats are rounded here, exactly, and that is held against struct where a double is in between.
"""
import ctypes
import fractions
import json
import math
import os
import struct
import subprocess
import sys

INTEGERS = {f"{sign}int{bits}": getattr(ctypes, f"c_{sign}int{bits}") for sign in ["", "u"] for bits in [8, 16, 32, 64]}
# The bits of the significand, the exponents of the least and of the largest normal number, struct's letter.
FLOATS = {"float16": (11, -14, 15, "e"), "bfloat16": (8, -126, 127, ""), "float32": (24, -126, 127, "f"),
          "float64": (53, -1022, 1023, "d")}
MAGNITUDES = sorted({n for k in range(64) for n in [2**k - 1, 2**k, 2**k + 1]} | {7, 10, 300, 10**9, 16777217, 10**18})
REALS = [0.0, 0.1, 0.5, 1.0, 2.75, 65504.0, 65519.9, 65520.0, 1e-8, 3.4028235677973366e38, 1e-45, 5e-324, 1e308]


def rounded(value, significand, least, largest):
    """The nearest number of a binary format; of two that are equally near, the one with an even significand."""
    if value == 0:
        return math.copysign(0.0, value)
    exact = fractions.Fraction(value)
    exponent = max(math.frexp(float(value))[1] - 1, least)
    unit = fractions.Fraction(2) ** (exponent - significand + 1)
    nearest = float(round(exact / unit) * unit)
    return math.copysign(nearest if abs(nearest) < 2.0 ** largest * 2 else math.inf, value)


def as_float(value, dtype):
    significand, least, largest, letter = FLOATS[dtype]
    if dtype == "float64":
        return float(value)
    result = rounded(value, significand, least, largest)
    if letter and math.isfinite(result) and float(value) == value:
        assert result == struct.unpack(letter, struct.pack(letter, value))[0], (value, dtype)
    return result


def expected(value, dtype):
    if dtype == "bool":
        return bool(value)
    return as_float(value, dtype) if dtype in FLOATS else INTEGERS[dtype](value).value


def values(dtype, way):
    """What can be written: an integer without another type has to fit int32."""
    integers = [sign * n for n in MAGNITUDES for sign in [1, -1] if -(2**63) <= sign * n]
    if way == "local" or dtype == "int32":
        return [n for n in integers if -(2**31) <= n < 2**31]
    reals = [sign * x for x in REALS for sign in [1, -1]]
    return integers + (reals if dtype in FLOATS else [])


def write(path, way):
    """The kernel's text and, for each array that it fills, the expected values."""
    constants, body, arrays = [], [], {}
    for dtype in [*INTEGERS, *FLOATS, *([] if way == "component" else ["bool"])]:
        arrays[dtype] = [expected(value, dtype) for value in values(dtype, way)]
        for i, value in enumerate(values(dtype, way)):
            name = f"{'n' if way == 'local' else 'C'}_{dtype}_{i}"
            written = repr(value)
            if way == "constant":
                constants.append(f"{name} = wp.constant({written})" if i % 2 else f"{name} = {written}")
                written = name
            elif way == "computed":  # by the module, with Python's numbers
                constants.append(f"{name} = wp.{dtype}({written} * 1)")
                written = name
            elif way == "local":
                body.append(f"    {name} = {written}")
                written = name
            made = f"wp.vector({written}, 1, dtype=wp.{dtype})[0]" if way == "component" else f"wp.{dtype}({written})"
            body.append(f"    {dtype}_{way}[{i}] = {made}")
    parameters = ", ".join(f"{dtype}_{way}: wp.array(dtype=wp.{dtype})" for dtype in arrays)
    args = [{"name": f"{dtype}_{way}", "dtype": dtype, "role": "out", "value": [0] * len(wanted)}
            for dtype, wanted in arrays.items()]
    case = {"name": way, "group": "literals", "kernel": way, "dim": 1, "args": args}
    lines = ["import warp as wp", "", *constants, "", "@wp.kernel", f"def {way}({parameters}):", *body, "", f"CASE = {case!r}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return arrays


def same(dtype, got, wanted):
    if dtype == "uint64":  # kgen-run prints its 64 bits as a signed number
        got %= 2**64
    # The sign of a zero counts.
    return got == wanted and math.copysign(1.0, got) == math.copysign(1.0, wanted)


def main(folder):
    os.makedirs(folder)
    for way in ["cast", "constant", "computed", "local", "component"]:
        path = os.path.join(folder, way + ".py")
        arrays = write(path, way)
        done = subprocess.run(["kgen-run", path, "--device", "interpreter"], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr[:2000])
        outputs = json.loads(done.stdout)["outputs"]
        pairs = [(dtype, value, got, wanted) for dtype, wanteds in arrays.items()
                 for value, got, wanted in zip(values(dtype, way), outputs[f"{dtype}_{way}"], wanteds)]
        others = [each for each in pairs if not same(each[0], each[2], each[3])]
        for dtype, value, got, wanted in others[:10]:
            print(f"{way} wp.{dtype}({value!r}): expected {wanted!r} but got {got!r}")
        print(f"{way}: {len(pairs) - len(others)} as CPython's, {len(others)} others")


if __name__ == "__main__":
    main(sys.argv[1])
