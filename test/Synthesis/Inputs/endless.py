import warp as wp


@wp.kernel
def endless(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    while total < 1.0:
        total = total * 0.5 - x[i] * x[i]
    y[i] = total
