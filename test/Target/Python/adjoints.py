# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The author's adjoint adds to that of each argument of floats by its name, whatever stands before it.
# RUN: kgen-translate --kgen-to-warp %s | FileCheck %s
import warp as wp


@wp.func
def scale(counter: wp.array(dtype=int), n: int, x: float, s: float):
    return x * s


# CHECK-LABEL: def adj_scale(
# CHECK: wp.adjoint[x] += adj_ret * s
# CHECK-NEXT: wp.adjoint[s] += adj_ret * x
@wp.func_grad(scale)
def adj_scale(counter: wp.array(dtype=int), n: int, x: float, s: float, adj_ret: float):
    wp.adjoint[x] += adj_ret * s
    wp.adjoint[s] += adj_ret * x


@wp.kernel
def k(counter: wp.array(dtype=int), x: wp.array(dtype=float)):
    x[0] = scale(counter, 1, x[1], 2.0)
