# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of things that have an orientation: a step with all that pushes and turns, filters, rows of observations."""

domain("procedures", entity="body", edge="edge")

words(lift_s="thrust lift t_cmd", tip_s="joint_at pos p", bend_s="bend angle", roll_s="roll", pitch_s="pitch", yaw_s="yaw", sum_now="e_sum integral", local_tau="tau_b local_tau", local_w="w_b local_w", z_now="z_b body_z", down_now="down", field_now="h_w field_w", field_ref="b_ref field_ref", off_yaw="yaw_err", acc_now="acc_w", h_sub="h sub_dt dt_s", rot_s="q rot r", push_s="f force push", turn_s="tau torque moment", aim_s="acc_cmd a_cmd acc", rate_s="w rate omega", pose_s="q rot pose_q", lean_s="corr e_sum correction", bias_s="b bias", row_a="a v_a first", row_b="b v_b second", row_c="c v_c third", row_d="d v_d fourth", row_e="e5 v_e fifth")


@idiom(domains="rigid", names="simulate_bodies step_bodies substep_bodies", doc="Integrate each rigid body over several substeps.")
def simulate_bodies(steps: param("int", "num_substeps substeps", values=(2, 3)), points_of: array("vec3", "k", "contact_points corners local_points", values=(-0.5, 0.5)), anchors_of: array("vec3", "i", "anchors spring_anchors tether_pos", values=(-1, 1)), aims_of: array("quat", "i", "target_rots rest_rots q_targets", kind=unit)):
    k = size("num_points num_corners", 2, 4)
    i = wp.tid()
    with guard(i):
        out(com_at)[i] = com_at[i]
        out(rot_q)[i] = rot_q[i]
        out(lin_v)[i] = lin_v[i]
        out(ang_w)[i] = ang_w[i]
    x = com_at[i]
    rot_s = rot_q[i]
    v = lin_v[i]
    rate_s = ang_w[i]
    h_sub = dt / float(steps)
    for s in range(steps):
        push_s = ext_f[i] + body_m * gravity_w
        turn_s = ext_tau[i]
        parts("body_push", 3)
        v = v + h_sub * push_s / body_m
        local_tau = wp.quat_rotate_inv(rot_s, turn_s)
        local_w = wp.quat_rotate_inv(rot_s, rate_s)
        if ANY:
            local_tau = local_tau - wp.cross(local_w, wp.cw_mul(principal, local_w))
        rate_s = wp.quat_rotate(rot_s, local_w + h_sub * wp.cw_div(local_tau, principal))
        parts("body_limit", 3)
        x = x + h_sub * v
        rot_s = wp.normalize(rot_s + 0.5 * h_sub * (wp.quat(rate_s[0], rate_s[1], rate_s[2], 0.0) * rot_s))
    out(com_at)[i] = x
    out(rot_q)[i] = rot_s
    out(lin_v)[i] = v
    out(ang_w)[i] = rate_s


@idiom(domains="rigid", names="step_world_bodies integrate_worlds simulate_worlds", doc="Integrate each rigid body of each world by one step.")
def push_world_bodies(points_of: array("vec3", "k", "contact_points corners local_points", values=(-0.5, 0.5)), anchors_of: array("vec3", "i", "anchors spring_anchors tether_pos", values=(-1, 1)), aims_of: array("quat", "i", "target_rots rest_rots q_targets", kind=unit)):
    k = size("num_points num_corners", 2, 4)
    w, i = wp.tid()
    with guard(i):
        out(com_at)[w, i] = com_at[i]
        out(rot_q)[w, i] = rot_q[i]
        out(lin_v)[w, i] = lin_v[i]
        out(ang_w)[w, i] = ang_w[i]
    x = com_at[i]
    rot_s = rot_q[i]
    v = lin_v[i]
    rate_s = ang_w[i]
    push_s = ext_f[i] + body_m * gravity_w
    turn_s = ext_tau[i]
    parts("body_push", 3)
    v = v + dt * push_s / body_m
    rate_s = rate_s + dt * wp.quat_rotate(rot_s, wp.cw_div(wp.quat_rotate_inv(rot_s, turn_s), principal))
    parts("body_limit", 3)
    x = x + dt * v
    rot_s = wp.normalize(rot_s + 0.5 * dt * (wp.quat(rate_s[0], rate_s[1], rate_s[2], 0.0) * rot_s))
    out(com_at)[w, i] = x
    out(rot_q)[w, i] = rot_s
    out(lin_v)[w, i] = v
    out(ang_w)[w, i] = rate_s


@part("body_push")
def push_contacts(touch_ke: param("scalar", "contact_ke k_contact", values=(20, 80)), touch_kd: param("scalar", "contact_kd d_contact", values=(0.5, 3)), level_at: param("scalar", "ground_level floor_y", values=(0.0, 0.3))):
    for c in range(len(k)):
        r = wp.quat_rotate(rot_s, points_of[c])
        deep = level_at - (x[1] + r[1])
        if deep > 0.0:  # this corner touches the ground
            point_v = v + wp.cross(rate_s, r)
            touch_f = wp.vec3(-touch_kd * point_v[0], touch_ke * deep - touch_kd * point_v[1], -touch_kd * point_v[2])
            push_s = push_s + touch_f
            turn_s = turn_s + wp.cross(r, touch_f)


@part("body_push")
def push_tether(tether_ke: param("scalar", "tether_ke spring_ke", values=(2, 12)), hook_at: param("vec3", "hook local_anchor", values=(-0.4, 0.4))):
    hook_arm = wp.quat_rotate(rot_s, hook_at)
    tether_f = tether_ke * (anchors_of[i] - x - hook_arm)
    push_s = push_s + tether_f
    turn_s = turn_s + wp.cross(hook_arm, tether_f)


@part("body_push")
def push_drag(c_lin: param("scalar", "linear_drag drag_lin", values=(0.1, 0.8)), c_ang: param("scalar", "angular_drag drag_ang", values=(0.1, 0.6))):
    push_s = push_s - c_lin * v
    turn_s = turn_s - c_ang * rate_s


@part("body_push")
def push_jet(jet_dir: param("vec3", "thrust_dir jet_dir", kind=unit), jet: param("scalar", "thrust jet_force", values=(0.5, 3)), jet_at: param("vec3", "nozzle jet_offset", values=(-0.3, 0.3))):
    jet_f = wp.quat_rotate(rot_s, jet * jet_dir)
    push_s = push_s + jet_f
    if ANY:
        turn_s = turn_s + wp.cross(wp.quat_rotate(rot_s, jet_at), jet_f)


@part("body_push")
def push_upright(right_ke: param("scalar", "upright_ke righting", values=(1, 6))):
    up_now = wp.quat_rotate(rot_s, wp.vec3(0.0, 1.0, 0.0))
    turn_s = turn_s + right_ke * wp.cross(up_now, wp.vec3(0.0, 1.0, 0.0))  # rights itself


@part("body_push")
def push_to_pose(pose_ke: param("scalar", "rot_ke angular_ke", values=(1, 6)), pose_kd: param("scalar", "rot_kd angular_kd", values=(0.1, 0.8))):
    off = aims_of[i] * wp.quat_inverse(rot_s)
    if off[3] < 0.0:  # the short way round
        off = -off
    turn_s = turn_s + pose_ke * wp.vec3(off[0], off[1], off[2]) - pose_kd * rate_s


@part("body_push")
def push_float(water_at: param("scalar", "water_level sea_level", values=(-0.2, 0.4)), float_ke: param("scalar", "buoyancy lift", values=(4, 12)), mast_at: param("vec3", "center_of_buoyancy buoyancy_offset", values=(-0.2, 0.3))):
    under = water_at - x[1]
    if under > 0.0:  # what is under water floats
        lift_f = wp.vec3(0.0, float_ke * under, 0.0)
        push_s = push_s + lift_f
        turn_s = turn_s + wp.cross(wp.quat_rotate(rot_s, mast_at), lift_f)


@part("body_push")
def push_wing(wing_n: param("vec3", "wing_normal fin_normal", kind=unit), wing_area: param("scalar", "wing_area fin_area", values=(0.2, 1)), air_rho: param("scalar", "air_density rho", values=(0.8, 1.3))):
    n_w = wp.quat_rotate(rot_s, wing_n)
    v_n = wp.dot(v, n_w)
    wing_f = -0.5 * air_rho * wing_area * wp.abs(v_n) * v_n * n_w  # drag of the flow across the wing
    push_s = push_s + wing_f


@part("body_push")
def push_magnet(field_of: param("vec3", "field b_field", values=(-1, 1)), moment_of: param("vec3", "magnetic_moment dipole", values=(-1, 1))):
    turn_s = turn_s + wp.cross(wp.quat_rotate(rot_s, moment_of), field_of)


@part("body_limit")
def limit_body_speed(fast_v: param("scalar", "max_lin_vel v_max", values=(0.6, 1.4))):
    v_size = wp.length(v)
    if v_size > fast_v:
        v = v * (fast_v / v_size)


@part("body_limit")
def limit_body_spin(fast_w: param("scalar", "max_ang_vel w_max", values=(0.8, 2))):
    w_size = wp.length(rate_s)
    if w_size > fast_w:
        rate_s = rate_s * (fast_w / w_size)


@part("body_limit")
def limit_body_damp(lin_kd: param("scalar", "lin_decay linear_decay", values=(0.9, 0.99)), ang_kd: param("scalar", "ang_decay angular_decay", values=(0.9, 0.9999))):
    v = lin_kd * v
    rate_s = ang_kd * rate_s


@part("body_limit")
def limit_body_sleep(sleep_at: param("scalar", "sleep_threshold sleep_energy", values=(0.5, 1.5))):
    if wp.dot(v, v) + wp.dot(rate_s, rate_s) < sleep_at:  # about to fall asleep
        v = 0.9 * v
        rate_s = 0.9 * rate_s


@part("body_limit")
def limit_body_box(half_at: param("vec3", "half_extents room_size", values=(0.4, 0.8)), bounce_of: param("scalar", "restitution bounce", values=(0.2, 0.8))):
    for axis in range(3):
        if wp.abs(x[axis]) > half_at[axis] and x[axis] * v[axis] > 0.0:  # back from the walls
            v[axis] = -bounce_of * v[axis]


@idiom(domains="aerial", names="fly_controlled hover_controller control_drones", doc="Run the cascaded controller of each drone, from waypoint to torque, and integrate one step.")
def fly_cascade(sums_of: array("vec3", "i", "error_sums integral_error", values=(-0.3, 0.3)), gusts: array("vec3", "i", "gusts wind_gusts", values=(-0.5, 0.5))):
    i = wp.tid()
    with guard(i):
        out(hull_at)[i] = hull_at[i]
        out(hull_v)[i] = hull_v[i]
        out(hull_q)[i] = hull_q[i]
        out(hull_w)[i] = hull_w[i]
    x = hull_at[i]
    v = hull_v[i]
    rot_s = hull_q[i]
    rate_s = hull_w[i]
    e_pos = way_at - x
    aim_s = k_pos * e_pos - k_vel * v
    parts("fly_aim")
    aim_s = aim_s - fly_g
    z_now = wp.quat_rotate(rot_s, wp.vec3(0.0, 0.0, 1.0))
    lift_s = hull_m * wp.dot(aim_s, z_now)
    parts("fly_lift")
    turn_s = k_att * wp.quat_rotate_inv(rot_s, wp.cross(z_now, wp.normalize(aim_s))) - k_rate * rate_s
    parts("fly_turn")
    rate_s = rate_s + dt * wp.cw_div(turn_s, hull_i)
    v_air = wp.quat_rotate_inv(rot_s, v - air_v)
    push_s = lift_s * z_now + hull_m * fly_g - wp.quat_rotate(rot_s, wp.cw_mul(air_drag, v_air))
    parts("fly_push")
    v = v + dt * push_s / hull_m
    x = x + dt * v
    rot_s = wp.normalize(rot_s + 0.5 * dt * (rot_s * wp.quat(rate_s[0], rate_s[1], rate_s[2], 0.0)))
    out(hull_at)[i] = x
    out(hull_v)[i] = v
    out(hull_q)[i] = rot_s
    out(hull_w)[i] = rate_s


@part("fly_aim")
def aim_integral(k_int: param("scalar", "ki_pos int_gain", values=(0.1, 1)), sums_out: array("vec3", "i", "error_sums_out integral_out", values=(-1, 1))):
    sum_now = sums_of[i] + dt * e_pos
    sums_out[i] = sum_now
    aim_s = aim_s + k_int * sum_now


@part("fly_aim")
def aim_forward():
    aim_s = aim_s + k_vel * way_v


@part("fly_aim")
def aim_limit(acc_max: param("scalar", "max_acc a_max", values=(1, 3))):
    a_size = wp.length(aim_s)
    if a_size > acc_max:
        aim_s = aim_s * (acc_max / a_size)


@part("fly_aim")
def aim_slow(near_by: param("scalar", "slow_radius brake_dist", values=(0.5, 1.2))):
    left = wp.length(e_pos)
    if left < near_by:  # brake before the waypoint
        aim_s = aim_s - (1.0 - left / near_by) * v


@part("fly_aim")
def aim_avoid(keep_from: param("vec3", "obstacle_pos keep_out", values=(-0.5, 0.5)), avoid_k: param("scalar", "avoid_gain repulsion", values=(0.2, 1.5))):
    apart = x - keep_from
    aim_s = aim_s + avoid_k * apart / (wp.dot(apart, apart) + 0.1)


@part("fly_lift")
def lift_limit(lift_max: param("scalar", "max_thrust thrust_max", values=(4, 9))):
    lift_s = wp.clamp(lift_s, 0.1, lift_max)


@part("fly_lift")
def lift_battery(volts_of: array("scalar", "i", "voltages battery", values=(0.7, 1))):
    lift_s = lift_s * volts_of[i] * volts_of[i]


@part("fly_lift")
def lift_ground(rotor_r: param("scalar", "rotor_radius prop_radius", values=(0.1, 0.3)), near_by: param("scalar", "ground_effect_height effect_height", values=(0.2, 0.6))):
    if x[2] < near_by:  # ground effect
        lift_s = lift_s * (1.0 + rotor_r * (near_by - x[2]))


@part("fly_turn")
def turn_yaw(yaw_k: param("scalar", "kp_yaw yaw_gain", values=(0.3, 2)), yaw_aim: param("scalar", "yaw_target heading_cmd", values=(-1, 1))):
    x_now = wp.quat_rotate(rot_s, wp.vec3(1.0, 0.0, 0.0))
    off_yaw = yaw_aim - wp.atan2(x_now[1], x_now[0])
    turn_s = turn_s + wp.vec3(0.0, 0.0, yaw_k * wp.atan2(wp.sin(off_yaw), wp.cos(off_yaw)))


@part("fly_turn")
def turn_gyro():
    turn_s = turn_s - wp.cross(rate_s, wp.cw_mul(hull_i, rate_s))


@part("fly_turn")
def turn_limit(tau_max: param("scalar", "max_torque torque_limit", values=(0.5, 1.5))):
    for axis in range(3):
        turn_s[axis] = wp.clamp(turn_s[axis], -tau_max, tau_max)


@part("fly_push")
def fly_gust():
    push_s = push_s + hull_m * gusts[i]


@part("fly_push")
def fly_floor(floor_ke: param("scalar", "floor_ke landing_ke", values=(5, 20)), legs: param("scalar", "leg_length gear_height", values=(0.2, 0.5))):
    if x[2] < floor_z + legs:  # on the ground
        push_s = push_s + wp.vec3(0.0, 0.0, floor_ke * (floor_z + legs - x[2]))


@idiom(domains="attitude", names="update_attitude attitude_filter fuse_imu", doc="Update each attitude filter from gyroscope, accelerometer and magnetometer.")
def fuse_sensors(still_of: array("int", "i", "stationary zero_rate rest_mask", values=(0, 1)), biases_in: array("vec3", "i", "biases_in gyro_bias_in", values=(-0.1, 0.1)), before_of: array("vec3", "i", "prev_rates last_rates", values=(-1, 1))):
    i = wp.tid()
    guard(i)
    rot_s = est_q[i]
    bias_s = biases_in[i]
    rate_s = gyro[i] - bias_s
    parts("imu_rate")
    lean_s = gain_p * wp.cross(wp.normalize(accel[i]), wp.quat_rotate_inv(rot_s, wp.vec3(0.0, 0.0, 1.0)))
    parts("imu_correct")
    rate_s = rate_s + lean_s
    rot_s = rot_s + 0.5 * dt * (rot_s * wp.quat(rate_s[0], rate_s[1], rate_s[2], 0.0))
    rot_s = wp.normalize(rot_s)
    parts("imu_after")
    out(est_q)[i] = rot_s


@part("imu_rate")
def imu_smooth(keep_by: param("scalar", "rate_filter lp_alpha", values=(0.2, 0.7))):
    rate_s = (1.0 - keep_by) * rate_s + keep_by * before_of[i]


@part("imu_rate")
def imu_deadband(small_w: param("scalar", "deadband rate_deadband", values=(0.1, 0.3))):
    for axis in range(3):
        if wp.abs(rate_s[axis]) < small_w:
            rate_s[axis] = 0.1 * rate_s[axis]


@part("imu_rate")
def imu_mount(mount_q: param("quat", "gyro_alignment gyro_to_acc", kind=unit)):
    rate_s = wp.quat_rotate(mount_q, rate_s)


@part("imu_rate")
def imu_scale(scales_of: param("vec3", "gyro_scale scale_factors", values=(0.8, 1.2))):
    rate_s = wp.cw_mul(scales_of, rate_s)


@part("imu_correct")
def imu_gravity(g_tol: param("scalar", "acc_gate acc_tolerance", values=(1, 4))):
    if wp.abs(wp.length(accel[i]) - wp.length(g_ref)) > g_tol:  # not only gravity
        lean_s = 0.1 * lean_s


@part("imu_correct")
def imu_north():
    field_now = wp.quat_rotate(rot_s, mag[i])
    field_ref = wp.vec3(wp.sqrt(field_now[0] * field_now[0] + field_now[1] * field_now[1]), 0.0, field_now[2])
    lean_s = lean_s + gain_m * wp.cross(mag[i], wp.quat_rotate_inv(rot_s, field_ref))


@part("imu_correct")
def imu_bias(biases_out: array("vec3", "i", "biases_out gyro_bias_out", values=(-0.1, 0.1)), bias_max: param("scalar", "max_bias bias_limit", values=(0.05, 0.2))):
    bias_s = bias_s - gain_b * dt * lean_s
    for axis in range(3):
        bias_s[axis] = wp.clamp(bias_s[axis], -bias_max, bias_max)
    biases_out[i] = bias_s


@part("imu_correct")
def imu_rest():
    if still_of[i] != 0:  # zero rate update
        rate_s = 0.1 * rate_s


@part("imu_after")
def imu_angles(angles_out: array("vec3", "i", "rpy_out euler_out angles", values=(-1, 1))):
    roll_s = wp.atan2(2.0 * (rot_s[3] * rot_s[0] + rot_s[1] * rot_s[2]), 1.0 - 2.0 * (rot_s[0] * rot_s[0] + rot_s[1] * rot_s[1]))
    pitch_s = wp.asin(wp.clamp(2.0 * (rot_s[3] * rot_s[1] - rot_s[2] * rot_s[0]), -0.9999, 0.9999))
    yaw_s = wp.atan2(2.0 * (rot_s[3] * rot_s[2] + rot_s[0] * rot_s[1]), 1.0 - 2.0 * (rot_s[1] * rot_s[1] + rot_s[2] * rot_s[2]))
    angles_out[i] = wp.vec3(roll_s, pitch_s, yaw_s)


@part("imu_after")
def imu_motion(moves_of: array("vec3", "i", "vel_in velocities", values=(-1, 1)), moves_out: array("vec3", "i", "vel_out velocities_out", values=(-1, 1))):
    acc_now = wp.quat_rotate(rot_s, accel[i]) + g_ref
    moves_out[i] = moves_of[i] + dt * acc_now


@part("imu_after")
def imu_rates_out(rates_out: array("vec3", "i", "rates_out omega_out", values=(-1, 1))):
    rates_out[i] = rate_s


@part("imu_after", unless="imu_angles imu_motion")
def imu_pull(trust: param("scalar", "external_trust fusion_weight", values=(0.05, 0.4)), others_q: array("quat", "i", "external_attitudes tracker_rots", kind=unit)):
    rot_s = wp.quat_slerp(rot_s, others_q[i], trust)  # towards what others measured


@idiom(domains="skeletons", names="solve_pose post_process_pose animate_bones", doc="Compute the final pose of each bone of each character.")
def pose_bones(speeds_of: array("vec3", "i", "ang_vels spins", values=(-1, 1))):
    w, i = wp.tid()
    guard(i)
    pose_s = bone_q[i]
    tip_s = bone_at[i]
    parts("bone")
    out(bone_q)[w, i] = pose_s
    if ANY:
        out(bone_at)[w, i] = tip_s
    elif ANY:
        out(tip_position)[w, i] = tip_s + wp.quat_rotate(parent_q * pose_s, bone_offset)
    else:
        out(bone_at)[w, i] = tip_s
        out(tip_position)[w, i] = tip_s + wp.quat_rotate(parent_q * pose_s, bone_offset)


@part("bone")
def bone_blend():
    pose_s = choose(wp.quat_slerp(pose_s, key_q, clip_t), wp.normalize((1.0 - clip_t) * pose_s + clip_t * key_q))
    tip_s = wp.lerp(tip_s, key_at, clip_t)


@part("bone")
def bone_layer(layer_q: array("quat", "i", "layer_rots additive_rots", kind=unit), layer_by: param("scalar", "layer_weight additive_weight", values=(0.1, 0.8))):
    added = wp.quat_slerp(wp.quat_identity(), layer_q[i], layer_by)
    pose_s = added * pose_s


@part("bone")
def bone_lag(lag_by: param("scalar", "lag follow_through", values=(0.01, 0.1))):
    drift = speeds_of[i]
    pose_s = wp.normalize(pose_s + lag_by * (wp.quat(drift[0], drift[1], drift[2], 0.0) * pose_s))


@part("bone")
def bone_bend(bend_by: param("scalar", "curl bend_amount", values=(-0.6, 0.6))):
    pose_s = pose_s * wp.quat_from_axis_angle(hinge_dir, bend_by)


@part("bone")
def bone_breathe(breath: param("scalar", "breath_amount sway", values=(0.05, 0.3)), clock_of: param("scalar", "time t", values=(0.1, 2))):
    sway = breath * wp.sin(2.0 * wp.pi * clock_of + 0.5 * float(i))
    pose_s = pose_s * wp.quat_from_axis_angle(wp.vec3(1.0, 0.0, 0.0), sway)


@part("bone")
def bone_limit():
    bend_s = 2.0 * wp.acos(wp.clamp(wp.abs(pose_s[3]), 0.0, 0.9999))
    if bend_s > bend_max:  # no joint bends that far
        pose_s = wp.quat_slerp(wp.quat_identity(), pose_s, bend_max / bend_s)


@part("bone")
def bone_look():
    reach_to = wp.normalize(wp.quat_rotate_inv(parent_q, look_at - tip_s))
    turn_by = wp.cross(wp.quat_rotate(pose_s, wp.vec3(0.0, 1.0, 0.0)), reach_to)
    pose_s = wp.normalize(wp.quat(pull_k * turn_by[0], pull_k * turn_by[1], pull_k * turn_by[2], 1.0) * pose_s)


@part("bone")
def bone_relax(calm: param("scalar", "relax rest_pull", values=(0.05, 0.4))):
    if wp.dot(pose_s, rest_q) < 0.0:  # the same turn, on the near side
        pose_s = -pose_s
    pose_s = wp.normalize(pose_s + calm * rest_q)


@part("bone")
def bone_reach(arm_max: param("scalar", "max_length bone_reach", values=(0.5, 1))):
    from_parent = tip_s - parent_at
    far = wp.length(from_parent)
    if far > arm_max:  # a bone keeps its length
        tip_s = parent_at + from_parent * (arm_max / far)


@part("bone")
def bone_drop(sag: param("vec3", "gravity_sag sag", kind=along_y, values=(-0.1, -0.02))):
    tip_s = tip_s + sag


@part("bone")
def bone_floor(low_y: param("scalar", "floor_y ground_y", values=(-0.4, 0.0))):
    if tip_s[1] < low_y:  # feet stay on the ground
        tip_s[1] = low_y


@idiom(goals="X+Y+Z+W=spot V+U=gauge", domains="legged aerial rigid", names="write_observations fill_obs_buffer compute_observations", doc="Assemble the observation of each {i}: {X}, {Y}, {Z} and {W}, then {V} and {U}.")
def policy_row(obs: array("scalar", "i 14", "obs obs_buf observations", values=(-1, 1)), clock_obs: array("scalar", "i 2", "clock_obs gait_obs phase_obs", values=(-1, 1)), clocks_of: array("scalar", "i 1", "gait_phase clocks", values=(-1, 1)), scale_a: param("scalar", "scale_a first_scale", values=(0.3, 1.5)), scale_b: param("scalar", "scale_b second_scale", values=(0.3, 1.5)), cut_at: param("scalar", "clip_obs obs_limit", values=(0.5, 1))):
    i = wp.tid()
    row_a = X
    if ANY:
        obs[i, 0] = row_a[0]
        obs[i, 1] = row_a[1]
        obs[i, 2] = row_a[2]
    else:
        obs[i, 0] = scale_a * row_a[0]
        obs[i, 1] = scale_a * row_a[1]
        obs[i, 2] = scale_a * row_a[2]
    row_b = Y
    obs[i, 3] = scale_b * row_b[0]
    obs[i, 4] = scale_b * row_b[1]
    obs[i, 5] = scale_b * row_b[2]
    row_c = Z
    if ANY:
        obs[i, 6] = row_c[0]
        obs[i, 7] = row_c[1]
        obs[i, 8] = row_c[2]
    else:
        obs[i, 6] = wp.clamp(row_c[0], -cut_at, cut_at)
        obs[i, 7] = wp.clamp(row_c[1], -cut_at, cut_at)
        obs[i, 8] = wp.clamp(row_c[2], -cut_at, cut_at)
    row_d = W
    obs[i, 9] = row_d[0]
    obs[i, 10] = row_d[1]
    obs[i, 11] = row_d[2]
    obs[i, 12] = V
    obs[i, 13] = U
    if ANY:
        clock_obs[i, 0] = wp.sin(2.0 * wp.pi * clocks_of[i, 0])
        clock_obs[i, 1] = wp.cos(2.0 * wp.pi * clocks_of[i, 0])


@idiom(goals="X+Y+Z+W+V=spot U+S=gauge", domains="legged aerial rigid", names="batch_observations fill_world_obs observe_worlds", doc="Assemble the observation of each {i} of each {w}.")
def policy_worlds(obs: array("scalar", "w i 17", "obs obs_buf observations", values=(-1, 1)), scale_a: param("scalar", "scale_a first_scale", values=(0.3, 1.5)), scale_b: param("scalar", "scale_b second_scale", values=(0.3, 1.5)), mean_of: array("scalar", "3", "obs_mean means", values=(-0.2, 0.2)), spread_of: array("scalar", "3", "obs_std stds", values=(0.5, 2)), normed: array("scalar", "w i 3", "normalized scaled_obs whitened", values=(0, 1))):
    w, i = wp.tid()
    row_a = X
    row_b = Y
    row_c = Z
    row_d = W
    row_e = V
    if SAME:
        obs[w, i, 0] = scale_a * row_a[0]
        obs[w, i, 1] = scale_a * row_a[1]
        obs[w, i, 2] = scale_a * row_a[2]
        obs[w, i, 3] = scale_b * row_b[0]
        obs[w, i, 4] = scale_b * row_b[1]
        obs[w, i, 5] = scale_b * row_b[2]
        obs[w, i, 6] = row_c[0]
        obs[w, i, 7] = row_c[1]
        obs[w, i, 8] = row_c[2]
        obs[w, i, 9] = row_d[0]
        obs[w, i, 10] = row_d[1]
        obs[w, i, 11] = row_d[2]
        obs[w, i, 12] = row_e[0]
        obs[w, i, 13] = row_e[1]
        obs[w, i, 14] = row_e[2]
    else:
        for c in range(3):
            obs[w, i, c] = scale_a * row_a[c]
            obs[w, i, 3 + c] = scale_b * row_b[c]
            obs[w, i, 6 + c] = row_c[c]
            obs[w, i, 9 + c] = row_d[c]
            obs[w, i, 12 + c] = row_e[c]
    obs[w, i, 15] = U
    obs[w, i, 16] = S
    if ANY:
        for c in range(3):
            normed[w, i, c] = (row_a[c] - mean_of[c]) / spread_of[c]  # by running statistics


@idiom(goals="X=push Y+Z+W+V=report", domains="mechanics", names="simulate_{i}s step_{i}s_under_forces advance_all", doc="Integrate each {i} under the {X} of its neighbors and external forces.")
def neighbors_and_report(neighbors: array("int", "i k", "neighbors neighbor_list", kind=other("i"))):
    k = size("max_neighbors", 3, 4)
    i = wp.tid()
    if ANY("kept"):
        with guard(i):
            out(position)[i] = position[i]
            out(velocity)[i] = velocity[i]
        x = position[i]
    else:
        x = position[i]
    v = velocity[i]
    f = zero(X)
    for n in range(len(k)):
        j = neighbors[i, n]
        guard(pair)
        f += X
    parts("force", 3)
    v = v + f * inv_mass * dt
    parts("velocity", 2)
    x = x + v * dt
    if ANY:
        parts("position", 1)
    else:
        parts("collision", 1)
    out(position)[i] = x
    out(velocity)[i] = v
    with bind(position, x), bind(velocity, v), bind(force, f):
        out(Y)[i] = Y
        out(Z)[i] = Z
        if ANY("kept"):
            out(W)[i] = W
            out(V)[i] = V
        else:
            if extensive(W):
                wp.atomic_add(out(W), 0, W)
            else:
                wp.atomic_add(out(W), 0, W / float(len(i)))
            if extensive(V):
                wp.atomic_add(out(V), 0, V)
            else:
                wp.atomic_add(out(V), 0, V / float(len(i)))


@idiom(goals="X+Y+Z=report", domains="mechanics", names="simulate_worlds step_world_{i}s advance_worlds", doc="Integrate each {i} of each {w} by one step.")
def world_particles():
    w, i = wp.tid()
    with guard(i):
        out(position)[w, i] = position[i]
        out(velocity)[w, i] = velocity[i]
    x = position[i]
    v = velocity[i]
    f = force
    parts("force", 3)
    v = v + f * inv_mass * dt
    parts("velocity", 2)
    x = x + v * dt
    if ANY:
        parts("position", 1)
    else:
        parts("collision", 1)
    out(position)[w, i] = x
    out(velocity)[w, i] = v
    with bind(position, x), bind(velocity, v), bind(force, f):
        out(X)[w, i] = X
        out(Y)[w, i] = Y
        out(Z)[w, i] = Z
