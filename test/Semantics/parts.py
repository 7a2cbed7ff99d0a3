# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter | FileCheck %s
# RUN: kgen-run %s --device cpu | FileCheck %s
# RUN: kgen-run %s --device ptx | FileCheck %s
# CHECK: "outs": [9.0, 11.0, 9.0, 12.0, 9.0, 9.0]

# What is printed names the component in a way that Warp stores to.
# RUN: kgen-translate --kgen-to-warp %s > %t.py
# RUN: %python -c "import sys; print(open(sys.argv[1]).read()[open(sys.argv[1]).read().index('\nCASE'):])" %s >> %t.py
# RUN: %if warp %{ %warp_python %oracle %t.py | FileCheck %s %}
"""S-76: a store to a component of a component changes it."""
import warp as wp


@wp.struct
class Body:
    pose: wp.transform


@wp.kernel
def parts(w: wp.array(dtype=float), outs: wp.array(dtype=float)):
    t = wp.transform(wp.vec3(1.0, 2.0, 3.0), wp.quat(0.0, 0.0, 0.0, 1.0))
    t.p[0] = w[0]
    t.p.y += w[0]
    t.q[2] = w[0]
    m = wp.mat22(1.0, 2.0, 3.0, 4.0)
    m[0].x = w[0]
    m[1].x += w[0]
    body = Body()
    body.pose = t
    body.pose.p[2] = w[0]
    outs[0] = t.p[0]
    outs[1] = t.p[1]
    outs[2] = m[0, 0]
    outs[3] = m[1, 0]
    outs[4] = t.q[2]
    outs[5] = body.pose.p[2]


CASE = {
    'name': 'parts', 'group': 'semantics', 'kernel': 'parts', 'dim': 1,
    'args': [
        {'name': 'w', 'dtype': 'float32', 'role': 'in', 'value': [9.0]},
        {'name': 'outs', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
    ],
}
