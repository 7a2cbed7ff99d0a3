"""Weighs what is lit, and says what a test would expect of it."""
import warp as wp


@wp.kernel
def weigh(lit: wp.array(dtype=wp.uint32), x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    before = wp.atomic_or(lit, i, wp.uint32(2))
    wp.expect_neq(before, wp.uint32(2))
    share = x[i] * x[i]
    wp.expect_near(share, 4.0, 3.5)
    wp.expect_eq(wp.vec2(share, x[i]), wp.vec2(x[i] * x[i], x[i]))
    if wp.block_dim() > 0:
        y[i] = share + float(before & wp.uint32(1))


CASE = {
    'name': 'expected',
    'group': 'forms',
    'kernel': 'weigh',
    'dim': 3,
    'rtol': 1e-6,
    'args': [
        {'name': 'lit', 'dtype': 'uint32', 'role': 'inout', 'value': [1, 0, 5]},
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [1.0, 1.5, 2.5]},
        {'name': 'y', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, -2.0, 0.5]},
    ],
}
