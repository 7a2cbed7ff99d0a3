"""Prints a value of each kind."""
import warp as wp


@wp.kernel
def say(x: wp.array(dtype=float), n: wp.uint64, b: wp.int8):
    print(x[0])
    print(wp.vec3(1.0, 2.5, -3.0))
    print(x[0] > 0.0)
    print(n)
    print(b)


CASE = {
    'name': 'say',
    'group': 'runtime',
    'kernel': 'say',
    'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'inout', 'value': [0.5]},
        {'name': 'n', 'dtype': 'uint64', 'role': 'scalar', 'value': 18446744073709551615},
        {'name': 'b', 'dtype': 'int8', 'role': 'scalar', 'value': -7},
    ],
}
