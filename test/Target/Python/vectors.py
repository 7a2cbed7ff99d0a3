# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Vectors that a constructor takes, slices behind a star and loops that count with a variable come back as written.
# RUN: sed '/^#/d' %s | kgen-translate --warp-to-kgen --all - > %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir -o %t.py
# RUN: FileCheck %s --input-file %t.py --match-full-lines
# RUN: kgen-opt %t.mlir | kgen-translate --kgen-to-warp | diff %t.py -
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp | diff %t.py -
# RUN: kgen-translate --kgen-to-cuda %t.mlir | FileCheck %s --check-prefix=CUDA
import warp as wp


# CHECK-LABEL: def whole(
# CHECK:           w = b[i]
# CHECK-NEXT:      a[i] = wp.spatial_vector(w, b[i + 1])
# CHECK-NEXT:      s = wp.spatial_vector(b[i], wp.vec3(1.0, 2.0, 3.0)) + wp.spatial_vector(w, w)
# CHECK-NEXT:      a[i] = wp.spatial_vector(w[0], w[1], w[2], s[0], s[1], s[2])
# CHECK-NEXT:      q[i] = wp.quat(b[i] * 2.0, s[0]) * wp.quat(0.0, 0.0, 0.0, 1.0)
# CHECK-NEXT:      q[i] = wp.quat(w[2], w[1], w[0], s[0])
@wp.kernel
def whole(a: wp.array(dtype=wp.spatial_vector), b: wp.array(dtype=wp.vec3), q: wp.array(dtype=wp.quat)):
    i = wp.tid()
    w = b[i]
    a[i] = wp.spatial_vector(w=w, v=b[i + 1])
    s = wp.spatial_vector(b[i], wp.vec3(1.0, 2.0, 3.0)) + wp.spatial_vector(w, w)
    a[i] = wp.spatial_vector(w[0], w[1], w[2], s[0], s[1], s[2])
    q[i] = wp.quat(b[i] * 2.0, s[0]) * wp.quaternion(x=0.0, y=0.0, z=0.0, w=1.0)
    q[i] = wp.quat(w[2], w[1], w[0], s[0])


# What is read before a call that writes stays before it.
# CHECK-LABEL: def ordered(
# CHECK:           b_i = b[i]
# CHECK-NEXT:      a[i] = wp.spatial_vector(b_i, cleared(b, i))
@wp.func
def cleared(b: wp.array(dtype=wp.vec3), i: int):
    b[i] = wp.vec3(0.0, 0.0, 0.0)
    return b[i]


@wp.kernel
def ordered(a: wp.array(dtype=wp.spatial_vector), b: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    a[i] = wp.spatial_vector(b[i], cleared(b, i))


# CHECK-LABEL: def starred(
# CHECK:           v2 = wp.vec2(v[1], v[2])
# CHECK-NEXT:      rows = wp.matrix_from_rows(m[1], m[2])
# CHECK-NEXT:      part = wp.matrix_from_rows(wp.vec2(m[0, 1], m[0, 2]), wp.vec2(m[1, 1], m[1, 2]))
@wp.kernel
def starred(v: wp.vec4, m: wp.mat33, x: wp.array(dtype=float)):
    v2 = wp.vec2(*v[1:3])
    rows = wp.matrix_from_rows(*m[1:])
    part = wp.matrix_from_rows(*m[:2, 1:])
    x[0] = v2[0] + rows[0, 0] + part[0, 0]


# The comment of a line that becomes two stays with the first.
# CHECK-LABEL: def counted(
# CHECK:           u = x[0]  # both
# CHECK-NEXT:      v = x[1]
# CHECK-NEXT:      for k in range(n):
# CHECK-NEXT:          x[k] = u * v
# CHECK-NEXT:      k = n // 2
# CHECK-NEXT:      x[k] = u
# CHECK-NEXT:      for k in range(k, n):
# CHECK-NEXT:          k = k + 1
# CHECK-NEXT:          x[k] = v
# CUDA:        for (int k_0 = 0; k_0 < n; ++k_0) {
# CUDA-NEXT:     k = k_0;
@wp.kernel
def counted(x: wp.array(dtype=float), n: int):
    u, v = x[0], x[1]  # both
    for k in range(n):
        x[k] = u * v
    k = n // 2
    x[k] = u
    for k in range(k, n):
        k = k + 1
        x[k] = v
