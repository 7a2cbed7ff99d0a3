# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py 2>/dev/null | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel lonely %s 2>&1 | FileCheck %s --check-prefix=REFUSED
# RUN: kgen-translate --warp-to-kgen --kernel lonely --assume-any=float64 %s | FileCheck %s --check-prefix=ASSUMED
# RUN: not kgen-translate --warp-to-kgen --kernel hidden %s 2>&1 | FileCheck %s --check-prefix=HIDDEN
# RUN: not kgen-translate --warp-to-kgen --kernel lonely --assume-any=vec3 %s 2>&1 | FileCheck %s --check-prefix=USAGE
"""The types of a generic kernel are those of a launch in its file; nothing is guessed."""
# USAGE: error: expected a scalar type such as 'float32' with --assume-any, but got 'vec3'
from typing import Any

import warp as wp


# CHECK: kgen.kernel @scale(%a: !kgen.array<1, vec<3xf64>>, %s: f64, %m: !kgen.array<2, vec<3xf64>>, %k: !kgen.array<1, si32>)
@wp.kernel
def scale(a: wp.array(dtype=Any), s: Any, m: wp.array(ndim=2), k: wp.array(dtype=int)):
    i = wp.tid()
    a[i] = s * a[i] + m[i, k[i]]


# CHECK: kgen.kernel @whole(%a: !kgen.array<2, f16>, %b: !kgen.array<1, f16>)
@wp.kernel
def whole(a: Any, b: Any):
    i = wp.tid()
    b[i] = a[i, 1]


# CHECK: kgen.kernel @copied(%a: !kgen.array<1, si64>, %b: !kgen.array<1, si64>)
@wp.kernel
def copied(a: wp.array(dtype=Any), b: wp.array(dtype=Any)):
    b[wp.tid()] = a[wp.tid()]


# REFUSED: [[#@LINE+4]]:15: error: expected a type for 'a', which no wp.launch, wp.overload or CASE of the file gives it; write it, or give --assume-any=float32
# CHECK-NOT: @lonely
# ASSUMED: kgen.kernel @lonely(%a: !kgen.array<1, f64>)
@wp.kernel
def lonely(a: wp.array(dtype=Any)):
    a[0] = a[1]


# HIDDEN: [[#@LINE+2]]:15: error: expected a type for 'a', which no wp.launch, wp.overload or CASE
@wp.kernel
def hidden(a: wp.array(dtype=Any)):
    a[0] = a[1]


def main(n: int, v: wp.array(dtype=wp.float16), unknown):
    a = wp.zeros(n, dtype=wp.vec3d)
    m = wp.empty((n, 3), dtype=wp.vec3d)
    k = wp.array([0, 1], dtype=int)
    wp.launch(scale, dim=n, inputs=[a, wp.float64(2.0), m, k])
    wp.launch(whole, dim=n, inputs=[wp.zeros(shape=(3, 4), dtype=wp.float16)], outputs=[v])
    wp.launch(hidden, dim=n, inputs=[unknown])


def test_inner():
    x = wp.full(3, value=1, dtype=wp.int64)
    y = wp.zeros_like(x)
    wp.launch(kernel=copied, dim=1, inputs=[x], outputs=[y])

    # CHECK: kgen.kernel @inner(%x: !kgen.array<1, si32>, %y: si32)
    @wp.kernel
    def inner(x: wp.array(dtype=Any), y: Any):
        x[0] = x[1] * y

    z = wp.zeros(3, dtype=int)
    wp.launch(kernel=inner, dim=1, inputs=[z, 3])
