# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Calls, targets and indices that are not taken: each is refused where it stands."""
import warp as wp

LIMIT = 3


@wp.kernel
def call_of_a_local(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a function but got the local name 'x'
    y[0] = x(1.0)


@wp.kernel
def keyword_of_a_cast(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:18: error: expected no keyword arguments for 'float' but got 'value'
    y[0] = float(value=x)


@wp.kernel
def cast_of_a_vector(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:18: error: expected a scalar but got vec3
    y[0] = float(v)


@wp.kernel
def length_of_a_number(x: float, y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:16: error: expected an array, vector or matrix but got float32
    y[0] = len(x)


@wp.kernel
def keyword_of_an_atomic(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:25: error: expected 'value' as keyword but got 'amount'
    wp.atomic_add(y, 0, amount=1.0)


@wp.kernel
def short_atomic(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected an array, its indices and a value for 'wp.atomic_add' but got 1 argument
    wp.atomic_add(y)


@wp.kernel
def atomic_of_a_number(x: float):
    # CHECK: [[#@LINE+1]]:19: error: expected an array but got float32
    wp.atomic_add(x, 0, 1.0)


@wp.kernel
def atomic_of_flags(y: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:19: error: expected an array of numbers but got array of bool
    wp.atomic_max(y, 0, True)


@wp.kernel
def sum_of_flags(y: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:5: error: expected numbers to add to but got bool
    y[0] += True


@wp.kernel
def starred(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:19: error: expected an argument but got a starred expression; write the components
    y[0] = wp.max(*y)


@wp.kernel
def name_of_warp(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a value but got 'wp.float32'
    y[0] = wp.float32


@wp.kernel
def shape_of_a_number(x: float, y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a component of float32 but got 'shape'
    y[0] = x.shape[0]


@wp.kernel
def far_dimension(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:20: error: expected a dimension from 0 to 0 but got 1
    y[0] = y.shape[1]


@wp.kernel
def index_of_a_number(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an array, vector, matrix or quaternion to index but got float32
    y[0] = x[0]


@wp.kernel
def vector_as_condition(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:8: error: expected a bool or number as condition but got vec3
    if v:
        y[0] = 1.0


@wp.kernel
def keyword_of_a_constructor(y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:20: error: expected a positional argument but got 'x'
    y[0] = wp.vec3(x=1.0)


@wp.kernel
def identity_of_one(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a literal size 'n' from 2 to 4 for wp.identity
    m = wp.identity(n=1, dtype=float)
    y[0] = m[0, 0]


@wp.kernel
def identity_of_integers(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:32: error: expected a float type but got 'int'
    m = wp.identity(n=2, dtype=int)
    y[0] = m[0, 0]


@wp.kernel
def text(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a number or bool but got a string
    y[0] = "one"


@wp.kernel
def tuple_target(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:6: error: expected a name, an element or a component to assign to but got a starred expression
    (*y,) = (1.0,)


@wp.kernel
def sum_into_a_call(y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:5: error: expected a local name or an array but got a call of 'wp.vec3'
    wp.vec3(1.0)[0] = 2.0


@wp.kernel
def array_assigned(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected array of float32, the type of 'y', but got float32
    y = 1.0


@wp.kernel
def print_of_an_array(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:11: error: expected a scalar, vector, matrix, quaternion or transform to print but got array of float32
    print(y)


@wp.kernel
def empty_range(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:14: error: expected 1 to 3 arguments for 'range' but got 0
    for k in range():
        y[0] = 1.0


@wp.kernel
def two_loop_variables(n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a name as loop variable but got a tuple
    for k, l in range(n):
        y[k] = 1.0


@wp.kernel
@wp.func
def decorated():
    # CHECK: [[#@LINE-2]]:2: error: expected @wp.kernel alone but got another decorator, 'wp.func'
    pass


@wp.kernel
def with_result(y: wp.array(dtype=float)) -> float:
    # CHECK: [[#@LINE-1]]:46: error: expected a kernel without a result; write it to an array
    y[0] = 1.0
