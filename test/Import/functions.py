# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of the author's: an instance for each list of argument types, behind what it calls and before who calls it.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --assume-any=float32 --all - | FileCheck %s
# RUN: kgen-translate --warp-to-kgen --assume-any=float32 --all %s | kgen-opt > /dev/null
from typing import Any

import warp as wp

SCALE = wp.constant(2.0)


# CHECK-LABEL: kgen.func @clip(%x: f32, %low: f32, %high: f32) -> f32
# CHECK: kgen.if
# CHECK: kgen.return %low : f32
# CHECK: kgen.if
# CHECK: kgen.return %high : f32
# CHECK: kgen.return %x : f32
@wp.func
def clip(x: float, low: float = 0.0, high: float = SCALE):
    if x < low:
        return low
    if x > high:
        return high
    return x


# Every way through it returns: nothing is reached after the `if`.
# CHECK-LABEL: kgen.func @sign_of(%x: f32) -> si32
# CHECK: kgen.return %{{.*}} : si32
# CHECK: } else {
# CHECK: kgen.return %{{.*}} : si32
# CHECK: }
# CHECK-NEXT: kgen.unreachable
@wp.func
def sign_of(x: float):
    if x < 0.0:
        return -1
    else:
        return 1


# A parameter that is assigned to is a copy.
# CHECK-LABEL: kgen.func @halve(%x: f32) -> f32
# CHECK: kgen.var %x : f32
@wp.func
def halve(x: float):
    while x > 1.0:
        x *= 0.5
    return x


# CHECK-LABEL: kgen.func @minmax(%a: f32, %b: f32) -> (f32, f32)
# CHECK: kgen.return %{{.*}}, %{{.*}} : f32, f32
@wp.func
def minmax(a: float, b: float):
    return wp.min(a, b), wp.max(a, b)


# CHECK-LABEL: kgen.func @put(%out: !kgen.array<1, f32>, %i: si32, %x: f32)
# CHECK: kgen.store %out[%i], %x
# CHECK-NEXT: kgen.return{{$}}
@wp.func
def put(out: wp.array(dtype=float), i: int, x: float):
    out[i] = x


# CHECK-LABEL: kgen.kernel @calls
# CHECK: kgen.call @clip(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
# CHECK: kgen.call @sign_of
# CHECK: kgen.call @halve
# CHECK: %low, %high = kgen.call @minmax
# CHECK: %{{.*}} = kgen.constant 1.000000e+00 : f32
# CHECK: kgen.call @clip
# CHECK: kgen.call @put({{.*}}) : (!kgen.array<1, f32>, si32, f32) -> ()
@wp.kernel
def calls(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    s = sign_of(clip(x[i]))
    low, high = minmax(x[i], halve(y[i]))
    put(y, i, clip(low, high=1.0) * float(s))


# CHECK-LABEL: kgen.func @twice(%x: f32) -> f32
# CHECK-LABEL: kgen.func @twice_1(%x: si32) -> si32 attributes {py_name = "twice"}
# CHECK-LABEL: kgen.func @twice_2(%x: !kgen.vec<3xf32>) -> !kgen.vec<3xf32> attributes {py_name = "twice"}
@wp.func
def twice(x: float):
    return x * 2.0


@wp.func
def twice(x: int):
    return x * 2


@wp.func
def twice(x: Any):
    return x + x


# `type(x)` makes no value.
# CHECK-LABEL: kgen.func @half(%x: f64) -> f64
# CHECK-NEXT: kgen.constant 5.000000e-01 : f64
# CHECK-NEXT: kgen.mul
@wp.func
def half(x: Any):
    return x * type(x)(0.5)


# CHECK-LABEL: kgen.kernel @overloads
# CHECK: kgen.call @twice(
# CHECK: kgen.call @twice_1(
# CHECK: kgen.call @twice_2(
# CHECK: kgen.call @half(
@wp.kernel
def overloads(x: wp.array(dtype=float), n: wp.array(dtype=int), v: wp.array(dtype=wp.vec3), d: wp.array(dtype=wp.float64)):
    i = wp.tid()
    x[i] = twice(x[i])
    n[i] = twice(n[i])
    v[i] = twice(v[i])
    d[i] = half(d[i])


# A function that is an argument is no argument of the instance.
# CHECK-LABEL: kgen.func @apply(%x: f32) -> f32
# CHECK: kgen.call @twice(
# CHECK-LABEL: kgen.func @apply_1(%x: f32) -> f32
# CHECK: kgen.sin
# CHECK-LABEL: kgen.kernel @functions_as_arguments
# CHECK: kgen.call @apply(
# CHECK: kgen.call @apply_1(
@wp.func
def apply(f: wp.Function, x: float):
    return f(x)


@wp.kernel
def functions_as_arguments(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = apply(twice, x[i]) + apply(wp.sin, x[i])


# What is open becomes what the first overload says, or float32.
# CHECK-LABEL: kgen.kernel @fill(%a: !kgen.array<1, f64>, %value: f64)
@wp.kernel
def fill(a: wp.array(dtype=Any), value: Any):
    a[wp.tid()] = value


wp.overload(fill, [wp.array(dtype=wp.float64), wp.float64])


# CHECK-LABEL: kgen.kernel @copy(%a: !kgen.array<2, f32>, %b: !kgen.array<2, f32>)
@wp.kernel
def copy(a: wp.array2d(dtype=Any), b: wp.array2d(dtype=Any)):
    i, j = wp.tid()
    b[i, j] = a[i, j]


# What an overload leaves out is what the parameter says.
# CHECK-LABEL: kgen.kernel @gather(%a: !kgen.array<1, f32>, %index: !kgen.array<1, si32>)
@wp.kernel
def gather(a: wp.array(dtype=float), index: wp.array(dtype=Any)):
    i = wp.tid()
    a[i] = a[index[i]]


wp.overload(gather, {"index": wp.array(dtype=int)})


# The author's adjoint gives those of the arguments.
# CHECK-LABEL: kgen.func @root(%u: f32) -> f32 attributes {grad = @adj_root}
# CHECK-LABEL: kgen.func @adj_root(%u: f32, %adj_ret: f32) -> f32
# CHECK: %[[ZERO:.*]] = kgen.constant 0.000000e+00 : f32
# CHECK: %adj_u = kgen.var %[[ZERO]] : f32
# CHECK: kgen.set %adj_u,
# CHECK: %[[ADJOINT:.*]] = kgen.get %adj_u : f32
# CHECK-NEXT: kgen.return %[[ADJOINT]] : f32
@wp.func
def root(u: float):
    return wp.sqrt(u)


@wp.func_grad(root)
def adj_root(u: float, adj_ret: float):
    wp.adjoint[u] += adj_ret / wp.sqrt(u + 0.1)


@wp.kernel
def own_adjoint(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = root(x[i])
