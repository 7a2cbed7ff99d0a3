# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bodies with poses, twists and wrenches; chains of frames; orientations."""

domain("multibody", entity="body link", edge="joint")

words(axis_n="n nrm n_axis", turn_axis="axis turn_axis u", turn_angle="angle theta turn_angle", step_angle="step step_angle", place_of="pos translation t", turn_of="rot q rotation", size_of="scale scl size_i", euler_of="euler rpy angles_i", X_w="X_wb X_w pose", axis_w="axis_w a_w", q_now="q rot", torque="tau torque")

body_pose = concept("transform", "-", "entity", names="body_q pose transform X_wb", plural="body_q poses transforms", short="X_wb X", kind=unit)
frame_pose = concept("transform", "-", "entity parameter", names="joint_X_p frame joint_frame", plural="joint_X_p frames", short="X_pj X_f", kind=unit)
body_twist = concept("spatial", "-", "entity", names="body_qd twist", plural="body_qd twists", short="qd v_s", values=(-1, 1))
body_wrench = concept("spatial", "-", "entity", names="body_f wrench", plural="body_f wrenches", short="f_s wr", values=(-1, 1))
body_rot = concept("quat", "-", "entity", names="orientation rot body_rot", plural="orientations rotations body_rots", short="q rot", kind=unit)
target_rot = concept("quat", "-", "entity parameter", names="target_rot goal_rot q_target", plural="target_rots goal_rots", short="q_t q_des", kind=unit)
local_pt = concept("vec3", "-", "entity", names="local_point contact_point point", plural="contact_points local_points points", short="p r_local", values=(-1, 1))
joint_dir = concept("vec3", "-", "entity parameter", names="axis joint_axis hinge_axis", plural="joint_axis axes", short="axis a", kind=unit)
body_com_of = concept("vec3", "-", "entity", names="body_com com", plural="body_com coms", short="com", values=(-0.3, 0.3))
contact_push = concept("vec3", "-", "entity", names="contact_force force f_ext", plural="contact_forces forces", short="f", values=(-1, 1))
aim_pt = concept("vec3", "-", "entity parameter", names="target goal_pos anchor", plural="targets anchors", short="goal", values=(-1, 1))
hinge_angle = concept("scalar", "-", "entity", names="joint_q angle theta", plural="joint_q angles", short="q th", values=(-1.2, 1.2))
turn_gain = concept("scalar", "-", "parameter constant", names="kp rot_gain stiffness", short="kp", values=(1, 8))
turn_damping = concept("scalar", "-", "parameter constant", names="kd rot_damping damping", short="kd", values=(0.1, 1))
world_pt = concept("vec3", "-", "", names="world_point x_w p_world", said="world position", plural="world_points", short="x_w")
world_dir = concept("vec3", "-", "", names="world_axis axis_w", said="world axis", plural="world_axes", short="axis_w")
world_com = concept("vec3", "-", "", names="com_w world_com", plural="world_coms", short="com_w")
lever_arm = concept("vec3", "-", "", names="lever r moment_arm", said="lever arm", plural="lever_arms", short="r")
spin_rate = concept("vec3", "-", "", names="ang_vel omega w", plural="angular_velocities", short="w")
move_rate = concept("vec3", "-", "", names="lin_vel v linear_velocity", plural="linear_velocities", short="v")
touch_rate = concept("vec3", "-", "", names="contact_vel v_p point_vel", said="contact point velocity", plural="contact_velocities", short="v_p")
contact_wrench = concept("spatial", "-", "", names="wrench contact_wrench", said="contact wrench", plural="contact_wrenches", short="wr")
contact_moment = concept("vec3", "-", "", names="moment torque", said="contact moment", plural="moments", short="tau")
power_of = concept("scalar", "-", "", names="power work_rate", plural="powers", short="p_w", extensive=True)
seen_pt = concept("vec3", "-", "", names="local_target target_local seen", said="target in the body frame", plural="local_targets", short="g_l")
local_rate = concept("vec3", "-", "", names="base_lin_vel local_vel v_body", said="velocity in the body frame", plural="local_velocities", short="v_b")
off_by = concept("scalar", "-", "", names="rotation_error angle_error", said="rotation angle error", plural="rot_errors", short="err")
bias_wrench = concept("spatial", "-", "", names="bias_force coriolis bias", plural="bias_forces", short="bias")
seen_twist = concept("spatial", "-", "", names="joint_twist twist_p", said="joint twist", plural="joint_twists", short="tw_p")
seen_wrench = concept("spatial", "-", "", names="joint_wrench wrench_p", plural="joint_wrenches", short="wr_p")
turned_by = concept("scalar", "-", "", names="twist_angle joint_angle", plural="twist_angles", short="ang")
hold_torque = concept("vec3", "-", "", names="control_torque pd_torque tau", plural="control_torques", short="tau")
joint_pose = concept("transform", "-", "", names="X_wj world_frame joint_pose", plural="world_frames", short="X_wj")
rel_pose = concept("transform", "-", "", names="X_rel relative_pose", said="relative pose", plural="relative_poses", short="X_rel")
off_rot = concept("quat", "-", "", names="rotation_offset rot_diff delta_q", said="rotation error", plural="rot_diffs", short="q_err")
next_rot = concept("quat", "-", "", names="q_next rot_next", said="next rotation", plural="next_rots", short="q1")
hinge_rot = concept("quat", "-", "", names="joint_rot q_joint", said="joint rotation", plural="joint_rots", short="q_j")

goals(point="world_pt world_dir lever_arm touch_rate contact_wrench contact_moment power_of seen_pt local_rate off_by bias_wrench seen_twist seen_wrench turned_by hold_torque", pose="joint_pose rel_pose", turn="off_rot next_rot hinge_rot")
guard(i, hinge_angle > 0.9)    # past its limit
joint_pose = law(wp.transform_multiply(body_pose, frame_pose), body_pose * frame_pose, wp.transform_multiply(body_pose, wp.transform(wp.vec3(0.0, 0.0, 0.0), hinge_rot)))
rel_pose = law(wp.transform_multiply(wp.transform_inverse(frame_pose), body_pose), wp.transform_inverse(body_pose) * joint_pose)
hinge_rot = law(wp.quat_from_axis_angle(joint_dir, hinge_angle), body_rot * wp.quat_from_axis_angle(joint_dir, hinge_angle))
off_rot = target_rot * wp.quat_inverse(body_rot)    # in the world, like its rates
next_rot = law(wp.quat_slerp(body_rot, target_rot, 0.25), wp.normalize(body_rot + 0.05 * (wp.quat(spin_rate[i][0], spin_rate[i][1], spin_rate[i][2], 0.0) * body_rot)), wp.normalize(0.8 * body_rot + target_rot * 0.2))
world_pt = law(wp.transform_point(body_pose, local_pt), wp.transform_point(wp.transform_multiply(body_pose, frame_pose), local_pt))
world_dir = law(wp.transform_vector(body_pose, joint_dir), wp.quat_rotate(body_rot, joint_dir), wp.transform_vector(wp.transform_multiply(body_pose, frame_pose), joint_dir))
world_com = wp.transform_point(body_pose, body_com_of)
lever_arm = law(world_pt - world_com, world_pt - wp.transform_get_translation(body_pose))
spin_rate = wp.spatial_top(body_twist)
move_rate = wp.spatial_bottom(body_twist)
touch_rate = law(move_rate + wp.cross(spin_rate, lever_arm), wp.velocity_at_point(body_twist, lever_arm))
contact_moment = wp.cross(lever_arm, contact_push)
contact_wrench = law(wp.spatial_vector(contact_moment, contact_push), body_wrench + wp.spatial_vector(contact_moment, contact_push))
power_of = law(wp.spatial_dot(body_twist, body_wrench), wp.dot(touch_rate, contact_push), wp.spatial_dot(body_twist, contact_wrench))
seen_pt = law(wp.transform_point(wp.transform_inverse(body_pose), aim_pt), wp.quat_rotate_inv(body_rot, aim_pt - world_com))
local_rate = law(wp.quat_rotate_inv(wp.transform_get_rotation(body_pose), move_rate), wp.quat_rotate_inv(body_rot, move_rate))
off_by = law(2.0 * wp.acos(wp.min(wp.abs(wp.dot(body_rot, target_rot)), 0.9999)), wp.length(wp.vec3(off_rot[i][0], off_rot[i][1], off_rot[i][2])), 1.0 - wp.dot(body_rot, target_rot) * wp.dot(body_rot, target_rot))
bias_wrench = law(wp.spatial_cross_dual(body_twist, body_wrench), wp.spatial_cross_dual(body_twist, contact_wrench))
seen_twist = law(wp.transform_twist(frame_pose, body_twist), wp.spatial_cross(body_twist, wp.transform_twist(frame_pose, body_twist)))
seen_wrench = law(wp.transform_wrench(frame_pose, body_wrench), wp.transform_wrench(wp.transform_inverse(frame_pose), body_wrench))
turned_by = law(wp.quat_twist_angle(joint_dir, body_rot), wp.quat_twist_angle_signed(joint_dir, body_rot))
hold_torque = law(turn_gain * wp.vec3(off_rot[i][0], off_rot[i][1], off_rot[i][2]) - turn_damping * spin_rate, turn_gain * hinge_angle * world_dir - turn_damping * spin_rate)    # PD control of the attitude


@idiom(goals="X=pose", names="update_{X} compute_{X} eval_joint_frames", doc="Compute the {X} of each {i}.")
def pose_map():
    i = wp.tid()
    guard(i)
    if ANY:
        out(X)[i] = X
    elif ANY:
        pose = X
        out(X)[i] = pose
        out(world_pt)[i] = wp.transform_point(pose, local_pt)
        title("compute_{X}_and_points update_{X}")
    else:
        pose = X
        out(world_pt)[i] = wp.transform_point(pose, local_pt)
        title("transform_points_by_{X} points_in_{X}", "Transform the point of each {i} by its {X}.")


@idiom(goals="X=turn", names="compute_{X} update_{X} eval_{X}", doc="Compute the {X} of each {i}.")
def turn_map():
    i = wp.tid()
    guard(i)
    turn = X
    if ANY:
        out(X)[i] = turn
    elif ANY:
        out(world_dir)[i] = wp.quat_rotate(turn, joint_dir)
        title("turn_axes_by_{X} rotate_axes", "Rotate the axis of each {i} by its {X}.")
    else:
        out(X)[i] = turn
        wp.atomic_add(out(off_by), 0, off_by)
        title("compute_{X}_with_error", "Compute the {X} of each {i} and sum the rotation errors.")


@idiom(names="eval_fk forward_kinematics articulation_fk", doc="Compute the forward kinematics of each chain of joints.")
def transform_chain(root: array("transform", "i", "root_pose base_q articulation_root", kind=unit), local: array("transform", "i k", "joint_X_p local_frames parent_frames", kind=unit), axes: array("vec3", "k", "joint_axis axes", kind=unit), angles: array("scalar", "i k", "joint_q angles", values=(-1, 1)), rates: array("scalar", "i k", "joint_qd rates", values=(-1, 1)), poses: array("transform", "i k", "body_q poses_out", values=(-1, 1)), twists: array("spatial", "i", "body_qd twist_out", values=(-1, 1)), tips: array("vec3", "i", "tip_pos ee_pos", values=(-1, 1)), tool: param("vec3", "tool_offset ee_offset", values=(-0.5, 0.5))):
    k = size("num_joints chain_length", 2, 4)
    i = wp.tid()
    X_w = root[i]
    V = wp.spatial_vector(wp.vec3(0.0, 0.0, 0.0), wp.vec3(0.0, 0.0, 0.0))
    for c in range(len(k)):
        if ANY:
            q_now = wp.quat_from_axis_angle(axes[c], angles[i, c])
            X_w = wp.transform_multiply(X_w, wp.transform_multiply(local[i, c], wp.transform(wp.vec3(0.0, 0.0, 0.0), q_now)))
        elif ANY:
            X_w = wp.transform_multiply(X_w, wp.transform_multiply(local[i, c], wp.transform(angles[i, c] * axes[c], wp.quat_identity())))  # prismatic joints
        else:
            X_w = X_w * local[i, c] * wp.transform(wp.vec3(0.0, 0.0, 0.1), wp.quat_from_axis_angle(axes[c], angles[i, c]))
        if ANY:
            axis_w = wp.transform_vector(X_w, axes[c])
            V = V + wp.spatial_vector(rates[i, c] * axis_w, wp.cross(wp.transform_get_translation(X_w), rates[i, c] * axis_w))
            if ANY:
                poses[i, c] = X_w
            twists[i] = V
            title("eval_fk_velocity chain_velocities propagate_twists", "Compute poses and the twist of each chain of joints.")
        else:
            poses[i, c] = X_w
    if ANY:
        tips[i] = wp.transform_point(X_w, tool)


@idiom(names="inverse_dynamics joint_torques project_wrench", doc="Compute joint torques of each chain from the wrenches on its links.")
def wrench_chain(motion: array("spatial", "i k", "joint_S_s motion_subspace S", values=(-1, 1)), wrenches: array("spatial", "i k", "body_f_s link_wrenches f_s", values=(-1, 1)), inertias: array("scalar", "i k", "masses link_masses", values=(0.4, 1.5)), rates: array("scalar", "i k", "joint_qd rates", values=(-1, 1)), passed: array("scalar", "i k", "joint_f tau_passive", values=(-0.5, 0.5)), tau: array("scalar", "i k", "tau joint_tau torques", values=(-1, 1)), energy: array("scalar", "1", "energy kinetic_energy", values=(0, 0.1))):
    k = size("num_dofs num_joints", 2, 4)
    i = wp.tid()
    F = wp.spatial_vector(wp.vec3(0.0, 0.0, 0.0), wp.vec3(0.0, 0.0, 0.0))
    V = wp.spatial_vector(wp.vec3(0.0, 0.0, 0.0), wp.vec3(0.0, 0.0, 0.0))
    for c in range(len(k)):
        S = motion[i, c]
        V = V + rates[i, c] * S
        if ANY:
            F = F + wrenches[i, c]
        elif ANY:
            F = F + wrenches[i, c] + wp.spatial_cross_dual(V, inertias[i, c] * V)
        else:
            F = F + wrenches[i, c] - inertias[i, c] * V
        if ANY:
            tau[i, c] = wp.spatial_dot(S, F)
        else:
            tau[i, c] = passed[i, c] - wp.spatial_dot(S, F)
        if ANY:
            wp.atomic_add(energy, 0, 0.5 * inertias[i, c] * wp.spatial_dot(V, V))


@idiom(names="blend_poses interpolate_frames sample_track", doc="Interpolate poses between key frames.")
def pose_blend(first: array("transform", "i", "pose_a key_poses prev_q", kind=unit), second: array("transform", "i", "pose_b next_poses next_q", kind=unit), t: param("scalar", "t alpha blend", values=(0.1, 0.9)), points: array("vec3", "i", "points markers", values=(-1, 1)), poses: array("transform", "i", "pose_out poses blended", values=(-1, 1)), points_out: array("vec3", "i", "points_out markers_out", values=(-1, 1)), mats: array("mat44", "i", "matrices mats_out model_mats", values=(-1, 1))):
    i = wp.tid()
    A = first[i]
    B = second[i]
    p = wp.lerp(wp.transform_get_translation(A), wp.transform_get_translation(B), t)
    q_now = wp.quat_slerp(wp.transform_get_rotation(A), wp.transform_get_rotation(B), t)
    if ANY:
        poses[i] = wp.transform(p, q_now)
    elif ANY:
        points_out[i] = wp.transform_point(wp.transform(p, q_now), points[i])
        title("skin_points move_markers blend_points", "Transform points by poses interpolated between key frames.")
    elif ANY:
        mats[i] = wp.transform_compose(p, q_now, wp.vec3(1.0, 1.0 + t, 1.0))
        title("compose_matrices blend_matrices", "Interpolate poses between key frames as matrices.")
    elif ANY:
        mats[i] = wp.transform_to_matrix(wp.transform(p, q_now))
        title("pose_matrices", "Interpolate poses between key frames as matrices.")
    else:
        M = wp.transform_to_matrix(wp.transform(p, q_now))
        points_out[i] = choose(wp.transform_point(M, points[i]), wp.transform_vector(M, points[i]))
        title("transform_by_matrix apply_matrices", "Transform points by interpolated pose matrices.")


@idiom(names="attitude_control orientation_pd hold_attitude", doc="Compute the attitude control torque of each body.")
def attitude(rots: array("quat", "i", "rotations body_rots q_in", kind=unit), goals_of: array("quat", "i", "target_rots goals q_des", kind=unit), omegas: array("vec3", "i", "omegas ang_vels", values=(-1, 1)), kp_of: param("scalar", "kp stiffness", values=(1, 8)), kd_of: param("scalar", "kd damping", values=(0.1, 1)), h: param("scalar", "dt h", values=(0.01, 0.05)), inertia_of: param("scalar", "inertia I_s", values=(0.4, 1.5)), torques: array("vec3", "i", "torques tau_out", values=(-1, 1)), rots_out: array("quat", "i", "rots_out q_out", values=(-1, 1)), angles: array("vec3", "i", "euler_out rpy angles_out", values=(-1, 1))):
    i = wp.tid()
    q_now = rots[i]
    err = goals_of[i] * wp.quat_inverse(q_now)  # in the world, like omega
    w = omegas[i]
    if ANY:
        if err[3] < 0.0:  # the short way round
            err = -err
    torque = kp_of * wp.vec3(err[0], err[1], err[2]) - kd_of * w
    if ANY:
        torques[i] = torque
    elif ANY:
        w1 = w + h / inertia_of * torque
        dq = wp.quat(w1[0], w1[1], w1[2], 0.0) * q_now
        rots_out[i] = choose(wp.normalize(q_now + 0.5 * h * dq), wp.normalize(q_now + dq * (0.5 * h)), (q_now + 0.5 * h * dq) / wp.length(q_now + 0.5 * h * dq))
        title("integrate_attitude turn_bodies step_attitude", "Take one step of each body under attitude control.")
    elif ANY:
        torques[i] = torque / wp.sqrt(1.0 + wp.length_sq(err))
    else:
        torques[i] = torque
        angles[i] = wp.quat_to_rpy(err)
        title("attitude_report hold_attitude", "Compute control torques and attitude errors.")


@idiom(names="turning_rates rotation_errors turn_towards", doc="Compute the axis-angle error of each rotation.")
def axis_angle(rots: array("quat", "i", "rotations body_rots q_in", kind=unit), goals_of: array("quat", "i", "target_rots goals q_des", kind=unit), omegas: array("vec3", "i", "omegas ang_vels", values=(-1, 1)), kp_of: param("scalar", "kp stiffness", values=(1, 8)), kd_of: param("scalar", "kd damping", values=(0.1, 1)), h: param("scalar", "dt h", values=(0.01, 0.05)), most: param("scalar", "max_angle max_step limit", values=(0.3, 1)), vecs: array("vec3", "i", "result rot_vecs omegas_out", values=(-1, 1)), torques: array("vec3", "i", "torques control_torques torques_out", values=(-1, 1)), rots_out: array("quat", "i", "rots_out q_out", values=(-1, 1)), angles: array("scalar", "i", "angles errors", values=(0, 1))):
    i = wp.tid()
    turn_axis, turn_angle = wp.quat_to_axis_angle(choose(wp.quat_inverse(rots[i]) * goals_of[i], goals_of[i] * wp.quat_inverse(rots[i])))
    if ANY:
        vecs[i] = turn_axis * (turn_angle / h)
        title("rates_from_rotations finite_difference_omega", "Compute the angular velocity between successive rotations.")
    elif ANY:
        torques[i] = kp_of * turn_angle * turn_axis - kd_of * omegas[i]
        title("axis_angle_torque hold_rotation", "Compute the PD torque that rotates each body towards its goal.")
    elif ANY:
        step_angle = wp.min(turn_angle, most)
        rots_out[i] = rots[i] * wp.quat_from_axis_angle(turn_axis, step_angle)
        title("rotate_towards limited_turn", "Rotate each rotation towards its goal by a limited angle.")
    elif ANY:
        angles[i] = turn_angle * turn_angle
        title("rotation_loss geodesic_error", "Compute the square of the angle between two rotations.")
    else:
        angles[i] = turn_angle
        vecs[i] = turn_angle * turn_axis
        title("rotation_vectors log_map", "Compute the rotation vector from each rotation to its goal, and its angle.")


@idiom(names="unpack_transforms decompose_matrices", doc="Decompose each matrix into translation, rotation and scale.")
def matrix_parts(mats: array("mat44", "i", "matrices xforms world_mats", values=(-1, 1.2)), points: array("vec3", "i", "points offsets local_points", values=(-1, 1)), places: array("vec3", "i", "positions translations", values=(0, 1)), rots_out: array("quat", "i", "rotations rots_out", values=(-1, 1)), sizes: array("vec3", "i", "scales sizes", values=(0, 1)), moved: array("vec3", "i", "points_out offsets_out world_points", values=(0, 1))):
    i = wp.tid()
    place_of, turn_of, size_of = wp.transform_decompose(mats[i])
    if ANY:
        places[i] = place_of
        rots_out[i] = turn_of
        sizes[i] = size_of
        title("decompose_transforms split_matrices", "Decompose each matrix into translation, rotation and scale.")
    elif ANY:
        moved[i] = place_of + wp.quat_rotate(turn_of, wp.cw_mul(size_of, points[i]))
        title("apply_parts transform_scaled", "Transform each point by the decomposed matrix.")
    else:
        moved[i] = place_of + wp.quat_rotate(turn_of, points[i])
        sizes[i] = size_of
        title("rigid_part_of remove_scale", "Transform each point by its matrix without scale, and store the scale.")


@idiom(names="euler_angles to_euler", doc="Convert each rotation to Euler angles.")
def euler(rots: array("quat", "i", "rotations body_rots q_in", kind=unit), low: param("scalar", "lower limit_low", values=(-0.9, -0.4)), high: param("scalar", "upper limit_high", values=(0.4, 0.9)), gains: array("vec3", "i", "gains weights stiffness", values=(0.3, 1)), vecs: array("vec3", "i", "euler_out angles rpy", values=(-1, 1)), penalty_of: array("scalar", "1", "penalty limit_cost", values=(0, 0.1))):
    i = wp.tid()
    euler_of = choose(wp.quat_to_euler(rots[i], 2, 1, 0), wp.quat_to_euler(rots[i], 0, 1, 2), wp.quat_to_euler(rots[i], 2, 0, 2))
    if ANY:
        vecs[i] = euler_of
    elif ANY:
        vecs[i] = wp.cw_mul(gains[i], wp.vec3(wp.clamp(euler_of[0], low, high), wp.clamp(euler_of[1], low, high), wp.clamp(euler_of[2], low, high)) - euler_of)
        title("limit_torques joint_limit_response", "Compute the joint limit correction of each angle.")
    else:
        wp.atomic_add(penalty_of, 0, wp.dot(gains[i], wp.cw_mul(euler_of, euler_of)))
        title("rest_pose_cost angle_penalty", "Sum the joint limit cost of all angles.")


@idiom(names="quats_from_matrices frames_from_axes build_frames", doc="Build an orthonormal frame from each pair of axes.")
def axes_to_frames(u: array("vec3", "i", "normals u_axes forward", kind=unit), v: array("vec3", "i", "tangents up_axes v_axes", kind=unit), w: array("vec3", "i", "points offsets arms", values=(-1, 1)), mats: array("mat33", "i", "frames frames_out bases", values=(-1, 1)), turned: array("vec3", "i", "points_out offsets_out arms_out", values=(-1, 1)), rots: array("quat", "i", "rots_out quats", values=(-1, 1)), diags: array("vec3", "i", "diag_out scales", values=(-1, 1))):
    i = wp.tid()
    axis_n = u[i]
    t = wp.normalize(v[i] - 0.9 * wp.dot(v[i], axis_n) * axis_n)
    b = wp.cross(axis_n, t)
    if ANY:
        M = choose(wp.matrix_from_cols(t, b, axis_n), wp.matrix_from_rows(t, b, axis_n))
    elif ANY:
        M = wp.skew(axis_n) + wp.outer(axis_n, t)
        title("cross_matrices skew_frames", "Build the cross product matrices of axes.")
    else:
        M = wp.matrix_from_rows(t, b, axis_n) + wp.diag(wp.vec3(0.1, 0.2, 0.3))
    if ANY:
        mats[i] = M
    elif ANY:
        turned[i] = choose(M * w[i], wp.transpose(M) * w[i])
        title("to_local_frame express_in_frame", "Transform points into the frame of each pair of axes.")
    elif ANY:
        diags[i] = wp.get_diag(M)
        title("frame_diagonals", "Extract the diagonals of frames.")
    else:
        mats[i] = choose(M * wp.skew(w[i]), wp.skew(w[i]) * M)
        title("frame_rates spin_frames", "Compute the angular rate of frames.")
