# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "o": [2048.0]
"""S-21: half precision rounds after each operation; in one go the sum were 2050."""
import warp as wp


@wp.kernel
def half(a: wp.array(dtype=wp.float16), o: wp.array(dtype=wp.float16)):
    o[0] = a[0] + a[1] + a[2]


CASE = {
    'name': 'half', 'group': 'semantics', 'kernel': 'half', 'dim': 1,
    'args': [
        {'name': 'a', 'dtype': 'float16', 'role': 'in', 'value': [2048.0, 1.0, 1.0]},
        {'name': 'o', 'dtype': 'float16', 'role': 'out', 'value': [0.0]},
    ],
}
