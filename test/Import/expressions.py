# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel conditions - | FileCheck %s --check-prefix=CONDITIONS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel comparisons - | FileCheck %s --check-prefix=COMPARISONS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel literals - | FileCheck %s --check-prefix=LITERALS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel constants - | FileCheck %s --check-prefix=CONSTANTS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel elements - | FileCheck %s --check-prefix=ELEMENTS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel constructors - | FileCheck %s --check-prefix=CONSTRUCTORS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel calls - | FileCheck %s --check-prefix=CALLS
"""Expressions: which op each becomes."""
import math

import warp as wp

COUNT = 3
HALF = 1 / 2
TINY = wp.constant(0.1)
MASS = wp.constant(wp.float64(0.1))
DOWN = wp.constant(wp.vec3(0.0, -9.8, 0.0))
STATE = wp.types.vector(length=5, dtype=wp.float64)


# What cannot fail is an `and`; what may fail is run only when needed.
# CONDITIONS-LABEL: @conditions
# CONDITIONS: %both = kgen.and %{{.*}}, %{{.*}} : i1
# CONDITIONS: %guarded = kgen.if %{{.*}} -> i1 {
# CONDITIONS-NEXT: kgen.load %a
# CONDITIONS: kgen.yield
# CONDITIONS-NEXT: } else {
# CONDITIONS-NEXT: kgen.constant false
# CONDITIONS: %either = kgen.if %{{.*}} -> i1 {
# CONDITIONS-NEXT: kgen.constant true
# CONDITIONS: } else {
# CONDITIONS-NEXT: kgen.div %n, %n : si32
# CONDITIONS: %choice = kgen.if %{{.*}} -> f32 {
# CONDITIONS: kgen.yield %{{.*}} : f32
# CONDITIONS: %none = kgen.cmp eq %n, %{{.*}} : si32
# CONDITIONS: %[[TEST:.*]] = kgen.cmp ne %n, %{{.*}} : si32
# CONDITIONS-NEXT: kgen.if %[[TEST]] {
@wp.kernel
def conditions(a: wp.array(dtype=float), x: float, n: int):
    both = n > 0 and x < 1.0
    guarded = n < a.shape[0] and a[n] > 0.0
    either = n == 0 or n / n == 1
    choice = a[n] if guarded else x
    none = not n
    if n:
        a[0] = wp.where(both and either and none, x, choice)


# Two scalar types meet in the type that C++ compares them in.
# COMPARISONS-LABEL: @comparisons
# COMPARISONS: %[[N:.*]] = kgen.cast %n : si32 to f32
# COMPARISONS: %a = kgen.cmp lt %x, %[[N]] : f32
# COMPARISONS: %[[ONE:.*]] = kgen.constant 1.000000e+00 : f32
# COMPARISONS: %b = kgen.cmp lt %x, %[[ONE]] : f32
# COMPARISONS: %[[TENTH:.*]] = kgen.constant 0.10000000149011612 : f64
# COMPARISONS: %c = kgen.cmp lt %y, %[[TENTH]] : f64
# COMPARISONS: %[[U:.*]] = kgen.cast %u : ui8 to si32
# COMPARISONS: %d = kgen.cmp ge %[[U]], %n : si32
# COMPARISONS: %[[LEFT:.*]] = kgen.cmp le %{{.*}}, %n : si32
# COMPARISONS: %[[RIGHT:.*]] = kgen.cmp lt %n, %{{.*}} : si32
# COMPARISONS: %e = kgen.and %[[LEFT]], %[[RIGHT]] : i1
@wp.kernel
def comparisons(r: wp.array(dtype=bool), x: float, y: wp.float64, n: int, u: wp.uint8):
    a = x < n
    b = x < 1
    c = y < 0.1
    d = u >= n
    e = 0 <= n < 3
    r[0] = a and b and c and d and e


# A literal has the digits of the type that is asked for.
# LITERALS-LABEL: @literals
# LITERALS: %a = kgen.constant -1.000000e+00 : f32
# LITERALS: %b = kgen.constant 1.000000e-01 : f64
# LITERALS: %c = kgen.constant 3 : si32
# LITERALS: %d = kgen.constant 44 : ui8
# LITERALS: %e = kgen.constant 18446744073709551615 : ui64
# LITERALS: %f = kgen.constant 3.14159274 : f32
# LITERALS: %g = kgen.constant 3.1415926535897931 : f64
# LITERALS: %h = kgen.constant 0x7F800000 : f32
# LITERALS: %k = kgen.constant true
# LITERALS: %l = kgen.constant 255 : si32
# LITERALS: %m = kgen.constant 1.000000e-01 : f64
@wp.kernel
def literals(x: float):
    a = -1.0
    b = wp.float64(0.1)
    c = int(3.7)
    d = wp.uint8(300)
    e = wp.uint64(0xFFFFFFFFFFFFFFFF)
    f = wp.pi
    g = wp.float64(math.pi)
    h = wp.inf
    k = bool(1)
    l = 0xFF
    tenth = 0.1
    m = wp.float64(tenth)


# CONSTANTS-LABEL: @constants
# CONSTANTS: kgen.constant 5.000000e-01 : f32 {symbol = "HALF"}
# CONSTANTS: kgen.constant 3 : si32 {symbol = "COUNT"}
# CONSTANTS: kgen.constant 1.000000e-01 : f64 {symbol = "MASS"}
# CONSTANTS: kgen.constant 1.000000e-01 : f64
# CONSTANTS-NOT: symbol
# CONSTANTS: %[[COUNT:.*]] = kgen.constant 3 : si32 {symbol = "COUNT"}
# CONSTANTS: kgen.cast %[[COUNT]] : si32 to f64
# CONSTANTS: %[[DOWN:.*]] = kgen.constant -9.8{{.*}} : f32
# CONSTANTS: kgen.construct %{{.*}}, %[[DOWN]], %{{.*}} : !kgen.vec<3xf32>
@wp.kernel
def constants(a: wp.array(dtype=float), b: wp.array(dtype=wp.float64), v: wp.array(dtype=wp.vec3)):
    a[COUNT] = HALF
    b[0] = MASS
    b[1] = wp.float64(TINY)
    b[2] = wp.float64(COUNT)
    v[0] = DOWN


# Literal indices are part of the access; other integers than int32 are cast.
# ELEMENTS-LABEL: @elements
# ELEMENTS: kgen.load %a[%n, 0] : !kgen.array<2, vec<3xf32>>
# ELEMENTS: kgen.extract %{{.*}}[1] : !kgen.vec<3xf32>
# ELEMENTS: %[[Q:.*]] = kgen.cast %q : si64 to si32
# ELEMENTS: kgen.load %a[-1, %[[Q]]]
# ELEMENTS: kgen.extract %{{.*}}[2] : !kgen.vec<3xf32>
# ELEMENTS: kgen.extract %m[%n, 2] : !kgen.mat<3x3xf32>
# ELEMENTS: kgen.extract %m[0, 1] : !kgen.mat<3x3xf32>
# ELEMENTS: kgen.extract %m[2] : !kgen.mat<3x3xf32>
# ELEMENTS: kgen.shape %a[1] : !kgen.array<2, vec<3xf32>>
# ELEMENTS: kgen.shape %a[0] : !kgen.array<2, vec<3xf32>>
# ELEMENTS: kgen.atomic sub %r[0], %{{.*}} {augmented} : !kgen.array<1, f32>
# ELEMENTS: kgen.load %r[1]
# ELEMENTS: kgen.store %r[1]
@wp.kernel
def elements(a: wp.array2d(dtype=wp.vec3), r: wp.array[float], m: wp.mat33, n: int, q: wp.int64):
    s = a[n, 0][1] + a[-1, q].z + m[n, 2] + m[0][1]
    row = m[2]
    t = a.shape[1] + len(a)
    r[0] -= s * float(t) * row[0]
    r[1] *= s


# CONSTRUCTORS-LABEL: @constructors
# CONSTRUCTORS: %a = kgen.construct %{{.*}}, %{{.*}}, %{{.*}} : !kgen.vec<3xf32>
# CONSTRUCTORS: %b = kgen.construct %x : !kgen.vec<2xf32>
# CONSTRUCTORS: %c = kgen.construct : !kgen.mat<2x2xf64>
# CONSTRUCTORS: %d = kgen.identity : !kgen.mat<3x3xf64>
# CONSTRUCTORS: %[[TENTH:.*]] = kgen.constant 1.000000e-01 : f64
# CONSTRUCTORS: %e = kgen.construct %[[TENTH]] : !kgen.vec<5xf64>
# CONSTRUCTORS: %f = kgen.construct %x, %x : !kgen.vec<2xf32>
# CONSTRUCTORS: %g = kgen.construct %{{.*}} : !kgen.mat<2x3xf32>
@wp.kernel
def constructors(x: float):
    a = wp.vec3(1, 2.0, x)
    b = wp.vec2(x)
    c = wp.mat22d()
    d = wp.identity(n=3, dtype=wp.float64)
    e = STATE(0.1)
    f = wp.vector(x, x)
    g = wp.matrix(1.0, shape=(2, 3), dtype=float)


# CALLS-LABEL: @calls
# CALLS: kgen.abs %n : si32
# CALLS: %k = kgen.max %{{.*}}, %{{.*}} : si32
# CALLS: kgen.pow %x, %x {kgen.called = "wp.pow"} : f32
# CALLS: kgen.clamp %x, %{{.*}}, %{{.*}} : f32
# CALLS: kgen.mat_mul %m, %m
# CALLS: kgen.mat_vec_mul %{{.*}}, %v
# CALLS: kgen.vec_mat_mul %v, %m
# CALLS: %old = kgen.atomic max %a[%n], %{{.*}} : !kgen.array<1, f32>
# CALLS: kgen.print %old : f32
@wp.kernel(enable_backward=False)
def calls(a: wp.array(dtype=float, ndim=1), m: wp.mat33, v: wp.vec3, x: float, n: int):
    """Docstrings,"""
    ...  # ellipses and
    pass
    k = max(abs(n), 2)
    y = wp.pow(x, x) + wp.clamp(x, low=0.0, high=1.0)
    w = m * m @ v + v * m
    old = wp.atomic_max(a, n, y * w[k])
    print(old)
