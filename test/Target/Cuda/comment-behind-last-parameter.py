# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-cuda --no-backward | FileCheck %s
import warp as wp


# CHECK: KGEN_FN float scaled(
# CHECK-NEXT: float x,  // what is scaled
# CHECK-NEXT: float factor)  // by how much
# CHECK-NEXT: {
@wp.func
def scaled(
    x: float,  # what is scaled
    factor: float,  # by how much
):
    return x * factor


@wp.kernel
def scales(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = scaled(x[i], 2.0)
