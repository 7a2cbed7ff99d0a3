# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Functions of tiles whose arguments Warp does not take."""
import warp as wp

M = 4
N = 6


@wp.func
def grown(t: wp.tile[float, M]):
    # CHECK-DAG: [[#@LINE-1]]:11: error: expected a tile that the function does not change, since it is the caller's too, and kgen's tiles are values
    t += wp.tile_ones(shape=M, dtype=float)
    return t


@wp.func
def greater(t: wp.tile[float, M], u: wp.tile[float, M]):
    if t[0] > u[0]:
        return t
    # CHECK-DAG: [[#@LINE+1]]:5: error: expected a tile that 't' is, as from the other return of 'greater', but got 'u'
    return u


@wp.func
def shaped(t: wp.tile[float, 2, 2, 2], u: wp.tile[float, 8], n: int):
    if n > 0:
        return t
    # CHECK-DAG: [[#@LINE+1]]:5: error: expected a tile of the shape (2, 2, 2), as from the other return of 'shaped', but got (8,)
    return u


@wp.func
def grown_by_a_view(t: wp.tile[float, 2, 2]):
    # CHECK-DAG: [[#@LINE-1]]:21: error: expected a tile that the function does not change, since it is the caller's too, and kgen's tiles are values
    row = t[0]
    t = wp.tile_zeros(shape=(2, 2), dtype=float)
    # CHECK-DAG: [[#@LINE+1]]:5: note: 'row' changes here
    row[0] = 1.0
    return t


@wp.func
def first_row(t: wp.tile[float, 2, 2]):
    row = t[0]
    return row


@wp.func
def of_pairs(x: wp.vec2):
    return x[0]


@wp.func
def of_pairs(x: int):
    return x


@wp.func
def of_three(x: float, y: float, z: float):
    return x


@wp.kernel
def tile_that_a_function_changes_by_a_view(x: wp.array2d(dtype=float)):
    wp.tile_store(x, grown_by_a_view(wp.tile_load(x, shape=(2, 2))))


@wp.kernel
def tile_that_a_function_changes(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    wp.tile_store(x, grown(t))


@wp.kernel
def one_of_two_tiles(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    wp.tile_store(x, greater(t, wp.tile_load(x, shape=M, offset=1)))


@wp.kernel
def one_of_two_shapes(x: wp.array(dtype=float), y: wp.array3d(dtype=float)):
    t = wp.tile_load(y, shape=(2, 2, 2))
    s = shaped(t, wp.tile_load(x, shape=8), 1)


@wp.kernel
def view_that_a_function_gives(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(2, 2))
    # CHECK: [[#@LINE+1]]:9: error: expected a tile that does not change, since 'r' stands for 't' or a part of it, and kgen's tiles are values
    r = first_row(t)
    # CHECK: [[#@LINE+1]]:5: note: 'r' changes here
    r[0] = 1.0
    # CHECK: [[#@LINE+1]]:5: note: the other is read here
    wp.tile_store(x, t)


@wp.kernel
def view_that_the_next_trip_reads(x: wp.array2d(dtype=float), n: int):
    t = wp.tile_load(x, shape=(2, 2))
    row = wp.tile_zeros(shape=2, dtype=float)
    for i in range(n):
        if row[0] > 1.0:
            break
        # CHECK: [[#@LINE+1]]:15: error: expected a tile that does not change, since 'row' stands for 't' or a part of it
        row = t[i]
        # CHECK: [[#@LINE+1]]:9: note: 't' changes here
        t[i, 0] += 2.0
        # CHECK: [[#@LINE-6]]:12: note: the other is read here
    wp.tile_store(x, t)


@wp.kernel
def change_by_the_view_itself(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(2, 2))
    # CHECK: [[#@LINE+1]]:9: error: expected a tile that does not change, since 'u' stands for 't' or a part of it
    u = wp.tile_transpose(t)
    wp.tile_matmul(u, u, t)


@wp.kernel
def overloads_that_do_not_fit(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:34: error: expected arguments that an overload of 'of_pairs' takes but got float32
    wp.tile_store(x, wp.tile_map(of_pairs, t))


@wp.kernel
def map_of_three(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:34: error: expected an argument for the parameter 'z' for 'of_three'
    wp.tile_store(x, wp.tile_map(of_three, t, t))


@wp.kernel
def tile_of_another_shape(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=N)
    # CHECK: [[#@LINE+1]]:22: error: expected arguments that 'grown' takes but got a tile of float32 of the shape (6,)
    wp.tile_store(x, grown(t))


@wp.kernel
def tile_of_nothing():
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'x' of 'wp.tile'
    t = wp.tile()


@wp.kernel
def tile_of_an_array(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:17: error: expected a value for 'wp.tile' but got array of float32
    t = wp.tile(x)


@wp.kernel
def values_of_many(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a tile with one place for each thread in its last dimension, which is 1 on a CPU, but got the shape (4,)
    y = wp.untile(wp.tile_load(x, shape=M))


@wp.kernel
def from_no_thread(x: float):
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'thread_idx' of 'wp.tile_from_thread'
    t = wp.tile_from_thread(shape=M, value=x)


@wp.kernel
def atomic_as_it_comes(x: wp.array(dtype=float), flag: bool):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:49: error: expected True or False as 'atomic' but got 'flag'
    wp.tile_scatter_add(t, 0, 1.0, True, atomic=flag)


@wp.kernel
def scattered_nothing(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:5: error: expected an argument for the parameter 'has_value' of 'wp.tile_scatter_add'
    wp.tile_scatter_add(t, 0)


@wp.kernel
def scattered_without_a_column(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:5: error: expected an argument for the parameter 'has_value' of 'wp.tile_scatter_masked'
    wp.tile_scatter_masked(t, 0, 1.0, True)


@wp.kernel
def added_by_another_name(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:31: error: expected a parameter of 'wp.tile_add_inplace' that has no value yet but got 'by'
    wp.tile_add_inplace(t, 0, by=1.0)


@wp.kernel
def aligned_addition(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:30: error: expected a parameter of 'wp.tile_atomic_add' that has no value yet but got 'aligned'
    wp.tile_atomic_add(x, t, aligned=True)


@wp.kernel
def type_that_may_be_kept(x: float, flag: bool):
    # CHECK: [[#@LINE+1]]:34: error: expected True or False as 'preserve_type' but got 'flag'
    t = wp.tile(x, preserve_type=flag)


@wp.kernel
def product_with_a_remark(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:30: error: expected a parameter of 'wp.tile_matmul' that has no value yet but got 'gamma'
    u = wp.tile_matmul(t, t, gamma=2.0)


@wp.kernel
def draws_to_an_integer(seed: int):
    # CHECK: [[#@LINE+1]]:69: error: expected float32 but got int32; write 1.0
    t = wp.tile_randf(shape=M, rng=wp.rand_init(seed), min=0.0, max=1)


@wp.kernel
def draws_up_to_nothing(seed: int):
    # CHECK: [[#@LINE+1]]:9: error: expected an argument for the parameter 'max' of 'wp.tile_randi'
    t = wp.tile_randi(shape=M, rng=wp.rand_init(seed), min=1)


@wp.kernel
def draws_from_an_integer(seed: int):
    # CHECK: [[#@LINE+1]]:36: error: expected uint32 but got int32; write wp.uint32(seed)
    t = wp.tile_randi(shape=M, rng=seed)


@wp.kernel
def bits_of_floats(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:5: error: expected a tile of elements that '&' takes for 'wp.tile_bit_and_inplace' but got a tile of float32
    wp.tile_bit_and_inplace(t, 0, 1.0)


@wp.kernel
def one_index_of_two(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:15: error: expected 2 indices for 'wp.tile_extract' but got 1
    x[0, 0] = wp.tile_extract(t, 1)


@wp.kernel
def element_from_the_end(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:31: error: expected an offset from 0 to 3 for a dimension of the tile but got -1
    x[0] = wp.tile_extract(t, -1)


@wp.kernel
def indices_that_are_floats(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:33: error: expected a tile of int32 with one dimension as indices but got a tile of float32 of the shape (4,)
    u = wp.tile_load_indexed(x, t, shape=(M,))


@wp.kernel
def fewer_indices(x: wp.array(dtype=float)):
    at = wp.tile_arange(3, dtype=int)
    # CHECK: [[#@LINE+1]]:43: error: expected as many indices as the tile has along the axis, 4, but got 3
    u = wp.tile_load_indexed(x, at, shape=(M,))


@wp.kernel
def keys_of_halves(x: wp.array(dtype=wp.float16), v: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    u = wp.tile_load(v, shape=M)
    # CHECK: [[#@LINE+1]]:5: error: expected keys of float32 or of integers of 32 or 64 bits for 'wp.tile_sort' but got a tile of float16
    wp.tile_sort(t, u)


@wp.kernel
def keys_without_values(x: wp.array(dtype=float), v: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    u = wp.tile_load(v, shape=N)
    # CHECK: [[#@LINE+1]]:5: error: expected tiles of one shape for 'wp.tile_sort' but got (4,) and (6,)
    wp.tile_sort(t, u)


@wp.kernel
def keys_by_themselves(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:21: error: expected the name of another tile to change but got 't'
    wp.tile_sort(t, t)


@wp.kernel
def both_triangles(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:39: error: expected 'lower' or 'upper' as fill_mode but got 'both'
    f = wp.tile_cholesky(t, fill_mode="both")


@wp.kernel
def factor_of_halves(x: wp.array2d(dtype=wp.float16)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:9: error: expected a tile of float32 or float64 for 'wp.tile_cholesky' but got a tile of float16
    f = wp.tile_cholesky(t)


@wp.kernel
def factor_of_a_row(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:5: error: expected a square tile for 'wp.tile_cholesky_inplace' but got one of the shape (4, 6)
    wp.tile_cholesky_inplace(t)


@wp.kernel
def another_right_side(x: wp.array2d(dtype=float), y: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:9: error: expected a right side of as many rows and of one type with the factor for 'wp.tile_lower_solve' but got a tile of float32 of the shape (6,) for (4, 4)
    z = wp.tile_lower_solve(t, wp.tile_load(y, shape=N))


@wp.kernel
def products_of_others(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:9: error: expected tiles of one type and shape for 'wp.tile_dot' but got a tile of float32 of the shape (4,) and a tile of int32 of the shape (4,)
    s = wp.tile_dot(t, wp.tile_arange(M, dtype=int))


@wp.kernel
def scale_of_another_type(x: wp.array(dtype=float), s: int):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:18: error: expected float32, as the tiles hold, but got int32; write float(s)
    wp.tile_axpy(s, t * 2.0, t)


@wp.kernel
def diagonal_of_another(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:9: error: expected a square tile and one with its diagonal, of one type, for 'wp.tile_diag_add' but got a tile of float32 of the shape (4, 4) and a tile of float32 of the shape (6,)
    u = wp.tile_diag_add(t, wp.tile_ones(shape=N, dtype=float))


@wp.kernel
def transform_of_reals(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:5: error: expected a tile of vec2 or vec2d, which are complex numbers, for 'wp.tile_fft' but got a tile of float32
    wp.tile_fft(t)


@wp.kernel
def transform_of_a_row(x: wp.array(dtype=wp.vec2)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:5: error: expected a tile with at least 2 dimensions for 'wp.tile_ifft' but got one with 1
    wp.tile_ifft(t)


@wp.kernel
def squeezed_rows(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:62: error: expected a dimension of the extent 1 of a tile of the shape (4, 1) but got 0
    t = wp.tile_squeeze(wp.tile_load(x, shape=(M, 1)), axis=(0,))


@wp.kernel
def squeezed_away(x: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected a dimension that is left for 'wp.tile_squeeze' but got a tile of the shape (1, 1)
    t = wp.tile_squeeze(wp.tile_load(x, shape=(1, 1)))


@wp.kernel
def table_of_indices(x: wp.array2d(dtype=float), n: wp.array2d(dtype=int)):
    t = wp.tile_load(x, shape=(M, N))
    at = wp.tile_load(n, shape=(2, 2))
    # CHECK: [[#@LINE+1]]:11: error: expected a tile with one dimension as index but got one with 2
    u = t[at, :]


@wp.kernel
def assigned_beyond(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:67: error: expected a part that lies in the tile for 'wp.tile_assign' but got 2 from 3 on in a dimension of 4
    wp.tile_assign(t, wp.tile_ones(shape=2, dtype=float), offset=(3,))


@wp.kernel
def power_of_an_element(x: wp.array3d(dtype=int)):
    t = wp.tile_load(x, shape=(2, 2, 2))
    # CHECK: [[#@LINE+1]]:5: error: expected an operator that takes two elements of the tile but got '**' for int32
    t[0, 1, 0] **= 2


@wp.kernel
def another_element(x: wp.array3d(dtype=float)):
    t = wp.tile_load(x, shape=(2, 2, 2))
    # CHECK: [[#@LINE+1]]:18: error: expected float32 but got int32; write 2.0
    t[0, 1, 0] = 2


@wp.kernel
def row_of_another_type(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, N))
    # CHECK: [[#@LINE+1]]:12: error: expected a tile of float32 but got a tile of int32
    t[0] = wp.tile_arange(N, dtype=int)


@wp.kernel
def too_many(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected at most 2 arguments for 'wp.tile_sum' but got 3
    t = wp.tile_sum(wp.tile_load(x, shape=M), 0, 1)


@wp.kernel
def unknown_keyword(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:47: error: expected a parameter of 'wp.tile_sum' that has no value yet but got 'a'
    t = wp.tile_sum(wp.tile_load(x, shape=M), a=1)


@wp.kernel
def converted_to_a_value(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected arguments that 'wp.tile_astype' takes
    t = wp.tile_astype(wp.tile_load(x, shape=M), dtype="float")


@wp.func
def two_results(x: float):
    return x, x


@wp.kernel
def no_extent(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:31: error: expected an extent of at least 1 for a tile but got 0
    t = wp.tile_load(x, shape=0)


@wp.kernel
def extent_of_a_parameter(n: int):
    # CHECK: [[#@LINE+1]]:30: error: expected a literal or a constant as extent of a tile but got 'n'
    t = wp.tile_zeros(shape=(n,), dtype=float)


@wp.kernel
def extent_that_nothing_is():
    # CHECK: [[#@LINE+1]]:30: error: expected a local name or a module constant but got 'undefined', which is not defined
    t = wp.tile_zeros(shape=(undefined,), dtype=float)


@wp.kernel
def five_dimensions():
    # CHECK: [[#@LINE+1]]:29: error: expected 1 to 4 extents for a tile but got 5
    t = wp.tile_zeros(shape=(1, 1, 1, 1, 1), dtype=float)


@wp.kernel
def reshaped_to_five():
    # CHECK: [[#@LINE+1]]:68: error: expected 1 to 4 extents for a tile but got 5
    t = wp.tile_reshape(wp.tile_zeros(shape=M, dtype=float), shape=(1, 1, 1, 1, -1))


@wp.kernel
def unknown_storage():
    # CHECK: [[#@LINE+1]]:33: error: expected 'register' or 'shared' as storage but got 'global'
    t = wp.tile_zeros(M, float, "global")


@wp.kernel
def bounds_that_are_checked_sometimes(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:43: error: expected True or False as 'bounds_check' but got an expression
    t = wp.tile_load(x, M, 0, "register", x[0] > 1.0)


@wp.kernel
def offset_that_is_no_tuple(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=N)
    # CHECK: [[#@LINE+1]]:66: error: expected a tuple as 'offset' of 'wp.tile_assign'; write '(1,)'
    wp.tile_assign(t, wp.tile_ones(shape=M, dtype=float), offset=1)


@wp.kernel
def shape_that_is_no_tuple(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:82: error: expected a tuple as 'shape' of 'wp.tile_broadcast'; write '(M,)'
    wp.tile_store(x, wp.tile_broadcast(wp.tile_ones(shape=1, dtype=float), shape=M))


@wp.kernel
def tuple_beside_an_integer(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:44: error: expected a tuple as 'offset' of 'wp.tile_load', as the other is one; write '(1,)'
    t = wp.tile_load(x, shape=(M,), offset=1)


@wp.kernel
def power_of_a_tile(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:22: error: expected '+', '-', '*', '/', '&', '|' or '^' between tiles but got '**'; write wp.tile_map
    wp.tile_store(x, wp.tile_load(x, shape=M) ** 2.0)


@wp.kernel
def product_by_an_operator(x: wp.array2d(dtype=float)):
    t = wp.tile_load(x, shape=(M, M))
    # CHECK: [[#@LINE+1]]:22: error: expected '+', '-', '*', '/', '&', '|' or '^' between tiles but got '@'; write wp.tile_matmul
    wp.tile_store(x, t @ t)


@wp.kernel
def floats_by_an_integer(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:22: error: expected operands that '*' of tiles takes but got tile of float32 and int32
    wp.tile_store(x, wp.tile_load(x, shape=M) * 2)


@wp.kernel
def map_of_two_results(x: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:34: error: expected a function with one result but 'two_results' has 2
    wp.tile_store(x, wp.tile_map(two_results, wp.tile_load(x, shape=M)))


@wp.kernel
def index_that_is_a_tile_of_floats(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:24: error: expected a tile of integers as index but got a tile of float32
    wp.tile_store(x, t[wp.tile_arange(2, dtype=float)])


@wp.kernel
def vector_for_a_tile(x: wp.array(dtype=float)):
    t = wp.tile_load(x, shape=M)
    # CHECK: [[#@LINE+1]]:9: error: expected tile of float32 of the shape (4,), the type of 't', but got vec4
    t = wp.vec4(1.0, 2.0, 3.0, 4.0)
