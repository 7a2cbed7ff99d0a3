# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""References, arrays of a thread, gradients of functions and options of kernels: refused for what Warp says of them."""
import warp as wp


@wp.struct
class Box:
    value: float


@wp.func
def make_box():
    return Box(1.0)


@wp.func
def add_one(x: wp.ref[wp.float32]):
    x += 1.0


@wp.func
def add_one_for_all(x: wp.array(dtype=float), i: int):
    # CHECK: [[#@LINE+1]]:5: error: expected parameters that are values or arrays but 'add_one' takes a reference
    add_one(x[i])


@wp.kernel(enable_backward=False)
def reference_in_a_function(x: wp.array(dtype=float)):
    add_one_for_all(x, wp.tid())


@wp.kernel(module_options={"enable_backward": False})
def reference(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected parameters that are values or arrays but 'add_one' takes a reference
    add_one(x[0])


@wp.kernel
def reference_with_a_backward(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected enable_backward=False for a kernel that calls 'add_one', since what a reference changes has no gradient
    add_one(x[0])


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
def array_of_a_thread():
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.zeros'
    a = wp.zeros(shape=(2, 3), dtype=int)


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
