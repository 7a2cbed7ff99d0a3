# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A part of an adjoint that is chosen at run time is added to, taken and cleared where it lies: no loop copies the whole.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen - | kgen-translate --kgen-to-cuda - | FileCheck %s
import warp as wp


# CHECK-LABEL: void squares_cuda_kernel_backward(
# CHECK: mat33 adj_m = mat33{};
# CHECK-NOT: mat33
# CHECK: adj_m(k, {{.*}}) += adj_out_2;
# CHECK: mat33 adj_q = mat33{};
# CHECK-NOT: mat33
# CHECK: const float [[PART:.*]] = adj_m(r, c);
# CHECK-NEXT: adj_m(r, c) = 0.0f;
# CHECK-NEXT: const float [[PRODUCT:.*]] = [[PART]] * q(r, c);
# CHECK-NEXT: adj_q(r, c) += [[PRODUCT]];
@wp.kernel
def squares(qs: wp.array(dtype=wp.mat33), out: wp.array(dtype=float), n: int):
    i = wp.tid()
    q = qs[i]
    m = wp.mat33()
    for r in range(n):
        for c in range(n):
            m[r, c] = q[r, c] * q[r, c]
    for k in range(3):
        out[3 * i + k] = m[k, 2 - k]
