# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A function that does not return on some way through it: undefined in Warp, zeros here, and said so. No way leads past a loop that
# only a return leaves.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp %t.py 2>%t.err | FileCheck %s
# RUN: FileCheck %s --check-prefix=WARNING < %t.err
# RUN: kgen-translate --kgen-to-warp %t.py 2>/dev/null > %t.printed.py
# RUN: kgen-translate --kgen-to-warp %t.printed.py 2>&1 | FileCheck %s --check-prefix=AGAIN
import warp as wp


# WARNING: [[#]]:1: warning: 'sometimes' does not return a value on every way through it, where Warp leaves undefined what comes of it; zero is returned there
@wp.func
def sometimes(x: float):
    if x > 0.0:
        return x, wp.vec3(x)


# WARNING-NOT: warning
# AGAIN: def sometimes
# AGAIN-NOT: warning
@wp.func
def halved(x: float):
    while True:
        x = x * 0.5
        if x < 0.5:
            return x


# CHECK-LABEL: def sometimes(x: float):
# CHECK-NEXT: if x > 0.0:
# CHECK-NEXT: return x, wp.vec3(x)
# CHECK-NEXT: return 0.0, wp.vec3()
# CHECK-LABEL: def halved(
# CHECK: return x_0
# CHECK-NOT: return
# CHECK: @wp.kernel
@wp.kernel
def not_always(y: wp.array(dtype=float), t: wp.array(dtype=wp.transform)):
    i = wp.tid()
    a, v = sometimes(y[i])
    y[i] = a + v[1] + halved(y[i])
    # CHECK: wp.transform(v, wp.quat(0.0, 0.0, 0.0, 1.0))
    t[i] = wp.transformation(v, wp.quat_identity(), dtype=float)
