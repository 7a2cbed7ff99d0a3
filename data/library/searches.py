# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches: sorted tables, hash tables, linked lists, and trees up and down."""

domain("searches", entity="item", edge="edge")

words(eased_w="s eased smooth_w", node="node current cur", hops="hops steps", slot_n="slot pos", probe_n="probes attempt p", found_at="found_at found match", key_n="key k",
      climbed="value backed_up")


@idiom(names="table_lookup interpolate_table sample_curve", doc="Find each query in a sorted table and interpolate there.")
def searched(knots: array("scalar", "n", "table_x knots grid_x", values=(0, 4), kind=increasing), values: array("scalar", "n", "table_y values samples", values=(0.3, 1.5)), slopes: array("scalar", "n", "slopes tangents derivs", values=(-0.6, 0.6)), queries: array("scalar", "i", "queries x_query query_x", values=(-0.4, 4.4)), weights: array("scalar", "i", "weights masses amounts", values=(0.3, 1.2)), targets: array("scalar", "i", "targets observed y_data", values=(0.3, 1.5)), bins: array("scalar", "n", "bin_sums histogram bin_mass", values=(0, 0.1)), total: array("scalar", "1", "weighted_sum integral total", values=(0, 0.1)), loss: array("scalar", "1", "loss sum_sq_error misfit", values=(0, 0.1)), result: array("scalar", "i", "interpolated result y_out", values=(0, 1)), steepness: array("scalar", "i", "slopes_out dy_dx derivative", values=(0, 1)), areas: array("scalar", "i", "areas cumulative integrals", values=(0, 1)), cells: array("int", "i", "cells bin_ids intervals", values=(0, 1))):
    n = size("num_knots table_size num_samples", 6, 11)
    i = wp.tid()
    if ANY:
        x = wp.clamp(queries[i], knots[0], knots[len(n) - 1])
    else:
        x = queries[i]
        period = knots[len(n) - 1] - knots[0]
        x = x - period * wp.floor((x - knots[0]) / period)  # the table repeats
    find_lo = int(0)
    find_hi = len(n) - 1
    while find_hi - find_lo > 1:
        if SAME:
            find_mid = (find_lo + find_hi) // 2
        else:
            find_mid = find_lo + (find_hi - find_lo) // 2
        if knots[find_mid] > x:
            find_hi = find_mid
        else:
            find_lo = find_mid
    if ANY:
        if ANY:
            w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
            y = values[find_lo] + w * (values[find_hi] - values[find_lo])
        elif ANY:
            w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
            eased_w = w * w * (3.0 - 2.0 * w)
            y = (1.0 - eased_w) * values[find_lo] + eased_w * values[find_hi]
            title("smooth_lookup ease_between_knots smoothstep_keys", "Look up each query in a sorted table and interpolate smoothly.")
        elif ANY:
            h = knots[find_hi] - knots[find_lo]
            w = (x - knots[find_lo]) / h
            rest = 1.0 - w
            y = rest * rest * ((1.0 + 2.0 * w) * values[find_lo] + w * h * slopes[find_lo]) + w * w * ((1.0 + 2.0 * rest) * values[find_hi] - rest * h * slopes[find_hi])
            title("hermite_lookup cubic_lookup eval_hermite_spline", "Find each query in a sorted table and evaluate a cubic there.")
        elif ANY:
            w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
            y = values[find_lo] * wp.exp(w * wp.log(values[find_hi] / values[find_lo]))
            title("log_linear_lookup interpolate_log interpolate_discount", "Find each query in a sorted table and interpolate the logarithm of the values.")
        else:
            if x - knots[find_lo] < knots[find_hi] - x:
                y = values[find_lo]
            else:
                y = values[find_hi]
            title("nearest_lookup nearest_sample", "Compute the value at the knot nearest to each query.")
        if ANY:
            result[i] = y
        elif ANY:
            wp.atomic_add(total, 0, weights[i] * y)
            title("weighted_lookup_sum sum_table_at_queries", "Sum the weighted table values at all queries.")
        else:
            diff = y - targets[i]
            wp.atomic_add(loss, 0, diff * diff)
            title("table_misfit fit_table_loss lookup_loss", "Sum the squared error of a table'eased_w values at the queries.")
    elif ANY:
        steepness[i] = (values[find_hi] - values[find_lo]) / (knots[find_hi] - knots[find_lo])
        title("table_slope lookup_slope table_derivative", "Compute the slope of a sorted table where each query lies.")
    elif ANY:
        dx = x - knots[find_lo]
        slope = (values[find_hi] - values[find_lo]) / (knots[find_hi] - knots[find_lo])
        area = dx * (values[find_lo] + 0.5 * slope * dx)
        for inner_k in range(find_lo):
            area += 0.5 * (values[inner_k] + values[inner_k + 1]) * (knots[inner_k + 1] - knots[inner_k])
        areas[i] = area
        title("area_under_table integrate_to_query", "Integrate a table from its first knot to each query.")
    elif ANY:
        wp.atomic_add(bins, find_lo, weights[i])
        if ANY:
            cells[i] = find_lo
        title("weighted_histogram bin_weights histogram_uneven", "Add the weight of each query to the bin of a sorted table it lies in.")
    else:
        w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
        wp.atomic_add(bins, find_lo, (1.0 - w) * weights[i])
        wp.atomic_add(bins, find_hi, w * weights[i])
        title("deposit_to_knots linear_deposit splat_to_table", "Share the weight of each query between the two knots it lies between.")


@idiom(names="hash_lookup find_in_table table_lookup_or_default", doc="Look up each key in an open-addressing hash table with a default value.")
def probed(keys: array("int", "i", "query_keys keys item_keys", values=(1, 12)), table: array("int", "16", "table_keys slot_keys hash_table", values=(0, 12)), values: array("scalar", "16", "table_values payload", values=(0.3, 1.5)), amounts: array("scalar", "i", "amounts weights contributions", values=(0.5, 1.5)), fill: param("scalar", "default_value missing_value", values=(0.1, 0.5)), max_probes: param("int", "max_probes probe_limit", values=(4, 9)), result: array("scalar", "i", "found_values looked_up values_out", values=(0, 1)), places: array("int", "i", "slots_out found_slots", values=(0, 1)), lengths: array("int", "i", "probe_lengths num_probes", values=(0, 1)), sums: array("scalar", "16", "slot_sums sums_by_key", values=(0, 0.1)), lost: array("scalar", "1", "missed_sum unmatched", values=(0, 0.1)), hits: array("int", "16", "hits slot_hits match_counts", values=(0, 2)), misses: array("int", "1", "num_missing misses", values=(0, 2))):
    i = wp.tid()
    key_n = keys[i]
    if ANY:
        slot_n = key_n & 15
    elif ANY:
        slot_n = ((key_n * 1031) >> 4) & 15
    else:
        slot_n = (key_n ^ (key_n >> 2)) & 15
    found_at = int(-1)
    probe_n = int(0)
    while probe_n < max_probes:
        if table[slot_n] == key_n:
            found_at = slot_n
            break
        if table[slot_n] == 0:  # an empty slot
            break
        probe_n += 1
        if ANY:
            slot_n = (slot_n + 1) & 15
        elif ANY:
            slot_n = (slot_n + probe_n) & 15  # triangular numbers
        else:
            slot_n = (slot_n + 2 * (key_n % 4) + 1) & 15  # a second hash
    if ANY:
        if found_at >= 0:
            result[i] = values[found_at]
        else:
            result[i] = fill
    elif ANY:
        if found_at >= 0:
            wp.atomic_add(sums, found_at, amounts[i])
        else:
            wp.atomic_add(lost, 0, amounts[i])
        title("accumulate_by_key hash_accumulate sum_by_key", "Add the amount of each item to its key's slot, or to the lost total.")
    elif ANY:
        if found_at >= 0:
            wp.atomic_add(hits, found_at, 1)
        else:
            wp.atomic_add(misses, 0, 1)
        title("count_matches count_by_key hash_count", "Count the queries of each slot's key and the misses.")
    else:
        places[i] = found_at
        if ANY:
            lengths[i] = probe_n
        title("find_slots hash_find probe_table", "Find the slot of each key in an open-addressing hash table, or -1.")


@idiom(names="cell_density kernel_density_list sum_kernel_in_cell", doc="Compute the density at each grid point, from the particles in its cell's linked list.")
def linked_cells(heads: array("int", "i", "cell_heads first_ids heads", values=(-1, 13)), nexts: array("int", "14", "next_ids links", values=(-1, 13)), places: array("scalar", "14", "positions particle_x", values=(-1, 1)), masses: array("scalar", "14", "masses particle_mass", values=(0.3, 1.5)), marks: array("scalar", "14", "temperatures particle_values", values=(0.3, 1.5)), speeds: array("scalar", "14", "velocities particle_v", values=(-1, 1)), points: array("scalar", "i", "grid_x cell_centers", values=(-1, 1)), flows: array("scalar", "i", "cell_velocity fluid_v", values=(-1, 1)), reach: param("scalar", "radius smoothing_length", values=(0.5, 1)), soft: param("scalar", "softening eps2", values=(0.05, 0.2)), width: param("scalar", "bandwidth sigma", values=(0.3, 0.8)), drag: param("scalar", "drag drag_coeff", values=(0.3, 1)), max_hops: param("int", "max_per_cell list_limit", values=(6, 12)), densities: array("scalar", "i", "density densities", values=(0, 1)), potentials: array("scalar", "i", "potential potentials", values=(0, 1)), smoothed: array("scalar", "i", "smoothed kernel_mean", values=(0, 1)), masses_out: array("scalar", "i", "cell_mass total_mass", values=(0, 1)), middles: array("scalar", "i", "centroids center_of_mass", values=(0, 1)), heaviest: array("int", "i", "heaviest_id dominant", values=(0, 1)), nearest: array("int", "i", "nearest_id closest", values=(0, 1)), gaps: array("scalar", "i", "nearest_distance min_distance", values=(0, 1)), counts: array("int", "i", "counts occupancy", values=(0, 1)), forces: array("scalar", "14", "forces drag_force", values=(0, 0.1)), reactions: array("scalar", "i", "reaction fluid_force", values=(0, 1))):
    i = wp.tid()
    node = heads[i]
    hops = int(0)
    if ANY:
        density = float(0.0)
        while node >= 0 and hops < max_hops:
            q = 1.0 - wp.abs(places[node] - points[i]) / reach
            if q > 0.0:
                density += masses[node] * choose(q, 2.0 * q * q * q)
            hops += 1
            node = nexts[node]
        densities[i] = density / reach
    elif ANY:
        potential = float(0.0)
        while node >= 0 and hops < max_hops:
            d = places[node] - points[i]
            potential -= masses[node] / wp.sqrt(d * d + soft)
            hops += 1
            node = nexts[node]
        potentials[i] = potential
        title("cell_potential direct_sum_list", "Compute the softened potential of the particles in each cell's linked list.")
    elif ANY:
        top = float(0.0)
        norm = float(0.0)
        while node >= 0 and hops < max_hops:
            d = places[node] - points[i]
            w = wp.exp(-d * d / (width * width))
            top += w * marks[node]
            norm += w
            hops += 1
            node = nexts[node]
        smoothed[i] = top / wp.max(norm, 0.000001)
        title("smooth_from_list weighted_cell_mean", "Compute a Gaussian mean over the particles in the linked list of each cell.")
    elif ANY:
        mass = float(0.0)
        if ANY:
            while node >= 0 and hops < max_hops:
                mass += masses[node]
                hops += 1
                node = nexts[node]
            masses_out[i] = mass
            if ANY:
                counts[i] = hops
            title("cell_mass sum_linked_cells gather_from_lists", "Compute the mass of the particles in the linked list of each cell.")
        else:
            first_moment = float(0.0)
            while node >= 0 and hops < max_hops:
                mass += masses[node]
                first_moment += masses[node] * places[node]
                hops += 1
                node = nexts[node]
            if mass > 0.0:
                middles[i] = first_moment / mass
            else:
                middles[i] = points[i]
            if ANY:
                masses_out[i] = mass
            title("cell_centroid center_of_cell_mass", "Compute the center of mass of the particles in each cell's linked list, or the grid point of an empty cell.")
    elif ANY:
        best = int(-1)
        if ANY:
            most = float(0.0)
            while node >= 0 and hops < max_hops:
                if masses[node] > most:
                    most = masses[node]
                    best = node
                hops += 1
                node = nexts[node]
            heaviest[i] = best
            title("heaviest_in_cell dominant_particle", "Find the heaviest particle in the linked list of each cell, or -1.")
        else:
            least = reach
            while node >= 0 and hops < max_hops:
                d = wp.abs(places[node] - points[i])
                if d < least:
                    least = d
                    best = node
                hops += 1
                node = nexts[node]
            nearest[i] = best
            if ANY:
                gaps[i] = least
            title("nearest_in_cell closest_particle", "Find the nearest particle within a radius in each cell's linked list, or -1.")
    else:
        pull = float(0.0)
        while node >= 0 and hops < max_hops:
            force = drag * (flows[i] - speeds[node])
            wp.atomic_add(forces, node, force)
            pull -= force
            hops += 1
            node = nexts[node]
        reactions[i] = pull
        title("drag_on_particles two_way_drag couple_to_fluid", "Couple each cell's fluid with the particles in its linked list by drag.")


@idiom(names="distance_to_root path_length_to_root", doc="Compute the length of the path from each node to the root of a binary tree that is stored level by level.")
def climbed_tree(lengths: array("scalar", "n", "edge_lengths branch_lengths edge_costs", values=(0.2, 1)), rewards: array("scalar", "n", "rewards node_rewards", values=(0.2, 1)), splits: array("scalar", "n", "left_prob p_left split_prob", values=(0.2, 0.8)), counts: array("scalar", "n", "subtree_sums tree segment_sums", values=(0.2, 1)), leaves: array("int", "i", "node_ids leaf_ids leaves", kind=index("n")), others: array("int", "i", "other_ids partners second_ids", kind=index("n")), gamma: param("scalar", "gamma discount", values=(0.5, 0.9)), values: array("scalar", "i", "values leaf_values", values=(-1, 1)), distances: array("scalar", "i", "distances path_length", values=(0, 1)), longest: array("scalar", "i", "bottleneck longest_edge max_edge", values=(0, 1)), averages: array("scalar", "i", "mean_length mean_edge", values=(0, 1)), returns: array("scalar", "i", "returns root_returns discounted", values=(0, 1)), log_probs: array("scalar", "i", "log_probs log_p", values=(0, 1)), prefixes: array("scalar", "i", "prefix_sums sums_before left_sums", values=(0, 1)), sums: array("scalar", "8", "level_sums depth_sums", values=(0, 0.1)), sums_up: array("scalar", "n", "node_sums total_value value_sums", values=(0, 0.1)), visits: array("int", "n", "visits visit_counts num_visits", values=(0, 3)), codes: array("int", "i", "codes path_bits morton", values=(0, 1)), common: array("int", "i", "common_ancestor lca ancestors", values=(0, 1)), levels: array("int", "i", "depths levels num_levels", values=(0, 1))):
    n = size("num_nodes tree_size", 15, 31)
    i = wp.tid()
    node = leaves[i]
    if ANY:
        path = float(0.0)
        if ANY:
            while node > 0:
                path += lengths[node]
                node = (node - 1) // 2
            distances[i] = path
        elif ANY:
            hops = int(0)
            while node > 0:
                path += lengths[node]
                node = (node - 1) // 2
                hops += 1
            if ANY:
                distances[i] = path
                levels[i] = hops
            else:
                averages[i] = path / float(wp.max(hops, 1))
                title("mean_edge_length mean_branch_to_root", "Compute the mean length of the edges between each node and the root of a binary tree.")
        else:
            while node > 0:
                path = wp.max(path, lengths[node])
                node = (node - 1) // 2
            longest[i] = path
            title("longest_edge_to_root path_bottleneck", "Compute the longest edge between each node and the root of a binary tree.")
    elif ANY:
        climbed = values[i]
        while node > 0:
            node = (node - 1) // 2
            climbed = rewards[node] + gamma * climbed
        returns[i] = climbed
        title("discounted_return backup_value return_from_leaf", "Compute the discounted return of each path from the root to a node, backed up from its value.")
    elif ANY:
        log_p = float(0.0)
        while node > 0:
            parent = (node - 1) // 2
            if node % 2 == 1:
                log_p += wp.log(splits[parent])
            else:
                log_p += wp.log(1.0 - splits[parent])
            node = parent
        log_probs[i] = log_p
        title("hierarchical_log_prob leaf_log_prob path_log_prob", "Compute the log probability that random turns come from the root to each node.")
    elif ANY:
        before_sum = float(0.0)
        while node > 0:
            if node % 2 == 0:  # the left sibling comes before
                before_sum += counts[node - 1]
            node = (node - 1) // 2
        prefixes[i] = before_sum
        title("segment_tree_prefix prefix_from_tree", "Compute the prefix sum at each node from a tree of partial sums.")
    elif ANY:
        wp.atomic_add(sums_up, node, values[i])
        if ANY:
            while node > 0:
                node = (node - 1) // 2
                wp.atomic_add(sums_up, node, values[i])
            title("add_to_ancestors sum_subtrees", "Add the value of each node to itself and to all nodes above it.")
        elif ANY:
            wp.atomic_add(visits, node, 1)
            while node > 0:
                node = (node - 1) // 2
                wp.atomic_add(sums_up, node, values[i])
                wp.atomic_add(visits, node, 1)
            title("backpropagate_visits mcts_backup", "Add the value of each playout, and a visit, to its node and to all nodes above it.")
        else:
            climbed = values[i]
            while node > 0:
                node = (node - 1) // 2
                climbed = gamma * climbed
                wp.atomic_add(sums_up, node, climbed)
            title("discounted_backup propagate_discounted", "Add the value of each node to all nodes above it, discounted by each step.")
    elif ANY:
        hops = int(0)
        while node > 0:
            node = (node - 1) // 2
            hops += 1
        wp.atomic_add(sums, hops, values[i])
        title("sum_by_depth level_sums", "Sum the values of nodes by how deep in the tree they are.")
    elif ANY:
        code = int(0)
        hops = int(0)
        while node > 0:
            if node % 2 == 0:
                code = code | (1 << hops)
            node = (node - 1) // 2
            hops += 1
        codes[i] = code
        levels[i] = hops
        title("path_code encode_path turns_as_bits", "Encode the path from the root to each node as bits.")
    else:
        other = others[i]
        if ANY:
            while node != other:
                if node > other:
                    node = (node - 1) // 2
                else:
                    other = (other - 1) // 2
            common[i] = node
            title("lowest_common_ancestor find_lca", "Find the lowest common ancestor of each pair of nodes.")
        else:
            path = float(0.0)
            while node != other:
                if node > other:
                    path += lengths[node]
                    node = (node - 1) // 2
                else:
                    path += lengths[other]
                    other = (other - 1) // 2
            distances[i] = path
            title("tree_distance path_between_nodes", "Compute the path length between two nodes of a binary tree.")


@idiom(names="tree_predict decision_tree predict_tree", doc="Traverse a decision tree from its root to the value of a leaf.")
def descended(splits: array("scalar", "15", "thresholds splits cuts", values=(0.35, 0.65)), which: array("int", "15", "feature_ids split_dims split_axes", kind=index("k")), plane_w: array("scalar", "15 k", "split_weights normals", values=(-1, 1)), features: array("scalar", "i k", "features samples points", values=(0, 1)), leaf_values: array("scalar", "16", "leaf_values leaf_outputs", values=(-1, 1)), rate: param("scalar", "learning_rate shrinkage eta", values=(0.1, 0.5)), sharp: param("scalar", "sharpness steepness", values=(2, 6)), targets: array("scalar", "i", "targets labels y", values=(-1, 1)), result: array("scalar", "i", "predictions y_hat", values=(0, 1)), margins: array("scalar", "i", "margins robustness", values=(0, 1)), log_probs: array("scalar", "i", "log_probs log_p", values=(0, 1)), losses: array("scalar", "i", "losses sq_error", values=(0, 1)), loss: array("scalar", "1", "loss total_loss", values=(0, 0.1)), sums: array("scalar", "16", "leaf_sums target_sums", values=(0, 0.1)), sizes: array("int", "16", "leaf_counts num_in_leaf", values=(0, 3)), leaf_of: array("int", "i", "leaf_ids leaf_of assigned", values=(0, 1))):
    k = size("num_features dims", 2, 4)
    i = wp.tid()
    node = int(0)
    if ANY:
        if ANY:
            while node < 15:
                if features[i, which[node]] > splits[node]:
                    node = 2 * node + 2
                else:
                    node = 2 * node + 1
        else:
            while node < 15:
                side = -splits[node]
                for inner_k in range(len(k)):
                    side += plane_w[node, inner_k] * features[i, inner_k]
                if side > 0.0:
                    node = 2 * node + 2
                else:
                    node = 2 * node + 1
        leaf = node - 15
        if ANY:
            result[i] = leaf_values[leaf]
        elif ANY:
            result[i] += rate * leaf_values[leaf]
            title("boosting_update add_tree_output boost_predictions", "Add the shrunk prediction of a decision tree to each sample (boosting).")
        elif ANY:
            leaf_of[i] = leaf
            title("apply_tree leaf_index find_leaf", "Find the leaf of a decision tree for each sample.")
        elif ANY:
            wp.atomic_add(sums, leaf, targets[i])
            wp.atomic_add(sizes, leaf, 1)
            title("accumulate_leaves leaf_statistics", "Sum and count the targets of the samples in each leaf.")
        elif ANY:
            diff = leaf_values[leaf] - targets[i]
            losses[i] = 0.5 * diff * diff
            title("tree_errors squared_tree_error", "Compute the squared error of each sample against its leaf.")
        else:
            diff = leaf_values[leaf] - targets[i]
            wp.atomic_add(loss, 0, 0.5 * diff * diff)
            title("tree_loss total_tree_loss", "Sum the squared error of all samples against their leaves.")
    elif ANY:
        margin = float(1.0)
        while node < 15:
            gap = features[i, which[node]] - splits[node]
            margin = wp.min(margin, wp.abs(gap))
            if gap > 0.0:
                node = 2 * node + 2
            else:
                node = 2 * node + 1
        margins[i] = margin
        if ANY:
            leaf_of[i] = node - 15
        title("tree_margin path_margin", "Find the smallest feature change that would alter a sample's path down the tree.")
    else:
        log_p = float(0.0)
        while node < 15:
            gate = 1.0 / (1.0 + wp.exp(-sharp * (features[i, which[node]] - splits[node])))
            if gate > 0.5:
                node = 2 * node + 2
                log_p += wp.log(gate)
            else:
                node = 2 * node + 1
                log_p += wp.log(1.0 - gate)
        log_probs[i] = log_p
        if ANY:
            leaf_of[i] = node - 15
        title("soft_tree_path log_prob_of_leaf", "Traverse a soft decision tree by the likelier branches and sum their log probabilities.")
