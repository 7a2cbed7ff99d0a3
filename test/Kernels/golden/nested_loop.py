import warp as wp


@wp.kernel
def plate_potential(
    probe: wp.array(dtype=wp.vec3d),
    charge: wp.array2d(dtype=wp.float64),
    masked: wp.array2d(dtype=int),
    spacing: wp.float64,
    potential: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    total = wp.float64(0.0)
    for row in range(charge.shape[0]):
        for column in range(charge.shape[1]):
            if masked[row, column] != 0:
                continue
            x = spacing * wp.float64(column)
            y = spacing * wp.float64(row)
            cell = wp.vec3d(x, y, wp.float64(0.0))
            total += charge[row, column] / wp.length(probe[i] - cell)
    potential[i] = total
