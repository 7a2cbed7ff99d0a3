# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "singles": [0.0, Infinity, 16777216.0]
# CHECK-DAG: "doubles": [0.1, 0.10000000149011612, 0.30000000000000004]
"""S-20, S-32, S-43: no contraction, literals, widening."""
import warp as wp


@wp.kernel
def rounding(
    x: wp.array(dtype=float),
    singles: wp.array(dtype=float),
    doubles: wp.array(dtype=wp.float64),
):
    # S-20: with one rounding, by fma, this is 2**-24.
    singles[0] = x[0] * x[0] + x[1]
    # S-32
    singles[1] = 1e40
    singles[2] = 16777217.0
    doubles[0] = wp.float64(0.1)
    doubles[1] = wp.float64(x[2])
    doubles[2] = wp.float64(0.1) * wp.float64(3.0)


CASE = {
    'name': 'rounding', 'group': 'semantics', 'kernel': 'rounding', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [1.000244140625, -1.00048828125, 0.1]},
        {'name': 'singles', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
        {'name': 'doubles', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0]},
    ],
}
