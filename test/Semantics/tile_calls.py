# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: kgen-translate --warp-to-kgen %s -o %t.1.mlir && kgen-translate --kgen-to-warp %t.1.mlir -o %t.py
# RUN: kgen-translate --warp-to-kgen %t.py | diff %t.1.mlir -
# RUN: %if warp %{ %warp_python %oracle %s --backward | FileCheck %s %}
# CHECK-DAG: "x": [1.0, -2.0, -1.0]
# CHECK-DAG: "solved": [0.1116504892706871, 0.009708758443593979, 0.5825242400169373, -0.014563140459358692, -0.058252427726984024, 0.9514561891555786]
# CHECK-DAG: "ordered": [46.75, 15.0, 32.5, 65.5, 2.0]
# CHECK-DAG: "picked": [3.0, 3.5, 8.75, 0.5, 3.5, 8.25, 0.0, 2.0, -0.5]
# CHECK-DAG: "spectrum": [2.75, 0.5, 0.25, 1.5, -1.75, 2.0, 2.75, -2.0, 0.5, 2.0, 0.5, 0.0, -2.5, 1.0, 1.5, 1.0]
# CHECK-DAG: "sums": [2.5, 1.25, 1.5, 19.7734375, 40.046875]
# GRAD-DAG: "a": [0.011040344834327698, 1.1144253015518188, 3.009249210357666, 3.328125, 0.9094784259796143, 0.2658592462539673, -1.234375, 1.2930824756622314, 2.2890734672546387]
# GRAD-DAG: "y": [1.317598819732666, -0.24310725927352905, -0.5516424179077148, 2.0, 2.0]
# CHECK-DAG: "drawn": [5.410872459411621, 3.640460968017578, 3.284984588623047, 5.841203689575195]
# CHECK-DAG: "cubes": [0.0, 9.88671875, 0.0, 1.5625, 5.5625, 19.13671875, 37.0, 0.5, 2.5, 0.0, 0.0, 0.0, 3.25, 45.78125, 11.25, 6.0625, 2.75, 9.75]
"""S-120 to S-127: functions of tiles, parts of them, and tiles in more dimensions."""
import warp as wp

N = wp.constant(3)


@wp.func
def snapped(c: wp.vec2):
    return wp.vec2(wp.round(c[0] * 64.0) / 64.0, wp.round(c[1] * 64.0) / 64.0)


@wp.kernel
def tile_calls(
    a: wp.array2d(dtype=float),
    y: wp.array(dtype=float),
    cubes: wp.array3d(dtype=float),
    signal: wp.array2d(dtype=wp.vec2),
    where: wp.array(dtype=int),
    x: wp.array(dtype=float),
    solved: wp.array2d(dtype=float),
    ordered: wp.array(dtype=float),
    picked: wp.array2d(dtype=float),
    spectrum: wp.array2d(dtype=wp.vec2),
    sums: wp.array(dtype=float),
    drawn: wp.array(dtype=float),
):
    # Factors and solves: only the triangle that is asked for is read.
    lower = wp.tile_cholesky(wp.tile_load(a, shape=(N, N)))
    right = wp.tile_load(y, shape=N)
    wp.tile_store(x, wp.tile_lower_solve(lower, right))
    more = wp.tile_diag_add(wp.tile_load(a, shape=(N, N)), right * right)
    wp.tile_cholesky_inplace(more, fill_mode="upper")
    columns = wp.tile_load(a, shape=(N, 2), offset=(0, 1))
    wp.tile_store(solved, wp.tile_cholesky_solve(more, columns, fill_mode="upper"))
    # S-125: in ascending order, both tiles.
    keys = wp.tile_load(y, shape=5)
    values = wp.tile_arange(5, dtype=int)
    wp.tile_sort(keys, values)
    wp.tile_store(ordered, keys + wp.tile_astype(values, dtype=float) * 16.0)
    # S-126: what indices say, in an array and in a tile.
    at = wp.tile_load(where, shape=3)
    rows = wp.tile_load_indexed(a, indices=at, shape=(3, N), axis=0)
    wp.tile_store(picked, rows[1:, ::-1] + rows[at][0:2])
    wp.tile_atomic_add_indexed(picked, indices=at, t=rows, offset=(0, 1), axis=1)
    # More dimensions.
    c = wp.tile_load(cubes, shape=(2, 2, 3), offset=(0, 1, 0))
    wp.tile_atomic_add(sums, wp.tile_sum(wp.tile_sum(c, axis=1), axis=0))
    sums[3] = c[1, 0, 2] + c[-1][0, 1] * wp.tile_dot(c, c * c)[0]
    # Rows of complex numbers.
    s = wp.tile_load(signal, shape=(2, 4))
    wp.tile_fft(s)
    wp.tile_store(spectrum, wp.tile_map(snapped, s))
    # In place.
    t = wp.tile_zeros(shape=(2, 3), dtype=float)
    t[:, 1] = wp.tile_load(y, shape=2)
    t[1] = c[1, 1, :]
    wp.tile_axpy(sums[3], wp.tile_squeeze(wp.tile_load(cubes, shape=(1, 2, 3))), t)
    wp.tile_scatter_add(t, 0, 2, y[4], y[4] > 0.0)
    sums[4] = wp.tile_extract(t, 0, 1) + wp.tile_extract(t, 1, 2) + wp.untile(wp.tile(y[3] * 2.0)) + float(len(t))
    # S-127: twice from one state.
    rng = wp.rand_init(7, where[0])
    dice = wp.tile_randi(shape=4, rng=rng, min=1, max=7)
    wp.tile_store(drawn, wp.tile_randf(4, rng) + wp.tile_astype(dice, dtype=float))


CASE = {
    'name': 'tile_calls', 'group': 'semantics', 'kernel': 'tile_calls', 'dim': 1,
    'args': [
        {'name': 'a', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [[4.0, 2.0, 1.0], [2.0, 2.0, -0.5], [1.0, -0.5, 5.25]]},
        {'name': 'y', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [2.0, -1.0, 0.5, -1.25, 1.5]},
        {'name': 'cubes', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [[[0.5, 1.0, -0.5], [0.25, -0.75, 1.0], [2.0, 0.0, 0.5]], [[1.0, 0.5, 0.25], [-0.5, 1.5, 1.0], [0.75, 0.5, -1.0]]]},
        {'name': 'signal', 'dtype': 'vec2f', 'role': 'in', 'value': [[[1.0, 0.5], [0.25, -1.0], [-0.5, 0.75], [2.0, 0.25]], [[0.0, 1.0], [1.0, 0.0], [-1.0, 0.5], [0.5, 0.5]]]},
        {'name': 'where', 'dtype': 'int32', 'role': 'in', 'value': [2, 0, 1]},
        {'name': 'x', 'dtype': 'float32', 'role': 'out', 'weight': [1.0, -0.5, 0.25], 'value': [0.0, 0.0, 0.0]},
        {'name': 'solved', 'dtype': 'float32', 'role': 'out', 'weight': [[1.0, 0.5], [-0.5, 1.0], [0.25, 0.75]], 'value': [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]},
        {'name': 'ordered', 'dtype': 'float32', 'role': 'out', 'weight': [1.0, 0.5, -0.5, 2.0, 0.25], 'value': [0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'picked', 'dtype': 'float32', 'role': 'inout', 'weight': [[1.0, 0.5, 0.25], [-1.0, 0.5, 2.0], [0.5, 0.25, 1.0]], 'value': [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]},
        {'name': 'spectrum', 'dtype': 'vec2f', 'role': 'out', 'weight': [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]], 'value': [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]},
        {'name': 'sums', 'dtype': 'float32', 'role': 'inout', 'weight': [1.0, 0.5, 0.25, 1.0, 0.5], 'value': [0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'drawn', 'dtype': 'float32', 'role': 'out', 'weight': [0.0, 0.0, 0.0, 0.0], 'value': [0.0, 0.0, 0.0, 0.0]},
    ],
}
