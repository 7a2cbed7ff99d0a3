# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Functions and calls of functions that are not taken: each is refused where it stands."""
from typing import Any

import warp as wp

mode = str(3)


@wp.func
def endless(n: int):
    # CHECK: [[#@LINE+1]]:12: error: expected a function that does not call itself but got 'endless'; Warp has no recursion
    return endless(n - 1)


@wp.kernel
def recursion(y: wp.array(dtype=int)):
    y[0] = endless(3)


@wp.func
def thread(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected wp.tid() in a kernel but got it in the function 'thread'; pass the index as an argument
    return wp.tid()


@wp.kernel
def thread_in_a_function(y: wp.array(dtype=int)):
    y[0] = thread(y)


@wp.func
def either(x: float):
    if x > 0.0:
        return x, 1
    # CHECK: [[#@LINE+1]]:5: error: expected float32, int32, as from the other return of 'either', but got float32
    return x
    # CHECK: [[#@LINE-3]]:9: note: the other return is here


@wp.kernel
def different_results(y: wp.array(dtype=float)):
    y[0] = either(y[1])


@wp.func
def none(x: float):
    if x > 0.0:
        return
    # CHECK: [[#@LINE+1]]:5: error: expected nothing, as from the other return of 'none', but got float32
    return x


@wp.kernel
def nothing_and_something(y: wp.array(dtype=float)):
    none(y[1])


@wp.func
def scaled(x: float, factor: float = 2.0):
    return x * factor


@wp.func
def place(x: float, i: int):
    return x


@wp.kernel
def argument_type(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:24: error: expected float32 for the parameter 'factor' of 'scaled' but got int32; write 3.0
    y[0] = scaled(1.0, 3)
    # CHECK: [[#@LINE-13]]:1: note: the function is here


@wp.kernel
def argument_count(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected 2 arguments but got 3 for 'scaled'
    y[0] = scaled(1.0, 2.0, 3.0)
    # CHECK: [[#@LINE-20]]:1: note: the function is here


@wp.kernel
def argument_missing(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an argument for the parameter 'i' for 'place'
    y[0] = place(1.0)
    # CHECK: [[#@LINE-22]]:1: note: the function is here


@wp.kernel
def argument_twice(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected 2 arguments, each once, but got 'x' for 'scaled'
    y[0] = scaled(1.0, x=2.0)


@wp.kernel
def argument_keyword(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected arguments that 'scaled' takes but got float32, int32
    y[0] = scaled(1.0, factor=2)


@wp.func
def over(x: float):
    return x


@wp.func
def over(x: int):
    return float(x)


@wp.kernel
def no_overload(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected arguments that an overload of 'over' takes but got vec3
    y[0] = over(wp.vec3(1.0))
    # CHECK: [[#@LINE-13]]:1: note: an overload is here
    # CHECK: [[#@LINE-9]]:1: note: an overload is here


# CHECK: [[#@LINE+2]]:13: error: expected a type for the parameter 'x'; write 'x: float'
@wp.func
def untyped(x):
    return x


@wp.kernel
def parameter_without_a_type(y: wp.array(dtype=float)):
    y[0] = untyped(1.0)
    # CHECK: [[#@LINE-1]]:12: note: the call is here


# CHECK: [[#@LINE+2]]:17: error: expected the type of a value or array but got 'str'
@wp.func
def mistyped(x: str):
    return 1.0


@wp.kernel
def parameter_of_another_type(y: wp.array(dtype=float)):
    y[0] = mistyped(1.0)
    # CHECK: [[#@LINE-1]]:12: note: the call is here


@wp.kernel
def starred(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:19: error: expected a tuple, shape, vector, matrix or slice behind '*' but got float32
    y[0] = scaled(*y[0])


@wp.func
def two(x: float):
    return x, x


@wp.kernel
def result_of_two(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected one value but a call of 'two' gives 2
    y[0] = two(1.0) + 1.0


@wp.kernel
def two_for_three(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:15: error: expected 3 values, one for each name, or wp.tid() but got 2
    a, b, c = two(1.0)
    y[0] = a


@wp.func
def effect(y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.kernel
def result_of_none(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected one value but a call of 'effect' gives none
    y[0] = effect(y)


@wp.kernel
def function_as_a_value(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got the user function 'scaled'
    y[0] = scaled


@wp.kernel
def name_of_a_function(y: wp.array(dtype=float)):
    f = scaled
    # CHECK: [[#@LINE+1]]:5: error: expected 'g' to be assigned once: it holds no value but 'over'
    g = over
    g = scaled
    y[0] = f(1.0)


@wp.func_native("return x;")
def snippet(x: float) -> float: ...


@wp.kernel
def native(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a function in Python but 'snippet' is a snippet of C++
    y[0] = snippet(1.0)


@wp.func
def root(u: float):
    return wp.sqrt(u)


# CHECK: [[#@LINE+2]]:1: error: expected 2 parameters, those of 'root' and the adjoints of its results, but got 1
@wp.func_grad(root)
def adj_root(u: float):
    pass


@wp.kernel
def adjoint_parameters(y: wp.array(dtype=float)):
    y[0] = root(y[1])


@wp.func
def cube(u: float, n: int):
    return u * u * u


@wp.func_grad(cube)
def adj_cube(u: float, n: int, adj_ret: float):
    # CHECK: [[#@LINE+1]]:5: error: expected the adjoint of an argument of floats, in a function with @wp.func_grad, but got that of 'n'
    wp.adjoint[n] += 1


@wp.kernel
def adjoint_of_an_integer(y: wp.array(dtype=float)):
    y[0] = cube(y[1], 2)


@wp.func
def square(u: float):
    return u * u


@wp.func_grad(square)
def adj_square(u: float, adj_ret: float):
    # CHECK: [[#@LINE+1]]:12: error: expected 'return' without a value in an adjoint; add to wp.adjoint[...]
    return adj_ret


@wp.kernel
def adjoint_that_returns(y: wp.array(dtype=float)):
    y[0] = square(y[1])


# CHECK: [[#@LINE+1]]:12: error: expected an option of @wp.kernel such as 'enable_backward' but got 'fast'
@wp.kernel(fast=True)
def option(y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.func
def annotated(x: float) -> int:
    # CHECK: [[#@LINE+1]]:5: error: expected int32, as annotated, from 'annotated' but got float32
    return x


@wp.kernel
def result_annotated_otherwise(y: wp.array(dtype=float)):
    y[0] = float(annotated(y[1]))


@wp.func
def applied(f: wp.Function, x: float):
    return x


@wp.func_grad(applied)
def adj_applied(f: wp.Function, x: float, adj_ret: float):
    wp.adjoint[x] += adj_ret


@wp.func
def halved(x: float):
    return 0.5 * x


@wp.kernel
def adjoint_with_a_function(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE-16]]:1: error: expected no function as an argument of 'applied', which has an adjoint or a replay of its author's
    y[0] = applied(halved, 2.0)
