import warp as wp


@wp.kernel
def out_of_range(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i + 1000000]
