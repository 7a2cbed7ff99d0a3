# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A population under logistic growth, and how far it is from what was counted. Each thread is one colony."""
import warp as wp


@wp.kernel
def misfit(
    parameters: wp.array(dtype=wp.float64),  # growth rate, capacity
    start: wp.array(dtype=wp.float64),
    seasons: wp.array(dtype=int),
    counted: wp.array(dtype=wp.float64),
    loss: wp.array(dtype=wp.float64),
):
    colony = wp.tid()
    rate = parameters[0]
    capacity = parameters[1]
    size = start[colony]
    for _ in range(seasons[colony]):
        size = size + rate * size * (wp.float64(1.0) - size / capacity)
    error = size - counted[colony]
    wp.atomic_add(loss, 0, error * error)
