# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Slices are the components that they pick, starred arguments the parts of what the star stands before. What they come to is
# held against Warp in test/Integration/language.test.
# RUN: sed "s/#.*//" %s | kgen-translate --warp-to-kgen --all - | FileCheck %s
# RUN: sed "s/#.*//" %s | kgen-translate --warp-to-kgen --all - | kgen-translate --kgen-to-warp - > %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp - | diff %t.py -
# RUN: FileCheck %s --check-prefix=TEXT < %t.py
import warp as wp


# CHECK-LABEL: kgen.kernel @read
# CHECK: %[[B:.*]] = kgen.extract %v[1] : !kgen.vec<4xf32>
# CHECK-NEXT: %[[C:.*]] = kgen.extract %v[2] : !kgen.vec<4xf32>
# CHECK-NEXT: kgen.construct %[[B]], %[[C]] : !kgen.vec<2xf32>
# CHECK: kgen.extract %m[0, 1] :
# CHECK-NEXT: kgen.extract %m[1, 1] :
# CHECK-NEXT: kgen.extract %m[2, 1] :
@wp.kernel
def read(v: wp.vec4, m: wp.mat33, y: wp.array(dtype=float)):
    y[0] = wp.length(v[1:3]) + wp.length(m[:, 1])


# CHECK-LABEL: kgen.kernel @write
# CHECK: %[[FIRST:.*]] = kgen.extract %v[0] :
# CHECK-NEXT: kgen.set %u[3], %[[FIRST]] : f32 in !kgen.vec<4xf32>
# CHECK: kgen.set %u[2], %{{.*}} : f32 in !kgen.vec<4xf32>
# CHECK: kgen.add
# CHECK-NEXT: kgen.set %u[1], %{{.*}} : f32 in !kgen.vec<4xf32>
@wp.kernel
def write(v: wp.vec2, y: wp.array(dtype=wp.vec4)):
    u = y[0]
    u[3:1:-1] = v
    u[1:3] += v
    y[0] = u


# CHECK-LABEL: kgen.kernel @starred
# CHECK: kgen.load %x[1] :
# CHECK-NEXT: kgen.load %x[3] :
@wp.kernel
def starred(x: wp.array(dtype=float), y: wp.array(dtype=wp.vec2)):
    y[0] = wp.vec2(*x[1:4:2])


# One of Warp's own functions is called in Python and defined where there is no other.
# CHECK: kgen.func @quat_to_axis_angle(%quat: !kgen.quat<f32>) {{.*}}kgen.warps = "quat_to_axis_angle"
# CHECK-LABEL: kgen.kernel @warps_own
# TEXT-NOT: def quat_to_axis_angle
# TEXT: axis, angle = wp.quat_to_axis_angle(q)
@wp.kernel
def warps_own(q: wp.quat, y: wp.array(dtype=float)):
    axis, angle = wp.quat_to_axis_angle(q)
    y[0] = axis[0] * angle
