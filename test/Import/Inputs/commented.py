# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comments in all the places that real kernels have them in."""
import warp as wp


# Moves particles.
@wp.kernel
def move(
    # where they are
    x: wp.array(dtype=wp.vec3),
    v: wp.array(dtype=wp.vec3),  # their velocities
    dt: float,
):  # a step
    """Moves each particle by its velocity.

    One that is below the floor is put back, see `floor`.
    """
    # one thread a particle
    i = wp.tid()

    p = x[i] + v[i] * dt  # explicit Euler
    # the floor is at zero
    if p[1] < 0.0:  # below it
        # put back
        p = wp.vec3(p[0], 0.0, p[2])
    elif p[1] > 9.0:
        p = wp.vec3(
            p[0],
            9.0,  # the ceiling
            p[2],
        )
        # and no further
    else:  # between
        # free
        p = p + wp.vec3(0.0, 0.1, 0.0)

    for k in range(3):  # three times
        # a little friction
        v[i] = v[i] * 0.9
    # done
    x[i] = p  # the new place


@wp.kernel
def one_line(x: wp.array(dtype=float)):
    x[0] = 1.0  # nothing: "quoted" # twice


@wp.kernel
def only_a_docstring(x: wp.array(dtype=float)):
    """Says it all."""
    x[0] = 1.0
