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
def short_swap(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:5: error: expected an array, its indices and two values for 'wp.atomic_cas' but got 3 arguments
    wp.atomic_cas(y, 0, 1)


@wp.kernel
def keyword_of_a_swap(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:28: error: expected 'compare' or 'value' as keyword but got 'expected'
    wp.atomic_cas(y, 0, 1, expected=1)


@wp.kernel
def swap_of_vectors(y: wp.array(dtype=wp.vec2)):
    # CHECK: [[#@LINE+1]]:19: error: expected an array of scalars but got array of vec2
    wp.atomic_cas(y, 0, wp.vec2(), wp.vec2())


@wp.kernel
def bits_of_floats(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:19: error: expected an array of integers but got array of float32
    wp.atomic_and(y, 0, 1.0)


@wp.kernel
def exchange_of_bytes(y: wp.array(dtype=wp.uint8)):
    # CHECK: [[#@LINE+1]]:20: error: expected an array of 32-bit or 64-bit numbers but got array of uint8
    wp.atomic_exch(y, 0, wp.uint8(1))


@wp.kernel
def block_of_a_kernel(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0 arguments for 'wp.block_dim' but got 1
    y[0] = wp.block_dim(1)


@wp.kernel
def sum_of_flags(y: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:5: error: expected numbers to add to but got bool
    y[0] += True


@wp.kernel
def starred(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:19: error: expected a tuple, shape, vector, matrix or slice behind '*' but got array of float32
    y[0] = wp.max(*y)


@wp.kernel
def starred_number(y: wp.array(dtype=wp.vec3)):
    x = 42
    # CHECK: [[#@LINE+1]]:20: error: expected a tuple, shape, vector, matrix or slice behind '*' but got int32
    y[0] = wp.vec3(*x)


@wp.kernel
def starred_without_an_end(x: wp.array(dtype=float), y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:23: error: expected an upper bound for the slice of an array, whose length is not known
    y[0] = wp.vec3(*x[0:])


@wp.kernel
def starred_to_a_variable(x: wp.array(dtype=float), n: int, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:24: error: expected a literal or a constant in a slice but got 'n'
    y[0] = wp.vec3(*x[:n])


@wp.kernel
def starred_backwards(x: wp.array(dtype=float), y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:24: error: expected a bound of at least 0 and a step of at least 1 for the slice of an array but got -3
    y[0] = wp.vec3(*x[:-3])


@wp.kernel
def starred_rows(x: wp.array2d(dtype=float), y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:23: error: expected a slice of an array of one dimension behind '*' but got one of array2d of float32
    y[0] = wp.vec3(*x[0:3])


@wp.kernel
def starred_far(x: wp.array(dtype=float), y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:23: error: expected at most 4096 elements behind '*'
    y[0] = wp.vec3(*x[0:100000])


@wp.kernel
def starred_too_few(v: wp.vec4, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0, 1 or 3 components for vec3 but got 2
    y[0] = wp.vec3(*v[:2])


@wp.kernel
def length_without_a_type(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a literal 'length', with at most 4096 components, and a scalar 'dtype' for 'wp.vector'
    v = wp.vector()
    y[0] = v[0]


@wp.kernel
def fewer_than_said(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected 0, 1 or 12345 components but got 2
    v = wp.vector(1.0, 2.0, length=12345)
    y[0] = v[0]


@wp.kernel
def quaternion_of_integers(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a float 'dtype' for 'wp.quaternion'
    q = wp.quaternion(1, 2, 3, 4, dtype=int)
    y[0] = q[0]


@wp.kernel
def values_of_two_types(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:24: error: expected values of one type but got float32 and int32
    v = wp.vector(1.0, 2)
    y[0] = v[0]


@wp.kernel
def copy_of_a_longer_one(v: wp.vec2, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:20: error: expected a vector as large as vec3 to copy but got vec2
    y[0] = wp.vec3(v)


@wp.kernel
def transform_of_two_numbers(y: wp.array(dtype=wp.transform)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0, 1 or 7 components for transform, or a position and a rotation, but got 2
    y[0] = wp.transform(1.0, 2.0)


@wp.kernel
def copy_of_other_scalars(t: wp.transform, y: wp.array(dtype=wp.transformd)):
    # CHECK: [[#@LINE+1]]:26: error: expected transformd to copy but got transform
    y[0] = wp.transformd(t)


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
    # CHECK: [[#@LINE+1]]:20: error: expected a dimension from 0 to 3 but got 4
    y[0] = y.shape[4]


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
def identity_of_many(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a literal size 'n' from 1 to 64 for wp.identity
    m = wp.identity(n=65, dtype=float)
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
