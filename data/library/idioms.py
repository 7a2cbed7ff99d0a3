# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How threads meet entities: one at a time, in pairs, along edges, through neighbors, in time."""

domain("entities", entity="element item", edge="edge")

words(tid_i="tid i idx", tid_x="x i ix i", tid_y="y j iy j", tid_z="z k layer iz k", tid_w="env world batch_id env_id b", tid_e="tid e edge_id s", tid_ch="c ch channel", i="i", j="j", n="n k nb slot", k="k c d", s="s step sub", total="total acc sum_ result",
      total2="total2 acc2 sum2", term="f term contrib", start="start begin", end="end stop", state="state y value", e="e",
      count_w="num_worlds num_envs n_worlds batch_size", count_i="n rows num_rows", count_j="m cols num_cols", count_x="width nx", count_y="height ny", count_z="depth nz",
      count_ch="num_channels channels", count_c="num_cameras num_views n_cams", count_b="batch_size num_systems", count_d="dim num_dims dofs", count_e="num_edges n_edges",
      row="row", col="col", best="best_id best winner", step_to="step diff delta", lap="lap laplacian", center="center c u0")


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", names="compute_{X} eval_{X} {X}_kernel calc_{X}", doc="Compute the {X} of each {i}.")
def map_point(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    i = wp.tid()
    guard(i)
    if ANY:
        out(X)[i] = X
    elif ANY:
        out(X)[i] = gain * X
        title("scaled_{X} weigh_{X}", "Scale the {X} of each {i}.")
    elif ANY:
        out(X)[i] = blend * X + (1.0 - blend) * out(X)[i]
        title("smooth_{X} filter_{X} blend_{X} track_{X}", "Smooth the {X} of each {i} exponentially.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i}.")
            else:
                out(X)[i] = wp.max(out(X)[i], X)
                title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the largest {X} so far of each {i}.")
        else:
            if extensive(X):
                out(X)[i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i}.")
            else:
                out(X)[i] = 0.5 * (out(X)[i] + X)
                title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with its last value.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                out(X)[i] = wp.min(out(X)[i], X)
                title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the smallest {X} so far of each {i}.")
        else:
            if extensive(X):
                out(X)[i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                if wp.length_sq(X) > wp.length_sq(out(X)[i]):
                    out(X)[i] = X
                title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the largest {X} so far of each {i}.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                out(X)[i] += wp.clamp(X - out(X)[i], -slew, slew)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} of each {i}, by a limited step.")
        else:
            if extensive(X):
                out(X)[i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                step_to = X - out(X)[i]
                out(X)[i] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} of each {i}, by a limited step.")
    else:
        if extensive(X):
            wp.atomic_add(out(X), i, X)
            title("accumulate_{X} add_{X}", "Accumulate the {X} of each {i}.")
        else:
            wp.atomic_add(out(X), 0, X / float(len(i)))
            title("mean_{X} average_{X}", "Average the {X} over all {i}s.")


@idiom(goals="X+Y=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", names="compute_{X}_and_{Y} evaluate_{X} update_{X}", doc="Compute {X} and {Y} of each {i}.")
def map_two():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y


@idiom(goals="X,Y=map", domains="graphics learning statistics", names="apply_{Y}_and_sum {Y}_with_total", doc="Turn {X} into {Y}, and sum the {X}.")
def map_and_sum_before():
    i = wp.tid()
    guard(i)
    before = X[i]
    out(Y)[i] = Y
    wp.atomic_add(out(X), 0, before)


@idiom(goals="X=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology pharmacology neurons", names="total_{X} sum_{X} reduce_{X} accumulate_{X}", doc="Sum the {X} over all {i}s.")
def total(groups: array("int", "i", "groups cluster_id segment_ids batch_index", kind=index("g"))):
    g = size("num_groups groups", 2, 4)
    i = wp.tid()
    guard(i)
    if ANY:
        wp.atomic_add(out(X), 0, X)
    elif ANY:
        g = groups[i]
        wp.atomic_add(out(X), g, X)
    else:
        wp.atomic_add(out(X), 0, X / float(len(i)))
        title("mean_{X} average_{X}", "Average the {X} over all {i}s.")


@idiom(goals="X+Y=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology", names="total_{X}_and_{Y} sum_{X}_{Y}", doc="Sum {X} and {Y} over all {i}s.")
def total_two():
    i = wp.tid()
    guard(i)
    wp.atomic_add(out(X), 0, X)
    wp.atomic_add(out(Y), 0, Y)


@idiom(goals="X,Y=state", domains="mechanics thermo chemistry biology robotics earth ecology neurons", names="integrate_{X} update_{X} step_{X} advance_{X}", doc="Take one explicit Euler step of the {X} of each {i}.")
def explicit_state():
    i = wp.tid()
    with guard(i):
        out(X)[i] = X[i]
    rate = Y
    new_value = X[i] + rate * dt
    if ANY:
        out(Y)[i] = rate
    out(X)[i] = new_value


@idiom(goals="X,Y=state", domains="mechanics thermo chemistry biology robotics earth ecology neurons", names="integrate_{X} simulate_{X} step_{X}", doc="Integrate the {X} of each {i} over several explicit substeps.")
def substeps(steps: param("int", "num_steps substeps steps", values=(2, 4))):
    i = wp.tid()
    with guard(i):
        out(X)[i] = X[i]
    state = X[i]
    sub_dt = dt / float(steps)
    for s in range(steps):
        with bind(X, state):
            state += Y * sub_dt
    out(X)[i] = state


@idiom(goals="X,Y=state", domains="thermo chemistry biology robotics earth ecology neurons", names="rk4_{X} integrate_{X}_rk4 runge_kutta_{X}", doc="Take one classical Runge-Kutta step of the {X} of each {i}.")
def rk4():
    i = wp.tid()
    with guard(i):
        out(X)[i] = X[i]
    y0 = X[i]
    with bind(X, y0):
        k1 = Y
    y2 = y0 + 0.5 * dt * k1
    with bind(X, y2):
        k2 = Y
    y3 = y0 + 0.5 * dt * k2
    with bind(X, y3):
        k3 = Y
    y4 = y0 + dt * k3
    with bind(X, y4):
        k4 = Y
    out(X)[i] = y0 + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


@idiom(goals="X,Y=state", domains="thermo chemistry biology robotics earth ecology neurons", names="heun_{X} predictor_corrector_{X} midpoint_{X}", doc="Predict the {X} of each {i}, then correct it.")
def two_stages():
    i = wp.tid()
    y0 = X[i]
    with bind(X, y0):
        slope0 = Y
    if ANY:
        guess = y0 + dt * slope0
        with bind(X, guess):
            slope1 = Y
        out(X)[i] = y0 + 0.5 * dt * (slope0 + slope1)
        title("heun_{X} predictor_corrector_{X}")
    else:
        middle = y0 + 0.5 * dt * slope0
        with bind(X, middle):
            slope1 = Y
        out(X)[i] = y0 + dt * slope1
        title("midpoint_{X} rk2_{X}", "Take one midpoint step of the {X} of each {i}.")


@idiom(goals="X=edge", domains="mechanics chemistry signals thermo", entity="n", names="eval_{X} apply_{X} compute_{X}", doc="Compute the {X} of each {e} and scatter it to both endpoints.")
def edge_scatter(first: array("int", "e", "edge_a source_ids spring_i edge_start", kind=low_half("n")), second: array("int", "e", "edge_b target_ids spring_j edge_end", kind=high_half("n")), ends: array("int", "e 2", "edges edge_indices springs spring_indices", kind=ends("n"))):
    n = size("num_nodes num_points", 6, 9)
    e = wp.tid()
    if ANY:
        i = first[e]
        j = second[e]
    else:
        i = ends[e, 0]
        j = ends[e, 1]
    guard(ends)
    term = X
    if vector(X):
        if SAME:
            wp.atomic_add(out(X), i, term)
            wp.atomic_sub(out(X), j, term)
        else:
            wp.atomic_add(out(X), i, term)
            wp.atomic_add(out(X), j, -term)
    else:
        if ANY:
            wp.atomic_add(out(X), i, 0.5 * term)
            wp.atomic_add(out(X), j, 0.5 * term)
        elif ANY:
            out(X)[e] = term
            title("compute_{X} {X}_of_edges", "Compute the {X} of each {e}.")
        else:
            wp.atomic_add(out(X), 0, term)
            title("total_{X} sum_{X}", "Sum the {X} over all {e}s.")


@idiom(goals="X+Y=edge", domains="mechanics chemistry signals", entity="n", names="eval_{X}_and_{Y} edge_{X}_{Y}", doc="Compute {X} and {Y} of each {e}.")
def edge_two(first: array("int", "e", "edge_a source_ids spring_i", kind=low_half("n")), second: array("int", "e", "edge_b target_ids spring_j", kind=high_half("n"))):
    n = size("num_nodes num_points", 6, 9)
    e = wp.tid()
    i = first[e]
    j = second[e]
    guard(ends)
    if ANY:
        out(X)[e] = X
        out(Y)[e] = Y
    elif ANY:
        term = X
        if vector(X):
            wp.atomic_add(out(X), i, term)
            wp.atomic_sub(out(X), j, term)
        else:
            wp.atomic_add(out(X), i, 0.5 * term)
            wp.atomic_add(out(X), j, 0.5 * term)
        out(Y)[e] = Y
    else:
        out(X)[e] = X
        wp.atomic_add(out(Y), 0, Y)
        title("eval_{X}_and_total_{Y} edge_{X}_{Y}", "Compute the {X} of each {e}, and sum the {Y} over all {e}s.")


@idiom(goals="X=pair", domains="mechanics chemistry fluids", names="compute_{X} accumulate_{X} eval_{X} {X}_from_neighbors", doc="Sum the {X} over the neighbors of each {i}.")
def neighbor_list(neighbors: array("int", "i k", "neighbors neighbor_list neighbor_ids", kind=other("i")), counts: array("int", "i", "neighbor_count num_neighbors neighbor_counts", kind=count("k"))):
    k = size("max_neighbors", 3, 5)
    i = wp.tid()
    guard(i)
    total = zero(X)
    if ANY:
        for n in range(counts[i]):
            j = neighbors[i, n]
            guard(pair)
            total += X
    else:
        for n in range(len(k)):
            j = neighbors[i, n]
            guard(pair)
            total += X
    if ANY:
        out(X)[i] = total
    elif ANY:
        out(X)[i] += total
        title("add_{X} accumulate_{X}", "Accumulate the {X} from the neighbors of each {i}.")
    else:
        if vector(X):
            wp.atomic_add(out(X), i, total)
            title("add_{X} accumulate_{X}", "Accumulate the {X} from the neighbors of each {i}.")
        else:
            if extensive(X):
                wp.atomic_add(out(X), 0, 0.5 * total)
                title("total_{X} sum_pair_{X}", "Sum the {X} over all neighbors.")
            else:
                wp.atomic_add(out(X), i, total)
                title("add_{X} accumulate_{X}", "Accumulate the {X} from the neighbors of each {i}.")


@idiom(goals="X=pair", domains="mechanics chemistry fluids", names="compute_{X} accumulate_{X} gather_{X}", doc="Sum the {X} over a CSR neighbor list.")
def neighbor_csr(offsets: array("int", "i+1", "offsets row_ptr row_offsets", kind=offsets("m")), columns: array("int", "m", "columns col_indices cols", kind=index("i"))):
    m = size("num_links nnz", 20, 30)
    i = wp.tid()
    guard(i)
    total = zero(X)
    if SAME:
        for n in range(offsets[i], offsets[i + 1]):
            j = columns[n]
            if j == i:
                continue
            guard(pair)
            total += X
    else:
        start = offsets[i]
        end = offsets[i + 1]
        for n in range(start, end):
            j = columns[n]
            if j == i:
                continue
            guard(pair)
            total += X
    if ANY:
        out(X)[i] = total
    else:
        out(X)[i] += total
        title("add_{X} accumulate_{X}", "Accumulate the {X} over a CSR neighbor list.")


@idiom(goals="X=field", domains="mechanics chemistry fluids", names="compute_{X} nbody_{X} all_pairs_{X}", doc="Compute the all-pairs {X} on each {i}.")
def nbody():
    i = wp.tid()
    guard(i)
    total = zero(X)
    for j in range(len(i)):
        if ANY:
            if j == i:
                continue
            guard(pair)
            total += X
        else:
            if j != i:
                total += X
    if ANY:
        out(X)[i] = total
    else:
        out(X)[i] += total
        title("add_{X} accumulate_{X}", "Accumulate the all-pairs {X} on each {i}.")


@idiom(goals="X=mutual", domains="mechanics chemistry", entity="j", names="pair_{X} {X}_matrix compute_{X}_pairs", doc="Compute the {X} of each pair, one thread per pair.")
def pairs():
    i, j = wp.tid()
    if i >= j:
        return
    guard(ends)
    if vector(X):
        f = X
        wp.atomic_add(out(X), i, f)
        wp.atomic_sub(out(X), j, f)
    else:
        wp.atomic_add(out(X), 0, X)


@idiom(goals="X+Y=pair", domains="mechanics chemistry fluids", names="compute_{X}_and_{Y} accumulate_{X} eval_pair_terms", doc="Sum {X} and {Y} over the neighbors of each {i}.")
def neighbor_two(neighbors: array("int", "i k", "neighbors neighbor_list neighbor_ids", kind=other("i"))):
    k = size("max_neighbors", 3, 5)
    i = wp.tid()
    guard(i)
    total = zero(X)
    total2 = zero(Y)
    for n in range(len(k)):
        j = neighbors[i, n]
        guard(pair)
        total += X
        total2 += Y
    out(X)[i] = total
    out(Y)[i] = total2


@idiom(goals="X=push", domains="mechanics", names="step_particles integrate_{i}s advance", doc="Sum the {X} over neighbors, then move each {i}.")
def pair_then_step(neighbors: array("int", "i k", "neighbors neighbor_list", kind=other("i"))):
    k = size("max_neighbors", 3, 5)
    i = wp.tid()
    with guard(i):
        out(position)[i] = position[i]
        out(velocity)[i] = velocity[i]
    x = position[i]
    v = velocity[i]
    total = zero(X)
    for n in range(len(k)):
        j = neighbors[i, n]
        guard(pair)
        total += X
    if ANY:
        v = v + (gravity + total * inv_mass) * dt
    else:
        v = v + total * inv_mass * dt
    parts("velocity", 2)
    x = x + v * dt
    parts("position", 1)
    out(position)[i] = x
    out(velocity)[i] = v


@idiom(domains="mechanics", names="integrate_{i}s integrate semi_implicit_euler advance_{i}s step", doc="Take one semi-implicit Euler step of each {i}.")
def symplectic_euler():
    i = wp.tid()
    with guard(i):
        out(position)[i] = position[i]
        out(velocity)[i] = velocity[i]
    x = position[i]
    v = velocity[i]
    if ANY:
        v = v + acceleration * dt
    else:
        f = force
        parts("force", 3)
        v = v + f * inv_mass * dt
    parts("velocity", 2)
    if ANY:
        x = x + v * dt
        parts("position", 1)
    else:
        x = x + v * dt
        parts("collision", 1)
    out(position)[i] = x
    out(velocity)[i] = v


@part("force", "mechanics", unless="drag_force")
def add_drag():
    f = f - drag_coefficient * v


@part("force", "mechanics", unless="gravity_force")
def add_weight():
    f = f + mass * gravity


@part("force", "mechanics", unless="drag_force wind_force add_drag")
def add_wind():
    f = f + drag_coefficient * (wind - v)


@part("force", "mechanics")
def add_tether():
    f = f - stiffness * (x - rest_position[i])


@part("velocity", "mechanics", unless="drag_force add_drag add_wind quadratic_air")
def damp():
    v = v * (1.0 - wp.min(drag_coefficient * inv_mass * dt, 1.0))  # air drag


@part("velocity", "mechanics")
def limit_speed():
    v_mag = wp.length(v)
    if v_mag > max_speed:  # enforce a speed limit
        v = v * (max_speed / v_mag)


@part("position", "mechanics")
def ground():
    if x[1] < ground_height:  # bounce off the ground
        x[1] = ground_height
        v[1] = wp.max(v[1], -restitution * v[1])


@part("position", "mechanics")
def box():
    for axis in range(DIMS):
        if x[axis] < box_lower[axis]:  # keep inside of the box
            x[axis] = box_lower[axis]
            v[axis] = wp.max(v[axis], -restitution * v[axis])
        elif x[axis] > box_upper[axis]:
            x[axis] = box_upper[axis]
            v[axis] = wp.min(v[axis], -restitution * v[axis])


@part("force", "mechanics")
def push_apart(hub: param("vector", "repulsor obstacle_pos", values=(-0.4, 0.4)), push: param("scalar", "repulsion k_rep", values=(0.3, 2)), near: param("scalar", "repulsion_radius repel_range", values=(0.5, 1.5))):
    apart = x - hub
    f = f + push * wp.exp(-wp.dot(apart, apart) / (near * near)) * apart


@part("force", "mechanics")
def current_below(level: param("scalar", "water_level surface_height", values=(-0.2, 0.4)), lift: param("scalar", "buoyancy lift", values=(2, 8))):
    if x[1] < level:  # what is under water floats
        f[1] = f[1] + lift * (level - x[1])


@part("force", "mechanics")
def oscillate(drive: param("vector", "drive shake", values=(-1, 1)), clock: param("scalar", "time t", values=(0.1, 2)), beats: param("scalar", "drive_frequency shake_frequency", values=(0.5, 2))):
    f = f + drive * wp.sin(2.0 * wp.pi * beats * clock)


@part("force", "mechanics", unless="drag_force add_drag add_wind")
def quadratic_air():
    f = f - quadratic_drag * wp.length(v) * v


@part("velocity", "mechanics", unless="limit_speed")
def clamp_axes(v_axis: param("scalar", "axis_limit max_axis_speed", values=(0.6, 1.2))):
    for axis in range(DIMS):
        v[axis] = wp.clamp(v[axis], -v_axis, v_axis)


@part("velocity", "mechanics")
def settle(sleep_speed: param("scalar", "sleep_threshold sleep_speed rest_speed", values=(0.4, 0.9)), calm_by: param("scalar", "sleep_damping settle_factor", values=(0.2, 0.8))):
    if wp.length(v) < sleep_speed:  # nearly at rest
        v = calm_by * v


@part("force", "mechanics")
def thrust(heading: param("vector", "heading thrust_dir", kind=unit), engine: param("scalar", "thrust engine", values=(0.3, 2)), cruise: param("scalar", "cruise_speed top_speed", values=(1.5, 3))):
    f = f + engine * (1.0 - wp.length(v) / cruise) * heading


@part("force", "mechanics", unless="current_below")
def hold_plane(plane_at: param("scalar", "plane_height hover_height", values=(-0.2, 0.4)), hold_ke: param("scalar", "hold_ke hover_gain", values=(1, 6)), hold_kd: param("scalar", "hold_kd hover_damping", values=(0.2, 1))):
    f[1] = f[1] + hold_ke * (plane_at - x[1]) - hold_kd * v[1]


@part("velocity", "mechanics", unless="damp drag_force add_drag add_wind quadratic_air settle")
def decay(kept: param("scalar", "velocity_decay velocity_factor damping_factor", values=(0.9, 0.99))):
    v = kept * v


@part("velocity", "mechanics", unless="add_wind drag_force add_drag quadratic_air damp decay")
def steer(follow: param("scalar", "wind_coupling drift_rate follow", values=(1, 6))):
    v = v + follow * dt * (wind - v)


@part("force", "mechanics", unless="add_tether")
def attract(target: param("vector", "target attractor goal", values=(-0.5, 0.5)), pull: param("scalar", "pull attraction k_pull", values=(0.5, 3))):
    toward = target - x
    f = f + pull * toward / (0.1 + wp.length(toward))


@part("position", "mechanics")
def wall(wall_at: param("scalar", "wall_x wall_pos right_wall", values=(0.2, 0.7))):
    if x[0] > wall_at:
        x[0] = wall_at
        v[0] = wp.min(v[0], -restitution * v[0])


@part("collision", "mechanics")
def sphere_obstacle(center: param("vector", "sphere_center obstacle", values=(-0.2, 0.2)), size_of: param("scalar", "sphere_radius obstacle_radius", values=(0.6, 1.2))):
    away = x - center
    gap = wp.length(away) - size_of
    if gap < 0.0:  # push out of the obstacle
        nrm = wp.normalize(away)
        x = x - gap * nrm
        vn = wp.dot(v, nrm)
        v = v - (1.0 + restitution) * wp.min(vn, 0.0) * nrm


@part("collision", "mechanics")
def plane_obstacle(normal_of: param("vector", "plane_normal normal", kind=unit), offset: param("scalar", "plane_offset offset", values=(-0.4, 0.4))):
    d = wp.dot(x, normal_of) - offset
    if d < 0.0:  # stay above the plane
        x = x - d * normal_of
        v = v - wp.min(wp.dot(v, normal_of), 0.0) * normal_of


@idiom(goals="X+Y+Z=point", domains="mechanics fluids thermo robotics graphics learning biology signals finance statistics electromagnetics waves swell optics earth orbits stars ecology pharmacology neurons multibody", names="update_{i}s evaluate_{i}s compute_{i}_terms compute_{X}_{Y}_{Z}", doc="Compute {X}, {Y} and {Z} of each {i}.")
def map_three():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    if ANY:
        out(Z)[i] = Z
    else:
        if extensive(Z):
            wp.atomic_add(out(Z), 0, Z)
            title("update_{i}s compute_{X}_{Y}_total_{Z}", "Compute {X} and {Y} of each {i}, and sum the {Z} over all {i}s.")
        else:
            wp.atomic_add(out(Z), 0, Z / float(len(i)))
            title("update_{i}s compute_{X}_{Y}_mean_{Z}", "Compute {X} and {Y} of each {i}, and average the {Z} over all {i}s.")


@idiom(goals="X=point Y=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology pharmacology neurons", names="compute_{X}_and_total_{Y} {X}_with_{Y}_sum", doc="Compute the {X} of each {i}, and sum the {Y}.")
def map_and_total():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    if ANY:
        wp.atomic_add(out(Y), 0, Y)
    else:
        wp.atomic_add(out(Y), 0, Y / float(len(i)))
        title("compute_{X}_and_mean_{Y} {X}_with_{Y}_mean", "Compute the {X} of each {i}, and average the {Y}.")


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", names="write_{X} store_{X} output_{X}", doc="Store, accumulate or blend the {X} of each {i}, depending on the mode.")
def by_mode(mode: param("int", "mode method kind", values=(0, 2), kind=mode), weight: param("scalar", "mix blend weight", values=(0.2, 0.8))):
    i = wp.tid()
    guard(i)
    value = X
    if mode == 0:
        out(X)[i] = value
    elif mode == 1:
        out(X)[i] += value
    else:
        out(X)[i] = weight * value + (1.0 - weight) * out(X)[i]


@idiom(goals="X=pair Y=point", domains="mechanics chemistry fluids", names="accumulate_{X}_and_{Y} eval_{i}s", doc="Sum the {X} over neighbors, and compute the {Y} of each {i}.")
def neighbors_and_own(neighbors: array("int", "i k", "neighbors neighbor_list neighbor_ids", kind=other("i"))):
    k = size("max_neighbors", 3, 5)
    i = wp.tid()
    guard(i)
    total = zero(X)
    for n in range(len(k)):
        j = neighbors[i, n]
        guard(pair)
        total += X
    out(X)[i] = total
    out(Y)[i] = Y


@idiom(goals="X+Y=field", domains="mechanics chemistry fluids", names="compute_{X}_and_{Y} all_pairs_{X}_{Y} eval_interactions", doc="Sum {X} and {Y} over all other {i}s.")
def nbody_two():
    i = wp.tid()
    guard(i)
    total = zero(X)
    total2 = zero(Y)
    for j in range(len(i)):
        if ANY:
            if j == i:
                continue
            guard(pair)
            total += X
            total2 += Y
        else:
            if j != i:
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


@idiom(domains="mechanics", names="simulate_{i}s run_substeps step_{i}s", doc="Integrate each {i} by substeps under forces and obstacles.")
def sub_integrate(steps: param("int", "num_steps substeps", values=(2, 3))):
    i = wp.tid()
    with guard(i):
        out(position)[i] = position[i]
        out(velocity)[i] = velocity[i]
    x = position[i]
    v = velocity[i]
    h = dt / float(steps)
    for s in range(steps):
        with bind(position, x), bind(velocity, v):
            f = force
        parts("force", 3)
        v = v + f * inv_mass * h
        with bind(dt, h):
            parts("velocity", 2)
        x = x + v * h
        parts("collision", 1)
    out(position)[i] = x
    out(velocity)[i] = v

