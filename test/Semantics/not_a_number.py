# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "minima": [1.0, 1.0, NaN, 1.0, 0.25, 1.0]
# CHECK-DAG: "compared": [0, 0, 0, 1, 1, 1]
"""S-26, S-28, S-29, S-44, S-51: min, max, clamp, sign, comparisons and bool of NaN."""
import warp as wp


@wp.kernel
def not_a_number(
    zero: wp.array(dtype=float),
    minima: wp.array(dtype=float),
    compared: wp.array(dtype=int),
):
    nan = zero[0] / zero[0]
    minima[0] = wp.min(nan, 1.0)
    minima[1] = wp.min(1.0, nan)
    minima[2] = wp.min(nan, nan)
    minima[3] = wp.max(nan, 1.0)
    minima[4] = wp.clamp(nan, 0.25, 1.0)
    minima[5] = wp.sign(nan)
    compared[0] = int(nan < 1.0)
    compared[1] = int(nan >= 1.0)
    compared[2] = int(nan == nan)
    compared[3] = int(nan != nan)
    compared[4] = int(not (nan < 1.0))
    compared[5] = int(bool(nan))


CASE = {
    'name': 'not_a_number', 'group': 'semantics', 'kernel': 'not_a_number', 'dim': 1,
    'args': [
        {'name': 'zero', 'dtype': 'float32', 'role': 'in', 'value': [0.0]},
        {'name': 'minima', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {'name': 'compared', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
    ],
}
