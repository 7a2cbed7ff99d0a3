# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "truncated": [-1, 2, 200, 0]
# CHECK-DAG: "to_uint8": [45, 255, 128, 1]
# CHECK-DAG: "to_int8": [45, -1, -128, 1]
# CHECK-DAG: "to_int64": [301301.0, -1001.0, 128128.0, 16793994240.0]
# CHECK-DAG: "to_uint32": [301.0, 4294967296.0, 128.0, 16777216.0]
# CHECK-DAG: "to_float": [301.0, -1.0, 128.0, 16777216.0]
# CHECK-DAG: "to_bool": [1, 1, 1, 0]
# CHECK-DAG: "in_range": [200, 200, 200, 200]
"""S-40, S-41, S-43, S-44: conversions that fit."""
import warp as wp


@wp.kernel
def conversions(
    f: wp.array(dtype=float),
    n: wp.array(dtype=int),
    truncated: wp.array(dtype=int),
    to_uint8: wp.array(dtype=int),
    to_int8: wp.array(dtype=int),
    to_int64: wp.array(dtype=float),
    to_uint32: wp.array(dtype=float),
    to_float: wp.array(dtype=float),
    to_bool: wp.array(dtype=int),
    in_range: wp.array(dtype=int),
):
    i = wp.tid()
    truncated[i] = int(f[i])
    to_uint8[i] = int(wp.uint8(n[i]))
    to_int8[i] = int(wp.int8(n[i]))
    to_int64[i] = float(wp.int64(n[i]) * wp.int64(1001))
    to_uint32[i] = float(wp.uint32(n[i]))
    to_float[i] = float(n[i])
    to_bool[i] = int(bool(f[i]))
    in_range[i] = int(wp.uint8(f[2]))


CASE = {
    'name': 'conversions', 'group': 'semantics', 'kernel': 'conversions', 'dim': 4,
    'args': [
        {'name': 'f', 'dtype': 'float32', 'role': 'in', 'value': [-1.75, 2.5, 200.0, -0.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'in', 'value': [301, -1, 128, 16777217]},
        {'name': 'truncated', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
        {'name': 'to_uint8', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
        {'name': 'to_int8', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
        {'name': 'to_int64', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'to_uint32', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'to_float', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'to_bool', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
        {'name': 'in_range', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0]},
    ],
}
