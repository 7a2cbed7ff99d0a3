# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How threads meet things that have an orientation: one at a time, in worlds side by side, in pairs, with their points."""

domain("oriented", entity="body", edge="joint")

words(q_old="q q0 rot", q_new="q1 q_new rot_new", w_new="w1 omega_new w_new", v_new="v1 v_new vel", x_new="x1 x_new pos", dir_of="d n dir", first_of="a u first", second_of="b v second", pt="p pt k", cam="cam c view_id", px="x col ix", py="y row iy", terms="r reward total", uv_at="uv pix", kept="keep alive live", R_of="R rot_mat", frame_f="frame f", when="t time", slot_o="k member c")


@idiom(goals="X=turn Y=spot", domains="rigid attitude aerial skeletons legged", names="compute_{X}_and_{Y} update_{i}s eval_{X}_{Y}", doc="Compute {X} and {Y} of each {i}.")
def turn_and_spot():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    if ANY:
        out(Y)[i] = Y
    else:
        if extensive(Y):
            out(Y)[i] += Y
            title("compute_{X}_add_{Y} update_{X}_accumulate_{Y}", "Compute the {X} of each {i} and accumulate its {Y}.")
        else:
            out(Y)[i] = 0.5 * (out(Y)[i] + Y)
            title("compute_{X}_average_{Y} update_{X}_mean_{Y}", "Compute the {X} of each {i} and average its {Y} with the stored value.")


@idiom(goals="X+Y=spot Z=gauge", domains="rigid attitude aerial skeletons legged cameras", names="compute_{X}_and_{Y} update_{i}s eval_{X}_{Y}_{Z}", doc="Compute {X}, {Y} and {Z} of each {i}.")
def two_spots():
    i = wp.tid()
    if ANY("kept"):
        guard(i)
        out(X)[i] = X
    else:
        if extensive(Z):
            guard(i)
        out(X)[i] = X
    out(Y)[i] = Y
    if ANY("kept"):
        out(Z)[i] = Z
    else:
        if extensive(Z):
            wp.atomic_add(out(Z), 0, Z)
        else:
            wp.atomic_add(out(Z), 0, Z / float(len(i)))


@idiom(goals="X=turn Y+Z=spot W=gauge", domains="rigid attitude aerial skeletons legged", names="update_{i}s write_{i}_state eval_{i}_state", doc="Compute {X}, {Y}, {Z} and {W} of each {i}.")
def pose_report():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z
    out(W)[i] = W


@idiom(goals="X=spot", domains="rigid attitude aerial skeletons legged cameras", names="compute_{X} batch_{X} {i}_{X}", doc="Compute the {X} of each {i} of each {w}.")
def batch_spot(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    w, i = wp.tid()
    if ANY:
        guard(i)
        out(X)[w, i] = X
    elif ANY:
        guard(i)
        out(X)[w, i] = gain * X
        title("scaled_{X} weigh_{X}", "Scale the {X} of each {i} of each {w}.")
    elif ANY:
        guard(i)
        out(X)[w, i] = blend * X + (1.0 - blend) * out(X)[w, i]
        title("smooth_{X} filter_{X} blend_{X} track_{X}", "Low-pass filter the {X} of each {i}.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} of each {w}.")
            else:
                out(X)[w, i] = wp.max(out(X)[w, i], X)
                title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the running maximum of the {X} of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} of each {w}.")
            else:
                out(X)[w, i] = 0.5 * (out(X)[w, i] + X)
                title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with the stored value.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from the stored value.")
            else:
                out(X)[w, i] = wp.min(out(X)[w, i], X)
                title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the running minimum of the {X} of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from the stored value.")
            else:
                if wp.length_sq(X) > wp.length_sq(out(X)[w, i]):
                    out(X)[w, i] = X
                title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the running maximum of the {X} of each {i} of each {w}.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a multiple of the {X} of each {i}.")
            else:
                out(X)[w, i] += wp.clamp(X - out(X)[w, i], -slew, slew)
                title("slew_{X} rate_limit_{X} follow_{X}", "Follow the {X} of each {i} of each {w} with a slew rate limit.")
        else:
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a multiple of the {X} of each {i}.")
            else:
                step_to = X - out(X)[w, i]
                out(X)[w, i] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                title("slew_{X} rate_limit_{X} follow_{X}", "Follow the {X} of each {i} of each {w} with a slew rate limit.")
    else:
        if extensive(X):
            guard(i)
            wp.atomic_add(out(X), w, X)
            title("sum_{X}_per_{w} {w}_{X} total_{X}", "Sum the {X} over each {w}.")
        else:
            wp.atomic_add(out(X), w, X / float(len(i)))
            title("mean_{X}_per_{w} average_{X}", "Average the {X} over each {w}.")


@idiom(goals="X=turn", domains="rigid attitude aerial skeletons legged multibody", names="compute_{X} batch_{X} {i}_{X}", doc="Compute the {X} of each {i} of each {w}.")
def batch_turn():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X


@idiom(goals="X=gauge", domains="rigid attitude aerial skeletons legged cameras", names="compute_{X} batch_{X} {i}_{X}", doc="Compute the {X} of each {i} of each {w}.")
def batch_gauge(gain: param("scalar", "weight scale gain factor", values=(0.3, 1.8)), blend: param("scalar", "alpha blend smoothing rate", values=(0.1, 0.6)), slew: param("scalar", "max_step slew_limit max_change", values=(0.05, 0.5))):
    w, i = wp.tid()
    if ANY:
        guard(i)
        out(X)[w, i] = X
    elif ANY:
        guard(i)
        out(X)[w, i] = gain * X
        title("scaled_{X} weigh_{X}", "Scale the {X} of each {i} of each {w}.")
    elif ANY:
        guard(i)
        out(X)[w, i] = blend * X + (1.0 - blend) * out(X)[w, i]
        title("smooth_{X} filter_{X} blend_{X} track_{X}", "Low-pass filter the {X} of each {i}.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} of each {w}.")
            else:
                out(X)[w, i] = wp.max(out(X)[w, i], X)
                title("hold_largest_{X} peak_{X} update_max_{X}", "Keep the running maximum of the {X} of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] += X
                title("add_{X} accumulate_{X}", "Accumulate the {X} of each {i} of each {w}.")
            else:
                out(X)[w, i] = 0.5 * (out(X)[w, i] + X)
                title("average_in_{X} mean_with_{X}", "Average the {X} of each {i} with the stored value.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from the stored value.")
            else:
                out(X)[w, i] = wp.min(out(X)[w, i], X)
                title("hold_smallest_{X} lowest_{X} update_min_{X}", "Keep the running minimum of the {X} of each {i} of each {w}.")
        else:
            if extensive(X):
                out(X)[w, i] -= X
                title("subtract_{X} remove_{X}", "Subtract the {X} of each {i} from the stored value.")
            else:
                if wp.length_sq(X) > wp.length_sq(out(X)[w, i]):
                    out(X)[w, i] = X
                title("hold_largest_{X} peak_{X} keep_strongest_{X}", "Keep the running maximum of the {X} of each {i} of each {w}.")
    elif ANY:
        guard(i)
        if scalar(X):
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a multiple of the {X} of each {i}.")
            else:
                out(X)[w, i] += wp.clamp(X - out(X)[w, i], -slew, slew)
                title("slew_{X} rate_limit_{X} follow_{X}", "Follow the {X} of each {i} of each {w} with a slew rate limit.")
        else:
            if extensive(X):
                out(X)[w, i] += gain * X
                title("add_scaled_{X} apply_{X} accumulate_{X}", "Accumulate a multiple of the {X} of each {i}.")
            else:
                step_to = X - out(X)[w, i]
                out(X)[w, i] += step_to * wp.min(slew / (wp.length(step_to) + 0.001), 1.0)
                title("slew_{X} rate_limit_{X} follow_{X}", "Follow the {X} of each {i} of each {w} with a slew rate limit.")
    elif ANY:
        if extensive(X):
            guard(i)
            wp.atomic_add(out(X), w, X)
            title("sum_{X}_per_{w} {w}_{X} total_{X}", "Sum the {X} over each {w}.")
        else:
            wp.atomic_add(out(X), w, X / float(len(i)))
            title("mean_{X}_per_{w} average_{X}", "Average the {X} over each {w}.")
    else:
        guard(i)
        wp.atomic_max(out(X), w, X)
        title("largest_{X} max_{X}_per_{w}", "Find the largest {X} of each {w}.")


@idiom(goals="X=spot Y=gauge", domains="rigid attitude aerial skeletons legged cameras", names="compute_{X}_and_{Y} batch_{X}_{Y}", doc="Compute {X} and {Y} of each {i} of each {w}.")
def batch_spot_and_gauge():
    w, i = wp.tid()
    if ANY("kept"):
        guard(i)
        out(X)[w, i] = X
    else:
        if extensive(Y):
            guard(i)
        out(X)[w, i] = X
    if ANY("kept"):
        out(Y)[w, i] = Y
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), w, Y)
        else:
            wp.atomic_add(out(Y), w, Y / float(len(i)))


@idiom(goals="X=turn Y=spot", domains="rigid attitude aerial skeletons legged", names="compute_{X}_and_{Y} batch_{X}_{Y} update_world_{i}s", doc="Compute {X} and {Y} of each {i} of each {w}.")
def batch_turn_and_spot():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y


@idiom(goals="X+Y=spot Z=gauge", domains="rigid attitude aerial skeletons legged cameras", names="batch_{X}_{Y} update_world_{i}s fill_{i}_buffers", doc="Compute {X}, {Y} and {Z} of each {i} of each {w}.")
def batch_two_spots():
    w, i = wp.tid()
    guard(i)
    out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z


@idiom(goals="X=turn Y+Z=spot W=gauge", domains="rigid attitude aerial skeletons legged", names="update_world_{i}s write_{i}_buffers fill_{i}_state", doc="Compute {X}, {Y}, {Z} and {W} of each {i} of each {w}.")
def batch_pose_report():
    w, i = wp.tid()
    if ANY("kept"):
        guard(i)
        out(X)[w, i] = X
    else:
        if extensive(W):
            guard(i)
        out(X)[w, i] = X
    out(Y)[w, i] = Y
    out(Z)[w, i] = Z
    if ANY("kept"):
        out(W)[w, i] = W
    else:
        if extensive(W):
            wp.atomic_add(out(W), w, W)
        else:
            wp.atomic_add(out(W), w, W / float(len(i)))


@idiom(goals="X+Y=spot", domains="rigid attitude aerial skeletons legged", names="write_observations fill_obs gather_{X}_{Y}", doc="Write the observation row of each {i}: {X}, then {Y}.")
def observed_row(obs: array("scalar", "i 6", "obs observations features", values=(-1, 1)), long_obs: array("scalar", "i 7", "obs observations features", values=(-1, 1)), extra: array("scalar", "i", "clock_phase phase gait_phase", values=(-1, 1)), scale_of: param("scalar", "obs_scale scale", values=(0.3, 1.5))):
    i = wp.tid()
    first_of = X
    second_of = Y
    if ANY:
        obs[i, 0] = first_of[0]
        obs[i, 1] = first_of[1]
        obs[i, 2] = first_of[2]
        obs[i, 3] = scale_of * second_of[0]
        obs[i, 4] = scale_of * second_of[1]
        obs[i, 5] = scale_of * second_of[2]
    elif ANY:
        for k in range(3):
            long_obs[i, k] = first_of[k]
            long_obs[i, 3 + k] = scale_of * second_of[k]
        long_obs[i, 6] = extra[i]
        title("write_observations fill_obs gather_{X}_{Y}", "Write the observation row of each {i}: {X}, {Y} and the phase.")
    else:
        for k in range(3):
            obs[i, k] = first_of[k]
            obs[i, 3 + k] = scale_of * second_of[k]


@idiom(goals="X=spot Y+Z=gauge", domains="rigid attitude aerial skeletons legged cameras", names="write_observations fill_features batch_observe", doc="Write the observation row of each {i} of each {w}: {X}, {Y} and {Z}.")
def observed_worlds(obs: array("scalar", "w i 5", "obs observations features", values=(-1, 1)), scale_of: param("scalar", "obs_scale scale", values=(0.3, 1.5)), limit_of: param("scalar", "clip_obs limit", values=(0.4, 0.8))):
    w, i = wp.tid()
    first_of = X
    if ANY:
        obs[w, i, 0] = first_of[0]
        obs[w, i, 1] = first_of[1]
        obs[w, i, 2] = first_of[2]
    elif ANY:
        for k in range(3):
            obs[w, i, k] = wp.clamp(first_of[k], -limit_of, limit_of)
    else:
        for k in range(3):
            obs[w, i, k] = scale_of * first_of[k]
    obs[w, i, 3] = Y
    obs[w, i, 4] = Z


@idiom(goals="X+Y+Z+W=gauge", domains="rigid attitude aerial legged cameras", names="write_features fill_{i}_table gather_{X}_features", doc="Write the feature row of each {i}: {X}, {Y}, {Z} and {W}.")
def feature_row(table: array("scalar", "i 4", "features table metrics", values=(-1, 1))):
    i = wp.tid()
    guard(i)
    table[i, 0] = X
    table[i, 1] = Y
    table[i, 2] = Z
    table[i, 3] = W


@idiom(goals="X+Y+Z=gauge", domains="rigid attitude aerial legged cameras skeletons", names="write_world_features batch_features fill_metrics", doc="Concatenate {X}, {Y} and {Z} of each {i} of each {w}.")
def feature_worlds(table: array("scalar", "w i 3", "features table metrics", values=(-1, 1))):
    w, i = wp.tid()
    guard(i)
    table[w, i, 0] = X
    table[w, i, 1] = Y
    table[w, i, 2] = Z


@idiom(goals="X,Y=spin", domains="rigid attitude aerial legged", names="integrate_{X} advance_{X} step_{X}", doc="Integrate the {X} of each {i} of each {w} by one step.")
def batch_spin():
    w, i = wp.tid()
    guard(i)
    q_old = X[i]
    rate = Y
    if ANY:
        q_new = q_old + dt * rate
        q_new = q_new * (1.0 / wp.length(q_new))
    else:
        half = wp.normalize(q_old + 0.5 * dt * rate)
        with bind(X, half):
            rate2 = Y
        q_new = wp.normalize(q_old + dt * rate2)
        title("midpoint_{X} rk2_{X}", "Integrate the {X} of each {i} of each {w} by a midpoint step.")
    out(X)[w, i] = q_new
    if ANY:
        out(Y)[w, i] = rate


@idiom(goals="X=spot", domains="rigid", names="integrate_bodies step_rigid_bodies integrate_rigid", doc="Integrate each body by semi-implicit Euler and compute its {X}.")
def integrate_bodies(v_max: param("scalar", "max_lin_vel v_max", values=(0.6, 1.4)), w_max: param("scalar", "max_ang_vel w_max", values=(0.8, 1.8))):
    i = wp.tid()
    guard(i)
    v_new = lin_v + dt * linear_acceleration
    w_new = ang_w + dt * angular_acceleration
    if ANY:
        v_new = v_new * (1.0 - dt * damp_lin)
        w_new = w_new * (1.0 - dt * damp_ang)
    elif ANY:
        if wp.length(w_new) > w_max:
            w_new = wp.normalize(w_new) * w_max
    elif ANY:
        fast = wp.length(v_new)
        if fast > v_max:
            v_new = v_new * (v_max / fast)
    x_new = com_at[i] + dt * v_new
    q_new = wp.normalize(rot_q[i] + 0.5 * dt * (wp.quat(w_new[0], w_new[1], w_new[2], 0.0) * rot_q[i]))
    out(com_at)[i] = x_new
    out(rot_q)[i] = q_new
    out(lin_v)[i] = v_new
    out(ang_w)[i] = w_new
    with bind(com_at, x_new), bind(rot_q, q_new), bind(lin_v, v_new), bind(ang_w, w_new):
        out(X)[i] = X


@idiom(goals="X=gauge", domains="rigid", names="integrate_worlds step_world_bodies advance_bodies", doc="Integrate each body of each {w} by one step and compute its {X}.")
def integrate_worlds(fixed: array("int", "w i", "is_static fixed frozen", kind=flag)):
    w, i = wp.tid()
    if ANY:
        if fixed[w, i] != 0:
            return
    v_new = lin_v + dt * linear_acceleration
    w_new = ang_w + dt * angular_acceleration
    x_new = com_at[i] + dt * v_new
    if ANY:
        q_new = wp.normalize(rot_q[i] + 0.5 * dt * (wp.quat(w_new[0], w_new[1], w_new[2], 0.0) * rot_q[i]))
    else:
        q_new = wp.quat_from_axis_angle(wp.normalize(w_new), dt * wp.length(w_new)) * rot_q[i]
    out(com_at)[w, i] = x_new
    out(rot_q)[w, i] = q_new
    out(lin_v)[w, i] = v_new
    out(ang_w)[w, i] = w_new
    with bind(com_at, x_new), bind(rot_q, q_new), bind(lin_v, v_new), bind(ang_w, w_new):
        if ANY:
            out(X)[w, i] = X
        else:
            if extensive(X):
                wp.atomic_add(out(X), w, X)
            else:
                wp.atomic_add(out(X), w, X / float(len(i)))


@idiom(goals="X=gauge", domains="aerial", names="step_drones integrate_drones fly_drones", doc="Integrate each drone of each {w} by one step and compute its {X}.")
def fly_worlds(crash_z: param("scalar", "floor_height crash_height", values=(-0.7, -0.4)), crashed: array("int", "w i", "crashed done fallen", values=(0, 1))):
    w, i = wp.tid()
    guard(i)
    v_new = hull_v + dt * drone_acceleration
    x_new = hull_at[i] + dt * v_new
    out(hull_at)[w, i] = x_new
    out(hull_v)[w, i] = v_new
    if ANY("turn"):
        w_new = hull_w + dt * drone_angular_acceleration
        q_new = wp.normalize(hull_q[i] + 0.5 * dt * (hull_q[i] * wp.quat(w_new[0], w_new[1], w_new[2], 0.0)))
        out(hull_w)[w, i] = w_new
    else:
        q_new = drone_next_attitude
    out(hull_q)[w, i] = q_new
    if ANY:
        if x_new[2] < crash_z:
            crashed[w, i] = 1
    if ANY("turn"):
        with bind(hull_at, x_new), bind(hull_v, v_new), bind(hull_q, q_new), bind(hull_w, w_new):
            out(X)[w, i] = X
    else:
        with bind(hull_at, x_new), bind(hull_v, v_new), bind(hull_q, q_new):
            out(X)[w, i] = X


@idiom(goals="X=prize Y+Z=cost", domains="legged", names="compute_rewards sum_reward_terms episode_reward", doc="Compute the reward of each {i} from {X}, {Y} and {Z}.")
def walk_reward(total_of: array("scalar", "i", "rewards reward_buf total_reward", values=(0, 1)), w_one: param("scalar", "w0 weight_a scale_a", values=(0.5, 2)), w_two: param("scalar", "w1 weight_b scale_b", values=(0.2, 1)), w_three: param("scalar", "w2 weight_c scale_c", values=(0.05, 0.5)), over: array("int", "i", "terminated reset_buf done", values=(0, 1))):
    i = wp.tid()
    if SAME:
        terms = w_one * X - w_two * Y - w_three * Z
    else:
        terms = w_one * X
        terms = terms - w_two * Y
        terms = terms - w_three * Z
    if ANY:
        if base_at[i][2] < fall_z:
            over[i] = 1
            terms = terms - 1.0
    if ANY:
        total_of[i] = terms * dt
    else:
        total_of[i] = wp.max(terms * dt, 0.0)
    if ANY:
        out(X)[i] = X
        out(Y)[i] = Y


@idiom(goals="X=prize Y=cost", domains="legged", names="batch_rewards log_reward_terms world_rewards", doc="Compute the reward of each {i} of each {w} from {X} and {Y}.")
def world_reward(total_of: array("scalar", "w i", "rewards reward_buf", values=(0, 1)), w_one: param("scalar", "w0 weight_a scale_a", values=(0.5, 2)), w_two: param("scalar", "w1 weight_b scale_b", values=(0.2, 1))):
    w, i = wp.tid()
    if ANY:
        total_of[w, i] = w_one * X - w_two * Y
    else:
        total_of[w, i] = (w_one * X - w_two * Y) * dt
    if ANY:
        out(X)[w, i] = X
        out(Y)[w, i] = Y
    elif ANY:
        wp.atomic_add(out(X), w, X)
        wp.atomic_add(out(Y), w, Y)


@idiom(goals="X=spot", domains="rigid legged aerial", names="reset_{i}s restore_{i}_state respawn", doc="Reset each {i} that is done, and compute the {X} of the others.")
def reset_roots(done: array("int", "w", "reset_mask done dones", values=(0, 1)), start_at: array("vec3", "i", "init_pos spawn_pos default_pos", values=(-1, 1)), start_q: array("quat", "i", "init_rot spawn_rot default_rot", kind=unit), grid_gap: param("scalar", "env_spacing spacing", values=(1, 3)), places: array("vec3", "w i", "root_pos body_pos positions", values=(-1, 1)), rots: array("quat", "w i", "root_rot body_rot rotations", values=(-1, 1)), moves: array("vec3", "w i", "root_vel lin_vel velocities", values=(-1, 1)), spins: array("vec3", "w i", "root_ang_vel ang_vel", values=(-1, 1)), ages: array("int", "w i", "episode_length progress step_count", values=(0, 9))):
    w, i = wp.tid()
    if done[w] != 0:
        if ANY:
            places[w, i] = start_at[i]
        else:
            places[w, i] = start_at[i] + wp.vec3(grid_gap * float(w), 0.0, 0.0)
        rots[w, i] = start_q[i]
        moves[w, i] = wp.vec3(0.0, 0.0, 0.0)
        spins[w, i] = wp.vec3(0.0, 0.0, 0.0)
        if ANY:
            ages[w, i] = 0
        return
    out(X)[w, i] = X


@idiom(goals="X=pose_turn Y=seat", domains="rigid skeletons", names="write_transforms update_poses fill_{i}_poses", doc="Build the pose of each {i} from {X} and {Y}.")
def write_poses(poses: array("transform", "w i", "poses transforms body_q", values=(-1, 1)), mats: array("mat33", "w i", "rot_mats bases", values=(-1, 1))):
    w, i = wp.tid()
    guard(i)
    rot = X
    if ANY:
        poses[w, i] = wp.transform(Y, rot)
    elif ANY:
        poses[w, i] = wp.transform_inverse(wp.transform(Y, rot))
        title("write_inverse_poses view_transforms", "Build the inverse pose of each {i} from {X} and {Y}.")
    else:
        mats[w, i] = wp.quat_to_matrix(rot)
        out(Y)[w, i] = Y


@idiom(goals="X=relation", domains="rigid", entity="j", names="{X}_table pairwise_{X} compute_{X}_pairs", doc="Compute the {X} of each pair of bodies.")
def related_pairs():
    i, j = wp.tid()
    if ANY:
        if i == j:
            return
    out(X)[i, j] = X


@idiom(goals="X+Y=relation", domains="rigid", entity="j", names="{X}_and_{Y}_table pairwise_{X}_{Y} relate_bodies", doc="Compute {X} and {Y} of each pair of bodies.")
def related_two():
    i, j = wp.tid()
    out(X)[i, j] = X
    out(Y)[i, j] = Y


@idiom(goals="X+Y+Z=relation", domains="rigid", entity="n", names="joint_{X}_{Y} eval_joints joint_coordinates", doc="Compute {X}, {Y} and {Z} across each joint.")
def joint_relations(parents: array("int", "e", "joint_parent parent_ids body_a", kind=low_half("n")), children: array("int", "e", "joint_child child_ids body_b", kind=high_half("n"))):
    n = size("num_bodies body_count", 6, 9)
    e = wp.tid()
    i = parents[e]
    j = children[e]
    out(X)[e] = X
    out(Y)[e] = Y
    out(Z)[e] = Z


@idiom(goals="X+Y=relation", domains="rigid", entity="n", names="joint_{X}_{Y} eval_joints joint_state", doc="Compute {X} and {Y} across each joint.")
def joint_two(parents: array("int", "e", "joint_parent parent_ids body_a", kind=low_half("n")), children: array("int", "e", "joint_child child_ids body_b", kind=high_half("n"))):
    n = size("num_bodies body_count", 6, 9)
    e = wp.tid()
    i = parents[e]
    j = children[e]
    out(X)[e] = X
    out(Y)[e] = Y


@idiom(goals="X,Y=wrench", domains="rigid", names="eval_ground_contacts ground_contacts apply_contact_points", doc="Sum the {X} and the {Y} of each body over its contact points.")
def ground_points(points_of: array("vec3", "k", "contact_points corner_points local_points", values=(-0.5, 0.5)), wrenches: array("spatial", "i", "body_f contact_wrenches", values=(-1, 1))):
    k = size("num_points num_corners", 2, 4)
    i = wp.tid()
    total = wp.vec3(0.0, 0.0, 0.0)
    total2 = wp.vec3(0.0, 0.0, 0.0)
    for c in range(len(k)):
        corner = points_of[c]
        with bind(attach_at, corner):
            total += ground_force
            total2 += ground_torque
    if ANY:
        out(ground_force)[i] = total
        out(ground_torque)[i] = total2
    elif ANY:
        wrenches[i] = wp.spatial_vector(total, total2)
    else:
        wp.atomic_add(out(ground_force), i, total)
        wp.atomic_add(out(ground_torque), i, total2)


@idiom(goals="X=anchor", domains="rigid", names="points_of_bodies {X}_of_points body_points", doc="Compute the {X} of each point of each body.")
def points_of_bodies(points_of: array("vec3", "k", "local_points shape_points vertices", values=(-0.5, 0.5)), rots: array("quat", "i", "body_rots orientations rotations", kind=unit), places: array("vec3", "i", "body_pos positions", values=(-1, 1)), moves: array("vec3", "i", "lin_vels velocities", values=(-1, 1)), spins: array("vec3", "i", "ang_vels omegas", values=(-1, 1)), weights_of: array("scalar", "i", "body_masses masses", values=(0.5, 2)), nearest: array("scalar", "i", "lowest min_height", values=(-1, 0.3))):
    i, k = wp.tid()
    with bind(attach_at, points_of[k]), bind(rot_q, rots[i]), bind(com_at, places[i]), bind(lin_v, moves[i]), bind(ang_w, spins[i]), bind(body_m, weights_of[i]):
        if ANY:
            out(X)[i, k] = X
        elif ANY:
            out(X)[i, k] = X
            wp.atomic_min(nearest, i, anchor_place[i][1])
        else:
            wp.atomic_add(out(X), i, X / float(len(k)))
            title("mean_{X} average_{X}", "Average the {X} over the points of each body.")


@idiom(goals="X+Y=view", domains="cameras", names="render_{X}_{Y} pixels_to_{X} shade_views", doc="Compute {X} and {Y} of each pixel of each camera.")
def pixel_views(rots: array("quat", "c", "cam_rots camera_rotations", kind=unit), places: array("vec3", "c", "cam_pos camera_positions", values=(-0.5, 0.5)), valid: array("int", "c x y", "mask valid hit_mask", kind=flag)):
    c, x, y = wp.tid()
    if ANY:
        if valid[c, x, y] == 0:
            return
    uv_at = wp.vec2((2.0 * float(x) + 1.0) / float(len(x)) - 1.0, (2.0 * float(y) + 1.0) / float(len(y)) - 1.0)
    with bind(pix_uv, uv_at), bind(lens_q, rots[c]), bind(lens_at, places[c]):
        out(X)[c, x, y] = X
        out(Y)[c, x, y] = Y


@idiom(goals="X=view", domains="cameras", names="render_{X} pixels_to_{X} {X}_of_views", doc="Compute the {X} of each pixel of a camera.")
def pixel_view(valid: array("int", "x y", "mask valid hit_mask", kind=flag), counts: array("scalar", "x", "row_sums row_totals", values=(0, 0.1))):
    x, y = wp.tid()
    uv_at = wp.vec2((2.0 * float(x) + 1.0) / float(len(x)) - 1.0, (2.0 * float(y) + 1.0) / float(len(y)) - 1.0)
    with bind(pix_uv, uv_at):
        if ANY:
            if valid[x, y] != 0:
                out(X)[x, y] = X
        else:
            out(X)[x, y] = X


@idiom(goals="X+Y=sight", domains="cameras", names="project_{X}_{Y} observe_points eval_observations", doc="Compute {X} and {Y} of each point in each camera.")
def seen_points(rots: array("quat", "c", "cam_rots camera_rotations", kind=unit), places: array("vec3", "c", "cam_pos camera_positions", values=(-0.5, 0.5)), points_of: array("vec3", "i", "points landmarks", values=(-2, 2)), normals_of: array("vec3", "i", "normals point_normals", kind=unit)):
    c, i = wp.tid()
    p = points_of[i]
    with bind(lens_q, rots[c]), bind(lens_at, places[c]), bind(mark_at, p), bind(mark_n, normals_of[i]):
        out(X)[c, i] = X
        if ANY:
            out(Y)[c, i] = Y
        else:
            if extensive(Y):
                wp.atomic_add(out(Y), c, Y)
            else:
                wp.atomic_add(out(Y), c, Y / float(len(i)))


@idiom(goals="X=sum", domains="cameras skeletons rigid", names="sum_{X} total_{X}", doc="Sum the {X} over the {i}s of each row.")
def summed_rows(weights_of: array("scalar", "w i", "obs_weights weights", values=(0.2, 1))):
    w, i = wp.tid()
    guard(i)
    if ANY:
        wp.atomic_add(out(X), w, weights_of[w, i] * X)
        title("weigh_{X} weighted_{X}", "Sum the weighted {X} over the {i}s of each row.")
    else:
        out(X)[w, i] = X
        wp.atomic_add(out(X), w, X)


@idiom(goals="X=gauge", domains="skeletons", names="sample_clip play_animation pose_at_time", doc="Sample an animation clip: interpolate each bone's pose between two frames.")
def sample_clip(clip_q: array("quat", "f i", "clip_rots key_rots anim_rots", kind=unit), clip_at: array("vec3", "f i", "clip_pos key_pos anim_pos", values=(-1, 1)), times: array("scalar", "w", "times clip_time phase", values=(0.1, 1.9)), rots: array("quat", "w i", "local_rots pose_rots rots_out", values=(-1, 1)), places: array("vec3", "w i", "local_pos pose_pos pos_out", values=(-1, 1)), spins: array("vec3", "w i", "joint_vels ang_vels", values=(-1, 1)), rate_of: param("scalar", "fps frame_rate", values=(0.6, 1))):
    f = size("num_frames frame_count", 3, 5)
    w, i = wp.tid()
    when = times[w] * rate_of
    frame_f = wp.min(int(wp.floor(when)), len(f) - 2)
    alpha = when - float(frame_f)
    with bind(bone_q, clip_q[frame_f, i]), bind(key_q, clip_q[frame_f + 1, i]), bind(bone_at, clip_at[frame_f, i]), bind(key_at, clip_at[frame_f + 1, i]), bind(clip_t, alpha), bind(dt, 1.0 / rate_of):
        q_new = blended_rotation
        rots[w, i] = q_new
        if ANY:
            places[w, i] = blended_position
        if ANY:
            spins[w, i] = joint_spin
        with bind(bone_q, q_new), bind(blended_rotation, q_new):
            if ANY:
                out(X)[w, i] = X
            else:
                if extensive(X):
                    wp.atomic_add(out(X), w, X)
                else:
                    wp.atomic_add(out(X), w, X / float(len(i)))


@idiom(goals="X=turn Y+Z=spot", domains="rigid attitude aerial skeletons legged", names="update_active_{i}s step_selected refresh_{i}s", doc="Compute {X}, {Y} and {Z} of the listed {i}s.")
def listed_turns(ids: array("int", "t", "active_ids indices work_list", kind=permutation("t"))):
    t = wp.tid()
    i = ids[t]
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z


@idiom(goals="X+Y=spot", domains="rigid aerial attitude skeletons", entity="i slot_o", names="mean_{X}_{Y} average_{X}_and_{Y} group_{X}", doc="Average the {X} and {Y} over the {i}s of each group.")
def grouped_spots():
    slot_o = size("group_size bodies_per_env", 2, 4)
    i = wp.tid()
    total = zero(X)
    total2 = zero(Y)
    for slot_o in range(len(slot_o)):
        total += X
        total2 += Y
    out(X)[i] = total / float(len(slot_o))
    if ANY:
        out(Y)[i] = total2 / float(len(slot_o))
    else:
        wp.atomic_add(out(Y), 0, total2 / float(len(i) * len(slot_o)))
