# Of threads that tie in an atomic maximum the last takes the gradient (S-107).
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# CHECK: {"outputs": {"y": [5.0]}, "grads": {"x": [0.0, 0.0, 1.0, 0.0]}}
import warp as wp


@wp.kernel
def ties(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_max(y, 0, x[i])


CASE = {
    'name': 'ties',
    'kernel': 'ties',
    'dim': 4,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [2.0, 5.0, 5.0, 1.0], 'grad': True},
        {'name': 'y', 'dtype': 'float32', 'role': 'inout', 'value': [0.0], 'weight': [1.0]},
    ],
}
