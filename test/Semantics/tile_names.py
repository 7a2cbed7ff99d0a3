# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: kgen-run %s --device ptx | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s -o %t.1.mlir && kgen-translate --kgen-to-warp %t.1.mlir -o %t.py
# RUN: kgen-translate --warp-to-kgen %t.py | diff %t.1.mlir -
# RUN: kgen-translate --kgen-to-cpp --self-contained %t.1.mlir -o %t.cpp
# RUN: %if gxx %{ %gxx -std=c++17 -fsyntax-only %t.cpp %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
"""Functions of tiles that differ by more than types, and tiles whose names change hands."""
import warp as wp


@wp.func
def max(a: float, b: float):
    return a + b


@wp.func
def twice(x: float):
    return x * 2.0


@wp.func
def twice(x: int):
    return x + x


@wp.func
def first_row(t: wp.tile[float, 2, 2]):
    row = t[0]
    return row


@wp.kernel
def tile_names(a: wp.array3d(dtype=float), n: wp.array(dtype=int), i: int, x: wp.array(dtype=float), factors: wp.array2d(dtype=float)):
    t = wp.tile_load(a, shape=(3, 2, 2))
    # CHECK-DAG: "x": [4.5, 30.0, 5.0, 3.0, 4.0, 3.0, 4.0, 16.0, 18.0]
    x[0] = wp.tile_reduce(wp.max, t)[0]
    x[1] = wp.tile_reduce(max, t)[0]
    x[2] = wp.tile_extract(t, k=1, j=0, i=2) + wp.tile_extract(t, i=0, k=1, j=0)
    # A view does not count from the end; a subscript does.
    wp.tile_store(x, wp.tile_view(t, offset=(0, i)), offset=3)
    wp.tile_store(x, t[0, -i], offset=5)
    # Overloads.
    wp.tile_store(x, wp.tile_map(twice, t[1, :, 1] + t[1, :, 1]), offset=7)
    m = wp.tile_map(twice, wp.tile_load(n, shape=4))
    # CHECK-DAG: "n": [6, 11, 8, 7]
    count = 4
    m |= wp.tile_full(shape=count, value=7, dtype=int)
    wp.tile_store(n, m ^ wp.tile_load(n, shape=4))
    # CHECK-DAG: "factors": [2.0, 0.0, 2.0, 0.0, 2.0, 0.0, 3.0, 0.0]
    for k in range(2):
        p = wp.tile_load(a, shape=(1, 2, 2), offset=(k, 0, 0))
        q = wp.tile_squeeze(p)
        q[0, 0] = 4.0
        for j in range(k):
            q[1, 0] += 4.0
        old = q
        q = wp.tile_zeros(shape=(2, 2), dtype=float)
        q[0, 0] = wp.sqrt(first_row(old)[0])
        q[1, 0] = old[1, 0] * 0.5 + 0.5 - float(k)
        wp.tile_store(factors, q, offset=(2 * k, 0))


CASE = {
    'name': 'tile_names', 'group': 'semantics', 'kernel': 'tile_names', 'dim': 1,
    'args': [
        {'name': 'a', 'dtype': 'float32', 'role': 'in', 'value': [[[1.0, 2.0], [3.0, 4.0]], [[2.0, 4.0], [3.0, 4.5]], [[0.5, 3.0], [1.0, 2.0]]]},
        {'name': 'n', 'dtype': 'int32', 'role': 'inout', 'value': [1, 4, 7, 0]},
        {'name': 'i', 'dtype': 'int32', 'role': 'scalar', 'value': 1},
        {'name': 'x', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'factors', 'dtype': 'float32', 'role': 'out', 'value': [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]},
    ],
}
