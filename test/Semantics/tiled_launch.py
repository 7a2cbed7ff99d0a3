# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRAD
# RUN: %if warp %{ %warp_python %oracle %s --backward | FileCheck %s --check-prefixes=CHECK,GRAD %}
# CHECK-DAG: "y": [3.5, 8.75]
# CHECK-DAG: "lanes": [10, 11]
# GRAD-DAG: "x": [1.0, 1.0, -0.5, -0.5, 0.0]
"""S-120: a launch of tiles has a thread for each, and its last index is 0."""
import warp as wp


@wp.kernel
def tiled_launch(x: wp.array(dtype=float), y: wp.array(dtype=float), lanes: wp.array(dtype=int)):
    i, lane = wp.tid()
    wp.tile_store(y, wp.tile_sum(wp.tile_load(x, shape=2, offset=i * 2)), offset=i)
    lanes[i] = 10 + i + lane


CASE = {
    'name': 'tiled_launch', 'group': 'semantics', 'kernel': 'tiled_launch', 'dim': [2], 'tiled': True, 'block_dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [1.5, 2.0, 8.0, 0.75, 4.0]},
        {'name': 'y', 'dtype': 'float32', 'role': 'out', 'weight': [1.0, -0.5], 'value': [0.0, 0.0]},
        {'name': 'lanes', 'dtype': 'int32', 'role': 'out', 'value': [0, 0]},
    ],
}
