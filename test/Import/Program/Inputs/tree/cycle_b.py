import warp as wp
from cycle_a import A

B = A + 1


@wp.func
def b_func(x: int):
    return x + A
