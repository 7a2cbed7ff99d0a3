"""Kernels for launches at the edge of what Warp's structs can say."""
import warp as wp


@wp.kernel
def smooth(x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    y[i] = wp.sqrt(x[i]) * wp.float64(3.0) + x[i]


@wp.kernel
def chosen(x: wp.array(dtype=wp.float64), e: wp.array(dtype=int), y: wp.array(dtype=wp.float64)):
    """What an array of indices leads to; too little for lanes."""
    i = wp.tid()
    y[i] = x[e[i]]


@wp.kernel
def ends(y: wp.array(dtype=wp.float64)):
    """Counts the first thread, and that of the greatest number there is."""
    i = wp.tid()
    if i == 2147483647:
        wp.atomic_add(y, 0, wp.float64(1.0))
    if i == 0:
        wp.atomic_add(y, 1, wp.float64(1.0))
