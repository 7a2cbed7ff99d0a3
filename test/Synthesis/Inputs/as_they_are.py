# SPDX-License-Identifier: CC0-1.0
"""Kernels as people write them: the same one twice, one without a gradient, one that reads only within a function."""
import warp as wp


@wp.kernel
def twice(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[i]


@wp.kernel
def doubled(a: wp.array(dtype=float), b: wp.array(dtype=float)):
    k = wp.tid()
    b[k] = 2.0 * a[k]


@wp.kernel
def overwritten(a: wp.array(dtype=float), out: wp.array(dtype=float)):
    i = wp.tid()
    out[i] = a[i] * a[i]
    a[i] = 1.0


@wp.func
def last_of_three(x: wp.array(dtype=float), i: int):
    return x[3 * i + 2]


@wp.kernel
def gather(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = last_of_three(x, i)
