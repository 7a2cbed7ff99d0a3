"""Integers of 64 bits without sign that are too large for one with sign."""
import warp as wp


@wp.kernel
def mix(x: wp.array(dtype=wp.uint64), y: wp.array(dtype=wp.uint64)):
    i = wp.tid()
    y[i] = x[i] * wp.uint64(11400714819323198485)


CASE = {
    "name": "unsigned",
    "kernel": "mix",
    "dim": 2,
    "args": [
        {"name": "x", "dtype": "uint64", "role": "in", "value": [1, 2]},
        {"name": "y", "dtype": "uint64", "role": "out", "value": [0, 0]},
    ],
}
