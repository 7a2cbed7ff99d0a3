# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s

# What is printed has them too: a number that is cast says of what type it is.
# RUN: kgen-translate --kgen-to-warp %s > %t.py
# RUN: FileCheck %s --check-prefix=PRINTED --input-file=%t.py
# RUN: sed -n '/^CASE/,$p' %s >> %t.py
# RUN: kgen-run %t.py | FileCheck %s
# PRINTED: {{^}}    reals[2] = wp.float64(float(SINGLE))
# PRINTED: {{^}}    reals[3] = wp.float64(DOUBLE)
# CHECK: "reals": [0.0999755859375, 0.0999755859375, 0.10000000149011612, 0.1], "integers": [44, 255]
"""S-46: a module's constants have the values of their types."""
import warp as wp

HALF = wp.constant(wp.float16(0.1))
SINGLE = wp.float32(0.1)
DOUBLE = wp.constant(wp.float64(0.1))
BYTE = wp.constant(wp.int8(300))
UNSIGNED = wp.uint8(-1)


@wp.kernel
def typed_constants(reals: wp.array(dtype=wp.float64), integers: wp.array(dtype=int)):
    half = HALF
    reals[0] = wp.float64(HALF)
    reals[1] = wp.float64(half)
    reals[2] = wp.float64(SINGLE)
    reals[3] = wp.float64(DOUBLE)
    integers[0] = int(BYTE)
    integers[1] = int(UNSIGNED)


CASE = {
    'name': 'typed_constants', 'group': 'semantics', 'kernel': 'typed_constants', 'dim': 1,
    'args': [
        {'name': 'reals', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0]},
        {'name': 'integers', 'dtype': 'int32', 'role': 'out', 'value': [0, 0]},
    ],
}
