# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed "s/#.*//" %s | kgen-translate --warp-to-kgen --all - | kgen-opt --kgen-differentiate > %t.mlir
# RUN: FileCheck %s --input-file=%t.mlir
# RUN: kgen-translate --kgen-to-cuda %t.mlir | FileCheck %s --check-prefix=CUDA
"""A kernel that is added has a name that nothing else has, also where that comes later."""
import warp as wp


# CHECK: kgen.kernel @k(
# CHECK: kgen.kernel @k_tape_0(
# CHECK: kgen.kernel @k_tape(
# CHECK: kgen.kernel @k_backward(
# CUDA-COUNT-1: void k_tape_cuda_kernel_forward
# CUDA-NOT: void k_tape_cuda_kernel_forward
@wp.kernel
def k(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = wp.sin(x[i])


@wp.kernel
def k_tape(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = wp.cos(x[i])


@wp.kernel
def k_backward(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[i]
