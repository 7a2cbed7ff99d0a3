# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that functions make: what they name is known only as the program runs."""
import ast
import os
import sys

import warp as wp

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../python"))
import kgen_warp  # noqa: E402

wp.config.log_level = wp.LOG_ERROR


@wp.struct
class Spring:
    rest: float


@wp.struct
class Frame:
    spring: Spring
    axis: wp.vec3
    count: wp.float64


@wp.func
def reach(frame: Frame):
    return frame.spring.rest * frame.axis[1]


def power(n):
    @wp.func
    def raised(x: float):
        r = float(1.0)
        for _ in range(n):
            r *= x
        return r

    return raised


def make(name, double, first, second, axis, element):
    scalar = wp.float64 if double else wp.float32

    def body(x: wp.array(dtype=scalar), springs: wp.array(dtype=element), y: wp.array(dtype=scalar)):
        i = wp.tid()
        moved = x[i] - scalar(springs[0].rest * axis[1])
        y[i] = scalar(first(float(moved)) + second(float(moved)))

    return wp.Kernel(func=body, key=name)


def gradient(kernel, double):
    scalar = wp.float64 if double else wp.float32
    spring = Spring()
    spring.rest = 0.25
    x = wp.array([1.0, 2.0, 3.0], dtype=scalar, device="cpu", requires_grad=True)
    y = wp.zeros(3, dtype=scalar, device="cpu", requires_grad=True)
    with wp.Tape() as tape:
        wp.launch(kernel, 3, [x, wp.array([spring], dtype=Spring, device="cpu"), y], device="cpu")
    tape.backward(grads={y: wp.ones(3, dtype=scalar, device="cpu")})
    return [float(value) for value in x.grad.numpy()]


class Doubled(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2.0), node) if isinstance(node.value, float) else node


def transformed(x: wp.array(dtype=float), springs: wp.array(dtype=Spring), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 1.5 * x[i]


def framed():
    """A kernel of a struct whose fields were set one by one."""
    frame = Frame()
    frame.spring.rest = 0.5
    frame.axis = wp.vec3(1.0, 2.0, 3.0)
    frame.count = 0.1

    @wp.kernel
    def taken(x: wp.array(dtype=wp.float64), springs: wp.array(dtype=Spring), y: wp.array(dtype=wp.float64)):
        i = wp.tid()
        y[i] = x[i] * wp.static(frame).count * wp.float64(reach(wp.static(frame)))

    return taken


transformed = wp.Kernel(func=transformed, key="transformed", code_transformers=[Doubled()])
report = kgen_warp.use()
axis = wp.vec3(1.0, 2.0, 3.0)
# Two functions of one definition, and two kernels of one.
print(gradient(make("cubes", False, power(3), power(2), axis, Spring), False))
print(gradient(make("fourths", True, power(4), power(0), axis, Spring), True))
print(gradient(framed(), True))
print(gradient(transformed, False))
print(report)
