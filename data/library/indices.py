# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things stand in memory: packed states of many worlds, strides, pairs and triples, rows of ragged tables, blocks, pooling."""

domain("indices", entity="item entry", edge="edge")

words(cell_x0="i0 cx cell_x", cell_y0="i1 cy cell_y", sum_x="across sum_x horizontal", sum_y="along sum_y vertical", part_n="frac t part", area_n="area size_", share_n="share third", act_n="act action cmd", lane="lane r local_id within", block="block group row b", q_at="q_start base dof_start qo", qd_at="qd_start vel_base dof_base", axis_u="up up_vec u_vec", heading="forward heading fwd",
      root_p="root_pos torso_pos p", root_q="root_rot torso_rot rot", lin_v="lin_vel v root_vel", ang_v="ang_vel w omega", reward_now="r reward_ score", a0="i0 a v0_id", a1="i1 b v1_id", a2="i2 c_id v2_id", p0="p0 x0 pa", p1="p1 x1 pb",
      p2="p2 x2 pc", seg_lo="start begin lo", seg_hi="end stop hi", win_lo="lo first_in start", tap_n="k tap n", src_at="src idx source_id", pick_of="choice best which", sum_n="total acc sum_", err_n="err diff delta", lim_lo="lo lower", lim_hi="hi upper",
      low_n="lo left", high_n="hi right", mid_n="mid middle m", parity="color parity phase", even_v="even a_val left_val", odd_v="odd b_val right_val")


@helper(names="flat_index linear_index cell_index to_linear")
def flat_of(i: param("int"), j: param("int"), width: param("int")):
    return i * width + j


@helper(names="triangle_index pair_index packed_index")
def triangle_of(i: param("int"), j: param("int")):
    return i * (i + 1) // 2 + j


@helper(names="squared_error square_diff sq")
def off_sq(a: param("scalar"), b: param("scalar")):
    return (a - b) * (a - b)


@helper(names="read_vec3 load_row3 vec_at")
def row_vec(q: array("scalar", "i d"), row: param("int"), base: param("int")):
    return wp.vec3(q[row, base + 0], q[row, base + 1], q[row, base + 2])


@helper(names="triangle_area face_area area_of")
def area_three(a: param("vec3"), b: param("vec3"), c: param("vec3")):
    return 0.5 * wp.length(wp.cross(b - a, c - a))


@idiom(names="step_reward eval_reward running_reward", doc="Compute the reward of each {i} from its packed state.")
def world_cost(q: array("scalar", "i 9", "joint_q q state obs", values=(-1, 1)), qd: array("scalar", "i 8", "joint_qd qd velocities", values=(-1, 1)), act: array("scalar", "i 2", "joint_act actions act", values=(-1, 1)), upward: param("vec3", "up basis_vec1 world_up", kind=unit), ahead: param("vec3", "basis_vec0 forward_dir target_dir", kind=unit), goal_at: param("vec3", "target_pos goal_pos", values=(-1, 1)), w_angle: param("scalar", "angle_weight w_pos joint_scale", values=(0.1, 1)), w_act: param("scalar", "action_cost w_act effort", values=(0.02, 0.3)), w_vel: param("scalar", "vel_weight w_vel vel_scale", values=(0.1, 1)), w_track: param("scalar", "tracking_weight w_track track_scale", values=(0.1, 1)), fall: param("scalar", "min_height fall_height termination_height", values=(-0.2, 0.2)), reward: array("scalar", "i", "reward rewards returns", values=(0, 0.1)), cost: array("scalar", "i", "cost loss costs", values=(0, 0.1)), ended: array("int", "i", "terminated done reset", values=(0, 1))):
    i = wp.tid()
    if ANY:
        root_q = wp.normalize(wp.quat(q[i, 3], q[i, 4], q[i, 5], q[i, 6]))
        axis_u = wp.quat_rotate(root_q, upward)
        heading = wp.quat_rotate(root_q, ahead)
        reward_now = choose(axis_u[1] * 0.1 + heading[0], axis_u[1], wp.dot(heading, ahead) + 0.1 * axis_u[1])
    elif ANY:
        lin_v = wp.vec3(qd[i, 3], qd[i, 4], qd[i, 5])
        ang_v = wp.vec3(qd[i, 0], qd[i, 1], qd[i, 2])
        if ANY:
            root_p = wp.vec3(q[i, 0], q[i, 1], q[i, 2])
        else:
            root_p = row_vec(q, i, 0)
        lin_v = lin_v - wp.cross(root_p, ang_v)
        reward_now = choose(lin_v[0], wp.dot(lin_v, ahead), wp.length(lin_v))
    else:
        if ANY:
            root_p = wp.vec3(q[i, 0], q[i, 1], q[i, 2])
        else:
            root_p = row_vec(q, i, 0)
        err_n = root_p - goal_at
        reward_now = choose(-wp.dot(err_n, err_n), wp.exp(-wp.dot(err_n, err_n)), -wp.length(err_n))
    if ANY:
        reward_now = reward_now - w_angle * q[i, 7] * q[i, 7]
    if ANY:
        reward_now = reward_now - w_act * (act[i, 0] * act[i, 0] + act[i, 1] * act[i, 1])
    if ANY:
        reward_now = reward_now - w_vel * (qd[i, 6] * qd[i, 6] + qd[i, 7] * qd[i, 7])
    if ANY:
        reward_now = reward_now - w_track * off_sq(q[i, 8], act[i, 0])
    if ANY:
        wp.atomic_add(reward, i, reward_now)
    elif ANY:
        cost[i] = -reward_now
        title("compute_cost running_cost step_cost", "Compute the cost of each {i} from its packed state.")
    elif ANY:
        wp.atomic_sub(cost, i, reward_now)
        if q[i, 1] < fall:
            ended[i] = 1
        title("compute_cost running_cost step_cost", "Compute the cost of each {i} from its packed state.")
    else:
        wp.atomic_add(reward, i, reward_now)
        if q[i, 1] < fall:
            ended[i] = 1


@idiom(names="assign_actions apply_actions set_joint_act scale_actions", doc="Map the actions of each world to joint efforts.")
def world_actions(actions: array("scalar", "w k", "actions action_in policy_out", values=(-1, 1)), dofs: array("int", "k", "control_dofs dof_ids act_ids", kind=permutation("k")), gains: array("scalar", "k", "control_gains gains action_scale", values=(0.5, 2)), limits: array("scalar", "k 2", "control_limits limits joint_limits", values=(-0.6, 0.6)), offsets_of: array("scalar", "k", "default_pos offsets bias", values=(-0.2, 0.2)), previous: array("scalar", "w k", "last_actions prev_actions previous", values=(-1, 1)), blend: param("scalar", "blend smoothing alpha", values=(0.2, 0.8)), result: array("scalar", "w k", "joint_act targets control_out", values=(-1, 1)), effort: array("scalar", "w", "effort penalty act_cost", values=(0, 0.1))):
    k = size("num_controls control_count num_actions", 3, 5)
    w = wp.tid()
    for tap_n in range(len(k)):
        src_at = dofs[tap_n]
        if ANY:
            lim_lo = wp.min(limits[tap_n, 0], limits[tap_n, 1])
            lim_hi = wp.max(limits[tap_n, 0], limits[tap_n, 1])
            act_n = wp.clamp(actions[w, tap_n], lim_lo, lim_hi)
        elif ANY:
            act_n = wp.clamp(actions[w, tap_n], -0.7, 0.7)
        else:
            act_n = wp.tanh(actions[w, tap_n])
        if ANY:
            act_n = blend * act_n + (1.0 - blend) * previous[w, tap_n]
        if ANY:
            act_n = act_n * gains[tap_n]
        if ANY:
            act_n = act_n + offsets_of[src_at]
        result[w, src_at] = act_n
        if ANY:
            wp.atomic_add(effort, w, act_n * act_n)


@idiom(names="copy_state pack_state gather_obs write_observations", doc="Assemble the observation of each world.")
def world_observations(q: array("scalar", "w n", "joint_q q positions", values=(-1, 1)), qd: array("scalar", "w n", "joint_qd qd velocities", values=(-1, 1)), rest: array("scalar", "n", "default_q rest_q nominal", values=(-0.3, 0.3)), scale_q: param("scalar", "pos_scale q_scale", values=(0.5, 1.5)), scale_v: param("scalar", "vel_scale qd_scale", values=(0.05, 0.5)), result: array("scalar", "w 2 n", "obs observations obs_out", values=(-1, 1)), norm: array("scalar", "w", "norms energy cost", values=(0, 0.1))):
    n = size("num_dofs dof_count", 3, 5)
    w = wp.tid()
    for k in range(len(n)):
        if ANY:
            result[w, 0, k] = scale_q * (q[w, k] - rest[k])
        elif ANY:
            result[w, 0, k] = scale_q * q[w, k]
        else:
            result[w, 0, k] = wp.clamp(q[w, k] - rest[k], -0.8, 0.8)
        if ANY:
            result[w, 1, k] = scale_v * qd[w, k]
        elif ANY:
            result[w, 1, k] = wp.tanh(scale_v * qd[w, k])
        else:
            result[w, 1, k] = scale_v * (qd[w, k] - q[w, k])
        if ANY:
            wp.atomic_add(norm, w, choose(off_sq(q[w, k], rest[k]), wp.abs(qd[w, k])))
            title("observe_and_penalize obs_and_cost", "Assemble the observation of each world and compute its cost.")


@idiom(names="pair_up combine_pairs reduce_pairs butterfly", doc="Combine neighboring entries of each row in pairs.")
def pairs_of_row(values: array("scalar", "2*i", "values data signal x", values=(-1, 1)), weights: array("scalar", "i", "weights twiddle gains", values=(0.2, 1)), result: array("scalar", "i", "output sums halves", values=(0, 1)), spread: array("scalar", "2*i", "output_full unpacked interleaved", values=(0, 1))):
    i = wp.tid()
    if SAME:
        base = 2 * i
    else:
        base = i * 2
    even_v = values[base]
    odd_v = values[base + 1]
    if ANY:
        result[i] = choose(even_v + odd_v, 0.5 * (even_v + odd_v), wp.max(even_v, odd_v), even_v * odd_v, wp.sqrt(even_v * even_v + odd_v * odd_v + 1.0e-4), even_v * weights[i] + odd_v * (1.0 - weights[i]))
    elif ANY:
        spread[base] = choose(even_v + weights[i] * odd_v, 0.7071 * (even_v + odd_v))
        spread[base + 1] = choose(even_v - weights[i] * odd_v, 0.7071 * (even_v - odd_v))
        title("butterfly_step haar_step split_pairs", "Apply one transform step to pairs of entries.")
    elif ANY:
        spread[i] = 0.5 * (even_v + odd_v)
        spread[i + len(i)] = choose(0.5 * (even_v - odd_v), weights[i] * (even_v - odd_v))
        title("haar_transform deinterleave wavelet_step", "Apply one Haar wavelet step: means first, then differences.")
    else:
        if ANY:
            spread[base] = odd_v
            spread[base + 1] = even_v
        else:
            spread[base] = odd_v * weights[i]
            spread[base + 1] = even_v * weights[i]
        title("swap_pairs exchange_neighbors", "Swap the two entries of each pair.")


@idiom(names="face_areas triangle_values triangle_areas", doc="Compute a measure of each indexed triangle.")
def faces_of_list(x: array("vec3", "n", "vertices points positions", values=(-1, 1)), tri: array("int", "i 3", "indices faces tri_indices", kind=ends("n")), values: array("scalar", "n", "values scalars field", values=(0.1, 1)), density: param("scalar", "density rho thickness", values=(0.5, 2)), result: array("scalar", "i", "areas output result", values=(0, 1)), spread: array("scalar", "n", "vertex_mass lumped vertex_area", values=(0, 0.1)), middles: array("vec3", "i", "centroids centers middles", values=(-1, 1)), normals: array("vec3", "i", "normals face_normals n_out", values=(-1, 1)), extents: array("scalar", "i", "measures values_out sizes", values=(0, 1))):
    n = size("num_vertices num_points", 6, 9)
    i = wp.tid()
    a0 = tri[i, 0]
    a1 = tri[i, 1]
    a2 = tri[i, 2]
    p0 = x[a0]
    p1 = x[a1]
    p2 = x[a2]
    if ANY:
        result[i] = area_three(p0, p1, p2)
    elif ANY:
        area_n = area_three(p0, p1, p2)
        result[i] = choose(density * area_n, area_n * (values[a0] + values[a1] + values[a2]) / 3.0)
    elif ANY:
        share_n = density * area_three(p0, p1, p2) / 3.0
        wp.atomic_add(spread, a0, share_n)
        wp.atomic_add(spread, a1, share_n)
        wp.atomic_add(spread, a2, share_n)
        title("lump_mass spread_area distribute_mass", "Scatter the mass of each triangle over its corners.")
    elif ANY:
        middles[i] = (p0 + p1 + p2) / 3.0
        title("triangle_centers face_centroids", "Compute the centroid of each indexed triangle.")
    elif ANY:
        normals[i] = wp.cross(p1 - p0, p2 - p0)
        title("face_normals triangle_normals", "Compute the area-weighted normal of each indexed triangle.")
    elif ANY:
        extents[i] = wp.dot(p0, wp.cross(p1, p2)) / 6.0
        title("signed_volumes tet_volumes", "Compute the signed volume between each indexed triangle and the origin.")
    elif ANY:
        extents[i] = wp.length(p1 - p0) + wp.length(p2 - p1) + wp.length(p0 - p2)
        title("perimeters triangle_perimeters", "Compute the perimeter of each indexed triangle.")
    elif ANY:
        extents[i] = wp.max(wp.length(p1 - p0), wp.max(wp.length(p2 - p1), wp.length(p0 - p2)))
        title("longest_edges triangle_size", "Find the longest edge of each indexed triangle.")
    else:
        for c in range(3):
            wp.atomic_add(spread, tri[i, c], choose(density, values[tri[i, (c + 1) % 3]], wp.length(x[tri[i, (c + 1) % 3]] - x[tri[i, c]])))
        title("accumulate_around_faces scatter_face_values", "Scatter the value of each triangle to its corners.")


@idiom(names="segment_sums ragged_reduce reduce_segments", doc="Reduce the rows of a ragged table.")
def ragged_rows(starts: array("int", "i+1", "offsets starts row_offsets", kind=offsets("m")), values: array("scalar", "m", "values data packed", values=(0.1, 1)), order: array("int", "m", "indices ids sorted_ids", kind=index("n")), table: array("scalar", "n", "table features source", values=(0.2, 1)), result: array("scalar", "i", "output sums result", values=(0, 1)), spread: array("scalar", "m", "values_out data_out packed_out", values=(0, 1))):
    m = size("total num_values nnz", 20, 28)
    n = size("num_sources table_size", 5, 8)
    i = wp.tid()
    seg_lo = starts[i]
    seg_hi = starts[i + 1]
    sum_n = float(0.0)
    if ANY:
        for k in range(seg_lo, seg_hi):
            sum_n += choose(values[k], values[k] * values[k], values[k] * table[order[k]], table[order[k]])
    elif ANY:
        for k in range(seg_hi - seg_lo):
            src_at = seg_lo + k
            sum_n += choose(values[src_at], values[src_at] * table[order[src_at]], values[src_at] / float(k + 1))
    else:
        for k in range(seg_lo, seg_hi):
            sum_n = wp.max(sum_n, choose(values[k], values[k] * table[order[k]]))
        title("segment_max ragged_max")
    if ANY:
        result[i] = sum_n
    elif ANY:
        result[i] = sum_n / float(wp.max(seg_hi - seg_lo, 1))
        title("segment_means ragged_mean")
    else:
        for k in range(seg_lo, seg_hi):
            spread[k] = choose(values[k] / (sum_n + 0.1), values[k] - sum_n / float(seg_hi - seg_lo))
        title("normalize_segments center_segments", "Normalize the rows of a ragged table.")


@idiom(names="strided_sums block_reduce reduce_strided", doc="Compute the partial sum of each thread over a long row.")
def strided_row(values: array("scalar", "i k", "values data x", values=(-1, 1)), weights: array("scalar", "k", "weights window taps", values=(0.2, 1)), middle: param("scalar", "mean center shift", values=(-0.2, 0.2)), result: array("scalar", "i", "partials sums output", values=(0, 1)), squares: array("scalar", "i", "partial_sq squares norms", values=(0, 1))):
    k = size("block_size per_thread items", 3, 5)
    i = wp.tid()
    sum_n = float(0.0)
    if ANY:
        for inner_k in range(len(k)):
            sum_n += values[i, inner_k]
    elif ANY:
        for inner_k in range(len(k)):
            sum_n += choose(values[i, inner_k] * weights[inner_k], (values[i, inner_k] - middle) * (values[i, inner_k] - middle), wp.abs(values[i, inner_k] - middle), values[i, len(k) - 1 - inner_k] * weights[inner_k])
    elif ANY:
        sum_n = values[i, 0]
        for inner_k in range(1, len(k)):
            sum_n = choose(wp.max(sum_n, values[i, inner_k]), wp.min(sum_n, values[i, inner_k]), 0.5 * sum_n + values[i, inner_k])
        title("block_extremes running_block")
    else:
        for inner_k in range(len(k) - 1):
            if ANY:
                sum_n += wp.abs(values[i, inner_k + 1] - values[i, inner_k])
                title("total_variation block_variation", "Sum the absolute differences within each block.")
            else:
                sum_n += values[i, inner_k + 1] * values[i, inner_k]
                title("block_correlation lag_products", "Compute the lag-one autocorrelation of each block.")
    if ANY:
        result[i] = sum_n
    elif ANY:
        result[i] = sum_n / float(len(k))
    elif ANY:
        result[i] = sum_n
        squares[i] = sum_n * sum_n
    else:
        result[i] = sum_n - middle * float(len(k))


@idiom(names="pool_2d max_pool downsample_blocks average_pool", doc="Restrict a fine image to a coarse one.")
def pooled(fine: array("scalar", "2*x 2*y", "fine input image feature_map", values=(-1, 1)), weights: array("scalar", "2 2", "weights kernel filter_w", values=(0.1, 0.6)), coarse: array("scalar", "x y", "coarse output pooled result", values=(0, 1)), back: array("scalar", "2*x 2*y", "fine_out upsampled grad_fine", values=(0, 1)), small: array("scalar", "x y", "small coarse_in grad_out", values=(-1, 1))):
    x, y = wp.tid()
    if ANY:
        even_v = fine[2 * x, 2 * y]
        odd_v = fine[2 * x + 1, 2 * y]
        low_n = fine[2 * x, 2 * y + 1]
        high_n = fine[2 * x + 1, 2 * y + 1]
        coarse[x, y] = choose(0.25 * (even_v + odd_v + low_n + high_n), wp.max(wp.max(even_v, odd_v), wp.max(low_n, high_n)), 0.5 * (even_v + high_n) - 0.5 * (odd_v + low_n), wp.sqrt(even_v * even_v + odd_v * odd_v + low_n * low_n + high_n * high_n + 1.0e-4))
    elif ANY:
        sum_n = float(0.0)
        for a in range(2):
            for b in range(2):
                sum_n += choose(fine[2 * x + a, 2 * y + b], weights[a, b] * fine[2 * x + a, 2 * y + b], weights[a, b] * wp.abs(fine[2 * x + a, 2 * y + b]))
        coarse[x, y] = choose(sum_n, 0.25 * sum_n, small[x, y] - sum_n)
    elif ANY:
        for a in range(2):
            for b in range(2):
                back[2 * x + a, 2 * y + b] = choose(small[x, y], 0.25 * small[x, y], weights[a, b] * small[x, y], fine[2 * x + a, 2 * y + b] + weights[a, b] * small[x, y])
        title("upsample_2d unpool nearest_upsample prolong", "Prolong a coarse image to a fine one.")
    else:
        base = 2 * x
        lane = 2 * y
        coarse[x, y] = choose(weights[0, 0] * fine[base, lane] + weights[1, 1] * fine[base + 1, lane + 1], small[x, y] + 0.5 * (fine[base, lane] - fine[base + 1, lane + 1]))
        title("diagonal_pool corner_pool")


@idiom(names="upsample_nearest repeat_entries expand_blocks", doc="Upsample each row by an integer factor.")
def expanded(small: array("scalar", "i", "small coarse values", values=(-1, 1)), gains: array("scalar", "i", "gains weights scale", values=(0.3, 1.2)), stretch: param("int", "factor repeat stride", values=(2, 3)), result: array("scalar", "i", "output expanded result", values=(0, 1)), counts: array("scalar", "i", "sums owners totals", values=(0, 0.1))):
    i = wp.tid()
    base = i // stretch
    lane = i % stretch
    if ANY:
        result[i] = choose(small[base], small[base] * gains[lane], small[base] * float(lane + 1), small[base] + gains[i])
    elif ANY:
        high_n = wp.min(base + 1, len(i) - 1)
        part_n = float(lane) / float(stretch)
        result[i] = choose((1.0 - part_n) * small[base] + part_n * small[high_n], small[base] + part_n * gains[i] * (small[high_n] - small[base]))
        title("upsample_linear interpolate_between", "Upsample each row by interpolation.")
    elif ANY:
        wp.atomic_add(counts, base, choose(small[i], small[i] * gains[i], small[i] / float(stretch)))
        title("sum_groups_of pool_row shrink_row", "Sum blocks of entries.")
    elif ANY:
        if lane == 0:
            result[i] = choose(small[base], gains[i] * small[i])
        else:
            result[i] = choose(0.5 * small[base], gains[base] * small[i])
        title("mark_block_starts strided_write", "Treat the first entry of each block apart from the rest.")
    else:
        result[lane * (len(i) // stretch) + base] = 0.5 * small[i]
        wp.atomic_add(counts, lane, choose(gains[i] * small[i], small[i]))
        title("deinterleave_and_sum lanes_of_blocks", "De-interleave lanes and sum each.")


@idiom(names="checkerboard_sweep red_black_sweep color_sweep", doc="Apply one red-black Gauss-Seidel sweep to the cells of one color.")
def colored(u: array("scalar", "x y", "u field pressure phi", values=(-1, 1)), rhs: array("scalar", "x y", "rhs b source", values=(-0.5, 0.5)), colour: param("int", "color parity pass_id", values=(0, 1)), omega_of: param("scalar", "omega relaxation w", values=(0.8, 1.5)), result: array("scalar", "x y", "u_out field_out pressure_out phi_out", values=(0, 1)), error: array("scalar", "1", "residual error change", values=(0, 0.1))):
    x, y = wp.tid()
    if (x + y) % 2 != colour:
        result[x, y] = u[x, y]
        return
    sum_x = u[wp.max(x - 1, 0), y] + u[wp.min(x + 1, len(x) - 1), y]
    sum_y = u[x, wp.max(y - 1, 0)] + u[x, wp.min(y + 1, len(y) - 1)]
    if ANY:
        mid_n = 0.25 * (sum_x + sum_y - rhs[x, y])
    else:
        mid_n = 0.25 * (sum_x + sum_y)
    if ANY:
        result[x, y] = u[x, y] + omega_of * (mid_n - u[x, y])
    elif ANY:
        result[x, y] = mid_n
    else:
        result[x, y] = (1.0 - omega_of) * u[x, y] + omega_of * mid_n
    if ANY:
        wp.atomic_add(error, 0, choose(wp.abs(mid_n - u[x, y]), off_sq(mid_n, u[x, y])))


@idiom(names="convolve_strided conv_1d strided_filter", doc="Filter a padded row.")
def strided_conv(values: array("scalar", "i", "signal input x", values=(-1, 1)), taps: array("scalar", "k", "kernel taps weights", values=(-0.5, 0.8)), biases: array("scalar", "i", "bias offsets shift", values=(-0.2, 0.2)), result: array("scalar", "i", "output result filtered", values=(0, 1)), back: array("scalar", "i", "grad_input spread back", values=(0, 0.1))):
    k = size("num_taps kernel_size width", 3, 5)
    i = wp.tid()
    if ANY:
        win_lo = i - len(k) // 2
        sum_n = float(0.0)
        for tap_n in range(len(k)):
            src_at = win_lo + tap_n
            if src_at >= 0 and src_at < len(i):
                sum_n += taps[tap_n] * values[src_at]
    elif ANY:
        sum_n = choose(float(0.0), biases[i])
        for tap_n in range(len(k)):
            src_at = wp.clamp(i + tap_n - len(k) // 2, 0, len(i) - 1)
            sum_n += taps[tap_n] * values[src_at]
    elif ANY:
        sum_n = float(0.0)
        for tap_n in range(len(k)):
            sum_n += taps[tap_n] * values[(i + tap_n) % len(i)]
        title("circular_convolve periodic_filter")
    else:
        sum_n = float(0.0)
        for tap_n in range(wp.min(len(k), i + 1)):
            sum_n += taps[tap_n] * values[i - tap_n]
        title("causal_filter fir_filter")
    if ANY:
        result[i] = sum_n
    elif ANY:
        result[i] = wp.max(sum_n + biases[i], 0.1 * sum_n)
    elif ANY:
        result[i] = wp.tanh(sum_n)
    else:
        wp.atomic_add(back, (i + 1) % len(i), sum_n)
        wp.atomic_add(back, i, choose(0.5 * sum_n, -sum_n))


@idiom(names="look_up_cell read_table fetch_by_cell", doc="Look up the flattened cell of each point.")
def cells_in_row(points: array("vec2", "i", "points positions xy", values=(0.05, 2.95)), cells: array("scalar", "9", "cells grid bins", values=(0.1, 1)), weights: array("scalar", "i", "weights masses amounts", values=(0.2, 1)), inv_cell: param("scalar", "inv_cell inv_dx resolution", values=(0.9, 1)), result: array("scalar", "i", "output result looked_up", values=(0, 1)), sums: array("scalar", "9", "histogram cell_sums counts", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        cell_x0 = int(points[i][0] * inv_cell)
        cell_y0 = int(points[i][1] * inv_cell)
    else:
        cell_x0 = wp.clamp(int(wp.floor(points[i][0] * inv_cell)), 0, 2)
        cell_y0 = wp.clamp(int(wp.floor(points[i][1] * inv_cell)), 0, 2)
    if SAME:
        base = flat_of(cell_x0, cell_y0, 3)
    else:
        base = cell_y0 + 3 * cell_x0
    if ANY:
        result[i] = choose(cells[base], cells[base] * weights[i], cells[base] * (points[i][0] * inv_cell - float(cell_x0)), cells[base] + cells[flat_of(cell_y0, cell_x0, 3)])
    elif ANY:
        wp.atomic_add(sums, base, choose(weights[i], weights[i] * points[i][0], weights[i] * (points[i][1] - float(cell_y0))))
        title("bin_points deposit_in_cells count_by_cell", "Accumulate points in flattened cells.")
    else:
        high_n = wp.min(cell_x0 + 1, 2)
        part_n = points[i][0] * inv_cell - float(cell_x0)
        result[i] = choose((1.0 - part_n) * cells[base] + part_n * cells[flat_of(high_n, cell_y0, 3)], weights[i] * (cells[flat_of(high_n, cell_y0, 3)] - cells[base]))
        title("look_up_linear blend_cells")


@idiom(names="pack_triangle symmetric_pack lower_triangle", doc="Pack the lower triangle of each matrix.")
def packed_triangles(rows: array("scalar", "i 3 3", "matrices mats blocks", values=(-1, 1)), vectors: array("scalar", "i 3", "vectors x v", values=(-1, 1)), packed: array("scalar", "i 6", "packed lower triangles", values=(-1, 1)), result: array("scalar", "i 6", "packed_out lower_out triangles_out", values=(0, 1)), products: array("scalar", "i 3", "products result y", values=(0, 1))):
    i = wp.tid()
    if ANY:
        for r in range(3):
            for c in range(r + 1):
                result[i, triangle_of(r, c)] = choose(rows[i, r, c], 0.5 * (rows[i, r, c] + rows[i, c, r]), rows[i, r, c] * vectors[i, c], vectors[i, r] * vectors[i, c])
    elif ANY:
        for r in range(3):
            sum_n = float(0.0)
            for c in range(r + 1):
                sum_n += packed[i, triangle_of(r, c)] * vectors[i, c]
            products[i, r] = choose(sum_n, sum_n + vectors[i, r], vectors[i, r] - sum_n)
        title("lower_times_vector packed_matvec", "Multiply packed lower triangular matrices by vectors.")
    else:
        for r in range(3):
            sum_n = choose(float(0.0), packed[i, triangle_of(r, r)])
            for c in range(3):
                high_n = wp.max(r, c)
                low_n = wp.min(r, c)
                sum_n += packed[i, triangle_of(high_n, low_n)] * vectors[i, c]
            products[i, r] = sum_n
        title("symmetric_times_vector packed_symv", "Multiply packed symmetric matrices by vectors.")


@idiom(names="head_scores attention_scores multi_head", doc="Compute the attention scores of heads packed in each row.")
def heads_in_row(q: array("scalar", "x d", "queries q_in query", values=(-1, 1)), k: array("scalar", "y d", "keys k_in key", values=(-1, 1)), bias_of: array("scalar", "x y", "bias mask rel_bias", values=(-0.3, 0.3)), dim_of: param("int", "head_dim dim_head", values=(2, 2)), which: param("int", "head head_id", values=(0, 1)), scale_of: param("scalar", "scale temperature inv_sqrt_d", values=(0.3, 0.9)), result: array("scalar", "x y", "scores logits output", values=(0, 1))):
    d = size("model_dim width", 4, 5)
    x, y = wp.tid()
    base = which * dim_of
    sum_n = float(0.0)
    for c in range(dim_of):
        sum_n += choose(q[x, base + c] * k[y, base + c], off_sq(q[x, base + c], k[y, base + c]), wp.abs(q[x, base + c] - k[y, base + c]))
    if ANY:
        sum_n = sum_n * scale_of
    if ANY:
        sum_n += bias_of[x, y]
    if ANY:
        result[x, y] = sum_n
    elif ANY:
        result[x, y] = wp.exp(-wp.abs(sum_n))
    else:
        result[x, y] = wp.tanh(sum_n)


@idiom(names="image_to_rgba pack_pixels blend_channels", doc="Transform the interleaved channels of each pixel.")
def pixel_channels(image: array("scalar", "x y 3", "image rgb pixels colors", values=(0.05, 1)), alpha_of: array("scalar", "x y", "alpha mask opacity", values=(0.1, 1)), back_of: array("scalar", "3", "background bg_color clear_color", values=(0.1, 0.9)), low: param("scalar", "vmin black low", values=(0, 0.05)), high: param("scalar", "vmax white high", values=(0.9, 1.2)), result: array("scalar", "x y 3", "image_out rgb_out pixels_out colors_out", values=(0, 1)), gray: array("scalar", "x y", "gray luminance luma", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        even_v = image[x, y, 0]
        odd_v = image[x, y, 1]
        mid_n = image[x, y, 2]
        if ANY:
            gray[x, y] = choose(0.299 * even_v + 0.587 * odd_v + 0.114 * mid_n, (even_v + odd_v + mid_n) / 3.0, wp.max(even_v, wp.max(odd_v, mid_n)), alpha_of[x, y] * (even_v + odd_v + mid_n))
            title("to_gray luminance_of grayscale")
        elif ANY:
            result[x, y, 0] = even_v * alpha_of[x, y]
            result[x, y, 1] = odd_v * alpha_of[x, y]
            result[x, y, 2] = mid_n * alpha_of[x, y]
            title("premultiply_alpha apply_alpha mask_channels", "Premultiply each channel by the opacity of its pixel.")
        elif ANY:
            result[x, y, 0] = wp.clamp((even_v - low) / (high - low), 0.0, 1.0)
            result[x, y, 1] = wp.clamp((odd_v - low) / (high - low), 0.0, 1.0)
            result[x, y, 2] = wp.clamp((mid_n - low) / (high - low), 0.0, 1.0)
            title("stretch_levels normalize_levels window_image", "Stretch the levels of each channel.")
        elif ANY:
            result[x, y, 0] = 1.0 - even_v
            result[x, y, 1] = 1.0 - odd_v
            result[x, y, 2] = 1.0 - mid_n
            title("invert_image negative invert_channels", "Invert an image.")
        else:
            result[x, y, 0] = mid_n
            result[x, y, 1] = odd_v
            result[x, y, 2] = even_v
            title("rgb_to_bgr swap_channels swap_red_blue", "Swap the first and the last channel.")
    else:
        for c in range(3):
            result[x, y, c] = choose(image[x, y, c] * alpha_of[x, y] + back_of[c] * (1.0 - alpha_of[x, y]), wp.min(wp.max((image[x, y, c] - low) / (high - low), 0.0), 1.0), wp.pow(image[x, y, c], high), image[x, y, 2 - c])
        title("composite_over normalize_channels grade_channels")
