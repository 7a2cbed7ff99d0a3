# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers with a meaning: Monte Carlo sums, walks, scattered points, bootstrap; and codes made of bits."""

domain("samplers", entity="sample walker point", edge="edge")

words(kept_r="kept num_valid n_valid", rng="state rng rng_state", acc_r="total acc sum_", hits="hits count inside", code="code key h")


@idiom(names="scatter_points sample_volume emit_particles place_samples", doc="Sample a random point in a shape around each center.")
def scatter(centers: array("vec3", "i", "centers origins emitters", values=(-1, 1)), sizes: array("scalar", "i", "radii sizes spread", values=(0.2, 1)), drift: param("vec3", "drift offset wind", values=(-0.3, 0.3)), seed_of: param("int", "seed frame_seed", values=(1, 99)), points: array("vec3", "i", "points samples_out positions_out", values=(-1, 1)), mean_sq: array("scalar", "1", "spread_out moment", values=(0, 0.1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    p = choose(wp.sample_unit_sphere(rng), wp.sample_unit_sphere_surface(rng), wp.sample_unit_hemisphere(rng), wp.sample_unit_hemisphere_surface(rng), wp.sample_unit_cube(rng))
    if ANY:
        x = centers[i] + sizes[i] * p
    elif ANY:
        x = centers[i] + sizes[i] * p + wp.randf(rng) * drift
    else:
        x = centers[i] + wp.randf(rng, 0.5, 1.0) * sizes[i] * p
    if ANY:
        points[i] = x
    else:
        points[i] = x
        wp.atomic_add(mean_sq, 0, wp.length_sq(x - centers[i]) / float(len(i)))
        title("scatter_and_measure spread_of_samples", "Sample a random point around each center and accumulate the spread.")


@idiom(names="sample_plane stratify_samples jitter_pixels", doc="Sample a random point in a flat shape around each center.")
def scatter_flat(centers: array("vec2", "i", "pixels centers uv", values=(-1, 1)), sizes: array("scalar", "i", "radii footprint spread", values=(0.2, 1)), seed_of: param("int", "seed frame", values=(1, 99)), points: array("vec2", "i", "samples_out points_out jittered", values=(-1, 1)), values_out: array("scalar", "i", "weights_out values", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    p = choose(wp.sample_unit_disk(rng), wp.sample_unit_ring(rng), wp.sample_unit_square(rng), wp.sample_triangle(rng))
    x = centers[i] + sizes[i] * p
    if ANY:
        points[i] = x
    elif ANY:
        values_out[i] = wp.exp(-wp.dot(x, x))
        title("sample_gaussian filter_weights", "Evaluate a Gaussian at a random point around each center.")
    else:
        points[i] = x
        values_out[i] = 1.0 / (1.0 + wp.length_sq(x))


@idiom(names="random_walk brownian_motion simulate_paths", doc="Simulate a random walk from each start.")
def walks(starts: array("scalar", "i", "starts x0 prices", values=(0.5, 1.5)), drift: param("scalar", "drift mu", values=(-0.2, 0.3)), sigma: param("scalar", "sigma vol", values=(0.1, 0.5)), h: param("scalar", "dt h", values=(0.01, 0.1)), seed_of: param("int", "seed path_seed", values=(1, 99)), ends: array("scalar", "i", "ends x_out terminal", values=(0, 1)), mean_of: array("scalar", "1", "mean_end mean_out estimate", values=(0, 0.1)), paid: array("scalar", "i", "payoffs values_out payoff_out", values=(0, 1)), strike_of: param("scalar", "strike k_strike", values=(0.5, 0.9))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    x = starts[i]
    for s in range(choose(3, 5, 8)):
        if ANY:
            x = x + drift * h + sigma * wp.sqrt(h) * wp.randn(rng)
        elif ANY:
            x = x * wp.exp((drift - 0.5 * sigma * sigma) * h + sigma * wp.sqrt(h) * wp.randn(rng))
            title("geometric_paths simulate_gbm price_paths", "Simulate a geometric Brownian path from each start.")
        elif ANY:
            x = x + drift * (1.0 - x) * h + sigma * wp.sqrt(h) * wp.randn(rng)
            title("mean_reverting_walk ornstein_uhlenbeck", "Simulate a mean-reverting random walk.")
        else:
            x = x + sigma * wp.sqrt(3.0 * h) * (2.0 * wp.randf(rng) - 1.0)
    if ANY:
        ends[i] = x
    elif ANY:
        wp.atomic_add(mean_of, 0, x / float(len(i)))
        title("mean_of_walks average_end", "Compute the mean end of random walks.")
    else:
        paid[i] = choose(wp.max(x - strike_of, 0.0), wp.abs(x - strike_of))
        title("payoff_of_paths option_payoffs", "Compute the option payoff at the end of each simulated path.")


@idiom(names="bootstrap_mean resample_rows monte_carlo_rows", doc="Compute bootstrap means of rows.")
def bootstrap(rows: array("scalar", "i k", "rows data samples", values=(0.2, 1.5)), weights: array("scalar", "k", "weights w", values=(0.2, 1)), draws: param("int", "num_draws draws", values=(3, 6)), seed_of: param("int", "seed boot_seed", values=(1, 99)), means: array("scalar", "i", "means estimates result", values=(0, 1))):
    k = size("num_values row_length", 3, 6)
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    acc_r = float(0.0)
    for s in range(draws):
        if ANY:
            c = wp.randi(rng, 0, len(k))
        else:
            c = int(wp.randu(rng, wp.uint32(0), wp.uint32(len(k))))
        if ANY:
            acc_r += rows[i, c]
        elif ANY:
            acc_r += weights[c] * rows[i, c]
        else:
            acc_r += rows[i, c] * rows[i, c]
            title("resampled_mean_square bootstrap_squares", "Compute bootstrap mean squares of rows.")
    if ANY:
        means[i] = acc_r / float(draws)
    else:
        means[i] = wp.sqrt(acc_r / float(draws) + 0.01)


@idiom(names="monte_carlo_integral estimate_integral sample_integral", doc="Estimate an integral by Monte Carlo sampling.")
def integral(lower: array("scalar", "i", "lower a_bounds", values=(0.1, 0.6)), upper: array("scalar", "i", "upper b_bounds", values=(0.9, 1.6)), rate_of: param("scalar", "rate frequency k_rate", values=(0.5, 3)), draws: param("int", "num_samples draws", values=(3, 6)), seed_of: param("int", "seed mc_seed", values=(1, 99)), result: array("scalar", "i", "integrals estimates result", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    acc_r = float(0.0)
    for s in range(draws):
        if SAME:
            x = wp.randf(rng, lower[i], upper[i])
        else:
            x = lower[i] + (upper[i] - lower[i]) * wp.randf(rng)
        acc_r += choose(wp.exp(-rate_of * x * x), wp.sin(rate_of * x), 1.0 / (1.0 + rate_of * x), wp.sqrt(x), x * wp.cos(rate_of * x), wp.log(1.0 + rate_of * x))
    if ANY:
        result[i] = (upper[i] - lower[i]) * acc_r / float(draws)
    else:
        result[i] = acc_r / float(draws)
        title("expected_value sample_mean", "Compute the mean of a function over random samples.")


@idiom(names="dropout noisy_layer augment_rows", doc="Add noise to each value of each row.")
def noise(rows: array("scalar", "x y", "activations inputs rows", values=(-1, 1)), keep_of: param("scalar", "keep_prob p_keep", values=(0.4, 0.8)), scale_of: param("scalar", "noise_scale sigma", values=(0.1, 0.5)), seed_of: param("int", "seed step_seed", values=(1, 99)), result: array("scalar", "x y", "outputs result noisy", values=(0, 1))):
    x, y = wp.tid()
    rng = wp.rand_init(seed_of, x * len(y) + y)
    v = rows[x, y]
    if ANY:
        u = wp.randf(rng)
        result[x, y] = wp.where(u < keep_of, v / keep_of, 0.1 * v)
        title("dropout leaky_dropout drop_units", "Apply leaky dropout to values.")
    elif ANY:
        result[x, y] = v + scale_of * wp.randn(rng)
    elif ANY:
        u = float(wp.randu(rng, wp.uint32(0), wp.uint32(8))) / 8.0
        result[x, y] = v * (1.0 + scale_of * (u - 0.5))
        title("dither_rows quantized_noise", "Add noise of eight levels to each value.")
    elif ANY:
        u = float(wp.randu(rng) % wp.uint32(16)) / 16.0
        result[x, y] = v + scale_of * (u - 0.5)
        title("dither_rows quantized_noise", "Add noise of sixteen levels to each value.")
    else:
        flip = wp.randi(rng) % 2
        result[x, y] = wp.where(flip == 0, v, v * (1.0 - scale_of))
        title("random_scale augment_values", "Scale values at random.")


@idiom(names="hash_cells assign_buckets bucket_points", doc="Hash each cell to a bucket.")
def cell_hash(cx: array("int", "i", "cell_x grid_x xs", values=(0, 30)), cy: array("int", "i", "cell_y grid_y ys", values=(0, 30)), mass_of: array("scalar", "i", "masses weights values", values=(0.2, 1.5)), scale_of: array("scalar", "i", "scales gains", values=(0.5, 1.5)), sums: array("scalar", "8", "bucket_sums table histogram", values=(0, 0.1)), shares: array("scalar", "i", "shares scaled", values=(0, 1))):
    i = wp.tid()
    if ANY:
        code = (cx[i] * 73856093) ^ (cy[i] * 19349663)
    elif ANY:
        code = (cx[i] << 3) | (cy[i] & 7)
        title("pack_cells pack_keys", "Map each cell to a bucket by its packed coordinates.")
    elif ANY:
        code = cx[i] * 31 + cy[i]
        code = code ^ (code >> 4)
        title("mix_keys hash_keys", "Map each cell to a bucket by a mixed key.")
    elif ANY:
        a = (cx[i] | (cx[i] << 4)) & 783
        a = (a | (a << 2)) & 819
        a = (a | (a << 1)) & 1365
        b = (cy[i] | (cy[i] << 4)) & 783
        b = (b | (b << 2)) & 819
        b = (b | (b << 1)) & 1365
        code = a | (b << 1)
        title("morton_codes z_order interleave_bits", "Compute Morton codes of cells.")
    else:
        code = ~cx[i] & cy[i]
        title("mask_cells masked_keys", "Map each cell to a bucket by masked bits.")
    if ANY:
        wp.atomic_add(sums, code & 7, mass_of[i] * scale_of[i])
    elif ANY:
        shares[i] = scale_of[i] * float(code & 15)
        wp.atomic_add(sums, code & 7, mass_of[i])
    else:
        wp.atomic_add(sums, wp.bit_count(code & 127), mass_of[i] * scale_of[i])
        title("sum_by_bits popcount_sums", "Accumulate values by the number of set bits.")


@idiom(names="robust_loss sum_residuals point_losses", doc="Compute a robust norm of each residual.")
def norms(a: array("vec3", "i", "points predicted x", values=(-1, 1)), b: array("vec3", "i", "targets observed y", values=(-1, 1)), w: array("scalar", "i", "weights conf", values=(0.3, 1.5)), delta_of: param("scalar", "delta huber_delta", values=(0.3, 1)), losses: array("scalar", "i", "losses cost", values=(0, 1)), total: array("scalar", "1", "loss total_loss", values=(0, 0.1)), clean: array("vec3", "i", "residuals_out clipped directions", values=(-1, 1))):
    i = wp.tid()
    r = choose(a[i] - b[i], wp.cw_div(a[i] - b[i], wp.abs(b[i]) + wp.vec3(0.1, 0.1, 0.1)), wp.max(a[i] - b[i], wp.vec3(-0.8, -0.8, -0.8)), wp.min(wp.abs(a[i] - b[i]), wp.vec3(0.9, 0.9, 0.9)))
    if ANY:
        e = wp.norm_l1(r)
    elif ANY:
        e = wp.norm_l2(r)
    elif ANY:
        e = wp.norm_huber(r, delta_of)
    elif ANY:
        e = wp.norm_pseudo_huber(r, delta_of)
    elif ANY:
        e = wp.max(r) - wp.min(r)
        title("residual_ranges spread_of_residuals", "Compute the spread of each residual's components.")
    elif ANY:
        e = r[wp.argmax(wp.abs(r))]
        title("dominant_residuals extreme_components", "Find the component of each residual with the largest magnitude.")
    else:
        e = wp.dot(wp.smooth_normalize(r, delta_of), a[i])
        title("smooth_alignment project_on_residuals", "Project each point on the direction of its residual.")
    if ANY:
        losses[i] = w[i] * e
    elif ANY:
        wp.atomic_add(total, 0, w[i] * e)
    elif ANY:
        losses[i] = e
        wp.atomic_add(total, 0, w[i] * e)
    else:
        losses[i] = wp.copysign(wp.sqrt(wp.abs(e) + 0.01), r[0])
        title("signed_losses", "Compute the square root of each loss, with the sign of its residual.")
    if ANY:
        clean[i] = choose(wp.sign(r) * w[i], w[i] * wp.smooth_normalize(r, delta_of), wp.smooth_normalize(r, delta_of))


@idiom(names="clean_row_sums sum_valid guarded_row_sums", doc="Sum each row with a fallback for values that are not finite, scaled by its deviations.")
def guarded(values: array("scalar", "i k", "values rows data", values=(-1, 1)), dirs: array("vec3", "i", "variances var_estimates", values=(-0.1, 1)), fill: param("scalar", "fill_value fallback", values=(0.1, 0.5)), gate: param("scalar", "gate cutoff threshold", values=(0.2, 0.6)), counts: array("scalar", "i", "valid valid_fraction", values=(0, 1)), result: array("scalar", "i", "result sums row_sums", values=(0, 1))):
    k = size("num_values row_length", 3, 5)
    i = wp.tid()
    acc_r = float(0.0)
    kept_r = float(0.0)
    for c in range(len(k)):
        v = choose(wp.log(values[i, c]), wp.sqrt(values[i, c]), wp.acos(1.5 * values[i, c]))
        if ANY:
            acc_r += wp.where(wp.isfinite(v), v, fill)
            kept_r += wp.where(wp.isfinite(v), 1.0, 0.0)
        elif ANY:
            acc_r += wp.where(wp.isnan(v) or wp.isinf(v), fill, v)
            kept_r += wp.where(wp.isnan(v) or wp.isinf(v), 0.0, 1.0)
        else:
            acc_r += wp.step(values[i, c] - gate) * fill + wp.step(gate - values[i, c]) * values[i, c]
            kept_r += wp.step(gate - values[i, c])
            title("gated_row_sums sum_above_gate", "Sum the values of each row above a gate, with a fill for the others.")
    d = wp.vec3(wp.sqrt(dirs[i][0]), wp.sqrt(dirs[i][1]), wp.sqrt(dirs[i][2]))  # not finite where rounding made a variance negative
    if ANY:
        scale = wp.where(wp.isfinite(d), wp.length(d), fill)
    elif ANY:
        scale = wp.where(wp.isnan(d) or wp.isinf(d), fill, wp.dot(d, d))
    else:
        scale = wp.where(not wp.isfinite(d), fill, 1.0 + d[0])
    result[i] = scale * acc_r
    if ANY:
        counts[i] = kept_r / float(len(k))


@idiom(names="emit_from_shapes spawn_particles seed_emitters", doc="Sample a random point in the shape of each emitter.")
def emit_shapes(shape_of: array("int", "i", "shape_ids emitter_type geometry", values=(0, 4)), centers: array("vec3", "i", "centers emitters origins", values=(-1, 1)), sizes: array("scalar", "i", "radii sizes spread", values=(0.2, 1)), speed_of: param("scalar", "speed launch_speed v0", values=(0.5, 2)), seed_of: param("int", "seed frame_seed", values=(1, 99)), points: array("vec3", "i", "positions_out points new_positions", values=(-1, 1)), speeds: array("vec3", "i", "velocities_out new_velocities", values=(-1, 1)), reach_of: array("scalar", "1", "mean_radius extent_out", values=(0, 0.1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    shape = shape_of[i]
    offset = wp.sample_unit_sphere(rng)
    if shape == 1:  # on the surface
        offset = wp.sample_unit_sphere_surface(rng)
    elif shape == 2:  # in a box
        offset = wp.sample_unit_cube(rng)
    elif shape == 3:
        offset = wp.sample_unit_hemisphere(rng)
    elif shape == 4:
        offset = wp.sample_unit_hemisphere_surface(rng)
    x = centers[i] + sizes[i] * offset
    points[i] = x
    if ANY:
        speeds[i] = speed_of * offset
    elif ANY:
        wp.atomic_add(reach_of, 0, wp.length(x - centers[i]) / float(len(i)))
    elif ANY:
        speeds[i] = speed_of * (1.0 + wp.randn(rng) * 0.1) * wp.normalize(x)


@idiom(names="sample_aperture lens_points shade_footprints", doc="Sample a thin-lens ray for each pixel: a point of the aperture and one of the focal plane.")
def aperture(blades_of: array("int", "i", "aperture_ids lens_shape", values=(0, 3)), pixels: array("vec2", "i", "pixels uv film", values=(-1, 1)), wide: array("scalar", "i", "aperture_radii lens_radius", values=(0.1, 0.6)), focus: param("scalar", "focus_distance focal_plane", values=(1, 4)), seed_of: param("int", "seed frame", values=(1, 99)), starts: array("vec3", "i", "ray_origins starts", values=(-1, 1)), rays: array("vec3", "i", "ray_dirs directions_out", values=(-1, 1)), blur_of: array("scalar", "i", "blur coc", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    shape = blades_of[i]
    uv = wp.sample_unit_disk(rng)
    if shape == 1:
        uv = wp.sample_unit_square(rng)
    elif shape == 2:  # an obstructed mirror
        uv = wp.sample_unit_ring(rng)
    elif shape == 3:
        uv = wp.sample_triangle(rng)
    uv = uv * wide[i]
    start = wp.vec3(uv[0], uv[1], 0.0)
    aim = wp.vec3(pixels[i][0] * focus, pixels[i][1] * focus, focus)
    if ANY:
        starts[i] = start
        rays[i] = wp.normalize(aim - start)
    elif ANY:
        rays[i] = wp.normalize(aim - start)
    else:
        starts[i] = start
        blur_of[i] = wp.length(uv) / focus
        title("aperture_blur circle_of_confusion", "Compute the blur radius of each pixel under a lens.")


@idiom(names="check_state repair_state reset_diverged", doc="Compute log energies and scaled velocities, with fallbacks for a diverged state.")
def diverged(energies: array("scalar", "i", "energies e_in raw_energy", values=(-1, 1.5)), speeds: array("vec3", "i", "velocities vel v_in", values=(-1, 1.5)), masses_of: array("scalar", "i", "masses m", values=(0.2, 1.5)), safe: param("scalar", "fallback safe_energy", values=(0.1, 0.5)), gate: param("scalar", "threshold gate", values=(0.2, 0.6)), energies_out: array("scalar", "i", "energies_out e_out energy_out", values=(0, 1)), speeds_out: array("vec3", "i", "velocities_out vel_out v_out", values=(-1, 1)), lost: array("scalar", "1", "lost lost_weight", values=(0, 0.1))):
    i = wp.tid()
    e = wp.log(energies[i])  # not finite where the energy is none
    v = speeds[i] / wp.sqrt(energies[i])
    if ANY:
        e = wp.where(wp.isnan(e) or wp.isinf(e), safe, e)
    elif ANY:
        e = wp.where(wp.isfinite(e), e, wp.log(safe))
    else:
        e = wp.where(wp.isnan(e), safe, e * wp.step(gate - energies[i]))
    energies_out[i] = choose(e, e * masses_of[i])
    if ANY:
        speeds_out[i] = wp.where(wp.isnan(v) or wp.isinf(v), 0.5 * speeds[i], v)
    elif ANY:
        speeds_out[i] = wp.where(wp.isfinite(v), v, safe * speeds[i])
    elif ANY:
        if not wp.isfinite(v):  # start again at rest
            wp.atomic_add(lost, 0, masses_of[i])
            speeds_out[i] = 0.1 * speeds[i]
        else:
            speeds_out[i] = v
    if ANY:
        wp.atomic_add(lost, 0, wp.step(energies[i] - gate))


@idiom(names="decode_fields unpack_cells read_packed", doc="Compute cell weights from the bit fields of their codes.")
def packed_fields(codes: array("int", "i", "codes packed keys", values=(0, 4095)), scales: array("scalar", "i", "scales gains", values=(0.5, 1.5)), table: array("scalar", "16", "table lut palette", values=(0.2, 1.5)), low_w: param("scalar", "low_weight w_low", values=(0.2, 1)), result: array("scalar", "i", "weights_out decoded", values=(0, 1)), sums: array("scalar", "16", "bin_sums histogram", values=(0, 0.1))):
    i = wp.tid()
    code = codes[i]
    low = code & 15
    high = (code >> 8) & 15
    if ANY:
        mixed = (high << 2) ^ ~low
    elif ANY:
        mixed = (code >> 4) ^ (code >> 2)
        title("gray_codes unpack_gray", "Compute cell weights from the Gray codes of their coordinates.")
    else:
        mixed = ~code & (low | (high << 1))
        title("masked_fields unpack_masked", "Compute cell weights from masked bit fields.")
    share = float(wp.bit_count(mixed & 255)) / 8.0
    v = scales[i] * (low_w * table[low] + share * table[high])
    if ANY:
        result[i] = v
    elif ANY:
        result[i] = v
        wp.atomic_add(sums, mixed & 15, v)
    else:
        wp.atomic_add(sums, wp.bit_count(mixed & 4095), v)
