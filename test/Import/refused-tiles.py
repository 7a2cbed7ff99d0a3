# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Tiles: one that is used as Warp does not take it is refused for what Warp says, another for what kgen has no value for."""
import warp as wp

M = 16
N = 32
TINY = wp.constant(wp.float32(1.0e-46))


@wp.struct
class Pair:
    a: float
    b: float


@wp.func
def first(p: Pair, q: Pair):
    return p.a


@wp.func
def three(p: Pair, q: Pair, r: Pair):
    return p


@wp.func
def sum_of_pairs(p: Pair, q: Pair):
    return Pair(p.a + q.a, p.b + q.b)


@wp.kernel
def part_of_a_part(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:5: error: expected a tile that a thread can hold (numbers or vectors, at most 4096 numbers, extents that are known) but got a part of a part of one
    t[2:4][0, :] = wp.tile_ones(shape=N, dtype=float)


@wp.kernel
def too_large(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a tile that a thread can hold (numbers or vectors, at most 4096 numbers, extents that are known) but got 'wp.tile_load', a tile of float32 of the shape (64, 65)
    t = wp.tile_load(x, shape=(64, 65))
    wp.tile_store(x, t)


@wp.kernel
def tile_of_matrices(x: wp.array3d(dtype=wp.mat22)):
    # CHECK: [[#@LINE+1]]:9: error: expected a tile that a thread can hold (numbers or vectors, at most 4096 numbers, extents that are known) but got 'wp.tile_load', a tile of mat22 of the shape (2, 2, 2)
    t = wp.tile_load(x, shape=(2, 2, 2))
    wp.tile_store(x, t)


@wp.kernel
def view_of_what_changes(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:9: error: expected a tile that does not change, since 'u' stands for 't' or a part of it, and kgen's tiles are values
    u = wp.tile_transpose(t)
    t[0, 0] = 1.0
    wp.tile_store(x, t + wp.tile_transpose(u))


@wp.kernel
def value_of_a_tile(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:15: error: expected a value but got a tile of float32; read an element of it
    x[0, 0] = t


@wp.kernel
def other_shapes(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:22: error: expected tiles of one shape for '+' but got (16, 32) and (32, 16)
    wp.tile_store(x, wp.tile_load(x, shape=(M, N)) + wp.tile_load(x, shape=(N, M)))


@wp.kernel
def shape_of_one(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:31: error: expected 2 extents for a tile of an array with as many dimensions but got 1
    t = wp.tile_load(x, shape=M)


@wp.kernel
def products_that_do_not_fit(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:9: error: expected tiles whose product there is for 'wp.tile_matmul' but got (16, 32) and (16, 32)
    u = wp.tile_matmul(t, t)


@wp.kernel
def not_a_tile(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:21: error: expected a tile for 'wp.tile_sum' but got float32
    s = wp.tile_sum(x[0, 0])


@wp.kernel
def tile_that_kgen_does_not_follow(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.tile_stack', since kgen has no stacks that the threads of a block share
    t = wp.tile_stack(capacity=4, dtype=float)


@wp.kernel
def broadcast_to_five(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=1)
    # CHECK: [[#@LINE+1]]:32: error: expected 1 to 4 extents for 'wp.tile_broadcast' but got 5
    wp.tile_broadcast(t, shape=(1, 1, 1, 1, 1))


@wp.kernel
def vectors_by_a_vector(x: wp.array(dtype=wp.vec3)):
    t = wp.tile_load(x, shape=8)
    # CHECK: [[#@LINE+1]]:22: error: expected a scalar, or a tile of scalars, on one side of '/' but got tile of vec3 and vec3
    wp.tile_store(x, t / wp.vec3(1.0, 2.0, 3.0))


@wp.kernel
def vectors_by_vectors(x: wp.array(dtype=wp.vec3)):
    t = wp.tile_load(x, shape=8)
    # CHECK: [[#@LINE+1]]:22: error: expected a scalar, or a tile of scalars, on one side of '*' but got tile of vec3 and tile of vec3
    wp.tile_store(x, t * t)


@wp.kernel
def range_of_four():
    # CHECK: [[#@LINE+1]]:9: error: expected at most 3 positional arguments for 'wp.tile_arange' but got 4
    t = wp.tile_arange(5, 5, 1, 99, dtype=int)


@wp.kernel
def range_of_pairs():
    # CHECK: [[#@LINE+1]]:33: error: expected a numeric scalar dtype for 'wp.tile_arange' but got Pair
    t = wp.tile_arange(M, dtype=Pair)


@wp.kernel
def range_to_a_parameter(n: int):
    # CHECK: [[#@LINE+1]]:27: error: expected a literal or a constant for 'wp.tile_arange' but got 'n'
    t = wp.tile_arange(0, n, dtype=int)


@wp.kernel
def range_of_wide_integers():
    # CHECK: [[#@LINE+1]]:27: error: expected an integer of at most 64 bits for 'wp.tile_arange' but got an integer of more than 64 bits
    t = wp.tile_arange(0, 1180591620717411303424, dtype=float)


@wp.kernel
def range_with_a_fraction():
    # CHECK: [[#@LINE+1]]:29: error: expected a number of type int32 for 'wp.tile_arange' but 3.5 has a fractional part
    t = wp.tile_arange(0.0, 3.5, dtype=int)


@wp.kernel
def range_out_of_reach():
    # CHECK: [[#@LINE+1]]:27: error: expected a number that int32 holds for 'wp.tile_arange' but got 1099511627776
    t = wp.tile_arange(0, 1099511627776, dtype=int)


@wp.kernel
def range_to_infinity():
    # CHECK: [[#@LINE+1]]:29: error: expected a number that float32 holds for 'wp.tile_arange' but got 1e+300
    t = wp.tile_arange(0.0, 1.0e300, dtype=float)


@wp.kernel
def range_without_steps():
    # CHECK: [[#@LINE+1]]:35: error: expected a step other than 0 for 'wp.tile_arange'
    t = wp.tile_arange(0.0, TINY, TINY, dtype=wp.float32)


@wp.kernel
def range_beyond_counting():
    # CHECK: [[#@LINE+1]]:9: error: expected a range for 'wp.tile_arange' whose elements can be counted
    t = wp.tile_arange(0.0, 1.0, 5.0e-324, dtype=wp.float64)


@wp.kernel
def ones_of_pairs():
    # CHECK: [[#@LINE+1]]:9: error: expected numbers for 'wp.tile_ones' but got the struct Pair, which has no one
    t = wp.tile_ones(M, dtype=Pair)


@wp.kernel
def least_of_pairs(x: wp.array(dtype=Pair)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:22: error: expected a tile of scalars for 'wp.tile_min' but got a tile of Pair
    wp.tile_store(x, wp.tile_min(t))


@wp.kernel
def reduced_by_a_builtin(x: wp.array(dtype=Pair)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:24: error: expected an operator with an overload for Pair but got 'wp.min'
    r = wp.tile_reduce(wp.min, t)


@wp.kernel
def reduced_to_another_type(x: wp.array(dtype=Pair)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:24: error: expected an operator that gives Pair, as the tile has, but 'first' gives float32
    r = wp.tile_reduce(first, t)


@wp.kernel
def reduced_by_one_of_three(x: wp.array(dtype=Pair)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'r' for 'three'
    r = wp.tile_reduce(three, t)


@wp.kernel
def product_of_complex(x: wp.array2d(dtype=wp.vec2)):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:9: error: expected tiles of real scalars for 'wp.tile_matmul' but got a tile of vec2
    r = wp.tile_matmul(t, t, precision="tf32")


@wp.kernel
def product_in_bfloat16(x: wp.array2d(dtype=wp.bfloat16)):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:9: error: expected an 'out' tile of float16, float32 or float64 for 'wp.tile_matmul' but got bfloat16
    r = wp.tile_matmul(t, t)


@wp.kernel
def backward_of_bfloat16(x: wp.array2d(dtype=wp.bfloat16), y: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(8, 8))
    r = wp.tile_zeros(shape=(8, 8), dtype=float)
    # CHECK: [[#@LINE+1]]:5: error: expected 'a' and 'b' of float16, float32 or float64 for 'wp.tile_matmul' where the kernel has a backward but got bfloat16
    wp.tile_matmul(t, t, r)


@wp.kernel
def unknown_precision(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:40: error: expected 'default' or 'tf32' as precision but got 'fp8'
    r = wp.tile_matmul(t, t, precision="fp8")


@wp.kernel
def precision_of_a_parameter(x: wp.array2d(dtype=float), mode: int):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:40: error: expected 'default' or 'tf32' as precision but got 'mode'
    r = wp.tile_matmul(t, t, precision=mode)


@wp.kernel
def tf32_of_doubles(x: wp.array2d(dtype=wp.float64)):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:40: error: expected tiles of float32 for precision='tf32' but got tiles of float64
    r = wp.tile_matmul(t, t, precision="tf32")


@wp.kernel
def index_of_floats():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    at = wp.tile_arange(0.0, 8.0, 1.0, dtype=float)
    # CHECK: [[#@LINE+1]]:14: error: expected a tile of integers as index but got a tile of float32
    rows = t[at, :]


@wp.kernel
def index_beside_a_slice():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    at = wp.tile_arange(0, 4, dtype=int)
    # CHECK: [[#@LINE+1]]:18: error: expected ':' on all axes of a tile but that of the index tile
    rows = t[at, 1:5]


@wp.kernel
def fraction_as_index():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:13: error: expected integers or slices as index of a tile but got float32
    row = t[1.5, :]


@wp.kernel
def index_out_of_bounds():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:13: error: expected an index from -16 to 15 for a dimension of the tile but got 100
    row = t[100, :]


@wp.kernel
def offset_out_of_bounds():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:35: error: expected an offset from 0 to 15 for a dimension of the tile but got -1
    row = wp.tile_view(t, offset=(-1,))


@wp.kernel
def slice_of_nothing():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:15: error: expected bounds around at least one component
    empty = t[4:4, :]


@wp.kernel
def slice_to_a_parameter(n: int):
    t = wp.tile_ones(shape=(N,), dtype=float)
    # CHECK: [[#@LINE+1]]:42: error: expected a literal or a constant in a slice but got 'n'
    v = wp.tile_view(t, offset=(slice(0, n, 1),))


@wp.kernel
def shape_beside_a_slice():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:59: error: expected no 'shape' beside a slice in 'offset'
    v = wp.tile_view(t, offset=(slice(0, 2, 1), 3), shape=(2, 3))


@wp.kernel
def reshaped_steps():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:9: error: expected a contiguous tile for 'wp.tile_reshape' but got a view with steps
    v = wp.tile_reshape(t[::2, ::2], shape=(128,))


@wp.kernel
def scalar_into_a_slice():
    t = wp.tile_zeros(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:17: error: expected a tile of the shape (4, 32) but got float32
    t[0:4, :] = 1.0


@wp.kernel
def tile_into_another_slice():
    t = wp.tile_zeros(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:17: error: expected a tile of the shape (4, 32) but got one of the shape (5, 32)
    t[0:4, :] = wp.tile_ones(shape=(5, N), dtype=float)


@wp.kernel
def sum_into_a_row():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:5: error: expected an augmented assignment to an element of a tile but got one to a view of it
    t[0] += wp.tile_ones(shape=(N,), dtype=float)


@wp.kernel(enable_backward=False, entry_point_abi="external_constant_params")
def shared_in_a_pipeline(p: Pair):
    # CHECK: [[#@LINE+1]]:59: error: expected no tile in shared memory in a kernel with entry_point_abi='external_constant_params'
    t = wp.tile_zeros(shape=32, dtype=wp.float32, storage="shared")


@wp.kernel
def store_of_another_type(x: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:22: error: expected a tile of int32, as the array holds, but got a tile of float32
    wp.tile_store(x, wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def store_of_a_row(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:22: error: expected a tile with 2 dimensions, as the array has, but got one with 1
    wp.tile_store(x, wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def two_offsets(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:44: error: expected 1 offset but got 2
    t = wp.tile_load(x, shape=(M,), offset=(0, 1))


@wp.kernel
def sum_of_flags(x: wp.array(dtype=bool)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:24: error: expected an array of numbers to add to but got array of bool
    wp.tile_atomic_add(x, t)


@wp.kernel
def map_of_a_number():
    # CHECK: [[#@LINE+1]]:21: error: expected a function for 'wp.tile_map' but got 'M'
    t = wp.tile_map(M, wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def map_by_keyword():
    # CHECK: [[#@LINE+1]]:29: error: expected the arguments of 'wp.tile_map' by position
    t = wp.tile_map(wp.sin, a=wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def map_with_an_array(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:65: error: expected a tile or a value for 'wp.tile_map' but got array of float32
    t = wp.tile_map(wp.min, wp.tile_ones(shape=M, dtype=float), x)


@wp.kernel
def map_from_a_number():
    # CHECK: [[#@LINE+1]]:29: error: expected a tile as the first argument of 'wp.tile_map' after its function but got float32
    t = wp.tile_map(wp.min, 1.0, wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def map_of_two_shapes():
    # CHECK: [[#@LINE+1]]:65: error: expected tiles of one shape for 'wp.tile_map'
    t = wp.tile_map(wp.min, wp.tile_ones(shape=M, dtype=float), wp.tile_ones(shape=N, dtype=float))


@wp.kernel
def map_of_nothing():
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'a' of 'wp.tile_map'
    t = wp.tile_map(wp.sin)


@wp.kernel
def map_without_overload():
    # CHECK: [[#@LINE+1]]:21: error: expected an operator with an overload for the tiles' elements but got 'wp.sin'
    t = wp.tile_map(wp.sin, wp.tile_ones(shape=M, dtype=int))


@wp.kernel
def sum_with_a_number():
    # CHECK: [[#@LINE+1]]:9: error: expected tiles on both sides of '+' but got tile of float32 and float32
    t = wp.tile_ones(shape=M, dtype=float) + 1.0


@wp.kernel
def remainder_of_tiles():
    t = wp.tile_ones(shape=M, dtype=float)
    # CHECK: [[#@LINE+1]]:9: error: expected '+', '-', '*', '/', '&', '|' or '^' between tiles but got '%'; write wp.tile_map
    u = t % t


@wp.kernel
def product_of_integers():
    t = wp.tile_ones(shape=(M, M), dtype=int)
    # CHECK: [[#@LINE+1]]:9: error: expected tiles of floats for 'wp.tile_matmul' but got a tile of int32
    u = wp.tile_matmul(t, t)


@wp.kernel
def axis_out_of_bounds():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:29: error: expected an axis from 0 to 1 but got 2
    u = wp.tile_sum(t, axis=2)


@wp.kernel
def sum_of_bools(x: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:9: error: expected a tile of numbers for 'wp.tile_sum' but got a tile of bool
    s = wp.tile_sum(wp.tile_load(x, shape=M))


@wp.kernel
def negated_bools(x: wp.array(dtype=Pair)):
    # CHECK: [[#@LINE+1]]:10: error: expected a tile that a thread can hold (numbers or vectors, at most 4096 numbers, extents that are known) but got 'wp.tile_load', a tile of Pair of the shape (16,)
    s = -wp.tile_load(x, shape=M)


@wp.kernel
def scan_of_vectors(x: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:9: error: expected a tile of numbers for 'wp.tile_scan_inclusive' but got a tile of vec3
    s = wp.tile_scan_inclusive(wp.tile_load(x, shape=M))


@wp.kernel
def broadcast_of_three():
    # CHECK: [[#@LINE+1]]:69: error: expected a shape that a tile of the shape (3,) can be broadcast to but got (16, 32)
    t = wp.tile_broadcast(wp.tile_ones(shape=3, dtype=float), shape=(M, N))


@wp.kernel
def reshape_to_less():
    # CHECK: [[#@LINE+1]]:72: error: expected a shape of 512 elements but got (16, 16)
    t = wp.tile_reshape(wp.tile_ones(shape=(M, N), dtype=float), shape=(M, M))


@wp.kernel
def transpose_of_a_row():
    # CHECK: [[#@LINE+1]]:9: error: expected a tile with two dimensions for 'wp.tile_transpose' but got one with 1
    t = wp.tile_transpose(wp.tile_ones(shape=M, dtype=float))


@wp.kernel
def vectors_as_integers(x: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:9: error: expected numbers for 'wp.tile_astype' but got a tile of vec3 for int32
    t = wp.tile_astype(wp.tile_load(x, shape=M), dtype=int)


@wp.kernel
def three_indices(x: wp.array(dtype=float)):
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:12: error: expected at most 2 indices for the tile but got 3
    x[0] = t[0, 1, 2]


@wp.kernel
def view_of_three_extents():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:46: error: expected 2 extents, as the tile has, but got 3
    u = wp.tile_view(t, offset=(0, 0), shape=(1, 2, 3))


@wp.kernel
def view_beyond():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:33: error: expected an offset from 0 to 8 for a view of 8 of 16 but got 10
    u = wp.tile_view(t, offset=(10, 0), shape=(8, 2))


@wp.kernel
def assigned_row():
    t = wp.tile_ones(shape=(M, N), dtype=float)
    # CHECK: [[#@LINE+1]]:5: error: expected tiles of one type and as many dimensions for 'wp.tile_assign' but got a tile of float32 of the shape (16, 32) and a tile of float32 of the shape (32,)
    wp.tile_assign(t, wp.tile_ones(shape=N, dtype=float))


@wp.kernel
def product_into_an_expression():
    t = wp.tile_ones(shape=(M, M), dtype=float)
    # CHECK: [[#@LINE+1]]:26: error: expected the name of a tile to change but got a call of 'wp.tile_zeros'
    wp.tile_matmul(t, t, wp.tile_zeros(shape=(M, M), dtype=float))


@wp.kernel
def load_of_nothing():
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'a' of 'wp.tile_load'
    t = wp.tile_load(shape=M)


@wp.kernel
def load_of_a_number(x: float):
    # CHECK: [[#@LINE+1]]:22: error: expected an array for 'wp.tile_load' but got float32
    t = wp.tile_load(x, shape=M)


@wp.kernel
def another_tile(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    for i in range(3):
        # CHECK: [[#@LINE+1]]:13: error: expected tile of float32 of the shape (16,), the type of 't', but got tile of float32 of the shape (32,)
        t = wp.tile_load(x, shape=N)


@wp.kernel
def returned_tile(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:18: error: expected float32 for the parameter 't' of 'first_of' but got a tile of float32 of the shape (16,)
    y = first_of(t)


@wp.func
def first_of(t: float):
    return t
