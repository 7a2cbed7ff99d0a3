"""Long loops whose state an adjoint reads, for run.py: one of n trips, the same between literal bounds, and a nest of n by n."""

import warp as wp


@wp.func
def turn(u: wp.float64, w: wp.float64):
    return u + wp.float64(2.0e-6) * wp.sin(w * u + wp.float64(0.3))


@wp.kernel
def loop(x: wp.array(dtype=wp.float64), w: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    for _ in range(n):
        u = turn(u, w[i])
    y[i] = u


@wp.kernel
def literal(x: wp.array(dtype=wp.float64), w: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    for _ in range(100000):
        u = turn(u, w[i])
    y[i] = u


@wp.kernel
def nest(x: wp.array(dtype=wp.float64), w: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    for _ in range(n):
        for _ in range(n):
            u = turn(u, w[i])
        u = u * wp.float64(0.999)
    y[i] = u
