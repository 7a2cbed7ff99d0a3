# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A component of a local vector that is assigned twice."""
import warp as wp


@wp.kernel
def changed_twice(a: wp.array(dtype=wp.float64), out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    v = wp.vec2d(a[i], wp.float64(1.0))
    v[0] = v[0] * v[0]
    v[0] = v[0] * v[0]
    out[i] = v[0] + v[1]


CASE = {
    'name': 'changed_twice', 'group': 'example', 'kernel': 'changed_twice', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
