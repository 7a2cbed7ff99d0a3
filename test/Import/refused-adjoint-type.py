# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: not kgen-translate --warp-to-kgen %s 2>&1 | FileCheck %s
"""An adjoint by hand has the types of its function; what is wrong with it is said once, however often that is called."""
import warp as wp


@wp.func
def square(a: float):
    return a * a


# CHECK: refused-adjoint-type.py:[[#@LINE+3]]:26: error: expected 'adj_ret' to be of the type that 'square' says, float32, but got another
# CHECK-NOT: error
@wp.func_grad(square)
def adj_square(a: float, adj_ret: int):
    wp.adjoint[a] += 2.0 * a * float(adj_ret)


@wp.kernel
def squares(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = square(x[i]) + square(x[0])
    y[0] = square(x[1])
