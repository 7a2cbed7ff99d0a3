# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp - | FileCheck %s
# RUN: kgen-run %s | FileCheck %s --check-prefix=NUMBERS
"""The type of a tile's elements is printed by Warp's name for it, wherever it was read from."""
import warp as wp

Point = wp.vec3d
# CHECK: wp.tile_zeros(shape=4, dtype=wp.vec3)
# CHECK-NEXT: wp.tile_ones(shape=4, dtype=wp.vec3)
# CHECK-NEXT: wp.tile_zeros(shape=4, dtype=wp.vec3d)
# CHECK-NEXT: wp.tile_full(4, {{.*}}, dtype=wp.spatial_vector)
# NUMBERS: "y": [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


@wp.kernel
def tiles(x: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.vec3), p: wp.array(dtype=Point), s: wp.array(dtype=wp.spatial_vector)):
    a = wp.tile_zeros(shape=4, dtype=x.dtype)
    b = wp.tile_ones(shape=4, dtype=type(x[0]))
    c = wp.tile_zeros(shape=4, dtype=Point)
    d = wp.tile_full(4, s[0], dtype=s.dtype)
    wp.tile_store(y, a + b)
    wp.tile_store(p, c)
    wp.tile_store(s, d)


CASE = {
    'name': 'tiles', 'group': 'import', 'kernel': 'tiles', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'vec3', 'role': 'in', 'value': [[1.0, 2.0, 3.0]]},
        {'name': 'y', 'dtype': 'vec3', 'role': 'out', 'value': [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]},
        {'name': 'p', 'dtype': 'vec3d', 'role': 'out', 'value': [[9.0, 9.0, 9.0]]},
        {'name': 's', 'dtype': 'spatial_vector', 'role': 'inout', 'value': [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]},
    ],
}
