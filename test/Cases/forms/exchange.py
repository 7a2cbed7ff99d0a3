"""Who comes first takes the lock, and what others left is taken away."""
import warp as wp


@wp.kernel
def take_turns(
    lock: wp.array(dtype=int),
    ticket: wp.array(dtype=wp.uint64),
    flags: wp.array2d(dtype=wp.uint32),
    small: wp.array(dtype=wp.uint8),
    best: wp.array(dtype=float),
    pair: wp.array(dtype=wp.vec2),
    seen: wp.array(dtype=int),
    old: wp.array2d(dtype=int),
    was: wp.array(dtype=float),
):
    i = wp.tid()
    old[i, 0] = wp.atomic_cas(lock, i, 0, i + 1)
    old[i, 1] = wp.atomic_exch(lock, i, 40 + i)
    old[i, 2] = int(wp.atomic_exch(ticket, i, wp.uint64(i)))
    old[i, 3] = int(wp.atomic_and(flags, i, 0, wp.uint32(12)))
    old[i, 4] = int(wp.atomic_or(flags, i, 1, wp.uint32(3)))
    old[i, 5] = int(wp.atomic_xor(flags, i, 2, wp.uint32(15)))
    flags[i, 0] |= wp.uint32(16)
    flags[i, 1] &= wp.uint32(6)
    flags[i, 2] ^= wp.uint32(5)
    small[i] += wp.uint8(250)  # bytes are updated in three steps, not at once
    small[i] ^= wp.uint8(1)
    was[i] = wp.atomic_exch(best, i, 2.5)
    wp.atomic_cas(best, i, 2.5, float(i))
    wp.atomic_cas(best, i, 9.0, 77.0)
    before = wp.atomic_exch(pair, i, wp.vec2(1.0, 2.0))
    was[i] += before[1]
    wp.atomic_or(seen, 0, 1 << i)


CASE = {
    'name': 'exchange',
    'group': 'forms',
    'kernel': 'take_turns',
    'dim': 3,
    'rtol': 1e-12,
    'args': [
        {'name': 'lock', 'dtype': 'int32', 'role': 'inout', 'value': [0, 7, 0]},
        {'name': 'ticket', 'dtype': 'uint64', 'role': 'inout', 'value': [5, 6, 7]},
        {'name': 'flags', 'dtype': 'uint32', 'role': 'inout', 'value': [[10, 4, 6], [5, 8, 9], [15, 1, 0]]},
        {'name': 'small', 'dtype': 'uint8', 'role': 'inout', 'value': [1, 10, 255]},
        {'name': 'best', 'dtype': 'float32', 'role': 'inout', 'value': [0.5, 1.5, -3.0]},
        {'name': 'pair', 'dtype': 'vec2', 'role': 'inout', 'value': [[1.0, 0.25], [2.0, 0.5], [3.0, 4.0]]},
        {'name': 'seen', 'dtype': 'int32', 'role': 'inout', 'value': [8]},
        {'name': 'old', 'dtype': 'int32', 'role': 'out', 'value': [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]},
        {'name': 'was', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
    ],
}
