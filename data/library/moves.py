# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is moved, and little else: rows put side by side and taken apart, components, masks, elements by their place, sums of
vectors of unknowns, values that functions find in arrays."""

domain("moves", entity="row item entry", edge="edge", group="row")

words(stat_n="row_stat ref center", from_n="src source_id idx", to_n="dst target_id slot", ia_n="a start head i0", ib_n="b end tail i1", value_n="value v x_i", weight_n="w weight factor", world_n="b env batch", dof_n="d dof k", col_n="c j lane", row_n="r row line",
      acc_n="acc total sum_", first_n="lo begin first", point_n="p point pos", one_n="x0 a0 va", two_n="x1 b0 vb", norm_n="norm length_ size", near_n="nearest best closest", bin_n="bin_id cell slot_id", found_n="score s found", pull_n="pull d delta")


@helper(names="row_dot dot_rows inner_product")
def dot_of_rows(a: array("scalar", "i k"), i: param("int"), b: array("scalar", "j k"), j: param("int"), n: param("int")):
    total = float(0.0)
    for c in range(n):
        total += a[i, c] * b[j, c]
    return total


@helper(names="row_distance squared_distance dist_sq")
def apart_of_rows(a: array("scalar", "i k"), i: param("int"), b: array("scalar", "j k"), j: param("int"), n: param("int")):
    total = float(0.0)
    for c in range(n):
        diff = a[i, c] - b[j, c]
        total += diff * diff
    return total


@helper(names="row_max largest_of_row max_in_row")
def most_of_row(a: array("scalar", "i k"), i: param("int"), n: param("int")):
    best = a[i, 0]
    for c in range(1, n):
        best = wp.max(best, a[i, c])
    return best


@helper(names="row_mean mean_of_row average_row")
def mean_of_row(a: array("scalar", "i k"), i: param("int"), n: param("int")):
    total = float(0.0)
    for c in range(n):
        total += a[i, c]
    return total / float(n)


@helper(names="load_vec3 read_point fetch_vec3")
def vec_of_row(x: array("scalar", "i 3"), i: param("int")):
    return wp.vec3(x[i, 0], x[i, 1], x[i, 2])


@helper(names="edge_vector segment_between difference_of")
def vec_between(x: array("vec3", "n"), a: param("int"), b: param("int")):
    return x[b] - x[a]


@helper(names="wrap_index periodic_index wrapped")
def wrapped_n(i: param("int"), n: param("int")):
    return (i + n) % n


@helper(names="read_or_zero safe_load value_at")
def read_inside(x: array("scalar", "i"), i: param("int"), n: param("int")):
    if i < 0 or i >= n:
        return 0.0
    return x[i]


@idiom(names="pack_state join_rows concat_state assemble_state", doc="Concatenate two tables row by row.")
def joined_rows(q: array("scalar", "i n", "joint_q q positions left", values=(-1, 1)), qd: array("scalar", "i n", "joint_qd qd velocities right", values=(-1, 1)), rest: array("scalar", "n", "default_q offsets mean", values=(-0.4, 0.4)), order: array("int", "n", "order dof_ids columns", kind=permutation("n")), scale_of: param("scalar", "scale vel_scale gain", values=(0.2, 0.8)), result: array("scalar", "i 2*n", "states obs packed result", values=(-1, 1))):
    n = size("num_dofs dof_count width", 3, 5)
    i = wp.tid()
    if ANY:
        for dof_n in range(len(n)):
            if ANY("order"):
                result[i, dof_n] = choose(q[i, dof_n], q[i, dof_n] - rest[dof_n], scale_of * q[i, dof_n])
            else:
                result[i, dof_n] = q[i, order[dof_n]]
        for col_n in range(len(n)):
            if ANY("order"):
                result[i, len(n) + col_n] = choose(qd[i, col_n], scale_of * qd[i, col_n])
            else:
                result[i, len(n) + col_n] = qd[i, order[col_n]]
    elif ANY:
        for dof_n in range(len(n)):
            if ANY("order"):
                result[i, dof_n] = choose(q[i, dof_n], q[i, dof_n] - rest[dof_n], scale_of * q[i, dof_n])
                result[i, len(n) + dof_n] = choose(qd[i, dof_n], scale_of * qd[i, dof_n])
            else:
                result[i, dof_n] = q[i, order[dof_n]]
                result[i, len(n) + dof_n] = qd[i, order[dof_n]]
    else:
        for dof_n in range(len(n)):
            if ANY("order"):
                result[i, 2 * dof_n] = choose(q[i, dof_n], q[i, dof_n] - rest[dof_n], scale_of * q[i, dof_n])
                result[i, 2 * dof_n + 1] = choose(qd[i, dof_n], scale_of * qd[i, dof_n])
            else:
                result[i, 2 * dof_n] = q[i, order[dof_n]]
                result[i, 2 * dof_n + 1] = qd[i, order[dof_n]]
        title("interleave_rows zip_rows interleave_state", "Interleave two tables row by row.")


@idiom(names="unpack_state split_rows assign_state read_state", doc="Split each row into two arrays.")
def split_rows(states: array("scalar", "i 2*n", "states packed x_in", values=(-1, 1)), rest: array("scalar", "n", "default_q offsets mean", values=(-0.4, 0.4)), order: array("int", "n", "order dof_ids columns", kind=permutation("n")), scale_of: param("scalar", "scale action_scale gain", values=(0.2, 0.8)), q_out: array("scalar", "i n", "joint_q q_out positions", values=(-1, 1)), qd_out: array("scalar", "i n", "joint_qd qd_out velocities", values=(-1, 1))):
    n = size("num_dofs dof_count width", 3, 5)
    i = wp.tid()
    if ANY:
        for dof_n in range(len(n)):
            if ANY("order"):
                q_out[i, dof_n] = choose(states[i, dof_n], states[i, dof_n] + rest[dof_n], scale_of * states[i, dof_n])
            else:
                q_out[i, order[dof_n]] = choose(states[i, dof_n], states[i, dof_n] + rest[dof_n], scale_of * states[i, dof_n])
        for col_n in range(len(n)):
            if ANY("order"):
                qd_out[i, col_n] = choose(states[i, len(n) + col_n], scale_of * states[i, len(n) + col_n])
            else:
                qd_out[i, order[col_n]] = choose(states[i, len(n) + col_n], scale_of * states[i, len(n) + col_n])
    elif ANY:
        for dof_n in range(len(n)):
            if ANY("order"):
                q_out[i, dof_n] = choose(states[i, dof_n], states[i, dof_n] + rest[dof_n], scale_of * states[i, dof_n])
                qd_out[i, dof_n] = choose(states[i, len(n) + dof_n], scale_of * states[i, len(n) + dof_n])
            else:
                q_out[i, order[dof_n]] = choose(states[i, dof_n], states[i, dof_n] + rest[dof_n], scale_of * states[i, dof_n])
                qd_out[i, order[dof_n]] = choose(states[i, len(n) + dof_n], scale_of * states[i, len(n) + dof_n])
    else:
        for dof_n in range(len(n)):
            if ANY("order"):
                q_out[i, dof_n] = choose(states[i, 2 * dof_n], states[i, 2 * dof_n] + rest[dof_n], scale_of * states[i, 2 * dof_n])
                qd_out[i, dof_n] = choose(states[i, 2 * dof_n + 1], scale_of * states[i, 2 * dof_n + 1])
            else:
                q_out[i, order[dof_n]] = choose(states[i, 2 * dof_n], states[i, 2 * dof_n] + rest[dof_n], scale_of * states[i, 2 * dof_n])
                qd_out[i, order[dof_n]] = choose(states[i, 2 * dof_n + 1], scale_of * states[i, 2 * dof_n + 1])
        title("deinterleave_rows unzip_rows", "De-interleave each row into two arrays.")


@idiom(names="gather_columns take_rows select_entries reorder_table", doc="Permute the entries of a table by index.")
def moved_entries(x: array("scalar", "w i", "x values source data", values=(-1, 1)), ids: array("int", "i", "ids indices order", kind=permutation("i")), rows_of: array("int", "w", "row_ids env_ids rows", kind=permutation("w")), weights: array("scalar", "i", "weights gains scale", values=(0.3, 1.2)), keep: array("int", "w i", "mask keep valid", values=(0, 1)), fill: param("scalar", "fill_value default_value padding", values=(-0.3, 0.3)), turned: array("scalar", "i w", "transposed x_t columns", values=(-1, 1)), result: array("scalar", "w i", "result output y", values=(-1, 1))):
    w, i = wp.tid()
    if ANY:
        if ANY:
            value_n = choose(x[w, ids[i]], x[rows_of[w], i], x[rows_of[w], ids[i]])
        elif ANY:
            value_n = x[w, len(i) - 1 - i]
            title("reverse_rows flip_columns mirror_table", "Reverse each row of a table.")
        elif ANY:
            value_n = choose(x[w, i] * weights[i], x[w, ids[i]] * weights[i])
            title("scale_columns weigh_columns apply_column_weights", "Scale the columns of a table.")
        else:
            value_n = choose(x[w, i] - x[w, 0], x[w, i] - x[0, i])
            title("subtract_first relative_to_first offsets_from_first", "Subtract the first entry along one axis of a table.")
        result[w, i] = value_n
    elif ANY:
        value_n = choose(x[w, i], x[w, ids[i]], x[rows_of[w], i], x[rows_of[w], ids[i]])
        if ANY:
            turned[i, w] = value_n
            title("transpose_table to_columns swap_axes", "Transpose a table.")
        elif ANY:
            result[w, i] = wp.where(keep[w, i] != 0, value_n, fill)
            title("masked_copy fill_missing where_valid", "Copy valid entries and fill the rest.")
        else:
            if keep[w, i] != 0:
                result[w, i] = value_n
            else:
                result[w, i] = fill
            title("masked_copy fill_missing where_valid", "Copy valid entries and fill the rest.")
    elif ANY:
        if keep[w, i] != 0:
            result[w, i] = choose(x[w, i], x[w, ids[i]])
        title("update_valid copy_where assign_masked", "Overwrite valid entries.")
    elif ANY:
        if keep[w, i] != 0:
            result[w, i] = result[w, i] + choose(x[w, i], x[w, ids[i]], x[w, i] * weights[i])
        title("add_where masked_add accumulate_valid", "Add to valid entries.")
    else:
        to_n = choose(ids[i], (i + 1) % len(i), len(i) - 1 - i)
        if ANY:
            result[w, to_n] = choose(x[w, i], x[w, i] * weights[i], x[w, i] + weights[to_n], x[rows_of[w], i])
        elif ANY:
            turned[to_n, w] = choose(x[w, i], x[w, i] * weights[i])
        else:
            wp.atomic_add(result, w, to_n, choose(x[w, i], x[w, i] * weights[i], x[rows_of[w], i]))
        title("scatter_columns place_entries scatter_table", "Scatter the entries of a table by index.")


@idiom(names="edge_differences span_vectors relative_positions edge_attributes", doc="Compute a vector of each {e} from the positions of its ends.")
def of_ends(pairs: array("int", "e 2", "edges pairs edge_index links", kind=ends("n")), x: array("vec3", "n", "points positions nodes", values=(-1, 1)), u: array("scalar", "n", "values field potential", values=(-1, 1)), weights: array("scalar", "e", "weights lengths conductance", values=(0.3, 1.2)), spans: array("vec3", "e", "edge_vec spans directions", values=(-1, 1)), result: array("scalar", "e", "edge_values result edge_attr", values=(-1, 1)), sums: array("scalar", "n", "node_sums degree accumulated", values=(0, 0.1)), pulls: array("vec3", "n", "node_vec forces laplacian", values=(0, 0.1))):
    n = size("num_nodes num_points", 5, 8)
    e = wp.tid()
    ia_n = pairs[e, 0]
    ib_n = pairs[e, 1]
    if ANY:
        spans[e] = choose(x[ib_n] - x[ia_n], vec_between(x, ia_n, ib_n), wp.normalize(x[ib_n] - x[ia_n]), 0.5 * (x[ia_n] + x[ib_n]), weights[e] * vec_between(x, ia_n, ib_n), wp.cross(x[ia_n], x[ib_n]), wp.min(x[ia_n], x[ib_n]))
    elif ANY:
        result[e] = choose(u[ib_n] - u[ia_n], 0.5 * (u[ia_n] + u[ib_n]), weights[e] * (u[ib_n] - u[ia_n]), wp.length(vec_between(x, ia_n, ib_n)), wp.max(u[ia_n], u[ib_n]), u[ia_n] * u[ib_n], wp.dot(x[ia_n], x[ib_n]), (u[ib_n] - u[ia_n]) / wp.length(vec_between(x, ia_n, ib_n)))
        title("edge_values edge_slopes values_of_edges", "Compute a value of each {e} from its ends.")
    elif ANY:
        if ANY:
            value_n = choose(weights[e], wp.length(vec_between(x, ia_n, ib_n)), wp.abs(u[ib_n] - u[ia_n]))
            wp.atomic_add(sums, ia_n, value_n)
            wp.atomic_add(sums, ib_n, value_n)
            title("degree_of_nodes accumulate_edges", "Sum over the edges of each node.")
        elif ANY:
            value_n = choose(u[ib_n] - u[ia_n], weights[e] * (u[ib_n] - u[ia_n]))
            wp.atomic_add(sums, ia_n, value_n)
            wp.atomic_sub(sums, ib_n, value_n)
            title("exchange_over_edges graph_laplacian", "Sum the edge fluxes of each node.")
        else:
            wp.atomic_add(sums, ia_n, choose(u[ib_n], weights[e], weights[e] * u[ib_n]))
            title("sum_over_edges out_degree gather_neighbors", "Sum over the edges that begin at each node.")
    else:
        pull_n = choose(vec_between(x, ia_n, ib_n), weights[e] * vec_between(x, ia_n, ib_n), wp.normalize(vec_between(x, ia_n, ib_n)))
        wp.atomic_add(pulls, ia_n, pull_n)
        if ANY:
            wp.atomic_sub(pulls, ib_n, pull_n)
        title("pull_ends node_laplacian gather_from_ends", "Sum over the neighbors of each node.")


@idiom(names="to_vectors load_points points_from_rows unflatten_points", doc="Convert the rows of a table to vectors.")
def vectors_of_rows(rows_in: array("scalar", "i 3", "coords table xyz", values=(-1, 1)), planes: array("scalar", "3 i", "components channels soa", values=(-1, 1)), xs_in: array("scalar", "i", "xs x_in px", values=(-1, 1)), ys_in: array("scalar", "i", "ys y_in py", values=(-1, 1)), zs_in: array("scalar", "i", "zs z_in pz", values=(-1, 1)), points: array("vec3", "i", "points positions vectors", values=(-1, 1)), middle: param("vec3", "center origin offset", values=(-0.3, 0.3)), scale_of: param("scalar", "scale unit factor", values=(0.4, 1.5)), ids: array("int", "i", "ids indices order", kind=permutation("i")), points_out: array("vec3", "i", "points_out positions_out vectors_out", values=(-1, 1)), flats: array("vec2", "i", "uv planar xy", values=(-1, 1)), rows_out: array("scalar", "i 3", "coords_out table_out xyz_out", values=(-1, 1)), planes_out: array("scalar", "3 i", "components_out channels_out soa_out", values=(-1, 1))):
    i = wp.tid()
    from_n = choose(i, ids[i])
    if ANY:
        if ANY:
            point_n = wp.vec3(rows_in[from_n, 0], rows_in[from_n, 1], rows_in[from_n, 2])
        elif ANY:
            point_n = wp.vec3(planes[0, from_n], planes[1, from_n], planes[2, from_n])
        elif ANY:
            point_n = wp.vec3(xs_in[from_n], ys_in[from_n], zs_in[from_n])
        elif ANY:
            point_n = vec_of_row(rows_in, from_n)
        elif ANY:
            point_n = wp.vec3(rows_in[from_n, 0], rows_in[from_n, 2], -rows_in[from_n, 1])
            title("to_z_up swap_axes change_up_axis", "Convert the rows of a table to vectors with permuted axes.")
        else:
            point_n = wp.vec3(xs_in[from_n], ys_in[from_n], 0.0)
            title("lift_points to_3d embed_plane", "Lift points of a plane into space.")
        points_out[i] = choose(point_n, point_n - middle, scale_of * point_n, scale_of * (point_n - middle), wp.normalize(point_n))
    elif ANY:
        point_n = choose(points[from_n], points[from_n] - middle, scale_of * points[from_n])
        if ANY:
            rows_out[i, 0] = point_n[0]
            rows_out[i, 1] = point_n[1]
            rows_out[i, 2] = point_n[2]
        elif ANY:
            planes_out[0, i] = point_n[0]
            planes_out[1, i] = point_n[1]
            planes_out[2, i] = point_n[2]
        elif ANY:
            for col_n in range(3):
                rows_out[i, col_n] = point_n[col_n]
        else:
            for col_n in range(3):
                planes_out[col_n, i] = point_n[col_n]
        title("to_rows store_points points_to_table flatten_points", "Flatten vectors into the rows of a table.")
    else:
        point_n = choose(points[from_n], points[from_n] - middle, vec_of_row(rows_in, from_n))
        flats[i] = choose(wp.vec2(point_n[0], point_n[1]), wp.vec2(point_n[0], point_n[2]), wp.vec2(point_n[0], point_n[1]) * scale_of, wp.vec2(point_n[0], point_n[1]) / (point_n[2] + 2.0))
        title("drop_axis project_points to_plane", "Project points of space to a plane.")


@idiom(names="clear_grid reset_fields zero_fields init_buffers", doc="Write the values of grid cells.")
def cleared(amount: array("scalar", "x y", "grid_m density mass", values=(0, 1)), flow: array("vec3", "x y", "grid_v velocity momentum", values=(-1, 1)), tags: array("int", "x y", "labels count flags", values=(0, 3)), keep: array("int", "x y", "mask solid keep", values=(0, 1)), level: param("scalar", "value initial rho0", values=(0.2, 1)), drift: param("vec3", "v0 inflow initial_v", values=(-0.4, 0.4)), base_of: array("scalar", "x y", "base source initial_grid", values=(0, 1)), done: array("int", "x", "row_counts num_cleared", values=(0, 0))):
    x, y = wp.tid()
    if ANY:
        if keep[x, y] != 0:
            return
        title("clear_free reset_unmasked", "Write the values of free grid cells.")
    if ANY:
        amount[x, y] = choose(base_of[x, y], level * base_of[x, y], level + base_of[x, y])
        if ANY:
            flow[x, y] = choose(0.5 * flow[x, y], base_of[x, y] * drift)
    else:
        flow[x, y] = choose(0.5 * flow[x, y], base_of[x, y] * drift)
    if ANY:
        tags[x, y] = choose(tags[x, y] + 1, keep[x, y])
    else:
        wp.atomic_add(done, x, choose(1, 1 - keep[x, y]))
        title("clear_and_count count_cleared", "Write the values of grid cells and count them.")


@idiom(names="vector_update combine_vectors axpy linear_combination", doc="Update the unknowns of several systems.")
def systems_step(x: array("scalar", "b i d", "x u field", values=(-1, 1)), r: array("scalar", "b i d", "r residual rhs", values=(-1, 1)), diagonal: array("scalar", "b i", "diagonal diag mass", values=(0.5, 2)), steps_of: array("scalar", "b", "alpha step_sizes scale", values=(0.1, 0.9)), free: array("int", "b i", "free free_points mask", values=(0, 1)), result: array("scalar", "b i d", "y result x_out", values=(-1, 1)), sums: array("scalar", "b", "dots norms sums", values=(0, 0.1))):
    b, i, d = wp.tid()
    if ANY:
        value_n = choose(r[b, i, d], diagonal[b, i] * r[b, i, d], r[b, i, d] / diagonal[b, i], x[b, i, d] + steps_of[b] * r[b, i, d], r[b, i, d] + steps_of[b] * x[b, i, d], steps_of[b] * r[b, i, d], x[b, i, d] - r[b, i, d], diagonal[b, i] * x[b, i, d] - r[b, i, d])
        if ANY:
            result[b, i, d] = value_n
        elif ANY:
            result[b, i, d] = wp.where(free[b, i] != 0, value_n, choose(0.0, x[b, i, d]))
            title("free_unknowns apply_constraints constrained_step", "Update the free unknowns of several systems.")
        elif ANY:
            if free[b, i] != 0:
                result[b, i, d] = value_n
            else:
                result[b, i, d] = choose(0.0, x[b, i, d])
            title("free_unknowns apply_constraints constrained_step", "Update the free unknowns of several systems.")
        else:
            result[b, i, d] = choose(result[b, i, d] + value_n, 0.5 * result[b, i, d] + value_n)
            title("accumulate_into add_to_solution", "Add to the unknowns of several systems.")
    else:
        wp.atomic_add(sums, b, choose(x[b, i, d] * r[b, i, d], r[b, i, d] * r[b, i, d], diagonal[b, i] * x[b, i, d] * r[b, i, d], x[b, i, d] * x[b, i, d], wp.abs(r[b, i, d]), diagonal[b, i] * x[b, i, d] * x[b, i, d]))
        title("batched_dot inner_products residual_norms", "Reduce the vectors of several systems.")


@idiom(names="row_scores score_rows rate_rows", doc="Compute a score of each row.")
def asked_rows(a: array("scalar", "i k", "a queries features x", values=(-1, 1)), b: array("scalar", "j k", "b keys centers y", values=(-1, 1)), ids: array("int", "i", "ids labels assignment", kind=index("j")), biases: array("scalar", "i", "bias weights norm", values=(0.2, 1)), scale_of: param("scalar", "scale inv_temperature gain", values=(0.3, 1)), result: array("scalar", "i", "scores result output", values=(-1, 1)), table: array("scalar", "i j", "scores table distances", values=(-1, 1)), centered: array("scalar", "i k", "centered shifted y_out", values=(-1, 1)), sums: array("scalar", "j", "sums totals per_center", values=(0, 0.1))):
    k = size("num_features dim width", 3, 5)
    j = size("num_keys num_centers rows_b", 3, 5)
    if ANY:
        i = wp.tid()
        if ANY:
            stat_n = choose(most_of_row(a, i, len(k)), mean_of_row(a, i, len(k)))
            for col_n in range(len(k)):
                if ANY:
                    centered[i, col_n] = choose(a[i, col_n] - stat_n, scale_of * (a[i, col_n] - stat_n), biases[i] * (a[i, col_n] - stat_n))
                    title("center_rows shift_rows", "Subtract a row statistic from each row.")
                else:
                    centered[i, col_n] = wp.exp(a[i, col_n] - stat_n)
                    title("exp_of_rows shifted_exponentials", "Exponentiate each row after subtracting a row statistic.")
        else:
            found_n = choose(dot_of_rows(a, i, b, ids[i], len(k)), apart_of_rows(a, i, b, ids[i], len(k)), most_of_row(a, i, len(k)), mean_of_row(a, i, len(k)), most_of_row(b, ids[i], len(k)), mean_of_row(b, ids[i], len(k)))
            if ANY:
                result[i] = choose(found_n, scale_of * found_n, found_n + biases[i], biases[i] * found_n, wp.tanh(found_n))
            else:
                wp.atomic_add(sums, ids[i], choose(found_n, biases[i] * found_n))
                title("sums_by_label totals_of_centers", "Accumulate row statistics by label.")
    else:
        i, j = wp.tid()
        found_n = choose(dot_of_rows(a, i, b, j, len(k)), apart_of_rows(a, i, b, j, len(k)), mean_of_row(a, i, len(k)) - mean_of_row(b, j, len(k)), most_of_row(a, i, len(k)) * most_of_row(b, j, len(k)))
        if ANY:
            table[i, j] = choose(found_n, scale_of * found_n, found_n + biases[i], wp.exp(-wp.abs(found_n)))
            title("pair_scores score_table compare_all", "Compute a score of each pair of rows of two tables.")
        else:
            wp.atomic_add(result, i, choose(found_n, scale_of * found_n, wp.exp(-wp.abs(found_n))))
            title("sums_of_scores affinity_sums", "Sum the pairwise scores of two tables' rows.")


@idiom(names="shift_line delayed_copy read_shifted neighbor_values", doc="Apply a stencil along a line with its boundary cases.")
def shifted_line(x: array("scalar", "i", "x values signal line", values=(-1, 1)), lags: array("int", "i", "lags offsets shifts", values=(0, 2)), weights: array("scalar", "i", "weights gains", values=(0.3, 1.2)), step_of: param("int", "shift lag stride", values=(1, 2)), result: array("scalar", "i", "result output y", values=(-1, 1)), two: array("scalar", "i 2", "pairs both sides", values=(-1, 1))):
    i = wp.tid()
    if ANY:
        from_n = choose(wrapped_n(i - step_of, len(i)), wrapped_n(i + step_of, len(i)), wrapped_n(i - lags[i], len(i)), wp.max(i - step_of, 0), wp.min(i + lags[i], len(i) - 1))
        if ANY:
            result[i] = choose(x[from_n], x[i] - x[from_n], weights[i] * x[from_n], x[i] + weights[i] * x[from_n], 0.5 * (x[i] + x[from_n]), wp.max(x[i], x[from_n]))
        elif ANY:
            two[i, 0] = x[i]
            two[i, 1] = choose(x[from_n], x[from_n] - x[i], weights[from_n])
            title("pair_with_shifted windows_of_two", "Combine each entry with a neighbor.")
        else:
            wp.atomic_add(result, from_n, choose(x[i], weights[i] * x[i], x[i] - x[from_n]))
            title("push_shifted scatter_shifted", "Scatter-add each entry to a neighbor.")
    else:
        if ANY:
            value_n = choose(read_inside(x, i - step_of, len(i)), read_inside(x, i - lags[i], len(i)), read_inside(x, i + step_of, len(i)))
        else:
            value_n = choose(read_inside(x, i + 1, len(i)) - read_inside(x, i - 1, len(i)), read_inside(x, i - 1, len(i)) + read_inside(x, i + 1, len(i)))
        result[i] = choose(value_n, weights[i] * value_n, x[i] - value_n, x[i] + weights[i] * value_n)
        title("padded_read shift_with_zeros", "Apply a stencil along a line with zero padding.")


@idiom(names="channel_products degree_norms reduce_channels spectrum_of", doc="Contract four-dimensional coefficients.")
def coefficients(x: array("scalar", "b l m 4", "x coeffs inputs", values=(-1, 1)), y: array("scalar", "b l m 4", "y grad_output other", values=(-1, 1)), gains: array("scalar", "l 4", "weight gains affine", values=(0.3, 1.2)), result: array("scalar", "b l 4", "result norms power", values=(0, 1)), out_of: array("scalar", "b l m 4", "output scaled x_out", values=(-1, 1)), sums: array("scalar", "b", "sums totals dots", values=(0, 0.1))):
    m = size("num_orders mmax width", 3, 4)
    b, l = wp.tid()
    if ANY:
        for col_n in range(4):
            acc_n = float(0.0)
            for r in range(choose(len(m), wp.min(l + 1, len(m)))):
                acc_n += choose(x[b, l, r, col_n] * y[b, l, r, col_n], x[b, l, r, col_n] * x[b, l, r, col_n], x[b, l, r, col_n], wp.abs(x[b, l, r, col_n]))
            if ANY:
                result[b, l, col_n] = choose(acc_n, acc_n / float(len(m)), gains[l, col_n] * acc_n)
            else:
                wp.atomic_add(sums, b, choose(acc_n, gains[l, col_n] * acc_n))
                title("sum_coefficients coefficient_totals", "Reduce the coefficients of each element.")
    else:
        for r in range(choose(len(m), wp.min(l + 1, len(m)))):
            for col_n in range(4):
                out_of[b, l, r, col_n] = choose(gains[l, col_n] * x[b, l, r, col_n], x[b, l, r, col_n] + y[b, l, r, col_n], gains[l, col_n] * x[b, l, r, col_n] + y[b, l, r, col_n], x[b, l, r, 3 - col_n], x[b, l, r, col_n] * y[b, l, r, col_n])
        title("scale_coefficients apply_gains", "Scale four-dimensional coefficients.")
