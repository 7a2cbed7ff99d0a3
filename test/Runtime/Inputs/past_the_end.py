"""Writes one element past the end of its array."""
import warp as wp


@wp.kernel
def past_the_end(x: wp.array(dtype=wp.float32)):
    x[wp.tid() + 1] = 1.0


CASE = {
    'name': 'past_the_end',
    'group': 'runtime',
    'kernel': 'past_the_end',
    'dim': 4,
    'args': [{'name': 'x', 'dtype': 'float32', 'role': 'inout', 'value': [0.0, 0.0, 0.0, 0.0]}],
}
