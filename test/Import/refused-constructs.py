# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Constructs that are not taken: each is refused where it stands."""
import math
import warp as wp


@wp.func
def square(x: float):
    return x * x


@wp.struct
class Particle:
    mass: float


TABLE = [1.0, 2.0]


@wp.kernel
def loop_else(n: int, y: wp.array(dtype=float)):
    for k in range(n):
        y[k] = 1.0
    else:
        # CHECK: [[#@LINE+1]]:9: error: expected a loop without 'else', which Warp drops in silence; write it after the loop, under a condition
        y[0] = 2.0


@wp.kernel
def while_else(n: int, y: wp.array(dtype=float)):
    while n > 0:
        n -= 1
    else:
        # CHECK: [[#@LINE+1]]:9: error: expected a loop without 'else'
        y[0] = 2.0


@wp.kernel
def literal_in_loop(n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+4]]:9: error: expected 's' to be a variable but it holds a literal, which a loop may not change
    # CHECK: [[#@LINE+1]]:9: note: write float(...) around this literal
    s = 0.0
    for k in range(n):
        s += y[k]


@wp.kernel
def flag_in_loop(n: int):
    # CHECK: [[#@LINE+5]]:9: error: expected 'found' to be a variable but it holds a literal
    # CHECK: [[#@LINE+1]]:13: note: write bool(...) around this literal
    found = False
    while n > 0:
        n -= 1
        found = True


@wp.kernel
def loop_over_array(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:14: error: expected a loop over range(...) but got 'y'
    for v in y:
        pass


@wp.kernel
def stray_break():
    # CHECK: [[#@LINE+1]]:5: error: expected a loop around 'break'
    break


@wp.kernel
def result(x: float):
    # CHECK: [[#@LINE+1]]:12: error: expected 'return' without a value; write the result to an array
    return x


@wp.kernel
def two_results(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected 2 values, one for each name, or wp.tid() but got a call of 'square'
    a, b = square(y[0])


@wp.kernel
# CHECK: [[#@LINE+1]]:13: error: expected a type for the parameter 'x'; write 'x: float'
def untyped(x):
    pass


@wp.kernel
# CHECK: [[#@LINE+1]]:28: error: expected parameters of different names but got 'x' again
def same(x: float, n: int, x: int):
    pass


@wp.kernel
# CHECK: [[#@LINE+1]]:14: error: expected plain parameters but got '*x'
def starred(*x: float):
    pass


@wp.kernel
def unknown_builtin(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a builtin that kgen has but got 'wp.frobnicate'
    y[0] = wp.frobnicate(y[0])


@wp.kernel
def select(c: bool, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a builtin that kgen has but got 'wp.select'; write wp.where(condition, value_if_true, value_if_false)
    y[0] = wp.select(c, 1.0, 2.0)


@wp.kernel
def python_function(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a builtin but got 'gamma' of the module 'math'
    y[0] = math.gamma(y[0])


@wp.kernel
def undefined(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'nothing', which is not defined
    y[0] = nothing


@wp.kernel
def no_constant(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'TABLE', which is no constant of the module
    y[0] = TABLE[0]


@wp.kernel
def too_early(n: int, y: wp.array(dtype=float)):
    for k in range(n):
        # CHECK: [[#@LINE+1]]:16: error: expected 'late' to be assigned before it is read
        y[k] = late
        late = y[k]


@wp.kernel
def chained_assignment(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected one target but got a chained assignment; write two assignments
    a = b = y[0]


@wp.kernel
def too_many_values(x: float):
    # CHECK: [[#@LINE+1]]:12: error: expected 2 values, one for each name, or wp.tid() but got 3
    a, b = x, x, x


@wp.kernel
def too_many_indices():
    # CHECK: [[#@LINE+1]]:5: error: expected 1 to 4 names for wp.tid() but got 5
    a, b, c, d, e = wp.tid()


@wp.kernel
def membership(x: float):
    # CHECK: [[#@LINE+1]]:9: error: expected one of == != < <= > >= but got 'not in'
    a = x not in x


@wp.kernel
def lambdas():
    # CHECK: [[#@LINE+1]]:9: error: expected an expression that a kernel can have but got a lambda
    f = lambda: 1.0


@wp.kernel
def keyword(x: float):
    # CHECK: [[#@LINE+1]]:21: error: expected a positional argument for 'wp.clamp' but got 'min'
    a = wp.clamp(x, min=0.0, max=1.0)
