# SPDX-License-Identifier: CC0-1.0
"""Kernels whose outputs depend on the order of the threads, and two whose do not."""
import warp as wp


@wp.kernel
def slots(x: wp.array(dtype=float), counter: wp.array(dtype=int), y: wp.array(dtype=float)):
    i = wp.tid()
    slot = wp.atomic_add(counter, 0, 1)
    y[slot % 64] = 2.0 * x[i]


@wp.kernel
def running_sums(n: int, x: wp.array(dtype=float)):
    for i in range(1, n):
        x[i] += x[i - 1]


@wp.kernel
def largest(x: wp.array(dtype=float), most: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] > most[0]:
        wp.atomic_max(most, 0, x[i])


@wp.kernel
def total(x: wp.array(dtype=float), sums: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(sums, 0, x[i] * x[i])
