# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel's source calls `wp`, over dual numbers in float64.

Only the types and builtins that kernels under test may use; anything else is an AttributeError, never a guess. Vectors and
matrices are immutable, since Warp's behave as values; arrays alone have state. Integers do not wrap here.
"""
import types

import dual


class Vec:
    def __init__(self, components):
        self.components = tuple(components)

    def __getitem__(self, i):
        return self.components[i]

    def __getattr__(self, name):
        return self.components["xyzw".index(name)]

    def __iter__(self):
        return iter(self.components)

    def __len__(self):
        return len(self.components)

    def with_item(self, i, new):
        return Vec(new if k == i % len(self) else c for k, c in enumerate(self))

    def __neg__(self):
        return Vec(-a for a in self)

    def __add__(self, other):
        return Vec(a + b for a, b in zip(self, other, strict=True))

    def __sub__(self, other):
        return Vec(a - b for a, b in zip(self, other, strict=True))

    def __mul__(self, scalar):
        return Vec(a * scalar for a in self)

    def __truediv__(self, scalar):
        return Vec(a / scalar for a in self)

    __rmul__ = __mul__


class Mat:
    def __init__(self, rows):
        self.rows = tuple(Vec(row) for row in rows)

    def __getitem__(self, index):
        if isinstance(index, tuple):
            return self.rows[index[0]][index[1]]
        return self.rows[index]

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def with_item(self, index, new):
        i, j = index
        return Mat(row.with_item(j, new) if k == i % len(self) else row for k, row in enumerate(self))

    def __neg__(self):
        return Mat(-row for row in self)

    def __add__(self, other):
        return Mat(a + b for a, b in zip(self, other, strict=True))

    def __sub__(self, other):
        return Mat(a - b for a, b in zip(self, other, strict=True))

    def __mul__(self, other):
        if isinstance(other, Vec):
            return Vec(dot(row, other) for row in self)
        if isinstance(other, Mat):
            columns = transpose(other)
            return Mat([dot(row, column) for column in columns] for row in self)
        return Mat(row * other for row in self)

    def __truediv__(self, scalar):
        return Mat(row / scalar for row in self)

    def __rmul__(self, other):
        return transpose(self) * other if isinstance(other, Vec) else self * other

    __matmul__ = __mul__
    __rmatmul__ = __rmul__


class Array:
    """An array as the launch gives it to the kernel; an index out of range is an error."""

    def __init__(self, shape, elements):
        self.shape = tuple(shape)
        self.elements = elements

    def position(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if len(index) != len(self.shape):
            raise NotImplementedError("a view of an array's rows")
        flat = 0
        for i, extent in zip(index, self.shape):
            if not 0 <= i < extent:
                raise IndexError(f"index {index} is outside of shape {self.shape}")
            flat = flat * extent + i
        return flat

    def __getitem__(self, index):
        return self.elements[self.position(index)]

    def with_item(self, index, new):
        self.elements[self.position(index)] = new
        return self


def atomic(combine):
    """An atomic update `(array, i[, j ...], operand)`; it returns the element before the update."""

    def apply(array, *rest):
        *index, operand = rest
        old = array[tuple(index)]
        array.with_item(tuple(index), combine(old, operand))
        return old

    return apply


def smaller(a, b):
    return a if dual.value(a) <= dual.value(b) else b


def larger(a, b):
    return a if dual.value(a) >= dual.value(b) else b


def total(terms):
    result = 0.0
    for term in terms:
        result = result + term
    return result


def dot(a, b):
    return total(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    return Vec([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def length(v):
    return dual.FUNCTIONS["sqrt"](dot(v, v))


def transpose(m):
    return Mat(zip(*m))


def minor(m, i, j):
    return [[c for k, c in enumerate(row) if k != j] for r, row in enumerate(m) if r != i]


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return total((-1.0) ** j * m[0][j] * determinant(minor(m, 0, j)) for j in range(len(m)))


def inverse(m):
    size = range(len(m))
    cofactors = [[(-1.0) ** (i + j) * determinant(minor(m, j, i)) for j in size] for i in size]
    return Mat(cofactors) / determinant(m)


def identity(n, dtype):
    return Mat([1.0 if i == j else 0.0 for j in range(n)] for i in range(n))


def absolute(x):
    return -x if dual.value(x) < 0 else x


def to_float(x=0.0):
    return x if isinstance(x, dual.Dual) else float(x)


def to_int(x=0):
    return int(dual.value(x))


def vector_type(n):
    def construct(*components):
        components = components or (0.0,)
        return Vec(components * n if len(components) == 1 else components)

    return construct


def matrix_type(n):
    def construct(*entries):
        if len(entries) not in (0, n * n):
            raise NotImplementedError(f"a matrix from {len(entries)} parts")
        entries = entries or (0.0,) * (n * n)
        return Mat(entries[i * n:(i + 1) * n] for i in range(n))

    return construct


# What Python already calls by these names means something else in a kernel.
PYTHON_NAMES = {"float": to_float, "int": to_int, "abs": absolute, "min": smaller, "max": larger}

BUILTINS = {
    **dual.FUNCTIONS,
    **{name: PYTHON_NAMES[name] for name in ("abs", "min", "max")},
    "clamp": lambda x, low, high: smaller(larger(x, low), high),
    "where": lambda condition, a, b: a if condition else b,
    "lerp": lambda a, b, t: a * (1.0 - t) + b * t,
    "dot": dot,
    "cross": cross,
    "length": length,
    "length_sq": lambda v: dot(v, v),
    "normalize": lambda v: v / length(v),
    "cw_mul": lambda a, b: Vec(x * y for x, y in zip(a, b, strict=True)),
    "cw_div": lambda a, b: Vec(x / y for x, y in zip(a, b, strict=True)),
    "outer": lambda a, b: Mat(b * x for x in a),
    "transpose": transpose,
    "determinant": determinant,
    "inverse": inverse,
    "trace": lambda m: total(m[i][i] for i in range(len(m))),
    "identity": identity,
    "atomic_add": atomic(lambda old, x: old + x),
    "atomic_sub": atomic(lambda old, x: old - x),
    "atomic_min": atomic(smaller),
    "atomic_max": atomic(larger),
    # decorators and annotations have no effect here
    "kernel": lambda function: function,
    "func": lambda function: function,
    "constant": lambda x: x,
    **{name: lambda *a, **k: None for name in ("array", "array1d", "array2d", "array3d")},
    **{name: to_float for name in ("float32", "float64")},
    **{name: to_int for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")},
    **{f"vec{n}{s}": vector_type(n) for n in (2, 3, 4) for s in ("", "f", "d")},
    **{f"mat{n}{n}{s}": matrix_type(n) for n in (2, 3, 4) for s in ("", "f", "d")},
}


def make_module(thread):
    """The `wp` of one launch; `thread()` gives the running thread's index or tuple of indices."""
    return types.SimpleNamespace(**BUILTINS, tid=thread)
