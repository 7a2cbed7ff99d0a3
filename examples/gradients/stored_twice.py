# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An element of the output that is stored, read and stored again."""
import warp as wp


@wp.kernel
def stored_twice(a: wp.array(dtype=wp.float64), out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    out[i] = a[i] * a[i]
    out[i] = out[i] * out[i]


CASE = {
    'name': 'stored_twice', 'group': 'example', 'kernel': 'stored_twice', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
