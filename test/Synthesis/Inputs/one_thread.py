# SPDX-License-Identifier: CC0-1.0
"""Kernels that are right with one thread only, one that is right with many, and one that writes integers."""
import warp as wp


@wp.kernel
def mean_of_all(x: wp.array(dtype=float), mean: wp.array(dtype=float)):
    total = float(0.0)
    for i in range(x.shape[0]):
        total += x[i]
    mean[0] = total / float(x.shape[0])


@wp.func
def put(out: wp.array(dtype=float), row: int, value: float):
    out[row] = value


@wp.kernel
def corner(x: wp.array(dtype=float), out: wp.array(dtype=float)):
    i = wp.tid()
    for k in range(2):
        put(out, k, 2.0 * x[i] * float(k + 1))


@wp.kernel
def first_alone(x: wp.array(dtype=float), y: wp.array(dtype=float), first: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 3.0 * x[i]
    if i == 0:
        first[0] = x[i]


@wp.kernel
def above(x: wp.array(dtype=float), y: wp.array(dtype=float), signs: wp.array(dtype=int)):
    i = wp.tid()
    y[i] = x[i] * x[i]
    signs[i] = 0
    if x[i] > 1.0:
        signs[i] = 1
