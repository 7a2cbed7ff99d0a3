# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: kgen-run %s --device cpu --backward | FileCheck %s --check-prefixes=CHECK,GRADS
# RUN: %if libdevice %{ kgen-run %s --device ptx --backward | FileCheck %s --check-prefixes=CHECK,GRADS %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "result": [16.3125, 43.0]
# GRADS-SAME: "x": [29.625, 57.0], "z": [19.375, 12.375]
"""S-61: structs with arrays are copied too, and the copy may be given other arrays, in a function, a branch and a loop."""
import warp as wp


@wp.struct
class Fields:
    a: wp.array(dtype=float)
    b: wp.array(dtype=float)
    c: float


@wp.func
def gather(a: wp.array(dtype=float), b: wp.array(dtype=float), c: float):
    s = Fields()
    s.a = a
    if c > 1.0:
        s.b = b
        s.c = c
        return s
    s.b = a
    s.b = b
    s.c = -c
    return s


@wp.kernel
def struct_arrays(x: wp.array(dtype=float), z: wp.array(dtype=float), n: int, result: wp.array(dtype=float)):
    # S-61
    i = wp.tid()
    s = gather(x, z, 2.0)
    t = Fields()
    t.a = s.b
    t.c = 1.0
    copied = s
    copied.a = z
    for j in range(n):
        if j == 2:
            break
        t.c = t.c * s.a[i]
        t.b = s.a
        s.c += t.b[i] * t.a[j]
    if i == 1:
        s.c += copied.a[0] * copied.c + 0.25 * copied.b[1]
    result[i] = t.c * s.c


CASE = {
    'name': 'struct_arrays', 'group': 'semantics', 'kernel': 'struct_arrays', 'dim': 2,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [1.5, 2.0]},
        {'name': 'z', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [0.5, 3.0]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 3},
        {'name': 'result', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 1.0]},
    ],
}
