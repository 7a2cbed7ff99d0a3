"""A sum of tiles of 16 KB: nvcc 13.0 loses the copy of so large an operand."""
import warp as wp

SIDE = 64


@wp.kernel
def add_scaled(a: wp.array2d(dtype=float), b: wp.array2d(dtype=float), total: wp.array2d(dtype=float)):
    block = wp.tile_load(a, shape=(SIDE, SIDE))
    scaled = wp.tile_load(b, shape=(SIDE, SIDE)) * 3.0
    wp.tile_store(total, block + scaled)


CASE = {
    "name": "large_tiles",
    "kernel": "add_scaled",
    "dim": 1,
    "args": [
        {"name": "a", "dtype": "float32", "shape": [1, 2], "role": "in", "grad": True, "value": [1.0, 2.0]},
        {"name": "b", "dtype": "float32", "shape": [1, 2], "role": "in", "grad": True, "value": [3.0, 4.0]},
        {"name": "total", "dtype": "float32", "shape": [1, 2], "role": "out", "weight": [1.0, 0.5], "value": [0.0, 0.0]},
    ],
}
