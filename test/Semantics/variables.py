# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "a": [9.0, 9.0, 9.0, 4.0, 5.0, 6.0]
# CHECK-DAG: "result": [5.0, 70.0, 1.0]
"""S-61: vectors and scalars are copied, on assignment and on load."""
import warp as wp


@wp.kernel
def variables(
    a: wp.array(dtype=wp.vec3),
    result: wp.array(dtype=float),
):
    # S-61
    v = a[0]
    w = v
    w[0] = 70.0
    a[0] = wp.vec3(9.0, 9.0, 9.0)
    result[0] = v[0]
    result[1] = w[0]
    x = result[0]
    result[0] = 5.0
    result[2] = x


CASE = {
    'name': 'variables', 'group': 'semantics', 'kernel': 'variables', 'dim': 1,
    'args': [
        {'name': 'a', 'dtype': 'vec3', 'role': 'inout', 'value': [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]},
        {'name': 'result', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
    ],
}
