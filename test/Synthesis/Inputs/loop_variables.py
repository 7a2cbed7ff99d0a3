import warp as wp


@wp.kernel
def gather(
    points: wp.array2d(dtype=float),
    offsets: wp.array(dtype=int),
    reach: float,
    sums: wp.array(dtype=float),
):
    i = wp.tid()
    total = float(0.0)
    for p in range(offsets[i], offsets[i + 1]):
        dx = points[p, 0]
        dy = points[p, 1]
        near = dx * dx + dy * dy + reach
        total += near
    for p in range(offsets[i], offsets[i + 1]):
        dx = points[p, 1]
        dy = points[p, 0]
        near = dx * dy + reach
        total += near
    sums[i] = total
