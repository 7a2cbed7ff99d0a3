# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s | kgen-opt --kgen-differentiate > %t.mlir
# RUN: kgen-translate --kgen-to-cpp %t.mlir | FileCheck %s
# RUN: kgen-translate --kgen-to-cuda %t.mlir | FileCheck %s
# RUN: %if gxx %{ kgen-translate --kgen-to-cpp %t.mlir | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
# RUN: kgen-run %s --backward | FileCheck %s --check-prefix=VALUES
# VALUES: "outs": [8.0, 13.0]
# VALUES-SAME: "x": [2.0, 3.0]
"""What a loop carries depends on each other; one of those that read another is kept aside, and not one that reads nothing."""
import warp as wp


# CHECK: next_adj_
@wp.kernel
def fibonacci(x: wp.array(dtype=float), n: int, outs: wp.array(dtype=float)):
    a = x[0]
    b = x[1]
    for i in range(n):
        c = a
        a = b
        b = a + c
    outs[0] = a
    outs[1] = b


CASE = {
    'name': 'fibonacci', 'group': 'printing', 'kernel': 'fibonacci', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 2.0], 'grad': True},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 4},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 0.0]},
    ],
}
