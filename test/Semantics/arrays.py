# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "a": [5.0, 1.0, 30.0, 14.0]
# CHECK-DAG: "result": [4.0, 4.0, 1.0, 3.0, 3.0, 3.0, 4.0]
"""S-70 and S-73: negative indices; augmented stores."""
import warp as wp


@wp.kernel
def arrays(
    a: wp.array(dtype=float),
    last: int,
    result: wp.array(dtype=float),
):
    # S-70
    result[0] = a[-1]
    result[1] = a[last]
    result[2] = a[-4]
    v = wp.vec3(1.0, 2.0, 3.0)
    result[3] = v[-1]
    result[4] = v[last]
    m = wp.mat22(1.0, 2.0, 3.0, 4.0)
    result[5] = m[-1, -2]
    result[6] = m[last, last]
    a[last - 1] = 30.0
    # S-73
    a[last] += 10.0
    a[0] *= 5.0
    a[1] -= 1.0


CASE = {
    'name': 'arrays', 'group': 'semantics', 'kernel': 'arrays', 'dim': 1,
    'args': [
        {'name': 'a', 'dtype': 'float32', 'role': 'inout', 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'last', 'dtype': 'int32', 'role': 'scalar', 'value': -1},
        {'name': 'result', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
    ],
}
