# SPDX-License-Identifier: CC0-1.0
import warp as wp


@wp.kernel
def indexed_in_place(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    # The thread's number is part of an expression.
    y[wp.tid()] = x[wp.tid()] * x[wp.tid()] + 2.0 * wp.sin(x[wp.tid()])


@wp.kernel
def long_coordinates(field: wp.array3d(dtype=float), result: wp.array3d(dtype=float)):
    # With the star, the line of the coordinates has 101 characters.
    first_coordinate, second_coordinate, the_third_of_these = wp.tid()
    value = field[first_coordinate, second_coordinate, the_third_of_these]
    result[first_coordinate, second_coordinate, the_third_of_these] = value * value * value


@wp.kernel
def returns_from_loop(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    # A function of its own in either language.
    i = wp.tid()
    total = float(0.0)
    for k in range(8):
        total += x[i] * x[i]
        if total > 40.0:
            y[i] = total * 0.5
            return
    y[i] = total
