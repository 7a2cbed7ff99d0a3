# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An element that a function gets stands in its call, though the function writes arrays: arguments are read before it runs. What is
# read before another call that writes gets a name.
# RUN: kgen-translate --warp-to-kgen --all %s | kgen-translate --kgen-to-warp > %t.py
# RUN: FileCheck %s < %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp | diff %t.py -
import warp as wp


@wp.func
def spend(x: float, a: wp.array(dtype=float), i: int):
    a[i] = 0.0
    return 2.0 * x


# CHECK-LABEL: def stands(
# CHECK: b[i] = spend(a[i], a, i)
# CHECK-NEXT: b[i] = a[i] + spend(spend(a[i], a, i), a, i)
# CHECK-NEXT: b[i] = wp.atomic_add(a, i, a[0]) + 1.0
@wp.kernel
def stands(a: wp.array(dtype=float), b: wp.array(dtype=float)):
    i = wp.tid()
    b[i] = spend(a[i], a, i)
    b[i] = a[i] + spend(spend(a[i], a, i), a, i)
    b[i] = wp.atomic_add(a, i, a[0]) + 1.0


# CHECK-LABEL: def named(
# CHECK: x = a[i]
# CHECK-NEXT: b[i] = spend(1.0, a, i) + x
@wp.kernel
def named(a: wp.array(dtype=float), b: wp.array(dtype=float)):
    i = wp.tid()
    x = a[i]
    b[i] = spend(1.0, a, i) + x
