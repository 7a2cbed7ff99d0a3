# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""References, arrays of a thread, gradients of functions and options of kernels: refused for what Warp says of them."""
import warp as wp


HALF = wp.constant(0.5)


@wp.struct
class Box:
    value: float


@wp.func
def make_box():
    return Box(1.0)


@wp.func
def add_one(x: wp.ref[wp.float32]):
    x += 1.0


@wp.kernel
def reference_to_a_view(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:13: error: expected float32 for the parameter 'x' of 'add_one' but got array of float32
    add_one(x[0])


@wp.kernel
def reference_of_another_type(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:13: error: expected float32 for the parameter 'x' of 'add_one' but got int32; write float(...)
    add_one(x[0])


@wp.kernel
def reference_to_a_constant():
    # CHECK: [[#@LINE+1]]:13: error: expected a variable, which has an address, but got 'HALF'
    add_one(HALF)


@wp.kernel
def reference_to_an_index():
    for i in range(3):
        # CHECK: [[#@LINE+1]]:17: error: expected a variable, or an element or part of one, which has an address, but got an expression
        add_one(float(i) + 1.0)


@wp.kernel
def reference_to_a_literal():
    # CHECK: [[#@LINE+1]]:13: error: expected a variable, or an element or part of one, which has an address, but got a call of 'wp.float32'
    add_one(wp.float32(5.0))


@wp.kernel
def reference_to_a_part_of_a_result():
    # CHECK: [[#@LINE+1]]:13: error: expected a variable, or an element or part of one, which has an address, but got an expression
    add_one(make_box().value)


@wp.kernel(enable_backward=False)
def reference_to_a_name_of_a_literal():
    # CHECK: [[#@LINE+3]]:13: error: expected a variable, which has an address, but 'x' holds a literal
    # CHECK: [[#@LINE+1]]:9: note: write wp.float32(...) around this literal
    x = 1.0
    add_one(x)


@wp.kernel
def address(x: wp.array(dtype=wp.uint64)):
    # CHECK: [[#@LINE+1]]:12: error: expected a builtin that kgen has but got 'wp.address_of'
    x[0] = wp.address_of(x[1])


@wp.kernel
def address_of_a_sum(x: wp.array(dtype=wp.uint64)):
    # CHECK: [[#@LINE+1]]:26: error: expected a variable, or an element or part of one, which has an address, but got an expression
    x[0] = wp.address_of(x[1] + x[2])


@wp.kernel
def array_of_matrices():
    # CHECK: [[#@LINE+1]]:38: error: expected numbers or vectors as elements for 'wp.zeros' but got 'wp.mat22'
    a = wp.zeros(shape=(2, 3), dtype=wp.mat22)


@wp.kernel
def array_without_a_shape():
    # CHECK: [[#@LINE+1]]:9: error: expected a shape for 'wp.zeros'
    a = wp.zeros(dtype=int)


@wp.kernel
def array_that_is_too_large():
    # CHECK: [[#@LINE+1]]:24: error: expected at most 4 dimensions and 4096 numbers for 'wp.zeros'
    a = wp.zeros(shape=(1000, 5), dtype=int)


@wp.kernel
def array_without_elements():
    # CHECK: [[#@LINE+1]]:18: error: expected an extent from 1 to 4096 for 'wp.zeros' but got 0
    a = wp.zeros(0, dtype=int)


@wp.kernel
def index_outside_of_an_own_array(x: wp.array(dtype=int)):
    a = wp.zeros(shape=(2, 3), dtype=int)
    # CHECK: [[#@LINE+1]]:12: error: expected an index from -3 to 2 for an array of the shape (2, 3) but got 3
    x[0] = a[1, 3]


@wp.kernel
def row_as_a_value(x: wp.array(dtype=int)):
    a = wp.zeros(shape=(2, 3), dtype=int)
    # CHECK: [[#@LINE+1]]:12: error: expected a value but got an array of the thread's own, array of int32; read an element of it
    x[0] = a[1]


@wp.kernel
def row_that_is_assigned():
    a = wp.zeros(shape=(2, 3), dtype=int)
    # CHECK: [[#@LINE+1]]:5: error: expected an element to assign to but got an array of the thread's own, array of int32
    a[1] = 2


@wp.func
def first_of(a: wp.array(dtype=int)):
    return a[0]


@wp.kernel
def own_array_as_an_argument(x: wp.array(dtype=int)):
    a = wp.zeros(shape=3, dtype=int)
    # CHECK: [[#@LINE+1]]:21: error: expected array of int32 for the parameter 'a' of 'first_of' but got an array of the thread's own, array of int32
    x[0] = first_of(a)


@wp.kernel
def array_of_any_length():
    i = wp.tid()
    # CHECK: [[#@LINE+1]]:25: error: expected a literal or a constant in the shape for 'wp.zeros' but got 'i'
    a = wp.zeros(shape=(i,), dtype=int)


@wp.func
def own_array() -> wp.array2d[int]:
    # CHECK: [[#@LINE+1]]:12: error: expected 'wp.array2d', as annotated, from 'own_array' but got an array of fixed size
    return wp.zeros(shape=(2, 3), dtype=int)


@wp.kernel
def result_of_fixed_size():
    own_array()


@wp.func
def square(x: float):
    return x * x


@wp.kernel
def gradient_of_a_function(x: wp.array(dtype=float)):
    g = wp.grad(square)
    # CHECK: [[#@LINE+1]]:12: error: expected a function that kgen can call but got the gradient of 'square'
    x[0] = g(x[1])


@wp.kernel
def gradient_of_a_number(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:17: error: expected a function for 'wp.grad' but got 2.0
    g = wp.grad(2.0)


@wp.kernel
def gradient_assigned_again(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected 'g' to be assigned once: it holds no value but a call of 'wp.grad'
    g = wp.grad(square)
    g = 1.0


@wp.func
def apply(f: wp.Function, x: float):
    return f(x)


@wp.kernel
def special_builtin_as_argument(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:18: error: expected a function, or a builtin that computes a value from values, as argument but got 'wp.printf'
    x[0] = apply(wp.printf, 0.5)


@wp.func_native("return {};")
def native_box(x: float) -> Box: ...


@wp.kernel
def struct_of_a_snippet(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a scalar, vector, matrix, quaternion or transform as the result of the snippet 'native_box' but got the struct 'Box'
    b = native_box(x[0])


# CHECK: [[#@LINE+1]]:17: error: expected an identifier as the name of a kernel but got '1st'
@wp.kernel(name="1st")
def name_of_no_identifier():
    return


# CHECK: [[#@LINE+1]]:28: error: expected 'warp' or 'external_constant_params' as entry_point_abi but got 'external'
@wp.kernel(entry_point_abi="external")
def unknown_abi():
    return


# CHECK: [[#@LINE+1]]:28: error: expected enable_backward=False beside entry_point_abi='external_constant_params'
@wp.kernel(entry_point_abi="external_constant_params")
def pipeline_with_a_backward():
    return


# CHECK: [[#@LINE+2]]:1: error: expected exactly one parameter, a struct, with entry_point_abi='external_constant_params'
@wp.kernel(enable_backward=False, entry_point_abi="external_constant_params")
def pipeline_of_a_number(x: float):
    return


@wp.kernel(enable_backward=False, entry_point_abi="external_constant_params")
def thread_of_a_pipeline(p: Box):
    # CHECK: [[#@LINE+1]]:9: error: expected no wp.tid() in a kernel with entry_point_abi='external_constant_params'
    i = wp.tid()


@wp.kernel
def unknown_name(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a local name or a module constant but got 'missing', which is not defined
    f = missing
    x[0] = 1.0


@wp.kernel
def pair_of_doubles(x: wp.array(dtype=wp.float64)):
    # CHECK: [[#@LINE+1]]:9: error: expected 0, 1 or 6 components for vec6d but got 2
    s = wp.spatial_vectord(wp.vec3d(), wp.vec3d())
    x[0] = s[0]
