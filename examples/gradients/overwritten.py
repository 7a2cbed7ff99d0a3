# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An element that is read, and overwritten afterwards."""
import warp as wp


@wp.kernel
def overwritten(a: wp.array(dtype=wp.float64), out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    out[i] = a[i] * a[i]
    a[i] = wp.float64(1.0)


CASE = {
    'name': 'overwritten', 'group': 'example', 'kernel': 'overwritten', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'inout', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
