# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Operators of numbers on those of vectors, by components, as Warp has them: a vector of integers by an integer, remainders, bits.
# RUN: kgen-run %s --backward | FileCheck %s --check-prefix=RESULT
# RUN: kgen-translate --kgen-to-warp --no-backward %s | FileCheck %s
# RUN: not kgen-translate --warp-to-kgen --kernel refused %S/Inputs/integer_vectors.py 2>&1 | FileCheck %s --check-prefix=REFUSED
# CHECK: q = wp.vec3i(v[0] / 3, v[1] / 3, v[2] / 3)
# RESULT: "y": [2, -2, 33, 1, -1, 2, 7, -5, 103, 7, -7, 100, 0, 0, -3, 0, 1, 4, -1, 0, 0, -1, 5, 13, -1, 5, 12, 0, -1, 0]
# RESULT-SAME: "grads": {"f": [1.0, 1.0, 1.0, 1.0]}
# REFUSED: integer_vectors.py:7:12: error: expected operands that '%' takes but got vec3i and int32
# REFUSED: integer_vectors.py:8:12: error: expected operands that '&' takes but got vec2 and vec2
import warp as wp


@wp.kernel
def k(a: wp.array(dtype=wp.vec3i), b: wp.array(dtype=wp.vec3i), f: wp.array(dtype=wp.vec2), y: wp.array2d(dtype=int), z: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    v = a[i]
    w = b[i]
    q = v / 3
    r = v % w
    s = (v & w) | (v ^ w)
    t = (v << w) >> w
    u = ~v
    u %= w
    for c in range(3):
        y[i, c] = q[c]
        y[i, 3 + c] = r[c]
        y[i, 6 + c] = s[c]
        y[i, 9 + c] = t[c]
        y[i, 12 + c] = u[c]
    z[i] = f[i] % wp.vec2(0.5, 0.75)


CASE = {"kernel": "k", "dim": 2, "args": [
    {"name": "a", "dtype": "vec3i", "role": "in", "value": [[7, -7, 100], [-1, 5, 12]]},
    {"name": "b", "dtype": "vec3i", "role": "in", "value": [[2, 3, 7], [4, 5, 1]]},
    {"name": "f", "dtype": "vec2", "role": "in", "value": [[1.7, -1.7], [0.2, 3.1]], "grad": True},
    {"name": "y", "dtype": "int32", "role": "out", "value": [[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]},
    {"name": "z", "dtype": "vec2", "role": "out", "value": [[0, 0], [0, 0]], "weight": [[1, 1], [1, 1]]}]}
