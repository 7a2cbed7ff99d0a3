# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "f": [3.0, -1.0, 5.0, -5.0, 9.0]
# CHECK-DAG: "n": [7, 5, -2, -2147483648]
# CHECK-DAG: "old": [1.0, 1.0, 1.0, 1.0, 9.0]
# CHECK-DAG: "old_bits": [2147483647, 5, 5, 5]
"""S-80 and S-82: what atomics return and leave."""
import warp as wp


@wp.kernel
def atomics(
    f: wp.array(dtype=float),
    n: wp.array(dtype=int),
    zero: wp.array(dtype=float),
    old: wp.array(dtype=float),
    old_bits: wp.array(dtype=int),
):
    nan = zero[0] / zero[0]
    # S-80
    old[0] = wp.atomic_add(f, 0, 2.0)
    old[1] = wp.atomic_sub(f, 1, 2.0)
    old[2] = wp.atomic_max(f, 2, 5.0)
    old[3] = wp.atomic_min(f, 3, -5.0)
    # S-82
    old[4] = wp.atomic_max(f, 4, nan)
    old_bits[0] = wp.atomic_add(n, 3, 1)
    old_bits[1] = wp.atomic_max(n, 0, 7)
    old_bits[2] = wp.atomic_min(n, 1, 7)
    old_bits[3] = wp.atomic_sub(n, 2, 7)


CASE = {
    'name': 'atomics', 'group': 'semantics', 'kernel': 'atomics', 'dim': 1,
    'args': [
        {'name': 'f', 'dtype': 'float32', 'role': 'inout', 'value': [1.0, 1.0, 1.0, 1.0, 9.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'inout', 'value': [5, 5, 5, 2147483647]},
        {'name': 'zero', 'dtype': 'float32', 'role': 'in', 'value': [0.0]},
        {'name': 'old', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'old_bits', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
    ],
}
