# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a type says of itself: `type(x).length`, `.shape`, `.dtype`.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel sums %t.py | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel refused %s 2>&1 | FileCheck %s --check-prefix=REFUSED
from typing import Any

import warp as wp


# CHECK-LABEL: def total(m: wp.types.matrix(shape=(2, 3), dtype=wp.float64)):
# CHECK-NEXT: s = wp.float64(0.0)
# CHECK-NEXT: for i in range(2):
# CHECK-NEXT: for j in range(3):
@wp.func
def total(m: Any):
    s = type(m).dtype(0.0)
    for i in range(type(m).shape[0]):
        for j in range(type(m[0]).length):
            s += m[i, j]
    return s


# CHECK-LABEL: def sums(
@wp.kernel
def sums(x: wp.array(dtype=wp.types.matrix(shape=(2, 3), dtype=wp.float64)), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    y[i] = total(x[i])


@wp.kernel
def refused(x: wp.array(dtype=wp.vec3)):
    # REFUSED: [[#@LINE+1]]:11: error: expected a component of vec3 but got 'size'
    y = x[type(x[0]).size]
