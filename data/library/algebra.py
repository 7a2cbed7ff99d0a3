# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sparse and dense rows, iterations, graphs, tables, roots, signals."""

domain("algebra", entity="row node unknown", edge="link")

words(eased="s eased smooth_t", sin_w="s sin_w tw_im", slot_in="src target j_src", inner_k="k c kk")

factor_of = concept("scalar", "1", "parameter", names="alpha a scale", short="a", values=(0.3, 1.5))
shift_of = concept("scalar", "1", "parameter", names="beta b offset", short="b", values=(-0.5, 0.5))
relaxed = concept("scalar", "1", "parameter constant", names="omega relaxation damping", short="omega", values=(0.4, 0.95))
small = concept("scalar", "1", "parameter constant", names="eps epsilon reg", short="eps", values=(0.01, 0.1))


@idiom(names="spmv csr_matvec sparse_matvec", doc="Multiply a sparse matrix in CSR form by a vector.")
def sparse_row(offsets: array("int", "i+1", "row_ptr row_offsets offsets", kind=offsets("m")), cols: array("int", "m", "cols col_indices columns", kind=index("i")), vals: array("scalar", "m", "vals values data", values=(-1, 1)), x: array("scalar", "i", "x vec src", values=(-1, 1)), b: array("scalar", "i", "b rhs", values=(-1, 1)), diag: array("scalar", "i", "diag diagonal diag_vals", values=(0.5, 2)), old: array("scalar", "i", "x_old current y_prev", values=(-1, 1)), result: array("scalar", "i", "y result x_new", values=(0, 1)), norm: array("scalar", "1", "norm_sq residual_sq sum_sq", values=(0, 0.1)), energy_of: array("scalar", "1", "energy quad_sum", values=(0, 0.1))):
    m = size("nnz num_entries", 14, 24)
    i = wp.tid()
    total = float(0.0)
    if ANY:
        for inner_k in range(offsets[i], offsets[i + 1]):
            col = cols[inner_k]
            if col != i:
                total += vals[inner_k] * x[col]
        new_value = (b[i] - total) / diag[i]
        if ANY:
            new_value = (1.0 - relaxed) * old[i] + relaxed * new_value
        result[i] = new_value
        if ANY:
            wp.atomic_add(norm, 0, (new_value - old[i]) * (new_value - old[i]))
        title("jacobi_sweep csr_jacobi relax_rows", "Apply one Jacobi sweep to a sparse linear system.")
    else:
        if SAME:
            for inner_k in range(offsets[i], offsets[i + 1]):
                total += vals[inner_k] * x[cols[inner_k]]
        else:
            start = offsets[i]
            end = offsets[i + 1]
            for inner_k in range(start, end):
                col = cols[inner_k]
                total += vals[inner_k] * x[col]
        if ANY:
            result[i] = total
        elif ANY:
            result[i] = choose(factor_of * total, factor_of * total + shift_of * b[i], factor_of * total + b[i])
            title("spmv_add csr_gemv scaled_spmv", "Compute y = alpha A x + beta y with a sparse matrix.")
        elif ANY:
            result[i] = b[i] - total
            title("csr_residual residual", "Compute the residual b - A x of each row.")
        elif ANY:
            result[i] = old[i] + relaxed * (b[i] - total)
            title("richardson_step gradient_step", "Apply one Richardson iteration.")
        elif ANY:
            r = b[i] - total
            wp.atomic_add(norm, 0, choose(r * r, r * r / diag[i]))
            title("residual_norm", "Sum the squared residual of all rows.")
        elif ANY:
            wp.atomic_add(energy_of, 0, choose(x[i] * total, x[i] * (0.5 * total - b[i])))
            title("quadratic_form energy_norm", "Compute the quadratic form of a sparse matrix.")
        elif ANY:
            result[i] = choose(wp.max(total, 0.0), wp.tanh(total + b[i]), 1.0 / (1.0 + wp.exp(-total)))
            title("graph_layer aggregate message_passing", "Apply a graph convolution layer to each node.")
        else:
            result[i] = (1.0 - relaxed) * choose(b[i], 0.2) + relaxed * total
            title("pagerank_step rank_nodes diffuse_on_graph", "Apply one PageRank iteration.")


@idiom(names="matvec dense_rows gemv", doc="Multiply a dense matrix by a vector.")
def dense_row(A: array("scalar", "i n", "A matrix mat", values=(-1, 1)), x: array("scalar", "n", "x vec v", values=(-1, 1)), b: array("scalar", "i", "b rhs y_in", values=(-1, 1)), result: array("scalar", "i", "y result r", values=(0, 1)), norm: array("scalar", "1", "total sum_out accumulated", values=(0, 0.1))):
    n = size("num_cols dim", 3, 6)
    i = wp.tid()
    if ANY:
        total = choose(float(0.0), b[i])
        for n in range(len(n)):
            total += A[i, n] * x[n]
        if ANY:
            result[i] = choose(total, factor_of * total)
        elif ANY:
            result[i] = choose(wp.tanh(total), 1.0 / (1.0 + wp.exp(-total)), wp.max(total, 0.0))
            title("dense_layer linear_activation forward_layer", "Apply a dense layer: a matrix-vector product and an activation.")
        elif ANY:
            wp.atomic_add(norm, 0, choose(wp.log(1.0 + wp.exp(-b[i] * total)), wp.max(1.0 - b[i] * total, 0.0)))
            title("logistic_loss margin_loss classifier_loss", "Sum the loss of a linear classifier over all rows.")
        else:
            wp.atomic_add(norm, 0, total * b[i])
            title("bilinear_form weighted_rows", "Compute a bilinear form row by row.")
    elif ANY:
        total = b[i]
        for n in range(len(n)):
            total -= A[i, n] * x[n]
        if ANY:
            result[i] = total
            title("residual dense_residual", "Compute the residual b - A x of each row.")
        else:
            wp.atomic_add(norm, 0, choose(total * total, wp.abs(total), wp.sqrt(total * total + small)))
            title("residual_norm sum_residuals fit_error", "Sum the residuals of a dense linear system in some norm.")
    else:
        total = float(0.0)
        for n in range(len(n)):
            d = A[i, n] - x[n]
            total += choose(d * d, wp.abs(d))
        if ANY:
            result[i] = choose(total, wp.sqrt(total + small))
            title("row_distances distance_to_rows", "Compute the distance of each row of a matrix from a vector.")
        elif ANY:
            result[i] = wp.exp(-factor_of * total)
            title("rbf_features kernel_row", "Evaluate a radial basis function of each row's distance from a center.")
        else:
            wp.atomic_add(norm, 0, choose(wp.exp(-factor_of * total), b[i] * wp.exp(-factor_of * total)))
            title("kernel_density rbf_sum", "Sum radial basis functions centered at the rows of a matrix.")


@idiom(names="matmul gemm multiply", doc="Multiply two matrices, one thread per entry.")
def matrix_product(A: array("scalar", "i k", "A a_mat left", values=(-1, 1)), B: array("scalar", "k j", "B b_mat right", values=(-1, 1)), C: array("scalar", "i j", "C c_mat base", values=(-1, 1)), bias: array("scalar", "j", "bias b", values=(-0.5, 0.5)), result: array("scalar", "i j", "out_mat result D", values=(0, 1))):
    k = size("inner_dim depth_k k_dim", 3, 5)
    i, j = wp.tid()
    if ANY:
        total = choose(float(0.0), bias[j])
        for inner_k in range(len(k)):
            total += A[i, inner_k] * B[inner_k, j]
        if ANY:
            total = factor_of * total
        if ANY:
            result[i, j] = total
        elif ANY:
            result[i, j] = total + choose(C[i, j], shift_of * C[i, j])
            title("gemm_add multiply_add addmm", "Multiply two matrices and add a third.")
        elif ANY:
            result[i, j] = choose(wp.max(total, 0.0), wp.tanh(total), 1.0 / (1.0 + wp.exp(-total)), total / (1.0 + wp.exp(-total)))
            title("linear_activation fused_linear", "Apply a dense layer with its activation.")
        elif ANY:
            result[i, j] = choose(total - C[i, j], (total - C[i, j]) * (total - C[i, j]))
            title("product_error factorization_residual", "Compute the residual of a matrix factorization.")
        else:
            if i == j:
                total = total + small
            result[i, j] = total
            title("gram_matrix regularized_product", "Multiply two matrices and regularize the diagonal.")
    else:
        total = float(0.0)
        for inner_k in range(len(k)):
            total += choose(wp.abs(A[i, inner_k] - B[inner_k, j]), (A[i, inner_k] - B[inner_k, j]) * (A[i, inner_k] - B[inner_k, j]))
        if ANY:
            result[i, j] = total
            title("distance_matrix pairwise_distances row_column_distances", "Compute the distance of each row of one matrix from each column of another.")
        else:
            result[i, j] = wp.exp(-factor_of * total)
            title("affinity_matrix exponential_kernel row_column_affinity", "Compute the affinity of each row of one matrix to each column of another, which falls off with their distance.")


@idiom(names="kernel_matrix eval_kernel gram_matrix", doc="Evaluate a kernel function for each pair of rows.")
def kernel_matrix(x: array("scalar", "i d", "x features a_rows", values=(-1, 1)), y: array("scalar", "j d", "y landmarks b_rows", values=(-1, 1)), result: array("scalar", "i j", "kernel dist result", values=(0, 1)), total_of: array("scalar", "i", "pair_sums scores", values=(0, 0.1))):
    d = size("dim num_features", 2, 4)
    i, j = wp.tid()
    total = float(0.0)
    if ANY:
        for inner_k in range(len(d)):
            diff = x[i, inner_k] - y[j, inner_k]
            total += diff * diff
        if ANY:
            value = choose(wp.exp(-factor_of * total), 1.0 / (1.0 + factor_of * total))
        else:
            value = choose(total, wp.sqrt(total + small), wp.log(1.0 + total))
            title("pairwise_distances distance_matrix", "Compute a distance of each pair of rows.")
    elif ANY:
        for inner_k in range(len(d)):
            total += wp.abs(x[i, inner_k] - y[j, inner_k])
        if ANY:
            value = total
            title("manhattan_distances l1_distances", "Compute the Manhattan distance of each pair of rows.")
        else:
            value = wp.exp(-factor_of * total)
            title("laplacian_kernel exponential_kernel", "Evaluate the Laplacian kernel of each pair of rows.")
    else:
        xx = float(0.0)
        yy = float(0.0)
        for inner_k in range(len(d)):
            total += x[i, inner_k] * y[j, inner_k]
            xx += x[i, inner_k] * x[i, inner_k]
            yy += y[j, inner_k] * y[j, inner_k]
        if ANY:
            value = total / wp.sqrt(xx * yy + small)
            title("cosine_similarity similarity_matrix", "Compute the cosine similarity of each pair of rows.")
        elif ANY:
            value = (total + 1.0) * (total + 1.0)
            title("polynomial_kernel quadratic_kernel", "Evaluate the quadratic kernel of each pair of rows.")
        else:
            value = xx + yy - 2.0 * total
            title("squared_distances expanded_distances", "Compute the squared distance of each pair of rows from their dot product.")
    if ANY:
        result[i, j] = value
    else:
        wp.atomic_add(total_of, i, value)
        title("sum_over_pairs accumulate_pairs", "Sum the values of all pairs of each row.")


@idiom(names="lookup interpolate_table sample_curve", doc="Interpolate linearly in a table.")
def table_lookup(x: array("scalar", "i", "x queries values", values=(0.1, 0.9)), table: array("scalar", "9", "table lut curve", values=(-1, 1)), slopes: array("scalar", "9", "slopes tangents", values=(-1, 1)), result: array("scalar", "i", "y result samples", values=(0, 1))):
    i = wp.tid()
    if SAME:
        u = x[i] * 8.0
        k = wp.clamp(int(wp.floor(u)), 0, 7)
    else:
        u = wp.clamp(x[i], 0.0, 0.999) * 8.0
        k = int(wp.floor(u))
    t = u - float(k)
    if ANY:
        y = table[k] * (1.0 - t) + table[k + 1] * t
    elif ANY:
        y = wp.lerp(table[k], table[k + 1], t)
    elif ANY:
        eased = t * t * (3.0 - 2.0 * t)
        y = table[k] + (table[k + 1] - table[k]) * eased
        title("smooth_lookup ease_table")
    elif ANY:
        t2 = t * t
        t3 = t2 * t
        y = (2.0 * t3 - 3.0 * t2 + 1.0) * table[k] + (t3 - 2.0 * t2 + t) * slopes[k] + (3.0 * t2 - 2.0 * t3) * table[k + 1] + (t3 - t2) * slopes[k + 1]
        title("hermite_spline cubic_hermite eval_spline", "Evaluate a cubic Hermite spline through a table.")
    else:
        p0 = table[wp.max(k - 1, 0)]
        p1 = table[k]
        p2 = table[k + 1]
        p3 = table[wp.min(k + 2, 8)]
        c2 = 2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3
        c3 = 3.0 * p1 - p0 - 3.0 * p2 + p3
        y = 0.5 * (2.0 * p1 + t * (p2 - p0 + t * (c2 + t * c3)))
        title("catmull_rom sample_catmull_rom", "Evaluate a Catmull-Rom spline through a table.")
    result[i] = choose(y, factor_of * y, factor_of * y + shift_of)


@idiom(names="piecewise_linear interpolate_samples resample_curve", doc="Interpolate linearly between unevenly spaced samples.")
def between_samples(x: array("scalar", "i", "queries x times", values=(0.3, 2.2)), keys: array("scalar", "k", "knots keys key_times", values=(0, 2.5), kind=increasing), values: array("scalar", "k", "samples key_values table", values=(-1, 1)), weights: array("scalar", "i", "weights gains", values=(0.3, 1)), result: array("scalar", "i", "result y resampled", values=(0, 1)), bins: array("scalar", "k", "bin_sums histogram", values=(0, 0.1))):
    k = size("num_knots num_keys", 5, 8)
    i = wp.tid()
    above = wp.clamp(wp.lower_bound(keys, x[i]), 1, len(k) - 1)
    before = above - 1
    t = (x[i] - keys[before]) / (keys[above] - keys[before] + 1.0e-3)
    if ANY:
        y = wp.lerp(values[before], values[above], t)
    elif ANY:
        eased = t * t * (3.0 - 2.0 * t)
        y = values[before] + (values[above] - values[before]) * eased
        title("smooth_keyframes ease_samples", "Interpolate smoothly between unevenly spaced samples.")
    else:
        y = values[before] * wp.pow(wp.abs(values[above] / (values[before] + 0.01)) + 0.1, t)
        title("geometric_interpolation log_interpolate", "Interpolate the logarithm between samples.")
    if ANY:
        result[i] = y
    elif ANY:
        result[i] = weights[i] * y
    else:
        wp.atomic_add(bins, before, weights[i] * y)
        title("bin_samples sum_by_interval", "Integrate between two samples.")


@idiom(names="eval_polynomial polynomial horner", doc="Evaluate a polynomial at each point.")
def polynomials(x: array("scalar", "i", "x points values", values=(-1, 1)), c: array("scalar", "n", "coeffs coefficients c", values=(-1, 1)), result: array("scalar", "i", "y result values_out", values=(0, 1)), slope: array("scalar", "i", "slope derivative dy", values=(0, 1))):
    n = size("degree num_coeffs order", 3, 6)
    i = wp.tid()
    if ANY:
        y = float(0.0)
        power = float(1.0)
        for inner_k in range(len(n)):
            y += c[inner_k] * power
            power = power * x[i]
        result[i] = y
    elif ANY:
        y = float(0.0)
        d = float(0.0)
        for inner_k in range(len(n)):
            d = d * x[i] + y
            y = y * x[i] + c[inner_k]
        result[i] = y
        slope[i] = d
        title("horner_with_slope polynomial_and_derivative", "Evaluate a polynomial and its derivative by Horner's rule.")
    elif ANY:
        b1 = float(0.0)
        b2 = float(0.0)
        for inner_k in range(len(n)):
            b0 = c[inner_k] + 2.0 * x[i] * b1 - b2
            b2 = b1
            b1 = b0
        result[i] = choose(b1, b1 - x[i] * b2)
        title("chebyshev_sum clenshaw", "Evaluate a Chebyshev series by Clenshaw's recurrence.")
    elif ANY:
        y = float(0.0)
        for inner_k in range(len(n)):
            w = float(inner_k + 1)
            y += c[inner_k] * choose(wp.sin(w * x[i]), wp.cos(w * x[i]), wp.sin(w * x[i]) / w, wp.exp(-w * x[i] * x[i]))
        result[i] = choose(y, factor_of * y, y + shift_of)
        title("fourier_series sum_modes eval_series", "Sum the modes of a series at each point.")
    else:
        low = float(1.0)
        high = x[i]
        y = c[0] + c[1] * x[i]
        for inner_k in range(2, len(n)):
            nxt = ((2.0 * float(inner_k) - 1.0) * x[i] * high - (float(inner_k) - 1.0) * low) / float(inner_k)
            low = high
            high = nxt
            y += c[inner_k] * nxt
        result[i] = y
        title("legendre_series eval_legendre", "Evaluate a Legendre series at each point.")


@idiom(names="solve_root newton_solve newton_iterations", doc="Apply Newton's method at each point.")
def newton(a: array("scalar", "i", "a targets rhs", values=(0.5, 2)), e: array("scalar", "i", "ecc params coefs", values=(0.1, 0.5)), result: array("scalar", "i", "x roots solution", values=(0, 1))):
    i = wp.tid()
    x = choose(a[i], 0.5 * (a[i] + 1.0))
    for s in range(choose(3, 4)):
        if ANY:
            f = x * x - a[i]
            df = 2.0 * x
        elif ANY:
            f = x - e[i] * wp.sin(x) - a[i]
            df = 1.0 - e[i] * wp.cos(x)
            title("kepler_solve solve_kepler eccentric_anomaly", "Solve Kepler's equation.")
        elif ANY:
            f = x * x * x + e[i] * x - a[i]
            df = 3.0 * x * x + e[i]
        elif ANY:
            f = wp.exp(e[i] * x) - 1.0 - a[i]
            df = e[i] * wp.exp(e[i] * x)
        else:
            f = x + e[i] * wp.tanh(x) - a[i]
            t = wp.tanh(x)
            df = 1.0 + e[i] * (1.0 - t * t)
        x = x - choose(f / df, relaxed * f / df, wp.clamp(f / df, -1.0, 1.0))
    result[i] = x


@idiom(names="convolve fir_filter moving_average", doc="Convolve a signal with a short filter.")
def convolution(x: array("scalar", "i", "x samples signal_in", values=(-1, 1)), h: array("scalar", "n", "taps coeffs weights", values=(-1, 1)), g: array("scalar", "i", "gains envelope", values=(0.3, 1)), result: array("scalar", "i", "y filtered result", values=(0, 1)), energy: array("scalar", "1", "energy power_out", values=(0, 0.1))):
    n = size("num_taps filter_len", 3, 5)
    i = wp.tid()
    total = float(0.0)
    norm = float(small)
    for n in range(len(n)):
        if ANY:
            j = i + n - len(n) // 2
            if j >= 0 and j < len(i):
                total += h[n] * x[j]
                norm += wp.abs(h[n])
        elif ANY:
            j = wp.clamp(i - n, 0, len(i) - 1)
            total += h[n] * x[j]
            norm += h[n] * h[n]
        elif ANY:
            j = (i + len(i) - n) % len(i)
            total += h[n] * x[j]
            norm += 1.0
        elif ANY:
            j = wp.max(i - n, 0)
            total += choose(x[j], wp.abs(x[j]))
            norm += 1.0
            title("windowed_sum trailing_sum smooth_signal", "Sum a signal over a trailing window.")
        else:
            j = wp.max(i - n, 0)
            total += x[j] * x[j]
            norm += 1.0
            title("local_power windowed_power trailing_energy", "Compute the local power of a signal over a trailing window.")
    if ANY:
        result[i] = choose(total, total / norm, factor_of * total, g[i] * total)
    elif ANY:
        wp.atomic_add(energy, 0, choose(total * total, wp.abs(total), total * x[i]))
        title("band_energy filtered_power", "Compute the power of a filtered signal.")
    else:
        result[i] = (1.0 - relaxed) * x[i] + relaxed * total
        title("mix_filtered wet_dry_mix", "Mix a signal with its filtered copy.")


@idiom(names="butterfly combine_partners xor_pairs", doc="Combine elements whose indices differ in one bit.")
def butterflies(x: array("scalar", "16", "x data re", values=(-1, 1)), y: array("scalar", "16", "im y data_im", values=(-1, 1)), result: array("scalar", "i", "result x_out", values=(0, 1)), w: param("scalar", "angle theta", values=(0.2, 1.2))):
    i = wp.tid()
    a = i & 15
    bit = choose(1, 2, 4, 8)
    b = a ^ bit
    if ANY:
        result[i] = choose(x[a] + x[b], x[a] - x[b], 0.70710678 * (x[a] - x[b]), wp.max(x[a], x[b]), wp.min(x[a], x[b]))
    elif ANY:
        if (a & bit) == 0:
            result[i] = x[a] + x[b]
        else:
            result[i] = x[b] - x[a]
        title("hadamard_step walsh_hadamard_step", "Apply one butterfly stage of a Walsh-Hadamard transform.")
    elif ANY:
        if (a & bit) == 0:
            result[i] = wp.min(x[a], x[b])
        else:
            result[i] = wp.max(x[a], x[b])
        title("bitonic_step compare_exchange", "Apply one compare-exchange stage of a sorting network.")
    else:
        c = wp.cos(w)
        sin_w = wp.sin(w)
        result[i] = choose(x[a] + c * x[b] - sin_w * y[b], y[a] + sin_w * x[b] + c * y[b])
        title("twiddle fft_butterfly", "Apply one butterfly stage of a Fourier transform.")


@idiom(names="align dynamic_programming dtw_row", doc="Run a recurrence along each row.")
def sequences(x: array("scalar", "i k", "scores emissions costs", values=(0.1, 1)), t: array("scalar", "4", "transitions trans penalties", values=(0.1, 0.6)), result: array("scalar", "i", "result final_value last_score", values=(0, 1)), trace: array("scalar", "i k", "table alphas trace", values=(0, 1))):
    k = size("length num_steps seq_len", 4, 6)
    i = wp.tid()
    a = x[i, 0]
    b = x[i, 0] * choose(0.5, 0.3)
    for inner_k in range(1, len(k)):
        if ANY("recurrence"):
            na = wp.min(a + t[0], b + t[1]) + x[i, inner_k]
            nb = wp.min(a + t[2], b + t[3]) + 0.5 * x[i, inner_k]
            title("viterbi_two_states cheapest_path", "Run the Viterbi recurrence of two states along each row.")
        elif ANY:
            na = (a * t[0] + b * t[1]) * x[i, inner_k]
            nb = (a * t[2] + b * t[3]) * (1.0 - 0.5 * x[i, inner_k])
            title("forward_algorithm hmm_forward", "Run the forward recurrence of a hidden Markov model along each row.")
        elif ANY:
            na = wp.max(a + x[i, inner_k] - t[0], 0.0)
            nb = wp.max(b, na)
            title("local_alignment max_subarray cusum", "Find the maximum subarray sum of each row.")
        else:
            na = x[i, inner_k] + t[0] * a - t[1] * b
            nb = a
            title("iir_filter biquad autoregress", "Apply a recursive filter along each row.")
        a = na
        b = nb
        if ANY:
            trace[i, inner_k] = choose(a, b)
    if ANY("recurrence"):
        result[i] = wp.min(a, b)
    elif ANY:
        result[i] = choose(a + b, wp.log(a + b + 0.001))
    elif ANY:
        result[i] = b
    else:
        result[i] = choose(a, 0.5 * (a + b))


@idiom(names="soft_histogram weighted_bins bin_values", doc="Accumulate values in bins.")
def bins(x: array("scalar", "i", "x values samples_in", values=(0.05, 0.95)), w: array("scalar", "i", "weights mass w", values=(0.2, 1.5)), active: array("int", "i", "active mask", kind=flag), hist: array("scalar", "9", "hist bins counts", values=(0, 0.1)), sums: array("scalar", "9", "sums totals", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        if active[i] == 0:
            return
    u = x[i] * 8.0
    b = int(u)
    if ANY:
        b = wp.clamp(b, 0, 7)
    else:
        if b < 0 or b >= 8:
            return
    if ANY:
        wp.atomic_add(hist, b, w[i])
        if ANY:
            wp.atomic_add(sums, b, w[i] * x[i])
    elif ANY:
        t = u - float(b)
        wp.atomic_add(hist, b, (1.0 - t) * w[i])
        wp.atomic_add(hist, b + 1, t * w[i])
        title("linear_binning splat_bins", "Share each value between its two nearest bins.")
    elif ANY:
        wp.atomic_add(hist, b, choose(x[i], x[i] * x[i], w[i] * x[i]))
        title("bin_sums segment_sums", "Sum values by their bin.")
    else:
        for k in range(8):
            d = u - float(k)
            wp.atomic_add(hist, k, w[i] * wp.exp(-choose(1.0, 0.5) * d * d))
        title("kernel_density soft_bins", "Accumulate a smooth histogram.")


@idiom(names="gather_values scatter_add permute reorder", doc="Gather or scatter values through an index array.")
def moves(ids: array("int", "i", "ids indices remap", kind=index("n")), perm: array("int", "i", "perm order", kind=permutation("i")), x: array("scalar", "n", "src values x", values=(-1, 1)), p: array("vec3", "n", "points positions", values=(-1, 1)), y: array("scalar", "i", "y weights scale_in", values=(0.3, 1.5)), v: array("vec3", "i", "vectors deltas", values=(-1, 1)), result: array("scalar", "i", "dst result gathered", values=(0, 1)), pout: array("vec3", "i", "points_out positions_out", values=(-1, 1)), acc: array("scalar", "n", "acc sums dst_sum", values=(0, 0.1)), vacc: array("vec3", "n", "vec_acc point_sums", values=(0, 0.1))):
    n = size("num_targets num_src", 4, 7)
    i = wp.tid()
    slot_in = ids[i]
    if ANY:
        result[i] = choose(x[slot_in], y[i] * x[slot_in], x[slot_in] - y[i], wp.abs(x[slot_in] - y[i]), x[slot_in] * x[slot_in])
        title("gather_values gather pick_values", "Gather values through an index array.")
    elif ANY:
        pout[i] = choose(p[slot_in], y[i] * p[slot_in], p[slot_in] + v[i], p[slot_in] - v[i], wp.normalize(p[slot_in]))
        title("gather_points fetch_points")
    elif ANY:
        wp.atomic_add(acc, slot_in, choose(y[i], y[i] * y[i], y[i] * wp.length(v[i]), wp.dot(v[i], v[i])))
        title("scatter_add segment_sum", "Scatter-add values through an index array.")
    elif ANY:
        wp.atomic_add(vacc, slot_in, choose(v[i], y[i] * v[i], v[i] - p[slot_in]))
        title("scatter_vectors segment_vector_sum")
    elif ANY:
        wp.atomic_add(vacc, slot_in, y[i] * v[i])
        wp.atomic_add(acc, slot_in, y[i])
        title("weighted_sums accumulate_clusters", "Compute the weighted sum of each group.")
    else:
        result[perm[i]] = choose(y[i], y[i] * wp.length(v[i]), wp.dot(v[i], v[i]))
        title("permute reorder scatter_permuted", "Permute values.")
