# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir
# RUN: FileCheck %s --input-file %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir -o %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | diff %t.mlir -
# CHECK: kgen.func @same(%t: !kgen.mat<2x3xf32>) -> !kgen.mat<2x3xf32> attributes {kgen.tiles = {{\[\[f32, array<i64: 2, 3>\]\]}}}
# CHECK: kgen.func @scaled(%t: !kgen.mat<2x3xf32>, %s: f32) -> !kgen.mat<2x3xf32> attributes {kgen.tiles = {{\[\[f32, array<i64: 2, 3>\], \[\]\]}}}
# CHECK: kgen.func @total_1(%t: !kgen.vec<8xf32>) -> f32 attributes {kgen.tiles = {{\[\[f32, array<i64: 2, 2, 2>\]\]}}, py_name = "total"}
# PRINTED: def same(t: wp.tile[float, 2, 3]):
# PRINTED: def scaled(t: wp.tile[float, 2, 3], s: float):
# PRINTED-NEXT: return t * s + t
# PRINTED: def parts(t: wp.tile[float, 2, 3]):
# PRINTED-NEXT: return t[0], wp.tile_transpose(t), t[1, 2]
# PRINTED: def total(t: wp.tile[float, 3]):
# PRINTED: def total(t: wp.tile[float, 2, 2, 2]):
# PRINTED: def lengths(t: wp.tile[wp.vec3, 4]):
# PRINTED: u = scaled(same(t), 2.0)
# PRINTED: r, c, e = parts(u)
# PRINTED: o[1] = scaled(t, 2.0)[0, 1] + lengths(wp.tile_load(v, shape=4))[2]
"""Tiles as arguments and results of functions: one for each shape that it is called with."""
import warp as wp
from typing import Any

ROWS = wp.constant(2)


@wp.func
def scaled(t: wp.tile[float, ROWS, 3], s: float):
    return t * s + t


@wp.func
def same(t: wp.tile(dtype=float, shape=(2, 3))):
    return t


@wp.func
def parts(t: wp.tile[float, 2, 3]):
    return t[0], wp.tile_transpose(t), t[1, 2]


@wp.func
def total(t: Any):
    r = wp.tile_sum(t)
    return r[0]


@wp.func
def lengths(t: wp.tile[wp.vec3, 4]):
    return wp.tile_map(wp.length, t)


@wp.kernel
def calls(x: wp.array2d(dtype=float), y: wp.array3d(dtype=float), v: wp.array(dtype=wp.vec3), o: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=(ROWS, 3))
    u = scaled(same(t), 2.0)
    r, c, e = parts(u)
    wp.tile_store(x, wp.tile_transpose(c))
    o[0] = total(r) + e + total(wp.tile_load(y, shape=(2, 2, 2)))
    o[1] = scaled(t, 2.0)[0, 1] + lengths(wp.tile_load(v, shape=4))[2]
