"""Fewer coordinates than the launch has: the first ones, each thread repeated."""
import warp as wp


@wp.kernel
def visits(count: wp.array2d(dtype=int), order: wp.array2d(dtype=int)):
    i, j = wp.tid()
    before = wp.atomic_add(count, i, j, 1)
    order[i, j] = 10 * order[i, j] + before


CASE = {
    'name': 'visits',
    'group': 'runtime',
    'kernel': 'visits',
    'dim': (2, 3, 2, 2),
    'args': [
        {'name': 'count', 'dtype': 'int32', 'role': 'inout', 'value': [[0, 0, 0], [0, 0, 0]]},
        {'name': 'order', 'dtype': 'int32', 'role': 'inout', 'value': [[0, 0, 0], [0, 0, 0]]},
    ],
}
