# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A body that cools by radiation, in steps. The loop carries a temperature that is not only added to."""
import warp as wp


@wp.kernel
def cool(
    start: wp.array(dtype=wp.float64),
    loss_rate: wp.float64,
    steps: int,
    final: wp.array(dtype=wp.float64),
):
    body = wp.tid()
    temperature = start[body]
    for _ in range(steps):
        square = temperature * temperature
        temperature -= loss_rate * square * square
    final[body] = temperature


CASE = {
    'name': 'cooling', 'group': 'example', 'kernel': 'cool', 'dim': 3,
    'args': [
        {'name': 'start', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [0.5, 1.0, 1.5]},
        {'name': 'loss_rate', 'dtype': 'float64', 'role': 'scalar', 'value': 0.0625},
        {'name': 'steps', 'dtype': 'int32', 'role': 'scalar', 'value': 8},
        {'name': 'final', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0]},
    ],
}
