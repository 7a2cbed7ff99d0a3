import warp as wp


@wp.kernel
def always(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * x[i]


@wp.kernel
def now_and_then(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    """It leaves the array but where the first number is small."""
    i = wp.tid()
    y[i] = x[i] * x[int(x[0] * 6.0) * 1000]
