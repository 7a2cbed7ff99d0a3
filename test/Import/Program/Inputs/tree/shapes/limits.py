from enum import IntEnum, auto

import warp as wp

MAX_BALLS = 2 * 8
SKIN = wp.constant(0.5)
UP = wp.vec3(0.0, 1.0, 0.0)
row7 = wp.types.vector(length=7, dtype=wp.float64)


class Kind(IntEnum):
    FREE = 3
    FIXED = auto()
    ALIAS = FIXED
