# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An element among operands is read after what writes to its array, and only after that: beside a function that stores to
# nothing, or an atomic on another array, it stays where it stands.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | FileCheck %s
import warp as wp


@wp.struct
class Buffers:
    sums: wp.array(dtype=float)


@wp.func
def twice(a: float):
    return a * 2.0


@wp.func
def deposit(sums: wp.array(dtype=float), i: int, a: float):
    sums[i] = sums[i] + a
    return a


# CHECK-LABEL: kgen.kernel @elements
@wp.kernel
def elements(b: Buffers, x: wp.array(dtype=float), y: wp.array(dtype=float), out: wp.array2d(dtype=float)):
    i = wp.tid()
    # CHECK: %[[X:.*]] = kgen.load %x
    # CHECK: %[[CALL:.*]] = kgen.call @twice
    # CHECK-NEXT: kgen.add %[[X]], %[[CALL]]
    out[i, 0] = x[i] + twice(y[i])
    # CHECK: %[[X:.*]] = kgen.load %x
    # CHECK: %[[OLD:.*]] = kgen.atomic add %y
    # CHECK-NEXT: kgen.sub %[[X]], %[[OLD]]
    out[i, 1] = x[i] - wp.atomic_add(y, i, 1.0)
    # CHECK: %[[OLD:.*]] = kgen.atomic add %y
    # CHECK-NEXT: %[[Y:.*]] = kgen.load %y
    # CHECK-NEXT: kgen.sub %[[Y]], %[[OLD]]
    out[i, 2] = y[i] - wp.atomic_add(y, i, 1.0)
    # CHECK: %[[CALL:.*]] = kgen.call @deposit
    # CHECK-NEXT: %[[SUM:.*]] = kgen.load
    # CHECK-NEXT: kgen.mul %[[SUM]], %[[CALL]]
    out[i, 3] = b.sums[i] * deposit(b.sums, i, x[i])


@wp.func
def bump(c: wp.array(dtype=int)):
    c[0] = c[0] + 1
    return 10.0


# The index of an element that is added to is read after what is added; that of a part of one, or of one that is multiplied, before.
# CHECK-LABEL: kgen.kernel @indices
@wp.kernel
def indices(c: wp.array(dtype=int), y: wp.array(dtype=float), v: wp.array(dtype=wp.vec3)):
    # CHECK: %[[CALL:.*]] = kgen.call @bump
    # CHECK-NEXT: %[[C:.*]] = kgen.load %c[0]
    # CHECK-NEXT: kgen.atomic add %y[%[[C]]], %[[CALL]] {augmented}
    y[c[0]] += bump(c)
    # CHECK: %[[C:.*]] = kgen.load %c[0]
    # CHECK-NEXT: %[[CALL:.*]] = kgen.call @bump
    # CHECK-NEXT: kgen.atomic sub %v[0, %[[C]]], %[[CALL]] {augmented}
    v[0][c[0]] -= bump(c)
    # CHECK: %[[C:.*]] = kgen.load %c[0]
    # CHECK-NEXT: %[[CALL:.*]] = kgen.call @bump
    # CHECK-NEXT: kgen.load %y[%[[C]]]
    y[c[0]] *= bump(c)
