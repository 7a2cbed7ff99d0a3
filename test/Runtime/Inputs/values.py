"""Vectors, matrices and scalars by value, laid out as a C struct: gaps before what is aligned more strictly."""
import warp as wp


@wp.kernel
def packed(
    byte: wp.uint8,
    v: wp.vec3,
    d: wp.float64,
    flag: bool,
    m: wp.mat22,
    n: int,
    w: wp.vec2d,
    result: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    total = wp.float64(byte) + d + wp.float64(v[i % 3]) + wp.float64(m[i % 2, 1]) + w[-1]
    if flag:
        total = total * wp.float64(n)
    result[i] = total


CASE = {
    'name': 'packed',
    'group': 'runtime',
    'kernel': 'packed',
    'dim': 4,
    'args': [
        {'name': 'byte', 'dtype': 'uint8', 'role': 'scalar', 'value': 200},
        {'name': 'v', 'dtype': 'vec3', 'role': 'scalar', 'value': [0.5, -1.25, 3.0]},
        {'name': 'd', 'dtype': 'float64', 'role': 'scalar', 'value': 0.125},
        {'name': 'flag', 'dtype': 'bool', 'role': 'scalar', 'value': True},
        {'name': 'm', 'dtype': 'mat22', 'role': 'scalar', 'value': [[1.0, 2.0], [4.0, 8.0]]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': -3},
        {'name': 'w', 'dtype': 'vec2d', 'role': 'scalar', 'value': [16.0, 32.0]},
        {'name': 'result', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
    ],
}
