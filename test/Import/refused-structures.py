# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Structs, views, properties and statements about them that are not taken: each is refused where it stands."""
import warp as wp

G = wp.constant(wp.vec3(0.0, -9.8, 0.0))


@wp.struct
class Pair:
    first: float
    second: wp.vec3


@wp.struct
class Handle:
    # CHECK: [[#@LINE+1]]:5: error: expected a type that kgen has for the field 'mesh' of the struct 'Handle' but got 'wp.Mesh'
    mesh: wp.Mesh


@wp.kernel
def untyped_field(h: Handle, y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.kernel
# CHECK: [[#@LINE+1]]:36: error: expected a scalar, vector, matrix, quaternion, transform or struct as element type but got 'str'
def element_type(x: wp.array(dtype=str)):
    x[0] = 1.0


@wp.kernel
# CHECK: [[#@LINE+1]]:13: error: expected the type of a value or array but got 'wp.Mesh'
def mesh(m: wp.Mesh, y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.kernel
def unknown_field(p: Pair, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+2]]:12: error: expected a component of Pair but got 'third'
    # CHECK: [[#@LINE-31]]:1: note: the struct is here
    y[0] = p.third


@wp.kernel
def unknown_keyword(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:14: error: expected a field of Pair, each once, but got 'third'
    p = Pair(third=1.0)
    y[0] = p.first


@wp.kernel
def some_fields(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected all 2 fields of Pair, or none, but got 1
    p = Pair(1.0)
    y[0] = p.first


@wp.kernel
def field_type(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:19: error: expected vec3 but got vec2
    p = Pair(1.0, wp.vec2(1.0))
    y[0] = p.first


@wp.kernel
def index_of_a_struct(p: Pair, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an array, vector, matrix or quaternion to index but got Pair
    y[0] = p[0]


@wp.kernel
def store_of_a_view(a: wp.array2d(dtype=float), y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected 2 indices for array2d of float32 but got 1
    a[0] = y[0]


@wp.kernel
def row_for_a_row(a: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected 2 indices for array2d of float32 but got 1
    a[0] = a[1]


@wp.kernel
def store_to_a_constant(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected a local name or an array to assign to but got 'G', which is no constant of the module
    G[0] = 1.0


@wp.kernel
def quaternion_of_one(q: wp.array(dtype=wp.quat)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0 or 4 components for quat but got 1
    q[0] = wp.quat(1.0)


@wp.kernel
def seventh_of_a_transform(t: wp.transform, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an index from -7 to 6 for transform but got 7
    y[0] = t[7]


@wp.kernel
def slice_as_a_value(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a value but got a slice, array of float32; read an element of it
    y[0] = y[1:2]


@wp.kernel
def slice_of_an_array_that_is_assigned(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:7: error: expected an index for array of float32 but got a slice
    y[1:2] = 1.0


@wp.kernel
def slice_of_an_array_with_a_step(n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:13: error: expected a literal or a constant as the step of a slice but got 'n'
    z = y[::n]


@wp.kernel
def slice_of_an_array_without_a_step(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:13: error: expected a step other than 0 in a slice
    z = y[::0]


@wp.kernel
def slices_of_too_many_dimensions(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected 1 index for array of float32 but got 2
    z = y[1:, 2:]


@wp.kernel
def index_of_a_slice_with_two(y: wp.array(dtype=float)):
    z = y[1:2]
    # CHECK: [[#@LINE+1]]:12: error: expected 1 index for a slice, array of float32 but got 2
    y[0] = z[0, 1]


@wp.kernel
def slice_assigned_again(y: wp.array(dtype=float)):
    z = y[1:]
    if y[0] > 1.0:
        # CHECK: [[#@LINE+1]]:9: error: expected 'z' to be assigned once: it holds no value but an expression
        z = y[2:]


@wp.kernel
def slice_of_nothing(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:11: error: expected bounds around at least one component
    u = v[2:2]
    y[0] = u[0]


@wp.kernel
def slice_of_what_is_known_later(v: wp.vec3, n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:13: error: expected a literal or a constant in a slice but got 'n'
    u = v[0:n]
    y[0] = u[0]


@wp.kernel
def slice_that_stands_still(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:11: error: expected a step other than 0 in a slice
    u = v[0:2:0]
    y[0] = u[0]


@wp.kernel
def two_slices_of_a_vector(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected at most 1 index for vec3 but got 2
    u = v[0:2, 1]
    y[0] = u[0]


@wp.kernel
def row_that_is_not_there(m: wp.mat33, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:11: error: expected an index from -3 to 2 for mat33 but got 3
    u = m[3, 0:2]
    y[0] = u[0]


@wp.kernel
def slice_of_another_length(v: wp.vec4, y: wp.array(dtype=float)):
    u = v
    # CHECK: [[#@LINE+1]]:13: error: expected vec3, as the slice is, but got vec2
    u[1:] = wp.vec2(5.0, 6.0)
    y[0] = u[0]


@wp.kernel
def slice_of_other_scalars(v: wp.vec4, y: wp.array(dtype=float)):
    u = v
    # CHECK: [[#@LINE+1]]:13: error: expected vec3, as the slice is, but got float64
    u[1:] = wp.float64(5.0)
    y[0] = u[0]


@wp.kernel
def third_of_two(y: wp.array(dtype=float)):
    t = (1.0, 2.0)
    # CHECK: [[#@LINE+1]]:14: error: expected a literal index from -2 to 1 but got 2
    y[0] = t[2]


@wp.kernel
def annotated_otherwise(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:16: error: expected float32, as annotated, but got int32; write 1.0
    x: float = 1
    y[0] = x


@wp.kernel
def annotated_only(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected a value for 'x'
    x: float
    y[0] = 1.0


@wp.kernel
def printf_of_a_vector(v: wp.vec3):
    # CHECK: [[#@LINE+1]]:21: error: expected a scalar to print but got vec3
    wp.printf("%g", v)


@wp.kernel
def printf_without_a_format(x: float):
    # CHECK: [[#@LINE+1]]:5: error: expected a literal format and values for 'wp.printf'
    wp.printf(x)


@wp.kernel
def assert_with_a_number(x: float):
    # CHECK: [[#@LINE+1]]:21: error: expected a literal string as the message of an assert but got 3
    assert x > 0.0, 3


@wp.kernel
def identity_of_integers(q: wp.array(dtype=wp.quat)):
    # CHECK: [[#@LINE+1]]:35: error: expected a float type but got 'int'
    q[0] = wp.quat_identity(dtype=int)


@wp.kernel
def compared_structs(p: Pair, q: Pair, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:8: error: expected scalars to compare but got Pair and Pair; compare components
    if p == q:
        y[0] = 1.0


@wp.kernel
def tuple_as_a_value(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an expression that a kernel can have but got a tuple
    y[0] = (1.0, 2.0)


@wp.kernel
def shape_as_a_value(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected a component of array of int32 but got 'shape'; write one dimension, y.shape[0]
    y[0] = y.shape


@wp.kernel
def deleted(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected a statement that a kernel can have but got a del statement
    del y


@wp.kernel
def one_expected(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: error: expected two values for 'wp.expect_eq'
    wp.expect_eq(y[0])


@wp.kernel
def near_integers(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:20: error: expected floats to compare but got int32
    wp.expect_near(y[0], 1, 1)


@wp.kernel
def equal_arrays(y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:18: error: expected a scalar, vector, matrix, quaternion or transform to compare but got array of int32
    wp.expect_eq(y, y)


@wp.kernel
def printf_of_many(i: int):
    # CHECK: [[#@LINE+1]]:5: error: expected at most 32 values for 'wp.printf', as in Warp, but got 33
    wp.printf("%d", i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i)


@wp.kernel
def shape_apart(a: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:21: error: expected 2 values, one for each name, but Warp does not take a shape apart; write a.shape[0]
    rows, columns = a.shape
    a[0, 0] = float(rows)


@wp.kernel
def slice_of_an_element(y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:5: error: expected a slice of a local vector or matrix to assign to, as in Warp, but got one of an element of an array
    y[0][:2] = wp.vec2(5.0, 6.0)
