# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marches and laws with branches: rays, fractals, orders of rows, fixed points, regimes of flow and matter."""

domain("regimes", entity="item", edge="edge")


@idiom(names="sphere_trace trace_rays march_until_hit", doc="Steps along each ray by the distance to a shape, until it is met or far.")
def traced(origins: array("vec3", "i", "origins ray_o starts", values=(-1.5, 1.5)), dirs: array("vec3", "i", "directions ray_d dirs", kind=unit), radius: param("scalar", "radius sphere_radius r0", values=(0.6, 0.9)), floor_y: param("scalar", "floor_y ground ground_height", values=(-1.9, -1.6)), half_of: param("scalar", "half_size box_half half_extent", values=(0.3, 0.6)), rounding: param("scalar", "rounding corner_radius round_r", values=(0.05, 0.15)), tube: param("scalar", "tube_radius minor_radius tube_r", values=(0.15, 0.3)), spread: param("scalar", "half_distance separation half_gap", values=(0.3, 0.6)), fog: param("scalar", "fog_density extinction sigma_t", values=(0.1, 0.5)), far: param("scalar", "t_max far max_dist", values=(4, 6)), depths: array("scalar", "i", "depth_out t_hit distances", values=(0, 1)), clear: array("scalar", "i", "transmittance visibility_out fog_out", values=(0, 1)), gaps: array("scalar", "i", "clearance closest_approach min_distance", values=(0, 1)), steps_out: array("int", "i", "num_steps steps_out march_steps", values=(0, 1))):
    i = wp.tid()
    ro = origins[i]
    rd = dirs[i]
    t = float(0.0)
    if ANY:
        hops = int(0)
        while t < far and hops < 40:
            p = ro + t * rd
            if ANY:
                d = wp.length(p) - radius
                title("trace_sphere sphere_depth", "Steps along each ray by the distance to a sphere, until it is met or far.")
            elif ANY:
                d = wp.min(wp.length(p) - radius, p[1] - floor_y)
                title("trace_sphere_on_floor trace_ball_and_ground", "Steps along each ray by the distance to a sphere over a floor, until one is met or both are far.")
            elif ANY:
                q = wp.vec3(wp.max(wp.abs(p[0]) - half_of, 0.0), wp.max(wp.abs(p[1]) - half_of, 0.0), wp.max(wp.abs(p[2]) - half_of, 0.0))
                d = wp.length(q) - rounding
                title("trace_rounded_box trace_cube", "Steps along each ray by the distance to a cube with round edges, until it is met or far.")
            elif ANY:
                ring = wp.length(wp.vec2(p[0], p[1])) - radius
                d = wp.length(wp.vec2(ring, p[2])) - tube
                title("trace_torus trace_ring", "Steps along each ray by the distance to a torus, until it is met or far.")
            else:
                if p[0] > 0.0:  # the nearer one
                    d = wp.length(p - wp.vec3(spread, 0.0, 0.0)) - radius
                else:
                    d = wp.length(p + wp.vec3(spread, 0.0, 0.0)) - radius
                title("trace_two_spheres trace_mirrored_sphere", "Steps along each ray by the distance to the nearer of two equal spheres, until it is met or far.")
            if d < 0.01:
                break
            t += d
            hops += 1
        if ANY:
            depths[i] = wp.min(t, far)
        elif ANY:
            if t < far:
                depths[i] = t
            else:  # nothing met
                depths[i] = -1.0
            steps_out[i] = hops
        else:
            if t < far:
                clear[i] = wp.exp(-fog * t)
            else:
                clear[i] = 0.0
    else:
        clearance = float(far)
        for hop in range(24):
            p = ro + t * rd
            if ANY:
                d = wp.length(p) - radius
            else:
                ring = wp.length(wp.vec2(p[0], p[1])) - radius
                d = wp.length(wp.vec2(ring, p[2])) - tube
            clearance = wp.min(clearance, d)
            if d < 0.01 or t > far:
                break
            t += d
        gaps[i] = clearance
        title("closest_approach ray_clearance nearest_pass", "How close each ray comes to a shape, found by steps of the distance to it.")


@idiom(names="shade_sphere light_sphere lambert_of_rays", doc="The Lambert shading of what each ray meets of a sphere, by a march to its surface.")
def lit(origins: array("vec3", "i", "origins ray_o starts", values=(-1.5, 1.5)), dirs: array("vec3", "i", "directions ray_d dirs", kind=unit), radius: param("scalar", "radius sphere_radius r0", values=(0.6, 0.9)), floor_y: param("scalar", "floor_y ground ground_height", values=(-1.9, -1.6)), far: param("scalar", "t_max far max_dist", values=(4, 6)), sun: param("vec3", "sun_dir light_dir to_light", kind=unit), shade: array("scalar", "i", "shading brightness lambert", values=(0, 1)), normals_out: array("vec3", "i", "normals hit_normals normals_out", values=(0, 1))):
    i = wp.tid()
    ro = origins[i]
    rd = dirs[i]
    t = float(0.0)
    hops = int(0)
    if ANY:
        while t < far and hops < 40:
            d = wp.length(ro + t * rd) - radius
            if d < 0.01:
                break
            t += d
            hops += 1
        if ANY:
            if t < far:
                shade[i] = wp.max(wp.dot(wp.normalize(ro + t * rd), sun), 0.0)
            else:  # nothing met
                shade[i] = 0.0
        else:
            if t < far:
                normals_out[i] = wp.normalize(ro + t * rd)
            else:
                normals_out[i] = wp.vec3(0.0, 0.0, 0.0)
            title("sphere_normals trace_normals hit_normals_of_sphere", "The normal of a sphere where each ray meets it, by a march to its surface.")
    else:
        while t < far and hops < 40:
            p = ro + t * rd
            d = wp.min(wp.length(p) - radius, p[1] - floor_y)
            if d < 0.01:
                break
            t += d
            hops += 1
        at_hit = ro + t * rd
        if at_hit[1] - floor_y < wp.length(at_hit) - radius:
            normal = wp.vec3(0.0, 1.0, 0.0)
        else:
            normal = wp.normalize(at_hit)
        if t < far:
            shade[i] = wp.max(wp.dot(normal, sun), 0.0)
        else:
            shade[i] = 0.0
        title("shade_ball_on_floor light_scene lambert_scene", "The Lambert shading of what each ray meets of a sphere over a floor.")


@idiom(names="escape_time escape_counts iterate_points", doc="How soon the orbit of each point leaves a disk.")
def escaped(image: array("scalar", "i", "smooth_counts smooth_iters escape_time_out", values=(0, 1)), trapped: array("scalar", "i", "trap_distance closest trap_out", values=(0, 1)), counts: array("int", "i", "iterations counts escape_iters", values=(0, 1)), point_x: array("scalar", "i", "points_x re real_part", values=(-1.8, 0.8)), point_y: array("scalar", "i", "points_y im imag_part", values=(-1.2, 1.2)), seed_x: param("scalar", "julia_x c_re seed_re", values=(-0.8, -0.2)), seed_y: param("scalar", "julia_y c_im seed_im", values=(0.1, 0.6)), max_trips: param("int", "max_iter max_iters num_iters", values=(12, 24)), bins: array("int", "8", "histogram bins escape_bins", values=(0, 0))):
    i = wp.tid()
    c_x = point_x[i]
    c_y = point_y[i]
    zx = c_x
    zy = c_y
    escape_n = int(0)
    if ANY:
        while zx * zx + zy * zy < 4.0 and escape_n < max_trips:
            if ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * zx * zy + c_y
                title("mandelbrot_set mandelbrot_escape mandelbrot", "How soon the orbit of each point leaves a disk: the Mandelbrot set.")
            elif ANY:
                nx = zx * zx - zy * zy + seed_x
                zy = 2.0 * zx * zy + seed_y
                title("julia_set julia_escape julia", "How soon the orbit of each point leaves a disk: a Julia set.")
            elif ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * wp.abs(zx * zy) + c_y
                title("burning_ship burning_ship_escape", "How soon the orbit of each point leaves a disk: the burning ship.")
            else:
                nx = zx * zx - zy * zy + c_x
                zy = -2.0 * zx * zy + c_y
                title("tricorn mandelbar", "How soon the orbit of each point leaves a disk: the tricorn.")
            zx = nx
            escape_n += 1
        if ANY:
            counts[i] = escape_n
        elif ANY:
            if escape_n < max_trips:  # the fraction makes bands smooth
                image[i] = float(escape_n) + 1.0 - wp.log(0.5 * wp.log(zx * zx + zy * zy)) / 0.693147
            else:
                image[i] = float(max_trips)
        else:
            wp.atomic_add(bins, (8 * escape_n) // (max_trips + 1), 1)
            title("escape_histogram count_escapes", "How many orbits leave a disk how soon, in eight bins.")
    else:
        trap = float(4.0)
        while zx * zx + zy * zy < 4.0 and escape_n < max_trips:
            if ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * zx * zy + c_y
            else:
                nx = zx * zx - zy * zy + seed_x
                zy = 2.0 * zx * zy + seed_y
            zx = nx
            if ANY:
                trap = wp.min(trap, wp.sqrt(zx * zx + zy * zy))
                title("orbit_trap point_trap", "How close the orbit of each point comes to the origin before it escapes.")
            else:
                trap = wp.min(trap, wp.min(wp.abs(zx), wp.abs(zy)))
                title("cross_trap pickover_stalks", "How close the orbit of each point comes to the axes before it escapes.")
            escape_n += 1
        trapped[i] = trap


@idiom(names="order_rows", doc="The order of each row, by insertion.")
def inserted(rows: array("scalar", "i k", "rows values candidates", values=(-1, 1)), scores: array("scalar", "i k", "scores ratings priorities", values=(0, 1)), middle: array("scalar", "i", "queries references centers", values=(-0.5, 0.5)), order: array("int", "i k", "order argsort ranking sorted_ids", values=(0, 0))):
    k = size("row_length num_values num_items", 5, 7)
    i = wp.tid()
    hops = int(0)
    for c in range(len(k)):
        j = int(c)
        while j > 0:
            last = order[i, j - 1]
            part("in_order")
            order[i, j] = last
            j -= 1
            hops += 1
        order[i, j] = c
    part("order_report")


@part("in_order")
def by_value():
    if rows[i, last] <= rows[i, c]:
        break


@part("in_order")
def by_distance():
    if wp.abs(rows[i, last] - middle[i]) <= wp.abs(rows[i, c] - middle[i]):
        break


@part("in_order")
def by_score():
    if scores[i, last] >= scores[i, c]:
        break


@part("order_report", unless="by_distance by_score")
def sorted_values(sorted_out: array("scalar", "i k", "sorted_values sorted_rows ordered", values=(0, 1))):
    for s in range(len(k)):
        sorted_out[i, s] = rows[i, order[i, s]]
    title("sort_rows insertion_sort sort_windows", "Sorts each row by insertion, and keeps where its values were.")


@part("order_report", unless="by_distance by_score")
def middle_value(medians: array("scalar", "i", "medians median_out row_medians_out", values=(0, 1))):
    medians[i] = rows[i, order[i, len(k) // 2]]
    title("row_medians median_filter median_of_rows", "The median of each row, from its order.")


@part("order_report", unless="by_distance by_score")
def inner_mean(means: array("scalar", "i", "means row_means mean_out", values=(0, 1))):
    inner_sum = float(0.0)
    for s in range(1, len(k) - 1):
        inner_sum += rows[i, order[i, s]]
    means[i] = inner_sum / float(len(k) - 2)
    title("trimmed_mean olympic_mean robust_mean", "The mean of each row without its smallest and its largest value.")


@part("order_report", unless="by_distance by_score")
def lowest_cluster(cut: param("scalar", "max_gap gap_threshold cut", values=(0.3, 0.6)), means: array("scalar", "i", "means row_means mean_out", values=(0, 1))):
    low_sum = float(0.0)
    taken_n = int(0)
    while taken_n < len(k) - 1:
        low_sum += rows[i, order[i, taken_n]]
        if rows[i, order[i, taken_n + 1]] - rows[i, order[i, taken_n]] > cut:
            break
        taken_n += 1
    if taken_n == len(k) - 1:  # there is no gap
        low_sum += rows[i, order[i, taken_n]]
    means[i] = low_sum / float(taken_n + 1)
    title("lowest_cluster_mean split_at_gap first_cluster", "The mean of each row's lowest values, up to the first wide gap between neighbours.")


@part("order_report", unless="by_distance by_score")
def weighted_share(weights: array("scalar", "i k", "weights masses sample_weights", values=(0.2, 1)), share: param("scalar", "quantile fraction level_q", values=(0.3, 0.7)), at_share: array("scalar", "i", "quantiles quantile_out percentiles", values=(0, 1))):
    sum_w = float(0.0)
    for s in range(len(k)):
        sum_w += weights[i, s]
    reached_w = float(0.0)
    at_q = int(0)
    while at_q < len(k) - 1:
        reached_w += weights[i, order[i, at_q]]
        if reached_w > share * sum_w:
            break
        at_q += 1
    at_share[i] = rows[i, order[i, at_q]]
    title("weighted_quantile weighted_percentile weighted_row_quantile", "The value of each row below which a share of its weights lies.")


@part("order_report", unless="by_distance by_score")
def inversions(moves: array("int", "i", "num_swaps inversions shifts", values=(0, 1))):
    moves[i] = hops
    title("count_inversions row_disorder argsort_with_inversions", "The order of each row by insertion, and how many pairs of it were in the wrong order.")


@part("order_report", unless="by_value by_score")
def third_distance(reach: array("scalar", "i", "radii kth_distance knn_radii", values=(0, 1))):
    reach[i] = wp.abs(rows[i, order[i, 2]] - middle[i])
    title("third_neighbor_distance knn_radius kth_nearest", "How far each query's third nearest candidate is.")


@part("order_report", unless="by_value by_score")
def nearest_mean(means: array("scalar", "i", "local_means neighbor_means means_out", values=(0, 1))):
    means[i] = (rows[i, order[i, 0]] + rows[i, order[i, 1]] + rows[i, order[i, 2]]) / 3.0
    title("nearest_three_mean knn_mean local_mean", "The mean of the three candidates nearest to each query.")


@part("order_report", unless="by_value by_score")
def nearest_target(targets: array("scalar", "i k", "targets labels_f known_values", values=(-1, 1)), guesses: array("scalar", "i", "predictions estimates y_hat", values=(0, 1))):
    guesses[i] = (targets[i, order[i, 0]] + targets[i, order[i, 1]] + targets[i, order[i, 2]]) / 3.0
    title("knn_regression nearest_neighbor_regression predict_knn", "The mean target of the three candidates nearest to each query.")


@part("order_report", unless="by_value by_distance")
def best_scored(best: array("scalar", "i", "best_values best_out chosen", values=(0, 1))):
    best[i] = rows[i, order[i, 0]]
    title("best_candidate pick_best_scored argmax_by_sort", "The order of each row from the best score down, and the value of the best.")


@part("order_report", unless="by_value by_distance")
def discounted_gain(relevance: array("scalar", "i k", "relevance grades gains", values=(0, 2)), dcg_out: array("scalar", "i", "dcg dcg_out row_gains", values=(0, 1))):
    gain = float(0.0)
    for s in range(len(k)):
        gain += relevance[i, order[i, s]] / wp.log(float(s) + 2.0) * 0.693147
    dcg_out[i] = gain
    title("discounted_gain dcg_of_rows ranking_gain", "The discounted cumulative gain of each row's items, ranked by their scores.")


@part("order_report", unless="by_value by_distance")
def score_margin(margins: array("scalar", "i", "margins score_margins margin_out", values=(0, 1))):
    margins[i] = scores[i, order[i, 0]] - scores[i, order[i, 1]]
    title("score_margin best_to_second classification_margin", "By how much each row's best score exceeds the second.")


@idiom(names="find_first_event scan_row event_index", doc="Goes along each row until something is met, and says where.")
def first_met(rows: array("scalar", "i k", "signals rows series", values=(-0.6, 1)), levels: array("scalar", "i", "levels thresholds limits", values=(0.2, 0.7)), band: param("scalar", "band tolerance settle_band", values=(0.4, 0.7)), spacing: param("scalar", "dt sample_time spacing", values=(0.1, 0.5)), times: array("scalar", "i", "event_times onset_times t_first", values=(0, 1)), reached: array("scalar", "i", "values_at event_values reached", values=(0, 1)), places: array("int", "i", "first_ids found_at indices_out", values=(0, 1)), bins: array("int", "k", "histogram arrival_counts index_counts", values=(0, 0))):
    k = size("num_samples row_length num_steps", 6, 10)
    i = wp.tid()
    first_at = int(0)
    if ANY:
        while first_at < len(k):
            if rows[i, first_at] > levels[i]:
                break
            first_at += 1
        title("first_above threshold_index onset_time", "Where each row first exceeds its threshold.")
    elif ANY:
        while first_at < len(k) - 1:
            if rows[i, first_at + 1] < rows[i, first_at]:
                break
            first_at += 1
        title("first_peak first_maximum climb_to_peak", "The first peak of each row.")
    elif ANY:
        while first_at < len(k):
            if wp.abs(rows[i, first_at] - rows[i, len(k) - 1]) < band:
                break
            first_at += 1
        title("first_within_band rise_index reach_final_value", "Where each row first comes within a band of its last value.")
    else:
        run_n = int(0)
        while first_at < len(k):
            if rows[i, first_at] > levels[i]:
                run_n += 1
            else:
                run_n = 0
            if run_n == 2:
                break
            first_at += 1
        title("debounced_onset second_in_a_row persistent_event", "Where each row exceeds its threshold for the second time in a row.")
    if ANY:
        places[i] = first_at
    elif ANY:
        if first_at < len(k):
            times[i] = spacing * float(first_at)
        else:  # never
            times[i] = -1.0
    elif ANY:
        if first_at < len(k):
            reached[i] = rows[i, first_at]
            places[i] = first_at
        else:
            reached[i] = 0.0
            places[i] = -1
    else:
        if first_at < len(k):
            wp.atomic_add(bins, first_at, 1)


@idiom(names="crossing_times interpolate_crossing level_crossing", doc="When each row first crosses a level, between two samples.")
def crossed(rows: array("scalar", "i k", "signals rows series", values=(-1, 1)), levels: array("scalar", "i", "levels thresholds limits", values=(-0.2, 0.5)), spacing: param("scalar", "dt sample_time spacing", values=(0.1, 0.5)), times: array("scalar", "i", "crossing_times t_cross times_out", values=(0, 1)), slopes: array("scalar", "i", "crossing_slopes slopes_out rates_at", values=(0, 1))):
    k = size("num_samples row_length num_steps", 5, 8)
    i = wp.tid()
    first_at = int(0)
    if ANY:
        while first_at < len(k) - 1:
            if rows[i, first_at] * rows[i, first_at + 1] < 0.0:
                break
            first_at += 1
        if ANY:
            if first_at < len(k) - 1:
                times[i] = spacing * (float(first_at) + rows[i, first_at] / (rows[i, first_at] - rows[i, first_at + 1]))
            else:  # never
                times[i] = -1.0
            title("zero_crossings sign_change_times first_zero", "When each row first changes its sign, between two samples.")
        else:
            if first_at < len(k) - 1:
                slopes[i] = (rows[i, first_at + 1] - rows[i, first_at]) / spacing
            else:
                slopes[i] = 0.0
            title("zero_crossing_slope slope_at_zero sign_change_slope", "How steeply each row first changes its sign; zero where it does not.")
    else:
        while first_at < len(k) - 1:
            if rows[i, first_at] < levels[i] and rows[i, first_at + 1] >= levels[i]:
                break
            first_at += 1
        if first_at < len(k) - 1:
            times[i] = spacing * (float(first_at) + (levels[i] - rows[i, first_at]) / (rows[i, first_at + 1] - rows[i, first_at]))
        else:
            times[i] = -1.0
        title("rising_edge upcrossing_times first_rise", "When each row first rises through its level, between two samples.")


@idiom(names="running_sum_crossing accumulate_until scan_sums", doc="Sums each row until a level is reached.")
def summed_up(positive: array("scalar", "i k", "weights densities bin_weights", values=(0.1, 1)), shares: array("scalar", "i", "u_vals uniforms shares", values=(0.2, 0.9)), extinction: array("scalar", "i k", "extinction sigma_t mu_t", values=(0.1, 1.5)), inputs: array("scalar", "i k", "inputs currents drive", values=(0.1, 1)), limits: array("scalar", "i", "thresholds firing_levels limits", values=(0.8, 1.6)), spacing: param("scalar", "dx cell_size bin_width", values=(0.1, 0.5)), leak: param("scalar", "leak decay keep_fraction", values=(0.4, 0.7)), where: array("scalar", "i", "samples positions_out x_out", values=(0, 1)), flights: array("scalar", "i", "free_path flight_lengths path_lengths", values=(0, 1)), drive_out: array("scalar", "i", "last_levels potentials_out sums_out", values=(0, 1)), fired_at: array("int", "i", "spike_ids fired_at spike_index_out", values=(0, 1)), places: array("int", "i", "category chosen_ids drawn", values=(0, 1))):
    k = size("num_bins row_length num_cells", 6, 10)
    i = wp.tid()
    summed = float(0.0)
    first_at = int(0)
    if ANY:
        mass = float(0.0)
        for s in range(len(k)):
            mass += positive[i, s]
        goal = shares[i] * mass
        while first_at < len(k) - 1:
            if summed + positive[i, first_at] >= goal:
                break
            summed += positive[i, first_at]
            first_at += 1
        if ANY:
            places[i] = first_at
            title("sample_category inverse_cdf_row draw_category", "Draws an entry of each row, in proportion to its weights.")
        else:
            where[i] = spacing * (float(first_at) + (goal - summed) / positive[i, first_at])
            title("sample_histogram inverse_cdf_position sample_piecewise_pdf", "Draws a place from each row's histogram, by its inverse cumulative sum.")
    elif ANY:
        goal = -wp.log(shares[i])
        while first_at < len(k):
            if summed + spacing * extinction[i, first_at] >= goal:
                break
            summed += spacing * extinction[i, first_at]
            first_at += 1
        if first_at < len(k):
            flights[i] = spacing * float(first_at) + (goal - summed) / extinction[i, first_at]
        else:  # leaves the medium
            flights[i] = spacing * float(len(k))
        title("sample_free_path collision_distance free_flight", "How far each photon flies through cells of different extinction before it collides.")
    else:
        while first_at < len(k):
            summed = leak * summed + inputs[i, first_at]
            if summed > limits[i]:
                break
            first_at += 1
        if ANY:
            if first_at < len(k):
                fired_at[i] = first_at
            else:  # stays below
                fired_at[i] = -1
            title("spike_index integrate_and_fire first_spike", "When a leaky sum of each row first exceeds its threshold.")
        else:
            drive_out[i] = summed
            title("leaky_sum_at_spike integrate_until_spike leaky_accumulate", "A leaky sum of each row, which ends where it exceeds its threshold.")


@idiom(names="merge_rows compare_sorted_rows walk_two_lists", doc="Walks two sorted rows side by side.")
def merged(left: array("scalar", "i k", "sorted_a row_a values_a", values=(0, 3), kind=increasing), right: array("scalar", "i k", "sorted_b row_b values_b", values=(0, 3), kind=increasing), left_w: array("scalar", "i k", "weights_a heights_a", values=(0.2, 1)), right_w: array("scalar", "i k", "weights_b heights_b", values=(0.2, 1)), window: param("scalar", "tol window tolerance", values=(0.1, 0.4)), result: array("scalar", "i", "similarity match_scores scores", values=(0, 1)), far_apart: array("scalar", "i", "ks_statistic max_gap cdf_gap", values=(0, 1)), merged_out: array("scalar", "i 2*k", "merged merged_rows all_sorted", values=(0, 1)), backlog_out: array("scalar", "i", "peak_backlog max_queue buffer_needed", values=(0, 1)), pairs_out: array("int", "i", "pair_counts u_statistic num_before", values=(0, 1)), counts: array("int", "i", "num_matches counts matched", values=(0, 1))):
    k = size("row_length num_peaks num_events", 4, 7)
    i = wp.tid()
    at_a = int(0)
    at_b = int(0)
    if ANY:
        matched = int(0)
        while at_a < len(k) and at_b < len(k):
            gap = left[i, at_a] - right[i, at_b]
            if wp.abs(gap) < window:
                matched += 1
                at_a += 1
                at_b += 1
            elif gap < 0.0:
                at_a += 1
            else:
                at_b += 1
        counts[i] = matched
        title("count_coincidences coincident_events count_matches", "How many events of two sorted rows come within a window of each other.")
    elif ANY:
        alike = float(0.0)
        while at_a < len(k) and at_b < len(k):
            gap = left[i, at_a] - right[i, at_b]
            if wp.abs(gap) < window:
                alike += left_w[i, at_a] * right_w[i, at_b]
                at_a += 1
                at_b += 1
            elif gap < 0.0:
                at_a += 1
            else:
                at_b += 1
        if ANY:
            result[i] = alike
            title("match_peaks spectral_dot sparse_row_dot", "The product of two sparse spectra, whose peaks match within a tolerance.")
        else:
            a_sq = float(0.0)
            b_sq = float(0.0)
            for s in range(len(k)):
                a_sq += left_w[i, s] * left_w[i, s]
                b_sq += right_w[i, s] * right_w[i, s]
            result[i] = alike / wp.sqrt(a_sq * b_sq)
            title("spectral_cosine cosine_of_spectra spectral_similarity", "The cosine of two sparse spectra, whose peaks match within a tolerance.")
    elif ANY:
        before_n = int(0)
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] < right[i, at_b]:
                before_n += len(k) - at_b
                at_a += 1
            else:
                at_b += 1
        pairs_out[i] = before_n
        title("mann_whitney rank_sum count_pairs_before", "In how many pairs the value of one sorted row is below that of the other.")
    elif ANY:
        widest = int(0)
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] < right[i, at_b]:
                at_a += 1
            else:
                at_b += 1
            widest = wp.max(widest, wp.abs(at_a - at_b))
        far_apart[i] = float(widest) / float(len(k))
        title("kolmogorov_smirnov largest_cdf_gap two_sample_ks", "The largest gap between the cumulative distributions of two sorted samples.")
    elif ANY:
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] <= right[i, at_b]:
                merged_out[i, at_a + at_b] = left[i, at_a]
                at_a += 1
            else:
                merged_out[i, at_a + at_b] = right[i, at_b]
                at_b += 1
        while at_a < len(k):
            merged_out[i, at_a + at_b] = left[i, at_a]
            at_a += 1
        while at_b < len(k):
            merged_out[i, at_a + at_b] = right[i, at_b]
            at_b += 1
        title("merge_sorted_rows merge_two_rows merge_events", "Merges two sorted rows into one.")
    else:
        waiting = float(0.0)
        peak = float(0.0)
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] < right[i, at_b]:
                waiting += left_w[i, at_a]
                at_a += 1
            else:
                waiting = wp.max(waiting - right_w[i, at_b], 0.0)
                at_b += 1
            peak = wp.max(peak, waiting)
        backlog_out[i] = peak
        title("peak_backlog largest_queue arrivals_and_departures", "The largest backlog, where one row's events add to it and the other's take from it.")


@idiom(names="relax_pair fixed_point iterate_to_tolerance", doc="Repeats a step until what changes is below a tolerance.")
def settled(field_a: array("scalar", "i", "field_a h_a bias_a", values=(0.3, 1.2)), field_b: array("scalar", "i", "field_b h_b bias_b", values=(-0.5, 0.9)), couple: param("scalar", "coupling j_couple spin_coupling", values=(0.2, 0.7)), bath_a: array("scalar", "i", "ambient_a bath_a t_bath_a", values=(0.3, 1.2)), bath_b: array("scalar", "i", "ambient_b bath_b t_bath_b", values=(0.2, 0.9)), conduct: param("scalar", "conductance conductance_ratio k_ab", values=(0.2, 0.7)), amount_a: array("scalar", "i", "total_a amounts_a", values=(0.3, 1.2)), amount_b: array("scalar", "i", "total_b amounts_b", values=(0.2, 0.9)), affinity: param("scalar", "affinity k_bind k_assoc", values=(0.5, 1.5)), reynolds: array("scalar", "i", "reynolds re re_numbers", values=(5000, 50000)), rough: array("scalar", "i", "roughness rel_roughness eps_d", values=(0.001, 0.03)), m_aa: array("scalar", "i", "m_xx", values=(0.9, 1.5)), m_bb: array("scalar", "i", "m_yy", values=(0.1, 0.6)), m_ab: array("scalar", "i", "m_xy", values=(0.1, 0.5)), tol: param("scalar", "tol tolerance max_change", values=(0.002, 0.02)), max_trips: param("int", "max_iters max_sweeps iter_limit", values=(12, 24)), a_out: array("scalar", "i", "a_out state_a a_solved", values=(0, 1)), b_out: array("scalar", "i", "b_out state_b b_solved", values=(0, 1)), complex_out: array("scalar", "i", "bound complexes complex_out", values=(0, 1)), factor_out: array("scalar", "i", "friction_factor darcy_f f_out", values=(0, 1)), eig_out: array("scalar", "i", "eigenvalues lambda_max top_eig", values=(0, 1)), axis_x: array("scalar", "i", "axis_x dir_x", values=(0, 1)), axis_y: array("scalar", "i", "axis_y dir_y", values=(0, 1)), trips_out: array("int", "i", "iterations num_sweeps iters_out", values=(0, 1))):
    i = wp.tid()
    change = float(1.0)
    trips = int(0)
    if ANY:
        x = float(0.0)
        y = float(0.0)
        while change > tol and trips < max_trips:
            if ANY:
                x_next = wp.tanh(field_a[i] + couple * y)
                y_next = wp.tanh(field_b[i] + couple * x_next)
                title("mean_field_pair self_consistent_spins", "Two mean-field spins, each in the field of the other, until they hardly change.")
            else:
                x_next = (bath_a[i] + conduct * y) / (1.0 + conduct)
                y_next = (bath_b[i] + conduct * x_next) / (1.0 + conduct)
                title("gauss_seidel_pair coupled_temperatures relax_pair", "The temperatures of two bodies, each coupled to a bath and to the other, by Gauss-Seidel sweeps.")
            if ANY:
                change = wp.abs(x_next - x) + wp.abs(y_next - y)
            else:
                change = wp.max(wp.abs(x_next - x), wp.abs(y_next - y))
            x = x_next
            y = y_next
            trips += 1
        a_out[i] = x
        b_out[i] = y
        if ANY:
            trips_out[i] = trips
    elif ANY:
        free_a = amount_a[i]
        free_b = amount_b[i]
        while change > tol and trips < max_trips:
            free_b = amount_b[i] / (1.0 + affinity * free_a)
            a_next = amount_a[i] / (1.0 + affinity * free_b)
            change = wp.abs(a_next - free_a)
            free_a = a_next
            trips += 1
        complex_out[i] = affinity * free_a * free_b
        title("binding_pair complex_formation bound_pairs", "How much of two species is bound to each other, by mass action.")
    elif ANY:
        inv_root = float(6.0)
        while change > tol and trips < max_trips:
            root_next = -2.0 * wp.log10(rough[i] / 3.7 + 2.51 * inv_root / reynolds[i])
            change = wp.abs(root_next - inv_root)
            inv_root = root_next
            trips += 1
        factor_out[i] = 1.0 / (inv_root * inv_root)
        title("colebrook friction_factor solve_colebrook", "The friction factor of each rough pipe, from Colebrook's equation.")
    else:
        x = float(1.0)
        y = float(0.0)
        while change > tol and trips < max_trips:
            mx = m_aa[i] * x + m_ab[i] * y
            my = m_ab[i] * x + m_bb[i] * y
            norm = wp.sqrt(mx * mx + my * my)
            change = wp.abs(mx / norm - x) + wp.abs(my / norm - y)
            x = mx / norm
            y = my / norm
            trips += 1
        if ANY:
            eig_out[i] = m_aa[i] * x * x + 2.0 * m_ab[i] * x * y + m_bb[i] * y * y
            title("largest_eigenvalue power_iteration rayleigh_quotient", "The largest eigenvalue of each symmetric matrix of two rows, by power iteration.")
        else:
            axis_x[i] = x
            axis_y[i] = y
            title("dominant_direction principal_axis power_iteration", "The dominant direction of each symmetric matrix of two rows, by power iteration.")


@idiom(names="arithmetic_geometric_mean agm iterate_means", doc="The arithmetic-geometric mean of two numbers.")
def mean_of_means(firsts: array("scalar", "i", "a a0 first_values", values=(0.5, 2)), seconds: array("scalar", "i", "b b0 second_values", values=(0.5, 2)), angles: array("scalar", "i", "amplitudes max_angle theta0", values=(0.2, 2)), lengths: array("scalar", "i", "lengths pendulum_length rod_length", values=(0.3, 1.5)), moduli: array("scalar", "i", "parameter m moduli", values=(0.1, 0.8)), tol: param("scalar", "tol tolerance max_gap", values=(0.001, 0.01)), means: array("scalar", "i", "means agm_out result", values=(0, 1)), periods: array("scalar", "i", "periods swing_time periods_out", values=(0, 1)), integrals: array("scalar", "i", "elliptic_k integrals k_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        x = firsts[i]
        y = seconds[i]
        trips = int(0)
        while wp.abs(x - y) > tol and trips < 10:
            x_next = 0.5 * (x + y)
            y = wp.sqrt(x * y)
            x = x_next
            trips += 1
        means[i] = x
    elif ANY:
        x = float(1.0)
        y = wp.cos(0.5 * angles[i])
        trips = int(0)
        while wp.abs(x - y) > tol and trips < 10:
            x_next = 0.5 * (x + y)
            y = wp.sqrt(x * y)
            x = x_next
            trips += 1
        periods[i] = 6.2831853 * wp.sqrt(lengths[i] / 9.81) / x
        title("pendulum_period swing_period large_angle_period", "The period of each pendulum at any amplitude, by an arithmetic-geometric mean.")
    else:
        x = float(1.0)
        y = wp.sqrt(1.0 - moduli[i])
        trips = int(0)
        while wp.abs(x - y) > tol and trips < 10:
            x_next = 0.5 * (x + y)
            y = wp.sqrt(x * y)
            x = x_next
            trips += 1
        integrals[i] = 1.5707963 / x
        title("elliptic_integral complete_elliptic_k elliptic_k", "The complete elliptic integral of the first kind, by an arithmetic-geometric mean.")


@idiom(names="pipe_friction pressure_gradient darcy_loss", doc="The pressure that is lost per length of each pipe, laminar or turbulent.")
def piped(speeds: array("scalar", "i", "speeds velocities u", values=(0.2, 2)), widths: array("scalar", "i", "diameters pipe_d d", values=(0.3, 1.5)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.0005, 0.0015)), rho: param("scalar", "density rho", values=(0.8, 1.3)), drops: array("scalar", "i", "pressure_gradient losses dp_dx", values=(0, 1)), factors: array("scalar", "i", "friction_factor darcy_f f_out", values=(0, 1)), power: array("scalar", "1", "pumping_power total_power power", values=(0, 0.1)), regime_of: array("int", "i", "is_turbulent regimes flow_type", values=(0, 1))):
    i = wp.tid()
    re = speeds[i] * widths[i] / nu
    if ANY:
        if re < 2300.0:
            factor = 64.0 / re
            regime = 0
        else:
            factor = 0.316 / wp.pow(re, 0.25)
            regime = 1
        if ANY:
            factors[i] = factor
            title("friction_factor darcy_factor blasius_or_laminar", "The friction factor of each pipe, laminar or turbulent.")
        else:
            drops[i] = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
        regime_of[i] = regime
    else:
        if re < 2300.0:
            factor = 64.0 / re
        else:
            factor = 0.316 / wp.pow(re, 0.25)
        if ANY:
            drops[i] = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
        else:
            drop = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
            wp.atomic_add(power, 0, drop * speeds[i] * 0.7853982 * widths[i] * widths[i])
            title("pumping_power total_pipe_power friction_power", "The power per length that friction takes in all pipes, laminar or turbulent.")


@idiom(names="sphere_drag drag_by_reynolds particle_drag", doc="The drag on each sphere, by the law of its Reynolds number.")
def dragged(speeds: array("scalar", "i", "speeds slip_speed rel_speed", values=(0.2, 2)), widths: array("scalar", "i", "diameters sphere_d d", values=(0.3, 1.5)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.0005, 0.0015)), rho: param("scalar", "density rho fluid_density", values=(0.8, 1.3)), forces: array("scalar", "i", "drag_out forces drag_forces", values=(0, 1)), factors: array("scalar", "i", "drag_coeff c_d cd_out", values=(0, 1))):
    i = wp.tid()
    re = speeds[i] * widths[i] / nu
    if re < 1000.0:
        factor = 24.0 / re * (1.0 + 0.15 * wp.pow(re, 0.687))
    else:
        factor = 0.44
    if ANY:
        factors[i] = factor
        title("drag_coefficient schiller_naumann sphere_cd", "The drag coefficient of each sphere, by the law of its Reynolds number.")
    else:
        forces[i] = 0.5 * rho * factor * 0.7853982 * widths[i] * widths[i] * speeds[i] * speeds[i]


@idiom(names="velocity_near_wall wall_law boundary_layer_speed", doc="The speed at each distance from a wall, by the layer it lies in.")
def layered(dist: array("scalar", "i", "wall_distance heights y_wall", values=(0.005, 0.2)), friction_v: array("scalar", "i", "friction_velocity u_tau u_star", values=(0.2, 2)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.004, 0.006)), speeds_out: array("scalar", "i", "speeds_out u_out mean_speed", values=(0, 1)), plus_out: array("scalar", "i", "u_plus scaled_speed u_plus_out", values=(0, 1)), layer_of: array("int", "i", "layers zone layer_ids", values=(0, 1))):
    i = wp.tid()
    y_plus = dist[i] * friction_v[i] / nu
    if ANY:
        if y_plus > 30.0:
            u_plus = 2.5 * wp.log(y_plus) + 5.5
        elif y_plus > 5.0:
            u_plus = 5.0 * wp.log(y_plus) - 3.05
        else:
            u_plus = y_plus
        if ANY:
            speeds_out[i] = u_plus * friction_v[i]
        else:
            plus_out[i] = u_plus
            title("three_layer_law u_plus_profile law_of_the_wall", "The speed at each distance from a wall, in units of the friction velocity.")
    else:
        if y_plus > 30.0:
            u_plus = 2.5 * wp.log(y_plus) + 5.5
            layer = 2
        elif y_plus > 5.0:
            u_plus = 5.0 * wp.log(y_plus) - 3.05
            layer = 1
        else:
            u_plus = y_plus
            layer = 0
        speeds_out[i] = u_plus * friction_v[i]
        layer_of[i] = layer


@idiom(names="nozzle_flow choked_flow orifice_flow", doc="The mass that flows through each nozzle, choked or not.")
def discharged(p_up: array("scalar", "i", "upstream p_up p_chamber", values=(0.8, 2)), p_down: array("scalar", "i", "downstream p_down p_back", values=(0.2, 0.7)), throat: array("scalar", "i", "throat_area areas orifice_area", values=(0.1, 0.5)), gas_rt: param("scalar", "gas_rt r_times_t rt_up", values=(0.8, 1.2)), mass_flow: array("scalar", "i", "mass_flow m_dot flow_out", values=(0, 1)), choked_out: array("int", "i", "is_choked choked regimes", values=(0, 1)), head_up: array("scalar", "i", "upstream_level head_up h_up", values=(1, 2)), head_down: array("scalar", "i", "tailwater head_down h_down", values=(0.2, 0.7)), wide: array("scalar", "i", "widths channel_width width_b", values=(0.3, 1.5)), sill: param("scalar", "crest_height sill weir_height", values=(0.35, 0.5)), drained: array("scalar", "i", "discharge flow_out q_out", values=(0, 1)), sunk_out: array("int", "i", "is_submerged drowned regimes", values=(0, 1)), gate: array("scalar", "i", "gate_opening openings gate_height", values=(0.8, 1.6)), total: array("scalar", "1", "total_mass_flow total_flow outflow", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        ratio = p_down[i] / p_up[i]
        if ratio < 0.528:
            flux = 0.6847
            choked = 1
        else:
            flux = wp.sqrt(7.0 * (wp.pow(ratio, 1.4286) - wp.pow(ratio, 1.7143)))
            choked = 0
        mass_flow[i] = flux * throat[i] * p_up[i] / wp.sqrt(gas_rt)
        choked_out[i] = choked
    elif ANY:
        ratio = p_down[i] / p_up[i]
        if ratio < 0.528:  # choked
            flux = 0.6847
        else:
            flux = wp.sqrt(7.0 * (wp.pow(ratio, 1.4286) - wp.pow(ratio, 1.7143)))
        wp.atomic_add(total, 0, flux * throat[i] * p_up[i] / wp.sqrt(gas_rt))
        title("total_nozzle_flow sum_orifice_flow vent_flow", "The mass that flows through all nozzles, choked or not.")
    elif ANY:
        over = head_up[i] - sill
        behind = head_down[i] - sill
        if behind > 0.0:
            keep = wp.pow(1.0 - wp.pow(behind / over, 1.5), 0.385)
            sunk = 1
        else:
            keep = 1.0
            sunk = 0
        drained[i] = 1.7 * wide[i] * over * wp.sqrt(over) * keep
        sunk_out[i] = sunk
        title("weir_flow submerged_weir villemonte_weir", "What flows over each weir, free or submerged.")
    elif ANY:
        over = head_up[i] - sill
        behind = head_down[i] - sill
        free = 1.7 * wide[i] * over * wp.sqrt(over)
        if behind > 0.0:
            drained[i] = free * wp.pow(1.0 - wp.pow(behind / over, 1.5), 0.385)
        else:
            drained[i] = free
        title("spillway_discharge weir_discharge overflow_rate", "What flows over each weir, free or submerged.")
    else:
        if gate[i] < head_up[i]:  # the gate is in the water
            drained[i] = 0.6 * wide[i] * gate[i] * wp.sqrt(19.62 * head_up[i])
        else:
            drained[i] = 1.7 * wide[i] * head_up[i] * wp.sqrt(head_up[i])
        title("sluice_gate gate_discharge gate_or_weir", "What flows under each gate, or freely where it is lifted out of the water.")


@idiom(names="return_mapping plastic_stress update_plastic_bar", doc="The stress of each bar, which flows where it yields.")
def yielding(lengthened: array("scalar", "i", "strains eps total_strain", values=(-1, 1)), plastic: array("scalar", "i", "plastic_strain eps_p eps_plastic", values=(-0.2, 0.2)), hard: array("scalar", "i", "hardening_state alpha acc_plastic", values=(0.05, 0.4)), young: param("scalar", "young stiffness e_mod", values=(1, 3)), limit: param("scalar", "yield_stress strength sigma_y", values=(0.4, 0.9)), slope: param("scalar", "hardening h_mod hardening_mod", values=(0.1, 0.5)), viscous: param("scalar", "eta_over_dt viscosity_per_dt eta_dt", values=(0.2, 0.8)), stress_out: array("scalar", "i", "stress sigma stress_out", values=(0, 1)), plastic_out: array("scalar", "i", "plastic_out eps_p_out eps_p_new", values=(0, 1)), hard_out: array("scalar", "i", "alpha_out hardening_out alpha_new", values=(0, 1)), tangent_out: array("scalar", "i", "tangent stiffness_out e_tangent", values=(0, 1))):
    i = wp.tid()
    trial = young * (lengthened[i] - plastic[i])
    if ANY:
        over = wp.abs(trial) - (limit + slope * hard[i])
        if over > 0.0:
            grown = over / (young + slope)
            stress = trial - young * grown * wp.sign(trial)
        else:
            grown = 0.0
            stress = trial
        stress_out[i] = stress
        plastic_out[i] = plastic[i] + grown * wp.sign(trial)
        hard_out[i] = hard[i] + grown
        title("isotropic_hardening return_mapping plastic_bar", "The stress and the state of each bar, which hardens where it yields.")
    elif ANY:
        over = wp.abs(trial) - (limit + slope * hard[i])
        if over > 0.0:
            stress = trial - young * over / (young + slope) * wp.sign(trial)
            tangent = young * slope / (young + slope)
        else:
            stress = trial
            tangent = young
        stress_out[i] = stress
        tangent_out[i] = tangent
        title("stress_and_tangent hardening_stress consistent_tangent", "The stress of each bar, which hardens where it yields, and its tangent modulus.")
    elif ANY:
        back = slope * plastic[i]
        if trial - back > limit:
            grown = (trial - back - limit) / (young + slope)
        elif trial - back < -limit:
            grown = (trial - back + limit) / (young + slope)
        else:
            grown = 0.0
        stress_out[i] = trial - young * grown
        plastic_out[i] = plastic[i] + grown
        title("kinematic_hardening shifted_yield cyclic_bar", "The stress of each bar, whose range of yield moves along with its plastic strain.")
    elif ANY:
        if wp.abs(trial) > limit:
            stress = limit * wp.sign(trial)
        else:
            stress = trial
        stress_out[i] = stress
        plastic_out[i] = lengthened[i] - stress / young
        title("perfect_plasticity clip_stress ideal_plastic_bar", "The stress of each bar, which flows at its yield stress.")
    else:
        over = wp.abs(trial) - limit
        if over > 0.0:
            grown = over / (young + viscous) * wp.sign(trial)
        else:
            grown = 0.0
        stress_out[i] = trial - young * grown
        plastic_out[i] = plastic[i] + grown
        title("viscoplastic_stress perzyna_update overstress_step", "The stress of each bar after a step, whose stress above the limit relaxes.")


@idiom(names="damage_model tension_damage cracking_bar", doc="The stress of each bar, which is damaged by tension alone.")
def damaged(stretched: array("scalar", "i", "strains eps elongation", values=(-0.6, 1)), worst: array("scalar", "i", "max_strain kappa worst_strain", values=(0.1, 0.5)), onset: param("scalar", "damage_onset eps_0 crack_strain", values=(0.15, 0.3)), brittle: param("scalar", "softening brittleness beta", values=(0.5, 3)), young: param("scalar", "young stiffness e_mod", values=(1, 3)), slack: param("scalar", "rest_strain slack slack_strain", values=(0.05, 0.2)), bend_at: param("scalar", "knee_strain yield_strain eps_knee", values=(0.2, 0.4)), second_k: param("scalar", "second_stiffness k_post e_post", values=(0.2, 0.8)), rates: array("scalar", "i", "strain_rates rates eps_dot", values=(-1, 1)), damp: param("scalar", "viscosity eta_rope eta", values=(0.1, 0.4)), stress_out: array("scalar", "i", "stress sigma stress_out", values=(0, 1)), worst_out: array("scalar", "i", "max_strain_out kappa_out kappa_new", values=(0, 1)), damage_out: array("scalar", "i", "damage omega damage_out", values=(0, 1)), energy_out: array("scalar", "i", "energy_density strain_energy psi_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        if stretched[i] > worst[i]:  # more than ever
            record = stretched[i]
        else:
            record = worst[i]
        broken = 1.0 - wp.exp(-brittle * wp.max(record - onset, 0.0))
        if ANY:
            if stretched[i] > 0.0:
                stress = (1.0 - broken) * young * stretched[i]
            else:  # cracks close
                stress = young * stretched[i]
            stress_out[i] = stress
            worst_out[i] = record
        else:
            damage_out[i] = broken
            worst_out[i] = record
            title("update_damage damage_variable grow_damage", "The damage of each bar, which follows from the largest strain it ever had.")
    elif ANY:
        taut = stretched[i] - slack
        if taut > 0.0:
            stress_out[i] = wp.max(young * taut + damp * rates[i], 0.0)
        else:
            stress_out[i] = 0.0
        title("cable_stress tendon_stress rope_stress", "The stress of each rope, which is slack when it is short.")
    elif ANY:
        if stretched[i] > bend_at:
            stress = young * bend_at + second_k * (stretched[i] - bend_at)
        elif stretched[i] < -bend_at:
            stress = -young * bend_at + second_k * (stretched[i] + bend_at)
        else:
            stress = young * stretched[i]
        stress_out[i] = stress
        title("bilinear_spring two_slope_law knee_spring", "The stress of each element, which is softer beyond a knee.")
    else:
        if stretched[i] > 0.0:
            energy_out[i] = 0.5 * second_k * stretched[i] * stretched[i]
        else:
            energy_out[i] = 0.5 * young * stretched[i] * stretched[i]
        title("bimodular_energy tension_compression_energy unilateral_energy", "The strain energy of each element, which is stiffer in compression than in tension.")


@idiom(names="bristle_friction stick_slip elastoplastic_friction", doc="The friction of each contact, which sticks as a spring or slips.")
def sticking(moved: array("scalar", "i", "bristle deflection slip_state", values=(-0.4, 0.4)), slide_v: array("scalar", "i", "slip_speed velocities v_slide", values=(-1, 1)), pressed: array("scalar", "i", "normal_force loads f_normal", values=(0.5, 1.5)), tangent_k: param("scalar", "tangent_stiffness k_t bristle_k", values=(1, 3)), grip: param("scalar", "friction mu mu_f", values=(0.3, 0.7)), step_of: param("scalar", "dt time_step h", values=(0.1, 0.3)), forces: array("scalar", "i", "friction_force forces f_t", values=(0, 1)), bristle_out: array("scalar", "i", "bristle_out deflection_out state_out", values=(0, 1)), slips: array("int", "i", "is_slipping slips slip_flag", values=(0, 1))):
    i = wp.tid()
    bent = moved[i] + step_of * slide_v[i]
    most = grip * pressed[i]
    if ANY:
        if wp.abs(tangent_k * bent) <= most:
            force = -tangent_k * bent
        else:
            force = -most * wp.sign(bent)
        forces[i] = force
        bristle_out[i] = -force / tangent_k
    else:
        if wp.abs(tangent_k * bent) <= most:
            force = -tangent_k * bent
            slipping = 0
        else:
            force = -most * wp.sign(bent)
            slipping = 1
        forces[i] = force
        slips[i] = slipping


@idiom(names="upwind_advection advect_field transport_step", doc="Carries a field along, with differences from where the flow comes.")
def upwinded(field: array("scalar", "x y", "field concentration phi", values=(0.2, 1.2)), flow_x: array("scalar", "x y", "vel_x u_field wind_u", values=(-1, 1)), flow_y: array("scalar", "x y", "vel_y v_field wind_v", values=(-1, 1)), normal_v: array("scalar", "x y", "normal_speed burn_speed growth_speed", values=(-1, 1)), step_of: param("scalar", "dt_dx courant dt", values=(0.1, 0.3)), spread: param("scalar", "diffusion_number kappa_dt diffusion", values=(0.02, 0.1)), result: array("scalar", "x y", "field_out phi_new advected", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        left = (x + len(x) - 1) % len(x)
        right = (x + 1) % len(x)
        below = (y + len(y) - 1) % len(y)
        above = (y + 1) % len(y)
    else:
        left = wp.max(x - 1, 0)
        right = wp.min(x + 1, len(x) - 1)
        below = wp.max(y - 1, 0)
        above = wp.min(y + 1, len(y) - 1)
    c = field[x, y]
    if ANY:
        u = flow_x[x, y]
        v = flow_y[x, y]
        if u > 0.0:
            along = u * (c - field[left, y])
        else:
            along = u * (field[right, y] - c)
        if v > 0.0:
            across = v * (c - field[x, below])
        else:
            across = v * (field[x, above] - c)
        if ANY:
            result[x, y] = c - step_of * (along + across)
        else:
            result[x, y] = c - step_of * (along + across) + spread * (field[left, y] + field[right, y] + field[x, below] + field[x, above] - 4.0 * c)
            title("advect_diffuse advection_diffusion_step upwind_with_diffusion", "Carries a field along and spreads it, with differences from where the flow comes.")
    else:
        dx_lo = c - field[left, y]
        dx_hi = field[right, y] - c
        dy_lo = c - field[x, below]
        dy_hi = field[x, above] - c
        if normal_v[x, y] > 0.0:  # grows
            gx = wp.max(wp.max(dx_lo, 0.0), -wp.min(dx_hi, 0.0))
            gy = wp.max(wp.max(dy_lo, 0.0), -wp.min(dy_hi, 0.0))
        else:
            gx = wp.max(-wp.min(dx_lo, 0.0), wp.max(dx_hi, 0.0))
            gy = wp.max(-wp.min(dy_lo, 0.0), wp.max(dy_hi, 0.0))
        result[x, y] = c - step_of * normal_v[x, y] * wp.sqrt(gx * gx + gy * gy + 0.000001)
        title("godunov_level_set level_set_step front_propagation", "Moves a front along its normal, by differences from where it comes.")


@idiom(names="donor_cell conservative_upwind upwind_flux_step", doc="Carries a density along a line by fluxes from the cells that the flow comes from.")
def lined(field: array("scalar", "i", "field concentration phi", values=(0.2, 1.2)), face_u: array("scalar", "i", "face_velocity u_face u_right", values=(-1, 1)), wave: array("scalar", "i", "wave u_field velocity", values=(-1, 1)), step_of: param("scalar", "dt_dx courant dt", values=(0.1, 0.4)), result: array("scalar", "i", "field_out phi_new advected", values=(0, 1)), slopes: array("scalar", "i", "slopes limited_slopes slope_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        left = (i + len(i) - 1) % len(i)
        right = (i + 1) % len(i)
    else:
        left = wp.max(i - 1, 0)
        right = wp.min(i + 1, len(i) - 1)
    if ANY:
        if face_u[i] > 0.0:
            flux_out = face_u[i] * field[i]
        else:
            flux_out = face_u[i] * field[right]
        if face_u[left] > 0.0:
            flux_in = face_u[left] * field[left]
        else:
            flux_in = face_u[left] * field[i]
        result[i] = field[i] - step_of * (flux_out - flux_in)
    elif ANY:
        u = wave[i]
        if u > 0.0:
            change = u * (u - wave[left])
        else:
            change = u * (wave[right] - u)
        result[i] = u - step_of * change
        title("burgers_upwind burgers_step steepen_wave", "A step of Burgers' equation, with differences from where the flow comes.")
    else:
        back = field[i] - field[left]
        ahead = field[right] - field[i]
        if back * ahead <= 0.0:
            slope = 0.0
        elif wp.abs(back) < wp.abs(ahead):
            slope = back
        else:
            slope = ahead
        slopes[i] = slope
        title("minmod_slopes limited_slopes slope_limiter", "The slope of each cell by the minmod limiter, for a reconstruction without overshoots.")


@idiom(names="penalty_contact contact_forces collide_with_plane", doc="The force of a plane on each particle, with friction, if they touch.")
def touching(places: array("vec3", "i", "positions x particles", values=(-1, 1)), motions: array("vec3", "i", "velocities v qd", values=(-1, 1)), radii: array("scalar", "i", "radii margins particle_r", values=(0.2, 0.6)), normal: param("vec3", "plane_normal n_plane up", kind=unit), half_w: param("scalar", "wall_height half_gap half_width", values=(0.7, 0.95)), stiff: param("scalar", "stiffness ke k_contact", values=(2, 10)), damp: param("scalar", "damping kd c_contact", values=(0.2, 1)), grip: param("scalar", "friction mu mu_f", values=(0.2, 0.7)), bounce: param("scalar", "restitution e_n bounce", values=(0.2, 0.8)), stick: param("scalar", "adhesion cohesion pull_off", values=(0.1, 0.4)), reach: param("scalar", "cohesion_range reach bond_range", values=(0.2, 0.4)), ball: param("vec3", "sphere_center center obstacle", values=(-0.3, 0.3)), ball_r: param("scalar", "sphere_radius obstacle_r big_r", values=(0.4, 0.7)), forces: array("vec3", "i", "forces f contact_forces", values=(0, 1)), energy: array("scalar", "1", "contact_energy total_energy energy", values=(0, 0.1)), v_out: array("vec3", "i", "velocities_out v_new qd_out", values=(0, 1))):
    i = wp.tid()
    x = places[i]
    if ANY:
        v = motions[i]
        depth = radii[i] - wp.dot(normal, x)
        vn = wp.dot(v, normal)
        if ANY:
            if depth > 0.0:
                fn = wp.max(stiff * depth - damp * vn, 0.0)
                vt = v - vn * normal
                force = fn * normal - grip * fn / wp.sqrt(wp.dot(vt, vt) + 0.01) * vt
            else:
                force = wp.vec3(0.0, 0.0, 0.0)
            forces[i] = force
            title("penalty_contact plane_contact_forces coulomb_contact", "The force of a plane on each particle, with friction, if they touch.")
        elif ANY:
            if depth > 0.0:
                fn = wp.max(stiff * depth * wp.sqrt(depth) - damp * vn, 0.0)
            else:
                fn = 0.0
            forces[i] = fn * normal
            title("hertz_contact dem_wall_contact grain_on_plane", "The force of a plane on each grain by Hertz's law, if they touch.")
        elif ANY:
            if depth > 0.0:
                fn = stiff * depth - stick - damp * vn
            elif depth > -reach:  # the bond stretches
                fn = -stick * (1.0 + depth / reach)
            else:
                fn = 0.0
            forces[i] = fn * normal
            title("cohesive_contact sticky_contact adhesive_wall", "The force of a plane on each sticky grain, which pulls it back within a range.")
        else:
            if depth > 0.0 and vn < 0.0:  # touches and comes nearer
                v_out[i] = v - (1.0 + bounce) * vn * normal
            else:
                v_out[i] = v
            title("bounce_off_plane reflect_velocities impulse_contact", "The velocity of each particle after it may have bounced off a plane.")
    elif ANY:
        off = x - ball
        gap = wp.length(off)
        depth = radii[i] + ball_r - gap
        if ANY:
            if depth > 0.0:
                force = stiff * depth * off / gap
            else:
                force = wp.vec3(0.0, 0.0, 0.0)
            forces[i] = force
            title("sphere_contact collide_with_sphere obstacle_force", "The force of a ball on each particle, if they touch.")
        else:
            if depth > 0.0:
                wp.atomic_add(energy, 0, 0.5 * stiff * depth * depth)
            title("overlap_energy contact_energy sphere_penalty", "The elastic energy of all particles that overlap a ball.")
    else:
        if x[1] < 0.0:  # the nearer wall
            n = wp.vec3(0.0, 1.0, 0.0)
            depth = radii[i] - (half_w + x[1])
        else:
            n = wp.vec3(0.0, -1.0, 0.0)
            depth = radii[i] - (half_w - x[1])
        forces[i] = stiff * wp.max(depth, 0.0) * n
        title("slab_contact collide_between_plates channel_walls", "The force of two parallel walls on each particle, if it touches the nearer one.")


@idiom(names="vanilla_payoffs call_or_put intrinsic_values", doc="What each option pays at its expiry, a call or a put.")
def payoffs(spots: array("scalar", "i", "spots prices s", values=(0.6, 1.5)), strikes: array("scalar", "i", "strikes strike_prices strike_k", values=(0.8, 1.2)), calls: array("int", "i", "is_call call_flags option_type", kind=flag), hold: array("scalar", "i", "continuation hold_values model_values", values=(0, 0.4)), sizes: array("scalar", "i", "notionals quantities amounts", values=(0.5, 2)), cap: param("scalar", "spread_width cap_width width", values=(0.1, 0.3)), barrier: param("scalar", "barrier upper_barrier knock_out", values=(1.25, 1.4)), rebate: param("scalar", "rebate knock_out_rebate cash_rebate", values=(0.02, 0.1)), buffer: param("scalar", "buffer protection loss_buffer", values=(0.1, 0.2)), payoff_out: array("scalar", "i", "payoffs pay_out cash_flows", values=(0, 1)), values_out: array("scalar", "i", "option_values values_out v_new", values=(0, 1)), deltas: array("scalar", "i", "deltas hedge_ratio delta_out", values=(0, 1)), book: array("scalar", "1", "book_value portfolio_value total", values=(0, 0.1)), exercised: array("int", "i", "exercised is_exercised exercise_flags", values=(0, 1))):
    i = wp.tid()
    price_s = spots[i]
    strike_i = strikes[i]
    if ANY:
        if calls[i] == 1:
            paid = wp.max(price_s - strike_i, 0.0)
        else:
            paid = wp.max(strike_i - price_s, 0.0)
        if ANY:
            payoff_out[i] = paid
        else:
            wp.atomic_add(book, 0, sizes[i] * paid)
            title("book_intrinsic_value settle_book total_payoff", "What a book of calls and puts pays in all.")
    elif ANY:
        if calls[i] == 1:
            inner = price_s - strike_i
        else:
            inner = strike_i - price_s
        if ANY:
            values_out[i] = wp.max(inner, hold[i])
            title("early_exercise american_step bermudan_step", "What each option is worth, held or exercised now.")
        else:
            if inner > hold[i]:
                values_out[i] = inner
                exercised[i] = 1
            else:
                values_out[i] = hold[i]
                exercised[i] = 0
            title("exercise_decision exercise_or_hold early_exercise_flags", "What each option is worth, held or exercised now, and which of these is better.")
    elif ANY:
        if price_s < strike_i:
            paid = 0.0
            delta = 0.0
        elif price_s < strike_i + cap:
            paid = price_s - strike_i
            delta = 1.0
        else:
            paid = cap
            delta = 0.0
        payoff_out[i] = paid
        deltas[i] = delta
        title("call_spread capped_call bull_spread", "What each call spread pays at its expiry, and how that changes with the price.")
    elif ANY:
        if price_s >= barrier:  # knocked out
            payoff_out[i] = rebate
        else:
            payoff_out[i] = wp.max(price_s - strike_i, 0.0)
        title("knock_out_payoffs up_and_out_call barrier_payoffs", "What each call pays that is knocked out above a barrier, for a rebate.")
    else:
        growth = price_s / strike_i - 1.0
        if growth > 0.0:
            gain = wp.min(growth, cap)
        elif growth > -buffer:  # shielded
            gain = 0.0
        else:
            gain = growth + buffer
        payoff_out[i] = sizes[i] * (1.0 + gain)
        title("buffered_note structured_note note_payoffs", "What each note pays back: its gain up to a cap, its loss beyond a buffer.")


@idiom(names="temperature_from_enthalpy phase_from_enthalpy stefan_state", doc="The temperature of each cell from its enthalpy: solid, melting or liquid.")
def melting(enthalpy: array("scalar", "i", "enthalpy h heat_content", values=(-0.6, 1.6)), latent: param("scalar", "latent_heat latent l_fusion", values=(0.4, 0.8)), cap_solid: param("scalar", "c_solid cap_ice c_ice", values=(0.5, 0.8)), cap_liquid: param("scalar", "c_liquid cap_water c_water", values=(0.9, 1.3)), temps_out: array("scalar", "i", "temperatures temp_out t_out", values=(0, 1)), melted_out: array("scalar", "i", "liquid_fraction melted melt_fraction", values=(0, 1)), phase_out: array("int", "i", "phase_out phases phase_ids", values=(0, 1))):
    i = wp.tid()
    h = enthalpy[i]
    if ANY:
        if h < 0.0:
            degrees = h / cap_solid
            melted = 0.0
        elif h < latent:  # at the melting point
            degrees = 0.0
            melted = h / latent
        else:
            degrees = (h - latent) / cap_liquid
            melted = 1.0
        temps_out[i] = degrees
        melted_out[i] = melted
        title("enthalpy_to_temperature melt_state temperature_and_melt", "The temperature of each cell and how much of it is liquid, from its enthalpy.")
    else:
        if h < 0.0:
            degrees = h / cap_solid
            phase = 0
        elif h < latent:  # at the melting point
            degrees = 0.0
            phase = 1
        else:
            degrees = (h - latent) / cap_liquid
            phase = 2
        temps_out[i] = degrees
        phase_out[i] = phase


@idiom(names="snow_step degree_day_melt snowpack_update", doc="The snow of each cell, which grows by snowfall in the cold and melts else.")
def thawing(snow: array("scalar", "i", "snow swe snowpack", values=(0, 1)), temps: array("scalar", "i", "air_temp temp_c t_air", values=(-3, 4)), precip: array("scalar", "i", "precip precipitation precip_rate", values=(0, 0.4)), factor: param("scalar", "melt_factor degree_day ddf", values=(0.1, 0.4)), step_of: param("scalar", "dt days dt_days", values=(0.5, 1)), snow_out: array("scalar", "i", "snow_out swe_out snow_new", values=(0, 1)), runoff: array("scalar", "i", "runoff outflow liquid_out", values=(0, 1)), melt_sum: array("scalar", "1", "total_melt melt_sum basin_melt", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        if temps[i] < 0.0:
            snow_out[i] = snow[i] + step_of * precip[i]
            runoff[i] = 0.0
        else:
            melt = wp.min(step_of * factor * temps[i], snow[i])
            snow_out[i] = snow[i] - melt
            runoff[i] = step_of * precip[i] + melt
    else:
        if temps[i] > 0.0:
            melt = wp.min(step_of * factor * temps[i], snow[i])
            snow_out[i] = snow[i] - melt
            wp.atomic_add(melt_sum, 0, melt)
        else:
            snow_out[i] = snow[i]
        title("melt_snow total_snowmelt ablation_step", "The snow that is left in each cell after a step, and how much melts in all.")


@idiom(names="soil_bucket soil_moisture_step bucket_model", doc="The water of each soil after a step of rain, evaporation and drainage.")
def draining(water: array("scalar", "i", "soil_water storage moisture", values=(0, 1.2)), rain: array("scalar", "i", "rain precip rainfall", values=(0, 0.4)), thirst: array("scalar", "i", "potential_evap pet e_pot", values=(0.05, 0.3)), capacity: param("scalar", "field_capacity w_fc capacity", values=(0.5, 0.8)), rate_of: param("scalar", "drain_rate k_drain recession", values=(0.1, 0.5)), step_of: param("scalar", "dt days dt_days", values=(0.3, 1)), water_out: array("scalar", "i", "soil_water_out storage_out moisture_out", values=(0, 1)), store: param("scalar", "capacity bucket_size store_capacity", values=(0.5, 0.8)), spilled: array("scalar", "i", "overflow spill_out excess_water", values=(0, 1)), drained: array("scalar", "i", "drainage recharge percolation", values=(0, 1)), evap_out: array("scalar", "i", "actual_evap aet evaporation", values=(0, 1))):
    i = wp.tid()
    w = water[i]
    if ANY:
        if w > capacity:  # drains, and evaporates in full
            drain = rate_of * (w - capacity)
            evap = thirst[i]
        else:
            drain = 0.0
            evap = thirst[i] * w / capacity
        water_out[i] = wp.max(w + step_of * (rain[i] - evap - drain), 0.0)
        if ANY:
            drained[i] = step_of * drain
        else:
            evap_out[i] = step_of * evap
    else:
        filled = w + step_of * rain[i]
        if filled > store:
            water_out[i] = store
            spilled[i] = filled - store
        else:
            water_out[i] = filled
            spilled[i] = 0.0
        title("overflow_bucket fill_and_spill saturation_excess", "The water of each store after a step of rain, and what spills over its capacity.")


@idiom(names="thermostat_step hysteresis_control heater_update", doc="The temperature of each room, whose heater goes on and off at two limits.")
def heated(temps: array("scalar", "i", "temperatures room_temp t_room", values=(16, 24)), outside: array("scalar", "i", "outside_temp ambient t_out", values=(0, 10)), heater: array("int", "i", "heater_on is_on was_on", kind=flag), low: param("scalar", "t_low on_below lower_limit", values=(18, 19)), high: param("scalar", "t_high off_above upper_limit", values=(21, 22)), power_of: param("scalar", "heat_rate heater_rate q_heat", values=(4, 8)), loss: param("scalar", "loss_rate k_loss leak_rate", values=(0.1, 0.3)), step_of: param("scalar", "dt time_step hours", values=(0.1, 0.5)), temps_out: array("scalar", "i", "temps_out t_next room_temp_out", values=(0, 1)), heater_out: array("int", "i", "heater_out is_on_next switch_out", values=(0, 1))):
    i = wp.tid()
    warmth = temps[i]
    if ANY:
        if warmth < low:
            is_on = 1
        elif warmth > high:
            is_on = 0
        else:  # as before
            is_on = heater[i]
        temps_out[i] = warmth + step_of * (float(is_on) * power_of - loss * (warmth - outside[i]))
        heater_out[i] = is_on
    else:
        if warmth < low:
            temps_out[i] = warmth + step_of * (power_of - loss * (warmth - outside[i]))
        else:
            temps_out[i] = warmth - step_of * loss * (warmth - outside[i])
        title("on_off_control simple_thermostat heat_when_cold", "The temperature of each room, which is heated while it is below a limit.")


@idiom(names="lif_step spike_and_reset integrate_and_fire_step", doc="The potential of each neuron after a step, which spikes, rests or charges.")
def spiking(potential: array("scalar", "i", "potentials v_m membrane", values=(0, 1.2)), drive: array("scalar", "i", "input_current i_syn drive", values=(0, 1.5)), resting: array("int", "i", "refractory cooldown refr_steps", values=(0, 3)), fires_at: param("scalar", "v_threshold threshold v_th", values=(0.8, 1)), back_to: param("scalar", "v_reset reset_value v_rest", values=(0, 0.2)), leak: param("scalar", "leak_rate inv_tau g_leak", values=(0.1, 0.5)), step_of: param("scalar", "dt time_step h", values=(0.1, 0.5)), potential_out: array("scalar", "i", "potentials_out v_next membrane_out", values=(0, 1)), spikes: array("int", "i", "spikes fired spike_out", values=(0, 1)), resting_out: array("int", "i", "refractory_out cooldown_out refr_next", values=(0, 1))):
    i = wp.tid()
    if ANY:
        if resting[i] > 0:
            potential_out[i] = back_to
            resting_out[i] = resting[i] - 1
        elif potential[i] > fires_at:
            potential_out[i] = back_to
            resting_out[i] = 3
        else:
            potential_out[i] = potential[i] + step_of * (drive[i] - leak * potential[i])
            resting_out[i] = 0
    else:
        charged = potential[i] + step_of * (drive[i] - leak * potential[i])
        if charged > fires_at:
            potential_out[i] = back_to
            spikes[i] = 1
        else:
            potential_out[i] = charged
            spikes[i] = 0
        title("neuron_update leaky_integrate_fire spike_step", "The potential of each leaky neuron after a step, and whether it spikes.")


@idiom(names="rate_limited_step slew_limiter actuator_update", doc="Each actuator moves to its command, no faster than its limit.")
def slewed(now: array("scalar", "i", "positions angles current", values=(-1, 1)), wanted: array("scalar", "i", "commands targets setpoints", values=(-1, 1)), fastest: array("scalar", "i", "max_rates rate_limits v_max", values=(0.5, 1.5)), gain: param("scalar", "gain kp k_p", values=(1, 3)), dead: param("scalar", "deadband dead_zone tolerance", values=(0.1, 0.3)), step_of: param("scalar", "dt time_step h", values=(0.05, 0.2)), moved: array("scalar", "i", "positions_out angles_out state_out", values=(0, 1)), limited: array("int", "i", "saturated is_limited at_limit", values=(0, 1)), speed_out: array("scalar", "i", "rates_out velocities_out commanded_rate", values=(0, 1))):
    i = wp.tid()
    if ANY:
        rate = gain * (wanted[i] - now[i])
        if rate > fastest[i]:
            rate = fastest[i]
            side = 1
        elif rate < -fastest[i]:
            rate = -fastest[i]
            side = -1
        else:
            side = 0
        moved[i] = now[i] + step_of * rate
        limited[i] = side
    else:
        off = wanted[i] - now[i]
        if off > dead:
            rate = gain * (off - dead)
        elif off < -dead:
            rate = gain * (off + dead)
        else:  # near enough
            rate = 0.0
        if ANY:
            speed_out[i] = rate
            title("deadband_control dead_zone_rate proportional_with_deadband", "The rate of each actuator toward its command, with a dead zone around it.")
        else:
            moved[i] = now[i] + step_of * rate
            title("deadband_step actuator_with_deadband move_outside_deadband", "Each actuator moves to its command, but for a dead zone around it.")
