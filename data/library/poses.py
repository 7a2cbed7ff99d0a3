# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rotations and poses in the forms that they are handed over in: angles, axes, matrices, dual pairs."""

domain("poses", entity="frame marker camera", edge="edge")

words(sin_a="s sin_t sn", rot="q rot", turned="p_rot turned x_rot", swing="swing q_swing", twist_q="twist q_twist", R="R rot_mat", view_m="view V_m cam", blend="X_mix blended X", world_v="v_w motion_w", model_m="model M_w")


@idiom(names="rotate_by_angles euler_to_points apply_angles", doc="Rotate the point of each {i} by three Euler angles.")
def by_angles(angles: array("vec3", "i", "angles euler rpy", values=(-1.2, 1.2)), points: array("vec3", "i", "points markers offsets", values=(-1, 1)), origin: param("vec3", "origin pivot", values=(-0.5, 0.5)), points_out: array("vec3", "i", "points_out markers_out offsets_out", values=(-1, 1)), rots: array("quat", "i", "rots_out quats orientations", values=(-1, 1)), height_of: array("scalar", "1", "mean_height total_height", values=(0, 0.1))):
    i = wp.tid()
    rot = choose(wp.quat_from_euler(angles[i], 0, 1, 2), wp.quat_from_euler(angles[i], 2, 1, 0), wp.quat_from_euler(angles[i], 1, 0, 2))
    if ANY:
        turned = wp.quat_rotate(rot, points[i] - origin) + origin
    else:
        turned = wp.quat_rotate_inv(rot, points[i] - origin)
        title("points_in_turned_frames unrotate_by_angles", "Transform the point of each {i} into a frame given by Euler angles.")
    if ANY:
        points_out[i] = turned
    elif ANY:
        points_out[i] = turned
        rots[i] = rot
    else:
        points_out[i] = turned
        wp.atomic_add(height_of, 0, turned[1] / float(len(i)))


@idiom(names="swing_twist decompose_rotations split_rotation", doc="Decompose each rotation into swing and twist.")
def swing_and_twist(rots: array("quat", "i", "rotations joint_rots q_rel", kind=unit), axes: array("vec3", "i", "axes hinge_axes twist_axes", kind=unit), limit_of: param("scalar", "twist_limit limit", values=(0.2, 0.8)), ke_of: param("scalar", "limit_ke stiffness", values=(2, 10)), torques: array("scalar", "i", "torques twist_torques tau_out", values=(-1, 1)), swings: array("quat", "i", "swings swing_out", values=(-1, 1)), bends: array("scalar", "i", "bend_out swing_angles", values=(0, 1))):
    i = wp.tid()
    axis = axes[i]
    twist_q = wp.quat_twist(axis, rots[i])
    swing = choose(rots[i] * wp.quat_inverse(twist_q), wp.quat_inverse(twist_q) * rots[i])
    if ANY:
        swings[i] = swing
    elif ANY:
        bends[i] = 1.0 - swing[3] * swing[3]
        title("bend_of_joints swing_amount", "Compute the swing angle of each joint.")
    else:
        twist = wp.quat_twist_angle_signed(axis, rots[i])
        if wp.abs(twist) > limit_of:
            torques[i] = -ke_of * (twist - limit_of * wp.sign(twist))
        if ANY:
            bends[i] = 1.0 - swing[3] * swing[3]
        title("limit_twist twist_limits", "Compute the twist limit torque of each joint.")


@idiom(names="points_by_matrix transform_points_mat apply_model_view", doc="Transform the point of each {i} by a 4 x 4 matrix.")
def by_matrix(right: param("vec3", "right side_axis", values=(-1, 1)), up: param("vec3", "up up_axis", values=(-1, 1)), ahead: param("vec3", "forward view_dir", values=(-1, 1)), eye: param("vec3", "eye cam_pos", values=(-1, 1)), points: array("vec3", "i", "points vertices", values=(-1, 1)), normals: array("vec3", "i", "normals dirs", kind=unit), points_out: array("vec3", "i", "points_out vertices_out", values=(-1, 1)), normals_out: array("vec3", "i", "normals_out dirs_out", values=(-1, 1)), depth_out: array("scalar", "i", "depths z_out", values=(-1, 1))):
    i = wp.tid()
    if ANY:
        view_m = wp.matrix_from_rows(wp.vec4(right[0], right[1], right[2], -wp.dot(right, eye)), wp.vec4(up[0], up[1], up[2], -wp.dot(up, eye)), wp.vec4(ahead[0], ahead[1], ahead[2], -wp.dot(ahead, eye)), wp.vec4(0.0, 0.0, 0.0, 1.0))
    else:
        view_m = wp.matrix_from_cols(wp.vec4(right[0], right[1], right[2], 0.0), wp.vec4(up[0], up[1], up[2], 0.0), wp.vec4(ahead[0], ahead[1], ahead[2], 0.0), wp.vec4(eye[0], eye[1], eye[2], 1.0))
        title("points_to_world camera_to_world", "Transform the point of each {i} from a camera's frame.")
    x = wp.transform_point(view_m, points[i])
    if ANY:
        points_out[i] = x
    elif ANY:
        points_out[i] = x
        normals_out[i] = wp.transform_vector(view_m, normals[i])
    elif ANY:
        normals_out[i] = wp.transform_vector(wp.transpose(view_m), normals[i])
        depth_out[i] = x[2]
    else:
        depth_out[i] = wp.length_sq(x)


@idiom(names="rotate_plane turn_points_2d rotate_uv", doc="Rotate the point of each {i} in the plane.")
def in_plane(points: array("vec2", "i", "points uvs positions", values=(-1, 1)), angles: array("scalar", "i", "angles headings theta", values=(-1.5, 1.5)), center: param("vec2", "center pivot", values=(-0.5, 0.5)), stretch: array("vec2", "i", "scales stretch", values=(0.5, 1.5)), points_out: array("vec2", "i", "points_out uvs_out positions_out", values=(-1, 1)), mats: array("mat22", "i", "matrices rots_out", values=(-1, 1)), areas: array("scalar", "i", "areas patch_areas", values=(0, 1))):
    i = wp.tid()
    c = wp.cos(angles[i])
    sin_a = wp.sin(angles[i])
    R = choose(wp.matrix_from_rows(wp.vec2(c, -sin_a), wp.vec2(sin_a, c)), wp.matrix_from_cols(wp.vec2(c, sin_a), wp.vec2(-sin_a, c)), wp.matrix_from_cols(wp.vec2(c, -sin_a), wp.vec2(sin_a, c)))
    if ANY("stretched"):
        R = R * wp.diag(stretch[i])
    if ANY:
        points_out[i] = R * (points[i] - center) + center
    elif ANY:
        points_out[i] = R * (points[i] - center) + center
        mats[i] = R
    elif ANY:
        mats[i] = wp.transpose(R) * wp.outer(points[i], points[i]) * R
        title("turn_moments rotate_tensors", "Rotate the second moments of each {i} in the plane.")
    else:
        mats[i] = R
        if ANY("stretched"):
            areas[i] = wp.determinant(R) * areas[i]
            title("plane_matrices stretch_matrices", "Build the plane matrix of each {i}, and scale its area.")
        else:
            points_out[i] = R * points[i]


@idiom(names="rotations_from_bases quats_from_axes orient_to_axes", doc="Determine the attitude of each {i} from two measured directions (TRIAD).")
def from_axes(u: array("vec3", "i", "forward normals u_axes", kind=unit), v: array("vec3", "i", "up_axes tangents v_axes", kind=unit), points: array("vec3", "i", "points offsets", values=(-1, 1)), origins: array("vec3", "i", "origins positions", values=(-1, 1)), rots: array("quat", "i", "rots_out quats", values=(-1, 1)), poses: array("transform", "i", "poses poses_out frames", values=(-1, 1)), points_out: array("vec3", "i", "points_out offsets_out", values=(-1, 1))):
    i = wp.tid()
    x_axis = u[i]
    z_axis = wp.normalize(wp.cross(x_axis, v[i] - 0.9 * wp.dot(v[i], x_axis) * x_axis))
    R = wp.matrix_from_cols(x_axis, wp.cross(z_axis, x_axis), z_axis)
    if ANY:
        rot = wp.quat_from_matrix(R)
        if ANY:
            rots[i] = rot
        elif ANY:
            points_out[i] = origins[i] + wp.quat_rotate(rot, points[i])
        else:
            poses[i] = wp.transform(origins[i], rot)
    else:
        M = wp.matrix_from_rows(wp.vec4(R[0, 0], R[0, 1], R[0, 2], origins[i][0]), wp.vec4(R[1, 0], R[1, 1], R[1, 2], origins[i][1]), wp.vec4(R[2, 0], R[2, 1], R[2, 2], origins[i][2]), wp.vec4(0.0, 0.0, 0.0, 1.0))
        if ANY:
            poses[i] = wp.transform_from_matrix(M)
        elif ANY:
            points_out[i] = wp.transform_point(M, points[i])
        else:
            points_out[i] = wp.transform_point(wp.transform_from_matrix(M), points[i])
        title("poses_from_axes place_frames", "Build the pose of each {i} from two axes and an origin.")


@idiom(names="blend_two_poses skin_with_poses mix_poses", doc="Skin the point of each {i} by a blend of two poses.")
def mixed_poses(first: array("transform", "i", "bone_a pose_a", kind=unit), second: array("transform", "i", "bone_b pose_b", kind=unit), weights: array("scalar", "i", "weights w_a", values=(0.1, 0.9)), points: array("vec3", "i", "points rest_points vertices", values=(-1, 1)), points_out: array("vec3", "i", "points_out skinned_points vertices_out", values=(-1, 1)), poses: array("transform", "i", "poses_out mixed", values=(-1, 1))):
    i = wp.tid()
    w = weights[i]
    blend = choose(w * first[i] + (1.0 - w) * second[i], first[i] * w + second[i] * (1.0 - w))
    rot = wp.normalize(wp.transform_get_rotation(blend))
    if ANY:
        points_out[i] = wp.transform_get_translation(blend) + wp.quat_rotate(rot, points[i])
    elif ANY:
        poses[i] = wp.transform(wp.transform_get_translation(blend), rot)
    elif ANY:
        points_out[i] = wp.quat_rotate_inv(rot, points[i] - wp.transform_get_translation(blend))
        title("rest_points_of_skin unskin_points", "Transform the point of each {i} back to the rest pose.")
    else:
        poses[i] = wp.transform(wp.transform_get_translation(blend), rot)
        points_out[i] = wp.transform_point(first[i], points[i]) * w + wp.transform_point(second[i], points[i]) * (1.0 - w)


@idiom(names="move_twists twists_to_world change_frame", doc="Transform the twist of each {i} into another frame.")
def twists_of_frames(rots: array("quat", "i", "rotations body_rots", kind=unit), offsets: array("vec3", "i", "offsets positions body_pos", values=(-1, 1)), twists: array("spatial", "i", "twists body_qd", values=(-1, 1)), wrenches: array("spatial", "i", "wrenches body_f", values=(-1, 1)), twists_out: array("spatial", "i", "twists_out body_qd_out", values=(-1, 1)), powers: array("scalar", "i", "powers work_out", values=(-1, 1)), total_of: array("scalar", "1", "total_power work", values=(0, 0.1))):
    i = wp.tid()
    R = wp.quat_to_matrix(rots[i])
    S = choose(wp.skew(offsets[i]) * R, R * wp.skew(offsets[i]))
    if ANY:
        world_v = wp.spatial_adjoint(R, S) * twists[i]
    elif ANY:
        world_v = wp.spatial_vector(R * wp.spatial_top(twists[i]), R * wp.spatial_bottom(twists[i]) + S * wp.spatial_top(twists[i]))
    else:
        world_v = wp.transpose(wp.spatial_adjoint(R, S)) * twists[i]
    if ANY:
        twists_out[i] = world_v
    elif ANY:
        powers[i] = wp.spatial_dot(world_v, wrenches[i])
        title("power_in_world wrench_power", "Transform the wrench on each {i} into the world frame.")
    else:
        twists_out[i] = world_v
        wp.atomic_add(total_of, 0, wp.spatial_dot(world_v, wrenches[i]))


@idiom(names="renormalize_rotations repair_rotations drift_of_rotations", doc="Renormalize drifted rotations and store their error.")
def renormalize(rots: array("quat", "i", "rotations orientations q_in", values=(0.2, 1)), axes: array("vec3", "i", "axes hinge_axes", kind=unit), angles: array("vec3", "i", "rpy angles euler", values=(-1, 1)), gain: param("scalar", "gain correction alpha", values=(0.2, 0.9)), rots_out: array("quat", "i", "rotations_out orientations_out q_out", values=(-1, 1)), drift_out: array("scalar", "i", "drift norm_error", values=(0, 1)), about: array("scalar", "i", "twist_angles about_axis", values=(-1, 1)), worst: array("scalar", "1", "total_drift energy_drift", values=(0, 0.1))):
    i = wp.tid()
    rot = rots[i] / wp.length(rots[i])
    off = wp.length_sq(rots[i]) - 1.0
    if ANY:
        rot = wp.quat_rpy(gain * angles[i][0], gain * angles[i][1], gain * angles[i][2]) * rot
    elif ANY:
        rot = wp.quat_slerp(rot, wp.quat_rpy(angles[i][0], angles[i][1], angles[i][2]), gain)
        title("pull_rotations blend_to_angles", "Interpolate each rotation towards three Euler angles.")
    if ANY:
        rots_out[i] = rot
        drift_out[i] = off
    elif ANY:
        rots_out[i] = wp.quat_twist(axes[i], rot)
        wp.atomic_add(worst, 0, off * off)
    else:
        rots_out[i] = rot
        about[i] = wp.quat_twist_angle(axes[i], rot)


@idiom(names="poses_from_matrices import_poses read_frames", doc="Convert poses to 4 x 4 matrices and transform points by them.")
def from_matrices(places: array("vec3", "i", "positions translations origins", values=(-1, 1)), rots: array("quat", "i", "rotations q", kind=unit), offset: param("vec3", "offset tool_offset", values=(-0.5, 0.5)), points: array("vec3", "i", "points markers", values=(-1, 1)), stretch: array("vec3", "i", "scales stretch", values=(0.6, 1.5)), points_out: array("vec3", "i", "points_out markers_out", values=(-1, 1)), mats: array("mat44", "i", "matrices_out transforms_out", values=(-1, 1)), frames_out: array("transform", "i", "poses_out frames_out", values=(-1, 1))):
    i = wp.tid()
    model_m = wp.transform_to_matrix(wp.transform(places[i], rots[i]))
    if ANY:
        pose = wp.transform_from_matrix(model_m)
        x = wp.transform_point(pose, points[i])
    elif ANY:
        pose = wp.transform_from_matrix(model_m * wp.transform_to_matrix(wp.transform(offset, rots[i])))
        x = wp.transform_point(pose, points[i])
        title("tool_poses poses_of_tools", "Compose the pose of each tool from matrices.")
    else:
        pose = wp.transform(places[i] + wp.quat_rotate(rots[i], offset), wp.quat_from_matrix(wp.quat_to_matrix(rots[i])))
        x = wp.transform_point(wp.transform_compose(places[i], rots[i], stretch[i]), points[i])
        title("stretched_points scaled_frames", "Transform points by scaled frames.")
    points_out[i] = x
    if ANY:
        frames_out[i] = pose
    elif ANY:
        mats[i] = wp.transform_compose(x, rots[i], stretch[i])
    else:
        frames_out[i] = wp.transform_inverse(pose)


@idiom(names="body_jacobians velocity_products bias_forces", doc="Compute the velocity-product terms of each body's acceleration and wrench.")
def velocity_products(twists: array("spatial", "i", "twists body_qd velocities", values=(-1, 1)), joint_twists: array("spatial", "i", "joint_twists s_dot motion_axes", values=(-1, 1)), inertias: array("mat33", "i", "inertias I_body", kind=spd, values=(0.5, 2)), masses_of: array("scalar", "i", "masses m", values=(0.5, 2)), bias_acc: array("spatial", "i", "bias_acc c_out", values=(-1, 1)), bias_force: array("spatial", "i", "bias_wrench p_out", values=(-1, 1)), power: array("scalar", "i", "power_out rates", values=(-1, 1)), spread: array("vec3", "i", "principal diag_out", values=(0, 1))):
    i = wp.tid()
    moved = wp.spatial_cross(twists[i], joint_twists[i])
    w = wp.spatial_top(twists[i])
    L = w * inertias[i]
    h = wp.spatial_vector(L, masses_of[i] * wp.spatial_bottom(twists[i]))
    if ANY:
        bias_acc[i] = moved
    elif ANY:
        bias_acc[i] = moved
        spread[i] = wp.cw_mul(wp.get_diag(inertias[i]), w)
    else:
        spread[i] = wp.get_diag(inertias[i]) + 0.5 * L
    if ANY:
        bias_force[i] = wp.spatial_cross_dual(twists[i], h)
    elif ANY:
        power[i] = wp.spatial_dot(h, moved)
