# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: %if libdevice %{ kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRADS %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
"""S-78: an array of a thread's own starts as zeros each time that `wp.zeros` is reached; rows and slices of it are views."""
import warp as wp

ROWS = wp.constant(2)


@wp.func
def weighted(x: wp.array(dtype=float), n: int):
    buffer = wp.zeros(shape=(4,), dtype=float)
    for i in range(n):
        buffer[i % 4] += x[i] * float(i + 1)
    return buffer[0] + 2.0 * buffer[-1]


@wp.kernel
def own(x: wp.array(dtype=float), n: int, outs: wp.array(dtype=float)):
    outs[0] = weighted(x, n)
    table = wp.zeros(shape=(ROWS, 3), dtype=float)
    for i in range(ROWS):
        for j in range(3):
            table[i, j] = x[j] * float(i + 1)
    row = table[1]
    row[0] = row[0] + 1.0
    outs[1] = row[0] * row[2]
    outs[2] = table[1, 0] + float(table.shape[0]) + float(len(row))
    points = wp.zeros(3, dtype=wp.vec2)
    points[n - 4] = wp.vec2(x[0], x[1])
    points[2][1] = x[2]
    outs[3] = points[1][0] * points[1][1] + points[-1][1]
    cube = wp.zeros(shape=(2, 2, 2), dtype=float)
    cube[1, 0, n - 4] = x[3]
    cube[-1, -2, 0] = x[1]
    plane = cube[1]
    outs[4] = plane[0, 1] + plane[0][0] * 10.0
    total = float(0.0)
    for k in range(n):
        fresh = wp.zeros(shape=(2,), dtype=float)
        fresh[k % 2] += x[k]
        total += fresh[0]
    outs[5] = total
    part = table[0, 1:]
    outs[6] = part[0] + part[1]


# CHECK: "outs": [58.0, 18.0, 8.0, 5.0, 24.0, 9.0, 5.0]
# GRADS-SAME: "x": [18.0, 12.0, 9.0, 9.0, 6.0]
CASE = {
    'name': 'own', 'group': 'semantics', 'kernel': 'own', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 2.0, 3.0, 4.0, 5.0], 'grad': True},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 5},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]},
    ],
}
