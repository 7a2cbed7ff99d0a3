# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The value that a loop leaves is used after it."""
import warp as wp


@wp.kernel
def read_after_loop(a: wp.array(dtype=wp.float64), n: int, out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s = wp.float64(0.0)
    for k in range(n):
        s += a[k]
    out[i] = s * s


CASE = {
    'name': 'read_after_loop', 'group': 'example', 'kernel': 'read_after_loop', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 4},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
