# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows that are gone along until something is met, put in order, or merged."""

domain("scans", entity="item", edge="edge")


@idiom(names="order_rows", doc="Argsort each row by insertion.")
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
    for inner_k in range(len(k)):
        sorted_out[i, inner_k] = rows[i, order[i, inner_k]]
    title("sort_rows insertion_sort sort_windows", "Sort each row by insertion and keep the original indices.")


@part("order_report", unless="by_distance by_score")
def middle_value(medians: array("scalar", "i", "medians median_out row_medians_out", values=(0, 1))):
    medians[i] = rows[i, order[i, len(k) // 2]]
    title("row_medians median_filter median_of_rows", "Compute the median of each row, from its order.")


@part("order_report", unless="by_distance by_score")
def inner_mean(means: array("scalar", "i", "means row_means mean_out", values=(0, 1))):
    inner_sum = float(0.0)
    for inner_k in range(1, len(k) - 1):
        inner_sum += rows[i, order[i, inner_k]]
    means[i] = inner_sum / float(len(k) - 2)
    title("trimmed_mean olympic_mean robust_mean", "Compute the mean of each row without its smallest and its largest value.")


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
    title("lowest_cluster_mean split_at_gap first_cluster", "Compute the mean of each row's lowest values, up to the first wide gap between neighbors.")


@part("order_report", unless="by_distance by_score")
def weighted_share(weights: array("scalar", "i k", "weights masses sample_weights", values=(0.2, 1)), share: param("scalar", "quantile fraction level_q", values=(0.3, 0.7)), at_share: array("scalar", "i", "quantiles quantile_out percentiles", values=(0, 1))):
    sum_w = float(0.0)
    for inner_k in range(len(k)):
        sum_w += weights[i, inner_k]
    reached_w = float(0.0)
    at_q = int(0)
    while at_q < len(k) - 1:
        reached_w += weights[i, order[i, at_q]]
        if reached_w > share * sum_w:
            break
        at_q += 1
    at_share[i] = rows[i, order[i, at_q]]
    title("weighted_quantile weighted_percentile weighted_row_quantile", "Compute the weighted quantile of each row.")


@part("order_report", unless="by_distance by_score")
def inversions(moves: array("int", "i", "num_swaps inversions shifts", values=(0, 1))):
    moves[i] = hops
    title("count_inversions row_disorder argsort_with_inversions", "Argsort each row by insertion and count its inversions.")


@part("order_report", unless="by_value by_score")
def third_distance(reach: array("scalar", "i", "radii kth_distance knn_radii", values=(0, 1))):
    reach[i] = wp.abs(rows[i, order[i, 2]] - middle[i])
    title("third_neighbor_distance knn_radius kth_nearest", "Compute the distance of each query's third nearest candidate.")


@part("order_report", unless="by_value by_score")
def nearest_mean(means: array("scalar", "i", "local_means neighbor_means means_out", values=(0, 1))):
    means[i] = (rows[i, order[i, 0]] + rows[i, order[i, 1]] + rows[i, order[i, 2]]) / 3.0
    title("nearest_three_mean knn_mean local_mean", "Compute the mean of the three candidates nearest to each query.")


@part("order_report", unless="by_value by_score")
def nearest_target(targets: array("scalar", "i k", "targets labels_f known_values", values=(-1, 1)), guesses: array("scalar", "i", "predictions estimates y_hat", values=(0, 1))):
    guesses[i] = (targets[i, order[i, 0]] + targets[i, order[i, 1]] + targets[i, order[i, 2]]) / 3.0
    title("knn_regression nearest_neighbor_regression predict_knn", "Compute the mean target of the three candidates nearest to each query.")


@part("order_report", unless="by_value by_distance")
def best_scored(best: array("scalar", "i", "best_values best_out chosen", values=(0, 1))):
    best[i] = rows[i, order[i, 0]]
    title("best_candidate pick_best_scored argmax_by_sort", "Rank each row by descending score and store the best value.")


@part("order_report", unless="by_value by_distance")
def discounted_gain(relevance: array("scalar", "i k", "relevance grades gains", values=(0, 2)), dcg_out: array("scalar", "i", "dcg dcg_out row_gains", values=(0, 1))):
    gain = float(0.0)
    for inner_k in range(len(k)):
        gain += relevance[i, order[i, inner_k]] / wp.log(float(inner_k) + 2.0) * 0.693147
    dcg_out[i] = gain
    title("discounted_gain dcg_of_rows ranking_gain", "Compute the discounted cumulative gain of each row's items, ranked by their scores.")


@part("order_report", unless="by_value by_distance")
def score_margin(margins: array("scalar", "i", "margins score_margins margin_out", values=(0, 1))):
    margins[i] = scores[i, order[i, 0]] - scores[i, order[i, 1]]
    title("score_margin best_to_second classification_margin", "Compute the margin between each row's best and second best score.")


@idiom(names="find_first_event scan_row event_index", doc="Scan each row until a condition is met and store where.")
def first_met(rows: array("scalar", "i k", "signals rows series", values=(-0.6, 1)), levels: array("scalar", "i", "levels thresholds limits", values=(0.2, 0.7)), band: param("scalar", "band tolerance settle_band", values=(0.4, 0.7)), spacing: param("scalar", "dt sample_time spacing", values=(0.1, 0.5)), times: array("scalar", "i", "event_times onset_times t_first", values=(0, 1)), reached: array("scalar", "i", "values_at event_values reached", values=(0, 1)), places: array("int", "i", "first_ids found_at indices_out", values=(0, 1)), bins: array("int", "k", "histogram arrival_counts index_counts", values=(0, 0))):
    k = size("num_samples row_length num_steps", 6, 10)
    i = wp.tid()
    first_at = int(0)
    if ANY:
        while first_at < len(k):
            if rows[i, first_at] > levels[i]:
                break
            first_at += 1
        title("first_above threshold_index onset_time", "Find where each row first exceeds its threshold.")
    elif ANY:
        while first_at < len(k) - 1:
            if rows[i, first_at + 1] < rows[i, first_at]:
                break
            first_at += 1
        title("first_peak first_maximum climb_to_peak", "Compute the first peak of each row.")
    elif ANY:
        while first_at < len(k):
            if wp.abs(rows[i, first_at] - rows[i, len(k) - 1]) < band:
                break
            first_at += 1
        title("first_within_band rise_index reach_final_value", "Find where each row first comes within a band of its last value.")
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
        title("debounced_onset second_in_a_row persistent_event", "Find where each row exceeds its threshold at two successive entries.")
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


@idiom(names="crossing_times interpolate_crossing level_crossing", doc="Find when each row first crosses a level, between two samples.")
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
            title("zero_crossings sign_change_times first_zero", "Find when each row first changes its sign, between two samples.")
        else:
            if first_at < len(k) - 1:
                slopes[i] = (rows[i, first_at + 1] - rows[i, first_at]) / spacing
            else:
                slopes[i] = 0.0
            title("zero_crossing_slope slope_at_zero sign_change_slope", "Compute the slope of each row at its first sign change; zero without one.")
    else:
        while first_at < len(k) - 1:
            if rows[i, first_at] < levels[i] and rows[i, first_at + 1] >= levels[i]:
                break
            first_at += 1
        if first_at < len(k) - 1:
            times[i] = spacing * (float(first_at) + (levels[i] - rows[i, first_at]) / (rows[i, first_at + 1] - rows[i, first_at]))
        else:
            times[i] = -1.0
        title("rising_edge upcrossing_times first_rise", "Find when each row first rises through its level, between two samples.")


@idiom(names="running_sum_crossing accumulate_until scan_sums", doc="Sum each row until a level is reached.")
def summed_up(positive: array("scalar", "i k", "weights densities bin_weights", values=(0.1, 1)), shares: array("scalar", "i", "u_vals uniforms shares", values=(0.2, 0.9)), extinction: array("scalar", "i k", "extinction sigma_t mu_t", values=(0.1, 1.5)), inputs: array("scalar", "i k", "inputs currents drive", values=(0.1, 1)), limits: array("scalar", "i", "thresholds firing_levels limits", values=(0.8, 1.6)), spacing: param("scalar", "dx cell_size bin_width", values=(0.1, 0.5)), leak: param("scalar", "leak decay keep_fraction", values=(0.4, 0.7)), where: array("scalar", "i", "samples positions_out x_out", values=(0, 1)), flights: array("scalar", "i", "free_path flight_lengths path_lengths", values=(0, 1)), drive_out: array("scalar", "i", "last_levels potentials_out sums_out", values=(0, 1)), fired_at: array("int", "i", "spike_ids fired_at spike_index_out", values=(0, 1)), places: array("int", "i", "category chosen_ids drawn", values=(0, 1))):
    k = size("num_bins row_length num_cells", 6, 10)
    i = wp.tid()
    summed = float(0.0)
    first_at = int(0)
    if ANY:
        mass = float(0.0)
        for inner_k in range(len(k)):
            mass += positive[i, inner_k]
        goal = shares[i] * mass
        while first_at < len(k) - 1:
            if summed + positive[i, first_at] >= goal:
                break
            summed += positive[i, first_at]
            first_at += 1
        if ANY:
            places[i] = first_at
            title("sample_category inverse_cdf_row draw_category", "Sample an entry of each row, in proportion to its weights.")
        else:
            where[i] = spacing * (float(first_at) + (goal - summed) / positive[i, first_at])
            title("sample_histogram inverse_cdf_position sample_piecewise_pdf", "Sample a place from each row's histogram, by its inverse cumulative sum.")
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
        title("sample_free_path collision_distance free_flight", "Sample the free flight of each photon through cells of different extinction.")
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
            title("spike_index integrate_and_fire first_spike", "Find when a leaky sum of each row first exceeds its threshold.")
        else:
            drive_out[i] = summed
            title("leaky_sum_at_spike integrate_until_spike leaky_accumulate", "Integrate a leaky sum of each row up to its threshold.")


@idiom(names="merge_rows compare_sorted_rows walk_two_lists", doc="Walk two sorted rows in parallel.")
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
        title("count_coincidences coincident_events count_matches", "Count the coincidences of two sorted event rows within a window.")
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
            title("match_peaks spectral_dot sparse_row_dot", "Compute the product of two sparse spectra, whose peaks match within a tolerance.")
        else:
            a_sq = float(0.0)
            b_sq = float(0.0)
            for inner_k in range(len(k)):
                a_sq += left_w[i, inner_k] * left_w[i, inner_k]
                b_sq += right_w[i, inner_k] * right_w[i, inner_k]
            result[i] = alike / wp.sqrt(a_sq * b_sq)
            title("spectral_cosine cosine_of_spectra spectral_similarity", "Compute the cosine of two sparse spectra, whose peaks match within a tolerance.")
    elif ANY:
        before_n = int(0)
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] < right[i, at_b]:
                before_n += len(k) - at_b
                at_a += 1
            else:
                at_b += 1
        pairs_out[i] = before_n
        title("mann_whitney rank_sum count_pairs_before", "Count the pairs in which one sorted row's value is below the other's (Mann-Whitney U).")
    elif ANY:
        widest = int(0)
        while at_a < len(k) and at_b < len(k):
            if left[i, at_a] < right[i, at_b]:
                at_a += 1
            else:
                at_b += 1
            widest = wp.max(widest, wp.abs(at_a - at_b))
        far_apart[i] = float(widest) / float(len(k))
        title("kolmogorov_smirnov largest_cdf_gap two_sample_ks", "Compute the largest gap between the cumulative distributions of two sorted samples.")
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
        title("merge_sorted_rows merge_two_rows merge_events", "Merge two sorted rows into one.")
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
        title("peak_backlog largest_queue arrivals_and_departures", "Compute the largest backlog of a queue with sorted arrivals and departures.")
