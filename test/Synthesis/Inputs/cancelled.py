import warp as wp


@wp.kernel
def cancel(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 0.0
    wp.atomic_add(y, i, 0.1 * x[i])
    wp.atomic_sub(y, i, 0.0999 * x[i])


@wp.kernel
def saturate(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 1.0 - wp.tanh(4.0 + 0.1 * x[i])


@wp.kernel
def pair(x: wp.array(dtype=float), y: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    y[i] = wp.vec2(0.1 * x[i], 1.0e-18 * x[i])


@wp.kernel
def scale(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 0.1 * x[i]
