"""Prints a matrix and a vector of more than 16 components."""
import warp as wp


@wp.kernel
def show(y: wp.array(dtype=float)):
    m = wp.matrix(shape=(5, 5), dtype=float)
    v = wp.vector(length=20, dtype=int)
    for k in range(25):
        m[k // 5, k % 5] = float(k)
    for k in range(20):
        v[k] = (k + 1) * 24
    print(m)
    print(v)
    y[wp.tid()] = m[4, 4]


CASE = {
    "kernel": "show",
    "dim": 1,
    "args": [{"name": "y", "dtype": "float32", "role": "out", "value": [0.0]}],
}
