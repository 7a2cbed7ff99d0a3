# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop in which `wp.static` names its variable is unrolled, as Warp does it however many turns it has; comments stay with the first
# turn. After it the variable has its last value. A loop that `break` leaves has no such numbers.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp --kernel weighted %t.py | FileCheck %s
# RUN: kgen-run %t.py --kernel weighted | FileCheck %s --check-prefix=RESULT
# RUN: kgen-translate --kgen-to-warp --kernel long %t.py | FileCheck %s --check-prefix=LONG
# RUN: kgen-translate --kgen-to-warp --kernel going %t.py | FileCheck %s --check-prefix=GOING
# RUN: not kgen-translate --warp-to-kgen --kernel endless %s 2>&1 | FileCheck %s --check-prefix=ENDLESS
# RUN: not kgen-translate --warp-to-kgen --kernel moved %s 2>&1 | FileCheck %s --check-prefix=MOVED
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


# LONG-LABEL: def long(
# LONG: x[0] = 0.0
# LONG: x[16] = 16.0
# LONG-NEXT: x[17] = 16.0
# LONG-NEXT: x[18] = 2.5
@wp.kernel
def long(x: wp.array(dtype=float)):
    n = 2
    for j in range(17):
        x[j] = wp.static(float(j))
    x[17] = wp.static(float(j))
    x[18] = wp.static(n + 0.5)


# GOING-LABEL: def going(
# GOING: s += 1.0
# GOING-NEXT: if x[1] > 0.5:
# GOING-NEXT: x[1] = 7.0
# GOING-NEXT: else:
# GOING-NEXT: s += 2.0
# GOING-NEXT: s += 3.0
# GOING-NEXT: if x[3] > 0.5:
# GOING-NEXT: x[3] = 7.0
# GOING-NEXT: else:
# GOING-NEXT: s += 4.0
# GOING-NEXT: x[0] = s
@wp.kernel
def going(x: wp.array(dtype=float)):
    s = float(0.0)
    for j in range(4):
        if wp.static(j % 2 == 0):
            s += wp.static(float(j + 1))
            continue
        if x[j] > 0.5:
            x[j] = 7.0
            continue
        s += wp.static(float(j + 1))
    x[0] = s


@wp.kernel
def endless(x: wp.array(dtype=float)):
    # ENDLESS: [[#@LINE+1]]:5: error: expected a loop that unrolls to at most 10000 statements, since 'wp.static' names its variable
    for j in range(20000):
        x[j] = wp.static(float(j))


@wp.kernel
def moved(x: wp.array(dtype=float), m: int):
    n = 2
    if m > 1:
        n = 3
    # MOVED: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'n', a variable of the kernel
    x[0] = wp.static(float(n))
    for j in range(m):
        x[j] = 1.0
    # MOVED: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'j', a variable of the kernel
    x[1] = wp.static(float(j))


@wp.kernel
def left(x: wp.array(dtype=float)):
    for j in range(2):
        # LEFT: [[#@LINE+1]]:16: error: expected a local name or a module constant but got 'j', a variable of the kernel
        x[j] = wp.static(float(j))
        if x[j] > 1.0:
            break
