# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# CHECK-DAG: "count": [1, 0, 2]
# CHECK-DAG: "result": [0, 1]
"""S-52: a chained comparison stops at the first pair that fails, and evaluates what stands between once."""
import warp as wp


@wp.kernel
def chained(count: wp.array(dtype=int), result: wp.array(dtype=int)):
    result[0] = int(2 < wp.atomic_add(count, 0, 1) < wp.atomic_add(count, 1, 1))
    result[1] = int(-1 < wp.atomic_add(count, 2, 1) < 1 + wp.atomic_add(count, 2, 1))


CASE = {
    'name': 'chained', 'group': 'semantics', 'kernel': 'chained', 'dim': 1,
    'args': [
        {'name': 'count', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0]},
        {'name': 'result', 'dtype': 'int32', 'role': 'out', 'value': [0, 0]},
    ],
}
