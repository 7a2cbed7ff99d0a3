# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What moves numbers about: voxels, images of several channels, gathers and scatters by index, masks, rings, transposes."""

domain("buffers", entity="item row entry", edge="edge")

words(tid_t="tid t slot lane", src="src idx source_id", dst="dst target slot", near="neighbor acc_n sum_n", vox="c center value", seg="seg group bin_id", lo_at="lo left begin", hi_at="hi right end", acc_b="acc total sum_", dz_at="dz oz dk", dx_at="dx ox di", dy_at="dy oy dj", xs_at="xs xi ii", ys_at="ys yi jj", zs_at="zs zi kk", world="env world b", tap="tap n k")


@idiom(names="diffuse_volume diffuse_voxels smooth_grid_3d heat_step_3d", doc="Take one explicit diffusion step on a voxel grid.")
def voxels(field: array("scalar", "x y z", "field grid volume density phi", values=(0.1, 1)), solid: array("int", "x y z", "solid mask boundary cell_flags", values=(0, 1)), source: array("scalar", "x y z", "source rhs forcing", values=(-0.5, 0.5)), rate_of: param("scalar", "alpha rate nu diffusivity", values=(0.05, 0.3)), result: array("scalar", "x y z", "field_out grid_out volume_out density_out phi_out", values=(0, 1))):
    x, y, z = wp.tid()
    vox = field[x, y, z]
    if ANY:
        if solid[x, y, z] != 0:
            result[x, y, z] = vox
            return
    if ANY:
        near = float(0.0)
        for dx_at in range(-1, 2):
            for dy_at in range(-1, 2):
                for dz_at in range(-1, 2):
                    xs_at = wp.clamp(x + dx_at, 0, len(x) - 1)
                    ys_at = wp.clamp(y + dy_at, 0, len(y) - 1)
                    zs_at = wp.clamp(z + dz_at, 0, len(z) - 1)
                    near += field[xs_at, ys_at, zs_at]
        lap = (near - 27.0 * vox) / 9.0  # the Laplacian of 27 points
        if ANY:
            result[x, y, z] = vox + rate_of * lap
        else:
            result[x, y, z] = vox + rate_of * (lap + source[x, y, z])
    else:
        if ANY:
            near = field[(x + 1) % len(x), y, z] + field[(x + len(x) - 1) % len(x), y, z]
            near = near + field[x, (y + 1) % len(y), z] + field[x, (y + len(y) - 1) % len(y), z]
            near = near + field[x, y, (z + 1) % len(z)] + field[x, y, (z + len(z) - 1) % len(z)]
        elif ANY:
            near = float(0.0)  # nothing outside
            if x > 0:
                near += field[x - 1, y, z]
            if x < len(x) - 1:
                near += field[x + 1, y, z]
            if y > 0:
                near += field[x, y - 1, z]
            if y < len(y) - 1:
                near += field[x, y + 1, z]
            if z > 0:
                near += field[x, y, z - 1]
            if z < len(z) - 1:
                near += field[x, y, z + 1]
        else:
            near = field[wp.max(x - 1, 0), y, z] + field[wp.min(x + 1, len(x) - 1), y, z]
            near += field[x, wp.max(y - 1, 0), z] + field[x, wp.min(y + 1, len(y) - 1), z]
            near += field[x, y, wp.max(z - 1, 0)] + field[x, y, wp.min(z + 1, len(z) - 1)]
        if ANY:
            result[x, y, z] = vox + rate_of * (near - 6.0 * vox)
        elif ANY:
            result[x, y, z] = (near + source[x, y, z]) / 6.0
            title("jacobi_3d relax_volume poisson_sweep", "Apply one Jacobi sweep on a voxel grid.")
        else:
            result[x, y, z] = vox + rate_of * (near - 6.0 * vox + source[x, y, z])


@idiom(names="compute_gradient_3d voxel_gradient central_differences volume_gradient", doc="Compute central differences of a volume.")
def voxel_gradients(field: array("scalar", "x y z", "field sdf volume phi pressure", values=(0.1, 1)), spacing: param("scalar", "dx cell_size voxel_size h", values=(0.2, 0.8)), mobility: array("scalar", "x y z", "mobility weights coeff", values=(0.2, 1)), slopes: array("vec3", "x y z", "gradients grad normals_out velocity", values=(-1, 1)), sizes_out: array("scalar", "x y z", "magnitude norm_out speed", values=(0, 1))):
    x, y, z = wp.tid()
    if x == 0 or y == 0 or z == 0:
        return
    if x == len(x) - 1 or y == len(y) - 1 or z == len(z) - 1:
        return
    if ANY:
        gx = (field[x + 1, y, z] - field[x - 1, y, z]) / (2.0 * spacing)
        gy = (field[x, y + 1, z] - field[x, y - 1, z]) / (2.0 * spacing)
        gz = (field[x, y, z + 1] - field[x, y, z - 1]) / (2.0 * spacing)
    else:
        gx = (field[x, y, z] - field[x - 1, y, z]) / spacing
        gy = (field[x, y, z] - field[x, y - 1, z]) / spacing
        gz = (field[x, y, z] - field[x, y, z - 1]) / spacing
        title("backward_differences upwind_gradient", "Compute backward differences of a volume.")
    if ANY:
        slopes[x, y, z] = wp.vec3(gx, gy, gz)
    elif ANY:
        slopes[x, y, z] = -mobility[x, y, z] * wp.vec3(gx, gy, gz)
        title("darcy_flux diffusive_flux", "Compute the diffusive flux of a volume.")
    else:
        sizes_out[x, y, z] = wp.sqrt(gx * gx + gy * gy + gz * gz + 0.0001)
        title("gradient_magnitude edge_strength_3d", "Compute the gradient magnitude of a volume.")


@idiom(names="normalize_images apply_batch_norm scale_channels adjust_images", doc="Scale and shift the channels of an image.")
def channels(images: array("scalar", "ch x y", "channels image planes x_in", values=(0.1, 1)), means: array("scalar", "ch", "mean means channel_mean", values=(0.2, 0.6)), spreads: array("scalar", "ch", "variance var channel_var", values=(0.2, 1)), gains: array("scalar", "ch", "gamma gains weight", values=(0.5, 1.5)), shifts: array("scalar", "ch", "beta bias shift", values=(-0.3, 0.3)), eps_of: param("scalar", "eps epsilon", values=(0.001, 0.01)), result: array("scalar", "ch x y", "channels_out image_out planes_out x_out", values=(0, 1)), turned: array("scalar", "ch y x", "transposed channels_t image_t", values=(0, 1)), sums: array("scalar", "ch", "sums channel_sums", values=(0, 0.1))):
    ch, x, y = wp.tid()
    if ANY:
        value = images[ch, x, y]
    elif ANY:
        value = images[ch, x, len(y) - 1 - y]
        title("flip_and_scale mirror_and_scale", "Flip the channels of an image horizontally and scale them.")
    else:
        value = 0.5 * (images[ch, x, y] + images[ch, wp.min(x + 1, len(x) - 1), y])
        title("average_rows smooth_rows", "Average each row of the channels with the next.")
    if ANY:
        value = (value - means[ch]) / wp.sqrt(spreads[ch] + eps_of)
    elif ANY:
        value = (value - means[ch]) * gains[ch]
    if ANY:
        value = gains[ch] * value + shifts[ch]
    elif ANY:
        value = value + shifts[ch]
        value = wp.max(value, 0.1 * value)
    if ANY:
        result[ch, x, y] = value
    elif ANY:
        turned[ch, y, x] = value
        title("transpose_images to_column_major", "Normalize and transpose the channels of an image.")
    else:
        wp.atomic_add(sums, ch, value / float(len(x) * len(y)))
        title("pool_channels global_average channel_means", "Average each channel.")


@idiom(names="gather_rows index_select embed_tokens lookup_rows", doc="Gather rows of a table by index.")
def gather(table: array("scalar", "i y", "table features weights source", values=(-1, 1)), ids: array("int", "i", "indices ids index token_ids", kind=index("i")), valid: array("int", "i", "valid mask active", values=(0, 1)), scales: array("scalar", "y", "scale column_scale gains", values=(0.5, 1.5)), fill: param("scalar", "fill_value padding default_value", values=(-0.2, 0.2)), result: array("scalar", "i y", "output result gathered", values=(0, 1)), back: array("scalar", "i y", "grad_table accumulated sums", values=(0, 0.1))):
    i, y = wp.tid()
    src = ids[i]
    if ANY:
        if valid[i] == 0:
            result[i, y] = fill * scales[y]
            return
        value = choose(scales[y] * table[src, y], table[src, y] + scales[y], wp.max(table[src, y], 0.1 * table[src, y]) * scales[y])
        result[i, y] = value + fill
    elif ANY:
        if valid[i] != 0:
            wp.atomic_add(back, src, y, scales[y] * (table[i, y] - fill))
        title("scatter_add_rows index_add scatter_rows", "Scatter-add rows by index.")
    elif ANY:
        last = wp.max(src - 1, 0)
        result[i, y] = table[src, y] - scales[y] * table[last, y]
        title("row_differences delta_rows", "Gather rows by index and subtract the previous ones.")
    else:
        other = ids[(i + 1) % len(i)]
        result[i, y] = scales[y] * (table[src, y] + table[other, y])
        title("pair_rows merge_rows", "Gather rows by index and combine each with the next.")


@idiom(names="segment_sum reduce_by_key scatter_values accumulate_groups", doc="Sum values by group.")
def segments(values: array("scalar", "i", "values data x", values=(-1, 1)), weights: array("scalar", "i", "weights w counts", values=(0.2, 1)), keys: array("int", "i", "segment_ids keys group_ids batch", kind=index("g")), order: array("int", "i", "order permutation sorted_ids", kind=permutation("i")), width: param("int", "stride group_size width", values=(2, 4)), sums: array("scalar", "g", "sums group_sums out", values=(0, 0.1)), totals: array("scalar", "g", "weight_sums totals norm", values=(0, 0.1)), rows_out: array("scalar", "i", "row_sums block_sums", values=(0, 0.1)), middle: param("scalar", "center mean shift", values=(-0.3, 0.3))):
    g = size("num_groups num_segments", 2, 4)
    i = wp.tid()
    src = order[i]
    if ANY:
        seg = keys[src]
        value = choose((values[src] - middle) * (values[src] - middle), wp.exp(values[src] - middle), wp.abs(values[src] - middle))
        wp.atomic_add(sums, seg, weights[src] * value)
        if ANY:
            wp.atomic_add(totals, seg, weights[src])
    elif ANY:
        seg = src % len(g)
        wp.atomic_add(sums, seg, weights[i] * wp.abs(values[src] - middle))
        title("interleaved_sums strided_sums round_robin", "Sum values over groups in a round robin.")
    else:
        row = src // width
        wp.atomic_add(rows_out, row, weights[src] * (values[i] - middle))
        title("block_sums pool_blocks reduce_blocks", "Sum blocks of values.")


@idiom(names="unflatten_grid unpack_rows expand_blocks view_rows", doc="Gather from a table by flattened index.")
def flattened(table: array("scalar", "i k", "table matrix grid data", values=(-1, 1)), rows_w: array("scalar", "i", "row_scale row_weights", values=(0.5, 1.5)), cols_w: array("scalar", "k", "col_scale col_weights", values=(0.5, 1.5)), width: param("int", "num_cols width row_length", values=(2, 4)), start: param("int", "offset start shift", values=(0, 3)), result: array("scalar", "i", "flat result packed", values=(0, 1)), total_of: array("scalar", "k", "col_sums column_totals", values=(0, 0.1))):
    k = size("stride pitch row_stride", 4, 6)
    i = wp.tid()
    if ANY:
        row = i // width
        col = i - row * width
    elif ANY:
        row = i // width
        col = i % width
    else:
        col = (i + start) % width
        row = (i + len(i) - start) // width % len(i)
        title("rolled_rows shift_blocks", "Gather from a table by a shifted index.")
    value = table[row, col]
    if ANY:
        value = value * rows_w[row]
    elif ANY:
        value = rows_w[row] * (value - table[row, 0] * cols_w[col])
    if ANY:
        result[i] = value * cols_w[col]
    elif ANY:
        wp.atomic_add(total_of, col, value * cols_w[col])
        title("column_sums sum_columns", "Sum the columns of a table.")
    else:
        result[i] = value + cols_w[col]


@idiom(names="clamp_state limit_joints write_state", doc="Keep the state of each world within its limits.")
def resets(done: array("int", "w", "reset_mask done dones", values=(0, 1)), q: array("scalar", "w i", "joint_q q positions", values=(-1, 1)), qd: array("scalar", "w i", "joint_qd qd velocities", values=(-1, 1)), rest: array("scalar", "i", "default_q rest_q initial_q", values=(-0.5, 0.5)), low: array("scalar", "i", "lower_limits joint_lower", values=(-0.9, -0.6)), high: array("scalar", "i", "upper_limits joint_upper", values=(0.6, 0.9)), targets: array("scalar", "w i", "targets actions commands", values=(-1, 1)), blend: param("scalar", "blend alpha smoothing", values=(0.1, 0.6)), scale_of: param("scalar", "action_scale scale", values=(0.3, 0.9)), steps_in: array("int", "w", "episode_length step_count", values=(0, 9)), limit_of: param("int", "max_steps horizon", values=(4, 6)), q_out: array("scalar", "w i", "joint_q_out q_out positions_out", values=(-1, 1)), qd_out: array("scalar", "w i", "joint_qd_out qd_out velocities_out", values=(-1, 1)), targets_out: array("scalar", "w i", "targets_out actions_out commands_out", values=(-1, 1)), penalty: array("scalar", "w", "penalty cost reward", values=(0, 0.1))):
    w, i = wp.tid()
    aim = rest[i] + scale_of * targets[w, i]
    if ANY:
        if done[w] != 0:
            q_out[w, i] = rest[i]
            qd_out[w, i] = 0.0
            return
        title("reset_worlds reset_state restart_envs", "Reset the worlds that are done.")
    elif ANY:
        if steps_in[w] >= limit_of or done[w] == 1:
            q_out[w, i] = rest[i]
            qd_out[w, i] = 0.0
            return
        title("reset_worlds reset_state write_initial_state", "Reset the worlds that are done or timed out.")
    if ANY:
        q_out[w, i] = wp.clamp(q[w, i], low[i], high[i])
    elif ANY:
        q_out[w, i] = (1.0 - blend) * q[w, i] + blend * aim
        title("filter_state smooth_targets blend_state", "Move the state of each world towards its targets, or reset it.")
    else:
        q_out[w, i] = q[w, i]
    if ANY:
        qd_out[w, i] = qd[w, i]
    elif ANY:
        qd_out[w, i] = blend * qd[w, i]
    if ANY:
        targets_out[w, i] = wp.clamp(aim, low[i], high[i])
    elif ANY:
        targets_out[w, i] = low[i] + 0.5 * (aim + 1.0) * (high[i] - low[i])
    if ANY:
        wp.atomic_add(penalty, w, blend * qd[w, i] * qd[w, i] + q[w, i] * q[w, i])


@idiom(names="push_history append_frame ring_buffer_push update_history", doc="Write a frame into a ring buffer and read a delayed one.")
def rings(frames: array("scalar", "i k", "history buffer ring", values=(-1, 1)), now: array("scalar", "i", "values current latest", values=(-1, 1)), head: param("int", "head cursor step", values=(0, 6)), delay: param("int", "delay lag latency", values=(1, 3)), decay: param("scalar", "decay forget gamma", values=(0.3, 0.9)), result: array("scalar", "i", "delayed outputs result", values=(0, 1)), frames_out: array("scalar", "i k", "history_out buffer_out ring_out", values=(0, 1))):
    k = size("length capacity num_frames", 4, 6)
    i = wp.tid()
    slot_now = head % len(k)
    slot_then = (head + len(k) - delay) % len(k)
    if ANY:
        result[i] = frames[i, slot_then] + decay * now[i]
    elif ANY:
        acc_b = now[i]
        for n in range(delay):
            acc_b = decay * acc_b + frames[i, (head + len(k) - n) % len(k)]
        result[i] = acc_b
        title("filter_history decayed_history", "Compute a decaying sum over the last frames of a ring buffer.")
    else:
        result[i] = (now[i] - frames[i, slot_then]) / float(delay)
        title("finite_difference rate_from_history", "Compute the rate of change since a previous frame.")
    if ANY:
        frames_out[i, slot_now] = now[i]


@idiom(names="sample_volume trilinear_lookup interpolate_grid read_voxels", doc="Sample a volume at points by trilinear interpolation.")
def trilinear(points: array("vec3", "i", "points positions query", values=(0.1, 2.9)), volume: array("scalar", "gx gy gz", "volume grid field sdf", values=(0.1, 1)), scale_of: array("scalar", "i", "scale weights density", values=(0.5, 1.5)), result: array("scalar", "i", "samples values_out result", values=(0, 1)), back: array("scalar", "gx gy gz", "grid_out splat volume_out", values=(0, 0.1))):
    gx = size("nx size_x width", 4, 5)
    gy = size("ny size_y height", 4, 5)
    gz = size("nz size_z depth", 4, 5)
    i = wp.tid()
    p = points[i]
    ix = int(wp.floor(p[0]))
    iy = int(wp.floor(p[1]))
    iz = int(wp.floor(p[2]))
    fx = p[0] - float(ix)
    fy = p[1] - float(iy)
    fz = p[2] - float(iz)
    if ANY:
        v00 = volume[ix, iy, iz] * (1.0 - fx) + volume[ix + 1, iy, iz] * fx
        v10 = volume[ix, iy + 1, iz] * (1.0 - fx) + volume[ix + 1, iy + 1, iz] * fx
        v01 = volume[ix, iy, iz + 1] * (1.0 - fx) + volume[ix + 1, iy, iz + 1] * fx
        v11 = volume[ix, iy + 1, iz + 1] * (1.0 - fx) + volume[ix + 1, iy + 1, iz + 1] * fx
        value = (v00 * (1.0 - fy) + v10 * fy) * (1.0 - fz) + (v01 * (1.0 - fy) + v11 * fy) * fz
        if ANY:
            result[i] = value
        else:
            result[i] = scale_of[i] * wp.max(value - 0.3, 0.0)
    elif ANY:
        acc_b = float(0.0)
        for dx_at in range(2):
            for dy_at in range(2):
                for dz_at in range(2):
                    wx = wp.where(dx_at == 0, 1.0 - fx, fx)
                    wy = wp.where(dy_at == 0, 1.0 - fy, fy)
                    wz = wp.where(dz_at == 0, 1.0 - fz, fz)
                    acc_b += wx * wy * wz * volume[ix + dx_at, iy + dy_at, iz + dz_at]
        result[i] = scale_of[i] * acc_b
    else:
        for dx_at in range(2):
            for dy_at in range(2):
                for dz_at in range(2):
                    wx = wp.where(dx_at == 0, 1.0 - fx, fx)
                    wy = wp.where(dy_at == 0, 1.0 - fy, fy)
                    wz = wp.where(dz_at == 0, 1.0 - fz, fz)
                    wp.atomic_add(back, ix + dx_at, iy + dy_at, iz + dz_at, scale_of[i] * wx * wy * wz)
        title("splat_points deposit_mass scatter_to_grid", "Splat the weight of each point to the voxels around it.")


@idiom(names="pass_messages aggregate_edges gather_messages edge_update", doc="Pass messages along the edges of a graph.")
def messages(senders: array("int", "e", "senders src edge_src rows", kind=index("n")), receivers: array("int", "e", "receivers dst edge_dst cols", kind=index("n")), features: array("scalar", "n y", "features x node_feat h", values=(-1, 1)), strengths: array("scalar", "e", "edge_weights weights attn", values=(0.2, 1)), norms_of: array("scalar", "n", "degree_inv norm scale", values=(0.3, 1)), result: array("scalar", "n y", "aggregated out messages", values=(0, 0.1)), on_edges: array("scalar", "e y", "edge_out edge_feat", values=(0, 1))):
    n = size("num_nodes nodes", 4, 7)
    e, y = wp.tid()
    src = senders[e]
    dst = receivers[e]
    if ANY:
        m = strengths[e] * features[src, y]
    elif ANY:
        m = strengths[e] * (features[src, y] - features[dst, y])
        title("edge_differences graph_laplacian diffuse_on_graph", "Pass differences along the edges of a graph.")
    elif ANY:
        m = norms_of[src] * norms_of[dst] * features[src, y]
        title("gcn_aggregate normalized_messages", "Pass features along edges, normalized by the degrees of their ends.")
    else:
        m = strengths[e] * wp.max(features[src, y] + features[dst, y], 0.2 * features[src, y])
    if ANY:
        wp.atomic_add(result, dst, y, m)
    elif ANY:
        on_edges[e, y] = m
    else:
        wp.atomic_add(result, dst, y, m)
        wp.atomic_sub(result, src, y, m)


@idiom(goals="X+Y+Z=point", domains="mechanics fluids thermo robotics graphics learning biology finance statistics electromagnetics waves swell optics earth orbits stars ecology pharmacology neurons multibody", names="update_active_{i}s evaluate_selected compute_{X}_of_active", doc="Compute {X}, {Y} and {Z} of the listed {i}s.")
def selected(chosen_ids: array("int", "t", "active_ids selected indices work_list", kind=permutation("t")), enabled: array("int", "t", "enabled mask alive", values=(0, 1))):
    t = wp.tid()
    if ANY:
        if enabled[t] == 0:
            return
    i = chosen_ids[t]
    out(X)[i] = X
    out(Y)[i] = Y
    if ANY:
        out(Z)[i] = Z
    else:
        if extensive(Z):
            wp.atomic_add(out(Z), 0, Z)
        else:
            wp.atomic_add(out(Z), 0, Z / float(len(i)))


@idiom(goals="X+Y+Z+W+V=point", domains="mechanics electromagnetics finance waves swell optics earth orbits multibody statistics graphics", names="update_{i}s evaluate_all fill_{i}_state", doc="Compute {X}, {Y}, {Z}, {W} and {V} of each {i}.")
def map_five():
    i = wp.tid()
    if ANY("kept"):
        guard(i)
        out(X)[i] = X
    else:
        if extensive(V):
            guard(i)
        out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    out(W)[i] = W
    if ANY("kept"):
        out(V)[i] = V
    else:
        if extensive(V):
            wp.atomic_add(out(V), 0, V)
            title("update_all_{i}s evaluate_{i}s_total_{V}", "Compute {X}, {Y}, {Z} and {W} of each {i}, and sum the {V} over all {i}s.")
        else:
            wp.atomic_add(out(V), 0, V / float(len(i)))
            title("update_all_{i}s evaluate_{i}s_mean_{V}", "Compute {X}, {Y}, {Z} and {W} of each {i}, and average the {V} over all {i}s.")


@idiom(goals="X+Y+Z+W+V+U=point", domains="mechanics electromagnetics finance waves swell optics earth orbits multibody statistics", names="evaluate_{w}s fill_{w}_buffers update_all_{i}s", doc="Compute {X}, {Y}, {Z} and three further quantities of each {i} of each {w}.")
def batch_six():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z
    out(W)[w, i] = W
    out(V)[w, i] = V
    out(U)[w, i] = U


@idiom(goals="X+Y+Z+W+V+U+S+T=point", domains="mechanics electromagnetics finance waves swell optics earth multibody", names="update_all_{i}s evaluate_{i}s fill_{i}_table", doc="Compute {X}, {Y}, {Z} and five further quantities of each {i}.")
def map_eight():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    out(W)[i] = W
    out(V)[i] = V
    out(U)[i] = U
    out(S)[i] = S
    out(T)[i] = T


@idiom(goals="X+Y+Z+W+V+U+S+T+Q+P=point", domains="electromagnetics finance waves swell earth multibody", names="fill_{w}_table evaluate_all_{w}s update_{w}_{i}s", doc="Compute {X}, {Y}, {Z} and seven further quantities of each {i} of each {w}.")
def batch_ten():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z
    out(W)[w, i] = W
    out(V)[w, i] = V
    out(U)[w, i] = U
    out(S)[w, i] = S
    out(T)[w, i] = T
    out(Q)[w, i] = Q
    out(P)[w, i] = P
