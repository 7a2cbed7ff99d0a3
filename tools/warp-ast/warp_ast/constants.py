# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The value of an expression that has one when its module is read. Every step is bounded: no integer grows past
MAX_BITS, and only functions that take a moment are called."""

import ast
import math
import operator
import struct

# Integers may not grow past this on the way.
MAX_BITS = 4096
# Operations in one expression, the constants that it names included.
MAX_STEPS = 10_000

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
# Of these, what takes a table to a number.
OF_TABLES = {"len": len, "max": max, "min": min, "sum": sum}
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
    """An expression that has no value when the module is read."""


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


class Evaluator:
    """Evaluates expressions whose names, items of lists and functions of these `lookup(node)` turns into numbers; it raises
    NotConstant for all others. `callee(node)` names what a call calls: ("python", "abs"), ("math", "sqrt"), ("warp", "constant")."""

    def __init__(self, lookup, callee):
        self.lookup, self.callee = lookup, callee
        self.steps = 0

    def value(self, node):
        """The number, bool or text that `node` stands for; NotConstant where it has none."""
        try:
            return bounded(self.evaluate(node))
        except (ArithmeticError, TypeError, ValueError, RecursionError, struct.error):
            raise NotConstant

    def evaluate(self, node):
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise NotConstant
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str)):
            return bounded(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call):
            return self.limit(node)
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            return self.lookup(node)
        if isinstance(node, ast.UnaryOp):
            return UNARY[type(node.op)](self.evaluate(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            return self.binary(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARE:
            return COMPARE[type(node.ops[0])](self.evaluate(node.left), self.evaluate(node.comparators[0]))
        if isinstance(node, ast.IfExp):
            return self.evaluate(node.body if self.evaluate(node.test) else node.orelse)
        if isinstance(node, ast.Call) and not node.keywords:
            return self.call(node)
        raise NotConstant

    def limit(self, node):
        """`np.finfo(np.float32).eps` and its like."""
        call = node.value
        module, name = self.callee(call.func)
        if module != "numpy" or name not in ("finfo", "iinfo") or len(call.args) != 1:
            raise NotConstant
        try:
            return limit(name, self.callee(call.args[0])[1], node.attr)
        except KeyError:
            raise NotConstant

    def binary(self, node):
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if isinstance(left, str) or isinstance(right, str):
            raise NotConstant
        if isinstance(node.op, ast.Pow):
            return bounded(power(left, right))
        if isinstance(node.op, ast.LShift):
            return bounded(shifted(left, right))
        return bounded(BINARY[type(node.op)](left, right))

    def call(self, node):
        module, name = self.callee(node.func)
        if module == "warp" and name in ("constant", "static") and len(node.args) == 1:
            return self.evaluate(node.args[0])
        if module == "python" and name in OF_TABLES and len(node.args) == 1:
            return bounded(self.lookup(node))
        arguments = [self.evaluate(argument) for argument in node.args]
        if (module, name) == ("python", "float") and isinstance(arguments[0] if arguments else None, str):
            return float(*arguments)
        if any(isinstance(argument, str) for argument in arguments):
            raise NotConstant
        if module == "python" and name == "pow" and len(arguments) == 2:
            return bounded(power(*arguments))
        if module == "numpy" and (name in FLOATS or name in INTEGERS) and len(arguments) == 1:
            return rounded(name, arguments[0])
        function = {"python": BUILTINS, "math": MATH, "numpy": NUMPY}.get(module, {}).get(name)
        if function is None:
            raise NotConstant
        return bounded(function(*arguments))
