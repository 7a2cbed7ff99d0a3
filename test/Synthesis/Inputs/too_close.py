import warp as wp


@wp.kernel
def greater(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = wp.max(3.0 * x[i], 3.000001 * x[i])


@wp.kernel
def compared(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if 3.0 * x[i] < 3.000001 * x[i]:
        y[i] = x[i]


@wp.kernel
def equal(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = wp.max(3.0 * x[i], 3.0 * x[i]) + wp.max(3.0 * x[i], 3.001 * x[i])
