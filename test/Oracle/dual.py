# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dual numbers: a value and its slope along one direction.

Arithmetic and elementary functions only; nothing here knows of vectors, arrays or kernels. A plain number is a dual number
of slope zero, so the functions below take either and an integer stays an integer.
"""
import math


class Dual:
    __slots__ = ("value", "slope")

    def __init__(self, value, slope=0.0):
        self.value = value
        self.slope = slope

    def __repr__(self):
        return f"Dual({self.value!r}, {self.slope!r})"

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __add__(self, other):
        if not is_number(other):
            return NotImplemented
        return Dual(self.value + value(other), self.slope + slope(other))

    def __sub__(self, other):
        if not is_number(other):
            return NotImplemented
        return Dual(self.value - value(other), self.slope - slope(other))

    def __mul__(self, other):
        if not is_number(other):
            return NotImplemented
        return Dual(self.value * value(other), self.slope * value(other) + self.value * slope(other))

    def __truediv__(self, other):
        if not is_number(other):
            return NotImplemented
        quotient = self.value / value(other)
        return Dual(quotient, (self.slope - quotient * slope(other)) / value(other))

    def __floordiv__(self, other):
        return float(self.value // value(other))

    def __pow__(self, other):
        return power(self, other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Dual(other) - self

    def __rtruediv__(self, other):
        return Dual(other) / self

    def __rfloordiv__(self, other):
        return Dual(other) // self

    def __rpow__(self, other):
        return power(other, self)

    def __eq__(self, other):
        return self.value == value(other)

    def __ne__(self, other):
        return self.value != value(other)

    def __lt__(self, other):
        return self.value < value(other)

    def __le__(self, other):
        return self.value <= value(other)

    def __gt__(self, other):
        return self.value > value(other)

    def __ge__(self, other):
        return self.value >= value(other)

    __hash__ = None


def is_number(x):
    return isinstance(x, (int, float, Dual))


def value(x):
    return x.value if isinstance(x, Dual) else x


def slope(x):
    return x.slope if isinstance(x, Dual) else 0.0


def power(base, exponent):
    b, e = value(base), value(exponent)
    result = math.pow(b, e)
    rate = 0.0
    if slope(base) != 0.0:
        rate += e * math.pow(b, e - 1.0) * slope(base)
    if slope(exponent) != 0.0:
        rate += result * math.log(b) * slope(exponent)
    return Dual(result, rate)


def atan2(y, x):
    vy, vx = value(y), value(x)
    rate = (vx * slope(y) - vy * slope(x)) / (vx * vx + vy * vy)
    return Dual(math.atan2(vy, vx), rate)


def remainder(a, b):
    """C's remainder: it has the sign of the dividend."""
    if isinstance(a, int) and isinstance(b, int):
        return int(math.fmod(a, b))
    return Dual(math.fmod(value(a), value(b)), slope(a) - math.trunc(value(a) / value(b)) * slope(b))


def divide(a, b):
    """C's division: of two integers it drops the fraction."""
    if isinstance(a, int) and isinstance(b, int):
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    return a / b


def elementary(function, derivative):
    """A function of one number; `derivative(x, y)` may use the result y."""

    def apply(x):
        y = function(value(x))
        return Dual(y, derivative(value(x), y) * slope(x)) if slope(x) != 0.0 else Dual(y)

    return apply


def step_function(function):
    """A function that is constant almost everywhere."""
    return lambda x: float(function(value(x)))


FUNCTIONS = {
    "sin": elementary(math.sin, lambda x, y: math.cos(x)),
    "cos": elementary(math.cos, lambda x, y: -math.sin(x)),
    "tan": elementary(math.tan, lambda x, y: 1.0 + y * y),
    "asin": elementary(math.asin, lambda x, y: 1.0 / math.sqrt(1.0 - x * x)),
    "acos": elementary(math.acos, lambda x, y: -1.0 / math.sqrt(1.0 - x * x)),
    "atan": elementary(math.atan, lambda x, y: 1.0 / (1.0 + x * x)),
    "sinh": elementary(math.sinh, lambda x, y: math.cosh(x)),
    "cosh": elementary(math.cosh, lambda x, y: math.sinh(x)),
    "tanh": elementary(math.tanh, lambda x, y: 1.0 - y * y),
    "exp": elementary(math.exp, lambda x, y: y),
    "log": elementary(math.log, lambda x, y: 1.0 / x),
    "sqrt": elementary(math.sqrt, lambda x, y: 0.5 / y),
    "floor": step_function(math.floor),
    "ceil": step_function(math.ceil),
    # half away from zero, as in C; Python's own round goes to even
    "round": step_function(lambda x: math.copysign(math.floor(abs(x) + 0.5), x)),
    "sign": step_function(lambda x: -1.0 if x < 0.0 else 1.0),
    "pow": power,
    "atan2": atan2,
}
