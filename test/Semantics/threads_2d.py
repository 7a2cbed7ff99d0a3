# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "seen": [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
"""S-91, S-92: two names in a launch of three dimensions."""
import warp as wp


@wp.kernel
def threads_2d(
    seen: wp.array(dtype=int),
):
    i, j = wp.tid()
    # S-92: the third dimension repeats each thread.
    wp.atomic_add(seen, i * 3 + j, 1)


CASE = {
    'name': 'threads_2d', 'group': 'semantics', 'kernel': 'threads_2d', 'dim': (4, 3, 2),
    'args': [
        {'name': 'seen', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
    ],
}
