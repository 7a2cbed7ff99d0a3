# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles: blocks of arrays that a thread loads, combines and stores as one: products, rows, reductions, layers, fields."""

domain("tiles", uses="learning", entity="block tile", edge="edge")

words(next_a="a_next next_a A_next", next_b="b_next next_b B_next", tile_a="a a_tile tile_a lhs", tile_b="b b_tile tile_b rhs", tile_c="acc c sum_ out_tile c_tile", tile_x="x_tile t data tile", tile_y="y_tile u other tile_y", tile_r="result r out_tile res",
      count_t="count num_tiles steps", tile_w="w w_tile weights_tile", tile_bias="b bias_tile b0", tile_h="h z hidden act", sum_t="s total sum_tile acc", mean_t="mean mu avg", var_t="var variance sigma_sq",
      dev_t="d centered diff", peak_t="m peak row_max", exp_t="e p exps", inv_t="inv inv_sum scale_inv", at_t="start base first offset", pos_t="p pos xi", src_t="q src_pos pj", src_tile="src_tile k_tile source_tile", mass_tile="m_tile w_tile mass_tile",
      field_t="acc field total", lane_t="s idx lane j", from_t="r delta d", rows_n="rows M height", cols_n="cols N width", depth_n="K depth inner", norm_sq="norm_sq sq_sum s2", peak_r="peak top m", share_sum="abs_sum l1 total", base_row="row0 base_row r0", base_col="col0 base_col c0")


@helper(names="relu rectify")
def relu_of(x: param("scalar")):
    return wp.max(x, 0.0)


@helper(names="leaky_relu leaky")
def leaky_of(x: param("scalar")):
    return wp.max(x, 0.1 * x)


@helper(names="sigmoid logistic")
def sigmoid_of(x: param("scalar")):
    return 1.0 / (1.0 + wp.exp(-x))


@helper(names="swish silu")
def swish_of(x: param("scalar")):
    return x / (1.0 + wp.exp(-x))


@helper(names="softplus smooth_relu")
def softplus_of(x: param("scalar")):
    return wp.log(1.0 + wp.exp(x))


@helper(names="elu exp_linear")
def elu_of(x: param("scalar")):
    if x > 0.0:
        return x
    return wp.exp(x) - 1.0


@helper(names="gelu gaussian_unit")
def gelu_of(x: param("scalar")):
    return 0.5 * x * (1.0 + wp.tanh(0.8 * (x + 0.045 * x * x * x)))


@helper(names="soft_sign squash")
def squash_of(x: param("scalar")):
    return x / (1.0 + wp.abs(x))


@helper(names="hard_sigmoid clipped_line")
def clipped_of(x: param("scalar")):
    return wp.clamp(0.2 * x + 0.5, 0.0, 1.0)


@helper(names="bell gaussian bump")
def bump_of(x: param("scalar")):
    return wp.exp(-x * x)


@helper(names="saturate michaelis response")
def response_of(x: param("scalar")):
    return x * x / (1.0 + x * x)


@helper(names="weigh scaled_sum add_scaled")
def weighed_of(a: param("scalar"), b: param("scalar"), weight: param("scalar")):
    return a + weight * b


@helper(names="difference_sq squared_gap")
def gap_of(a: param("scalar"), b: param("scalar")):
    return (a - b) * (a - b)


@helper(names="shifted_exp exp_below exp_shifted")
def exp_below(x: param("scalar"), top: param("scalar")):
    return wp.exp(x - top)


@helper(names="subtract shifted minus")
def less_of(x: param("scalar"), level: param("scalar")):
    return x - level


@helper(names="squared square sqr")
def square_of(x: param("scalar")):
    return x * x


@helper(names="blend lerp mix")
def blend_of(a: param("scalar"), b: param("scalar"), weight: param("scalar")):
    return a + weight * (b - a)


@helper(names="huber huber_loss")
def huber_of(error: param("scalar"), delta: param("scalar")):
    size = wp.abs(error)
    if size < delta:
        return 0.5 * error * error
    return delta * (size - 0.5 * delta)


@helper(names="clip clamp_to limited")
def limited_of(x: param("scalar"), bound: param("scalar")):
    return wp.clamp(x, -bound, bound)


@helper(names="larger max_of keep_max")
def larger_of(a: param("scalar"), b: param("scalar")):
    return wp.max(a, b)


@helper(names="hypotenuse combine_norms")
def joined_of(a: param("scalar"), b: param("scalar")):
    return wp.sqrt(a * a + b * b + 1.0e-6)


@helper(names="hann hann_window raised_cosine")
def hann_of(position: param("scalar"), width: param("scalar")):
    return 0.5 - 0.5 * wp.cos(2.0 * wp.pi * (position + 0.5) / width)


@helper(names="triangle triangle_window tent")
def tent_of(position: param("scalar"), width: param("scalar")):
    return 1.0 - wp.abs(2.0 * (position + 0.5) / width - 1.0)


@helper(names="gravity attraction body_interaction")
def pull_of(p: param("vec3"), q: param("vec3"), softening: param("scalar")):
    r = q - p
    dist_sq = wp.dot(r, r) + softening * softening
    inv = 1.0 / wp.sqrt(dist_sq)
    return inv * inv * inv * r


@helper(names="coulomb repulsion push")
def push_of(p: param("vec3"), q: param("vec3"), softening: param("scalar")):
    r = p - q
    return r / (wp.length_sq(r) + softening)


@helper(names="gaussian rbf kernel_weight")
def bell_of(p: param("vec3"), q: param("vec3"), width: param("scalar")):
    d = wp.length(p - q) / width
    return wp.exp(-0.5 * d * d)


@helper(names="inverse_distance potential")
def potential_of(p: param("vec3"), q: param("vec3"), width: param("scalar")):
    return 1.0 / (wp.length(p - q) + width)


@part("tile_map", "tiles")
def tile_scaled(gain: param("scalar", "gain scale alpha", values=(0.4, 1.5))):
    tile_r = tile_r * gain


@part("tile_map", "tiles")
def tile_activated():
    tile_r = wp.tile_map(choose(relu_of, leaky_of, sigmoid_of, swish_of, softplus_of, elu_of, gelu_of, squash_of, clipped_of, bump_of, response_of, wp.tanh, wp.sin), tile_r)


@part("tile_map", "tiles", unless="tile_activated")
def tile_limited(most: param("scalar", "bound limit clip_value", values=(0.15, 0.4))):
    tile_r = wp.tile_map(limited_of, tile_r, most)


@part("tile_map", "tiles")
def tile_squared():
    tile_r = tile_r * tile_r


@part("tile_map", "tiles", unless="tile_limited tile_squared")
def tile_shrunk(least: param("scalar", "threshold shrinkage lambda_1", values=(0.05, 0.2))):
    tile_r = tile_r - wp.tile_map(limited_of, tile_r, least)  # soft threshold


@part("tile_map", "tiles", unless="tile_squared tile_shrunk")
def tile_raised(level_of: param("scalar", "level center pivot", values=(-0.3, 0.3))):
    tile_r = wp.tile_map(less_of, tile_r, level_of)


@part("tile_whole", "tiles", unless="tile_squared tile_limited tile_shrunk")
def tile_of_norm(guard_eps: constant("scalar", "eps epsilon", values=(0.01, 0.1))):
    norm_sq = wp.tile_sum(tile_r * tile_r)
    tile_r = tile_r * (1.0 / wp.sqrt(norm_sq[0] + guard_eps))


@part("tile_whole", "tiles", unless="tile_of_norm tile_limited tile_squared tile_activated tile_shrunk")
def tile_below_peak():
    peak_r = wp.tile_max(tile_r)
    tile_r = wp.tile_map(choose(less_of, exp_below), tile_r, peak_r[0])


@part("tile_whole", "tiles", unless="tile_of_norm tile_squared tile_below_peak")
def tile_of_share(guard_eps: constant("scalar", "eps epsilon", values=(0.1, 0.3))):
    share_sum = wp.tile_sum(wp.tile_map(wp.abs, tile_r))
    tile_r = tile_r / (share_sum[0] + guard_eps)


@part("tile_row", "tiles")
def tile_with_other(more: array("scalar", "T*i", "other residual skip", values=(-1, 1))):
    tile_r = choose(tile_r + wp.tile_load(more, shape=T, offset=i * T), tile_r - wp.tile_load(more, shape=T, offset=i * T))


@part("tile_row", "tiles")
def tile_masked(mask_of: array("scalar", "T*i", "mask weights gate", values=(0.2, 1))):
    tile_r = tile_r * wp.tile_load(mask_of, shape=T, offset=i * T)


@part("tile_row", "tiles", unless="tile_with_other")
def tile_mixed(more: array("scalar", "T*i", "previous ema history", values=(-1, 1)), share: param("scalar", "decay momentum beta", values=(0.2, 0.8))):
    tile_r = wp.tile_map(choose(blend_of, weighed_of), tile_r, wp.tile_load(more, shape=T, offset=i * T), share)


@part("tile_lane", "tiles")
def tile_biased(bias_of: array("scalar", "T", "bias shift beta", values=(-0.5, 0.5))):
    tile_r = tile_r + wp.tile_load(bias_of, shape=T)


@part("tile_lane", "tiles", unless="tile_masked")
def tile_gained(gain_at: array("scalar", "T", "gain gamma scale", values=(0.5, 1.5))):
    tile_r = tile_r * wp.tile_load(gain_at, shape=T)


@idiom(names="tile_gemm gemm_tiled matmul_tiled tiled_gemm tile_matmul_kernel", doc="Multiply two matrices, one block of the product per thread.")
def tile_product(A: array("scalar", "M*i K*n", "A a lhs X", values=(-1, 1)), B: array("scalar", "K*n N*j", "B b rhs W", values=(-1, 1)), Bt: array("scalar", "N*j K*n", "B b weights Wt", values=(-1, 1)), bias: array("scalar", "N*j 1", "bias b beta", values=(-0.5, 0.5)), C: array("scalar", "M*i N*j", "C out Y result", values=(-0.2, 0.2)), D: array("scalar", "M*i N*j", "C_in residual skip D", values=(-0.5, 0.5)), alpha: param("scalar", "alpha scale gain", values=(0.5, 1.5)), start_of: param("scalar", "offset c_init", values=(-0.5, 0.5))):
    n = size("num_blocks n_k k_tiles", 2, 3)
    M = tile("TILE_M BLOCK_M TM", 2, 4)
    N = tile("TILE_N BLOCK_N TN", 2, 4)
    K = tile("TILE_K BLOCK_K TK", 4, 2)
    i, j = wp.tid()
    if ANY:
        tile_c = wp.tile_zeros(shape=(M, N), dtype=float)
    elif ANY:
        tile_c = wp.tile_load(D, shape=(M, N), offset=(i * M, j * N))
        title("gemm_accumulate add_product accumulate_tiles", "Multiply two matrices and accumulate onto a third.")
    else:
        tile_c = wp.tile_full(shape=(M, N), value=start_of, dtype=float)
        title("gemm_offset shifted_product", "Multiply two matrices and add a constant.")
    if SAME:
        count_t = A.shape[1] // K
    else:
        count_t = int(A.shape[1] / K)
    if ANY:
        for k in range(count_t):
            if ANY:
                tile_a = wp.tile_load(A, shape=(M, K), offset=(i * M, k * K))
                tile_b = wp.tile_load(B, shape=(K, N), offset=(k * K, j * N))
                if SAME:
                    wp.tile_matmul(tile_a, tile_b, tile_c)
                else:
                    tile_c += wp.tile_matmul(tile_a, tile_b)
            else:
                tile_a = wp.tile_load(A, shape=(M, K), offset=(i * M, k * K))
                tile_b = wp.tile_load(Bt, shape=(N, K), offset=(j * N, k * K))
                wp.tile_matmul(tile_a, wp.tile_transpose(tile_b), tile_c)
    else:
        tile_a = wp.tile_load(A, shape=(M, K), offset=(i * M, 0))
        tile_b = wp.tile_load(B, shape=(K, N), offset=(0, j * N))
        for k in range(1, count_t):
            next_a = wp.tile_load(A, shape=(M, K), offset=(i * M, k * K))
            next_b = wp.tile_load(B, shape=(K, N), offset=(k * K, j * N))
            wp.tile_matmul(tile_a, tile_b, tile_c)
            tile_a = next_a
            tile_b = next_b
        wp.tile_matmul(tile_a, tile_b, tile_c)
    if ANY:
        wp.tile_store(C, tile_c, offset=(i * M, j * N))
    elif ANY:
        wp.tile_store(C, tile_c * alpha, offset=(i * M, j * N))
    elif ANY:
        tile_r = wp.tile_map(choose(relu_of, sigmoid_of, wp.tanh, swish_of, leaky_of, softplus_of, elu_of, gelu_of), tile_c)
        title("dense_layer linear_act gemm_activate fused_layer", "Multiply two matrices and apply an activation.")
        wp.tile_store(C, tile_r, offset=(i * M, j * N))
    else:
        tile_bias = wp.tile_broadcast(wp.tile_transpose(wp.tile_load(bias, shape=(N, 1), offset=(j * N, 0))), shape=(M, N))
        tile_r = tile_c + tile_bias
        if ANY:
            title("linear_layer affine_tiles gemm_bias", "Multiply two matrices and add a bias per column.")
        else:
            title("product_epilogue fused_gemm gemm_and_map", "Multiply two matrices, add a bias and map each tile of the product.")
            parts("tile_map", 2)
        wp.tile_store(C, tile_r, offset=(i * M, j * N))


@idiom(names="tile_matvec matvec_tiled gemv_tiled", doc="Multiply a matrix by a vector, one block of rows per thread.")
def tile_vector(A: array("scalar", "M*i K*n", "A matrix W", values=(-1, 1)), x: array("scalar", "K*n 1", "x vec input_x", values=(-1, 1)), z: array("scalar", "M*i 1", "z bias y0", values=(-1, 1)), y: array("scalar", "M*i 1", "y out result", values=(0, 0.1)), alpha: param("scalar", "alpha scale", values=(0.5, 1.5))):
    n = size("num_blocks n_k k_tiles", 2, 3)
    M = tile("TILE_M ROWS BLOCK_ROWS", 4, 2, 8)
    K = tile("TILE_K COLS BLOCK_COLS", 4, 8)
    i = wp.tid()
    tile_c = wp.tile_zeros(shape=(M, 1), dtype=float)
    for k in range(len(n)):
        tile_a = wp.tile_load(A, shape=(M, K), offset=(i * M, k * K))
        tile_b = wp.tile_load(x, shape=(K, 1), offset=(k * K, 0))
        wp.tile_matmul(tile_a, tile_b, tile_c)
    if ANY:
        wp.tile_store(y, tile_c, offset=(i * M, 0))
    elif ANY:
        tile_r = wp.tile_load(z, shape=(M, 1), offset=(i * M, 0)) - tile_c
        title("residual_tiled tile_residual", "Compute the residual b - A x, one block of rows per thread.")
        if ANY:
            wp.tile_store(y, tile_r, offset=(i * M, 0))
        else:
            wp.tile_store(y, tile_r * alpha, offset=(i * M, 0))
    else:
        tile_r = tile_c + wp.tile_load(z, shape=(M, 1), offset=(i * M, 0))
        title("dense_rows neuron_layer tile_layer", "Apply a dense layer, one block of neurons per thread.")
        parts("tile_map", 2)
        wp.tile_store(y, tile_r, offset=(i * M, 0))


@idiom(names="mlp mlp_forward forward_pass network", doc="Apply a small network to a block of samples.")
def tile_network(x: array("scalar", "M*i K", "x inputs features", values=(-1, 1)), w0: array("scalar", "K H", "weights_in W_in w_in", values=(-0.8, 0.8)), b0: array("scalar", "1 H", "bias_in B_in b_in", values=(-0.3, 0.3)), w1: array("scalar", "H H", "weights_hid W_hid w_hid", values=(-0.8, 0.8)), b1: array("scalar", "1 H", "bias_hid B_hid b_hid", values=(-0.3, 0.3)), w2: array("scalar", "H O", "weights_out W_out w_out", values=(-0.8, 0.8)), b2: array("scalar", "1 O", "bias_out B_out b_out", values=(-0.3, 0.3)), target: array("scalar", "M*i O", "target labels reference", values=(-1, 1)), out: array("scalar", "M*i O", "out outputs y", values=(0, 0.1)), loss: array("scalar", "1", "loss total_loss", values=(0, 0.1))):
    M = tile("TILE_M BATCH_TILE BLOCK", 2, 4)
    K = tile("DIM_IN NUM_IN", 3, 4)
    H = tile("DIM_HID HIDDEN NUM_HIDDEN", 4, 3)
    O = tile("DIM_OUT NUM_OUT", 2, 3)
    i = wp.tid()
    tile_x = wp.tile_load(x, shape=(M, K), offset=(i * M, 0))
    tile_w = wp.tile_load(w0, shape=(K, H))
    tile_bias = wp.tile_load(b0, shape=(1, H))
    tile_h = wp.tile_map(choose(relu_of, wp.tanh, swish_of, sigmoid_of, leaky_of, elu_of, gelu_of, squash_of), wp.tile_matmul(tile_x, tile_w) + wp.tile_broadcast(tile_bias, shape=(M, H)))
    if ANY:
        tile_a = wp.tile_load(w1, shape=(H, H))
        tile_b = wp.tile_load(b1, shape=(1, H))
        tile_h = wp.tile_map(choose(relu_of, wp.tanh, swish_of), wp.tile_matmul(tile_h, tile_a) + wp.tile_broadcast(tile_b, shape=(M, H)))
    tile_y = wp.tile_load(w2, shape=(H, O))
    if ANY:
        tile_r = wp.tile_matmul(tile_h, tile_y) + wp.tile_broadcast(wp.tile_load(b2, shape=(1, O)), shape=(M, O))
    else:
        tile_r = wp.tile_matmul(tile_h, tile_y)
    if ANY:
        parts("tile_map", 2)
        wp.tile_store(out, tile_r, offset=(i * M, 0))
    else:
        dev_t = tile_r - wp.tile_load(target, shape=(M, O), offset=(i * M, 0))
        title("mlp_loss network_loss train_loss", "Compute the loss of a small network on a block of samples.")
        sum_t = wp.tile_sum(dev_t * dev_t)
        if ANY:
            wp.tile_atomic_add(loss, sum_t)
        else:
            wp.tile_atomic_add(loss, sum_t * 0.5)


@idiom(names="tile_softmax softmax_tiled row_softmax", doc="Compute the softmax of each row, loaded as a tile.")
def tile_rows(x: array("scalar", "i T", "x logits scores data", values=(-2, 2)), gain_of: array("scalar", "T", "gamma gain weight", values=(0.5, 1.5)), shift: array("scalar", "T", "beta bias shift", values=(-0.5, 0.5)), y: array("scalar", "i T", "y out result probs", values=(0, 0.1)), stat: array("scalar", "i", "stats means row_stat", values=(0, 0.1)), eps: constant("scalar", "eps epsilon", values=(0.001, 0.01))):
    T = tile("TILE_SIZE TILE_DIM ROW_SIZE DIM BLOCK", 8, 4, 16)
    i = wp.tid()
    if SAME:
        tile_x = wp.tile_load(x[i], shape=T)
    else:
        tile_x = wp.tile_load(x[i], shape=(T,), offset=(0,))
    if ANY:
        peak_t = wp.tile_max(tile_x)
        exp_t = wp.tile_map(exp_below, tile_x, peak_t[0])
        sum_t = wp.tile_sum(exp_t)
        if ANY:
            wp.tile_store(y[i], exp_t / sum_t[0])
        elif ANY:
            title("log_sum_exp logsumexp_tiled", "Compute the log-sum-exp of each row.")
            stat[i] = wp.log(sum_t[0]) + peak_t[0]
        else:
            title("softmax_entropy entropy_tiled", "Compute the entropy of each row's softmax.")
            tile_r = exp_t / sum_t[0]
            stat[i] = -wp.tile_sum(tile_r * wp.tile_map(wp.log, tile_r))[0]
    elif ANY:
        mean_t = wp.tile_sum(tile_x)[0] / float(T)
        dev_t = wp.tile_map(less_of, tile_x, mean_t)
        var_t = wp.tile_sum(dev_t * dev_t)[0] / float(T)
        title("tile_layer_norm layer_norm_tiled normalize_tiled", "Normalize each row, loaded as a tile.")
        inv_t = 1.0 / wp.sqrt(var_t + eps)
        if ANY:
            tile_r = dev_t * inv_t
        elif ANY:
            tile_r = dev_t * inv_t * wp.tile_load(gain_of, shape=T)
        else:
            tile_r = dev_t * inv_t * wp.tile_load(gain_of, shape=T) + wp.tile_load(shift, shape=T)
        wp.tile_store(y[i], tile_r)
    elif ANY:
        sum_t = wp.tile_sum(tile_x * tile_x)
        title("tile_rms_norm rms_tiled", "Normalize each row by its root mean square.")
        inv_t = 1.0 / wp.sqrt(sum_t[0] / float(T) + eps)
        if ANY:
            wp.tile_store(y[i], tile_x * inv_t)
        else:
            wp.tile_store(y[i], tile_x * inv_t * wp.tile_load(gain_of, shape=T))
    else:
        low = wp.tile_min(tile_x)
        peak_t = wp.tile_max(tile_x)
        title("tile_min_max rescale_tiled", "Scale each row, loaded as a tile, to the unit interval.")
        inv_t = 1.0 / (peak_t[0] - low[0] + eps)
        wp.tile_store(y[i], wp.tile_map(less_of, tile_x, low[0]) * inv_t)


@idiom(names="tile_reduce_rows reduce_tiles sum_tiled row_reduce", doc="Reduce each row, loaded as a tile, to a number.")
def tile_reductions(x: array("scalar", "i T", "x values data input", values=(0.1, 1)), w: array("scalar", "i T", "w weights other", values=(0.1, 1)), y: array("scalar", "i", "y sums out result", values=(0, 0.1)), total: array("scalar", "1", "total sum_all loss", values=(0, 0.1)), place: array("int", "i", "labels best_id index_out", values=(0, 0)), power: param("scalar", "power exponent", values=(1.5, 2.5)), width: param("scalar", "delta threshold", values=(0.3, 0.6))):
    T = tile("TILE_SIZE TILE_DIM BLOCK_SIZE N_COLS", 8, 4, 16)
    i = wp.tid()
    tile_x = wp.tile_load(x[i], shape=T)
    if ANY:
        tile_r = tile_x
    elif ANY:
        tile_r = tile_x * wp.tile_load(w[i], shape=T)
        title("tile_dot dot_tiled weighted_sum_tiled", "Compute the dot product of two rows, loaded as tiles.")
    elif ANY:
        dev_t = tile_x - wp.tile_load(w[i], shape=T)
        title("tile_distance squared_error_tiled mse_tiled", "Compute the squared distance between two rows, loaded as tiles.")
        tile_r = dev_t * dev_t
    elif ANY:
        tile_r = wp.tile_map(choose(square_of, wp.abs, wp.sqrt, wp.log, wp.exp, softplus_of), tile_x)
        title("tile_map_reduce transformed_sum", "Map a function over each row and sum it.")
    elif ANY:
        tile_r = wp.tile_map(wp.pow, tile_x, power)
        title("tile_power_sum power_norm_tiled", "Sum the powers of each row's elements.")
    else:
        tile_r = wp.tile_map(huber_of, tile_x - wp.tile_load(w[i], shape=T), width)
        title("tile_huber huber_tiled robust_error", "Compute the Huber loss between two rows, loaded as tiles.")
    parts("tile_map", 2)
    parts("tile_whole", 1)
    if ANY:
        if ANY:
            sum_t = wp.tile_sum(tile_r)
        elif ANY:
            sum_t = choose(wp.tile_max(tile_r), wp.tile_min(tile_r))
            title("row_extremes tile_extreme extremes_tiled", "Find the extreme of each row after a map of its elements.")
        elif ANY:
            sum_t = wp.tile_reduce(choose(larger_of, joined_of), tile_r)
            title("reduce_rows row_reduction reduce_tiled", "Reduce each row by a function of two numbers.")
        else:
            sum_t = wp.tile_sum(tile_r) * (1.0 / float(T))
            title("row_means mean_of_rows tile_means", "Average each row after a map of its elements.")
        if SAME:
            y[i] = sum_t[0]
        else:
            wp.tile_store(y, sum_t, offset=i)
        if ANY:
            place[i] = choose(wp.tile_argmax(tile_x), wp.tile_argmin(tile_x))[0]
            title("reduce_and_locate row_argmax_tiled locate_extremes", "Reduce each row to a number, and find where its extreme element is.")
    else:
        sum_t = wp.tile_sum(tile_r)
        title("total_of_rows sum_all_rows reduce_all", "Sum the elements of all rows, each loaded as a tile, into one total.")
        if ANY:
            if SAME:
                wp.tile_atomic_add(total, sum_t)
            else:
                wp.atomic_add(total, 0, sum_t[0])
        else:
            title("mean_of_rows average_all mean_of_all", "Average the elements of all rows, each loaded as a tile, into one number.")
            wp.atomic_add(total, 0, sum_t[0] / float(len(i) * T))


@idiom(names="tile_map_kernel elementwise_tiled apply_tiled", doc="Combine arrays block by block.")
def tile_elements(x: array("scalar", "T*i", "x data values input", values=(-1, 1)), u: array("scalar", "T*i", "u other y b", values=(-1, 1)), y: array("scalar", "T*i", "out y result output", values=(-0.2, 0.2)), a: param("scalar", "a alpha scale gain", values=(0.3, 1.5)), b: param("scalar", "b shift bias bound", values=(0.2, 0.8))):
    T = tile("TILE_SIZE TILE BLOCK_SIZE", 8, 16, 4)
    i = wp.tid()
    if SAME:
        tile_x = wp.tile_load(x, shape=T, offset=i * T)
    else:
        tile_x = wp.tile_load(x, shape=(T,), offset=(i * T,))
    if ANY:
        tile_r = tile_x * a
    elif ANY:
        tile_r = tile_x * a + wp.tile_load(u, shape=T, offset=i * T)
        title("tile_axpy saxpy_tiled scaled_add", "Compute a x + y block by block.")
    elif ANY:
        tile_r = wp.tile_map(choose(relu_of, sigmoid_of, swish_of, leaky_of, softplus_of, wp.sin, wp.tanh, wp.exp), tile_x)
        title("tile_activation activate_tiled map_tiled", "Map a function over each block.")
    elif ANY:
        tile_r = wp.tile_map(choose(limited_of, less_of), tile_x, b)
        title("tile_clamp limit_tiled shift_tiled", "Map a function with a parameter over each block.")
    elif ANY:
        tile_r = wp.tile_map(blend_of, tile_x, wp.tile_load(u, shape=T, offset=i * T), b)
        title("tile_blend mix_tiled ema_tiled", "Mix two arrays, block by block.")
    elif ANY:
        tile_r = wp.tile_map(choose(larger_of, joined_of), tile_x, wp.tile_load(u, shape=T, offset=i * T))
        title("tile_combine join_tiled", "Combine two arrays, block by block.")
    elif ANY:
        tile_r = tile_x * wp.tile_load(u, shape=T, offset=i * T) + wp.tile_full(shape=T, value=b, dtype=float)
        title("tile_affine modulate_tiled", "Multiply two arrays and add a number, block by block.")
    else:
        tile_r = tile_x * wp.tile_map(choose(hann_of, tent_of), wp.tile_arange(T, dtype=float), float(T))
        title("tile_window windowed frame_window", "Multiply each block by a window function.")
    parts("tile_row", 2)
    parts("tile_lane", 1)
    parts("tile_map", 2)
    parts("tile_whole", 1)
    if ANY:
        wp.tile_store(y, tile_r, offset=i * T)
    elif ANY:
        wp.tile_atomic_add(y, tile_r, offset=i * T)
    elif ANY:
        wp.tile_store(y, wp.tile_load(y, shape=T, offset=i * T) * b + tile_r, offset=i * T)
    else:
        sum_t = wp.tile_sum(tile_r)
        wp.tile_store(y, tile_r * (1.0 / (1.0 + sum_t[0] * sum_t[0])), offset=i * T)


@idiom(names="tile_transpose_kernel transpose_tiled tiled_transpose", doc="Transpose a matrix block by block.")
def tile_turned(x: array("scalar", "M*i N*j", "src A x input", values=(-1, 1)), z: array("scalar", "N*j M*i", "other B z", values=(-1, 1)), y: array("scalar", "N*j M*i", "dst out At result", values=(0, 0.1)), a: param("scalar", "alpha scale a", values=(0.3, 1.5))):
    M = tile("TILE_M TILE_ROWS BLOCK_M", 4, 2)
    N = tile("TILE_N TILE_COLS BLOCK_N", 4, 2, 8)
    i, j = wp.tid()
    tile_x = wp.tile_load(x, shape=(M, N), offset=(i * M, j * N))
    tile_r = wp.tile_transpose(tile_x)
    if ANY:
        wp.tile_store(y, tile_r, offset=(j * N, i * M))
    elif ANY:
        wp.tile_store(y, tile_r * a, offset=(j * N, i * M))
    elif ANY:
        title("symmetrize_tiled average_transposed", "Average a matrix with another's transpose, block by block.")
        wp.tile_store(y, (tile_r + wp.tile_load(z, shape=(N, M), offset=(j * N, i * M))) * 0.5, offset=(j * N, i * M))
    else:
        title("transpose_map transposed_activation", "Map a function over the transpose, block by block.")
        parts("tile_map", 2)
        wp.tile_store(y, tile_r, offset=(j * N, i * M))


@idiom(names="integrate_bodies_tiled nbody_tiled forces_tiled", doc="Sum the gravity of all bodies on each, tile by tile.")
def tile_bodies(points: array("vec3", "i", "positions points x", values=(-1, 1)), sources: array("vec3", "T*n", "sources bodies source_pos", values=(-1, 1)), masses: array("scalar", "T*n", "masses charges strengths", values=(0.2, 1)), velocity: array("vec3", "i", "velocity v vel", values=(-0.2, 0.2)), field_out: array("vec3", "i", "forces acc field", values=(0, 0.1)), level: array("scalar", "i", "density potential values", values=(0, 0.1)), softening: param("scalar", "softening eps width", values=(0.3, 0.6)), dt: param("scalar", "dt time_step h", values=(0.01, 0.05))):
    n = size("num_tiles n_blocks tiles", 2, 3)
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 4, 8)
    i = wp.tid()
    pos_t = points[i]
    if ANY:
        field_t = wp.vec3(0.0, 0.0, 0.0)
        for k in range(len(n)):
            src_tile = wp.tile_load(sources, shape=T, offset=k * T)
            if ANY:
                for lane_t in range(T):
                    src_t = src_tile[lane_t]
                    field_t += choose(pull_of(pos_t, src_t, softening), push_of(pos_t, src_t, softening))
            else:
                mass_tile = wp.tile_load(masses, shape=T, offset=k * T)
                for lane_t in range(T):
                    field_t += mass_tile[lane_t] * pull_of(pos_t, src_tile[lane_t], softening)
        if ANY:
            field_out[i] = field_t
        elif ANY:
            velocity[i] = velocity[i] + field_t * dt
        else:
            velocity[i] = velocity[i] + field_t * dt
            field_out[i] = pos_t + velocity[i] * dt
    else:
        potential = float(0.0)
        for k in range(len(n)):
            src_tile = wp.tile_load(sources, shape=T, offset=k * T)
            mass_tile = wp.tile_load(masses, shape=T, offset=k * T)
            title("density_tiled potential_tiled kernel_sum_tiled", "Sum the field of all sources at each point, tile by tile.")
            for lane_t in range(T):
                if ANY:
                    potential += mass_tile[lane_t] * bell_of(src_tile[lane_t], pos_t, softening)
                else:
                    potential += mass_tile[lane_t] * potential_of(src_tile[lane_t], pos_t, softening)
        level[i] = potential


@idiom(names="attention_tiled tile_attention attend", doc="Compute the attention of a block of queries over all keys.")
def tile_attention(q: array("scalar", "M*i D", "q queries Q", values=(-1, 1)), k_in: array("scalar", "N D", "k keys K", values=(-1, 1)), v: array("scalar", "N D", "v values V", values=(-1, 1)), y: array("scalar", "M*i D", "out y attended", values=(0, 0.1)), scale: param("scalar", "scale inv_sqrt_d", values=(0.3, 0.8))):
    M = tile("TILE_Q BLOCK_Q TILE_M", 2, 4)
    N = tile("TILE_K NUM_KEYS SEQ_LEN", 4, 6)
    D = tile("HEAD_DIM DIM D_HEAD", 4, 3)
    i = wp.tid()
    tile_a = wp.tile_load(q, shape=(M, D), offset=(i * M, 0))
    tile_b = wp.tile_load(k_in, shape=(N, D))
    tile_y = wp.tile_load(v, shape=(N, D))
    tile_h = wp.tile_matmul(tile_a, wp.tile_transpose(tile_b)) * scale
    if ANY:
        exp_t = wp.tile_map(wp.exp, tile_h)
        for r in range(M):
            norm_r = float(0.0)
            for c in range(N):
                norm_r += exp_t[r, c]
            for c in range(N):
                exp_t[r, c] = exp_t[r, c] / norm_r
        wp.tile_store(y, wp.tile_matmul(exp_t, tile_y), offset=(i * M, 0))
    elif ANY:
        title("linear_attention sigmoid_attention", "Compute attention without a softmax.")
        wp.tile_store(y, wp.tile_matmul(wp.tile_map(choose(sigmoid_of, relu_of, softplus_of), tile_h), tile_y), offset=(i * M, 0))
    else:
        title("score_product mix_values", "Mix values by the scores of queries and keys.")
        wp.tile_store(y, wp.tile_matmul(tile_h, tile_y), offset=(i * M, 0))


@idiom(names="prefix_sums scan_tiled block_scan", doc="Compute prefix sums within each block.")
def tile_scans(x: array("scalar", "T*i", "x values data", values=(-1, 1)), y: array("scalar", "T*i", "y sums prefix out", values=(0, 0.1)), block_sum: array("scalar", "i", "block_sums totals", values=(0, 0.1)), counts: array("int", "T*i", "counts flags sizes", values=(0, 4)), starts: array("int", "T*i", "offsets starts out_idx", values=(0, 0)), a: param("scalar", "gain scale a", values=(0.3, 0.9))):
    T = tile("TILE_SIZE BLOCK_SIZE SCAN_SIZE", 8, 4, 16)
    i = wp.tid()
    if ANY:
        tile_x = wp.tile_load(x, shape=T, offset=i * T)
        if ANY:
            tile_r = choose(wp.tile_scan_inclusive(tile_x), wp.tile_scan_exclusive(tile_x))
        elif ANY:
            tile_r = wp.tile_scan_max_inclusive(tile_x)
            title("running_max scan_max", "Compute the running maximum within each block.")
        else:
            tile_r = wp.tile_scan_inclusive(tile_x * a)
        parts("tile_map", 2)
        wp.tile_store(y, tile_r, offset=i * T)
        if ANY:
            block_sum[i] = tile_r[T - 1]
    else:
        tile_y = wp.tile_load(counts, shape=T, offset=i * T)
        title("block_offsets exclusive_offsets compact_offsets", "Compute the exclusive offsets of each block's items.")
        wp.tile_store(starts, wp.tile_scan_exclusive(tile_y), offset=i * T)
        if ANY:
            block_sum[i] = float(wp.tile_sum(tile_y)[0])


@idiom(names="center_of_mass_tiled mean_position block_center", doc="Compute the centroid of each block of points.")
def tile_points(p: array("vec3", "T*i", "points positions x", values=(-1, 1)), m: array("scalar", "T*i", "masses weights m", values=(0.2, 1)), c: array("vec3", "i", "centers means out", values=(0, 0.1)), y: array("vec3", "T*i", "out moved normals", values=(0, 0.1)), r: array("scalar", "i", "radii spread energy", values=(0, 0.1)), a: param("scalar", "scale gain a", values=(0.3, 1.5))):
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 4, 8)
    i = wp.tid()
    tile_x = wp.tile_load(p, shape=T, offset=i * T)
    if ANY:
        sum_t = wp.tile_sum(tile_x)
        c[i] = sum_t[0] / float(T)
    elif ANY:
        tile_w = wp.tile_load(m, shape=T, offset=i * T)
        sum_t = wp.tile_sum(tile_x * tile_w)
        c[i] = sum_t[0] / wp.tile_sum(tile_w)[0]
    elif ANY:
        title("scale_points move_tiled scaled_tiles", "Scale each point, block by block.")
        if ANY:
            wp.tile_store(y, tile_x * a, offset=i * T)
        else:
            wp.tile_store(y, wp.tile_map(wp.normalize, tile_x) * a, offset=i * T)
    elif ANY:
        title("block_spread mean_length tile_radius", "Compute the mean distance of each block's points from the origin.")
        if ANY:
            r[i] = wp.tile_sum(wp.tile_map(wp.length, tile_x))[0] / float(T)
        else:
            title("rms_radius block_rms_radius gyration_radius", "Compute the root mean square distance of each block's points from the origin.")
            r[i] = wp.sqrt(wp.tile_sum(wp.tile_map(wp.length_sq, tile_x))[0] / float(T))
    else:
        title("largest_radius block_bound tile_extent", "Compute the largest distance of each block's points from the origin.")
        r[i] = choose(wp.tile_max(wp.tile_map(wp.length, tile_x))[0], wp.sqrt(wp.tile_max(wp.tile_map(wp.length_sq, tile_x))[0]))


@idiom(names="smooth_block tile_filter filter_tiled", doc="Apply a stencil to each block with its halo.")
def tile_stencil(u: array("scalar", "T*i+2", "u values field signal", values=(-1, 1)), y: array("scalar", "T*i", "out u_next filtered result", values=(0, 0.1)), a: param("scalar", "alpha rate weight", values=(0.1, 0.4))):
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 8, 4)
    i = wp.tid()
    at_t = i * T
    tile_x = wp.tile_load(u, shape=T, offset=at_t + 1)
    if ANY:
        tile_y = wp.tile_load(u, shape=T, offset=at_t + 2) + wp.tile_load(u, shape=T, offset=at_t)
        if ANY:
            tile_r = (tile_y - tile_x * 2.0) * a + tile_x
            title("heat_tiled diffuse_tiled tile_diffusion", "Take one diffusion step block by block, on a field with one ghost value at each end.")
        elif ANY:
            tile_r = (tile_y + tile_x) * (1.0 / 3.0)
        else:
            tile_r = tile_x * 2.0 - tile_y
            title("laplacian_tiled second_difference", "Compute the second difference, block by block.")
    elif ANY:
        tile_r = (wp.tile_load(u, shape=T, offset=at_t + 2) - wp.tile_load(u, shape=T, offset=at_t)) * 0.5
        title("gradient_tiled central_difference_tiled", "Compute the central difference, block by block.")
    else:
        tile_r = tile_x - (tile_x - wp.tile_load(u, shape=T, offset=at_t)) * a
        title("upwind_tiled advect_tiled", "Take one step of upwind advection, block by block.")
    parts("tile_row", 2)
    wp.tile_store(y, tile_r, offset=at_t)


@idiom(names="field_step_tiled diffuse_field tile_laplacian", doc="Take one explicit step of a 2-D field, block by block.")
def tile_field(u: array("scalar", "M*i+2 N*j+2", "u field temperature h", values=(-1, 1)), v: array("scalar", "M*i N*j", "v velocity u_prev source", values=(-1, 1)), y: array("scalar", "M*i N*j", "out u_next result", values=(0, 0.1)), a: param("scalar", "alpha rate kappa", values=(0.05, 0.2)), dt: param("scalar", "dt time_step", values=(0.01, 0.05))):
    M = tile("TILE_M TILE_ROWS TILE_X", 4, 2)
    N = tile("TILE_N TILE_COLS TILE_Y", 4, 2)
    i, j = wp.tid()
    base_row = i * M
    base_col = j * N
    tile_x = wp.tile_load(u, shape=(M, N), offset=(base_row + 1, base_col + 1))
    if ANY:
        tile_y = wp.tile_load(u, shape=(M, N), offset=(base_row + 2, base_col + 1)) + wp.tile_load(u, shape=(M, N), offset=(base_row, base_col + 1))
        tile_y = tile_y + wp.tile_load(u, shape=(M, N), offset=(base_row + 1, base_col + 2)) + wp.tile_load(u, shape=(M, N), offset=(base_row + 1, base_col))
        tile_h = (tile_y - tile_x * 4.0) * a
    elif ANY:
        tile_h = (wp.tile_load(u, shape=(M, N), offset=(base_row + 2, base_col + 1)) - wp.tile_load(u, shape=(M, N), offset=(base_row, base_col + 1))) * a
        title("row_gradient_tiled slope_tiled", "Take one step with the slope along rows, block by block.")
    else:
        tile_h = wp.tile_map(choose(wp.tanh, relu_of, square_of), tile_x) * a
        title("react_tiled source_tiled reaction_step", "Take one reaction step at each cell, block by block.")
    if ANY:
        wp.tile_store(y, tile_x + tile_h, offset=(base_row, base_col))
    elif ANY:
        tile_r = wp.tile_load(v, shape=(M, N), offset=(base_row, base_col))
        wp.tile_store(y, tile_x * 2.0 - tile_r + tile_h, offset=(base_row, base_col))
    else:
        wp.tile_store(y, tile_x + (tile_h + wp.tile_load(v, shape=(M, N), offset=(base_row, base_col))) * dt, offset=(base_row, base_col))


@idiom(names="optimizer_step_tiled sgd_tiled momentum_tiled", doc="Take one optimizer step, block by block.")
def tile_optimizer(w: array("scalar", "T*i", "params weights w", values=(-1, 1)), g: array("scalar", "T*i", "grads gradients g", values=(-0.5, 0.5)), m: array("scalar", "T*i", "momentum m velocity", values=(-0.3, 0.3)), s: array("scalar", "T*i", "second_moment v squares", values=(0.1, 0.5)), rate: param("scalar", "lr learning_rate rate", values=(0.01, 0.1)), decay: param("scalar", "beta decay mu", values=(0.5, 0.9)), bound: param("scalar", "max_grad clip_value bound", values=(0.2, 0.4))):
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 8, 16, 4)
    i = wp.tid()
    tile_w = wp.tile_load(w, shape=T, offset=i * T)
    if ANY:
        tile_y = wp.tile_load(g, shape=T, offset=i * T)
    else:
        tile_y = wp.tile_map(limited_of, wp.tile_load(g, shape=T, offset=i * T), bound)
    if ANY:
        wp.tile_store(w, tile_w - tile_y * rate, offset=i * T)
    elif ANY:
        tile_r = wp.tile_load(m, shape=T, offset=i * T) * decay + tile_y
        wp.tile_store(m, tile_r, offset=i * T)
        if ANY:
            wp.tile_store(w, tile_w - tile_r * rate, offset=i * T)
        else:
            wp.tile_store(w, tile_w - (tile_r * decay + tile_y) * rate, offset=i * T)
    elif ANY:
        tile_r = wp.tile_load(s, shape=T, offset=i * T) * decay + tile_y * tile_y * (1.0 - decay)
        title("rmsprop_tiled adaptive_step_tiled", "Take one RMSProp step, block by block.")
        wp.tile_store(s, tile_r, offset=i * T)
        wp.tile_store(w, tile_w - tile_y * rate / wp.tile_map(wp.sqrt, tile_r + wp.tile_full(shape=T, value=0.01, dtype=float)), offset=i * T)
    else:
        title("weight_decay_tiled decayed_step", "Take one gradient descent step with weight decay, block by block.")
        wp.tile_store(w, tile_w * (1.0 - rate * decay) - tile_y * rate, offset=i * T)


@idiom(names="gram_tiled tile_covariance gram_blocks", doc="Accumulate the Gram matrix of all blocks.")
def tile_gram(x: array("scalar", "M*i K", "x samples data", values=(-1, 1)), t: array("scalar", "M*i 1", "y targets t", values=(-1, 1)), G: array("scalar", "K K", "gram G covariance", values=(0, 0.1)), b: array("scalar", "K 1", "rhs b xty", values=(0, 0.1)), a: param("scalar", "scale inv_n weight", values=(0.2, 0.8))):
    M = tile("TILE_M BLOCK_ROWS SAMPLES", 4, 8)
    K = tile("NUM_FEATURES DIM K", 3, 4)
    i = wp.tid()
    tile_x = wp.tile_load(x, shape=(M, K), offset=(i * M, 0))
    tile_y = wp.tile_transpose(tile_x)
    if ANY:
        wp.tile_atomic_add(G, wp.tile_matmul(tile_y, tile_x))
    elif ANY:
        wp.tile_atomic_add(G, wp.tile_matmul(tile_y, tile_x) * a)
    if ANY:
        tile_b = wp.tile_load(t, shape=(M, 1), offset=(i * M, 0))
        title("normal_equations_tiled least_squares_blocks", "Add each block's share to the normal equations.")
        wp.tile_atomic_add(b, wp.tile_matmul(tile_y, tile_b))
