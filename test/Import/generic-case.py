# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s --kernel scale | FileCheck %s
# RUN: kgen-translate --warp-to-kgen --assume-any=float32 %s --kernel other | FileCheck %s --check-prefix=OTHER
# RUN: kgen-run %s --kernel scale | FileCheck %s --check-prefix=RESULT
"""What is open in the kernel of a CASE is what the CASE says, before any overload."""
from typing import Any

import warp as wp


# CHECK: kgen.kernel @scale(%a: !kgen.array<1, vec<3xf64>>, %s: f64, %m: !kgen.array<2, vec<3xf64>>, %k: !kgen.array<1, si32>)
@wp.kernel
def scale(a: wp.array(dtype=Any), s: Any, m: wp.array2d(dtype=Any), k: wp.array(dtype=int)):
    i = wp.tid()
    a[i] = s * a[i] + m[i, k[i]]


wp.overload(scale, [wp.array(dtype=float), float, wp.array2d(dtype=float), wp.array(dtype=int)])


# OTHER: kgen.kernel @other(%a: !kgen.array<1, f32>)
@wp.kernel
def other(a: wp.array(dtype=Any)):
    a[0] = a[1]


# RESULT: {"outputs": {"a": [3.0, 6.0, 9.0, 12.0, 15.0, 18.0]}
CASE = {
    "kernel": "scale",
    "dim": 2,
    "args": [
        {
            "name": "a",
            "dtype": "vec3d",
            "value": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
            "role": "inout",
            "weight": [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
        },
        {"name": "s", "dtype": "float64", "value": 2.0, "role": "scalar"},
        {"name": "m", "dtype": "vec3d", "value": [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]], "role": "in"},
        {"name": "k", "dtype": "int32", "value": [0, 0], "role": "in"},
    ],
}
