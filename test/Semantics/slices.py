# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: %if libdevice %{ kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRADS %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "m": [1.0, 2.0, 3.0, 4.0, 5.0, 50.0, 7.0, 10.0, 9.0, 10.0, 11.0, 12.0]
# CHECK-SAME: "outs": [0.0, 2.0, 14.0, 2.0, 9.0, 3.0, 17.0, 50.0, 3.0, 12.0, 2.0, 11.0, 10.0, 8.0]
# GRADS-SAME: "x": [1.0, 4.0, 21.0, 0.0, 6.0, 1.0]

# What is printed has the bounds in the indices.
# RUN: kgen-translate --kgen-to-warp %s | FileCheck %s --check-prefix=TEXT
# TEXT: outs[2] += x[1 + i] * x[1 + i] + 0.5
# TEXT: outs[11] = m[2, 2]
# TEXT: wp.atomic_add(m, 1, 3, 2.0)
"""S-77: slices of arrays are views: bounds as Python has them, empty ones, rows, columns, steps and slices of slices."""
import warp as wp


@wp.kernel
def slices(x: wp.array(dtype=float), n: int, m: wp.array2d(dtype=float), outs: wp.array(dtype=float)):
    a = x[n:n]
    b = x[1:n]
    outs[0] = float(a.shape[0])
    outs[1] = float(len(b))
    for i in range(b.shape[0]):
        outs[2] += b[i] * b[i] + 0.5
    c = x[-2:]
    outs[3] = float(c.shape[0])
    b = x[:2]
    outs[3] += b[0] + float(b.shape[0]) - 3.0
    outs[4] = c[0] + c[-1] + float(n - 3) - 2.0
    back = x[4:0:-2]
    outs[5] = back[1]
    outs[6] = back[0] + 4.0 * back[-1]
    inner = x[1:][n - 2 : 100][::2]
    outs[7] = inner[0] * 10.0 + inner[1] * 4.0
    first = wp.max(n, 1)
    outs[8] = float(x[first : first + 3].shape[0])
    row = m[1, 1:]
    outs[9] = row[0] + row[n - 3]
    outs[10] = float(m[:, 1].shape[0] - 1)
    block = m[1:, 0:4:2]
    outs[11] = block[1, 1]
    outs[12] = block[1][0] + 1.0
    row[0] = 50.0
    wp.atomic_add(row, 2, 2.0)
    outs[13] = float(m[::-1].shape[0] + m[0, -1:].shape[0] + m[5:].shape[0] + m[:2, ::3].shape[1] * 2)


CASE = {
    'name': 'slices', 'group': 'semantics', 'kernel': 'slices', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 'grad': True},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'm', 'dtype': 'float32', 'role': 'inout',
         'value': [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]],
         'weight': [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
         'weight': [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]},
    ],
}
