# RUN: kgen-translate --warp-to-kgen --all %s | FileCheck %s
# RUN: kgen-translate --warp-to-kgen --all %s | kgen-translate --kgen-to-warp > %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | FileCheck %s

# What has one meaning has one form, however it is spelled: what is printed of it is imported alike.
import warp as wp

N = 3


# CHECK-LABEL: kgen.kernel @spelled
# CHECK: kgen.for %a = 0 to 3 step 1 {
# CHECK: kgen.load %x[2] :
# CHECK: kgen.load %x[2] :
# CHECK: kgen.load %x[-1] :
# CHECK: kgen.for %c = 0 to 3 step 1 {
# CHECK: %[[N:.*]] = kgen.constant 3 : si32 {symbol = "N"}
# CHECK: kgen.for %b = 0 to %[[N]] step 1 {
@wp.kernel
def spelled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    for a in range(wp.static(N)):
        y[i] += x[wp.static(N - 1)] * x[wp.int32(2)] * x[-1]
    for c in range(wp.vec3().length):
        y[i] += x[c]
    for b in range(N):
        y[i] += x[b]


# CHECK-LABEL: kgen.kernel @signs
# CHECK: kgen.constant -2.000000e+01 : f32
# CHECK-NOT: {{kgen[.]neg}}
# CHECK: kgen.constant -0.000000e+00 : f64
# CHECK: kgen.constant 4294967293 : ui32
# CHECK: %c = kgen.constant 3.000000e+00 : f32
# CHECK: kgen.neg %c : f32
@wp.kernel
def signs(q: wp.array(dtype=float), d: wp.array(dtype=wp.float64), u: wp.array(dtype=wp.uint32)):
    i = wp.tid()
    q[i] = -type(q[i])(20.0)
    d[i] = -wp.float64(0)
    u[i] = -wp.uint32(3)
    c = 3.0
    q[i] += -c


# An arm that does nothing is none, unless somebody says why.
# CHECK-LABEL: kgen.kernel @arms
# CHECK: kgen.if
# CHECK-NOT: {{e}}lse
# CHECK: kgen.if
# CHECK: } {{e}}lse {
# CHECK-NEXT: kgen.yield {kgen.lead = ["# at rest"]}
@wp.kernel
def arms(v: wp.array(dtype=float)):
    i = wp.tid()
    if v[i] > 1.0:
        v[i] = 1.0
    else:
        pass
    if v[i] > 0.0:
        v[i] -= 0.1
    else:
        pass  # at rest


# Warp's constants are numbers, which are printed by their names.
# CHECK-LABEL: kgen.kernel @turns
# CHECK: kgen.constant 3.14159274 : f32
# CHECK: kgen.constant -3.14159274 : f32
# CHECK: kgen.constant 6.28318548 : f32
# CHECK: kgen.constant 1.57079637 : f32
# CHECK: kgen.constant -1.5707963267948966 : f64
@wp.kernel
def turns(x: wp.array(dtype=float), z: wp.array(dtype=wp.float64)):
    i = wp.tid()
    x[i] = 2.0 * wp.pi * x[i] + -wp.pi * wp.tau + 1.5707964
    z[i] = wp.float64(-wp.half_pi) * z[i]


# A name with a number of the author's is no other value of the name without; a constant of several numbers needs no copy.
# CHECK-LABEL: kgen.kernel @numbered
# CHECK: %pair_01 = kgen.where
# CHECK: %pair_23 = kgen.where
# CHECK: %pair_03 = kgen.where %{{.*}}, %pair_01, %pair_23
# CHECK: %offset = kgen.construct
# CHECK-NOT: kgen.copy
OFFSET = wp.constant(wp.vec2(1.0, 2.0))


@wp.kernel
def numbered(v: wp.array(dtype=wp.vec2), y: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    low = i % 2 == 0
    pair_01 = wp.where(low, v[0], v[1])
    pair_23 = wp.where(low, v[2], v[3])
    pair_03 = wp.where(i > 3, pair_01, pair_23)
    offset = OFFSET
    y[i] = pair_03 * 2.0 + pair_03 + offset + wp.cw_mul(offset, v[i])


# A variable is named for each part that is read of it, and needs no other name for that.
# CHECK-LABEL: kgen.kernel @unpacked
# CHECK: kgen.set %b, %{{[0-9]}}
# CHECK: %[[A:[0-9]+]] = kgen.get %a
# CHECK-NEXT: kgen.extract %[[A]][0]
# CHECK-NEXT: %[[A:[0-9]+]] = kgen.get %a
# CHECK-NEXT: kgen.extract %[[A]][1]
# CHECK-NOT: kgen.copy
@wp.kernel
def unpacked(x: wp.array(dtype=wp.vec2), y: wp.array(dtype=wp.mat22)):
    i = wp.tid()
    a = x[i]
    b = x[i + 1]
    if i > 3:
        a = b * 2.0
        b = a + b
    y[i] = wp.mat22(*a, *b)
