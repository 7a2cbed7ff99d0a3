import warp as wp


@wp.kernel
def twice(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[i]


CASE = {
    "kernel": "twice",
    "dim": 10,
    "args": [
        {"name": "x", "dtype": "float32", "role": "in", "grad": True, "value": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]},
        {"name": "y", "dtype": "float32", "role": "out", "value": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "weight": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]},
    ],
}
