# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed '/^# CHECK/d' %s > %t.py
# RUN: kgen-translate --kgen-to-cuda %t.py | FileCheck %s
# What arms and trips find out, and one element gets, is called the adjoint of that element.
import warp as wp


# CHECK-LABEL: relax_cuda_kernel_backward
# CHECK: float adj_x_i;
# CHECK: if (x_i > 0.0f) {
# CHECK: adj_x_i = adj_out_i * masses_i;
# CHECK: } else {
# CHECK: adj_x_i = 0.0f;
# CHECK: kgen::add(grad_x, i, adj_x_i);
@wp.kernel
def relax(x: wp.array(dtype=float), masses: wp.array(dtype=float), out: wp.array(dtype=float)):
    i = wp.tid()
    mass = masses[i] * 2.0
    if x[i] > 0.0:
        out[i] = masses[i] * x[i]
    else:
        out[i] = mass
