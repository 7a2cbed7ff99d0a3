# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of Warp's that kgen has no op for, as functions of the program: read, like any other file, and never run."""

from typing import Any

import warp as wp


@wp.func
def lower_bound(arr: wp.array(dtype=Any), value: Any):
    lower = int(0)
    upper = arr.shape[0] - 1
    while lower < upper:
        mid = lower + (upper - lower) // 2
        if arr[mid] < value:
            lower = mid + 1
        else:
            upper = mid
    return lower


@wp.func
def lower_bound(arr: wp.array(dtype=Any), arr_begin: int, arr_end: int, value: Any):
    lower = arr_begin
    upper = arr_end - 1
    while lower < upper:
        mid = lower + (upper - lower) // 2
        if arr[mid] < value:
            lower = mid + 1
        else:
            upper = mid
    return lower


@wp.func
def quat_to_axis_angle(quat: Any):
    axis = wp.vector(quat[0], quat[1], quat[2])
    angle = type(quat[3])(2.0) * wp.atan2(wp.length(axis), wp.abs(quat[3]))
    axis = wp.normalize(axis)
    if quat[3] < type(quat[3])(0.0):  # of the two quaternions of a rotation, the one with the smaller angle
        axis = -axis
    return axis, angle


@wp.func
def transform_decompose(m: Any):
    sx = wp.sqrt(m[0, 0] * m[0, 0] + m[1, 0] * m[1, 0] + m[2, 0] * m[2, 0])
    sy = wp.sqrt(m[0, 1] * m[0, 1] + m[1, 1] * m[1, 1] + m[2, 1] * m[2, 1])
    sz = wp.sqrt(m[0, 2] * m[0, 2] + m[1, 2] * m[1, 2] + m[2, 2] * m[2, 2])
    # A column without length stays as it is.
    dx, dy, dz = sx, sy, sz
    if sx == type(sx)(0.0):
        dx = type(sx)(1.0)
    if sy == type(sy)(0.0):
        dy = type(sy)(1.0)
    if sz == type(sz)(0.0):
        dz = type(sz)(1.0)
    rotation = wp.matrix_from_rows(
        wp.vector(m[0, 0] / dx, m[0, 1] / dy, m[0, 2] / dz),
        wp.vector(m[1, 0] / dx, m[1, 1] / dy, m[1, 2] / dz),
        wp.vector(m[2, 0] / dx, m[2, 1] / dy, m[2, 2] / dz),
    )
    return wp.vector(m[0, 3], m[1, 3], m[2, 3]), wp.quat_from_matrix(rotation), wp.vector(sx, sy, sz)


# Euler angles after Bernardes and Viollet, "Quaternion to Euler angles conversion", PLOS ONE 17(11), 2022. Angles of a
# sequence whose first and last axes are one are "proper"; the axes are counted from 1.
@wp.func
def quat_to_euler(q: wp.quat, i: int, j: int, k: int):
    first, second, third = i + 1, j + 1, k + 1
    is_proper = first == third
    if is_proper:
        third = 6 - first - second
    sign = float((first - second) * (second - third) * (third - first)) / 2.0
    a, b, c, d = q[3], q[first - 1], q[second - 1], q[third - 1] * sign
    if not is_proper:
        old_a, old_b = a, b
        a = old_a - c
        b = old_b + q[third - 1] * sign
        c = c + old_a
        d = d - old_b
    middle = wp.acos(2.0 * (a * a + b * b) / (a * a + b * b + c * c + d * d) - 1.0)
    half_sum, half_difference = wp.atan2(b, a), wp.atan2(d, c)
    start, end = float(0.0), float(0.0)
    if wp.abs(middle) < 1e-6:
        end = 2.0 * half_sum - start
    elif wp.abs(middle - wp.pi) < 1e-6:
        end = 2.0 * half_difference + start
    else:
        start = half_sum - half_difference
        end = half_sum + half_difference
    if not is_proper:
        middle -= wp.HALF_PI
        end *= sign
    angles = wp.vec3(start, middle, end)
    angles[first - 1] = start
    angles[second - 1] = middle
    angles[third - 1] = end
    return angles


# Singular values and eigenvalues of 3x3 matrices after McAdams, Selle, Tamstorf, Teran and Sifakis, "Computing the singular
# value decomposition of 3x3 matrices with minimal branching and elementary floating point operations", 2011, with Warp's
# order and signs, and with more sweeps than Warp's. `unit` is the distance from 1 to the next number.
@wp.func
def largest_component(m: Any):
    x, y, z = wp.max(wp.abs(m[0])), wp.max(wp.abs(m[1])), wp.max(wp.abs(m[2]))
    return wp.max(x, wp.max(y, z))


# What a matrix is divided by, so that squares of its numbers are in range. The factors do not depend on it.
@wp.func
def size_of(m: Any):
    size = largest_component(m)
    if size == type(size)(0.0):
        size = type(size)(1.0)
    return size


@wp.func_grad(size_of)
def adj_size_of(m: Any, adj_size: Any):
    pass


@wp.func
def approximate_givens(a11: Any, a12: Any, a22: Any):
    scalar = type(a11)
    c = scalar(2.0) * (a11 - a22)
    s = a12
    is_small = scalar(5.82842712474619) * s * s < c * c  # 3 + sqrt(8)
    w = scalar(1.0) / wp.sqrt(c * c + s * s)
    return wp.where(is_small, w * c, scalar(0.9238795325112867)), wp.where(is_small, w * s, scalar(0.3826834323650898))


@wp.func
def jacobi_rotation(m: Any, sweeps: int):
    s11, s21, s22 = m[0, 0], m[1, 0], m[1, 1]
    s31, s32, s33 = m[2, 0], m[2, 1], m[2, 2]
    scalar = type(s11)
    x, y, z, w = scalar(0.0), scalar(0.0), scalar(0.0), scalar(1.0)
    for step in range(3 * sweeps):
        c, s = approximate_givens(s11, s21, s22)
        scale = c * c + s * s
        a = (c * c - s * s) / scale
        b = (scalar(2.0) * s * c) / scale
        t11 = a * (a * s11 + b * s21) + b * (a * s21 + b * s22)
        t21 = a * (-b * s11 + a * s21) + b * (-b * s21 + a * s22)
        t22 = -b * (-b * s11 + a * s21) + a * (-b * s21 + a * s22)
        t31 = a * s31 + b * s32
        t32 = -b * s31 + a * s32
        # The axes change places, so that each step turns about the last of them.
        s11, s21, s22, s31, s32, s33 = t22, t32, s33, t21, t31, t11
        x, y, z, w = y * c - x * s, z * c + w * s, x * c + y * s, w * c - z * s
    one = scalar(1.0)
    two = scalar(2.0) / (x * x + y * y + z * z + w * w)
    return wp.matrix_from_rows(
        wp.vector(one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)),
        wp.vector(two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)),
        wp.vector(two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)),
    )


# Turns two columns until they are orthogonal, and those of V with them.
@wp.func
def separate_columns(p: Any, q: Any, vp: Any, vq: Any, unit: Any):
    pp, qq, pq = wp.dot(p, p), wp.dot(q, q), wp.dot(p, q)
    scalar = type(pp)
    one = scalar(1.0)
    c, s = scalar(1.0), scalar(0.0)
    if wp.abs(pq) > unit * wp.sqrt(pp) * wp.sqrt(qq):
        cotangent = scalar(0.5) * (qq - pp) / pq
        tangent = wp.sign(cotangent) / (wp.abs(cotangent) + wp.sqrt(one + cotangent * cotangent))
        c = one / wp.sqrt(one + tangent * tangent)
        s = c * tangent
    return c * p - s * q, s * p + c * q, c * vp - s * vq, s * vp + c * vq


# The cosine and the sine of the turn that takes (a1, a2) to the first axis; of a short one, 1 or -1 and 0.
@wp.func
def givens(a1: Any, a2: Any, epsilon: Any):
    rho = wp.sqrt(a1 * a1 + a2 * a2)
    cosine, sine = wp.sign(a1), type(a1)(0.0)
    if rho > epsilon:
        cosine = a1 / rho
        sine = a2 / rho
    return cosine, sine


@wp.func
def rotations_to_triangle(m: Any, epsilon: Any):
    r0, r1, r2 = m[0], m[1], m[2]
    a1, b1 = givens(r0[0], r1[0], epsilon)
    r0, r1 = a1 * r0 + b1 * r1, a1 * r1 - b1 * r0
    a2, b2 = givens(r0[0], r2[0], epsilon)
    r0, r2 = a2 * r0 + b2 * r2, a2 * r2 - b2 * r0
    a3, b3 = givens(r1[1], r2[1], epsilon)
    r1, r2 = a3 * r1 + b3 * r2, a3 * r2 - b3 * r1
    q = wp.matrix_from_rows(
        wp.vector(a1 * a2, -a1 * b2 * b3 - a3 * b1, b1 * b3 - a1 * a3 * b2),
        wp.vector(b1 * a2, a1 * a3 - b1 * b2 * b3, -a1 * b3 - a3 * b1 * b2),
        wp.vector(b2, a2 * b3, a2 * a3),
    )
    return q, wp.matrix_from_rows(r0, r1, r2)


# The vectors of two equal values are any two that are orthogonal in their plane. A turn there by an angle without a meaning
# keeps them from those directions of which alone a weight says something: the gradient compares what is said of both.
@wp.func
def turn_equal(p: Any, q: Any, x: Any, y: Any, unit: Any):
    scalar = type(x)
    c, s = scalar(1.0), scalar(0.0)
    if wp.abs(x - y) <= scalar(8.0) * unit * (wp.abs(x) + wp.abs(y)):
        c, s = scalar(0.936), scalar(0.352)
    return c * p - s * q, s * p + c * q


# Values that are equal are told apart by some units in the last place, and zeros by a number far below these: the gradient
# divides by the distances.
@wp.func
def below(x: Any, y: Any, unit: Any):
    return wp.min(x, y - type(x)(4.0) * unit * y)


@wp.func
def decompose(A: Any, sweeps: int, unit: Any):
    size = size_of(A)
    scalar = type(size)
    m = A / size
    V = jacobi_rotation(wp.transpose(m) * m, sweeps)
    b = m * V
    b0, b1, b2 = b[:, 0], b[:, 1], b[:, 2]
    v0, v1, v2 = V[:, 0], V[:, 1], V[:, 2]
    for step in range(9):
        b0, b1, v0, v1 = separate_columns(b0, b1, v0, v1, unit)
        b0, b1, b2, v0, v1, v2 = b1, b2, b0, v1, v2, v0
    rho0, rho1, rho2 = wp.dot(b0, b0), wp.dot(b1, b1), wp.dot(b2, b2)
    if rho0 < rho1:
        b0, b1, v0, v1, rho0, rho1 = b1, -b0, v1, -v0, rho1, rho0
    if rho0 < rho2:
        b0, b2, v0, v2, rho0, rho2 = b2, -b0, v2, -v0, rho2, rho0
    if rho1 < rho2:
        b1, b2, v1, v2 = b2, -b1, v2, -v1
    U, R = rotations_to_triangle(wp.matrix_from_cols(b0, b1, b2), scalar(1.0e-15))
    sign = wp.sign(R[2, 2])  # that of the determinant, since both factors are rotations
    x, y, z = R[0, 0], wp.abs(R[1, 1]), wp.abs(R[2, 2])
    u0, u1 = turn_equal(U[:, 0], U[:, 1], x, y, unit)
    v0, v1 = turn_equal(v0, v1, x, y, unit)
    u1, u2 = turn_equal(u1, sign * U[:, 2], y, z, unit)
    v1, v2 = turn_equal(v1, v2, y, z, unit)
    x = wp.max(x, scalar(2.0e-20))
    y = wp.max(below(y, x, unit), scalar(1.0e-20))
    z = below(z, y, unit)
    return (
        wp.matrix_from_cols(u0, u1, sign * u2),
        size * wp.vector(x, y, sign * z),
        wp.matrix_from_cols(v0, v1, v2),
    )


# What a loss says of the turn of two vectors in their plane, over the distance of their values. If both are small the quotient
# is noise: a loss that does not depend on the choice of the vectors then says of them, by `own` and `other`, in which
# proportion the slopes of the values, of which it says `value`, go to the plane's other direction. A loss that does depend
# on the choice has no slope there, and would have one far beyond what is `plausible`.
@wp.func
def slope_of_turn(
    turn: Any, distance: Any, value: Any, own: Any, other: Any, size: Any, plausible: Any, norm: Any, unit: Any
):
    scalar = type(turn)
    root = wp.sqrt(unit)
    slope = scalar(0.0)
    if distance != scalar(0.0):
        slope = turn / distance
    is_noise = wp.abs(distance) <= root * norm and wp.abs(turn) <= root * size
    if is_noise and wp.abs(own) > wp.abs(turn) + scalar(64.0) * unit * size:
        slope = value * (other / own)
    elif wp.abs(distance) <= scalar(64.0) * unit * norm and root * wp.abs(slope) > plausible:
        slope = scalar(0.0)
    return slope


@wp.func
def size_of_pair(m: Any, i: int, j: int):
    return wp.abs(m[i, i]) + wp.abs(m[i, j]) + wp.abs(m[j, i]) + wp.abs(m[j, j])


# What a loss says of a pair of vectors, `own` and `other`, and of their values, and how large its terms are. What is said of U
# and V alike is of functions of A; what is said of one alone, of A' A or A A'.
@wp.func
def said_of_pair(dU: Any, dV: Any, values: Any, i: int, j: int, unit: Any):
    own, other = dU[i, i] - dU[j, j], dU[i, j] + dU[j, i]
    own_of_one, other_of_one = dV[i, i] - dV[j, j] - own, dV[i, j] + dV[j, i] - other
    size = size_of_pair(dU, i, j) + size_of_pair(dV, i, j)
    if wp.abs(own_of_one) + wp.abs(other_of_one) > wp.sqrt(unit) * size:
        own, other = own_of_one, other_of_one
    return own, other, values[i] - values[j], size


# The factors turn as A = U S V' changes: with P = U' dA V, U' dU = u and V' dV = v, P is u S - S v with dS on its diagonal, so
# that each pair of values gives two equations. `dU` and `dV` are U' and V' times the adjoints of U and V.
@wp.func
def slopes_of_pair(
    dU: Any, dV: Any, sigma: Any, i: int, j: int, own: Any, other: Any, value: Any, size: Any, plausible: Any, unit: Any
):
    half, zero = type(plausible)(0.5), type(plausible)(0.0)
    turn_u, turn_v = dU[i, j] - dU[j, i], dV[i, j] - dV[j, i]
    difference, total = sigma[j] - sigma[i], sigma[i] + sigma[j]
    norm = sigma[0]
    both = half * slope_of_turn(turn_u + turn_v, difference, value, own, other, size, plausible, norm, unit)
    one = half * slope_of_turn(turn_u - turn_v, total, zero, zero, zero, size, plausible, norm, unit)
    return both + one, both - one


# Three equal values have one proportion. The pair of which most is said has it with the least noise.
@wp.func
def most_said(own: Any, value: Any, own1: Any, value1: Any, own2: Any, value2: Any):
    if wp.abs(own1) > wp.abs(own):
        own, value = own1, value1
    if wp.abs(own2) > wp.abs(own):
        own, value = own2, value2
    return own, value


@wp.func
def singular_values(m: Any, sweeps: int, unit: Any):
    U, sigma, V = decompose(m, sweeps, unit)
    return U, sigma, V


@wp.func_grad(singular_values)
def adj_singular_values(m: Any, sweeps: int, unit: Any, adj_U: Any, adj_sigma: Any, adj_V: Any):
    U, sigma, V = decompose(m, sweeps, unit)
    # Without a negative value, which then is the sign of a vector.
    one = type(unit)(1.0)
    flip = wp.diag(wp.vector(one, one, wp.sign(sigma[2])))
    U = U * flip
    sigma = flip * sigma
    values = flip * adj_sigma
    dU = wp.transpose(U) * adj_U * flip
    dV = wp.transpose(V) * adj_V
    plausible = wp.max(wp.abs(values)) + (largest_component(dU) + largest_component(dV)) / sigma[0]
    own01, other01, value01, size01 = said_of_pair(dU, dV, values, 0, 1, unit)
    own02, other02, value02, size02 = said_of_pair(dU, dV, values, 0, 2, unit)
    own12, other12, value12, size12 = said_of_pair(dU, dV, values, 1, 2, unit)
    if sigma[0] - sigma[2] <= wp.sqrt(unit) * sigma[0]:
        own, value = most_said(own01, value01, own02, value02, own12, value12)
        own01, own02, own12, value01, value02, value12 = own, own, own, value, value, value
    p01, p10 = slopes_of_pair(dU, dV, sigma, 0, 1, own01, other01, value01, size01, plausible, unit)
    p02, p20 = slopes_of_pair(dU, dV, sigma, 0, 2, own02, other02, value02, size02, plausible, unit)
    p12, p21 = slopes_of_pair(dU, dV, sigma, 1, 2, own12, other12, value12, size12, plausible, unit)
    P = wp.matrix_from_rows(
        wp.vector(values[0], p01, p02), wp.vector(p10, values[1], p12), wp.vector(p20, p21, values[2])
    )
    wp.adjoint[m] += U * P * wp.transpose(V)


@wp.func
def svd3(A: wp.mat33):
    U, sigma, V = singular_values(A, 4, 1.1920929e-07)
    return U, sigma, V


@wp.func
def svd3(A: wp.mat33d):
    U, sigma, V = singular_values(A, 8, wp.float64(2.220446049250313e-16))
    return U, sigma, V


@wp.func
def triangle(A: Any, epsilon: Any):
    size = size_of(A)
    Q, R = rotations_to_triangle(A / size, epsilon)
    return Q, size * R


@wp.func
def qr3(A: wp.mat33):
    Q, R = triangle(A, 1.0e-6)
    return Q, R


@wp.func
def qr3(A: wp.mat33d):
    Q, R = triangle(A, wp.float64(1.0e-12))
    return Q, R


@wp.func
def eigenvectors(A: Any, sweeps: int, unit: Any):
    m = A / size_of(A)
    Q = jacobi_rotation(m, sweeps)
    q0, q1, q2 = Q[:, 0], Q[:, 1], Q[:, 2]
    d = wp.get_diag(wp.transpose(Q) * m * Q)
    q0, q1 = turn_equal(q0, q1, d[0], d[1], unit)
    q0, q2 = turn_equal(q0, q2, d[0], d[2], unit)
    q1, q2 = turn_equal(q1, q2, d[1], d[2], unit)
    return wp.matrix_from_cols(q0, q1, q2)


@wp.func
def values_along(A: Any, Q: Any, unit: Any):
    size = size_of(A)
    d = wp.get_diag(wp.transpose(Q) * (A / size) * Q)
    x, y, z = d[0], d[1], d[2]
    step = type(x)(4.0) * unit * wp.max(wp.abs(d)) + type(x)(1.0e-20)
    if wp.abs(y - x) < step:
        y = x - step
    away = wp.sign(y - x) * step
    if wp.abs(z - x) < step:
        z = x - away
    elif wp.abs(z - y) < step:
        z = y + away
    return size * wp.vector(x, y, z)


@wp.func
def eigenvalues(A: Any, sweeps: int, unit: Any):
    Q = eigenvectors(A, sweeps, unit)
    return Q, values_along(A, Q, unit)


# The vectors are those of the symmetric matrix whose triangle below the diagonal is that of A; the values are of all of A.
@wp.func_grad(eigenvalues)
def adj_eigenvalues(A: Any, sweeps: int, unit: Any, adj_Q: Any, adj_d: Any):
    Q = eigenvectors(A, sweeps, unit)
    zero, two = type(unit)(0.0), type(unit)(2.0)
    lower = wp.matrix_from_rows(
        wp.vector(A[0, 0], A[1, 0], A[2, 0]), wp.vector(A[1, 0], A[1, 1], A[2, 1]), wp.vector(A[2, 0], A[2, 1], A[2, 2])
    )
    d = values_along(lower, Q, unit)
    rest = A + wp.transpose(A) - two * lower
    dQ = wp.transpose(Q) * (adj_Q + rest * Q * wp.diag(adj_d))
    norm = wp.max(wp.abs(d))
    plausible = wp.max(wp.abs(adj_d)) + largest_component(dQ) / norm
    own01, other01, value01, size01 = said_of_pair(dQ, dQ, adj_d, 0, 1, unit)
    own02, other02, value02, size02 = said_of_pair(dQ, dQ, adj_d, 0, 2, unit)
    own12, other12, value12, size12 = said_of_pair(dQ, dQ, adj_d, 1, 2, unit)
    if wp.max(d) - wp.min(d) <= wp.sqrt(unit) * norm:
        own, value = most_said(own01, value01, own02, value02, own12, value12)
        own01, own02, own12, value01, value02, value12 = own, own, own, value, value, value
    p01 = slope_of_turn(dQ[0, 1] - dQ[1, 0], d[1] - d[0], value01, own01, other01, size01, plausible, norm, unit)
    p02 = slope_of_turn(dQ[0, 2] - dQ[2, 0], d[2] - d[0], value02, own02, other02, size02, plausible, norm, unit)
    p12 = slope_of_turn(dQ[1, 2] - dQ[2, 1], d[2] - d[1], value12, own12, other12, size12, plausible, norm, unit)
    P = (
        Q
        * wp.matrix_from_rows(wp.vector(zero, p01, p02), wp.vector(zero, zero, p12), wp.vector(zero, zero, zero))
        * wp.transpose(Q)
    )
    of_vectors = wp.matrix_from_rows(
        wp.vector(P[0, 0], zero, zero),
        wp.vector(P[0, 1] + P[1, 0], P[1, 1], zero),
        wp.vector(P[0, 2] + P[2, 0], P[1, 2] + P[2, 1], P[2, 2]),
    )
    wp.adjoint[A] += of_vectors + Q * wp.diag(adj_d) * wp.transpose(Q)


@wp.func
def eig3(A: wp.mat33):
    Q, d = eigenvalues(A, 7, 1.1920929e-07)
    return Q, d


@wp.func
def eig3(A: wp.mat33d):
    Q, d = eigenvalues(A, 10, wp.float64(2.220446049250313e-16))
    return Q, d


# A is a scaled rotation and a scaled reflection, of lengths q and r, whose sum is the greater value.
@wp.func
def decompose2(A: Any, unit: Any):
    size = wp.max(wp.max(wp.abs(A[0])), wp.max(wp.abs(A[1])))
    scalar = type(size)
    half, one, four = scalar(0.5), scalar(1.0), scalar(4.0)
    if size == scalar(0.0):
        size = scalar(1.0)
    a, b, c, d = A[0, 0] / size, A[0, 1] / size, A[1, 0] / size, A[1, 1] / size
    e, f, g, h = half * (a + d), half * (a - d), half * (c + b), half * (c - b)
    q, r = wp.sqrt(e * e + h * h), wp.sqrt(f * f + g * g)
    vx, vy = scalar(0.936), scalar(0.352)  # as in turn_equal
    if wp.min(q, r) > four * unit * wp.max(q, r):
        cosine, sine = (e * f + g * h) / (q * r), (g * e - h * f) / (q * r)  # of twice the angle of V
        if cosine >= scalar(0.0):
            vx = wp.sqrt(half * (one + cosine))
            vy = half * sine / vx
        else:
            vy = -wp.sqrt(half * (one - cosine))
            vx = half * sine / vy
    ux, uy = a * vx + b * vy, c * vx + d * vy
    length = wp.sqrt(ux * ux + uy * uy)
    if length > scalar(0.0):
        ux, uy = ux / length, uy / length
    else:
        ux = scalar(1.0)
    determinant = a * d - b * c
    sign = wp.sign(determinant)
    x = wp.max(q + r, scalar(1.0e-20))
    y = below(wp.abs(determinant) / x, x, unit)
    U = wp.matrix_from_rows(wp.vector(ux, -uy * sign), wp.vector(uy, ux * sign))
    V = wp.matrix_from_rows(wp.vector(vx, -vy), wp.vector(vy, vx))
    return U, size * wp.vector(x, y), V


@wp.func
def singular_values2(A: Any, unit: Any):
    U, sigma, V = decompose2(A, unit)
    return U, sigma, V


@wp.func_grad(singular_values2)
def adj_singular_values2(A: Any, unit: Any, adj_U: Any, adj_sigma: Any, adj_V: Any):
    U, sigma, V = decompose2(A, unit)
    dU = wp.transpose(U) * adj_U
    dV = wp.transpose(V) * adj_V
    plausible = wp.max(wp.abs(adj_sigma)) + (size_of_pair(dU, 0, 1) + size_of_pair(dV, 0, 1)) / sigma[0]
    own, other, value, size = said_of_pair(dU, dV, adj_sigma, 0, 1, unit)
    p01, p10 = slopes_of_pair(dU, dV, sigma, 0, 1, own, other, value, size, plausible, unit)
    P = wp.matrix_from_rows(wp.vector(adj_sigma[0], p01), wp.vector(p10, adj_sigma[1]))
    wp.adjoint[A] += U * P * wp.transpose(V)


@wp.func
def svd2(A: wp.mat22):
    U, sigma, V = singular_values2(A, 1.1920929e-07)
    return U, sigma, V


@wp.func
def svd2(A: wp.mat22d):
    U, sigma, V = singular_values2(A, wp.float64(2.220446049250313e-16))
    return U, sigma, V


# Gradient noise after Perlin, "Improving noise", SIGGRAPH 2002, with Warp's lattice gradients: slopes at the corners of a cell,
# blended along one axis after the other. A corner is its cell's index and the way from there.
@wp.func
def blend(a: float, b: float, t: float):
    return (b - a) * (t * t * t * (t * (t * 6.0 - 15.0) + 10.0)) + a


@wp.func
def corner(seed: wp.uint32, i: int, x: float):
    state = wp.uint32(i) * wp.uint32(73856093) + seed
    return x * wp.randf(state, -1.0, 1.0)


@wp.func
def corner(seed: wp.uint32, i: int, j: int, x: float, y: float):
    state = (wp.uint32(i) * wp.uint32(73856093)) ^ (wp.uint32(j) * wp.uint32(19349663) + seed)
    slope = wp.normalize(wp.sample_unit_square(state))
    return x * slope[0] + y * slope[1]


@wp.func
def corner(seed: wp.uint32, i: int, j: int, k: int, x: float, y: float, z: float):
    state = (
        (wp.uint32(i) * wp.uint32(73856093))
        ^ (wp.uint32(j) * wp.uint32(19349663))
        ^ (wp.uint32(k) * wp.uint32(53471161) + seed)
    )
    slope = wp.normalize(wp.sample_unit_cube(state))
    return x * slope[0] + y * slope[1] + z * slope[2]


@wp.func
def corner(seed: wp.uint32, i: int, j: int, k: int, l: int, x: float, y: float, z: float, t: float):
    first = (wp.uint32(i) * wp.uint32(73856093)) ^ (wp.uint32(j) * wp.uint32(19349663))
    state = first ^ (wp.uint32(k) * wp.uint32(53471161)) ^ (wp.uint32(l) * wp.uint32(10000019) + seed)
    a = wp.randf(state) - 0.5
    b = wp.randf(state) - 0.5
    c = wp.randf(state) - 0.5
    d = wp.randf(state) - 0.5
    slope = wp.normalize(wp.vec4(a, b, c, d))
    return x * slope[0] + y * slope[1] + z * slope[2] + t * slope[3]


@wp.func
def edge(seed: wp.uint32, i0: int, i1: int, j: int, x: float, y: float):
    return blend(corner(seed, i0, j, x, y), corner(seed, i1, j, x - 1.0, y), x)


@wp.func
def edge(seed: wp.uint32, i0: int, i1: int, j: int, k: int, x: float, y: float, z: float):
    return blend(corner(seed, i0, j, k, x, y, z), corner(seed, i1, j, k, x - 1.0, y, z), x)


@wp.func
def edge(seed: wp.uint32, i0: int, i1: int, j: int, k: int, l: int, x: float, y: float, z: float, t: float):
    return blend(corner(seed, i0, j, k, l, x, y, z, t), corner(seed, i1, j, k, l, x - 1.0, y, z, t), x)


@wp.func
def face(seed: wp.uint32, i0: int, i1: int, j0: int, j1: int, k: int, x: float, y: float, z: float):
    return blend(edge(seed, i0, i1, j0, k, x, y, z), edge(seed, i0, i1, j1, k, x, y - 1.0, z), y)


@wp.func
def face(seed: wp.uint32, i0: int, i1: int, j0: int, j1: int, k: int, l: int, x: float, y: float, z: float, t: float):
    return blend(edge(seed, i0, i1, j0, k, l, x, y, z, t), edge(seed, i0, i1, j1, k, l, x, y - 1.0, z, t), y)


@wp.func
def cell(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: wp.vec2i, l: int, x: float, y: float, z: float, t: float):
    near = face(seed, i[0], i[1], j[0], j[1], k[0], l, x, y, z, t)
    far = face(seed, i[0], i[1], j[0], j[1], k[1], l, x, y, z - 1.0, t)
    return blend(near, far, z)


@wp.func
def noise_between(seed: wp.uint32, i: wp.vec2i, x: float):
    return blend(corner(seed, i[0], x), corner(seed, i[1], x - 1.0), x)


@wp.func
def noise_between(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, x: float, y: float):
    return blend(edge(seed, i[0], i[1], j[0], x, y), edge(seed, i[0], i[1], j[1], x, y - 1.0), y)


@wp.func
def noise_between(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: wp.vec2i, x: float, y: float, z: float):
    near = face(seed, i[0], i[1], j[0], j[1], k[0], x, y, z)
    far = face(seed, i[0], i[1], j[0], j[1], k[1], x, y, z - 1.0)
    return blend(near, far, z)


@wp.func
def noise_between(
    seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: wp.vec2i, l: wp.vec2i, x: float, y: float, z: float, t: float
):
    return blend(cell(seed, i, j, k, l[0], x, y, z, t), cell(seed, i, j, k, l[1], x, y, z, t - 1.0), t)


@wp.func
def neighbours(x: float):
    i = int(wp.floor(x))
    return wp.vec2i(i, i + 1)


@wp.func
def neighbours(x: float, period: int):
    i = int(wp.floor(x)) % period
    return wp.vec2i(i, (i + 1) % period)


@wp.func
def within(x: float):
    return x - wp.floor(x)


@wp.func
def noise(state: wp.uint32, x: float):
    return noise_between(state, neighbours(x), within(x))


@wp.func
def noise(state: wp.uint32, xy: wp.vec2):
    return noise_between(state, neighbours(xy[0]), neighbours(xy[1]), within(xy[0]), within(xy[1]))


@wp.func
def noise(state: wp.uint32, xyz: wp.vec3):
    i, j, k = neighbours(xyz[0]), neighbours(xyz[1]), neighbours(xyz[2])
    return noise_between(state, i, j, k, within(xyz[0]), within(xyz[1]), within(xyz[2]))


@wp.func
def noise(state: wp.uint32, xyzt: wp.vec4):
    i, j, k, l = neighbours(xyzt[0]), neighbours(xyzt[1]), neighbours(xyzt[2]), neighbours(xyzt[3])
    return noise_between(state, i, j, k, l, within(xyzt[0]), within(xyzt[1]), within(xyzt[2]), within(xyzt[3]))


@wp.func
def pnoise(state: wp.uint32, x: float, px: int):
    return noise_between(state, neighbours(x, px), within(x))


@wp.func
def pnoise(state: wp.uint32, xy: wp.vec2, px: int, py: int):
    return noise_between(state, neighbours(xy[0], px), neighbours(xy[1], py), within(xy[0]), within(xy[1]))


@wp.func
def pnoise(state: wp.uint32, xyz: wp.vec3, px: int, py: int, pz: int):
    i, j, k = neighbours(xyz[0], px), neighbours(xyz[1], py), neighbours(xyz[2], pz)
    return noise_between(state, i, j, k, within(xyz[0]), within(xyz[1]), within(xyz[2]))


@wp.func
def pnoise(state: wp.uint32, xyzt: wp.vec4, px: int, py: int, pz: int, pt: int):
    i, j, k, l = neighbours(xyzt[0], px), neighbours(xyzt[1], py), neighbours(xyzt[2], pz), neighbours(xyzt[3], pt)
    return noise_between(state, i, j, k, l, within(xyzt[0]), within(xyzt[1]), within(xyzt[2]), within(xyzt[3]))


# The slope of noise: a value n with its slope behind it, (n, dn/dx, dn/dy, ...), at each corner, blended along one axis after the
# other; `along` is the slope of the way `t` along that axis.
@wp.func
def blend_slopes(a: Any, b: Any, t: float, along: Any):
    steepness = 30.0 * t * t * (t * (t - 2.0) + 1.0)
    return (b - a) * (t * t * t * (t * (t * 6.0 - 15.0) + 10.0)) + (b[0] - a[0]) * steepness * along + a


@wp.func
def corner_slope(seed: wp.uint32, i: int, j: int, x: float, y: float):
    state = (wp.uint32(i) * wp.uint32(73856093)) ^ (wp.uint32(j) * wp.uint32(19349663) + seed)
    slope = wp.normalize(wp.sample_unit_square(state))
    return wp.vec3(x * slope[0] + y * slope[1], slope[0], slope[1])


@wp.func
def corner_slope(seed: wp.uint32, i: int, j: int, k: int, x: float, y: float, z: float):
    state = (
        (wp.uint32(i) * wp.uint32(73856093))
        ^ (wp.uint32(j) * wp.uint32(19349663))
        ^ (wp.uint32(k) * wp.uint32(53471161) + seed)
    )
    slope = wp.normalize(wp.sample_unit_cube(state))
    return wp.vec4(x * slope[0] + y * slope[1] + z * slope[2], slope[0], slope[1], slope[2])


@wp.func
def corner_slope(seed: wp.uint32, i: int, j: int, k: int, l: int, x: float, y: float, z: float, t: float):
    first = (wp.uint32(i) * wp.uint32(73856093)) ^ (wp.uint32(j) * wp.uint32(19349663))
    state = first ^ (wp.uint32(k) * wp.uint32(53471161)) ^ (wp.uint32(l) * wp.uint32(10000019) + seed)
    a = wp.randf(state) - 0.5
    b = wp.randf(state) - 0.5
    c = wp.randf(state) - 0.5
    d = wp.randf(state) - 0.5
    slope = wp.normalize(wp.vec4(a, b, c, d))
    value = x * slope[0] + y * slope[1] + z * slope[2] + t * slope[3]
    return wp.vector(value, slope[0], slope[1], slope[2], slope[3])


@wp.func
def noise_slope(seed: wp.uint32, xy: wp.vec2):
    i, j = neighbours(xy[0]), neighbours(xy[1])
    x, y = within(xy[0]), within(xy[1])
    along_x, along_y = wp.vec3(0.0, 1.0, 0.0), wp.vec3(0.0, 0.0, 1.0)
    near = blend_slopes(corner_slope(seed, i[0], j[0], x, y), corner_slope(seed, i[1], j[0], x - 1.0, y), x, along_x)
    far = blend_slopes(
        corner_slope(seed, i[0], j[1], x, y - 1.0), corner_slope(seed, i[1], j[1], x - 1.0, y - 1.0), x, along_x
    )
    return blend_slopes(near, far, y, along_y)


@wp.func
def face_slope(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: int, x: float, y: float, z: float):
    along_x, along_y = wp.vec4(0.0, 1.0, 0.0, 0.0), wp.vec4(0.0, 0.0, 1.0, 0.0)
    a, b = corner_slope(seed, i[0], j[0], k, x, y, z), corner_slope(seed, i[1], j[0], k, x - 1.0, y, z)
    c, d = corner_slope(seed, i[0], j[1], k, x, y - 1.0, z), corner_slope(seed, i[1], j[1], k, x - 1.0, y - 1.0, z)
    return blend_slopes(blend_slopes(a, b, x, along_x), blend_slopes(c, d, x, along_x), y, along_y)


@wp.func
def noise_slope(seed: wp.uint32, xyz: wp.vec3):
    i, j, k = neighbours(xyz[0]), neighbours(xyz[1]), neighbours(xyz[2])
    x, y, z = within(xyz[0]), within(xyz[1]), within(xyz[2])
    near, far = face_slope(seed, i, j, k[0], x, y, z), face_slope(seed, i, j, k[1], x, y, z - 1.0)
    return blend_slopes(near, far, z, wp.vec4(0.0, 0.0, 0.0, 1.0))


@wp.func
def face_slope(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: int, l: int, x: float, y: float, z: float, t: float):
    along_x, along_y = wp.vector(0.0, 1.0, 0.0, 0.0, 0.0), wp.vector(0.0, 0.0, 1.0, 0.0, 0.0)
    a, b = corner_slope(seed, i[0], j[0], k, l, x, y, z, t), corner_slope(seed, i[1], j[0], k, l, x - 1.0, y, z, t)
    c, d = (
        corner_slope(seed, i[0], j[1], k, l, x, y - 1.0, z, t),
        corner_slope(seed, i[1], j[1], k, l, x - 1.0, y - 1.0, z, t),
    )
    return blend_slopes(blend_slopes(a, b, x, along_x), blend_slopes(c, d, x, along_x), y, along_y)


@wp.func
def cell_slope(seed: wp.uint32, i: wp.vec2i, j: wp.vec2i, k: wp.vec2i, l: int, x: float, y: float, z: float, t: float):
    near, far = face_slope(seed, i, j, k[0], l, x, y, z, t), face_slope(seed, i, j, k[1], l, x, y, z - 1.0, t)
    return blend_slopes(near, far, z, wp.vector(0.0, 0.0, 0.0, 1.0, 0.0))


@wp.func
def noise_slope(seed: wp.uint32, xyzt: wp.vec4):
    i, j, k, l = neighbours(xyzt[0]), neighbours(xyzt[1]), neighbours(xyzt[2]), neighbours(xyzt[3])
    x, y, z, t = within(xyzt[0]), within(xyzt[1]), within(xyzt[2]), within(xyzt[3])
    near, far = cell_slope(seed, i, j, k, l[0], x, y, z, t), cell_slope(seed, i, j, k, l[1], x, y, z, t - 1.0)
    return blend_slopes(near, far, t, wp.vector(0.0, 0.0, 0.0, 0.0, 1.0))


# The curl of fields of noise, after Bridson, Houriham and Nordenstam, "Curl-noise for procedural fluid flow", SIGGRAPH 2007.
@wp.func
def curlnoise(
    state: wp.uint32, xy: wp.vec2, octaves: wp.uint32 = wp.uint32(1), lacunarity: float = 2.0, gain: float = 0.5
):
    total = wp.vec3()
    frequency = float(1.0)
    weight = float(1.0)
    for octave in range(int(octaves)):
        total += weight * noise_slope(state, frequency * xy)
        weight *= gain
        frequency *= lacunarity
    return wp.vec2(-total[2], total[1])


@wp.func
def curl_of_fields(state: wp.uint32, at: Any, octaves: wp.uint32, lacunarity: float, gain: float):
    seed = state
    curl = wp.vec3()
    frequency = float(1.0)
    weight = float(1.0)
    for octave in range(int(octaves)):
        first = weight * noise_slope(seed, frequency * at)
        seed = wp.rand_init(int(seed), 10019689)
        second = weight * noise_slope(seed, frequency * at)
        seed = wp.rand_init(int(seed), 13112221)
        third = weight * noise_slope(seed, frequency * at)
        curl += wp.vec3(third[2] - second[3], first[3] - third[1], second[1] - first[2])
        weight *= gain
        frequency *= lacunarity
    return curl


@wp.func
def curlnoise(
    state: wp.uint32, xyz: wp.vec3, octaves: wp.uint32 = wp.uint32(1), lacunarity: float = 2.0, gain: float = 0.5
):
    return curl_of_fields(state, xyz, octaves, lacunarity, gain)


@wp.func
def curlnoise(
    state: wp.uint32, xyzt: wp.vec4, octaves: wp.uint32 = wp.uint32(1), lacunarity: float = 2.0, gain: float = 0.5
):
    return curl_of_fields(state, xyzt, octaves, lacunarity, gain)


# a * b - c * d with one rounding: what cancels is exact.
@wp.func
def difference_of_products(a: float, b: float, c: float, d: float):
    return float(wp.float64(a) * wp.float64(b) - wp.float64(c) * wp.float64(d))


# The closest points of two segments and their distance: Ericson, Real-Time Collision Detection, 5.1.9.
@wp.func
def closest_point_edge_edge(p1: wp.vec3, q1: wp.vec3, p2: wp.vec3, q2: wp.vec3, epsilon: float):
    d1, d2, r = q1 - p1, q2 - p2, p1 - p2
    a, e, f = wp.dot(d1, d1), wp.dot(d2, d2), wp.dot(d2, r)
    s, t = float(0.0), float(0.0)
    if a <= epsilon:
        if e > epsilon:
            t = wp.clamp(f / e, 0.0, 1.0)
    elif e <= epsilon:
        s = wp.clamp(-wp.dot(d1, r) / a, 0.0, 1.0)
    else:
        b, c = wp.dot(d1, d2), wp.dot(d1, r)
        denominator = difference_of_products(a, e, b, b)
        if denominator > 0.0:  # else they are parallel, and any s will do
            s = wp.clamp(difference_of_products(b, f, c, e) / denominator, 0.0, 1.0)
        t = (b * s + f) / e
        if t < 0.0:
            t = 0.0
            s = wp.clamp(-c / a, 0.0, 1.0)
        elif t > 1.0:
            t = 1.0
            s = wp.clamp((b - c) / a, 0.0, 1.0)
    return wp.vec3(s, t, wp.length(p2 + t * d2 - (p1 + s * d1)))


@wp.func
def poisson_log_gamma(x: float):
    if x == 1.0 or x == 2.0:
        return 0.0
    n = int(0)
    if x < 7.0:
        n = int(7.0 - x)
    y = x + float(n)
    z = (1.0 / y) * (1.0 / y)
    series = float(-1.39243221690590)
    series = series * z + 1.796443723688307e-01
    series = series * z - 2.955065359477124e-02
    series = series * z + 6.410256410256410e-03
    series = series * z - 1.917526917526918e-03
    series = series * z + 8.417508417508418e-04
    series = series * z - 5.952380952380952e-04
    series = series * z + 7.936507936507937e-04
    series = series * z - 2.777777777777778e-03
    series = series * z + 8.333333333333333e-02
    result = series / y + 0.5 * 1.8378770664093453 + (y - 0.5) * wp.log(y) - y
    if x < 7.0:
        for k in range(n):
            result -= wp.log(y - 1.0)
            y -= 1.0
    return result


@wp.func
def poisson_by_product(state: wp.uint32, lam: float):
    limit = wp.exp(-lam)
    count = wp.uint32(0)
    product = wp.randf(state)
    while product > limit:
        count += wp.uint32(1)
        product *= wp.randf(state)
    return count, state


# After Hörmann, "The transformed rejection method for generating Poisson random variables", Insurance 12, 1993.
@wp.func
def poisson_by_rejection(state: wp.uint32, lam: float):
    root, log_lam = wp.sqrt(lam), wp.log(lam)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    bound = 0.9277 - 3.6224 / (b - 2.0)
    k = float(0.0)
    while True:
        u = wp.randf(state) - 0.5
        v = wp.randf(state)
        us = 0.5 - wp.abs(u)
        k = wp.floor((2.0 * a / us + b) * u + lam + 0.43)
        if us >= 0.07 and v <= bound:
            break
        if k < 0.0 or (us < 0.013 and v > us):
            continue
        if wp.log(v) + wp.log(inverse_alpha) - wp.log(a / (us * us) + b) <= -lam + k * log_lam - poisson_log_gamma(
            k + 1.0
        ):
            break
    return wp.uint32(k), state


# The count, and the state after it.
@wp.func
def draw_poisson(state: wp.uint32, lam: float):
    count = wp.uint32(0)
    if lam >= 10.0:
        count, state = poisson_by_rejection(state, lam)
    elif lam != 0.0:
        count, state = poisson_by_product(state, lam)
    return count, state


# The index of the interval that a uniform number falls into, and the state after it.
@wp.func
def draw_sample_cdf(state: wp.uint32, cdf: wp.array(dtype=float)):
    u = wp.randf(state)
    return lower_bound(cdf, u), state
