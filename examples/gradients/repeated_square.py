# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A carried value that is not only added to, in a loop whose trip count is an argument."""
import warp as wp


@wp.kernel
def repeated_square(a: wp.array(dtype=wp.float64), n: int, out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s = a[i]
    for _ in range(n):
        s = s * s
    out[i] = s


CASE = {
    'name': 'repeated_square', 'group': 'example', 'kernel': 'repeated_square', 'dim': 4,
    'args': [
        {'name': 'a', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 2},
        {'name': 'out', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
