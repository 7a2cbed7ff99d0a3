import warp as wp


@wp.kernel
def never(values: wp.array(dtype=float)):
    i = wp.tid()
    values[i] = values[i + 1]
    values[i + 1] = values[i]
    assert values[i] > 1.0e9
