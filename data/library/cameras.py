# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cameras with poses: what they see of points, and where their pixels look."""

domain("cameras", entity="point feature", edge="edge", group="scene")

lens_q = concept("quat", "1", "parameter", names="cam_rot camera_rotation", plural="cam_rots camera_rotations", short="q_c", kind=unit)
lens_at = concept("vec3", "L", "parameter", names="cam_pos camera_position", plural="cam_positions camera_positions", short="c", values=(-0.5, 0.5))
mark_at = concept("vec3", "L", "entity", names="point landmark", plural="points landmarks", short="p x_w", values=(-2, 2))
mark_n = concept("vec3", "1", "entity", names="normal surface_normal", plural="normals surface_normals", short="n", kind=unit)
pix_uv = concept("vec2", "1", "entity", names="pixel keypoint uv", plural="pixels keypoints uvs", short="uv", values=(-0.8, 0.8))
pix_depth = concept("scalar", "L", "entity", names="depth depth_meas", plural="depths depth_map", short="z_m", values=(0.5, 3))
trust_of = concept("scalar", "1", "entity parameter", names="confidence match_score", plural="confidences match_scores", short="conf", values=(0.1, 1))
focal = concept("scalar", "1", "parameter constant", names="focal fx focal_length", short="f", values=(0.8, 1.5), common=True)
lens_c = concept("vec2", "1", "parameter", names="principal_point center", short="c0", values=(-0.1, 0.1))
lens_k1 = concept("scalar", "1", "parameter constant", names="k1 radial_k1", short="k1", values=(-0.1, 0.1), common=True)
near_z = concept("scalar", "L", "parameter constant", names="near z_near min_depth", short="z0", values=(0.2, 0.5), common=True)
huber_at = concept("scalar", "1", "parameter constant", names="robust_scale loss_scale", short="delta", values=(0.3, 1), common=True)
wall_y = concept("scalar", "L", "parameter constant", names="plane_y ground_y", short="y0", values=(-3, -2), common=True)
prev_q = concept("quat", "1", "parameter", names="prev_rot keyframe_rot", plural="prev_rots keyframe_rots", short="q_k", kind=unit)
prev_at = concept("vec3", "L", "parameter", names="prev_pos keyframe_pos", plural="prev_positions keyframe_positions", short="c_k", values=(-0.5, 0.5))
point_in_camera = concept("vec3", "L", "", names="p_cam local_point", said="point in the camera frame", plural="cam_points local_points", short="p_c")
point_in_keyframe = concept("vec3", "L", "", names="p_key key_point", said="point in the keyframe", plural="key_points", short="p_k")
view_depth = concept("scalar", "L", "", names="view_depth z_cam", said="depth", plural="view_depths", short="z")
pix_seen = concept("vec2", "1", "", names="projected proj", plural="projections", short="uv_p")
pix_err = concept("vec2", "1", "", names="residual reproj_error", plural="residuals", short="r")
ray_cam = concept("vec3", "1", "", names="cam_ray ray_local", plural="cam_rays", short="d_c")
view_ray = concept("vec3", "1", "", names="ray_dir view_ray", plural="ray_dirs view_rays", short="d")
lifted = concept("vec3", "L", "", names="world_point unprojected", said="world point", plural="world_points unprojected", short="p_w")
scene_flow = concept("vec3", "L", "", names="scene_flow motion_3d", plural="scene_flows", short="df")
ground_hit = concept("vec3", "L", "", names="ground_hit foot_point", said="ground point", plural="ground_hits", short="hit")
mirrored = concept("vec3", "1", "", names="reflected_direction reflected bounce_dir", plural="reflected_directions reflected_dirs", short="r_d")
pixel_error = concept("scalar", "1", "", names="pixel_error sq_error", plural="pixel_errors", short="e2", extensive=True)
soft_cost = concept("scalar", "1", "", names="robust_cost loss_cost", plural="robust_costs", short="rho", extensive=True)
soft_weight = concept("scalar", "1", "", names="robust_weight obs_weight", plural="robust_weights", short="w")
facing = concept("scalar", "1", "", names="view_cosine facing cos_view", plural="view_cosines", short="c_v")
view_range = concept("scalar", "L", "", names="range view_dist", said="range", plural="ranges", short="rng")
depth_gap = concept("scalar", "L", "", names="depth_error depth_gap", plural="depth_errors", short="dz")

goals(spot="point_in_camera point_in_keyframe view_ray lifted scene_flow ground_hit mirrored", gauge="view_depth pixel_error soft_cost soft_weight facing view_range depth_gap", sum="pixel_error soft_cost", view="view_ray lifted ground_hit mirrored", sight="point_in_camera view_depth facing pixel_error soft_cost view_range point_in_keyframe depth_gap mirrored")
guard(i, trust_of < 0.3)    # badly matched
guard(i, view_depth < near_z)    # behind the camera
guard(i, pix_depth > 2.5)    # too far to trust
point_in_camera = wp.quat_rotate_inv(lens_q, mark_at - lens_at)
point_in_keyframe = law(wp.quat_rotate_inv(prev_q, mark_at - prev_at), wp.quat_rotate_inv(prev_q, lifted - prev_at))
view_depth = point_in_camera[i][2]
pix_seen = law(wp.vec2(focal * point_in_camera[i][0], focal * point_in_camera[i][1]) / (wp.abs(point_in_camera[i][2]) + near_z) + lens_c, wp.vec2(focal * point_in_camera[i][0], focal * point_in_camera[i][1]) / wp.max(point_in_camera[i][2], near_z) + lens_c)    # pinhole
pix_err = law(pix_uv - pix_seen, pix_uv - lens_c - (1.0 + lens_k1 * wp.dot(pix_seen - lens_c, pix_seen - lens_c)) * (pix_seen - lens_c))
ray_cam = law(wp.normalize(wp.vec3((pix_uv[i][0] - lens_c[i][0]) / focal, (pix_uv[i][1] - lens_c[i][1]) / focal, 1.0)), wp.vec3((pix_uv[i][0] - lens_c[i][0]) / focal, (pix_uv[i][1] - lens_c[i][1]) / focal, 1.0))
view_ray = wp.quat_rotate(lens_q, ray_cam)
lifted = law(lens_at + pix_depth * view_ray, lens_at + wp.quat_rotate(lens_q, pix_depth * ray_cam))
scene_flow = law(lifted - mark_at, point_in_camera - point_in_keyframe)
ground_hit = law(lens_at[i] + view_ray[i] * ((wall_y - lens_at[i][1]) / wp.min(view_ray[i][1], -0.1)), lens_at[i] - mark_n * wp.dot(lens_at[i] - mark_at, mark_n))
mirrored = view_ray - 2.0 * wp.dot(view_ray, mark_n) * mark_n
pixel_error = law(wp.dot(pix_err, pix_err), wp.length(pix_err), 0.5 * wp.length_sq(pix_err))
soft_cost = law(huber_at * huber_at * (wp.sqrt(1.0 + wp.dot(pix_err, pix_err) / (huber_at * huber_at)) - 1.0), 0.5 * huber_at * huber_at * wp.log(1.0 + wp.dot(pix_err, pix_err) / (huber_at * huber_at)))
soft_weight = law(1.0 / (1.0 + wp.dot(pix_err, pix_err) / (huber_at * huber_at)), wp.min(huber_at / (wp.length(pix_err) + 0.001), 1.0), wp.exp(-0.5 * wp.dot(pix_err, pix_err) / (huber_at * huber_at)))
facing = law(-wp.dot(mark_n, wp.normalize(view_ray)), wp.dot(mark_n, wp.normalize(lens_at - mark_at)), wp.max(-wp.dot(mark_n, wp.normalize(view_ray)), 0.0))
view_range = law(wp.length(mark_at - lens_at), wp.length(point_in_camera), wp.length(lifted - prev_at))
depth_gap = law(pix_depth - point_in_camera[i][2], pix_depth - wp.length(point_in_camera[i]))
