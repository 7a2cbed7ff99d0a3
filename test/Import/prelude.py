# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of Warp's that are functions of the program: what they write into arguments are results.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - | FileCheck %s
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - | kgen-translate --kgen-to-warp - > %t.py
# RUN: FileCheck %s --check-prefix=PYTHON < %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp - | diff %t.py -
import warp as wp


# The overload is that of the argument's type; its number of sweeps is Warp's.
# CHECK-LABEL: kgen.kernel @written
# CHECK: %{{.*}}, %{{.*}}, %{{.*}} = kgen.call @svd3(%{{.*}}) : (!kgen.mat<3x3xf32>)
# PYTHON-LABEL: def written(
# PYTHON: U, S, V = wp.svd3(a[0])
# PYTHON: Q, R = wp.qr3(U)
@wp.kernel
def written(a: wp.array(dtype=wp.mat33), s: wp.array(dtype=wp.vec3)):
    U = wp.mat33()
    S = wp.vec3()
    V = wp.mat33()
    Q = wp.mat33()
    R = wp.mat33()
    wp.svd3(a[0], U, S, V)
    wp.qr3(U, Q, R)
    a[1] = Q
    s[0] = S


# PYTHON-LABEL: def returned(
# PYTHON: vectors, values = wp.eig3(a[0])
# PYTHON: left, singular, right = wp.svd2(b)
@wp.kernel
def returned(a: wp.array(dtype=wp.mat33d), s: wp.array(dtype=wp.vec3d), b: wp.mat22, t: wp.array(dtype=wp.vec2)):
    vectors, values = wp.eig3(a[0])
    s[0] = values
    a[1] = vectors
    left, singular, right = wp.svd2(b)
    t[0] = singular


# PYTHON-LABEL: def turned(
# PYTHON: axis, angle = wp.quat_to_axis_angle(q[0])
@wp.kernel
def turned(q: wp.array(dtype=wp.quat), v: wp.array(dtype=wp.vec3)):
    axis = wp.vec3()
    angle = float(0.0)
    wp.quat_to_axis_angle(q[0], axis, angle)
    v[0] = axis * angle


# A draw that Warp's text cannot say as one of several results is printed with its function.
# PYTHON: def draw_poisson(
# PYTHON-LABEL: def drawn(
# PYTHON: n, state = draw_poisson(state, 3.0)
# PYTHON: x[0] = wp.pnoise(state, 0.5, 4)
@wp.kernel
def drawn(y: wp.array(dtype=wp.uint32), x: wp.array(dtype=float)):
    state = wp.rand_init(1)
    n = wp.poisson(state, 3.0)
    y[0] = n
    x[0] = wp.pnoise(state, 0.5, 4)


# What is left out of a call is in it.
# PYTHON-LABEL: def fields(
# PYTHON: x[0] = wp.curlnoise(state, x[0], wp.uint32(1), 2.0, 0.5)
# PYTHON: y[0] = wp.curlnoise(state, y[0], wp.uint32(3), 2.0, 0.25)
@wp.kernel
def fields(x: wp.array(dtype=wp.vec2), y: wp.array(dtype=wp.vec3)):
    state = wp.rand_init(1)
    x[0] = wp.curlnoise(state, x[0])
    y[0] = wp.curlnoise(state, y[0], wp.uint32(3), gain=0.25)


# PYTHON: def draw_sample_cdf(
# PYTHON: return wp.lower_bound(cdf,
# PYTHON-LABEL: def sampled(
# PYTHON: n[0] = draw_sample_cdf_value
# PYTHON: v[0] = wp.closest_point_edge_edge(v[1], v[2], v[3], v[4], 1.0e-6)
@wp.kernel
def sampled(cdf: wp.array(dtype=float), n: wp.array(dtype=int), v: wp.array(dtype=wp.vec3)):
    state = wp.rand_init(1)
    n[0] = wp.sample_cdf(state, cdf)
    v[0] = wp.closest_point_edge_edge(v[1], v[2], v[3], v[4], 1.0e-6)
