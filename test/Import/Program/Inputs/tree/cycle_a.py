import warp as wp
from cycle_b import B, b_func

A = 1


@wp.func
def a_func(x: int):
    return b_func(x) + B
