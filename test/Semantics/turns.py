# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# RUN: kgen-run %s --device ptx --backward | FileCheck %s
# CHECK: "outputs": {"y": [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0]}
# CHECK-SAME: "grads": {"a": [0.75, 1.5, 2.25, 4.0, 0.75, 1.5, 2.25, 4.0], "b": [0.25, 0.5, 0.75, 0.0, -0.25, -0.5, -0.75, 0.0], "t": [0.0, 0.0]}
"""S-109: ways between equal rotations, the second of the other sign. What central differences say."""
import warp as wp


@wp.kernel
def ease(a: wp.array(dtype=wp.quat), b: wp.array(dtype=wp.quat), t: wp.array(dtype=float), y: wp.array(dtype=wp.quat)):
    i = wp.tid()
    y[i] = wp.quat_slerp(a[i], b[i], t[i])


CASE = {
    'name': 'ease', 'group': 'semantics', 'kernel': 'ease', 'dim': 2,
    'args': [
        {'name': 'a', 'dtype': 'quatf', 'role': 'in', 'value': [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, -1.0]], 'grad': True},
        {'name': 'b', 'dtype': 'quatf', 'role': 'in', 'value': [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]], 'grad': True},
        {'name': 't', 'dtype': 'float32', 'role': 'in', 'value': [0.25, 0.25], 'grad': True},
        {'name': 'y', 'dtype': 'quatf', 'role': 'out', 'value': [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], 'weight': [[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]},
    ],
}
