# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where a module has a function `add`, `mul`, ..., Warp calls it for the operator: where an overload takes the operands, and where
# it does not update in place.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - | FileCheck %s
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - | kgen-translate --kgen-to-warp > %t.py
# RUN: FileCheck %s --check-prefix=TEXT < %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp - | diff %t.py -
import warp as wp


@wp.struct
class Complex:
    real: float
    imag: float


# What one of these says itself is of numbers, which the overload of `mul` takes no part of.
# CHECK-LABEL: kgen.func @mul(
# CHECK: kgen.mul {{.*}} : f32
@wp.func
def mul(a: Complex, b: Complex):
    return Complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


# CHECK-LABEL: kgen.kernel @of_structs
# CHECK: kgen.call @mul
# CHECK: kgen.call @mul
# TEXT-LABEL: def of_structs(
# TEXT: w = z[i] * z[i]
# TEXT-NEXT: w *= z[i]
@wp.kernel
def of_structs(z: wp.array(dtype=Complex)):
    i = wp.tid()
    w = z[i] * z[i]
    w *= z[i]
    z[i] = w


# CHECK-LABEL: kgen.func @sub(
@wp.func
def sub(x: wp.float64, y: wp.float64) -> wp.float64:
    return wp.mul(x, y)


# An element is updated in place, of a local vector too; a part of an element and a field are not.
# CHECK-LABEL: kgen.kernel @of_places
# CHECK: kgen.atomic sub %x[%i]
# CHECK: kgen.call @sub
# CHECK: kgen.call @sub
# CHECK: kgen.sub
# CHECK: kgen.call @sub
# CHECK-NOT: kgen.call @
# TEXT: x[i] -= y
# TEXT: v[i][0] = v[i][0] - y
# TEXT: v[i][1] = v[i][1] - y
# TEXT: u[0] = wp.sub(u[0], y)
# TEXT: u[1] = u[1] - y
@wp.kernel
def of_places(x: wp.array(dtype=wp.float64), v: wp.array(dtype=wp.vec2d), y: wp.float64):
    i = wp.tid()
    x[i] -= y
    v[i].x -= y
    v[i][1] -= y
    u = v[i]
    u[0] -= y
    u.y -= y
    v[i] = u


# No overload takes these.
# CHECK-LABEL: kgen.kernel @of_others
# CHECK: kgen.atomic sub %v[%i, 0]
# CHECK: kgen.sub
# CHECK-NOT: kgen.call @
@wp.kernel
def of_others(v: wp.array(dtype=wp.vec2), y: float):
    i = wp.tid()
    v[i].x -= y
    v[i] = v[i] - wp.vec2(y, y)
