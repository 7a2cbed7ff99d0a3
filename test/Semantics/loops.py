# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "result": [4, 8, 0, 46, 3, 3, 107, 3, 5]
"""S-62 to S-65 and S-67: bounds, steps, the loop variable, while."""
import warp as wp


@wp.kernel
def loops(
    n: int,
    none: int,
    result: wp.array(dtype=int),
):
    # S-62
    bound = n
    count = int(0)
    for i in range(bound):
        bound = bound + 1
        count = count + 1
    result[0] = count
    result[1] = bound
    # S-63
    empty = int(0)
    for i in range(0, 10, none):
        empty = empty + 1
    result[2] = empty
    # S-64
    total = int(0)
    for j in range(n):
        j = j + 10
        total = total + j
    result[3] = total
    # S-65
    for k in range(n):
        result[4] = k
    result[5] = k
    digits = int(0)
    for t in range(10, n, -3):
        digits = digits * 10 + t
    result[6] = digits
    # S-67
    turns = int(0)
    w = int(0)
    while w < 9:
        w = w + 1
        if w == 2:
            continue
        if w == 5:
            break
        turns = turns + 1
    result[7] = turns
    result[8] = w


CASE = {
    'name': 'loops', 'group': 'semantics', 'kernel': 'loops', 'dim': 1,
    'args': [
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 4},
        {'name': 'none', 'dtype': 'int32', 'role': 'scalar', 'value': 0},
        {'name': 'result', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0]},
    ],
}
