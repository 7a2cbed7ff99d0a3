# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers that are known when a module is read: Warp's constants, and what Python's operators and the functions of math and numpy
make of numbers in a moment. No integer grows past MAX_BITS."""

import ast
import math
import operator
import struct

# Integers may not grow past this on the way.
MAX_BITS = 4096

WARP_CONSTANTS = {
    "e": math.e,
    "log2e": math.log2(math.e),
    "log10e": math.log10(math.e),
    "ln2": math.log(2.0),
    "ln10": math.log(10.0),
    "phi": (1.0 + math.sqrt(5.0)) / 2.0,
    "pi": math.pi,
    "half_pi": math.pi / 2.0,
    "tau": math.tau,
    "inf": math.inf,
    "nan": math.nan,
}
WARP_CONSTANTS.update({name.upper(): value for name, value in list(WARP_CONSTANTS.items())})

BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_}
COMPARE = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
BUILTINS = {"abs": abs, "bool": bool, "float": float, "int": int, "max": max, "min": min, "round": round}
# Of module math: what takes numbers to a number in a moment.
MATH = {
    name: getattr(math, name)
    for name in (
        "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees erf erfc exp expm1 fabs floor fmod gcd hypot "
        "isfinite isinf isnan log log10 log1p log2 pow radians sin sinh sqrt tan tanh trunc"
    ).split()
}

# Of numpy: the same by its own names, and the types that round what they are given.
NUMPY = {
    name: MATH[name]
    for name in "ceil cos cosh degrees exp expm1 floor hypot log log10 log1p log2 radians sin sinh sqrt tan tanh trunc".split()
}
NUMPY.update({"abs": abs, "deg2rad": math.radians, "rad2deg": math.degrees, "power": pow, "arctan2": math.atan2})
NUMPY.update({"arc" + name: MATH["a" + name] for name in ("cos", "sin", "tan")})
FLOATS = {"float16": "e", "float32": "f", "float64": "d", "float": "d"}
INTEGERS = {f"{sign}int{bits}": (sign, bits) for sign in ("", "u") for bits in (8, 16, 32, 64)}
# What `numpy.finfo` says: bits of the significand after its point, the greatest exponent.
FORMATS = {"float16": (10, 15), "float32": (23, 127), "float64": (52, 1023), "float": (52, 1023)}


class NotConstant(Exception):
    """An expression that has no value when the module is read; `reason` says what it is instead, "" where that is not known."""

    def __init__(self, reason=""):
        super().__init__(reason)
        self.reason = reason


def bits(value):
    return value.bit_length() if isinstance(value, int) else 0


def bounded(value):
    """`value`, if it is a number or a text of a size that a kernel may hold."""
    if isinstance(value, (bool, float)) or (isinstance(value, int) and bits(value) <= MAX_BITS):
        return value
    if isinstance(value, str) and len(value) <= MAX_BITS:
        return value
    raise NotConstant


def rounded(name, value):
    """`value` as numpy's type `name` holds it."""
    if name in FLOATS:
        return struct.unpack(FLOATS[name], struct.pack(FLOATS[name], value))[0]
    sign, size = INTEGERS[name]
    low = 0 if sign else -(2 ** (size - 1))
    if not low <= int(value) < low + 2**size:
        raise NotConstant
    return int(value)


def limit(function, name, attribute):
    """`numpy.finfo(name).attribute` or that of `iinfo`."""
    if function == "iinfo" and name in INTEGERS:
        sign, size = INTEGERS[name]
        low = 0 if sign else -(2 ** (size - 1))
        return {"min": low, "max": low + 2**size - 1, "bits": size}[attribute]
    digits, exponent = FORMATS[name]
    greatest, least = (2.0 - 2.0**-digits) * 2.0**exponent, 2.0 ** (1 - exponent)
    values = {"eps": 2.0**-digits, "max": greatest, "min": -greatest, "tiny": least, "smallest_normal": least}
    values.update({"epsneg": 2.0 ** (-digits - 1), "resolution": rounded(name, 10.0 ** -int(digits * math.log10(2.0)))})
    return values[attribute]


def power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int) and bits(base) * abs(exponent) > MAX_BITS:
        raise NotConstant
    return base**exponent


def shifted(left, right):
    if isinstance(left, int) and isinstance(right, int) and bits(left) + right > MAX_BITS:
        raise NotConstant
    return left << right
