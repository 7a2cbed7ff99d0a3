# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "found": [741, 6420, 0, 135, 0, 24, 0, 0, 3, 0]
"""S-62: `reversed` of ranges with steps, known and not; the extents of dimensions that an array does not have are 0."""
import warp as wp


@wp.kernel
def backwards(first: int, end: int, step: int, found: wp.array(dtype=int)):
    for i in reversed(range(first, end, step)):
        found[0] = found[0] * 10 + i
    for i in reversed(range(0, end, 2)):
        found[1] = found[1] * 10 + i
    for i in reversed(range(end, first, step)):
        found[2] += 1
    for i in reversed(range(5, 0, -2)):
        found[3] = found[3] * 10 + i
    for i in reversed(range(first, first, -step)):
        found[4] += 1
    for i in reversed(range(4, first, -step + 1)):
        found[5] = found[5] * 10 + i
    view = found[1:4]
    found[6] = found.shape[1]
    found[7] = found.shape[3] + view.shape[2]
    found[8] = view.shape[0]
    found[9] = view.shape[3]


CASE = {
    'name': 'backwards', 'group': 'semantics', 'kernel': 'backwards', 'dim': 1,
    'args': [
        {'name': 'first', 'dtype': 'int32', 'role': 'scalar', 'value': 1},
        {'name': 'end', 'dtype': 'int32', 'role': 'scalar', 'value': 8},
        {'name': 'step', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'found', 'dtype': 'int32', 'role': 'inout', 'shape': [10], 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
    ],
}
