# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --implicit-check-not="kgen."
"""What the verifier says of a kernel is said in the author's words, without the names of ops."""
import warp as wp


@wp.struct
class Handle:
    scale: float
    # CHECK: [[#@LINE+1]]:5: error: expected a type that kgen has for the field 'mesh' of the struct 'Handle' but got 'wp.Mesh'
    mesh: wp.Mesh


@wp.kernel
def made(y: wp.array(dtype=float)):
    handle = Handle()
    y[0] = handle.scale


@wp.kernel
def text(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected a conversion of an integer or float but got '%s'
    wp.printf("%s\n", y[0])


@wp.kernel
def integer(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected an integer or bool for '%d' but got 'f32'
    wp.printf("%d\n", y[0])


@wp.kernel
def count(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected 2 arguments for the format but got 1
    wp.printf("%f %f\n", y[0])
