import cycle_a
import warp as wp
from shapes import Ball, limits
from shapes import volume as ball_volume
from shapes.limits import Kind, row7
from missing_package import thing


@wp.kernel
def uses(balls: wp.array(dtype=Ball), r: row7, out: wp.array(dtype=float)):
    i = wp.tid()
    out[i] = ball_volume(balls[i]) + limits.SKIN
    if i == Kind.FIXED or i == Kind.ALIAS.value or i < limits.MAX_BALLS:
        out[i] = wp.dot(limits.UP, balls[i].center) + float(cycle_a.a_func(i)) + thing(1)


# CHECK: kernel uses line 10
# CHECK: kernel uses at tree/uses.py:10
# CHECK-DAG: Ball is struct Ball at shapes/sphere.py:7
# CHECK-DAG: row7 is expression Call of shapes/limits.py:8
# CHECK-DAG: ball_volume is functions volume at shapes/sphere.py:14, volume at shapes/sphere.py:19
# CHECK-DAG: limits.SKIN is constant float 0.5
# CHECK-DAG: Kind.FIXED is constant int 4
# CHECK-DAG: Kind.ALIAS.value is constant int 4
# CHECK-DAG: limits.MAX_BALLS is constant int 16
# CHECK-DAG: limits.UP is expression Call of shapes/limits.py:7
# CHECK-DAG: cycle_a.a_func is functions a_func at tree/cycle_a.py:8
# CHECK-DAG: thing is unresolved 'thing' of the module 'missing_package'
# CHECK-DAG: func cube at shapes/sphere.py:24, grad adj_cube
# CHECK-DAG: func_grad adj_cube at shapes/sphere.py:29
# CHECK-DAG: func b_func at tree/cycle_b.py:8
# CHECK-DAG: struct Ball at shapes/sphere.py:7 ['center', 'radius', 'friends']
