# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: %if libdevice %{ kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRADS %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "outs": [112.0, 18.0]
# GRADS-SAME: "x": [0.0, 1.0, 2.0, 7.5, 4.0, 5.0, 6.0]
"""S-70: an index counts the seven numbers of a transform, also one that is a value."""
import warp as wp


@wp.kernel
def transform_parts(x: wp.array(dtype=wp.transform), n: int, outs: wp.array(dtype=float)):
    t = x[0]
    total = float(0.0)
    for i in range(n):
        total += t[i] * float(i)
    outs[0] = total
    outs[1] = x[0][n - 4] * 3.0 + t[n - 4] * 3.0 - t[3] * 1.5


CASE = {
    'name': 'transform_parts', 'group': 'semantics', 'kernel': 'transform_parts', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'transform', 'role': 'in', 'value': [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]], 'grad': True},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 7},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 1.0]},
    ],
}
