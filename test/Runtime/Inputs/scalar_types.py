"""Scalars of every width, in arrays and by value."""
import warp as wp


@wp.kernel
def widths(
    halves: wp.array(dtype=wp.float16),
    flags: wp.array(dtype=bool),
    bytes: wp.array(dtype=wp.int8),
    words: wp.array(dtype=wp.uint16),
    brains: wp.array(dtype=wp.bfloat16),
    longs: wp.array(dtype=wp.int64),
    factor: wp.float16,
    on: bool,
    sums: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    halves[i] = halves[i] * factor + wp.sin(halves[i])
    flags[i] = not flags[i] or on
    bytes[i] = bytes[i] * bytes[i]
    words[i] = words[i] >> wp.uint16(1)
    brains[i] = brains[i] * brains[i]
    longs[i] = longs[i] * longs[i] // wp.int64(7)
    sums[i] = wp.float64(halves[i]) + wp.float64(brains[i]) + wp.float64(bytes[i])


CASE = {
    'name': 'widths',
    'group': 'runtime',
    'kernel': 'widths',
    'dim': 3,
    'args': [
        {'name': 'halves', 'dtype': 'float16', 'role': 'inout', 'value': [1.0, 0.5, -3.25]},
        {'name': 'flags', 'dtype': 'bool', 'role': 'inout', 'value': [True, False, True]},
        {'name': 'bytes', 'dtype': 'int8', 'role': 'inout', 'value': [3, 100, -7]},
        {'name': 'words', 'dtype': 'uint16', 'role': 'inout', 'value': [3, 65535, 255]},
        {'name': 'brains', 'dtype': 'bfloat16', 'role': 'inout', 'value': [3.0, 1.5, 2.109375]},
        {'name': 'longs', 'dtype': 'int64', 'role': 'inout', 'value': [3, -5000000000, 255]},
        {'name': 'factor', 'dtype': 'float16', 'role': 'scalar', 'value': 1.5},
        {'name': 'on', 'dtype': 'bool', 'role': 'scalar', 'value': False},
        {'name': 'sums', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
    ],
}
