# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra, transforms and orders of tiles: factors and solves, spectra, sorting, compaction, gathering."""

domain("blocks", uses="tiles", entity="block tile system", edge="edge")

words(factor_t="L_tile L chol factor", turned_t="xt x_t turned", miss_t="residual miss error", sol_t="sol solution coef coeffs", tile_z="z_tile z half", tile_p="prev known x_block", tile_k="keys key_tile sorted_keys", tile_v="values order idx_tile",
      tile_s="scan prefix scan_inclusive", tile_i="index_tile slots idx", tile_f="spectrum f_tile freq", other_f="h_f other_f b_f", tile_g="filtered g_tile c_f", log_det="log_det logdet sum_log", diag_k="d m col", block_k="k kb step", block_j="j m jb",
      block_r="r i_block row", base_k="row0 k0 start_k", sq_tile="energy sq sum_sq", mid_t="median mid middle", pixel_row="row r px", pixel_col="col c py", place_x="x u nx", place_y="y v ny", scale_f="scale omega w", encoded="local features enc", pixel_v="output color pred", miss_v="error err sq", channel_k="c ch k",
      gap_sum="gaps total acc", rank_k="k r rank", local_v="v value local", tile_t="t tile values_tile", sum_b="s block_sum partial")


@helper(names="cplx_mul complex_mul cplx_prod")
def complex_product(a: param("vec2"), b: param("vec2")):
    return wp.vec2(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


@helper(names="conj_mul cross_power correlate_bins")
def conjugate_product(a: param("vec2"), b: param("vec2")):
    return wp.vec2(a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1])


@helper(names="power_of magnitude_sq power")
def power_of_bin(a: param("vec2")):
    return a[0] * a[0] + a[1] * a[1]


@helper(names="decibels log_power db")
def level_of_bin(a: param("vec2")):
    return wp.log(a[0] * a[0] + a[1] * a[1] + 0.01)


@helper(names="attenuate shrink_bin soft_limit")
def limited_bin(a: param("vec2")):
    return a / (1.0 + wp.length(a))


@helper(names="slot_of compute_index output_slot")
def slot_of(flag: param("int"), rank: param("int"), base: param("int")):
    if flag == 0:
        return -1
    return base + rank - 1


@helper(names="is_set above keep_flag")
def is_above(x: param("scalar"), bound: param("scalar")):
    return wp.where(x > bound, 1, 0)


@idiom(names="ridge_tiled least_squares_tiled fit_blocks", doc="Fit weights to each block of samples by regularized least squares.")
def tile_ridge(x: array("scalar", "M*i K", "x samples features", values=(-1, 1)), t: array("scalar", "M*i 1", "y targets labels", values=(-1, 1)), damp: array("scalar", "K", "ridge damping lambdas", values=(0.4, 1)), w: array("scalar", "K*i 1", "weights coef w_out", values=(0, 0.1)), fit: array("scalar", "M*i 1", "fitted predictions residuals", values=(0, 0.1)), loss: array("scalar", "i", "loss errors sq_err", values=(0, 0.1)), lam: param("scalar", "lam ridge_weight alpha", values=(0.4, 1))):
    M = tile("TILE_M NUM_SAMPLES BLOCK_ROWS", 6, 8, 4)
    K = tile("NUM_FEATURES TILE_K DIM", 3, 2)
    i = wp.tid()
    tile_x = wp.tile_load(x, shape=(M, K), offset=(i * M, 0))
    tile_y = wp.tile_load(t, shape=(M, 1), offset=(i * M, 0))
    turned_t = wp.tile_transpose(tile_x)
    tile_a = wp.tile_matmul(turned_t, tile_x)
    if ANY:
        tile_a = wp.tile_diag_add(tile_a, wp.tile_load(damp, shape=K))
    else:
        tile_a = wp.tile_diag_add(tile_a, wp.tile_full(shape=K, value=lam, dtype=float))
    tile_b = wp.tile_matmul(turned_t, tile_y)
    if ANY:
        factor_t = wp.tile_cholesky(tile_a)
        if ANY:
            sol_t = wp.tile_cholesky_solve(factor_t, tile_b)
        else:
            tile_z = wp.tile_lower_solve(factor_t, tile_b)
            sol_t = wp.tile_upper_solve(wp.tile_transpose(factor_t), tile_z)
    else:
        wp.tile_cholesky_inplace(tile_a)
        sol_t = wp.tile_cholesky_solve(tile_a, tile_b)
    if ANY:
        wp.tile_store(w, sol_t, offset=(i * K, 0))
    elif ANY:
        title("ridge_fit_tiled predict_blocks fitted_values", "Fit a line to each block of samples and evaluate it.")
        wp.tile_store(fit, wp.tile_matmul(tile_x, sol_t), offset=(i * M, 0))
    elif ANY:
        title("ridge_residual residuals_tiled fit_residuals", "Compute the residual of each block of samples after a fit.")
        wp.tile_store(fit, tile_y - wp.tile_matmul(tile_x, sol_t), offset=(i * M, 0))
    else:
        miss_t = wp.tile_matmul(tile_x, sol_t) - tile_y
        title("ridge_loss fit_error_tiled sum_of_squares", "Compute the squared error of a fit to each block of samples.")
        loss[i] = wp.tile_sum(miss_t * miss_t)[0]


@idiom(names="cholesky_tiled factor_tiled tile_factor", doc="Compute the Cholesky factor of one matrix per thread.")
def tile_factor(A: array("scalar", "i N N", "A matrices blocks K_mat", values=(-0.25, 0.25)), b: array("scalar", "i N", "b rhs x", values=(-1, 1)), damp: array("scalar", "N", "diag jitter noise_diag", values=(1.2, 2)), F: array("scalar", "i N N", "L factors out_L", values=(0, 0.1)), y: array("scalar", "i N", "x solutions y out", values=(0, 0.1)), stat: array("scalar", "i", "log_dets distances energies", values=(0, 0.1)), shift: param("scalar", "shift diag_shift jitter", values=(1.2, 2))):
    N = tile("TILE DIM N BLOCK_DIM", 3, 2)
    i = wp.tid()
    if ANY:
        tile_a = wp.tile_diag_add(wp.tile_load(A[i], shape=(N, N)), wp.tile_load(damp, shape=N))
    else:
        tile_a = wp.tile_diag_add(wp.tile_load(A[i], shape=(N, N)), wp.tile_full(shape=N, value=shift, dtype=float))
    factor_t = wp.tile_cholesky(tile_a)
    if ANY:
        wp.tile_store(F[i], factor_t)
    elif ANY:
        tile_r = wp.tile_cholesky_solve(factor_t, wp.tile_load(b[i], shape=N))
        title("cholesky_solve_tiled solve_tiled batched_solve", "Solve a small linear system per thread by Cholesky factorization.")
        parts("tile_map", 2)
        wp.tile_store(y[i], tile_r)
    elif ANY:
        tile_b = wp.tile_load(b[i], shape=N)
        wp.tile_lower_solve_inplace(factor_t, tile_b)
        title("whiten_tiled decorrelate whitened_blocks", "Whiten each vector by the factor of its covariance.")
        if ANY:
            wp.tile_store(y[i], tile_b)
        else:
            title("mahalanobis_tiled whitened_distance", "Compute the Mahalanobis distance of each vector.")
            stat[i] = wp.sqrt(wp.tile_sum(tile_b * tile_b)[0] + 1.0e-6)
    elif ANY:
        tile_b = wp.tile_load(b[i], shape=N)
        title("log_likelihood_tiled gaussian_tiled log_density", "Compute the logarithm of a Gaussian's density, up to a constant.")
        wp.tile_lower_solve_inplace(factor_t, tile_b)
        log_det = float(0.0)
        for diag_k in range(N):
            log_det += wp.log(factor_t[diag_k, diag_k])
        stat[i] = -0.5 * wp.tile_sum(tile_b * tile_b)[0] - log_det
    elif ANY:
        title("log_det_tiled cholesky_log_det", "Compute the logarithm of the determinant of each matrix.")
        log_det = float(0.0)
        for diag_k in range(N):
            log_det += wp.log(factor_t[diag_k, diag_k])
        stat[i] = 2.0 * log_det
    elif ANY:
        tile_r = wp.tile_cholesky_solve(factor_t, wp.tile_load(b[i], shape=N))
        title("quadratic_form_tiled inverse_energy solved_energy", "Compute the energy of each vector in the metric of the inverse matrix.")
        stat[i] = 0.5 * wp.tile_sum(tile_r * wp.tile_load(b[i], shape=N))[0]
    else:
        tile_z = wp.tile_load(b, shape=(1, N), offset=(i, 0))
        tile_r = wp.tile_matmul(tile_z, wp.tile_transpose(factor_t))
        title("correlate_tiled sample_gaussian_tiled colored_noise", "Color independent numbers by each block's covariance.")
        wp.tile_store(y, tile_r, offset=(i, 0))


@idiom(names="forward_substitution blocked_lower_solve forward_solve_blocks", doc="Solve a lower triangular system block by block, one right-hand side per thread.")
def tile_substitution(L: array("scalar", "B*n B*n", "L factor A", values=(0.6, 1)), b: array("scalar", "B*n i", "b rhs", values=(-1, 1)), x: array("scalar", "B*n i", "x y solution", values=(0, 0.1)), norm: array("scalar", "i", "norms residuals sizes", values=(0, 0.1))):
    n = size("num_blocks n_blocks blocks", 2, 3)
    B = tile("BLOCK_SIZE TILE BLOCK", 2, 3, 4)
    i = wp.tid()
    if ANY:
        sq_tile = float(0.0)
        title("solve_norm_blocks solution_norm", "Compute the norm of a triangular system's solution, block by block.")
        for block_k in range(len(n)):
            base_k = block_k * B
            tile_b = wp.tile_load(b, shape=(B, 1), offset=(base_k, i))
            for block_j in range(block_k):
                tile_a = wp.tile_load(L, shape=(B, B), offset=(base_k, block_j * B))
                tile_p = wp.tile_load(x, shape=(B, 1), offset=(block_j * B, i))
                wp.tile_matmul(tile_a, tile_p, tile_b, alpha=-1.0)
            factor_t = wp.tile_load(L, shape=(B, B), offset=(base_k, base_k))
            sol_t = wp.tile_lower_solve(factor_t, tile_b)
            sq_tile += wp.tile_sum(sol_t * sol_t)[0]
            wp.tile_store(x, sol_t, offset=(base_k, i))
        norm[i] = wp.sqrt(sq_tile)
    elif ANY:
        for block_k in range(len(n)):
            tile_b = wp.tile_load(b, shape=(B, 1), offset=(block_k * B, i))
            for block_j in range(block_k):
                tile_a = wp.tile_load(L, shape=(B, B), offset=(block_k * B, block_j * B))
                tile_p = wp.tile_load(x, shape=(B, 1), offset=(block_j * B, i))
                wp.tile_matmul(tile_a, tile_p, tile_b, alpha=-1.0)
            factor_t = wp.tile_load(L, shape=(B, B), offset=(block_k * B, block_k * B))
            wp.tile_lower_solve_inplace(factor_t, tile_b)
            wp.tile_store(x, tile_b, offset=(block_k * B, i))
    elif ANY:
        title("back_substitution blocked_upper_solve backward_solve_blocks", "Solve with the transpose of a lower triangular matrix block by block, from the last block to the first.")
        for block_j in range(len(n)):
            block_k = len(n) - 1 - block_j
            tile_b = wp.tile_load(b, shape=(B, 1), offset=(block_k * B, i))
            for block_r in range(block_k + 1, len(n)):
                tile_a = wp.tile_load(L, shape=(B, B), offset=(block_r * B, block_k * B))
                tile_p = wp.tile_load(x, shape=(B, 1), offset=(block_r * B, i))
                wp.tile_matmul(wp.tile_transpose(tile_a), tile_p, tile_b, alpha=-1.0)
            factor_t = wp.tile_load(L, shape=(B, B), offset=(block_k * B, block_k * B))
            wp.tile_upper_solve_inplace(wp.tile_transpose(factor_t), tile_b)
            wp.tile_store(x, tile_b, offset=(block_k * B, i))
    elif ANY:
        title("block_jacobi diagonal_block_solve precondition_blocks", "Solve with the blocks of a matrix's diagonal.")
        for block_k in range(len(n)):
            factor_t = wp.tile_load(L, shape=(B, B), offset=(block_k * B, block_k * B))
            tile_b = wp.tile_load(b, shape=(B, 1), offset=(block_k * B, i))
            wp.tile_store(x, wp.tile_lower_solve(factor_t, tile_b), offset=(block_k * B, i))
    else:
        title("lower_product blocked_lower_multiply multiply_triangle", "Multiply by the blocks on and below a matrix's diagonal.")
        for block_k in range(len(n)):
            tile_b = wp.tile_zeros(shape=(B, 1), dtype=float)
            for block_j in range(block_k + 1):
                tile_a = wp.tile_load(L, shape=(B, B), offset=(block_k * B, block_j * B))
                tile_p = wp.tile_load(b, shape=(B, 1), offset=(block_j * B, i))
                wp.tile_matmul(tile_a, tile_p, tile_b)
            wp.tile_store(x, tile_b, offset=(block_k * B, i))


@idiom(names="blocked_cholesky cholesky_blocks factor_blocks", doc="Compute the Cholesky factor of each matrix, block by block.")
def tile_blocks(A: array("scalar", "i B*n B*n", "A matrices S", values=(-0.15, 0.15)), L: array("scalar", "i B*n B*n", "L factors out_L", values=(0, 0.1)), dets: array("scalar", "i", "log_dets dets half_dets", values=(0, 0.1)), shift: param("scalar", "shift diag_shift jitter", values=(1.6, 2.5))):
    n = size("num_blocks n_blocks blocks", 2, 3)
    B = tile("BLOCK_SIZE TILE BLOCK", 2, 3)
    i = wp.tid()
    for block_k in range(len(n)):
        base_k = block_k * B
        tile_a = wp.tile_diag_add(wp.tile_load(A[i], shape=(B, B), offset=(base_k, base_k)), wp.tile_full(shape=B, value=shift, dtype=float))
        for block_j in range(block_k):
            tile_p = wp.tile_load(L[i], shape=(B, B), offset=(base_k, block_j * B))
            wp.tile_matmul(tile_p, wp.tile_transpose(tile_p), tile_a, alpha=-1.0)
        factor_t = wp.tile_cholesky(tile_a)
        wp.tile_store(L[i], factor_t, offset=(base_k, base_k))
        for block_r in range(block_k + 1, len(n)):
            tile_b = wp.tile_load(A[i], shape=(B, B), offset=(block_r * B, base_k))
            for block_j in range(block_k):
                tile_x = wp.tile_load(L[i], shape=(B, B), offset=(block_r * B, block_j * B))
                tile_y = wp.tile_load(L[i], shape=(B, B), offset=(base_k, block_j * B))
                wp.tile_matmul(tile_x, wp.tile_transpose(tile_y), tile_b, alpha=-1.0)
            tile_z = wp.tile_transpose(tile_b)
            wp.tile_lower_solve_inplace(factor_t, tile_z)
            wp.tile_store(L[i], wp.tile_transpose(tile_z), offset=(block_r * B, base_k))
    if ANY:
        log_det = float(0.0)
        title("blocked_log_det log_det_blocks", "Compute the Cholesky factor of each matrix, block by block, and its log-determinant.")
        for block_j in range(len(n)):
            tile_x = wp.tile_load(L[i], shape=(B, B), offset=(block_j * B, block_j * B))
            for diag_k in range(B):
                log_det += wp.log(tile_x[diag_k, diag_k])
        dets[i] = 2.0 * log_det


@idiom(names="convolve_fft conv_tiled filter_spectrum", doc="Convolve each row with a filter given by its frequency response.")
def tile_spectra(x: array("vec2", "M*i N", "x signal samples", values=(-1, 1)), h: array("vec2", "M*i N", "h response filter_freq", values=(-1, 1)), gain: array("scalar", "N", "gains weights mask", values=(0.2, 1)), y: array("vec2", "M*i N", "y out filtered", values=(0, 0.1)), spec: array("vec2", "M*i N", "spectrum_out bins_out spec", values=(0, 0.1)), p: array("scalar", "M*i N", "power spectrum magnitudes", values=(0, 0.1)), stat: array("scalar", "i", "energies totals levels", values=(0, 0.1)), a: param("scalar", "scale gain alpha", values=(0.2, 0.8))):
    M = tile("TILE_M ROWS BATCH", 1, 2)
    N = tile("TILE_N FFT_SIZE N", 4)
    i = wp.tid()
    tile_f = wp.tile_load(x, shape=(M, N), offset=(i * M, 0))
    if ANY:
        wp.tile_fft(tile_f)
        if ANY("filter"):
            tile_g = wp.tile_map(complex_product, tile_f, wp.tile_load(h, shape=(M, N), offset=(i * M, 0)))
        elif ANY("filter"):
            tile_g = wp.tile_map(conjugate_product, tile_f, wp.tile_load(h, shape=(M, N), offset=(i * M, 0)))
            title("matched_filter correlate_reference match_rows", "Correlate each row with a reference given by its spectrum.")
        elif ANY("filter"):
            tile_g = tile_f * wp.tile_broadcast(wp.tile_load(gain, shape=N), shape=(M, N))
            title("low_pass_fft weigh_spectrum shape_spectrum", "Weight the frequencies of each row.")
        elif ANY("filter"):
            tile_g = wp.tile_map(limited_bin, tile_f)
            title("soften_spectrum compress_spectrum limit_spectrum", "Compress the magnitude of each frequency of a row.")
        elif ANY("filter"):
            other_f = wp.tile_load(h, shape=(M, N), offset=(i * M, 0))
            wp.tile_fft(other_f)
            title("convolve_pair convolve_rows circular_convolution", "Convolve two rows by way of their spectra.")
            tile_g = wp.tile_map(complex_product, tile_f, other_f)
        else:
            other_f = wp.tile_load(h, shape=(M, N), offset=(i * M, 0))
            wp.tile_fft(other_f)
            title("cross_correlate correlate_fft correlate_rows", "Correlate two rows by way of their spectra.")
            tile_g = wp.tile_map(conjugate_product, tile_f, other_f)
        if ANY:
            wp.tile_ifft(tile_g)
            if ANY:
                wp.tile_store(y, tile_g, offset=(i * M, 0))
            else:
                wp.tile_store(y, tile_g * (1.0 / float(N)), offset=(i * M, 0))
        else:
            if ANY("filter"):
                title("spectral_product multiply_spectra filter_in_frequency", "Multiply the spectrum of each row by the response of a filter.")
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
            elif ANY("filter"):
                title("match_spectra conjugate_spectra reference_spectrum", "Multiply the spectrum of each row by the conjugate of a reference's.")
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
            elif ANY("filter"):
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
            elif ANY("filter"):
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
            elif ANY("filter"):
                title("spectra_product multiply_pair_spectra product_of_spectra", "Multiply the spectra of two rows.")
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
            else:
                title("cross_spectrum cross_power_spectrum cross_spectra", "Compute the cross-spectrum of two rows.")
                wp.tile_store(spec, tile_g * a, offset=(i * M, 0))
    elif ANY:
        wp.tile_fft(tile_f)
        title("power_spectrum fft_power periodogram", "Compute the power spectrum of each row.")
        if ANY:
            tile_h = wp.tile_map(choose(power_of_bin, level_of_bin, wp.length), tile_f)
        else:
            tile_h = wp.tile_map(power_of_bin, tile_f) * wp.tile_broadcast(wp.tile_load(gain, shape=N), shape=(M, N))
        if ANY:
            wp.tile_store(p, tile_h, offset=(i * M, 0))
        else:
            title("spectral_energy band_energy fft_energy", "Compute the spectral energy of each row.")
            stat[i] = wp.tile_sum(tile_h)[0]
    elif ANY:
        wp.tile_fft(tile_f)
        title("fft_tiled transform_rows forward_fft", "Compute the discrete Fourier transform of each row.")
        wp.tile_store(spec, tile_f, offset=(i * M, 0))
    elif ANY:
        wp.tile_ifft(tile_f)
        title("ifft_tiled inverse_fft inverse_transform", "Compute the inverse Fourier transform of each row, not normalized.")
        wp.tile_store(y, tile_f, offset=(i * M, 0))
    else:
        tile_g = tile_f * wp.tile_broadcast(wp.tile_load(gain, shape=N), shape=(M, N))
        title("windowed_fft window_transform stft_frame", "Multiply each row by a window and take its Fourier transform.")
        wp.tile_fft(tile_g)
        wp.tile_store(spec, tile_g, offset=(i * M, 0))


@idiom(names="tile_sort_kernel sort_blocks sort_rows_tiled", doc="Sort each row.")
def tile_orders(x: array("scalar", "i T", "keys values scores", values=(-1, 1)), w: array("scalar", "T", "weights w order_weights", values=(0.2, 1)), y: array("scalar", "i T", "sorted_keys out sorted_values", values=(0, 0.1)), order: array("int", "i T", "order perm indices", values=(0, 0)), stat: array("scalar", "i", "medians quantiles out", values=(0, 0.1))):
    T = tile("TILE_SIZE MAX_SORT_LENGTH ROW_LENGTH", 8, 4, 6)
    i = wp.tid()
    tile_k = wp.tile_load(x[i], shape=T)
    tile_v = wp.tile_arange(T, dtype=int)
    wp.tile_sort(tile_k, tile_v)
    if ANY:
        wp.tile_store(y[i], tile_k)
        if ANY:
            wp.tile_store(order[i], tile_v)
            title("argsort_rows sort_with_order tile_argsort", "Sort each row and store the sorting permutation.")
    elif ANY:
        mid_t = 0.5 * (tile_k[T // 2 - 1] + tile_k[T // 2])
        title("row_median median_tiled tile_median", "Compute the median of each row.")
        if ANY:
            stat[i] = mid_t
        else:
            title("median_deviation robust_spread tile_mad", "Compute the mean distance of each row from its median.")
            stat[i] = wp.tile_sum(wp.tile_map(wp.abs, wp.tile_map(less_of, tile_k, mid_t)))[0] / float(T)
    elif ANY:
        title("trimmed_mean robust_mean mean_without_ends", "Compute the mean of each row without its least and its greatest element.")
        stat[i] = (wp.tile_sum(tile_k)[0] - tile_k[0] - tile_k[T - 1]) / float(T - 2)
    elif ANY:
        title("interquartile_range quartile_range spread_of_rows", "Compute the distance between the quartiles of each row.")
        stat[i] = tile_k[T - 1 - T // 4] - tile_k[T // 4]
    elif ANY:
        title("ordered_average owa_rows rank_weighted_mean", "Compute the mean of each row with a weight for each rank.")
        stat[i] = wp.tile_sum(tile_k * wp.tile_load(w, shape=T))[0] / float(T)
    elif ANY:
        title("mean_gap gap_of_rows mean_spacing", "Compute the mean squared gap between neighbors in each row's order.")
        gap_sum = float(0.0)
        for rank_k in range(1, T):
            gap_sum += (tile_k[rank_k] - tile_k[rank_k - 1]) * (tile_k[rank_k] - tile_k[rank_k - 1])
        stat[i] = gap_sum / float(T - 1)
    else:
        title("scatter_ranks rank_rows rank_transform", "Assign each element of a row the weight of its rank.")
        wp.tile_store_indexed(y[i], tile_v, tile_k * wp.tile_load(w, shape=T))


@idiom(names="compact_tiled stream_compaction pack_blocks", doc="Move the elements of each block that are kept to its beginning.")
def tile_packing(x: array("scalar", "T*i", "data values src", values=(-1, 1)), keep: array("int", "T*i", "is_valid keep flags", kind=flag), y: array("scalar", "T*i", "output packed dst", values=(0, 0.1)), counts: array("int", "i", "counts num_kept block_count", values=(0, 0)), bound: param("scalar", "threshold bound cutoff", values=(-0.4, 0.4))):
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 8, 4)
    i = wp.tid()
    tile_x = wp.tile_load(x, shape=T, offset=i * T)
    if ANY:
        tile_v = wp.tile_load(keep, shape=T, offset=i * T)
    else:
        tile_v = wp.tile_map(is_above, tile_x, bound)
        title("compact_above pack_large keep_above", "Move the elements of each block above a bound to its beginning.")
    tile_s = wp.tile_scan_inclusive(tile_v)
    tile_i = wp.tile_map(slot_of, tile_v, tile_s, i * T)
    wp.tile_store_indexed(y, tile_i, tile_x)
    if ANY:
        counts[i] = tile_s[T - 1]


@idiom(names="gather_tiled tile_gather load_indexed", doc="Gather a tile of indexed elements.")
def tile_gathers(x: array("scalar", "m", "table src values", values=(-1, 1)), ids: array("int", "T*i", "indices ids idx", kind=index("m")), w: array("scalar", "T*i", "weights w coeffs", values=(-1, 1)), y: array("scalar", "T*i", "out gathered y", values=(0, 0.1)), sums: array("scalar", "m", "bins totals acc", values=(0, 0.1)), stat: array("scalar", "i", "result stats block_values", values=(0, 0.1)), a: param("scalar", "scale a gain", values=(0.3, 1.5))):
    m = size("num_entries table_size m", 6, 9)
    T = tile("TILE_SIZE BLOCK_SIZE TILE", 4, 8)
    i = wp.tid()
    tile_i = wp.tile_load(ids, shape=T, offset=i * T)
    if ANY:
        tile_r = wp.tile_load_indexed(x, indices=tile_i, shape=(T,))
        if ANY:
            tile_r = tile_r * wp.tile_load(w, shape=T, offset=i * T)
        parts("tile_map", 2)
        if ANY:
            wp.tile_store(y, tile_r, offset=i * T)
        elif ANY:
            title("gather_sum embedding_sum sum_indexed", "Sum each block's indexed elements.")
            stat[i] = wp.tile_sum(tile_r)[0]
        else:
            title("gather_max largest_indexed max_indexed", "Find the largest of each block's indexed elements.")
            stat[i] = wp.tile_max(tile_r)[0]
    elif ANY:
        tile_r = wp.tile_load(w, shape=T, offset=i * T)
        title("scatter_add_tiled tile_histogram bin_blocks", "Scatter-add each block's numbers to indexed bins.")
        parts("tile_map", 2)
        wp.tile_atomic_add_indexed(sums, indices=tile_i, t=tile_r)
    else:
        tile_r = wp.tile_load_indexed(x, indices=tile_i, shape=(T,)) * wp.tile_load(w, shape=T, offset=i * T) * a
        title("spmv_tiled sparse_blocks gather_scatter", "Add weighted table elements to each block's numbers.")
        wp.tile_store(y, wp.tile_load(y, shape=T, offset=i * T) + tile_r, offset=i * T)


@idiom(names="load_store_3d copy_blocks_3d volume_tiles", doc="Map a volume block by block.")
def tile_volumes(x: array("scalar", "M*i N*j K*k", "x volume src", values=(-1, 1)), u: array("scalar", "M*i N*j K*k", "u other mask", values=(0.2, 1)), y: array("scalar", "M*i N*j K*k", "y out dst", values=(0, 0.1)), stat: array("scalar", "i j k", "pooled block_values", values=(0, 0.1)), a: param("scalar", "scale alpha gain", values=(0.3, 1.5))):
    M = tile("TILE_M TILE_X TM", 2, 3)
    N = tile("TILE_N TILE_Y TN", 2, 3)
    K = tile("TILE_O TILE_Z TK", 2, 4)
    i, j, k = wp.tid()
    tile_x = wp.tile_load(x, shape=(M, N, K), offset=(i * M, j * N, k * K))
    if ANY:
        tile_r = tile_x * a
    elif ANY:
        tile_r = tile_x * wp.tile_load(u, shape=(M, N, K), offset=(i * M, j * N, k * K))
    elif ANY:
        tile_r = tile_x + wp.tile_load(u, shape=(M, N, K), offset=(i * M, j * N, k * K)) * a
    else:
        tile_r = wp.tile_map(choose(relu_of, squash_of, swish_of, wp.tanh, square_of), tile_x)
    if ANY:
        wp.tile_store(y, tile_r, offset=(i * M, j * N, k * K))
    elif ANY:
        wp.tile_store(y, wp.tile_load(y, shape=(M, N, K), offset=(i * M, j * N, k * K)) + tile_r, offset=(i * M, j * N, k * K))
    else:
        title("pool_volume pool_3d pooled_blocks", "Pool each block of a volume to a number.")
        stat[i, j, k] = choose(wp.tile_sum(tile_r)[0] * a, wp.tile_max(tile_r)[0])


@idiom(names="block_sum_kernel reduce_blocks sum_blocks", doc="Reduce within each block, then add the block sums to a total.")
def tile_totals(x: array("scalar", "i", "x values data", values=(-1, 1)), u: array("scalar", "i", "target other y", values=(-1, 1)), p: array("vec3", "i", "points positions p", values=(-1, 1)), m: array("scalar", "i", "masses weights m", values=(0.2, 1)), total: array("scalar", "1", "total sum_out block_total", values=(0, 0.1)), width: param("scalar", "delta width bound", values=(0.2, 0.6)), a: param("scalar", "scale inv_n weight", values=(0.2, 0.8))):
    i = wp.tid()
    if ANY:
        local_v = x[i]
    elif ANY:
        local_v = x[i] * u[i]
        title("dot_kernel block_dot dot_blocks", "Add the products of two arrays, block by block.")
    elif ANY:
        local_v = (x[i] - u[i]) * (x[i] - u[i]) * a
        title("mse_loss block_mse squared_error", "Add squared errors, block by block.")
    elif ANY:
        local_v = huber_of(x[i] - u[i], width)
        title("huber_loss_blocks robust_loss block_huber", "Add the Huber loss of each error, block by block.")
    elif ANY:
        local_v = choose(wp.abs(x[i]), wp.sqrt(x[i] * x[i] + 0.01), wp.exp(-x[i] * x[i]))
        title("norm_blocks block_norm l1_blocks", "Add a measure of each element, block by block.")
    elif ANY:
        local_v = choose(square_of(x[i]), squash_of(x[i]), swish_of(x[i]))
        title("mapped_block_sum sum_of_map reduce_mapped", "Map each element and add the values, block by block.")
    elif ANY:
        local_v = m[i] * wp.length_sq(p[i])
        title("inertia_blocks block_inertia moment_of_inertia", "Add the moments of inertia of points about the origin, block by block.")
    else:
        local_v = 0.5 * m[i] * x[i] * x[i]
        title("kinetic_energy_blocks block_energy energy_sum", "Add kinetic energies, block by block.")
    tile_t = wp.tile(local_v)
    if ANY:
        sum_b = wp.tile_sum(tile_t)
        wp.tile_atomic_add(total, sum_b)
    elif ANY:
        sum_b = wp.tile_reduce(wp.add, tile_t)
        wp.tile_atomic_add(total, sum_b * a)
    else:
        sum_b = wp.tile_sum(tile_t * a)
        wp.tile_atomic_add(total, sum_b)


@idiom(names="encoded_network pixel_network fit_image", doc="Evaluate a coordinate network at each pixel with Fourier features.")
def tile_pixels(w0: array("scalar", "H 4", "weights_0 W0 w1", values=(-0.8, 0.8)), w1: array("scalar", "H H", "weights_1 W1 w2", values=(-0.8, 0.8)), w2: array("scalar", "O H", "weights_2 W2 w3", values=(-0.8, 0.8)), target: array("scalar", "O i", "reference target image", values=(0, 1)), out: array("scalar", "O i", "out pixels output", values=(0, 0.1)), loss: array("scalar", "1", "loss total_loss error_sum", values=(0, 0.1)), width: param("int", "width img_width columns", values=(3, 4)), freq: param("scalar", "frequency freq base_freq", values=(0.5, 1.5))):
    H = tile("DIM_HID HIDDEN NUM_HIDDEN", 4, 6)
    O = tile("DIM_OUT CHANNELS", 3, 2)
    i = wp.tid()
    pixel_row = i // width
    pixel_col = i % width
    place_x = (float(pixel_row) / float(width) - 0.5) * 2.0
    place_y = (float(pixel_col) / float(width) - 0.5) * 2.0
    if ANY:
        scale_f = freq * wp.pi
        encoded = wp.vec4(wp.sin(place_x * scale_f), wp.cos(place_x * scale_f), wp.sin(place_y * scale_f), wp.cos(place_y * scale_f))
    elif ANY:
        encoded = wp.vec4(place_x, place_y, wp.sin(freq * wp.sqrt(place_x * place_x + place_y * place_y + 0.01)), 1.0)
    else:
        encoded = wp.vec4(place_x, place_y, place_x * place_y, freq * (place_x * place_x + place_y * place_y))
        title("polynomial_network curved_network pixel_features", "Evaluate a coordinate network at each pixel with polynomial features.")
    tile_x = wp.tile(encoded)
    tile_w = wp.tile_load(w0, shape=(H, 4))
    tile_h = wp.tile_map(choose(relu_of, wp.tanh, wp.sin, swish_of, gelu_of), wp.tile_matmul(tile_w, tile_x))
    if ANY:
        tile_a = wp.tile_load(w1, shape=(H, H))
        tile_h = wp.tile_map(choose(relu_of, wp.tanh, wp.sin), wp.tile_matmul(tile_a, tile_h))
    tile_y = wp.tile_load(w2, shape=(O, H))
    tile_r = choose(wp.tile_map(sigmoid_of, wp.tile_matmul(tile_y, tile_h)), wp.tile_matmul(tile_y, tile_h))
    pixel_v = wp.untile(tile_r)
    if ANY:
        for channel_k in range(O):
            out[channel_k, i] = pixel_v[channel_k]
    elif ANY:
        miss_v = float(0.0)
        title("image_loss pixel_loss encoded_loss", "Sum the squared error of a coordinate network at each pixel.")
        for channel_k in range(O):
            miss_v += (pixel_v[channel_k] - target[channel_k, i]) * (pixel_v[channel_k] - target[channel_k, i])
        wp.atomic_add(loss, 0, miss_v / float(O))
    else:
        miss_v = float(0.0)
        title("train_image fit_pixels image_and_loss", "Evaluate a coordinate network at each pixel and sum its absolute error.")
        for channel_k in range(O):
            out[channel_k, i] = pixel_v[channel_k]
            miss_v += wp.abs(pixel_v[channel_k] - target[channel_k, i])
        wp.atomic_add(loss, 0, miss_v)
