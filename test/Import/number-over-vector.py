# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A number divided by a vector or matrix is divided by each component; `wp.unot` is `not` of an integer or bool.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel divides %t.py | FileCheck %s
# RUN: kgen-run %t.py --kernel divides --backward | FileCheck %s --check-prefix=RESULT
# RUN: not kgen-translate --warp-to-kgen --kernel refused %s 2>&1 | FileCheck %s --check-prefix=REFUSED
import warp as wp


# CHECK-LABEL: def divides(
# CHECK: v[i] = wp.cw_div(wp.vec3(a), v[i])
# CHECK: m[i] = wp.cw_div(wp.mat22(2.0), m[i])
# CHECK: if n == 0:
# CHECK: if not n > 4:
@wp.kernel
def divides(a: float, n: int, v: wp.array(dtype=wp.vec3), m: wp.array(dtype=wp.mat22), flags: wp.array(dtype=int)):
    i = wp.tid()
    v[i] = a / v[i]
    m[i] = 2.0 / m[i]
    if wp.unot(n):
        flags[i] = 1
    if wp.unot(n > 4):
        flags[i] = 2


# RESULT: {"outputs": {"v": [3.0, 1.5, 0.75], "flags": [2]}, "grads": {"v": [-3.0, -0.75, -0.1875],
CASE = {
    "kernel": "divides",
    "dim": [1],
    "args": [
        {"name": "a", "role": "scalar", "dtype": "float32", "value": 3.0},
        {"name": "n", "role": "scalar", "dtype": "int32", "value": 0},
        {"name": "v", "role": "inout", "dtype": "vec3", "value": [[1.0, 2.0, 4.0]], "weight": [[1.0, 1.0, 1.0]]},
        {"name": "m", "role": "inout", "dtype": "mat22", "value": [[[1.0, 2.0], [4.0, 0.5]]]},
        {"name": "flags", "role": "inout", "dtype": "int32", "value": [0]},
    ],
}


@wp.kernel
def refused(x: wp.array(dtype=float)):
    # REFUSED: [[#@LINE+1]]:8: error: expected an integer or bool for 'wp.unot' but got float32
    if wp.unot(x[0]):
        x[0] = 1.0
