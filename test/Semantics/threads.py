# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "first": [3, 3, 3, 3]
# CHECK-DAG: "next": [12]
# CHECK-DAG: "order": [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
# CHECK-DAG: "after_return": [1, 1, 1, 0]
"""S-90, S-91, S-93, S-94: thread indices, their order, early return."""
import warp as wp


@wp.kernel
def threads(
    n: int,
    first: wp.array(dtype=int),
    next: wp.array(dtype=int),
    order: wp.array(dtype=int),
    after_return: wp.array(dtype=int),
):
    i = wp.tid()
    # S-91: in a launch of (4, 3), the first coordinate, three times each.
    wp.atomic_add(first, i, 1)
    # S-90: on one processor, in ascending order.
    place = wp.atomic_add(next, 0, 1)
    order[place] = i
    if i >= n:
        return
    # S-94
    after_return[i] = 1


CASE = {
    'name': 'threads', 'group': 'semantics', 'kernel': 'threads', 'dim': (4, 3),
    'args': [
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'first', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
        {'name': 'next', 'dtype': 'int32', 'role': 'out', 'value': [0]},
        {'name': 'order', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
        {'name': 'after_return', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
    ],
}
