import warp as wp

from ..other import helper  # outside of the tree: never read


@wp.struct
class Ball:
    center: wp.vec3
    radius: float
    friends: wp.array(dtype=int)


@wp.func
def volume(ball: Ball):
    return cube(ball.radius) * wp.pi


@wp.func
def volume(radius: float):
    return cube(radius)


@wp.func
def cube(x: float):
    return x * x * x


@wp.func_grad(cube)
def adj_cube(x: float, adj: float):
    wp.adjoint[x] += 3.0 * x * x * adj
