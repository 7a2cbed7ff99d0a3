# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --device interpreter 2> %t | FileCheck %s --check-prefix=JSON
# RUN: FileCheck %s --match-full-lines --strict-whitespace < %t
# RUN: kgen-run %s --device cpu --unchecked 2> %t | FileCheck %s --check-prefix=JSON
# RUN: FileCheck %s --match-full-lines --strict-whitespace < %t
# JSON: {"outputs": {}
#      CHECK:0
# CHECK-NEXT:0.1
# CHECK-NEXT:False
# CHECK-NEXT:1 2.5 0.1{{ }}
# CHECK-NEXT:1 2 3 0.1
# CHECK-NEXT:(0.1 2 3) (0 0 0 1)
# CHECK-NEXT:1
# CHECK-NEXT:1e+10
# CHECK-NEXT:True
# CHECK-NEXT:1 2.5 1e+10{{ }}
# CHECK-NEXT:1 2 3 1e+10
# CHECK-NEXT:(1e+10 2 3) (0 0 0 1)
"""S-95: what `print` writes, and where."""
import warp as wp


@wp.kernel
def printing(a: wp.array(dtype=float)):
    i = wp.tid()
    print(i)
    print(a[i])
    print(a[i] > 1.0)
    print(wp.vec3(1.0, 2.5, a[i]))
    print(wp.quat(1.0, 2.0, 3.0, a[i]))
    print(wp.transform(wp.vec3(a[i], 2.0, 3.0), wp.quat_identity()))


CASE = {
    'name': 'printing', 'group': 'semantics', 'kernel': 'printing', 'dim': 2,
    'args': [{'name': 'a', 'dtype': 'float32', 'role': 'in', 'value': [0.1, 1e10]}],
}
