# SPDX-License-Identifier: MIT
"""Thin kernels: what they do stands in a function, is chosen by numbers, or has no gradient."""
import warp as wp


@wp.func
def height_over(floor: float, axis: int, is_flipped: int, x: wp.vec3):
    """How far a point lies below a floor."""
    distance = x[axis] - floor
    if is_flipped != 0:
        distance = -distance
    if distance < 0.0:
        return distance * distance
    return 0.0


@wp.kernel
def penalties(floor: float, axis: int, is_flipped: int, points: wp.array(dtype=wp.vec3), energy: wp.array(dtype=float)):
    """Add up what a floor costs."""
    tid = wp.tid()
    wp.atomic_add(energy, 0, height_over(floor, axis, is_flipped, points[tid]))


@wp.kernel
def two_outputs(x: wp.array(dtype=float), y: wp.array(dtype=float), z: wp.array(dtype=float), wants_y: int, wants_z: int, mode: int):
    tid = wp.tid()
    value = x[tid]
    if mode == 1:
        value = value * value
    elif mode == 2:
        value = wp.sin(value)
    if wants_y != 0:
        y[tid] = 2.0 * value
    if wants_z != 0:
        z[tid] = value + 3.0


@wp.kernel(enable_backward=False)
def doubled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    tid = wp.tid()
    y[tid] = 2.0 * x[tid] + 0.5


@wp.kernel
def cleared(x: wp.array(dtype=float), y: wp.array(dtype=float), is_last: int):
    tid = wp.tid()
    y[tid] = 0.0
    if is_last == 1:
        x[tid] = x[tid] * 0.5
