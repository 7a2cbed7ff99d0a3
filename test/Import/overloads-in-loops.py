# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wp.overload in loops of the module, over lists of its text: a generic kernel has the types of the first round that it takes.
# RUN: kgen-translate --warp-to-kgen --assume-any=float32 --all %s | FileCheck %s
from itertools import product
from typing import Any

import warp as wp

SCALARS = [wp.float64, wp.float32]
VECTORS = (wp.vec3d, wp.vec3f)
MATRICES = {wp.float64: wp.mat33d, wp.float32: wp.mat33f}


# CHECK: kgen.kernel @transform(%m: !kgen.array<1, mat<3x3xf64>>, %x: !kgen.array<1, vec<3xf64>>, %scale: f64)
@wp.kernel
def transform(m: wp.array(dtype=Any), x: wp.array(dtype=Any), scale: Any):
    i = wp.tid()
    x[i] = scale * (m[i] * x[i])


# CHECK: kgen.kernel @first(%x: !kgen.array<1, vec<2xsi32>>)
@wp.kernel
def first(x: wp.array(dtype=Any)):
    i = wp.tid()
    x[i][0] = x[i][1] + 1


# CHECK: kgen.kernel @named(%x: !kgen.array<2, f64>, %y: !kgen.array<1, vec<3xf64>>)
@wp.kernel
def named(x: wp.array2d(dtype=Any), y: wp.array(dtype=Any)):
    i, j = wp.tid()
    y[i][0] = x[i, j]


# What a loop runs over is not seen: Any is what --assume-any says.
# CHECK: kgen.kernel @unseen(%x: !kgen.array<1, f32>)
@wp.kernel
def unseen(x: wp.array(dtype=Any)):
    x[0] = x[1]


overloads = {}
for (t, v), m in zip(zip(SCALARS, VECTORS), MATRICES.values()):
    overloads[t] = wp.overload(transform, [wp.array(dtype=m), wp.array(dtype=v), t])

firsts = [wp.overload(first, [wp.array(dtype=v)]) for v in (wp.vec2, wp.vec2i)]

for v in VECTORS:
    for t in (wp.float64,):
        wp.overload(named, {"x": wp.array2d(dtype=t), "y": wp.array(dtype=v)})

for t, _ in product(SCALARS, SCALARS):
    wp.overload(unseen, [wp.array(dtype=t)])
