# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir
# RUN: FileCheck %s --input-file %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir -o %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | diff %t.mlir -
# RUN: kgen-translate --kgen-to-cuda %t.mlir --no-backward | FileCheck %s --check-prefix=CUDA
# CHECK: kgen.func @tile_assign_2x2x3_at0_at1_at2_add(
# CHECK: kgen.func @tile_view_2x2x3_at1_i_1to3(
# CHECK-LABEL: kgen.kernel @parts
# CHECK: kgen.tile.unpack %{{.*}} : !kgen.tile<2x2x3xf32> to !kgen.vec<12xf32>
# CHECK: kgen.call @tile_view_2x2x3_at1_i_1to3({{.*}}) {kgen.spelling = ["{0}[1, {1}, 1:{#0}]", [3 : si32, "END"]]}
# CHECK-LABEL: kgen.kernel @sorted
# CHECK: %[[KEYS:.*]], %[[VALUES:.*]] = kgen.call @tile_sort_6_int32({{.*}}) {kgen.in_place, kgen.spelling = ["wp.tile_sort({0}, {1})"]}
# CHECK: kgen.set %keys, %[[KEYS]]
# CHECK: kgen.set %values, %[[VALUES]]
# PRINTED-LABEL: def parts(
# PRINTED: t[0, 1, 2] += 2.0
# PRINTED: t[:, 0] = u
# PRINTED: wp.tile_store(x, t[1, i, 1:END] + (t + t)[0, 1, ::2])
# PRINTED: x[4] = t[-1, i, 2] + wp.tile_extract(t, 1, 0, i)
# PRINTED-LABEL: def sorted(
# PRINTED: wp.tile_sort(keys, values)
# PRINTED: wp.tile_cholesky_solve_inplace(wp.tile_cholesky(f, fill_mode="upper"), r, fill_mode="upper")
# PRINTED: old = wp.tile_atomic_add_indexed(x, indices=values, t=keys, offset=(1,))
# PRINTED: wp.tile_store(x, old)
# CHECK-LABEL: kgen.kernel @ranges
# CHECK: %[[STEP:.*]] = kgen.constant 9007199254740993 : si64
# CHECK: kgen.call @tile_arange_2_int64(
# CHECK: kgen.call @tile_arange_3(
# CHECK: kgen.call @tile_matmul_2x2x2_beta_added(
# CUDA: kgen::vec<12, float> tile_load_2x2x3(
# CUDA: KGEN_FN tile_sort_6_int32_results tile_sort_6_int32(
# CUDA: auto [{{.*}}] = tile_sort_6_int32(keys,
"""Parts of tiles keep their text too, and so does what changes two tiles."""
import warp as wp

END = wp.constant(3)


@wp.kernel
def parts(a: wp.array3d(dtype=float), x: wp.array(dtype=float)):
    i = wp.tid()
    t = wp.tile_load(a, shape=(2, 2, 3))
    u = wp.tile_ones(shape=(2, 3), dtype=float)
    t[0, 1, 2] += 2.0
    t[:, 0] = u
    wp.tile_store(x, t[1, i, 1:END] + (t + t)[0, 1, ::2])
    x[4] = t[-1, i, 2] + wp.tile_extract(t, 1, 0, i)


@wp.kernel
def sorted(a: wp.array2d(dtype=float), n: wp.array(dtype=int), x: wp.array(dtype=float)):
    keys = wp.tile_load(x, shape=6)
    values = wp.tile_load(n, shape=6)
    wp.tile_sort(keys, values)
    f = wp.tile_load(a, shape=(6, 6))
    r = wp.tile_load(x, shape=6)
    wp.tile_cholesky_solve_inplace(wp.tile_cholesky(f, fill_mode="upper"), r, fill_mode="upper")
    old = wp.tile_atomic_add_indexed(x, indices=values, t=keys, offset=(1,))
    wp.tile_store(x, old)
    wp.tile_store(x, r)


@wp.kernel
def ranges(a: wp.array2d(dtype=float), n: wp.array(dtype=wp.int64), x: wp.array(dtype=float), b: float):
    wp.tile_store(n, wp.tile_arange(0, wp.int64(9007199254740994), wp.int64(9007199254740993), dtype=wp.int64))
    wp.tile_store(x, wp.tile_arange(0.0, 0.3, 0.1, dtype=float))
    t = wp.tile_load(a, shape=(2, 2))
    u = wp.tile_load(a, shape=t.shape)
    wp.tile_matmul(t, t, u, beta=b)
    wp.tile_store(a, u)
