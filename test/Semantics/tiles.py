# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# RUN: kgen-run %s --device ptx --backward | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp -o %t.py
# RUN: kgen-translate --warp-to-kgen %s -o %t.1.mlir && kgen-translate --warp-to-kgen %t.py -o %t.2.mlir && diff %t.1.mlir %t.2.mlir
# RUN: %if warp %{ %warp_python %oracle %s --backward | FileCheck %s %}
# CHECK-DAG: "product": [3.25, 4.96875, 0.0625, 1.0, 2.125, 5.59375, 2.375, 1.0, 0.9375, 0.59375, -0.40625, 0.625]
# CHECK-DAG: "sums": [23.21875, 4.15625, 2.0]
# CHECK-DAG: "best": [3.625, 3.03125]
# CHECK-DAG: "scaled": [-0.6501952409744263, 1.3003904819488525, 3.9011716842651367, -2.1902148723602295, 3.650357961654663, -3.650357961654663, -1.1731455326080322, 2.3462910652160645, -1.759718418121338, 0.7795084714889526, -0.3897542357444763, 0.0, 4.592329025268555, 3.0615527629852295, 3.0615527629852295, 0.7840002179145813, 4.704001426696777, 4.704001426696777, -3.346313714981079, -2.677051067352295, -1.3385255336761475]
# CHECK-DAG: "a": [-2.8125, -5.0625, 0.375, -3.1875, -2.0625, 0.875, 0.0, -5.5, -1.0625, -0.3125, -1.5625, 0.6875]
# CHECK-DAG: "b": [-0.0625, -0.6875, 0.0625, 0.5625, -1.0, -0.875, -0.0625, 1.4375, 0.0, -0.375, -1.125, 0.75]
"""S-120 to S-124: tiles, which a block of one thread has for itself."""
import warp as wp

ROWS = wp.constant(2)
COLS = wp.constant(4)


@wp.func
def halved(x: float, shift: float):
    return 0.5 * x + shift


@wp.kernel
def tiles(
    a: wp.array2d(dtype=float),
    b: wp.array2d(dtype=float),
    v: wp.array(dtype=wp.vec3),
    product: wp.array2d(dtype=float),
    sums: wp.array(dtype=float),
    best: wp.array(dtype=float),
    places: wp.array(dtype=int),
    scaled: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    # S-120: what lies beyond the array is zero in the tile, and is not written.
    x = wp.tile_load(a, shape=(ROWS, COLS), offset=(i * ROWS, 0))
    y = wp.tile_load(b, shape=(COLS, 3), storage="shared")
    wp.tile_store(product, wp.tile_matmul(x, y) + wp.tile_full(shape=(ROWS, 3), value=0.5, dtype=float), offset=(i * ROWS, 0))
    # S-121: elementwise.
    z = wp.tile_map(halved, -x * 2.0 + x * x, 1.0)
    # S-122, S-124: reductions give a tile with one element.
    total = wp.tile_sum(z)
    most = wp.tile_max(wp.tile_transpose(z))
    wp.tile_atomic_add(sums, total)
    flat = wp.tile_reshape(z, shape=(8,))
    sums[1 + i] = z[1, 2] + flat[-1]
    best[i] = most[0]
    places[i] = wp.tile_argmin(x)[0]
    # S-123: other shapes.
    first = wp.tile_view(z, offset=(i // 2, 1), shape=(1, 3))
    long = wp.tile_broadcast(first, shape=(ROWS, 3))
    wp.tile_atomic_add(product, long, offset=(i * ROWS, 1))
    # Vectors.
    p = wp.tile_load(v, shape=COLS, offset=i * COLS)
    wp.tile_store(scaled, p * wp.tile_map(wp.length, p) + p, offset=i * COLS)


CASE = {
    'name': 'tiles', 'group': 'semantics', 'kernel': 'tiles', 'dim': 2,
    'args': [
        {'name': 'a', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [[-1.25, -1.25, 1.0, 0.0], [0.25, 0.25, 0.75, -1.5], [0.0, -1.25, -0.25, 1.5]]},
        {'name': 'b', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [[0.25, -1.5, 0.25], [-1.25, 0.75, 1.5], [1.5, 0.5, 1.25], [-0.5, -1.25, 0.0]]},
        {'name': 'v', 'dtype': 'vec3f', 'role': 'in', 'grad': True, 'value': [[-0.25, 0.5, 1.5], [-0.75, 1.25, -1.25], [-0.5, 1.0, -0.75], [0.5, -0.25, 0.0], [1.5, 1.0, 1.0], [0.25, 1.5, 1.5], [-1.25, -1.0, -0.5]]},
        {'name': 'product', 'dtype': 'float32', 'role': 'inout', 'weight': [[0.0, 0.75, 0.0, 1.0], [-0.25, 1.0, 0.25, 0.5], [-0.5, 0.25, 0.75, 0.75]],
         'value': [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]},
        {'name': 'sums', 'dtype': 'float32', 'role': 'inout', 'weight': [0.75, 1.0, -0.75],
         'value': [0.0, 0.0, 0.0]},
        {'name': 'best', 'dtype': 'float32', 'role': 'out', 'weight': [0.0, 0.0], 'value': [0.0, 0.0]},
        {'name': 'places', 'dtype': 'int32', 'role': 'out', 'value': [0, 0]},
        {'name': 'scaled', 'dtype': 'vec3f', 'role': 'out', 'weight': [[0.75, 0.0, 0.5], [-0.5, -1.0, -1.0], [1.0, 1.0, -0.5], [-0.25, -0.5, -0.75], [0.75, 0.5, -1.0], [-0.75, 0.25, 1.0], [1.0, -0.75, 0.25]],
         'value': [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]},
    ],
}
