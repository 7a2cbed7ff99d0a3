# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | FileCheck %s
# CHECK: "grads": {"x": [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, -3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]}
"""S-100 to S-107: the slopes that are chosen where there is none."""
import warp as wp


@wp.kernel
def slopes(x: wp.array(dtype=float), y: wp.array(dtype=float), best: wp.array(dtype=float)):
    x0 = x[0]
    y[0] = wp.abs(x0)
    # S-102
    y[1] = wp.min(x[1], x[2])
    y[2] = wp.max(x[3], x[4])
    # S-103
    a = x[5]
    y[3] = wp.floor(a) + wp.ceil(a) + wp.round(a) + wp.trunc(a) + wp.sign(a)
    y[4] = wp.frac(x[6])
    # S-104
    y[5] = x[7] % x[8]
    # S-105
    y[6] = wp.where(x[9] > 1.0, x[9], wp.sqrt(x[10]))
    # S-106
    y[7] = wp.length(wp.vec3(x[11], x[11], x[11]))
    y[9] = wp.atan2(x[15], x[15])
    # S-107: the second wins.
    wp.atomic_max(best, 0, x[12])
    wp.atomic_max(best, 0, x[13])
    # S-100
    y[8] = float(int(x[14])) * 3.0


CASE = {
    'name': 'slopes', 'group': 'semantics', 'kernel': 'slopes', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [0.0, 2.0, 2.0, 5.0, 5.0, 1.25, -0.75, 7.5, 2.0, 2.0, 0.0, 0.0, 3.0, 4.0, 6.5, 0.0], 'grad': True},
        {'name': 'y', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]},
        {'name': 'best', 'dtype': 'float32', 'role': 'inout', 'value': [0.0], 'weight': [1.0]},
    ],
}
