# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s
"""Signs that Warp has not, and tiles of a type that a kernel cannot name."""
import warp as wp

Five = wp.types.vector(length=5, dtype=float)


@wp.kernel
def minus(a: wp.array(dtype=wp.transform)):
    # CHECK-DAG: [[#@LINE+1]]:12: error: expected a number, vector or matrix for '-' but got transform
    a[0] = -a[1]


@wp.kernel
def plus(a: wp.array(dtype=wp.transform)):
    # CHECK-DAG: [[#@LINE+1]]:12: error: expected a number, vector or matrix for '+' but got transform
    a[0] = +a[1]


@wp.kernel
def five(a: wp.array(dtype=Five)):
    # CHECK-DAG: [[#@LINE+1]]:38: error: expected a type of tiles that Warp has a name for, such as wp.vec3, but got vec5
    t = wp.tile_zeros(shape=4, dtype=Five)
    wp.tile_store(a, t)
