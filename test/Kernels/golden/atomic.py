import warp as wp

CELL_WIDTH = wp.constant(0.5)


@wp.kernel
def deposit_charge(
    position: wp.array(dtype=float),
    charge: wp.array(dtype=float),
    density: wp.array(dtype=float),
    strongest: wp.array(dtype=float),
    leftmost: wp.array(dtype=float),
    reservoir: wp.array(dtype=float),
):
    p = wp.tid()
    x = position[p] / CELL_WIDTH
    left = int(wp.floor(x))
    if left < 0 or left + 1 >= density.shape[0]:
        return

    share = x - float(left)
    q = charge[p]
    wp.atomic_add(density, left, (1.0 - share) * q / CELL_WIDTH)
    wp.atomic_add(density, left + 1, share * q / CELL_WIDTH)
    wp.atomic_max(strongest, left, wp.abs(q))
    wp.atomic_min(leftmost, 0, position[p])
    wp.atomic_sub(reservoir, 0, q)
