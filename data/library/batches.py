# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Worlds side by side, a thread for each thing in each of them; and kernels that compute much about a thing at once."""

domain("batches", entity="item", edge="edge")


@idiom(goals="X=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", names="compute_{X} batch_{X} eval_{X}_batched", doc="Compute the {X} of each {i} of each {w}.")
def batch_point(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    w, i = wp.tid()
    guard(i)
    if ANY:
        out(X)[w, i] = X
    elif ANY:
        out(X)[w, i] = gain * X
        title("scaled_{X} weigh_{X}", "Scale the {X} of each {i} of each {w}.")
    elif ANY:
        out(X)[w, i] = blend * X + (1.0 - blend) * out(X)[w, i]
        title("smooth_{X} filter_{X} blend_{X} track_{X}", "Smooth the {X} of each {i} exponentially.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} in each {w}.")
            else:
                out(X)[w, i] = wp.max(out(X)[w, i], X)
                title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the largest {X} so far of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} in each {w}.")
            else:
                out(X)[w, i] = 0.5 * (out(X)[w, i] + X)
                title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with its last value.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                out(X)[w, i] = wp.min(out(X)[w, i], X)
                title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the smallest {X} so far of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                if wp.length_sq(X) > wp.length_sq(out(X)[w, i]):
                    out(X)[w, i] = X
                title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the largest {X} so far of each {i} of each {w}.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                out(X)[w, i] += wp.clamp(X - out(X)[w, i], -slew, slew)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} of each {i} in each {w}, by a limited step.")
        else:
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                step_to = X - out(X)[w, i]
                out(X)[w, i] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} of each {i} in each {w}, by a limited step.")
    else:
        if extensive(X):
            wp.atomic_add(out(X), w, X)
            title("sum_{X}_per_{w} {w}_{X} total_{X}", "Sum the {X} over each {w}.")
        else:
            wp.atomic_add(out(X), w, X / float(len(i)))
            title("mean_{X}_per_{w} average_{X}", "Average the {X} over each {w}.")


@idiom(goals="X+Y=point", domains="mechanics fluids thermo robotics graphics learning chemistry biology signals finance statistics electromagnetics waves swell optics lenses earth orbits stars ecology pharmacology neurons multibody", names="compute_{X}_and_{Y} batch_{X}_{Y} update_{X}", doc="Compute {X} and {Y} of each {i} of each {w}.")
def batch_two():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    if ANY:
        out(Y)[w, i] = Y
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), w, Y)
            title("{X}_and_total_{Y} compute_{X}_sum_{Y}", "Compute the {X} of each {i}, and sum the {Y} over each {w}.")
        else:
            wp.atomic_add(out(Y), w, Y / float(len(i)))
            title("{X}_and_mean_{Y} compute_{X}_average_{Y}", "Compute the {X} of each {i}, and average the {Y} over each {w}.")


@idiom(goals="X,Y=state", domains="mechanics thermo chemistry biology robotics earth ecology neurons", names="integrate_{X} step_{X} batch_step_{X} advance_{X}", doc="Take one step of the {X} of each {i} of each {w}.")
def batch_state():
    w, i = wp.tid()
    guard(i)
    rate = Y
    if ANY:
        out(Y)[w, i] = rate
    out(X)[w, i] = X[i] + rate * dt


@idiom(goals="X+Y+Z+W=point", domains="mechanics fluids thermo graphics learning statistics electromagnetics waves swell optics earth orbits ecology neurons multibody", names="update_{i}s evaluate_{i}s compute_{i}_quantities", doc="Compute {X}, {Y}, {Z} and {W} of each {i}.")
def map_four():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    out(W)[i] = W


@idiom(goals="X+Y+Z+W=point", domains="mechanics fluids thermo graphics learning statistics electromagnetics waves swell optics earth orbits ecology neurons multibody", names="update_{i}s evaluate_{i}s fill_{i}_buffers", doc="Compute {X}, {Y}, {Z} and {W} of each {i} of each {w}.")
def batch_four():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z
    out(W)[w, i] = W


@idiom(goals="X+Y=point V=total", domains="mechanics learning chemistry electromagnetics statistics finance waves swell optics earth stars ecology pharmacology neurons", names="update_{i}s_and_sum_{V} compute_{X}_{Y} report_{V}", doc="Compute {X} and {Y} of each {i}, and sum the {V} of each {w}.")
def batch_report():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    wp.atomic_add(out(V), w, V)


@idiom(goals="X+Y+Z=point V+W=total", domains="mechanics learning electromagnetics statistics finance waves swell optics earth stars ecology", names="update_{i}s_and_report evaluate_{i}s compute_{i}_terms", doc="Compute {X}, {Y} and {Z} of each {i}, and sum {V} and {W}.")
def map_and_report():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    wp.atomic_add(out(V), 0, V)
    wp.atomic_add(out(W), 0, W)


@idiom(goals="X+Y+Z+W=point V=total", domains="mechanics learning electromagnetics statistics waves swell optics earth ecology neurons", names="update_{w}s evaluate_{i}s_batched fill_{i}_terms", doc="Compute {X}, {Y}, {Z} and {W} of each {i} of each {w}, and sum the {V} of each {w}.")
def batch_and_report():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z
    out(W)[w, i] = W
    wp.atomic_add(out(V), w, V)


@idiom(goals="X+Y=element", domains="solids kirchhoff hooke", names="batch_{X}_{Y} compute_{X}_and_{Y} eval_meshes", doc="Compute {X} and {Y} of each element of each mesh.")
def batch_elements():
    w, i = wp.tid()
    out(X)[w, i] = X
    if ANY:
        out(Y)[w, i] = Y
    elif ANY:
        if scalar(Y):
            wp.atomic_max(out(Y), w, Y)
            title("{X}_and_largest_{Y} eval_{X}_max_{Y}", "Compute the {X} of each element of each mesh, and find the largest {Y} of each mesh.")
        else:
            out(Y)[w, i] = 0.5 * (out(Y)[w, i] + Y)
            title("{X}_and_mean_{Y} update_{X}_average_{Y}", "Compute the {X} of each element of each mesh, and average its {Y} with the last value.")
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), w, Y)
            title("{X}_and_total_{Y} compute_{X}_sum_{Y}", "Compute the {X} of each element, and sum the {Y} over each mesh.")
        else:
            wp.atomic_add(out(Y), w, Y / float(len(i)))
            title("{X}_and_mean_{Y} compute_{X}_average_{Y}", "Compute the {X} of each element, and average the {Y} over each mesh.")


@idiom(goals="X+Y+Z=element", domains="solids kirchhoff hooke", names="eval_meshes element_state_{X} update_elements", doc="Compute {X}, {Y} and {Z} of each element of each mesh.")
def batch_elements_three():
    w, i = wp.tid()
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    if ANY:
        out(Z)[w, i] = Z
    else:
        if extensive(Z):
            wp.atomic_add(out(Z), w, Z)
            title("eval_meshes element_state_{X}", "Compute {X} and {Y} of each element, and sum the {Z} over each mesh.")
        else:
            wp.atomic_add(out(Z), w, Z / float(len(i)))
            title("eval_meshes element_state_{X}", "Compute {X} and {Y} of each element, and average the {Z} over each mesh.")


@idiom(goals="X+Y+Z+W=element", domains="solids kirchhoff hooke", names="element_state update_elements eval_material", doc="Compute {X}, {Y}, {Z} and {W} of each element.")
def element_four():
    i = wp.tid()
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    out(W)[i] = W


@idiom(goals="X+Y=body", domains="solids", names="batch_{X}_{Y} eval_bodies update_{w}_{X}", doc="Compute {X} and {Y} of each body of each {w}.")
def batch_bodies():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    if ANY:
        out(Y)[w, i] = Y
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), w, Y)
            title("{X}_and_total_{Y} compute_{X}_sum_{Y}", "Compute the {X} of each body, and sum the {Y} over each {w}.")
        else:
            wp.atomic_add(out(Y), w, Y / float(len(i)))
            title("{X}_and_mean_{Y} compute_{X}_average_{Y}", "Compute the {X} of each body, and average the {Y} over each {w}.")


@idiom(goals="X+Y+Z=body", domains="solids", names="eval_bodies update_world_bodies body_state", doc="Compute {X}, {Y} and {Z} of each body of each {w}.")
def batch_bodies_three():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z


@idiom(goals="X=element Y=body", domains="solids", entity="i slot_at", names="rows_of_{X} mesh_{X} sum_{X}_by_rows", doc="Compute the {X} of the elements and the {Y} of the bodies in each row.")
def rows_of_elements():
    slot_at = size("num_elements per_row row_length", 2, 4)
    i = wp.tid()
    total = zero(X)
    total2 = zero(Y)
    for slot_at in range(len(slot_at)):
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


@idiom(goals="X+Y=point", domains="electromagnetics fluids thermo", names="compute_{X}_and_{Y} volume_{X}_{Y} fields_{X}", doc="Compute {X} and {Y} in each cell of a volume.")
def volume_two():
    x, y, z = wp.tid()
    guard(i)
    out(X)[x, y, z] = X
    if ANY:
        out(Y)[x, y, z] = Y
    else:
        if extensive(Y):
            out(Y)[x, y, z] += Y
            title("compute_{X}_add_{Y} write_{X}_accumulate_{Y}", "Compute the {X} in each cell of a volume, and accumulate its {Y}.")
        else:
            out(Y)[x, y, z] = 0.5 * (out(Y)[x, y, z] + Y)
            title("compute_{X}_average_{Y} write_{X}_mean_{Y}", "Compute the {X} in each cell of a volume, and average its {Y} with the last value.")


@idiom(goals="X+Y+Z=point", domains="electromagnetics fluids thermo", names="update_volume compute_fields fill_volume_{X}", doc="Compute {X}, {Y} and {Z} in each cell of a volume.")
def volume_three():
    x, y, z = wp.tid()
    guard(i)
    out(X)[x, y, z] = X
    out(Y)[x, y, z] = Y
    out(Z)[x, y, z] = Z


@idiom(goals="X=point", domains="electromagnetics fluids thermo chemistry", names="compute_{X} {X}_of_volume volume_{X}", doc="Compute the {X} in each cell of a volume.")
def volume_one(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    x, y, z = wp.tid()
    guard(i)
    if ANY:
        out(X)[x, y, z] = X
    elif ANY:
        out(X)[x, y, z] = gain * X
        title("scaled_{X} weigh_{X}", "Scale the {X} in each cell of a volume.")
    elif ANY:
        out(X)[x, y, z] = blend * X + (1.0 - blend) * out(X)[x, y, z]
        title("smooth_{X} filter_{X} blend_{X} track_{X}", "Smooth the {X} of each {i} exponentially.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[x, y, z] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} in each cell of a volume.")
            else:
                out(X)[x, y, z] = wp.max(out(X)[x, y, z], X)
                title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the largest {X} so far in each cell of a volume.")
        else:
            if extensive(X):
                out(X)[x, y, z] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} in each cell of a volume.")
            else:
                out(X)[x, y, z] = 0.5 * (out(X)[x, y, z] + X)
                title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with its last value.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[x, y, z] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                out(X)[x, y, z] = wp.min(out(X)[x, y, z], X)
                title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the smallest {X} so far in each cell of a volume.")
        else:
            if extensive(X):
                out(X)[x, y, z] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from its running value.")
            else:
                if wp.length_sq(X) > wp.length_sq(out(X)[x, y, z]):
                    out(X)[x, y, z] = X
                title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the largest {X} so far in each cell of a volume.")
    elif ANY:
        if scalar(X):
            if extensive(X):
                out(X)[x, y, z] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                out(X)[x, y, z] += wp.clamp(X - out(X)[x, y, z], -slew, slew)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} in each cell of a volume, by a limited step.")
        else:
            if extensive(X):
                out(X)[x, y, z] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a scaled {X} of each {i}.")
            else:
                step_to = X - out(X)[x, y, z]
                out(X)[x, y, z] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                title("slew_{X} rate_limit_{X} follow_{X}", "Slew towards the {X} in each cell of a volume, by a limited step.")
    else:
        if extensive(X):
            wp.atomic_add(out(X), z, X)
            title("layer_{X} sum_{X}_per_layer", "Sum the {X} of each layer of a volume.")
        else:
            wp.atomic_add(out(X), z, X / float(len(x) * len(y)))
            title("mean_{X}_per_layer layer_{X}", "Average the {X} over each layer of a volume.")


@idiom(goals="X,Y=state", domains="thermo chemistry biology robotics earth ecology neurons", names="heun_{X} predictor_corrector_{X} midpoint_{X}", doc="Predict the {X} of each {i} of each {w}, then correct it.")
def batch_stages():
    w, i = wp.tid()
    y0 = X[i]
    with bind(X, y0):
        slope0 = Y
    if ANY:
        guess = y0 + dt * slope0
        with bind(X, guess):
            slope1 = Y
        out(X)[w, i] = y0 + 0.5 * dt * (slope0 + slope1)
    else:
        middle = y0 + 0.5 * dt * slope0
        with bind(X, middle):
            slope1 = Y
        out(X)[w, i] = y0 + dt * slope1
        title("midpoint_{X} rk2_{X}", "Take one midpoint step of the {X} of each {i} of each {w}.")
    if ANY:
        out(Y)[w, i] = slope1


@idiom(goals="X=point", domains="robotics", names="step_joints integrate_joints advance_dofs", doc="Step each joint of each world: speeds first, then positions.")
def step_joints():
    w, i = wp.tid()
    qd_next = joint_vel[i] + dt * joint_acc
    if ANY:
        qd_next = wp.clamp(qd_next, -velocity_limit, velocity_limit)
    q_next = joint_pos[i] + dt * qd_next
    with bind(joint_pos, q_next), bind(joint_vel, qd_next):
        out(X)[w, i] = X  # before the limits hold: behind them no torque is left
    if ANY:
        if q_next < limit_lower or q_next > limit_upper:
            qd_next = 0.0
        q_next = wp.clamp(q_next, limit_lower, limit_upper)
    out(joint_pos)[w, i] = q_next
    out(joint_vel)[w, i] = qd_next


@idiom(goals="X=point", domains="mechanics", names="step_worlds integrate_worlds advance_world_{i}s", doc="Step each {i} of each {w} and compute its {X}.")
def step_particles():
    w, i = wp.tid()
    v1 = velocity[i] + dt * acceleration
    if ANY:
        v1 = v1 * (1.0 - 0.5 * dt)
    x1 = position[i] + dt * v1
    if ANY:
        if x1[1] < ground_height:
            x1[1] = ground_height
            v1[1] = wp.max(v1[1], -restitution * v1[1])
    out(position)[w, i] = x1
    out(velocity)[w, i] = v1
    with bind(position, x1), bind(velocity, v1):
        if ANY:
            out(X)[w, i] = X
        else:
            if extensive(X):
                wp.atomic_add(out(X), w, X)
                title("step_{w}s integrate_{w}s advance_{w}_{i}s", "Step each {i} of each {w} and sum the {X} over each {w}.")
            else:
                wp.atomic_add(out(X), w, X / float(len(i)))
                title("step_{w}s integrate_{w}s advance_{w}_{i}s", "Step each {i} of each {w} and average the {X} over each {w}.")


@idiom(goals="X+Y=field", domains="mechanics chemistry", entity="j", names="{X}_and_{Y}_table pairwise_{X}_{Y} pair_tables", doc="Compute {X} and {Y} of each pair.")
def pair_tables():
    i, j = wp.tid()
    if i == j:
        out(X)[i, j] = zero(X)
        out(Y)[i, j] = zero(Y)
        return
    out(X)[i, j] = X
    out(Y)[i, j] = Y


@idiom(goals="X=field", domains="mechanics chemistry", entity="j", names="{X}_table pairwise_{X} fill_{X}_matrix", doc="Compute the {X} of each pair.")
def pair_table():
    i, j = wp.tid()
    if i == j:
        out(X)[i, j] = zero(X)
        return
    out(X)[i, j] = X
