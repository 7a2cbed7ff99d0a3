# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop in which `wp.static` names its variable is unrolled, as Warp does it; comments stay with the first turn. A loop with more
# turns than Warp unrolls, or that `break` leaves, has no such numbers.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel weighted %t.py | FileCheck %s
# RUN: kgen-run %t.py --kernel weighted | FileCheck %s --check-prefix=RESULT
# RUN: not kgen-translate --warp-to-kgen --kernel long %s 2>&1 | FileCheck %s --check-prefix=LONG
# RUN: not kgen-translate --warp-to-kgen --kernel left %s 2>&1 | FileCheck %s --check-prefix=LEFT
import warp as wp

WEIGHTS = ((1, 2.0), (3, 4.0))


@wp.func
def raised(x: float):
    return x + 1.0


@wp.func
def doubled(x: float):
    return x * 2.0


STEPS = (raised, doubled)


# CHECK-LABEL: def weighted(
# CHECK: # one step of each
# CHECK-NEXT: s = raised(s) * 2.0 + 0.0
# CHECK-NEXT: for k in range(n):
# CHECK-NEXT: s += float(1 * k)
# CHECK-NEXT: s = doubled(s) * 4.0 + 1.0
# CHECK-NEXT: for k in range(n):
# CHECK-NEXT: s += float(3 * k)
@wp.kernel
def weighted(x: wp.array(dtype=float), n: int):
    i = wp.tid()
    s = x[i]
    for j in range(wp.static(len(STEPS))):
        # one step of each
        s = wp.static(STEPS[j])(s) * wp.static(WEIGHTS[j][1]) + float(j)
        for k in range(n):
            s += float(wp.static(WEIGHTS[j][0]) * k)
    x[i] = s


# RESULT: "x": [44.0]
CASE = {
    "kernel": "weighted",
    "dim": [1],
    "args": [{"name": "x", "role": "inout", "dtype": "float32", "value": [1.0]}, {"name": "n", "role": "scalar", "dtype": "int32", "value": 2}],
}


@wp.kernel
def long(x: wp.array(dtype=float)):
    for j in range(17):
        # LONG: [[#@LINE+1]]:16: error: expected a local name or a module constant but got 'j', a variable of the kernel
        x[j] = wp.static(float(j))


@wp.kernel
def left(x: wp.array(dtype=float)):
    for j in range(2):
        # LEFT: [[#@LINE+1]]:16: error: expected a local name or a module constant but got 'j', a variable of the kernel
        x[j] = wp.static(float(j))
        if x[j] > 1.0:
            break
