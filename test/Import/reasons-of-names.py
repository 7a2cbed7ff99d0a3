# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""What a name stands for that is no type and no function is said where it is refused, with the way round."""
import missing
import warp as wp
from missing.parts import Particle


# CHECK: [[#@LINE+2]]:19: error: expected the type of a value or array but got 'Particle' of the module 'missing.parts', which stands neither beside nor above the file that imports it
@wp.kernel
def of_no_file(p: Particle, y: wp.array(dtype=float)):
    y[0] = 1.0


# CHECK: [[#@LINE+2]]:34: error: expected a scalar, vector, matrix, quaternion, transform or struct as element type but got 'unknown_t', which is not defined
@wp.kernel
def of_no_name(y: wp.array(dtype=unknown_t)):
    y[0] = 1.0


@wp.kernel
def constant_of_no_file(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'LIMIT' of the module 'missing', which stands neither beside
    y[0] = missing.LIMIT


@wp.kernel
def no_longer(y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:12: error: expected a builtin that kgen has but got 'wp.vec', which Warp no longer has; write wp.vector(...)
    y[0] = wp.vec(1.0, 2.0, 3.0)


@wp.kernel
def columns(v: wp.vec3, y: wp.array(dtype=wp.mat33)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0, 1 or 9 components for mat33 but got 3 with vectors; write wp.matrix_from_cols(...)
    y[0] = wp.mat33(v, v, v)
