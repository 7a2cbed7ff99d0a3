# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slices, starred arguments, constructors of all kinds and Warp's own functions of several results: column c of `y` is the
result of one use."""
import warp as wp

vec2 = wp.types.vector(length=2, dtype=float)
mat23 = wp.types.matrix(shape=(2, 3), dtype=float)
START = 1


@wp.func
def sum3(a: float, b: float, c: float):
    return a + 2.0 * b + 4.0 * c


@wp.func
def weigh(v: wp.vec4):
    return v[0] + 2.0 * v[1] + 4.0 * v[2] + 8.0 * v[3]


@wp.kernel
def k(x: wp.array(dtype=float), e: wp.array(dtype=wp.vec3), m: wp.array(dtype=wp.mat33), z: wp.array(dtype=float), y: wp.array2d(dtype=float)):
    i = wp.tid()
    u = wp.vec4(x[i], x[i + 1], x[i + 2], x[i + 3])
    w = m[i]
    # Read.
    y[i, 0] = wp.dot(u[1:3], vec2(3.0, 5.0))
    y[i, 1] = wp.dot(u[-2:], vec2(3.0, 5.0))
    y[i, 2] = sum3(*u[:-1])
    y[i, 3] = weigh(u[::-1])
    y[i, 4] = wp.dot(u[START:100], e[i])
    y[i, 5] = wp.dot(w[:, 1], e[i])
    row = w[2, :2]
    y[i, 6] = row[1]
    y[i, 7] = wp.dot(w[1:] * e[i], vec2(1.0, 7.0))
    y[i, 8] = wp.determinant(w[:2, 1:])
    y[i, 9] = wp.dot(w[i % 3, 1:], vec2(1.0, 7.0))
    # Written.
    v = wp.vec4(x[i], 2.0, 3.0, 4.0)
    v[1:] = e[i]
    y[i, 10] = weigh(v)
    v[::2] += vec2(10.0, 20.0)
    y[i, 11] = weigh(v)
    v[::-1] = u
    y[i, 12] = weigh(v)
    n = w
    n[:, 0] = e[i]
    n[0:2, 1:3] = wp.mat22(1.0, 2.0, 3.0, 4.0)
    y[i, 13] = wp.determinant(n)
    t = wp.transform(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)
    t[2:4] = vec2(8.0, 9.0)
    y[i, 14] = wp.dot(t[:3], e[i]) + t[3]
    f = e[i]
    f[:2] = vec2(x[i], 2.0)
    y[i, 15] = sum3(*f)
    # Starred.
    y[i, 16] = weigh(wp.vec4(*u[:2], *u[2:]))
    y[i, 17] = wp.max(*u[:2])
    y[i, 18] = wp.dot(vec2(*x[1:4:2]), vec2(1.0, 7.0))
    y[i, 19] = wp.determinant(wp.matrix_from_rows(*w))
    # Constructed.
    y[i, 20] = float(wp.mat33d(w)[1, 0])
    y[i, 21] = wp.transform(x[i])[5] + wp.transform(t)[3]
    y[i, 22] = wp.norm_huber(e[i]) + wp.norm_pseudo_huber(e[i]) + wp.length(wp.smooth_normalize(e[i]))
    y[i, 23] = wp.identity(n=6, dtype=float)[5, 5] + wp.identity(n=6, dtype=float)[0, 5]
    # Warp's own.
    q = wp.normalize(wp.quat(x[i], x[i + 1], x[i + 2], x[i + 3] - 0.5))
    axis, angle = wp.quat_to_axis_angle(q)
    y[i, 24] = wp.dot(axis, wp.vec3(1.0, 2.0, 3.0)) + angle
    euler = wp.quat_to_euler(q, 0, 1, 2)
    y[i, 25] = wp.dot(euler, wp.vec3(1.0, 2.0, 3.0))
    proper = wp.quat_to_euler(q, 2, 0, 2)
    y[i, 26] = wp.dot(proper, wp.vec3(1.0, 2.0, 3.0))
    rigid = wp.transform_compose(e[i], q, wp.vec3(2.0, 3.0, 4.0))
    p, r, s = wp.transform_decompose(rigid)
    y[i, 27] = wp.dot(p, wp.vec3(1.0, 2.0, 3.0)) + wp.dot(s, wp.vec3(1.0, 2.0, 3.0))
    y[i, 28] = wp.abs(wp.dot(r, q))
    j = wp.lower_bound(z, 0.3)
    y[i, 29] = float(j)


SHAPES = {"x": (8,), "e": (4,), "m": (4,), "z": (6,), "y": (4, 30)}
