# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --lanes off --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: %if libdevice %{ kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRADS %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "outs": [111.0, -4.0, 171.0, 74.0, 186.0, 80.0]
# GRADS-SAME: "x": [9.0, 3.0, 0.0, 3.0, 1.0, 3.0], "z": [6.0, 0.0, 3.0, 0.0, 2.0, 0.0, 0.0], "table": [0.0, 33.0, 0.0, 6.0]
"""S-61: a name may hold one array or another, by a branch, a loop or another name; an access is one to what it holds then."""
import warp as wp


@wp.kernel
def chosen_arrays(x: wp.array(dtype=float), z: wp.array(dtype=float), table: wp.array2d(dtype=float), outs: wp.array(dtype=float)):
    i = wp.tid()
    s = x
    if i % 2 == 0:
        s = z
    other = s
    if i > 3:
        other = x
    total = other[i] + s[i] * 2.0
    row = table[0]
    if i == 1:
        row = table[1]
    total += row[1] * float(s.shape[0])
    for k in range(2):
        total += s[0]
        s = x
    outs[i] = total


CASE = {
    'name': 'chosen_arrays', 'group': 'semantics', 'kernel': 'chosen_arrays', 'dim': 6,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 'grad': True},
        {'name': 'z', 'dtype': 'float32', 'role': 'in', 'value': [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0], 'grad': True},
        {'name': 'table', 'dtype': 'float32', 'role': 'in', 'value': [[1.0, 10.0], [2.0, -2.0]], 'grad': True},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]},
    ],
}
