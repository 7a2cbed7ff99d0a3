"""Angles whose sine and cosine both go into the backward, of each kind of float."""
import warp as wp


@wp.kernel
def turn(
    single: wp.array(dtype=float),
    double: wp.array(dtype=wp.float64),
    half: wp.array(dtype=wp.float16),
    singles: wp.array(dtype=float),
    doubles: wp.array(dtype=wp.float64),
    halves: wp.array(dtype=wp.float16),
):
    i = wp.tid()
    singles[i] = wp.sin(single[i]) * wp.cos(single[i])
    doubles[i] = wp.sin(double[i]) * wp.cos(double[i])
    halves[i] = wp.sin(half[i]) * wp.cos(half[i])


CASE = {
    'name': 'turns',
    'group': 'runtime',
    'kernel': 'turn',
    'dim': 14,
    'args': [
        {'name': 'single', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [0.1, -0.7, 1.3, 2.9, -4.1, 6.2, 17.5, -123.25, 3.0, 1.5, -1.6, 0.0, 250.5, 9.4]},
        {'name': 'double', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [0.1, -0.7, 1.3, 2.9, -4.1, 6.2, 17.5, -123.25, 3.0, 1.5, -1.6, 0.0, 250.5, 9.4]},
        {'name': 'half', 'dtype': 'float16', 'role': 'in', 'grad': True, 'value': [0.1, -0.7, 1.3, 2.9, -4.1, 6.2, 17.5, -123.25, 3.0, 1.5, -1.6, 0.0, 250.5, 9.4]},
        {'name': 'singles', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [1.1, 0.3, 2.3, 3.9, -3.1, 7.2, 18.5, -122.25, 4.0, 2.5, -0.6, 1.0, 251.5, 10.4]},
        {'name': 'doubles', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [0.9, 1.7, -0.3, -1.9, 5.1, -5.2, -16.5, 124.25, -2.0, -0.5, 2.6, 1.0, -249.5, -8.4]},
        {'name': 'halves', 'dtype': 'float16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]},
    ],
}
