# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "quotients": [NaN, Infinity, -3.75, -2.5, -0.16666{{[0-9]*}}, -32.0]
# CHECK-DAG: "floors": [NaN, Infinity, -4.0, -3.0, -1.0, -32.0]
# CHECK-DAG: "remainders": [NaN, NaN, -1.5, 0.5, -0.5, 0.0]
# CHECK-DAG: "powers": [1.0, 1.0, 56.25, 0.4{{[0-9]*}}, -0.125, 0.0]
# CHECK-DAG: "rounded": [0.0, 1.0, -8.0, 3.0, -1.0, 1024.0]
# CHECK-DAG: "rounded_even": [0.0, 1.0, -8.0, 2.0, -0.0, 1024.0]
# CHECK-DAG: "fractions": [0.0, 0.0, -0.5, 0.5, -0.5, 0.0]
# CHECK-DAG: "magnitudes": [0.0, 1.0, 7.5, 2.5, 0.5, 1024.0]
# CHECK-DAG: "signs": [1.0, 1.0, -1.0, 1.0, -1.0, 1.0]
# CHECK-DAG: "clamped": [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]
"""S-22 to S-25 and S-28 to S-31: division, remainder, powers, rounding."""
import warp as wp


@wp.kernel
def floats(
    a: wp.array(dtype=float),
    b: wp.array(dtype=float),
    quotients: wp.array(dtype=float),
    floors: wp.array(dtype=float),
    remainders: wp.array(dtype=float),
    powers: wp.array(dtype=float),
    rounded: wp.array(dtype=float),
    rounded_even: wp.array(dtype=float),
    fractions: wp.array(dtype=float),
    magnitudes: wp.array(dtype=float),
    signs: wp.array(dtype=float),
    clamped: wp.array(dtype=float),
):
    i = wp.tid()
    x = a[i]
    y = b[i]
    quotients[i] = x / y
    floors[i] = x // y
    remainders[i] = x % y
    powers[i] = x ** y
    rounded[i] = wp.round(x)
    rounded_even[i] = wp.rint(x)
    fractions[i] = wp.frac(x)
    magnitudes[i] = wp.abs(x)
    signs[i] = wp.sign(x)
    clamped[i] = wp.clamp(x, y, 1.0)


CASE = {
    'name': 'floats', 'group': 'semantics', 'kernel': 'floats', 'dim': 6,
    'args': [
        {'name': 'a', 'dtype': 'float32', 'role': 'in', 'value': [0.0, 1.0, -7.5, 2.5, -0.5, 1024.0]},
        {'name': 'b', 'dtype': 'float32', 'role': 'in', 'value': [0.0, 0.0, 2.0, -1.0, 3.0, -32.0]},
        {'name': 'quotients', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'floors', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'remainders', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'powers', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'rounded', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'rounded_even', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'fractions', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'magnitudes', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'signs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'clamped', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
    ],
}
