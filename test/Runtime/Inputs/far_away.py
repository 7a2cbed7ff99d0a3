# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import warp as wp


@wp.kernel
def k(x: wp.array(dtype=float), away: int):
    i = wp.tid()
    x[i + away] = 1.0


CASE = {
    "name": "far_away", "group": "bounds", "kernel": "k", "dim": 4,
    "args": [
        {"name": "x", "dtype": "float32", "role": "inout", "value": [0.0, 0.0, 0.0, 0.0]},
        {"name": "away", "dtype": "int32", "role": "scalar", "value": 1000},
    ],
}
