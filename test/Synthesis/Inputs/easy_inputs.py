import warp as wp


@wp.kernel
def toggle(flag: wp.array(dtype=wp.int32)):
    """It leaves the flag as it was where the number of threads is even."""
    wp.tid()
    wp.atomic_xor(flag, 0, 1)


@wp.kernel
def claim(slot: wp.array(dtype=wp.int32), x: wp.array(dtype=wp.int32), old: wp.array(dtype=wp.int32)):
    i = wp.tid()
    old[i] = wp.atomic_cas(slot, i, x[i], 7) + wp.atomic_exch(slot, 0, x[i])


@wp.kernel
def component(axis: wp.array(dtype=int), x: wp.array(dtype=wp.vec3), y: wp.array(dtype=float)):
    i = wp.tid()
    v = x[i]
    y[i] = v[axis[i]] * v[0]


@wp.kernel
def shifted(x: wp.array(dtype=int), amount: wp.array(dtype=int), y: wp.array(dtype=int)):
    i = wp.tid()
    wp.printf("shift by %d\n", amount[i])
    y[i] = x[i] << amount[i]
