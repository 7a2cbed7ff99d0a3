# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir
# RUN: FileCheck %s --input-file %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir -o %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | diff %t.mlir -
# RUN: kgen-translate --kgen-to-cuda %t.mlir --no-backward | FileCheck %s --check-prefix=CUDA
# CHECK: kgen.func @tile_zeros_8x4() -> !kgen.mat<8x4xf32> attributes {kgen.warps = "tile_zeros"}
# CHECK: kgen.func @tile_matmul_8x4x4_added(%a: !kgen.mat<8x4xf32>, %b: !kgen.mat<4x4xf32>, %out: !kgen.mat<8x4xf32>)
# CHECK: kgen.func @relu
# CHECK: kgen.func @tile_map_relu_8x4(
# CHECK: kgen.call @relu
# CHECK-LABEL: kgen.kernel @layers
# CHECK: %acc = kgen.var
# CHECK: %[[LOADED:.*]] = kgen.tile.load %a[%{{.*}}, %{{.*}}] {shape_names = ["ROWS", "COLS"], storage = "shared"} : !kgen.array<2, f32> -> !kgen.tile<8x4xf32>
# CHECK-NEXT: %x = kgen.tile.unpack %[[LOADED]] : !kgen.tile<8x4xf32> to !kgen.mat<8x4xf32>
# CHECK: %[[OLD:.*]] = kgen.get %acc
# CHECK: %[[NEW:.*]] = kgen.call @tile_matmul_8x4x4_added(%{{.*}}, %{{.*}}, %[[OLD]]) {kgen.in_place, kgen.spelling = ["wp.tile_matmul({0}, {1}, {2})"]}
# CHECK: kgen.set %acc, %[[NEW]]
# CHECK: kgen.call @tile_map_relu_8x4({{.*}}) {kgen.spelling = ["wp.tile_map({@relu}, {0})"]}
# CHECK: kgen.tile.store %out[%{{.*}}, %{{.*}}], %{{.*}} {unchecked} : !kgen.array<2, f32>, !kgen.tile<8x4xf32>
# CHECK-LABEL: kgen.kernel @in_place
# CHECK: kgen.set %t[%i], %{{.*}} : f32 in !kgen.vec<4xf32>
# CHECK: kgen.call @tile_assign_2_to_4
# PRINTED: ROWS = wp.constant(8)
# PRINTED: COLS = wp.constant(4)
# PRINTED: acc = wp.tile_zeros(shape=(ROWS, COLS), dtype=float)
# PRINTED: x = wp.tile_load(a, shape=(ROWS, COLS), offset=(i * ROWS, 0), storage="shared")
# PRINTED: wp.tile_matmul(x, w, acc)
# PRINTED: acc = wp.tile_map(relu, acc * 0.5 + x) / 2.0
# PRINTED: wp.tile_store(out, acc, offset=(i * ROWS, 0), bounds_check=False)
# PRINTED-LABEL: def in_place(
# PRINTED: t = wp.tile_load(x, shape=4)
# PRINTED: t[i] += t[-1] * 2.0
# PRINTED: t += wp.tile_ones(shape=4, dtype=float)
# PRINTED: wp.tile_assign(t, wp.tile_full(shape=2, value=x[i]), offset=(1,))
# PRINTED: r = wp.tile_reduce(wp.max, t)
# PRINTED: x[i] = r[0] + wp.tile_sum(t)[0]
# PRINTED-LABEL: def filled(
# PRINTED: t = wp.tile_full(shape=4, value=7.0, dtype=float)
# PRINTED: u = wp.tile_zeros(shape=4, dtype=int)
# PRINTED: wp.tile_zeros(shape=4, dtype=float)
# CUDA: KGEN_FN kgen::mat<8, 4, float> tile_load_8x4(kgen::array<float, 2> a, int row, int col)
# CUDA: tile(i, j) = a(at, col + j);
# CUDA: acc = tile_matmul_8x4x4_added(x, w, acc);
"""Tiles: Warp's functions become functions of the module, once for each shape, and calls keep what the author wrote."""
import warp as wp

ROWS = wp.constant(8)
COLS = wp.constant(4)


@wp.func
def relu(x: float):
    return wp.max(x, 0.0)


@wp.kernel
def layers(a: wp.array2d(dtype=float), weights: wp.array3d(dtype=float), out: wp.array2d(dtype=float)):
    i = wp.tid()
    acc = wp.tile_zeros(shape=(ROWS, COLS), dtype=float)
    x = wp.tile_load(a, shape=(ROWS, COLS), offset=(i * ROWS, 0), storage="shared")
    for k in range(weights.shape[0]):
        w = wp.tile_load(weights[k], shape=(COLS, COLS))
        wp.tile_matmul(x, w, acc)
    acc = wp.tile_map(relu, acc * 0.5 + x) / 2.0
    wp.tile_store(out, acc, offset=(i * ROWS, 0), bounds_check=False)


@wp.kernel
def in_place(x: wp.array(dtype=float)):
    i = wp.tid()
    t = wp.tile_load(x, 4)
    t[i] += t[-1] * 2.0
    t += wp.tile_ones(shape=4, dtype=float)
    wp.tile_assign(t, wp.tile_full(shape=2, value=x[i]), offset=(1,))
    r = wp.tile_reduce(wp.max, t)
    x[i] = r[0] + wp.tile_sum(t)[0]


@wp.kernel
def filled(x: wp.array(dtype=float), n: wp.array(dtype=int)):
    t = wp.tile_full(shape=4, value=7, dtype=float)
    u = wp.tile_zeros(shape=4, dtype=n.dtype)
    wp.tile_store(x, t + wp.tile_zeros(shape=4, dtype=type(x[0])))
    wp.tile_store(n, u)
