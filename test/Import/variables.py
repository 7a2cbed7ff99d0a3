# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel single - | FileCheck %s --check-prefix=SINGLE
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel changed - | FileCheck %s --check-prefix=CHANGED
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel branches - | FileCheck %s --check-prefix=BRANCHES
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel loops - | FileCheck %s --check-prefix=LOOPS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel within_loops - | FileCheck %s --check-prefix=WITHIN
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel parameters - | FileCheck %s --check-prefix=PARAMETERS
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel swapped - | FileCheck %s --check-prefix=SWAPPED
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --kernel components - | FileCheck %s --check-prefix=COMPONENTS
"""Which names are SSA values and which are variables, and where a variable is declared."""
import warp as wp


# Assigned once and used below that: values. A plain name on the right is a copy.
# SINGLE-LABEL: @single
# SINGLE: %i = kgen.tid : si32
# SINGLE: %x = kgen.load %a[%i]
# SINGLE: %y = kgen.copy %x : f32
# SINGLE: %z = kgen.constant 1.000000e+00 : f32
# SINGLE: %same = kgen.copy %n {kgen.called = "int"} : si32
# SINGLE: %value = kgen.copy %i : si32
# SINGLE: kgen.if
# SINGLE:   %inner = kgen.add %x, %y : f32
# SINGLE:   kgen.store %a[%same], %inner
# SINGLE-NOT: kgen.var
@wp.kernel
def single(a: wp.array(dtype=float), n: int):
    i = wp.tid()
    x = a[i]
    y = x
    z = float(1.0)
    same = int(n)
    value = +i
    if z > x:
        inner = x + y
        a[same] = inner


# CHANGED-LABEL: @changed
# CHANGED: %[[ZERO:.*]] = kgen.constant 0.000000e+00 : f32
# CHANGED: %s = kgen.var %[[ZERO]] : f32
# CHANGED: %[[OLD:.*]] = kgen.get %s
# CHANGED: %[[NEW:.*]] = kgen.add %[[OLD]], %x
# CHANGED: kgen.set %s, %[[NEW]]
# CHANGED: %[[S:.*]] = kgen.get %s
# CHANGED: %t = kgen.copy %[[S]]
@wp.kernel
def changed(a: wp.array(dtype=float), x: float):
    s = float(0.0)
    s += x
    t = s
    a[0] = t


# Read after the branches that assign it: declared before them, with no value.
# BRANCHES-LABEL: @branches
# BRANCHES: %late = kgen.var : f32
# BRANCHES-NEXT: %only = kgen.var : si32
# BRANCHES: kgen.cmp
# BRANCHES: kgen.if %{{.*}} {
# BRANCHES:   kgen.set %late
# BRANCHES:   kgen.set %only
# BRANCHES: } else {
# BRANCHES:   %local = kgen.var
# BRANCHES:   kgen.set %local
# BRANCHES:   kgen.set %late
# BRANCHES: }
@wp.kernel
def branches(a: wp.array(dtype=float), x: float):
    if x > 0.0:
        late = x
        only = 1
    else:
        local = x
        local = local * 2.0
        late = local
    a[only] = late


# The variable of a loop is a value, and one of its own in each loop; read after the loop, or assigned in it, it is copied.
# LOOPS-LABEL: @loops
# LOOPS: kgen.for %j = 0 to %n step 1 {
# LOOPS-NEXT: kgen.store %a[%j]
# LOOPS: kgen.for %j_0 = 0 to %n step 2 {
# LOOPS-NEXT: kgen.store %a[%j_0]
# LOOPS: %k = kgen.var : si32
# LOOPS: kgen.for %k_0 = 3 to -1 step -1 {
# LOOPS-NEXT: kgen.set %k, %k_0 : si32
# LOOPS: kgen.get %k
# LOOPS: kgen.for %m = 0 to %n step 1 {
# LOOPS-NEXT: %m_0 = kgen.var %m : si32
# LOOPS: kgen.set %m_0
@wp.kernel
def loops(a: wp.array(dtype=float), x: float, n: int):
    for j in range(n):
        a[j] = x
    for j in range(0, n, 2):
        a[j] = x
    for k in range(3, -1, -1):
        a[k] = x
    a[k] = x
    for m in range(n):
        m = m + 1
        a[m] = x


# Assigned on every way to each use in a trip: declared in the loop. What a later trip may read: declared before it.
# WITHIN-LABEL: @within_loops
# WITHIN: %kept = kgen.var : f32
# WITHIN: kgen.for %j
# WITHIN: %fresh = kgen.var : f32
# WITHIN: kgen.if
# WITHIN: kgen.set %fresh
# WITHIN: kgen.set %kept
# WITHIN: } else {
# WITHIN: kgen.set %fresh
# WITHIN: }
# WITHIN: kgen.get %fresh
# WITHIN: kgen.get %kept
@wp.kernel
def within_loops(a: wp.array(dtype=float), n: int):
    for j in range(n):
        if j % 2 == 0:
            fresh = a[j]
            kept = a[j]
        else:
            fresh = -a[j]
        a[j] = fresh + kept


# PARAMETERS-LABEL: @parameters
# PARAMETERS-SAME: %a: !kgen.array<1, f32>, %x: f32
# PARAMETERS: %x_0 = kgen.var %x : f32
# PARAMETERS: %[[X:.*]] = kgen.get %x_0
# PARAMETERS: kgen.mul %[[X]]
# PARAMETERS: kgen.set %x_0
@wp.kernel
def parameters(a: wp.array(dtype=float), x: float):
    x = x * 2.0
    a[0] += x


# All right sides first.
# SWAPPED-LABEL: @swapped
# SWAPPED: %p = kgen.var
# SWAPPED: %q = kgen.var
# SWAPPED: %[[Q:.*]] = kgen.get %q
# SWAPPED: %[[P:.*]] = kgen.get %p
# SWAPPED: %[[Q2:.*]] = kgen.get %q
# SWAPPED: %[[SUM:.*]] = kgen.add %[[P]], %[[Q2]]
# SWAPPED: kgen.set %p, %[[Q]]
# SWAPPED: kgen.set %q, %[[SUM]]
# SWAPPED: %[[A1:.*]] = kgen.load %a[1]
# SWAPPED: %[[A0:.*]] = kgen.load %a[0]
# SWAPPED: kgen.store %a[0], %[[A1]]
# SWAPPED: kgen.store %a[1], %[[A0]]
@wp.kernel
def swapped(a: wp.array(dtype=float), x: float):
    p, q = x, x + 1.0
    p, q = q, p + q
    a[0], a[1] = a[1], a[0]
    a[2] = p + q


# COMPONENTS-LABEL: @components
# COMPONENTS: %v_0 = kgen.var %v
# COMPONENTS: %m = kgen.var
# COMPONENTS: kgen.set %v_0[0], %x : f32 in !kgen.vec<3xf32>
# COMPONENTS: %[[OLD:.*]] = kgen.extract %{{.*}}[2]
# COMPONENTS: %[[NEW:.*]] = kgen.sub %[[OLD]], %x
# COMPONENTS: kgen.set %v_0[2], %[[NEW]] : f32 in !kgen.vec<3xf32>
# COMPONENTS: kgen.set %m[%n, -1], %x : f32 in !kgen.mat<3x3xf32>
# COMPONENTS: kgen.set %m[1], %{{.*}} : !kgen.vec<3xf32> in !kgen.mat<3x3xf32>
@wp.kernel
def components(a: wp.array(dtype=wp.mat33), v: wp.vec3, x: float, n: int):
    m = a[0]
    v[0] = x
    v.z -= x
    m[n][-1] = x
    m[1] = v
    a[1] = m
