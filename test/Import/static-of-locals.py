# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-warp --kernel plain %s | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel of_a_value %s 2>&1 | FileCheck %s --check-prefix=REFUSED
"""`wp.static` of what local names hold when the kernel is read, and of the lengths of their types."""
import warp as wp


def doubled(n):
    return n * 2


@wp.kernel
def plain(v: wp.vec4, q: wp.quat, m: wp.mat22, x: wp.array(dtype=int)):
    # CHECK: x[0] = 4
    x[0] = wp.static(len(v))
    # CHECK: x[1] = 6
    x[1] = wp.static(len(q)) + wp.static(len(m))
    # CHECK: x[2] = 3
    x[2] = len((1, 2, 3))
    n = wp.static(doubled(2))
    # CHECK: x[3] = 8
    x[3] = wp.static(doubled(n))
    # CHECK: for i in range(5):
    for i in range(wp.static(n + 1)):
        x[i] = i


@wp.kernel
def of_a_value(x: wp.array(dtype=int)):
    n = x[0]
    # REFUSED: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'n', a variable of the kernel
    x[1] = wp.static(n + 1)
