"""Two kernels of one module, the second of which reads what the first wrote, and an argument of the first."""
import warp as wp


@wp.kernel
def grow(x: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s = x[i]
    for _ in range(n):
        s = s * s * wp.float64(0.5) + wp.sin(s)
    y[i] = s


@wp.kernel
def gather(y: wp.array(dtype=wp.float64), x: wp.array(dtype=wp.float64), z: wp.array(dtype=wp.float64)):
    i = wp.tid()
    total = wp.float64(0.0)
    for k in range(y.shape[0]):
        value = y[(i + k) % y.shape[0]]
        if value > wp.float64(1.2):
            break
        total += value * value
    z[i] = total * x[i]
