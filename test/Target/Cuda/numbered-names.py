# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed '/^# CHECK/d' %s > %t.py
# RUN: kgen-translate --kgen-to-cuda %t.py | FileCheck %s
# Numbers that the author gave stay in the gradient; those that told values of one name apart go where the others are gone.
import warp as wp


# CHECK-LABEL: numbered_cuda_kernel_backward
# CHECK: const auto grad_bias_0 = kgen::gradient_of(bias_0, adj_bias_0);
# CHECK-NEXT: const auto grad_bias_1 = kgen::gradient_of(bias_1, adj_bias_1);
# CHECK: const float x_1 = bias_0_i * bias_1_i;
# CHECK: const float x_2 = x_1 + scale;
# CHECK-NEXT: const float s = x_1 * x_2;
# CHECK: const float adj_s = {{.*}} * kgen::cos(s);
# CHECK-NEXT: const float adj_x_2 = adj_s * x_1;
# CHECK-NEXT: const float adj_x_1 = adj_s * x_2 + adj_x_2;
# CHECK-NEXT: kgen::add(grad_bias_1, i, adj_x_1 * bias_0_i);
# CHECK-NEXT: kgen::add(grad_bias_0, i, adj_x_1 * bias_1_i);
@wp.kernel
def numbered(bias_0: wp.array(dtype=float), bias_1: wp.array(dtype=float), scale: float, y: wp.array(dtype=float)):
    i = wp.tid()
    x_1 = bias_0[i] * bias_1[i]
    x_2 = x_1 + scale
    s = x_1 * x_2
    s = wp.sin(s)
    y[i] = s
