# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that end when something is found, and branches of laws: searches, roots, trees, rejection, walks, hashes."""

domain("searches", entity="item", edge="edge")

words(find_lo="lo", find_hi="hi", find_mid="mid middle m", f_lo="f_lo", f_hi="f_hi", f_at="f value residual", f_slope="df slope deriv", root_x="x", move_by="delta dx newton_step", trips="iters count it",
      node="node current cur", hops="hops steps", left_over="left remaining time_left", h_now="h dt_sub step", tries_n="tries attempts", weight_now="weight throughput w", slot_n="slot pos", probe_n="probes attempt p",
      found_at="found_at found match", key_n="key k", run_n="count steps", left_n="m value", climbed="value backed_up")


@idiom(names="table_lookup interpolate_table sample_curve", doc="Finds each query in a sorted table and interpolates there.")
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
            s = w * w * (3.0 - 2.0 * w)
            y = (1.0 - s) * values[find_lo] + s * values[find_hi]
            title("smooth_lookup ease_between_knots smoothstep_keys", "Finds each query in a sorted table and eases between the two values there.")
        elif ANY:
            h = knots[find_hi] - knots[find_lo]
            w = (x - knots[find_lo]) / h
            rest = 1.0 - w
            y = rest * rest * ((1.0 + 2.0 * w) * values[find_lo] + w * h * slopes[find_lo]) + w * w * ((1.0 + 2.0 * rest) * values[find_hi] - rest * h * slopes[find_hi])
            title("hermite_lookup cubic_lookup eval_hermite_spline", "Finds each query in a sorted table and evaluates a cubic there.")
        elif ANY:
            w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
            y = values[find_lo] * wp.exp(w * wp.log(values[find_hi] / values[find_lo]))
            title("log_linear_lookup interpolate_log interpolate_discount", "Finds each query in a sorted table and interpolates the logarithm of the values.")
        else:
            if x - knots[find_lo] < knots[find_hi] - x:
                y = values[find_lo]
            else:
                y = values[find_hi]
            title("nearest_lookup nearest_sample", "The value at the knot nearest to each query.")
        if ANY:
            result[i] = y
        elif ANY:
            wp.atomic_add(total, 0, weights[i] * y)
            title("weighted_lookup_sum sum_table_at_queries", "The weighted sum of a table's values at all queries.")
        else:
            diff = y - targets[i]
            wp.atomic_add(loss, 0, diff * diff)
            title("table_misfit fit_table_loss lookup_loss", "How far a table's values at the queries are from what was observed, squared and summed.")
    elif ANY:
        steepness[i] = (values[find_hi] - values[find_lo]) / (knots[find_hi] - knots[find_lo])
        title("table_slope lookup_slope table_derivative", "The slope of a sorted table where each query lies.")
    elif ANY:
        dx = x - knots[find_lo]
        slope = (values[find_hi] - values[find_lo]) / (knots[find_hi] - knots[find_lo])
        area = dx * (values[find_lo] + 0.5 * slope * dx)
        for s in range(find_lo):
            area += 0.5 * (values[s] + values[s + 1]) * (knots[s + 1] - knots[s])
        areas[i] = area
        title("area_under_table integrate_to_query", "The area under a table from its first knot to each query.")
    elif ANY:
        wp.atomic_add(bins, find_lo, weights[i])
        if ANY:
            cells[i] = find_lo
        title("weighted_histogram bin_weights histogram_uneven", "Adds the weight of each query to the bin of a sorted table it lies in.")
    else:
        w = (x - knots[find_lo]) / (knots[find_hi] - knots[find_lo])
        wp.atomic_add(bins, find_lo, (1.0 - w) * weights[i])
        wp.atomic_add(bins, find_hi, w * weights[i])
        title("deposit_to_knots linear_deposit splat_to_table", "Shares the weight of each query between the two knots it lies between.")


@idiom(names="solve_by_bisection bisect_root find_root", doc="Halves an interval until the root of an equation is known to a tolerance.")
def bisected(targets: array("scalar", "i", "targets products rhs", values=(0.4, 2.4)), probs: array("scalar", "i", "probs quantile_levels p", values=(0.1, 0.8)), coeffs: array("scalar", "i", "coeffs linear_coeff p_coeff", values=(0.3, 0.9)), constants: array("scalar", "i", "constants rhs q_coeff", values=(0.4, 2.4)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), ligand: array("scalar", "i", "total_ligand ligand_conc total_conc", values=(0.4, 2.4)), receptor: param("scalar", "receptor_conc receptors sites", values=(0.3, 1)), kd: param("scalar", "kd dissociation k_d", values=(0.3, 1)), flow: array("scalar", "i", "discharge flow_rates Q", values=(0.2, 2)), bed_width: array("scalar", "i", "widths channel_width bed_width", values=(1, 3)), rough: param("scalar", "manning_n roughness n_manning", values=(0.03, 0.05)), bed_slope: param("scalar", "bed_slope slope", values=(0.002, 0.01)), flux: array("scalar", "i", "flux_density B b_field", values=(0.4, 2.4)), saturation: param("scalar", "saturation b_sat", values=(0.5, 1.2)), mu: param("scalar", "mu permeability mu_0", values=(0.6, 0.9)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), roots: array("scalar", "i", "roots x_out solution", values=(0, 1)), anomalies_out: array("scalar", "i", "eccentric_anomaly E_out", values=(0, 1)), free_out: array("scalar", "i", "free_ligand free_conc", values=(0, 1)), depths_out: array("scalar", "i", "depths normal_depth water_depth", values=(0, 1)), fields_out: array("scalar", "i", "field_strength H h_field", values=(0, 1)), quantiles: array("scalar", "i", "quantiles waiting_times x_out", values=(0, 1))):
    i = wp.tid()
    find_lo = float(0.0)
    find_hi = float(4.0)
    if ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            if find_mid - ecc[i] * wp.sin(find_mid) > anomaly[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        anomalies_out[i] = 0.5 * (find_lo + find_hi)
        title("solve_kepler eccentric_anomaly kepler_by_bisection", "The eccentric anomaly of each orbit, by bisection of Kepler's equation.")
    elif ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            if find_mid * wp.exp(find_mid) > targets[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        roots[i] = 0.5 * (find_lo + find_hi)
        title("lambert_w invert_x_exp_x", "The number whose product with its exponential is the target, by bisection.")
    elif ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            f_at = find_mid * find_mid * find_mid + coeffs[i] * find_mid - constants[i]
            if f_at > 0.0:
                find_hi = find_mid
            else:
                find_lo = find_mid
        roots[i] = 0.5 * (find_lo + find_hi)
        title("solve_cubic depressed_cubic_root", "The real root of a monotone cubic, by bisection.")
    elif ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            bound = receptor * find_mid / (kd + find_mid)
            if find_mid + bound > ligand[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        free_out[i] = 0.5 * (find_lo + find_hi)
        title("free_concentration binding_equilibrium solve_binding", "How much ligand is not bound to receptors, by bisection of the balance.")
    elif ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            wetted = bed_width[i] * find_mid
            radius = wetted / (bed_width[i] + 2.0 * find_mid)
            if wetted * wp.pow(radius, 0.6667) * wp.sqrt(bed_slope) / rough > flow[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        depths_out[i] = 0.5 * (find_lo + find_hi)
        title("normal_depth manning_depth depth_from_discharge", "The depth at which a rectangular channel carries its discharge, by bisection of Manning's formula.")
    elif ANY:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            if mu * find_mid + saturation * wp.tanh(find_mid) > flux[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        fields_out[i] = 0.5 * (find_lo + find_hi)
        title("invert_magnetization field_from_flux", "The field at which a saturating material has a given flux density, by bisection.")
    else:
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            if 1.0 - (1.0 + find_mid) * wp.exp(-find_mid) > probs[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        quantiles[i] = 0.5 * (find_lo + find_hi)
        title("erlang_quantile quantile_by_bisection invert_erlang_cdf", "Quantiles of the Erlang distribution of second order, by bisection of its distribution function.")


@idiom(names="newton_solve solve_newton newton_roots", doc="Newton's steps from a guess until they are small.")
def newton_until(targets: array("scalar", "i", "targets cubes_in volumes", values=(0.8, 3)), guesses: array("scalar", "i", "guesses x0 initial", values=(1, 2)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), rough: param("scalar", "rel_roughness roughness", values=(0.001, 0.03)), reynolds: array("scalar", "i", "reynolds reynolds_number Re", values=(10000, 90000)), source: array("scalar", "i", "source_voltage v_source v_in", values=(0.6, 1.5)), drop: param("scalar", "i_sat_r saturation_drop leak_voltage", values=(0.01, 0.05)), thermal: param("scalar", "v_thermal n_vt", values=(0.2, 0.4)), absorbed: array("scalar", "i", "absorbed absorbed_flux heat_in", values=(0.8, 3)), emission: param("scalar", "emission emissivity_sigma", values=(0.2, 0.8)), transfer: param("scalar", "heat_transfer h_conv", values=(0.4, 1)), ambient: array("scalar", "i", "ambient air_temperature t_air", values=(0.4, 1)), pressures: array("scalar", "i", "pressures p pressure", values=(0.8, 1.4)), heat_rt: param("scalar", "rt gas_rt", values=(1.5, 2.5)), attract: param("scalar", "a_vdw attraction", values=(0.05, 0.2)), covolume: param("scalar", "b_vdw covolume", values=(0.05, 0.15)), states: array("scalar", "i", "states population x_old", values=(0.2, 1.2)), growth: param("scalar", "growth_rate r_growth", values=(0.4, 1)), dt: param("scalar", "dt time_step", values=(0.2, 0.8)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), limit: param("scalar", "max_step step_limit trust", values=(0.2, 0.5)), max_trips: param("int", "max_iters newton_iters max_steps", values=(6, 12)), roots: array("scalar", "i", "cube_roots roots_out", values=(0, 1)), anomalies_out: array("scalar", "i", "eccentric_anomaly E_out", values=(0, 1)), frictions: array("scalar", "i", "friction_factors friction f_out", values=(0, 1)), voltages: array("scalar", "i", "diode_voltage v_diode v_out", values=(0, 1)), heats: array("scalar", "i", "surface_temperature t_surface t_skin", values=(0, 1)), molar: array("scalar", "i", "molar_volume v_molar", values=(0, 1)), states_out: array("scalar", "i", "states_out population_out x_new", values=(0, 1)), trips_out: array("int", "i", "iterations num_iters iters_out", values=(0, 1))):
    i = wp.tid()
    trips = int(0)
    move_by = float(1.0)
    if ANY:
        root_x = guesses[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            f_at = root_x * root_x * root_x - targets[i]
            f_slope = 3.0 * root_x * root_x
            move_by = choose(f_at / f_slope, wp.clamp(f_at / f_slope, -limit, limit))
            root_x -= move_by
            trips += 1
        roots[i] = root_x
        title("cube_roots newton_cube_root", "Cube roots by Newton's steps, until they are small.")
    elif ANY:
        root_x = anomaly[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            f_at = root_x - ecc[i] * wp.sin(root_x) - anomaly[i]
            f_slope = 1.0 - ecc[i] * wp.cos(root_x)
            move_by = f_at / f_slope
            root_x -= move_by
            trips += 1
        anomalies_out[i] = root_x
        title("solve_kepler kepler_newton eccentric_anomaly", "The eccentric anomaly of each orbit by Newton's steps.")
    elif ANY:
        root_x = float(6.0)
        while wp.abs(move_by) > tol and trips < max_trips:
            inner = rough / 3.7 + 2.51 * root_x / reynolds[i]
            f_at = root_x + 0.8686 * wp.log(inner)
            f_slope = 1.0 + 0.8686 * 2.51 / (reynolds[i] * inner)
            move_by = f_at / f_slope
            root_x -= move_by
            trips += 1
        frictions[i] = 1.0 / (root_x * root_x)
        title("friction_factor colebrook_newton", "The friction factor of flow in rough pipes, by Newton's steps on Colebrook's equation.")
    elif ANY:
        root_x = source[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            grown = wp.exp(root_x / thermal)
            f_at = root_x + drop * (grown - 1.0) - source[i]
            f_slope = 1.0 + drop * grown / thermal
            move_by = wp.clamp(f_at / f_slope, -limit, limit)
            root_x -= move_by
            trips += 1
        voltages[i] = root_x
        title("diode_voltage solve_diode operating_point", "The voltage at which a diode and its resistor carry one current.")
    elif ANY:
        root_x = ambient[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            cube = root_x * root_x * root_x
            f_at = emission * cube * root_x + transfer * (root_x - ambient[i]) - absorbed[i]
            f_slope = 4.0 * emission * cube + transfer
            move_by = choose(f_at / f_slope, wp.clamp(f_at / f_slope, -limit, limit))
            root_x -= move_by
            trips += 1
        heats[i] = root_x
        title("surface_temperature surface_balance skin_temperature", "The temperature at which a surface loses what it takes up, by radiation and to the air.")
    elif ANY:
        root_x = heat_rt / pressures[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            f_at = (pressures[i] + attract / (root_x * root_x)) * (root_x - covolume) - heat_rt
            f_slope = pressures[i] - attract / (root_x * root_x) + 2.0 * attract * covolume / (root_x * root_x * root_x)
            move_by = f_at / f_slope
            root_x -= move_by
            trips += 1
        molar[i] = root_x
        title("molar_volume van_der_waals_volume", "The molar volume of a van der Waals gas, by Newton's steps from that of an ideal one.")
    else:
        root_x = states[i]
        while wp.abs(move_by) > tol and trips < max_trips:
            f_at = root_x - states[i] - dt * growth * root_x * (1.0 - root_x)
            f_slope = 1.0 - dt * growth * (1.0 - 2.0 * root_x)
            move_by = f_at / f_slope
            root_x -= move_by
            trips += 1
        states_out[i] = root_x
        title("implicit_logistic_step backward_euler_logistic", "A step of backward Euler for logistic growth, by Newton's steps.")
    if ANY:
        trips_out[i] = trips


@idiom(names="distance_to_root path_length_to_root", doc="The length of the path from each node to the root of a binary tree that is stored level by level.")
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
                title("mean_edge_length mean_branch_to_root", "The mean length of the edges between each node and the root of a binary tree.")
        else:
            while node > 0:
                path = wp.max(path, lengths[node])
                node = (node - 1) // 2
            longest[i] = path
            title("longest_edge_to_root path_bottleneck", "The longest edge between each node and the root of a binary tree.")
    elif ANY:
        climbed = values[i]
        while node > 0:
            node = (node - 1) // 2
            climbed = rewards[node] + gamma * climbed
        returns[i] = climbed
        title("discounted_return backup_value return_from_leaf", "The discounted return of each path from the root to a node, backed up from its value.")
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
        title("hierarchical_log_prob leaf_log_prob path_log_prob", "The log probability that random turns come from the root to each node.")
    elif ANY:
        before_sum = float(0.0)
        while node > 0:
            if node % 2 == 0:  # the left sibling comes before
                before_sum += counts[node - 1]
            node = (node - 1) // 2
        prefixes[i] = before_sum
        title("segment_tree_prefix prefix_from_tree", "The sum of all that lies left of each node, from a tree of partial sums.")
    elif ANY:
        wp.atomic_add(sums_up, node, values[i])
        if ANY:
            while node > 0:
                node = (node - 1) // 2
                wp.atomic_add(sums_up, node, values[i])
            title("add_to_ancestors sum_subtrees", "Adds the value of each node to itself and to all nodes above it.")
        elif ANY:
            wp.atomic_add(visits, node, 1)
            while node > 0:
                node = (node - 1) // 2
                wp.atomic_add(sums_up, node, values[i])
                wp.atomic_add(visits, node, 1)
            title("backpropagate_visits mcts_backup", "Adds the value of each playout, and a visit, to its node and to all nodes above it.")
        else:
            climbed = values[i]
            while node > 0:
                node = (node - 1) // 2
                climbed = gamma * climbed
                wp.atomic_add(sums_up, node, climbed)
            title("discounted_backup propagate_discounted", "Adds the value of each node to all nodes above it, discounted by each step.")
    elif ANY:
        hops = int(0)
        while node > 0:
            node = (node - 1) // 2
            hops += 1
        wp.atomic_add(sums, hops, values[i])
        title("sum_by_depth level_sums", "Sums the values of nodes by how deep in the tree they are.")
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
        title("path_code encode_path turns_as_bits", "The turns from the root to each node as bits, and how many they are.")
    else:
        other = others[i]
        if ANY:
            while node != other:
                if node > other:
                    node = (node - 1) // 2
                else:
                    other = (other - 1) // 2
            common[i] = node
            title("lowest_common_ancestor find_lca", "The lowest common ancestor of each pair of nodes.")
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
            title("tree_distance path_between_nodes", "How far it is from one node of a binary tree to another.")


@idiom(names="tree_predict decision_tree predict_tree", doc="Goes down a binary tree from its root, left or right by a threshold, to the value of a leaf.")
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
                for s in range(len(k)):
                    side += plane_w[node, s] * features[i, s]
                if side > 0.0:
                    node = 2 * node + 2
                else:
                    node = 2 * node + 1
        leaf = node - 15
        if ANY:
            result[i] = leaf_values[leaf]
        elif ANY:
            result[i] += rate * leaf_values[leaf]
            title("boosting_update add_tree_output boost_predictions", "Adds a share of what a tree says of each sample to its prediction.")
        elif ANY:
            leaf_of[i] = leaf
            title("apply_tree leaf_index find_leaf", "The leaf of a binary tree that each sample comes to.")
        elif ANY:
            wp.atomic_add(sums, leaf, targets[i])
            wp.atomic_add(sizes, leaf, 1)
            title("accumulate_leaves leaf_statistics", "Sums and counts the targets of the samples that come to each leaf.")
        elif ANY:
            diff = leaf_values[leaf] - targets[i]
            losses[i] = 0.5 * diff * diff
            title("tree_errors squared_tree_error", "How far each sample is from the value of its leaf, squared.")
        else:
            diff = leaf_values[leaf] - targets[i]
            wp.atomic_add(loss, 0, 0.5 * diff * diff)
            title("tree_loss total_tree_loss", "How far all samples are from the values of their leaves, squared.")
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
        title("tree_margin path_margin", "The least change of a feature that would send a sample another way down the tree.")
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
        title("soft_tree_path log_prob_of_leaf", "Goes down a soft decision tree by the likelier turns, and sums their log probabilities.")


@idiom(names="integrate_adaptive advance_substeps step_adaptive", doc="Steps as long as the rate allows, until the time is used up.")
def substepped(states: array("scalar", "i", "states x_in x_old", values=(0.3, 1.6)), decay: array("scalar", "i", "decay_rates k_decay", values=(0.4, 2)), supply: param("scalar", "supply source inflow", values=(0.2, 0.8)), growth: array("scalar", "i", "growth_rates r_growth", values=(0.4, 2)), capacity: param("scalar", "capacity carrying_capacity x_max", values=(1, 2)), clearance: array("scalar", "i", "v_max max_rates", values=(0.4, 2)), half: param("scalar", "k_m half_saturation", values=(0.5, 1.5)), outlet: array("scalar", "i", "outlet_coeffs outlet_rates", values=(0.4, 1.2)), surround: param("scalar", "ambient t_ambient", values=(0.2, 0.9)), cooling: array("scalar", "i", "cooling_rates k_cool", values=(0.4, 2)), span: param("scalar", "frame_dt interval duration", values=(0.3, 0.9)), change: param("scalar", "max_change change_limit", values=(0.08, 0.2)), h_least: param("scalar", "dt_min min_step h_min", values=(0.03, 0.06)), result: array("scalar", "i", "states_out x_new result", values=(0, 1)), used: array("int", "i", "num_substeps steps_used", values=(0, 1)), exposure: array("scalar", "i", "exposure auc time_integral", values=(0, 1)), means: array("scalar", "i", "mean_state time_average", values=(0, 1))):
    i = wp.tid()
    x = states[i]
    left_over = span
    area = float(0.0)
    trips = int(0)
    while left_over > 0.0:
        if ANY:
            rate = supply - decay[i] * x
            title("relax_with_supply decay_substeps", "Supply and decay of each state, in steps as long as the rate allows.")
        elif ANY:
            rate = growth[i] * x * (1.0 - x / capacity)
            title("logistic_substeps grow_adaptive", "Logistic growth of each state, in steps as long as the rate allows.")
        elif ANY:
            rate = -clearance[i] * x / (half + x)
            title("michaelis_substeps clear_adaptive", "Saturating decay of each state, in steps as long as the rate allows.")
        elif ANY:
            rate = -outlet[i] * wp.sqrt(wp.max(x, 0.0001))
            title("drain_tank empty_reservoir", "The level of each tank that runs out, in steps as long as the rate allows.")
        else:
            rate = cooling[i] * (surround * surround * surround * surround - x * x * x * x)
            title("radiate_substeps radiative_cooling", "Radiative cooling of each state, in steps as long as the rate allows.")
        h_now = wp.min(left_over, wp.max(change / (wp.abs(rate) + 0.01), h_least))
        area += h_now * (x + 0.5 * h_now * rate)
        x += h_now * rate
        left_over -= h_now
        trips += 1
    if ANY:
        result[i] = x
    elif ANY:
        result[i] = x
        used[i] = trips
    elif ANY:
        result[i] = x
        exposure[i] = area
    else:
        means[i] = area / span


@idiom(names="rejection_sample sample_by_rejection draw_inside", doc="Draws points until one is inside of a shape.")
def rejected(centers: array("vec2", "i", "centers origins", values=(-1, 1)), centers3: array("vec3", "i", "centers origins", values=(-1, 1)), radii: array("scalar", "i", "radii sizes", values=(0.3, 1.2)), hole: param("scalar", "inner_ratio hole_ratio", values=(0.3, 0.6)), means: array("scalar", "i", "means mu", values=(-1, 1)), sigmas: array("scalar", "i", "sigmas std_devs", values=(0.3, 1.2)), tilt: param("scalar", "tilt slope", values=(0.2, 0.8)), peak: array("scalar", "i", "modes peaks", values=(0.2, 0.8)), lams: array("scalar", "i", "lambdas mean_counts", values=(0.5, 3)), max_tries: param("int", "max_tries max_attempts num_tries", values=(8, 20)), seed_of: param("int", "seed rng_seed frame", values=(1, 99)), points: array("vec2", "i", "points_out sampled_points", values=(-1, 1)), points3: array("vec3", "i", "points_out sampled_points", values=(-1, 1)), numbers: array("scalar", "i", "samples draws", values=(0, 1)), normals: array("scalar", "i", "gaussian_samples gaussians", values=(0, 1)), events: array("int", "i", "event_counts counts_out", values=(0, 1)), tries_out: array("int", "i", "tries_out attempts_out", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    if ANY:
        px = float(0.0)
        py = float(0.0)
        tries_n = int(0)
        while tries_n < max_tries:
            px = 2.0 * wp.randf(rng) - 1.0
            py = 2.0 * wp.randf(rng) - 1.0
            tries_n += 1
            if ANY:
                if px * px + py * py < 1.0:
                    break
                title("sample_disk draw_in_disk", "A point in a disk for each center, by rejection.")
            elif ANY:
                r2 = px * px + py * py
                if r2 < 1.0 and r2 > hole * hole:
                    break
                title("sample_annulus draw_in_ring", "A point in a ring for each center, by rejection.")
            elif ANY:
                if wp.abs(px) + wp.abs(py) < 1.0:
                    break
                title("sample_diamond draw_in_diamond", "A point in a diamond for each center, by rejection.")
            else:
                if wp.randf(rng) < wp.exp(-2.0 * (px * px + py * py)):
                    break
                title("sample_truncated_gaussian draw_from_blob", "A point of a Gaussian cut off by a square round each center, by rejection.")
        points[i] = centers[i] + radii[i] * wp.vec2(px, py)
        if ANY:
            tries_out[i] = tries_n
    elif ANY:
        offset = wp.vec3(0.0, 0.0, 0.0)
        for trial in range(max_tries):
            offset = wp.vec3(2.0 * wp.randf(rng) - 1.0, 2.0 * wp.randf(rng) - 1.0, 2.0 * wp.randf(rng) - 1.0)
            if wp.length_sq(offset) < 1.0:
                break
        if ANY:
            points3[i] = centers3[i] + radii[i] * offset
            title("sample_ball draw_in_ball", "A point in a ball for each center, by rejection.")
        else:
            points3[i] = centers3[i] + radii[i] * wp.normalize(offset)
            title("sample_sphere draw_on_sphere", "A point on a sphere for each center, by rejection.")
    elif ANY:
        px = float(0.0)
        s = float(1.0)
        tries_n = int(0)
        while s >= 1.0 and tries_n < max_tries:
            px = 2.0 * wp.randf(rng) - 1.0
            py = 2.0 * wp.randf(rng) - 1.0
            s = px * px + py * py
            tries_n += 1
        s = wp.clamp(s, 0.000001, 1.0)
        normals[i] = means[i] + sigmas[i] * px * wp.sqrt(-2.0 * wp.log(s) / s)
        title("polar_gaussian marsaglia_normal sample_normal", "A normal number for each mean and deviation, by Marsaglia's polar method.")
    elif ANY:
        p_stop = wp.exp(-lams[i])
        p = wp.randf(rng)
        count = int(0)
        while p > p_stop and count < max_tries:
            p *= wp.randf(rng)
            count += 1
        events[i] = count
        title("sample_poisson draw_poisson poisson_counts", "A Poisson number of events for each mean, by Knuth's product.")
    else:
        x = float(0.0)
        tries_n = int(0)
        while tries_n < max_tries:
            x = wp.randf(rng)
            tries_n += 1
            if ANY:
                accept = 4.0 * x * (1.0 - x)
                title("sample_beta draw_beta sample_parabola", "A number from a parabola's density for each item, by rejection.")
            elif ANY:
                accept = (1.0 + tilt * (2.0 * x - 1.0)) / (1.0 + tilt)
                title("sample_linear_density draw_tilted", "A number from a linear density for each item, by rejection.")
            elif ANY:
                if x < peak[i]:
                    accept = x / peak[i]
                else:
                    accept = (1.0 - x) / (1.0 - peak[i])
                title("sample_triangular draw_triangular", "A number from a triangle's density for each item, by rejection.")
            else:
                accept = 0.5 * (1.0 + wp.cos(6.28318 * (x - peak[i])))
                title("sample_cosine_density sample_cosine", "A number from a raised cosine round each peak, by rejection.")
            if wp.randf(rng) < accept:
                break
        numbers[i] = x
        if ANY:
            tries_out[i] = tries_n


@idiom(names="trace_photons random_flight transport_walk", doc="Follows each particle through a slab from one collision to the next, until it leaves or is absorbed.")
def flights(starts: array("scalar", "i", "start_depth depth_in x0", values=(0, 0.4)), powers: array("scalar", "i", "powers weights_in energies", values=(0.5, 1.5)), density: param("scalar", "sigma_t extinction mu_t", values=(1, 3)), local: array("scalar", "8", "extinctions sigma_cells", values=(0.3, 2)), majorant: param("scalar", "majorant sigma_max", values=(2, 3)), albedo: param("scalar", "albedo survival scatter_prob", values=(0.5, 0.8)), thick: param("scalar", "thickness slab_depth x_max", values=(0.8, 2)), cutoff: param("scalar", "w_min roulette_weight", values=(0.25, 0.45)), max_hops: param("int", "max_bounces max_scatter max_events", values=(8, 16)), seed_of: param("int", "seed rng_seed batch_seed", values=(1, 99)), bins: array("scalar", "8", "deposit absorbed_bins absorbed_energy", values=(0, 0.1)), through: array("scalar", "1", "transmitted transmittance", values=(0, 0.1)), back: array("scalar", "1", "reflected backscattered", values=(0, 0.1)), left_w: array("scalar", "i", "weights_out final_weights", values=(0, 1)), ends: array("scalar", "i", "depths_out final_depth x_out", values=(0, 1)), hops_out: array("int", "i", "num_bounces collisions", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    x = starts[i]
    if ANY:
        weight_now = powers[i]
        cos_x = float(1.0)
        hops = int(0)
        while hops < max_hops:
            x -= cos_x * wp.log(1.0 - 0.999 * wp.randf(rng)) / density
            if x < 0.0 or x > thick:
                break
            if ANY:
                weight_now *= albedo
                title("implicit_capture_walk survival_biased_walk", "Follows each particle through a slab, with the share of its weight that is not absorbed.")
            elif ANY:
                if wp.randf(rng) > albedo:
                    weight_now = 0.0
                    break
                title("analog_walk absorb_or_scatter", "Follows each particle through a slab until it leaves or is absorbed.")
            else:
                weight_now *= albedo
                if weight_now < cutoff:
                    if wp.randf(rng) > 0.5:
                        weight_now = 0.0
                        break
                    weight_now = 2.0 * weight_now
                title("roulette_walk russian_roulette", "Follows each particle through a slab, and plays roulette with those of little weight.")
            cos_x = 2.0 * wp.randf(rng) - 1.0
            hops += 1
        if ANY:
            left_w[i] = weight_now
            ends[i] = x
        elif ANY:
            left_w[i] = weight_now
            hops_out[i] = hops
        else:
            if x > thick:
                wp.atomic_add(through, 0, weight_now)
            elif x < 0.0:
                wp.atomic_add(back, 0, weight_now)
    elif ANY:
        weight_now = powers[i]
        cos_x = float(1.0)
        for s in range(max_hops):
            x -= cos_x * wp.log(1.0 - 0.999 * wp.randf(rng)) / density
            if x < 0.0 or x > thick:
                break
            wp.atomic_add(bins, wp.min(int(8.0 * x / thick), 7), weight_now * (1.0 - albedo))
            weight_now *= albedo
            cos_x = 2.0 * wp.randf(rng) - 1.0
        title("tally_absorption deposit_energy", "Follows each particle through a slab, and tallies where its energy is absorbed.")
    elif ANY:
        hops = int(0)
        while x < thick and hops < max_hops:
            x -= wp.log(1.0 - 0.999 * wp.randf(rng)) / majorant
            cell = wp.clamp(int(8.0 * x / thick), 0, 7)
            if wp.randf(rng) * majorant < local[cell]:
                break
            hops += 1
        ends[i] = wp.min(x, thick)
        title("delta_tracking woodcock_tracking sample_collision", "How deep in an uneven slab each particle first collides, by delta tracking.")
    else:
        weight_now = float(1.0)
        hops = int(0)
        while hops < max_hops:
            x -= wp.log(1.0 - 0.999 * wp.randf(rng)) / majorant
            if x > thick:
                break
            weight_now *= 1.0 - local[wp.min(int(8.0 * x / thick), 7)] / majorant
            hops += 1
        left_w[i] = weight_now
        title("ratio_tracking estimate_transmittance", "How much of each ray comes through an uneven slab, by ratio tracking.")


@idiom(names="hash_lookup find_in_table table_lookup_or_default", doc="Looks each key up in a table with open addresses, or takes the value for what is missing.")
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
        title("accumulate_by_key hash_accumulate sum_by_key", "Adds the amount of each item to the slot where its key is found, or to what is lost.")
    elif ANY:
        if found_at >= 0:
            wp.atomic_add(hits, found_at, 1)
        else:
            wp.atomic_add(misses, 0, 1)
        title("count_matches count_by_key hash_count", "Counts how often the key of each slot is asked for, and the keys that are missing.")
    else:
        places[i] = found_at
        if ANY:
            lengths[i] = probe_n
        title("find_slots hash_find probe_table", "The slot of each key in a table with open addresses, or -1.")


@idiom(names="gcd_pairs greatest_common_divisor euclid", doc="The greatest common divisor of each pair of numbers.")
def number_loops(numbers: array("int", "i", "numbers n_in values_in", values=(2, 400)), first: array("int", "i", "numerators first", values=(2, 400)), second: array("int", "i", "denominators second", values=(1, 60)), base: param("int", "base radix", values=(3, 9)), factor: param("int", "factor divisor", values=(2, 5)), prime: param("int", "modulus mod_n", values=(61, 101)), exponents: array("int", "i", "exponents powers_in", values=(1, 60)), cap: param("int", "max_steps max_iters", values=(24, 48)), gcds: array("int", "i", "gcds divisors_out gcd_out", values=(0, 1)), tops: array("int", "i", "reduced_num num_out", values=(0, 1)), bottoms: array("int", "i", "reduced_den den_out", values=(0, 1)), lcms: array("int", "i", "lcms lcm_out multiples", values=(0, 1)), coprime: array("int", "1", "num_coprime coprime_pairs", values=(0, 2)), steps_out: array("int", "i", "steps_out num_steps", values=(0, 1)), peaks: array("int", "i", "peaks highest", values=(0, 1)), histogram: array("int", "8", "histogram length_counts", values=(0, 2)), logs: array("int", "i", "floor_logs integer_log", values=(0, 1)), leading: array("int", "i", "leading_digits first_digit", values=(0, 1)), powers: array("int", "i", "valuations multiplicity", values=(0, 1)), rest: array("int", "i", "cofactors stripped", values=(0, 1)), digit_sums: array("int", "i", "digit_sums checksum", values=(0, 1)), reversed_out: array("int", "i", "reversed mirrored", values=(0, 1)), bits: array("int", "i", "bit_counts distances hamming", values=(0, 1)), factors: array("int", "i", "num_factors factor_counts", values=(0, 1)), largest: array("int", "i", "largest_factor max_prime", values=(0, 1)), primes: array("int", "i", "is_prime prime_flags", values=(0, 1)), residues: array("int", "i", "residues powers_mod", values=(0, 1)), inverses: array("int", "i", "inverses inverse_mod", values=(0, 1)), roots: array("int", "i", "floor_sqrt integer_roots", values=(0, 1))):
    i = wp.tid()
    if ANY:
        a = first[i]
        b = second[i]
        while b != 0:
            t = a % b
            a = b
            b = t
        if ANY:
            gcds[i] = a
        elif ANY:
            tops[i] = first[i] // a
            bottoms[i] = second[i] // a
            title("reduce_fractions simplify_fraction", "Each fraction in lowest terms, by Euclid's algorithm.")
        elif ANY:
            lcms[i] = first[i] // a * second[i]
            title("least_common_multiple lcm_pairs", "The least common multiple of each pair of numbers, by Euclid's algorithm.")
        else:
            if a == 1:
                wp.atomic_add(coprime, 0, 1)
            title("count_coprime coprime_pairs", "Counts the pairs of numbers without a common divisor.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        if ANY:
            while left_n > 1 and run_n < cap:
                if left_n % 2 == 0:
                    left_n = left_n // 2
                else:
                    left_n = 3 * left_n + 1
                run_n += 1
            if ANY:
                steps_out[i] = run_n
                title("collatz_steps hailstone_length", "How many steps of halving or tripling it takes from each number to one.")
            else:
                wp.atomic_add(histogram, wp.min(run_n // 6, 7), 1)
                title("collatz_histogram count_hailstone_lengths", "Counts the numbers by how many steps of halving or tripling it takes from them to one.")
        else:
            peak_n = left_n
            while left_n > 1 and run_n < cap:
                if left_n % 2 == 0:
                    left_n = left_n // 2
                else:
                    left_n = 3 * left_n + 1
                    peak_n = wp.max(peak_n, left_n)
                run_n += 1
            peaks[i] = peak_n
            title("collatz_peak hailstone_peak", "The highest number on the way from each number to one, by halving or tripling.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        while left_n >= base:
            left_n = left_n // base
            run_n += 1
        logs[i] = run_n
        if ANY:
            leading[i] = left_n
        title("integer_log floor_log", "The integer part of each number's logarithm.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        while left_n > 0 and left_n % factor == 0:
            left_n = left_n // factor
            run_n += 1
        powers[i] = run_n
        if ANY:
            rest[i] = left_n
        title("multiplicity strip_factor valuation", "How often a factor divides each number.")
    elif ANY:
        left_n = numbers[i]
        if ANY:
            run_n = int(0)
            while left_n > 0:
                run_n += left_n % base
                left_n = left_n // base
            digit_sums[i] = run_n
            title("digit_sum cross_sum", "The sum of the digits of each number.")
        else:
            flipped = int(0)
            while left_n > 0:
                flipped = flipped * base + left_n % base
                left_n = left_n // base
            reversed_out[i] = flipped
            title("reverse_digits mirror_number", "Each number with its digits in the other order.")
    elif ANY:
        differ = first[i] ^ second[i]
        run_n = int(0)
        while differ != 0:
            differ = differ & (differ - 1)  # clears the lowest bit
            run_n += 1
        bits[i] = run_n
        title("hamming_distance count_differing_bits", "In how many bits two numbers differ.")
    elif ANY:
        left_n = numbers[i]
        d = int(2)
        run_n = int(1)
        while d * d <= left_n:
            if left_n % d == 0:
                left_n = left_n // d
                run_n += 1
            else:
                d += 1
        if ANY:
            factors[i] = run_n
            title("count_prime_factors num_prime_factors", "How many prime factors each number has.")
        else:
            largest[i] = left_n
            if ANY:
                factors[i] = run_n
            title("largest_prime_factor factorize", "The largest prime factor of each number.")
    elif ANY:
        d = int(2)
        while d * d <= numbers[i] and numbers[i] % d != 0:
            d += 1
        if d * d > numbers[i]:
            primes[i] = 1
        else:
            primes[i] = 0
        title("is_prime trial_division mark_primes", "Whether each number is a prime, by trial division.")
    elif ANY:
        square = second[i]
        bits_left = exponents[i]
        power = int(1)
        while bits_left > 0:
            if bits_left % 2 == 1:
                power = (power * square) % prime
            square = (square * square) % prime
            bits_left = bits_left >> 1
        residues[i] = power
        title("modular_power power_mod", "A power of each number, modulo another, by squaring.")
    else:
        root = numbers[i]
        better = (root + 1) // 2
        while better < root:
            root = better
            better = (root + numbers[i] // root) // 2
        roots[i] = root
        title("integer_sqrt floor_sqrt", "The integer part of each number's square root, by Newton's steps.")


@idiom(names="radical_inverse van_der_corput halton_points", doc="Points of a sequence that fills an interval evenly.")
def digit_points(index_of: array("int", "i", "sample_ids point_ids", values=(1, 200)), lows: array("scalar", "i", "lower", values=(-1, 0)), highs: array("scalar", "i", "upper", values=(0.5, 1.5)), base: param("int", "base radix", values=(2, 5)), mult: param("int", "multiplier digit_mult", values=(2, 4)), shift: param("scalar", "shift rotation", values=(0.1, 0.9)), rates: array("scalar", "i", "rates decay_rates", values=(0.5, 3)), sharp: param("scalar", "sharpness alpha", values=(0.5, 3)), low_end: param("scalar", "lower", values=(-1, 0)), high_end: param("scalar", "upper", values=(0.5, 1.5)), points: array("scalar", "i", "points samples", values=(0, 1)), times: array("scalar", "i", "waiting_times exponentials", values=(0, 1)), total: array("scalar", "1", "integral estimate", values=(0, 0.1))):
    i = wp.tid()
    left_n = index_of[i]
    u = float(0.0)
    scale = float(1.0)
    if ANY:
        while left_n > 0:
            scale = scale / float(base)
            u += scale * float(left_n % base)
            left_n = left_n // base
    elif ANY:
        while left_n > 0:
            scale = 0.5 * scale
            if left_n % 2 == 1:
                u += scale
            left_n = left_n >> 1
    else:
        while left_n > 0:
            scale = scale / 5.0
            u += scale * float(mult * (left_n % 5) % 5)  # the digits in another order
            left_n = left_n // 5
    if ANY:
        u += shift
        if u >= 1.0:
            u -= 1.0
    if ANY:
        points[i] = lows[i] + u * (highs[i] - lows[i])
    elif ANY:
        times[i] = -wp.log(1.0 - u) / rates[i]
        title("quasi_exponential sample_waiting_times", "Waiting times from a sequence that fills the unit interval evenly.")
    else:
        x = low_end + u * (high_end - low_end)
        wp.atomic_add(total, 0, (high_end - low_end) * choose(wp.exp(-sharp * x * x), 1.0 / (1.0 + sharp * x * x)) / float(len(i)))
        title("quasi_monte_carlo low_discrepancy_integral", "An integral over an interval, from its integrand at points of a sequence that fills it evenly.")


@idiom(names="cell_density kernel_density_list sum_kernel_in_cell", doc="The density at each grid point, from the particles in its cell's linked list.")
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
        title("cell_potential direct_sum_list", "The softened potential of the particles in each cell's linked list.")
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
        title("smooth_from_list weighted_cell_mean", "A Gaussian mean over the particles in the linked list of each cell.")
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
            title("cell_mass sum_linked_cells gather_from_lists", "The mass of the particles in the linked list of each cell.")
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
            title("cell_centroid center_of_cell_mass", "The center of mass of the particles in each cell's linked list, or the grid point of an empty cell.")
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
            title("heaviest_in_cell dominant_particle", "The heaviest particle in the linked list of each cell, or -1.")
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
            title("nearest_in_cell closest_particle", "The particle of each cell's linked list that is nearest to a point and within a radius, or -1.")
    else:
        pull = float(0.0)
        while node >= 0 and hops < max_hops:
            force = drag * (flows[i] - speeds[node])
            wp.atomic_add(forces, node, force)
            pull -= force
            hops += 1
            node = nexts[node]
        reactions[i] = pull
        title("drag_on_particles two_way_drag couple_to_fluid", "The drag of each cell's fluid on the particles in its linked list, and what it feels of them.")


@idiom(names="bond_yield yield_to_maturity implied_yield", doc="The yield at which a bond's payments are worth its price, by bisection.")
def bisected_sums(prices: array("scalar", "i", "prices bond_prices market_price", values=(0.8, 1.2)), coupon: param("scalar", "coupon coupon_rate", values=(0.03, 0.08)), periods: param("int", "num_periods maturity num_coupons", values=(4, 9)), noise: array("scalar", "i k", "noise_levels noise channel_noise", values=(0.1, 1)), power: param("scalar", "power_budget total_power", values=(0.5, 2)), scores: array("scalar", "i k", "scores logits_in z", values=(-1, 1)), terms: array("scalar", "i k", "samples data_rows observations", values=(0.5, 2)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), yield_tol: param("scalar", "yield_tol tol", values=(0.0002, 0.002)), yields: array("scalar", "i", "yields yield_out ytm", values=(0, 1)), levels_out: array("scalar", "i", "water_levels fill_level", values=(0, 1)), thresholds: array("scalar", "i", "thresholds tau_out", values=(0, 1)), locations: array("scalar", "i", "locations robust_mean centers_out", values=(0, 1))):
    k = size("row_len num_cols", 3, 6)
    i = wp.tid()
    if ANY:
        find_lo = float(-0.1)
        find_hi = float(0.5)
        while find_hi - find_lo > yield_tol:
            find_mid = 0.5 * (find_lo + find_hi)
            worth = float(0.0)
            discount = float(1.0)
            for s in range(periods):
                discount = discount / (1.0 + find_mid)
                worth += coupon * discount
            worth += discount
            if worth < prices[i]:
                find_hi = find_mid
            else:
                find_lo = find_mid
        yields[i] = 0.5 * (find_lo + find_hi)
    elif ANY:
        find_lo = float(0.0)
        find_hi = 1.0 + power
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            used_power = float(0.0)
            for s in range(len(k)):
                used_power += wp.max(find_mid - noise[i, s], 0.0)
            if used_power > power:
                find_hi = find_mid
            else:
                find_lo = find_mid
        levels_out[i] = 0.5 * (find_lo + find_hi)
        title("water_filling water_level allocate_power", "The level up to which the power of each user fills its channels, by bisection.")
    elif ANY:
        find_lo = float(-2.0)
        find_hi = float(1.0)
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            mass = float(0.0)
            for s in range(len(k)):
                mass += wp.max(scores[i, s] - find_mid, 0.0)
            if mass < 1.0:
                find_hi = find_mid
            else:
                find_lo = find_mid
        thresholds[i] = 0.5 * (find_lo + find_hi)
        title("sparsemax_threshold simplex_threshold", "What is taken from each row's scores for their positive parts to sum to one, by bisection.")
    else:
        find_lo = float(0.5)
        find_hi = float(2.0)
        while find_hi - find_lo > tol:
            find_mid = 0.5 * (find_lo + find_hi)
            pull = float(0.0)
            for s in range(len(k)):
                pull += wp.clamp(terms[i, s] - find_mid, -0.3, 0.3)
            if pull < 0.0:
                find_hi = find_mid
            else:
                find_lo = find_mid
        locations[i] = 0.5 * (find_lo + find_hi)
        title("huber_location robust_center huber_mean", "Huber's robust mean of each row, by bisection.")


@idiom(names="kepler_regula_falsi solve_kepler_chord", doc="The eccentric anomaly of each orbit, by false position.")
def false_position(targets: array("scalar", "i", "targets products rhs", values=(0.4, 2.4)), coeffs: array("scalar", "i", "coeffs linear_coeff p_coeff", values=(0.3, 0.9)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), max_trips: param("int", "max_iters max_steps num_steps", values=(16, 30)), roots: array("scalar", "i", "roots x_out solution", values=(0, 1)), trips_out: array("int", "i", "iterations steps_out iters_out", values=(0, 1))):
    i = wp.tid()
    find_lo = float(0.0)
    find_hi = float(3.2)
    root_x = float(0.0)
    trips = int(0)
    if ANY:
        f_lo = -anomaly[i]
        f_hi = find_hi - ecc[i] * wp.sin(find_hi) - anomaly[i]
        f_at = float(1.0)
        while wp.abs(f_at) > tol and trips < max_trips:
            root_x = find_lo - f_lo * (find_hi - find_lo) / (f_hi - f_lo)  # where the chord is zero
            f_at = root_x - ecc[i] * wp.sin(root_x) - anomaly[i]
            if f_at > 0.0:
                find_hi = root_x
                f_hi = f_at
                f_lo = 0.5 * f_lo  # Illinois
            else:
                find_lo = root_x
                f_lo = f_at
                f_hi = 0.5 * f_hi
            trips += 1
    elif ANY:
        f_lo = -targets[i]
        f_hi = find_hi * find_hi * find_hi + coeffs[i] * find_hi - targets[i]
        f_at = float(1.0)
        while wp.abs(f_at) > tol and trips < max_trips:
            root_x = find_lo - f_lo * (find_hi - find_lo) / (f_hi - f_lo)  # where the chord is zero
            f_at = root_x * root_x * root_x + coeffs[i] * root_x - targets[i]
            if f_at > 0.0:
                find_hi = root_x
                f_hi = f_at
                f_lo = 0.5 * f_lo  # Illinois
            else:
                find_lo = root_x
                f_lo = f_at
                f_hi = 0.5 * f_hi
            trips += 1
        title("cubic_root_by_chords regula_falsi_cubic", "The real root of a monotone cubic, by false position.")
    else:
        f_lo = -targets[i]
        f_hi = find_hi * wp.exp(find_hi) - targets[i]
        f_at = float(1.0)
        while wp.abs(f_at) > tol and trips < max_trips:
            root_x = find_lo - f_lo * (find_hi - find_lo) / (f_hi - f_lo)  # where the chord is zero
            f_at = root_x * wp.exp(root_x) - targets[i]
            if f_at > 0.0:
                find_hi = root_x
                f_hi = f_at
                f_lo = 0.5 * f_lo  # Illinois
            else:
                find_lo = root_x
                f_lo = f_at
                f_hi = 0.5 * f_hi
            trips += 1
        title("lambert_by_chords lambert_w_regula_falsi", "The number whose product with its exponential is the target, by false position.")
    roots[i] = root_x
    if ANY:
        trips_out[i] = trips
@idiom(names="oscillate_substeps step_oscillators", doc="Steps each mass on a spring as finely as its speed asks.")
def substepped_motion(places: array("scalar", "i", "positions x_in displacement", values=(0.3, 1.6)), angles: array("scalar", "i", "angles theta_in", values=(-1.2, 1.2)), heights: array("scalar", "i", "heights z_in altitude", values=(0.02, 0.4)), speeds: array("scalar", "i", "velocities v_in speeds", values=(-2, 0.8)), omegas: array("scalar", "i", "omegas angular_velocity", values=(-2, 2)), spring: param("scalar", "k_over_m stiffness_per_mass", values=(0.5, 4)), gravity: param("scalar", "g gravity", values=(3, 9.81)), pole: param("scalar", "length rod_length", values=(0.8, 2)), damping: param("scalar", "damping friction", values=(0.1, 0.5)), cubic: param("scalar", "beta cubic_stiffness", values=(0.3, 1)), mu: param("scalar", "mu nonlinearity", values=(0.3, 1.5)), bounce: param("scalar", "restitution bounce", values=(0.4, 0.9)), span: param("scalar", "frame_dt interval duration", values=(0.3, 0.9)), move: param("scalar", "max_move move_limit", values=(0.08, 0.2)), places_out: array("scalar", "i", "positions_out x_out", values=(0, 1)), angles_out: array("scalar", "i", "angles_out theta_out", values=(0, 1)), heights_out: array("scalar", "i", "heights_out z_out", values=(0, 1)), speeds_out: array("scalar", "i", "velocities_out v_out", values=(0, 1)), omegas_out: array("scalar", "i", "omegas_out omega_new", values=(0, 1)), used: array("int", "i", "num_substeps steps_used", values=(0, 1))):
    i = wp.tid()
    left_over = span
    trips = int(0)
    if ANY:
        x = places[i]
        v = speeds[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(v) + 0.01), 0.06 * span))
            if ANY:
                v -= h_now * spring * x
            elif ANY:
                v -= h_now * (spring * x + damping * v)
                title("damped_substeps step_damped_springs", "Steps each damped spring as finely as its speed asks.")
            elif ANY:
                v += h_now * (x - cubic * x * x * x - damping * v)
                title("duffing_substeps step_duffing", "Steps each Duffing oscillator as finely as its speed asks.")
            else:
                v += h_now * (mu * (1.0 - x * x) * v - x)
                title("van_der_pol_substeps step_van_der_pol", "Steps each van der Pol oscillator as finely as its speed asks.")
            x += h_now * v
            left_over -= h_now
            trips += 1
        places_out[i] = x
        speeds_out[i] = v
    elif ANY:
        theta = angles[i]
        omega = omegas[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(omega) + 0.01), 0.06 * span))
            omega -= h_now * gravity / pole * wp.sin(theta)
            theta += h_now * omega
            left_over -= h_now
            trips += 1
        angles_out[i] = theta
        omegas_out[i] = omega
        title("pendulum_substeps swing_pendulums", "Steps each pendulum as finely as its speed asks.")
    else:
        z = heights[i]
        v = speeds[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(v) + 0.01), 0.06 * span))
            v -= h_now * gravity
            z += h_now * v
            if z < 0.0:
                z = -z
                v = -bounce * v
            left_over -= h_now
            trips += 1
        heights_out[i] = z
        speeds_out[i] = v
        title("bounce_substeps drop_balls bouncing_balls", "Drops each ball in steps as fine as its speed asks, and bounces it off the ground.")
    if ANY:
        used[i] = trips


@idiom(names="scattering_angle sample_rayleigh_phase draw_scatter_angle", doc="The cosine of a scattering angle from the Rayleigh phase function, by rejection.")
def rejected_cosine(max_tries: param("int", "max_tries max_attempts", values=(8, 20)), seed_of: param("int", "seed rng_seed", values=(1, 99)), cosines: array("scalar", "i", "cosines cos_theta", values=(0, 1)), tries_out: array("int", "i", "tries_out attempts_out", values=(0, 1)), energies: array("scalar", "i", "energies energy_in photon_energy", values=(0.3, 2)), energies_out: array("scalar", "i", "energies_out scattered_energy", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    c = float(0.0)
    tries_n = int(0)
    if ANY:
        while tries_n < max_tries:
            c = 2.0 * wp.randf(rng) - 1.0
            tries_n += 1
            if wp.randf(rng) < 0.5 * (1.0 + c * c):
                break
        cosines[i] = c
    else:
        ratio = float(1.0)
        while tries_n < max_tries:
            c = 2.0 * wp.randf(rng) - 1.0
            ratio = 1.0 / (1.0 + energies[i] * (1.0 - c))
            accept = 0.5 * ratio * ratio * (ratio + 1.0 / ratio - 1.0 + c * c)
            tries_n += 1
            if wp.randf(rng) < accept:
                break
        if ANY:
            cosines[i] = c
        energies_out[i] = energies[i] * ratio
        title("compton_scatter klein_nishina_energy sample_compton", "The energy of each photon, in rest energies of the electron, after a Compton scattering drawn from the Klein-Nishina formula.")
    if ANY:
        tries_out[i] = tries_n


@idiom(names="hammersley_points plane_points hammersley_2d", doc="Hammersley points, which fill the unit square evenly.")
def hammersley(radii: array("scalar", "i", "radii disk_radius", values=(0.3, 1.2)), base: param("int", "base radix", values=(2, 5)), shift: param("scalar", "shift rotation", values=(0.1, 0.9)), pairs: array("vec2", "i", "points_out sample_points", values=(0, 1)), ways: array("vec3", "i", "directions directions_out", values=(0, 1))):
    i = wp.tid()
    left_n = i
    u = float(0.0)
    if ANY:
        scale = float(1.0)
        while left_n > 0:
            scale = scale / float(base)
            u += scale * float(left_n % base)
            left_n = left_n // base
    else:
        scale = float(0.5)
        while left_n > 0:
            if left_n % 2 == 1:
                u += scale
            scale = 0.5 * scale
            left_n = left_n >> 1
    if ANY:
        u += shift  # a rotation of the unit interval
        if u >= 1.0:
            u -= 1.0
    if ANY:
        pairs[i] = wp.vec2((float(i) + 0.5) / float(len(i)), u)
    elif ANY:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        r = radii[i] * wp.sqrt(u)
        pairs[i] = wp.vec2(r * wp.cos(phi), r * wp.sin(phi))
        title("hammersley_disk sample_disk_evenly", "Points that fill disks evenly, by the polar map of Hammersley points.")
    elif ANY:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        z = 1.0 - 2.0 * u
        r = wp.sqrt(wp.max(1.0 - z * z, 0.0))
        ways[i] = wp.vec3(r * wp.cos(phi), r * wp.sin(phi), z)
        title("hammersley_sphere sphere_directions", "Directions that fill the sphere evenly.")
    else:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        r = wp.sqrt(u)
        ways[i] = wp.vec3(r * wp.cos(phi), r * wp.sin(phi), wp.sqrt(1.0 - u))
        title("cosine_hemisphere hemisphere_directions", "Directions over a hemisphere by their cosine, for diffuse light.")
