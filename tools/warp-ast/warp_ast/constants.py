# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The value of an expression that has one when its module is read. Every step is bounded: no integer grows past
MAX_BITS, and only functions that take a moment are called."""
import ast
import math
import operator

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
# Of module math: what takes numbers to a number in a moment.
MATH = {
    name: getattr(math, name)
    for name in (
        "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees erf erfc exp expm1 fabs floor fmod gcd hypot "
        "log log10 log1p log2 pow radians sin sinh sqrt tan tanh trunc"
    ).split()
}


# What numpy says of its types: finfo(float32).eps, iinfo(int32).max.
MANTISSAS = {"float16": (10, 15), "float32": (23, 127), "float64": (52, 1023)}
INTEGERS = {f"{sign}int{bits}": (bits, sign) for bits in (8, 16, 32, 64) for sign in ("", "u")}


def limit(asked, kind, name):
    """`numpy.finfo(kind).name`, `numpy.iinfo(kind).name`."""
    if asked == "finfo" and kind in MANTISSAS:
        digits, exponent = MANTISSAS[kind]
        largest = (2.0 - 2.0**-digits) * 2.0**exponent
        return {"eps": 2.0**-digits, "max": largest, "min": -largest, "tiny": 2.0 ** (1 - exponent)}[name]
    if asked == "iinfo" and kind in INTEGERS:
        size, unsigned = INTEGERS[kind]
        return {"max": 2 ** (size if unsigned else size - 1) - 1, "min": 0 if unsigned else -(2 ** (size - 1))}[name]
    raise NotConstant


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


def power(base, exponent):
    if isinstance(base, int) and isinstance(exponent, int) and bits(base) * abs(exponent) > MAX_BITS:
        raise NotConstant
    return base**exponent


def shifted(left, right):
    if isinstance(left, int) and isinstance(right, int) and bits(left) + right > MAX_BITS:
        raise NotConstant
    return left << right


class Evaluator:
    """Evaluates expressions whose names and items of lists `lookup(node)` turns into numbers; it raises NotConstant for all others.
    `callee(node)` names what a call calls: ("python", "abs"), ("math", "sqrt"), ("warp", "constant")."""

    def __init__(self, lookup, callee):
        self.lookup, self.callee = lookup, callee
        self.steps = 0

    def value(self, node):
        """The number, bool or text that `node` stands for; NotConstant where it has none."""
        try:
            return bounded(self.evaluate(node))
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
            raise NotConstant

    def evaluate(self, node):
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise NotConstant
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str)):
            return bounded(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call) and len(node.value.args) == 1:
            (module, asked), (of, kind) = self.callee(node.value.func), self.callee(node.value.args[0])
            return limit(asked, kind, node.attr) if (module, of) == ("numpy", "numpy") else self.lookup(node)
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
        arguments = [self.evaluate(argument) for argument in node.args]
        if any(isinstance(argument, str) for argument in arguments):
            raise NotConstant
        if module == "python" and name == "pow" and len(arguments) == 2:
            return bounded(power(*arguments))
        function = {"python": BUILTINS, "math": MATH}.get(module, {}).get(name)
        if function is None:
            raise NotConstant
        return bounded(function(*arguments))
