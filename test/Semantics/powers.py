# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: kgen-run %s --device cpu -O0 --lanes=4 | FileCheck %s
# RUN: kgen-run %s --device ptx | FileCheck %s --check-prefix=LITERALS
# CHECK: "outputs": {{.*}}"literals": [0.127263527, 2.4385697360000007, 0.17187961600000007, Infinity]
# CHECK-SAME: "squares": [0.253009, 1.8117160000000003, 0.3091360000000001, Infinity]
# CHECK-SAME: "cubes": [0.127263527, 2.4385697360000007, 0.17187961600000007, Infinity]
# LITERALS: "literals": [0.127263527, 2.4385697360000007, 0.17187961600000007, Infinity]
"""S-35: powers of 1, 2 and 3 are products of rounded products, of which `pow` would be the nearest number; literals and others."""
import warp as wp


@wp.kernel
def powers(x: wp.array(dtype=wp.float64), exponents: wp.array(dtype=wp.float64), literals: wp.array(dtype=wp.float64),
           squares: wp.array(dtype=wp.float64), cubes: wp.array(dtype=wp.float64)):
    i = wp.tid()
    literals[i] = x[i] ** wp.float64(3.0)
    squares[i] = (x[i] ** exponents[0]) ** exponents[1]
    cubes[i] = x[i] ** exponents[2]


CASE = {
    'name': 'powers', 'group': 'semantics', 'kernel': 'powers', 'dim': 4,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [0.503, 1.346, 0.556, 1e+200]},
        {'name': 'exponents', 'dtype': 'float64', 'role': 'in', 'value': [1.0, 2.0, 3.0]},
        {'name': 'literals', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'squares', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'cubes', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
    ],
}
