# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK-DAG: "sums": [-2147483648, -2147483645, -5, 5, -9, 31]
# CHECK-DAG: "differences": [2147483646, 2147483645, -9, 9, -5, -31]
# CHECK-DAG: "products": [2147483647, -2147483648, -14, -14, 14, 0]
# CHECK-DAG: "negated": [-2147483647, -2147483648, 7, -7, 7, 0]
# CHECK-DAG: "quotients": [2147483647, -715827882, -3, -3, 3, 0]
# CHECK-DAG: "floors": [2147483647, -715827883, -4, -4, 3, 0]
# CHECK-DAG: "remainders": [0, -2, -1, 1, -1, 0]
# CHECK-DAG: "left": [-2, 0, -28, -1073741824, 1073741824, 0]
# CHECK-DAG: "right": [1073741823, -268435456, -2, 0, -1, 0]
# CHECK-DAG: "right_unsigned": [1073741823, 268435456, 1073741822, 0, 3, 0]
# CHECK-DAG: "narrow": [-1, 0, -14, -14, 14, 0]
# CHECK-DAG: "magnitudes": [2147483647, -2147483648, 7, 7, 7, 0]
# CHECK-DAG: "signs": [1, -1, -1, 1, -1, 1]
"""S-1 to S-10: integer arithmetic where it wraps, truncates, floors and shifts."""
import warp as wp


@wp.kernel
def integers(
    a: wp.array(dtype=int),
    b: wp.array(dtype=int),
    sums: wp.array(dtype=int),
    differences: wp.array(dtype=int),
    products: wp.array(dtype=int),
    negated: wp.array(dtype=int),
    quotients: wp.array(dtype=int),
    floors: wp.array(dtype=int),
    remainders: wp.array(dtype=int),
    left: wp.array(dtype=int),
    right: wp.array(dtype=int),
    right_unsigned: wp.array(dtype=int),
    narrow: wp.array(dtype=int),
    magnitudes: wp.array(dtype=int),
    signs: wp.array(dtype=int),
):
    i = wp.tid()
    x = a[i]
    y = b[i]
    sums[i] = x + y
    differences[i] = x - y
    products[i] = x * y
    negated[i] = -x
    quotients[i] = x / y
    floors[i] = x // y
    remainders[i] = x % y
    amount = y & 31
    left[i] = x << amount
    right[i] = x >> amount
    right_unsigned[i] = int(wp.uint32(x) >> wp.uint32(amount))
    narrow[i] = int(wp.int8(x) * wp.int8(y))
    magnitudes[i] = wp.abs(x)
    signs[i] = wp.sign(x)


CASE = {
    'name': 'integers', 'group': 'semantics', 'kernel': 'integers', 'dim': 6,
    'args': [
        {'name': 'a', 'dtype': 'int32', 'role': 'in', 'value': [2147483647, -2147483648, -7, 7, -7, 0]},
        {'name': 'b', 'dtype': 'int32', 'role': 'in', 'value': [1, 3, 2, -2, -2, 31]},
        {'name': 'sums', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'differences', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'products', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'negated', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'quotients', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'floors', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'remainders', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'left', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'right', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'right_unsigned', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'narrow', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'magnitudes', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
        {'name': 'signs', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]},
    ],
}
