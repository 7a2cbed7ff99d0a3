# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import warp as wp

_EPS = wp.constant(1.0e-6)


@wp.struct
class Ball:
    center: wp.vec3
    radius: float
    friends: wp.array(dtype=int)


# Never below.
@wp.func
def above(x: float, low: float):
    """The larger one, with a comment."""
    if x < low:  # too low
        return low
    return x


@wp.func
def volume(ball: Ball):
    # a sphere
    r = above(ball.radius, _EPS)
    return 4.0 / 3.0 * r * r * r


@wp.func
def spread(a: float, b: float):
    return a - b, a + b


# Sums up.
@wp.kernel
def gather(
    balls: wp.array(dtype=Ball),
    poses: wp.array(dtype=wp.transform),
    x: wp.array2d(dtype=float),
    n: int,  # how many
    out: wp.array(dtype=float),
):
    """Says what it does.

    In two paragraphs.
    """

    idx, k = wp.tid()  # two coordinates
    dim = n - 1
    total = float(0.0)
    ball = balls[idx]

    # every column
    for j in range(n):
        total += x[idx, j]
        # and the last
    for j in range(dim):
        row = x[j]
        total = total + row[0]
    low, high = spread(total, volume(ball))
    if high > 0.0 and low < 1.0:
        ball.center[0] = high
    # or
    elif low > 2.0:
        pass
    else:  # nothing of it
        ball.radius = 1.0
    ball.radius += 1.0
    balls[idx].radius = low
    balls[idx].center[1] = high
    q = poses[idx].p + ball.center
    out[idx] = wp.pow(total, 2.0) + q[0]
    out[0] += float(low)
    # the end
