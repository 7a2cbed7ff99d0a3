# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel plain %t.py | FileCheck %s
# RUN: kgen-translate --warp-to-kgen --all %t.py 2>/dev/null | FileCheck %s --check-prefix=KGEN
# RUN: not kgen-translate --warp-to-kgen --kernel twice %s 2>&1 | FileCheck %s --check-prefix=REFUSED
# RUN: not kgen-translate --warp-to-kgen --kernel changed %s 2>&1 | FileCheck %s --check-prefix=CHANGED
"""Local names that are those of functions, loops as long as a local constant, parameters that Python takes by name, names of a class."""
import warp as wp


@wp.func
def radius(x: float, *, scale: float = 2.0):
    return x * scale


@wp.kernel
def plain(x: wp.array(dtype=float), *, n: int):
    i = wp.tid()
    # CHECK: radius_ = radius(x[i], 3.0)
    radius = radius(x[i], scale=3.0)
    # CHECK: D = 6
    D = 6
    total = 0.0
    # CHECK: for j in range(D):
    for j in range(D):
        total += radius
    v = wp.vec3(1.0, 2.0, 3.0)
    for j in range(len(v)):
        total += v[j]
    # CHECK: x[i] = total * float(n)
    x[i] = total * float(n)


class Pair:
    Item = wp.vec3

    # KGEN: kgen.kernel @of_class(%x: !kgen.array<1, vec<3xf32>>, %item: !kgen.vec<3xf32>)
    @wp.kernel
    def of_class(x: wp.array(dtype=Item), item: Item):
        x[0] = item


@wp.kernel
def twice(x: wp.array(dtype=float)):
    radius = radius(x[0])
    # REFUSED: [[#@LINE+1]]:12: error: expected a function but got the local name 'radius'
    x[0] = radius(radius)


@wp.kernel
def changed(x: wp.array(dtype=float)):
    D = int(6)
    total = 0.0
    for j in range(D):
        # CHANGED: [[#@LINE+1]]:9: error: expected 'total' to be a variable but it holds a literal, which a loop may not change
        total += x[j]
    x[0] = total
