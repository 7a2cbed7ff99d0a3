# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# RUN: kgen-run %s --device ptx --backward | FileCheck %s
# CHECK: {"outputs": {"out": [2.25, 2.5]}, "grads": {"v": {{\[+}}1.0, 6.0, 0.0, 0.0]
"""S-105: a loop through the components of a vector that is left with `return` or `break`: what comes after gives nothing. 1.5 is
the first above 1; the squares are above 2 at the second."""
import warp as wp


@wp.func
def first_above(a: wp.vec4d, limit: wp.float64):
    for j in range(4):
        if a[j] > limit:
            return a[j] * a[j]
    return a[0]


@wp.kernel
def left_early(v: wp.array(dtype=wp.vec4d), out: wp.array(dtype=wp.float64)):
    a = v[0]
    out[0] = first_above(a, wp.float64(1.0))
    s = wp.float64(0.0)
    for k in range(4):
        s += a[k] * a[k]
        if s > wp.float64(2.0):
            break
    out[1] = s


CASE = {
    'name': 'left_early', 'group': 'semantics', 'kernel': 'left_early', 'dim': 1,
    'args': [
        {'name': 'v', 'dtype': 'vec4d', 'role': 'in', 'value': [[0.5, 1.5, 2.0, 3.0]], 'grad': True},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 1.0]},
    ],
}
