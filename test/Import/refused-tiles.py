# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Tiles: a kernel that uses them as Warp does is refused for its first tile, one that does not for what Warp says."""
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
def well_used(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float), v: wp.array(dtype=Pair), n: int):
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.tile_load'
    t = wp.tile_load(x, shape=(M, N), offset=(n, 0), storage="shared")
    rows = t[wp.tile_arange(4, dtype=int), :]
    half = wp.tile_view(t, offset=(slice(0, 8, 1), 0))
    part = wp.tile_view(t, offset=(n, 3), shape=(2, 2))
    flat = wp.tile_reshape(t[1:3], shape=(2 * N,))
    t[0:4, :] = wp.tile_ones(shape=(4, N), dtype=float)
    t[n, 0] += 1.0
    u = 2.0 * t / wp.tile_broadcast(t, shape=(M, N))
    w = wp.tile_matmul(u, wp.tile_zeros(shape=(N, M), dtype=float), precision="tf32")
    for i in range(3):
        w = w + w
    s = wp.tile_reduce(wp.max, t)
    p = wp.tile_reduce(sum_of_pairs, wp.tile_load(v, shape=M))
    k = wp.tile_argmax(t)
    wp.tile_store(y, w, offset=(0, 0))


@wp.kernel
def tile_that_kgen_does_not_follow(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.tile_fft'
    t = wp.tile_fft(x)


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
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.tile_load'
    t = wp.tile_load(x, shape=M)
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


@wp.kernel(enable_backward=False)
def no_backward_of_bfloat16(x: wp.array2d(dtype=wp.bfloat16), y: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.tile_load'
    t = wp.tile_load(x, shape=(8, 8))
    r = wp.tile_zeros(shape=(8, 8), dtype=float)
    wp.tile_matmul(t, t, r)


@wp.kernel
def unknown_precision(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:40: error: expected a literal 'default' or 'tf32' as precision but got 'fp8'
    r = wp.tile_matmul(t, t, precision="fp8")


@wp.kernel
def precision_of_a_parameter(x: wp.array2d(dtype=float), mode: int):
    t = wp.tile_load(x, shape=(8, 8))
    # CHECK: [[#@LINE+1]]:40: error: expected a literal 'default' or 'tf32' as precision but got 'mode'
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
