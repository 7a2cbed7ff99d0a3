# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# RUN: %python %S/../Integration/run_cpp.py %s --backward | FileCheck %s
# CHECK-DAG: "angles": [0.0, 3.14159265{{[0-9]*}}, 1.04719755{{[0-9]*}}]
# CHECK-DAG: "sines": [1.57079632{{[0-9]*}}, -1.57079632{{[0-9]*}}, 0.52359877{{[0-9]*}}]
# CHECK-DAG: "x": [0.0, 0.0, 1.15470053{{[0-9]*}}]
"""S-34, S-63: arcs outside of [-1, 1] and their slopes; a literal step of zero."""
import warp as wp


@wp.kernel
def arcs(x: wp.array(dtype=wp.float64), angles: wp.array(dtype=wp.float64), sines: wp.array(dtype=wp.float64)):
    i = wp.tid()
    angles[i] = wp.acos(x[i])
    sines[i] = wp.asin(x[i])
    for k in range(0, 3, 0):
        sines[i] = x[k]


CASE = {
    'name': 'arcs', 'group': 'semantics', 'kernel': 'arcs', 'dim': 3,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [1.0000000000000002, -3.0, 0.5], 'grad': True},
        {'name': 'angles', 'dtype': 'float64', 'role': 'out', 'value': [9.0, 9.0, 9.0], 'weight': [1.0, 1.0, 1.0]},
        {'name': 'sines', 'dtype': 'float64', 'role': 'out', 'value': [9.0, 9.0, 9.0], 'weight': [2.0, 2.0, 2.0]},
    ],
}
