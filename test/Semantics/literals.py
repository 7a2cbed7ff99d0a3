# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: kgen-run %s --device ptx | FileCheck %s
# RUN: %if warp %{ %warp_python %oracle %s 2>/dev/null | FileCheck %s %}
# CHECK: "outs": [3000000000, -1294967295, 4294967295, 1, -1, 9000000000]
"""S-45: a literal of more than 32 bits is an int32 that wraps around; a cast reads all its digits, by way of a name too."""
import warp as wp


@wp.kernel
def literals(outs: wp.array(dtype=wp.int64)):
    x = 3000000000
    outs[0] = wp.int64(x)
    y = 3000000000
    outs[1] = wp.int64(y + 1)
    outs[2] = wp.int64(wp.uint32(0xFFFFFFFF))
    if wp.int32(outs[5]) > 3000000000:
        outs[3] = wp.int64(1)
    outs[4] = wp.int64(0xFFFFFFFF | wp.int32(outs[5]))
    outs[5] = wp.int64(9000000000)


CASE = {
    'name': 'literals', 'group': 'semantics', 'kernel': 'literals', 'dim': 1,
    'args': [{'name': 'outs', 'dtype': 'int64', 'role': 'out', 'value': [0, 0, 0, 0, 0, 0]}],
}
