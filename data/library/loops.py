# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One thread for a row, a block or a cell, with loops over what is in it."""

domain("loops", entity="row block cell", edge="edge")

words(weight_sum="weight_sum norm total_w", slot_at="c k col c", row_at="a r p row", col_at="b c q col", tile="chunk group batch", base="base first begin", cell_id="cell cid bin_id")


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", entity="i slot_at", names="row_{X} sum_row_{X} compute_row_{X}", doc="Sum the {X} over each row.")
def row_sum(weights: array("scalar", "slot_at", "weights row_weights w_r", values=(0.2, 1))):
    slot_at = size("row_length per_row num_cols", 3, 5)
    i = wp.tid()
    total = zero(X)
    weight_sum = float(0.0)
    for slot_at in range(len(slot_at)):
        if extensive(X):
            guard(i)
        if ANY("weighing"):
            total += X
        else:
            total += weights[slot_at] * X
            weight_sum += weights[slot_at]
            title("weighted_{X} row_weighted_{X}", "Compute a weighted sum of the {X} over each row.")
    if extensive(X):
        if ANY:
            out(X)[i] = total
        elif ANY:
            wp.atomic_add(out(X), 0, total)
            title("reduce_{X} total_{X}_by_rows", "Sum the {X} of all rows, a row at a time.")
        else:
            out(X)[i] += total
            title("add_row_{X} accumulate_{X}", "Accumulate the {X} of each row.")
    else:
        if ANY:
            if ANY("weighing"):
                out(X)[i] = total / float(len(slot_at))
                title("mean_row_{X} average_{X}", "Average the {X} over each row.")
            else:
                out(X)[i] = total / weight_sum
                title("weighted_mean_{X} row_weighted_{X}", "Compute the weighted mean of the {X} over each row.")
        else:
            if ANY("weighing"):
                wp.atomic_add(out(X), 0, total / float(len(i) * len(slot_at)))
                title("mean_{X} average_{X}_of_rows", "Average the {X} over all rows, a row at a time.")
            else:
                wp.atomic_add(out(X), 0, total / weight_sum / float(len(i)))
                title("weighted_mean_{X} average_weighted_{X}", "Average the weighted mean of the {X} over all rows.")


@idiom(goals="X+Y=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", entity="i slot_at", names="row_{X}_and_{Y} rows_{X}_{Y}", doc="Compute {X} and {Y} of each row.")
def row_two():
    slot_at = size("row_length per_row num_cols", 3, 5)
    i = wp.tid()
    if extensive(X):
        if extensive(Y):
            title("sum_row_{X}_and_{Y} row_{X}_and_{Y}", "Sum {X} and {Y} over each row.")
        else:
            title("sum_{X}_mean_{Y} row_{X}_mean_{Y}", "Sum the {X} over each row, and average the {Y}.")
    else:
        if extensive(Y):
            title("mean_{X}_sum_{Y} row_{Y}_mean_{X}", "Average the {X} over each row, and sum the {Y}.")
        else:
            title("mean_row_{X}_and_{Y} row_means_{X}", "Average {X} and {Y} over each row.")
    total = zero(X)
    total2 = zero(Y)
    for slot_at in range(len(slot_at)):
        if extensive(X):
            if extensive(Y):
                guard(i)
        total += X
        total2 += Y
    if extensive(X):
        out(X)[i] = total
    else:
        out(X)[i] = total / float(len(slot_at))
    if extensive(Y):
        if ANY:
            out(Y)[i] = total2
        else:
            wp.atomic_add(out(Y), 0, total2)
    else:
        out(Y)[i] = total2 / float(len(slot_at))


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", entity="i slot_at", names="compute_{X}_rows fill_{X} write_row_{X}", doc="Compute the {X} of each {i} in each row.")
def row_store(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    slot_at = size("row_length per_row num_cols", 3, 5)
    i = wp.tid()
    for slot_at in range(len(slot_at)):
        guard(i)
        if ANY:
            out(X)[i, slot_at] = X
        elif ANY:
            out(X)[i, slot_at] = gain * X
            title("scaled_{X} weigh_{X}", "Scale the {X} of each {i} in each row.")
        elif ANY:
            out(X)[i, slot_at] = blend * X + (1.0 - blend) * out(X)[i, slot_at]
            title("smooth_{X} filter_{X} blend_{X} track_{X}", "Smooth the {X} of each {i} exponentially.")
        elif ANY:
            if scalar(X):
                if extensive(X):
                    out(X)[i, slot_at] += X
                    title("add_{X} accumulate_{X}", "Accumulate the {X} along each row.")
                else:
                    out(X)[i, slot_at] = wp.max(out(X)[i, slot_at], X)
                    title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the largest {X} so far of each {i} in each row.")
            else:
                if extensive(X):
                    out(X)[i, slot_at] += X
                    title("add_{X} accumulate_{X}", "Accumulate the {X} along each row.")
                else:
                    out(X)[i, slot_at] = 0.5 * (out(X)[i, slot_at] + X)
                    title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with its last value.")
        elif ANY:
            if scalar(X):
                if extensive(X):
                    out(X)[i, slot_at] -= X
                    title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
                else:
                    out(X)[i, slot_at] = wp.min(out(X)[i, slot_at], X)
                    title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the smallest {X} so far of each {i} in each row.")
            else:
                if extensive(X):
                    out(X)[i, slot_at] -= X
                    title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
                else:
                    if wp.length_sq(X) > wp.length_sq(out(X)[i, slot_at]):
                        out(X)[i, slot_at] = X
                    title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the largest {X} so far of each {i} in each row.")
        else:
            if scalar(X):
                if extensive(X):
                    out(X)[i, slot_at] += gain * X
                    title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
                else:
                    out(X)[i, slot_at] += wp.clamp(X - out(X)[i, slot_at], -slew, slew)
                    title("slew_{X} rate_limit_{X} follow_{X}", "Slew each row's values towards the {X}, by a limited step.")
            else:
                if extensive(X):
                    out(X)[i, slot_at] += gain * X
                    title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
                else:
                    step_to = X - out(X)[i, slot_at]
                    out(X)[i, slot_at] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                    title("slew_{X} rate_limit_{X} follow_{X}", "Slew each row's values towards the {X}, by a limited step.")


@idiom(goals="X=point Y=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology pharmacology neurons", entity="i slot_at", names="rows_{X}_total_{Y} compute_{X}_sum_{Y}", doc="Compute the {X} of each {i} in each row, and sum the {Y}.")
def row_store_and_sum():
    slot_at = size("row_length per_row num_cols", 3, 5)
    i = wp.tid()
    total = zero(Y)
    for slot_at in range(len(slot_at)):
        guard(i)
        out(X)[i, slot_at] = X
        total += Y
    if ANY:
        out(Y)[i] = total
    else:
        wp.atomic_add(out(Y), 0, total)


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", entity="i row_at col_at", names="block_{X} sum_block_{X} patch_{X}", doc="Sum the {X} over a block of rows and columns.")
def block_sum(weights: array("scalar", "row_at col_at", "weights stencil_weights kernel_w", values=(0.2, 1)), row_weights: array("scalar", "row_at", "row_weights wa", values=(0.2, 1))):
    row_at = size("num_rows block_rows rows_per_block", 2, 4)
    col_at = size("num_cols block_cols cols_per_block", 2, 4)
    i = wp.tid()
    total = zero(X)
    weight_sum = float(0.0)
    if ANY("weighing"):
        for row_at in range(len(row_at)):
            for col_at in range(len(col_at)):
                if extensive(X):
                    guard(i)
                total += X
    elif ANY:
        for row_at in range(len(row_at)):
            for col_at in range(len(col_at)):
                if extensive(X):
                    guard(i)
                total += weights[row_at, col_at] * X
                weight_sum += weights[row_at, col_at]
        title("weighted_block_{X} quadrature_{X}", "Compute a weighted sum of the {X} over a block.")
    else:
        for row_at in range(len(row_at)):
            row = zero(X)
            for col_at in range(len(col_at)):
                if extensive(X):
                    guard(i)
                row += X
            total += row_weights[row_at] * row
            weight_sum += row_weights[row_at]
        title("separable_{X} row_weighted_{X}", "Sum the {X} over columns, then rows by weight.")
    if extensive(X):
        if ANY:
            out(X)[i] = total
        elif ANY:
            wp.atomic_add(out(X), 0, total)
        else:
            out(X)[i] += total
            title("add_block_{X} accumulate_{X}", "Accumulate the {X} of each block.")
    else:
        if ANY:
            if ANY("weighing"):
                out(X)[i] = total / float(len(row_at) * len(col_at))
                title("block_mean_{X} pool_{X}", "Average the {X} over each block.")
            elif ANY:
                out(X)[i] = total / weight_sum
                title("weighted_block_mean_{X} pool_weighted_{X}", "Compute the weighted mean of the {X} over each block.")
            else:
                out(X)[i] = total / (weight_sum * float(len(col_at)))
                title("row_weighted_mean_{X} pool_rows_{X}", "Average the {X} over each block, with a weight for each row.")
        else:
            if ANY("weighing"):
                wp.atomic_add(out(X), 0, total / float(len(i) * len(row_at) * len(col_at)))
                title("mean_{X} average_{X}", "Average the {X} over all blocks.")
            elif ANY:
                wp.atomic_add(out(X), 0, total / weight_sum / float(len(i)))
                title("weighted_mean_{X} average_weighted_{X}", "Average the weighted mean of the {X} over all blocks.")
            else:
                wp.atomic_add(out(X), 0, total / weight_sum / float(len(i) * len(col_at)))
                title("row_weighted_mean_{X} average_by_rows_{X}", "Average the {X} over all blocks, with a weight for each row.")


@idiom(goals="X+Y=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", entity="i row_at col_at", names="block_{X}_and_{Y} blocks_{X}_{Y}", doc="Compute {X} and {Y} of each block.")
def block_two():
    row_at = size("num_rows block_rows", 2, 4)
    col_at = size("num_cols block_cols", 2, 4)
    i = wp.tid()
    if extensive(X):
        if extensive(Y):
            title("sum_block_{X}_and_{Y} block_{X}_and_{Y}", "Sum {X} and {Y} over each block.")
        else:
            title("sum_{X}_mean_{Y} block_{X}_mean_{Y}", "Sum the {X} over each block, and average the {Y}.")
    else:
        if extensive(Y):
            title("mean_{X}_sum_{Y} block_{Y}_mean_{X}", "Average the {X} over each block, and sum the {Y}.")
        else:
            title("mean_block_{X}_and_{Y} block_means_{X}", "Average {X} and {Y} over each block.")
    total = zero(X)
    total2 = zero(Y)
    for row_at in range(len(row_at)):
        for col_at in range(len(col_at)):
            if extensive(X):
                if extensive(Y):
                    guard(i)
            total += X
            total2 += Y
    if extensive(X):
        out(X)[i] = total
    else:
        out(X)[i] = total / float(len(row_at) * len(col_at))
    if extensive(Y):
        if ANY:
            out(Y)[i] = total2
        else:
            wp.atomic_add(out(Y), 0, total2)
    else:
        out(Y)[i] = total2 / float(len(row_at) * len(col_at))


@idiom(goals="X+Y+Z=point", domains="mechanics fluids thermo robotics graphics learning biology signals finance statistics electromagnetics waves swell optics earth orbits stars ecology pharmacology neurons multibody", entity="i row_at col_at", names="block_terms_{X} eval_blocks", doc="Compute {X}, {Y} and {Z} of each block.")
def block_three():
    row_at = size("num_rows block_rows", 2, 3)
    col_at = size("num_cols block_cols", 2, 3)
    i = wp.tid()
    total = zero(X)
    total2 = zero(Y)
    total3 = zero(Z)
    for row_at in range(len(row_at)):
        for col_at in range(len(col_at)):
            if extensive(X):
                if extensive(Y):
                    if extensive(Z):
                        guard(i)
            total += X
            total2 += Y
            total3 += Z
    if extensive(X):
        out(X)[i] = total
    else:
        out(X)[i] = total / float(len(row_at) * len(col_at))
    if extensive(Y):
        out(Y)[i] = total2
    else:
        out(Y)[i] = total2 / float(len(row_at) * len(col_at))
    if extensive(Z):
        out(Z)[i] = total3
    else:
        out(Z)[i] = total3 / float(len(row_at) * len(col_at))


@idiom(goals="X=point Y=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology pharmacology neurons", entity="i row_at col_at", names="block_store_{X} fill_{X}_sum_{Y}", doc="Compute the {X} of each {i} in a block, and sum the {Y}.")
def block_store():
    row_at = size("num_rows block_rows", 2, 4)
    col_at = size("num_cols block_cols", 2, 4)
    i = wp.tid()
    total = zero(Y)
    for row_at in range(len(row_at)):
        for col_at in range(len(col_at)):
            guard(i)
            out(X)[i, row_at, col_at] = X
            total += Y
    if ANY:
        out(Y)[i] = total
    else:
        wp.atomic_add(out(Y), 0, total)


@idiom(goals="X=field", domains="mechanics chemistry fluids", names="cell_{X} {X}_from_cells grid_{X}", doc="Sum the {X} over the {i}s in the cells around each {i}.")
def cell_neighbors(cells: array("int", "i", "cell_ids cell_of bins", kind=index("m")), starts: array("int", "m+1", "cell_start cell_offsets bin_starts", kind=offsets("p")), sorted_ids: array("int", "p", "sorted_ids cell_particles bin_ids", kind=index("i"))):
    m = size("num_cells cell_count", 4, 6)
    p = size("num_entries num_sorted", 16, 26)
    i = wp.tid()
    guard(i)
    total = zero(X)
    for cell_id in range(wp.max(cells[i] - 1, 0), wp.min(cells[i] + 2, len(m))):
        if SAME:
            start = starts[cell_id]
            end = starts[cell_id + 1]
            for s in range(start, end):
                j = sorted_ids[s]
                if j == i:
                    continue
                guard(pair)
                total += X
        else:
            for s in range(starts[cell_id], starts[cell_id + 1]):
                j = sorted_ids[s]
                if j == i:
                    continue
                guard(pair)
                total += X
    if ANY:
        out(X)[i] = total
    elif ANY:
        out(X)[i] += total
        title("add_{X} accumulate_{X}", "Accumulate the {X} from the cells around each {i}.")
    else:
        if vector(X):
            wp.atomic_add(out(X), i, total)
            title("add_{X} accumulate_{X}", "Accumulate the {X} from the cells around each {i}.")
        else:
            if extensive(X):
                wp.atomic_add(out(X), 0, 0.5 * total)
                title("total_{X}_from_cells", "Sum the {X} over neighboring cells.")
            else:
                wp.atomic_add(out(X), i, total)
                title("add_{X} accumulate_{X}", "Accumulate the {X} from the cells around each {i}.")


@idiom(goals="X+Y=field", domains="mechanics chemistry fluids", names="cell_{X}_and_{Y} grid_interactions", doc="Sum {X} and {Y} over the {i}s in the cells around each {i}.")
def cell_two(cells: array("int", "i", "cell_ids cell_of bins", kind=index("m")), starts: array("int", "m+1", "cell_start cell_offsets bin_starts", kind=offsets("p")), sorted_ids: array("int", "p", "sorted_ids cell_particles bin_ids", kind=index("i"))):
    m = size("num_cells cell_count", 4, 6)
    p = size("num_entries num_sorted", 16, 26)
    i = wp.tid()
    guard(i)
    total = zero(X)
    total2 = zero(Y)
    for cell_id in range(wp.max(cells[i] - 1, 0), wp.min(cells[i] + 2, len(m))):
        for s in range(starts[cell_id], starts[cell_id + 1]):
            j = sorted_ids[s]
            if j == i:
                continue
            guard(pair)
            total += X
            total2 += Y
    out(X)[i] = total
    out(Y)[i] = total2


@idiom(goals="X=field", domains="mechanics chemistry fluids", names="chunked_{X} {X}_by_chunks", doc="Sum the {X} of all others on each {i}, four at a time.")
def tiled_pairs():
    i = wp.tid()
    guard(i)
    total = zero(X)
    for tile in range((len(i) + 3) // 4):
        if SAME:
            for s in range(4):
                j = 4 * tile + s
                if j >= len(i) or j == i:
                    continue
                guard(pair)
                total += X
        else:
            base = tile * 4
            for s in range(4):
                j = base + s
                if j >= len(i) or j == i:
                    continue
                guard(pair)
                total += X
    if ANY:
        out(X)[i] = total
    elif ANY:
        out(X)[i] += total
        title("add_{X} accumulate_{X}", "Accumulate the all-pairs {X}, four partners at a time.")
    else:
        if vector(X):
            wp.atomic_add(out(X), i, total)
            title("add_{X} accumulate_{X}", "Accumulate the all-pairs {X}, four partners at a time.")
        else:
            if extensive(X):
                wp.atomic_add(out(X), 0, 0.5 * total)
                title("total_{X}_by_chunks total_{X}", "Sum the {X} over all pairs, four at a time.")
            else:
                wp.atomic_add(out(X), i, total)
                title("add_{X} accumulate_{X}", "Accumulate the all-pairs {X}, four partners at a time.")


@idiom(goals="X+Y=field", domains="mechanics chemistry fluids", names="chunked_{X}_and_{Y} chunked_interactions", doc="Sum {X} and {Y} over all others, four at a time.")
def tiled_two():
    i = wp.tid()
    guard(i)
    total = zero(X)
    total2 = zero(Y)
    for tile in range((len(i) + 3) // 4):
        for s in range(4):
            j = tile * 4 + s
            if j >= len(i) or j == i:
                continue
            guard(pair)
            total += X
            total2 += Y
    out(X)[i] = total
    if ANY:
        out(Y)[i] = total2
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), 0, 0.5 * total2)
        else:
            wp.atomic_add(out(Y), i, total2)


@idiom(goals="X=push", domains="mechanics", names="respa_step multirate_step simulate_neighbors", doc="Integrate each {i} by substeps, with the {X} of its neighbors held over the frame.")
def substeps_of_pairs(neighbors: array("int", "i k", "neighbors neighbor_list", kind=other("i")), steps: param("int", "num_substeps substeps num_iters", values=(2, 3))):
    k = size("max_neighbors", 3, 4)
    i = wp.tid()
    with guard(i):
        out(position)[i] = position[i]
        out(velocity)[i] = velocity[i]
    x = position[i]
    v = velocity[i]
    held = zero(X)
    for n in range(len(k)):
        j = neighbors[i, n]
        guard(pair)
        held += X
    h = dt / float(steps)
    for s in range(steps):
        f = held
        parts("force", 3)
        v = v + f * inv_mass * h
        with bind(dt, h):
            parts("velocity", 2)
        x = x + v * h
        parts("collision", 1)
    out(position)[i] = x
    out(velocity)[i] = v


@idiom(goals="X,Y=state", domains="thermo chemistry biology robotics earth ecology neurons", entity="i slot_at", names="simulate_{X} step_all_{X} advance_rows", doc="Integrate the {X} of each {i} in each row over several substeps.")
def row_substeps(steps: param("int", "num_steps substeps steps", values=(2, 3))):
    slot_at = size("row_length per_row num_cells", 2, 4)
    i = wp.tid()
    h = dt / float(steps)
    for slot_at in range(len(slot_at)):
        guard(i)
        state = X[i, slot_at]
        if ANY:
            for s in range(steps):
                with bind(X, state):
                    state += Y * h
        elif ANY:
            for s in range(steps):
                with bind(X, state):
                    k1 = Y
                half = state + 0.5 * h * k1
                with bind(X, half):
                    k2 = Y
                state = state + h * k2
            title("midpoint_{X} rk2_rows_{X}", "Integrate the {X} of each {i} in each row by several midpoint steps.")
        else:
            for s in range(steps):
                with bind(X, state):
                    k1 = Y
                guess = state + h * k1
                with bind(X, guess):
                    k2 = Y
                state = state + 0.5 * h * (k1 + k2)
            title("heun_rows_{X} trapezoid_{X}", "Integrate the {X} of each {i} in each row by several Heun steps.")
        if ANY:
            state = wp.max(state, 0.0)
        out(X)[i, slot_at] = state
