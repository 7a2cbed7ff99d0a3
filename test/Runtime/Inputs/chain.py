"""Each thread goes on with what the one before it left: meant for the sequential order of a CPU."""
import warp as wp


@wp.kernel
def chain(x: wp.array(dtype=wp.float64), total: wp.array(dtype=wp.float64)):
    i = wp.tid()
    total[0] = wp.float64(3.0) * (total[0] + x[i])


CASE = {
    'name': 'chain',
    'group': 'runtime',
    'kernel': 'chain',
    'dim': 4,
    'thread_order': True,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [1.0, 1.0, 1.0, 1.0]},
        {'name': 'total', 'dtype': 'float64', 'role': 'inout', 'value': [0.0], 'weight': [1.0]},
    ],
}
