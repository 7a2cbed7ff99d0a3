# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: not kgen-translate --warp-to-kgen --all %s 2>&1 | FileCheck %s --implicit-check-not='is left out'
"""What kgen could say and Warp refuses."""
import warp as wp


@wp.func
def pair(x: float):
    return x + 1.0, x


# CHECK: [[#@LINE+2]]:28: warning: kernel '{{.*}}' is left out: expected the type of an array by keywords, such as 'dtype=float', but got 'float', which Warp would make an array of
@wp.kernel
def made_array(x: wp.array(float)):
    x[0] = 1.0


# CHECK: [[#@LINE+2]]:31: warning: kernel '{{.*}}' is left out: expected a scalar, vector, matrix, quaternion, transform or struct as element type but got 'wp.half'
@wp.kernel
def no_type(x: wp.array(dtype=wp.half)):
    x[0] = x[1]


@wp.kernel
def no_argument(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: warning: kernel '{{.*}}' is left out: expected 1 argument for 'float' but got 0
    x[0] = float()
    # CHECK: [[#@LINE+1]]:12: warning: kernel '{{.*}}' is left out: expected 1 argument for 'wp.float32' but got 0
    x[0] = wp.float32()


@wp.kernel
def not_of_float(x: wp.array(dtype=float), y: wp.float64, n: int):
    # CHECK: [[#@LINE+1]]:12: warning: kernel '{{.*}}' is left out: expected a bool or an integer but got float32; compare it with 0.0
    if not x[0]:
        x[0] = 1.0
    # CHECK: [[#@LINE+1]]:12: warning: kernel '{{.*}}' is left out: expected a bool or an integer but got float64; compare it with 0.0
    if not y:
        x[0] = 1.0
    if not n:
        x[0] = 1.0


@wp.kernel
def chosen_by_float(x: wp.array(dtype=float), n: int):
    # CHECK: [[#@LINE+1]]:19: warning: kernel '{{.*}}' is left out: expected a bool or an integer but got float32; compare it with 0.0
    x[0] = 1.0 if x[0] else 2.0
    # CHECK: [[#@LINE+1]]:21: warning: kernel '{{.*}}' is left out: expected a bool or an integer but got float32; compare it with 0.0
    x[0] = wp.where(x[0], 1.0, 2.0)
    x[0] = wp.where(n, 1.0, 2.0)
    if x[0] and n:
        x[1] = 1.0


@wp.kernel
def one_of_several(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: warning: kernel '{{.*}}' is left out: expected one value to index but 'pair' returns 2; give each a name
    x[0] = pair(x[0])[1]
