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
