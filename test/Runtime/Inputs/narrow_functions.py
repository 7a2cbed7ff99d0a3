import warp as wp


@wp.kernel
def narrow(x: wp.array(dtype=wp.bfloat16), y: wp.array(dtype=wp.bfloat16), h: wp.array(dtype=wp.float16), z: wp.array(dtype=wp.float16)):
    i = wp.tid()
    y[i] = wp.erfcinv(x[i])
    z[i] = wp.erfinv(h[i])


CASE = {
    'name': 'narrow', 'group': 'function', 'kernel': 'narrow', 'dim': 4,
    'args': [
        {'name': 'x', 'dtype': 'bfloat16', 'role': 'in', 'grad': True, 'value': [0.5, 0.75, 1.25, 1.5]},
        {'name': 'y', 'dtype': 'bfloat16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
        {'name': 'h', 'dtype': 'float16', 'role': 'in', 'grad': True, 'value': [0.5, 0.75, -0.25, 0.125]},
        {'name': 'z', 'dtype': 'float16', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0]},
    ],
}
