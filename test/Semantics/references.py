# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: %if libdevice %{ kgen-run %s --device ptx | FileCheck %s %}
# RUN: %if warp %{ %warp_python %oracle %s | FileCheck %s %}
# CHECK: "y": [3.5, 3.0, 3.0, 13.0, 2.0, 1.0, 2.0, 16.0]

# RUN: kgen-translate --kgen-to-warp %s | FileCheck %s --check-prefix=TEXT
# TEXT: b.value = raise_by(b.value, x[1])
# TEXT: y[3] = raise_by(y[3], x[3])
# TEXT: m, p, q = swap(p, q)
"""S-79: a reference is a parameter that is a result too: what it is at the end goes to where the argument came from."""
import warp as wp


@wp.struct
class Box:
    value: wp.float64
    v: wp.vec3d


@wp.func
def raise_by(x: wp.ref[wp.float64], by: wp.float64):
    x += by


@wp.func
def swap(a: wp.ref[wp.float64], b: wp.ref[wp.float64]) -> wp.float64:
    a, b = b, a
    if a > b:
        return a
    a = a * wp.float64(2.0)
    return b


@wp.func
def add_three(x: wp.ref[wp.float64]):
    raise_by(x, wp.float64(1.0))
    raise_by(x, wp.float64(2.0))


@wp.kernel(enable_backward=False)
def references(x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64)):
    val = wp.float64(0.5)
    add_three(val)
    y[0] = val
    b = Box()
    b.value = x[0]
    raise_by(b.value, x[1])
    raise_by(b.v[1], x[2])
    y[1] = b.value
    y[2] = b.v[1]
    raise_by(y[3], x[3])
    p = x[0]
    q = x[1]
    m = swap(p, q)
    y[4] = p
    y[5] = q
    y[6] = m
    raise_by(y[-1], wp.float64(7.0))


CASE = {
    'name': 'references', 'group': 'semantics', 'kernel': 'references', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [1.0, 2.0, 3.0, 4.0]},
        {'name': 'y', 'dtype': 'float64', 'role': 'out', 'value': [9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]},
    ],
}
