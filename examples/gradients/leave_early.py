# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A loop that is left by break."""
import warp as wp


@wp.kernel
def leave_early(a: wp.array(dtype=wp.float64), out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s = wp.float64(0.0)
    for k in range(4):
        if a[k] * wp.float64(i + 1) > wp.float64(5.0):
            break
        s += a[k] * a[k]
    out[i] = s


CASE = {
    'name': 'leave_early', 'group': 'example', 'kernel': 'leave_early', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
