# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the author's Python makes before a kernel is read: instances of functions that define kernels and functions, overloads in
# loops, tables, limits of numpy's types. `REFUSED` is what is known only when that runs.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py 2>/dev/null | FileCheck %s
# RUN: kgen-translate --kgen-to-warp --kernel makes %t.py | FileCheck %s --check-prefix=PYTHON
# RUN: not kgen-translate --warp-to-kgen --kernel unknown.kernel %s 2>&1 | FileCheck %s --check-prefix=REFUSED
# RUN: kgen-translate --warp-to-kgen --kernel 'unknown(1, None).kernel' %s | FileCheck %s --check-prefix=CHOSEN
# RUN: kgen-translate --warp-to-kgen --kernel 'make_step(dtype=wp.float64, dim=2).step' %s | FileCheck %s --check-prefix=STEP
# RUN: not kgen-translate --warp-to-kgen --kernel 'make_step(2).step' %s 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: kgen-run %s --kernel makes | FileCheck %s --check-prefix=RESULT
from functools import lru_cache
from typing import Any

import numpy as np
import warp as wp

EPS = wp.constant(wp.float64(np.finfo(np.float32).eps))
LIMIT = np.iinfo(np.int16).max
THIRD = float(np.float32(1.0 / 3.0))
ROWS = {"one": [(1.0, 2.0)], "two": [(3.0, 4.0), (5.0, 6.0)]}
CHOICE = "two"
SIZES = {"one": 1, "two": 2}
rows_t = wp.types.matrix(shape=(SIZES[CHOICE], 2), dtype=float)
TABLE = rows_t(*ROWS[CHOICE])
DEBUG = {"forces"}
TYPES = {"whole": wp.float32, "parts": wp.vec3}


# What a function returns for its arguments; `is`, `==` and `in` are decided where both sides are known.
@lru_cache(maxsize=None)
def make_shift(n, f, dtype=float):
    amount = n + 1
    if dtype is float:

        @wp.func
        def shift(x: dtype):
            return f(x) + dtype(amount)

    else:

        @wp.func
        def shift(x: dtype):
            return f(x) - dtype(amount)

    return shift


@wp.func
def square(x: Any):
    return x * x


shift7 = make_shift(7, square)
shift8 = make_shift(8, dtype=wp.float64, f=square)


def pair(k):
    @wp.func
    def lower(x: float):
        return x - float(k)

    @wp.func
    def upper(x: float):
        return x + float(k)

    return lower, upper


low, high = pair(5)


# CHECK-LABEL: kgen.func @shift(%x: f32) -> f32 {
# CHECK: kgen.constant 8 : si32 {symbol = "amount"}
# CHECK: kgen.add
# CHECK-LABEL: kgen.func @shift_1(%x: f32) -> f32 {
# CHECK: kgen.constant 3 : si32 {symbol = "amount"}
# CHECK-LABEL: kgen.func @shift_2(%x: f64) -> f64 attributes {py_name = "shift"}
# CHECK: kgen.constant 9 : si32 {symbol = "amount"}
# CHECK: kgen.sub
# CHECK-LABEL: kgen.kernel @makes(
# What wp.static decides is not asked again, and what it drops need be no kernel.
# CHECK-NOT: kgen.if
# CHECK: kgen.call @shift(
# CHECK: kgen.call @shift_1(
# CHECK: kgen.call @shift_2(
# PYTHON-LABEL: def makes(
# PYTHON-NEXT: x: wp.array(dtype=float),
# PYTHON-NEXT: y: wp.array(dtype=wp.float64),
# PYTHON-NEXT: ):
# PYTHON-NEXT: i = wp.tid()
# PYTHON-NEXT: # The instances.
# PYTHON-NEXT: x[i] = shift(x[i]) + shift_1(x[i])
# PYTHON-NEXT: y[i] = shift(y[i]) + EPS
# RESULT: "x": [13.0], "y": [-4.9999998807907104]
@wp.kernel
def makes(x: wp.array(dtype=float), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    # The instances.
    if wp.static("forces" in DEBUG and not CHOICE == "one"):
        x[i] = shift7(x[i]) + wp.static(make_shift(2, square))(x[i])
    else:
        x[i] = wp.vec3(1.0)
    y[i] = shift8(y[i]) + EPS if wp.static(len is not None) else "nothing"


# CHECK-LABEL: kgen.kernel @tables(%x: !kgen.array<1, f32>
# CHECK: kgen.call @lower
# CHECK: kgen.call @upper
# CHECK: kgen.constant 32767 : si32 {symbol = "LIMIT"}
# CHECK: kgen.constant 222 : si32
# CHECK: kgen.constant 0.333333{{.*}} : f32
@wp.kernel
def tables(x: wp.array(dtype=TYPES["whole"]), n: wp.array(dtype=int)):
    i = wp.tid()
    x[i] = TABLE[1, 0] + low(x[i]) * high(x[i])
    n[i] = LIMIT + wp.static(SIZES["two"] + 10 * len(SIZES) + 100 * len(ROWS["two"]))
    x[i] = x[i] * THIRD


# A kernel within a function is that of the first call whose arguments are known, or of a call without arguments.
# CHECK-LABEL: kgen.kernel @step(%x: !kgen.array<1, vec<4xf64>>, %p: !Part)
# CHECK: kgen.constant 4 : si32 {symbol = "dim"}
def make_step(dim: int, dtype):
    vec = wp.types.vector(dim, dtype)

    @wp.struct
    class Part:
        at: vec
        by: dtype

    @wp.kernel
    def step(x: wp.array(dtype=vec), p: Part):
        i = wp.tid()
        for j in range(dim):
            x[i][j] = p.by * dtype(wp.static(dim * 2)) + p.at[j]

    return step


def run(model):
    make_step(model.dim, float)
    return make_step(4, wp.float64)


# CHECK-LABEL: kgen.kernel @given
# CHECK: kgen.constant 2.500000e+00 : f32
# CHECK-NOT: kgen.load
# CHECK: kgen.return
def defaults(scale=2.5, mask=None):
    @wp.kernel
    def given(x: wp.array(dtype=float)):
        if wp.static(mask is not None):
            x[0] = mask[0]
        x[0] = scale


# Overloads: of a function without a body, and in loops over what is known.
# CHECK-LABEL: kgen.kernel @stub(%x: !kgen.array<1, vec<3xf32>>, %s: f32)
@wp.kernel
def stub(x: wp.array(dtype=Any), s: Any):
    x[0] = s * x[0]


@wp.overload
def stub(x: wp.array(dtype=wp.vec3), s: wp.float32): ...


# CHECK-LABEL: kgen.kernel @looped(%x: !kgen.array<1, vec<3xf64>>, %y: !kgen.array<1, f64>)
@wp.kernel
def looped(x: wp.array(dtype=Any), y: wp.array(dtype=Any)):
    v = x[0]
    y[0] = v[0]


VECTORS = [wp.vec3d, wp.vec2]
for v, s in zip(VECTORS, (wp.float64, wp.float32)):
    wp.overload(looped, [wp.array(dtype=v), wp.array(dtype=s)])


# CHECK-LABEL: kgen.kernel @comprehended(%x: !kgen.array<2, mat<2x2xf32>>)
@wp.kernel
def comprehended(x: wp.array2d(dtype=Any)):
    m = x[0, 0]
    x[0, 0] = m * wp.transpose(m)


instances = {k: wp.overload(comprehended, {"x": wp.array2d(dtype=t)}) for k, t in {"a": wp.mat22, "b": wp.mat33}.items()}


# CHOSEN: kgen.kernel @kernel(%x: !kgen.array<1, f32>)
# CHOSEN-NOT: kgen.store
# STEP: kgen.kernel @step(%x: !kgen.array<1, vec<2xf64>>, %p: !Part)
# NONE: factories.py:1:1: error: expected a kernel named 'make_step(2).step' but the file has: makes, tables, make_step.step, defaults.given,
def unknown(count, open):
    @wp.kernel
    def kernel(x: wp.array(dtype=float)):
        i = wp.tid()
        # REFUSED: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'count', a parameter of 'unknown', known only when that runs
        if wp.static(count > 2):
            # REFUSED: [[#@LINE+1]]:33: error: expected a local name or a module constant but got 'i', a variable of the kernel
            x[i] = x[i] + float(wp.static(i))
            # REFUSED: [[#@LINE+1]]:27: error: expected a builtin but got what 'recursive' returns, which calls itself
            x[i] = x[i] + made(x[i])
            # REFUSED: [[#@LINE+1]]:20: error: expected a local name or a module constant but got what is known only when its module runs
            x[i] = wp.static([1.0, 2.0].pop())


def recursive(n):
    return recursive(n)


made = recursive(3)

CASE = {
    "kernel": "makes",
    "dim": 1,
    "args": [
        {"name": "x", "dtype": "float32", "value": [1.0], "role": "inout"},
        {"name": "y", "dtype": "float64", "value": [2.0], "role": "inout"},
    ],
}
