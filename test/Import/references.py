# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WARNED
# RUN: kgen-translate --kgen-to-warp %t.mlir | FileCheck %s
"""Kernels that hand on references are taken as with enable_backward=False, since Warp has no gradient of them."""
import warp as wp


@wp.func
def add_one(x: wp.ref[wp.float32]):
    x += 1.0


@wp.func
def add_one_at(x: wp.array(dtype=float), i: int):
    add_one(x[i])


# WARNED: [[#@LINE+2]]:1: warning: 'add_one' takes a reference, of which Warp has no gradient; 'through_a_function' is taken as with enable_backward=False
@wp.kernel
def through_a_function(x: wp.array(dtype=float)):
    add_one_at(x, wp.tid())


# WARNED-NOT: warning
@wp.kernel(enable_backward=False)
def forward_alone(x: wp.array(dtype=float)):
    add_one(x[0])


@wp.kernel
def without(x: wp.array(dtype=float)):
    x[0] = 1.0


# CHECK: @wp.kernel(enable_backward=False)
# CHECK-NEXT: def through_a_function(
# CHECK: x[0] = add_one(x[0])
# CHECK: @wp.kernel{{$}}
# CHECK-NEXT: def without(
