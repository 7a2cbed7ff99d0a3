# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "count": [0, 1, 0, 1, 1, 1, 1, 0, 2, 2, 1, 7]
# CHECK-DAG: "result": [0, 1, 1, 1, 0, 0, 1, 5, 11, 12]
# CHECK-DAG: "order": [0, 5, 7, 0]
"""S-50, S-53 and S-54: what is evaluated, how often, in which order."""
import warp as wp


@wp.kernel
def conditions(
    one: wp.array(dtype=int),
    count: wp.array(dtype=int),
    result: wp.array(dtype=int),
    order: wp.array(dtype=int),
):
    yes = one[0] == 1
    no = one[0] == 0
    # S-50: each operand counts its own evaluations.
    if no and wp.atomic_add(count, 0, 1) == 0:
        result[0] = 1
    if yes and wp.atomic_add(count, 1, 1) == 0:
        result[1] = 1
    if yes or wp.atomic_add(count, 2, 1) == 0:
        result[2] = 1
    if no or wp.atomic_add(count, 3, 1) == 0:
        result[3] = 1
    # S-53
    result[4] = wp.where(yes, wp.atomic_add(count, 4, 1), wp.atomic_add(count, 5, 1))
    result[5] = wp.atomic_add(count, 6, 1) if yes else wp.atomic_add(count, 7, 1)
    # S-54
    result[6] = 10 * wp.atomic_add(count, 8, 1) + wp.atomic_add(count, 8, 1)
    order[wp.atomic_add(count, 9, 1)] = 5 + wp.atomic_add(count, 9, 1)
    order[2 + wp.atomic_add(count, 10, 1)] += 7
    result[7] = count[11] + wp.atomic_add(count, 11, 5)
    result[8] = wp.atomic_add(count, 11, 1) + count[11]
    before = count[11]
    result[9] = before + wp.atomic_add(count, 11, 1)


CASE = {
    'name': 'conditions', 'group': 'semantics', 'kernel': 'conditions', 'dim': 1,
    'args': [
        {'name': 'one', 'dtype': 'int32', 'role': 'in', 'value': [1]},
        {'name': 'count', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
        {'name': 'result', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
        {'name': 'order', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
    ],
}
