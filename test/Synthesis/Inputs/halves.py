# SPDX-License-Identifier: CC0-1.0
"""A kernel that C++ has no types for, and one that it has."""
import warp as wp


@wp.kernel
def halved(x: wp.array(dtype=wp.float16), y: wp.array(dtype=wp.float16)):
    i = wp.tid()
    y[i] = x[i] * wp.float16(0.5)


@wp.kernel
def squared(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * x[i]
