# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of pixels: light followed back among spheres, motion between two frames."""

domain("pixels", entity="pixel", edge="pixel")

words(sph="s sphere_id k", ahead_of="forward view_dir fwd", right_of="right right_dir side")


@idiom(names="trace_paths path_trace render_bounces", doc="Path-trace each pixel over several bounces among spheres.")
def light_paths(centers: array("vec3", "n", "centers sphere_centers", values=(-0.9, 0.9)), radii: array("scalar", "n", "radii sphere_radii", values=(0.4, 0.8)), tints: array("vec3", "n", "albedos sphere_colors", values=(0.3, 0.8)), image: array("vec3", "x y", "image pixels frame", values=(0, 1)), eye_at: param("vec3", "eye camera_pos", values=(1.5, 2)), sky: param("vec3", "sky_color sky", values=(0.4, 1.0)), bounces: param("int", "max_bounces num_bounces", values=(2, 3)), sun: param("vec3", "sun_dir light_dir", values=(0.3, 1)), gloss: param("scalar", "roughness gloss", values=(0.05, 0.4))):
    n = size("num_spheres sphere_count", 3, 5)
    x, y = wp.tid()
    u = (float(x) + 0.5) / float(len(x)) - 0.5
    v = (float(y) + 0.5) / float(len(y)) - 0.5
    ahead_of = wp.normalize(-eye_at)  # the camera looks at the origin
    right_of = wp.normalize(wp.cross(ahead_of, wp.vec3(0.0, 1.0, 0.0)))
    ro = eye_at
    rd = wp.normalize(ahead_of + u * right_of + v * wp.cross(right_of, ahead_of))
    through = wp.vec3(1.0, 1.0, 1.0)
    light = wp.vec3(0.0, 0.0, 0.0)
    for bounce in range(bounces):
        t_hit = float(100.0)
        hit = int(-1)
        for sph in range(len(n)):
            oc = ro - centers[sph]
            half_b = wp.dot(oc, rd)
            to_axis = oc - half_b * rd
            disc = radii[sph] * radii[sph] - wp.dot(to_axis, to_axis)
            if disc > 0.0:
                t = -half_b - wp.sqrt(disc)
                if t > 0.0 and t < t_hit:
                    t_hit = t
                    hit = sph
        if ANY:
            if hit < 0:
                light = light + wp.cw_mul(through, sky)
                break
        elif ANY:
            if hit < 0:
                light = light + wp.cw_mul(through, sky) * (0.5 + 0.5 * rd[1])
                break
        else:
            if hit < 0:
                facing = wp.max(wp.dot(rd, wp.normalize(sun)), 0.0)
                light = light + wp.cw_mul(through, sky + wp.vec3(1.0, 0.9, 0.7) * wp.pow(facing, 16.0))  # the sun's glow in the sky
                break
        normal = (ro + t_hit * rd - centers[hit]) / radii[hit]
        parts("path_way")
        albedo = tints[hit]
        parts("path_look")
        through = wp.cw_mul(through, albedo)
        ro = ro + t_hit * rd + 0.001 * normal
        parts("path_light")
        if ANY:
            rd = rd - 2.0 * wp.dot(rd, normal) * normal
        elif ANY:
            angle = 6.2831853 * hashed(x + 17 * bounce, y)
            z_cos = 2.0 * hashed(y + 31 * bounce, x) - 1.0
            z_sin = wp.sqrt(wp.max(1.0 - z_cos * z_cos, 0.0001))
            rd = wp.normalize(normal + 0.95 * wp.vec3(z_sin * wp.cos(angle), z_sin * wp.sin(angle), z_cos))  # cosine-weighted
        elif ANY:
            angle = 6.2831853 * hashed(x + 17 * bounce, y)
            fuzz = gloss * wp.vec3(wp.cos(angle), wp.sin(angle), wp.cos(2.0 * angle))
            rd = wp.normalize(rd - 2.0 * wp.dot(rd, normal) * normal + fuzz)
        else:
            if hit % 2 == 0:
                rd = rd - 2.0 * wp.dot(rd, normal) * normal
            else:
                angle = 6.2831853 * hashed(x + 17 * bounce, y)
                z_cos = 2.0 * hashed(y + 31 * bounce, x) - 1.0
                z_sin = wp.sqrt(wp.max(1.0 - z_cos * z_cos, 0.0001))
                rd = wp.normalize(normal + 0.95 * wp.vec3(z_sin * wp.cos(angle), z_sin * wp.sin(angle), z_cos))
        parts("path_end")
    parts("path_expose")
    parts("path_develop")
    image[x, y] = light


@helper(names="hash21 pseudo_random hash_of")
def hashed(a: param("int"), b: param("int")):
    h = a * 37476 + b * 66826 + 1013
    h = h ^ (h >> 7)
    return float(h & 1023) / 1024.0


@part("path_way")
def path_fog(fog: param("scalar", "fog_density extinction", values=(0.02, 0.2)), fog_tint: param("vec3", "fog_color haze", values=(0.3, 0.8))):
    clear = wp.exp(-fog * t_hit)
    light = light + (1.0 - clear) * wp.cw_mul(through, fog_tint)
    through = clear * through


@part("path_look")
def path_stripes(stripes: param("scalar", "stripe_frequency bands", values=(4, 9))):
    if wp.sin(stripes * normal[1]) > 0.0:
        albedo = 0.5 * albedo


@part("path_look")
def path_rim(rim: param("scalar", "fresnel f0", values=(0.02, 0.2))):
    grazing = 1.0 + wp.min(wp.dot(rd, normal), 0.0)
    schlick = rim + (1.0 - rim) * wp.pow(grazing, 5.0)
    albedo = albedo + schlick * (wp.vec3(1.0, 1.0, 1.0) - albedo)


@part("path_look")
def path_glow(glows: array("scalar", "n", "emission glow", values=(0.0, 0.6))):
    light = light + glows[hit] * through


@part("path_light")
def path_sun(sun_power: param("scalar", "sun_power sun_strength", values=(0.5, 2))):
    to_sun = wp.normalize(sun)
    lit = wp.max(wp.dot(normal, to_sun), 0.0)
    if ANY:
        for sph in range(len(n)):
            oc_sun = ro - centers[sph]
            b_sun = wp.dot(oc_sun, to_sun)
            if b_sun < 0.0 and wp.dot(oc_sun, oc_sun) - b_sun * b_sun < radii[sph] * radii[sph]:  # in shadow
                lit = 0.0
    light = light + sun_power * lit * through


@part("path_end", unless="path_faint")
def path_roulette():
    survive = wp.clamp(wp.max(through[0], wp.max(through[1], through[2])), 0.2, 0.95)
    if hashed(x + 61 * bounce, y + 7) > survive:
        break
    through = through / survive


@part("path_end", unless="path_roulette")
def path_faint(faint: param("scalar", "min_throughput cutoff", values=(0.42, 0.5))):
    luminance = 0.2126 * through[0] + 0.7152 * through[1] + 0.0722 * through[2]
    if luminance < faint:
        break


@part("path_expose")
def path_expose(exposure: param("scalar", "exposure gain", values=(0.5, 1.5))):
    light = exposure * light


@part("path_develop")
def path_tone():
    light = wp.vec3(light[0] / (1.0 + light[0]), light[1] / (1.0 + light[1]), light[2] / (1.0 + light[2]))


@part("path_develop")
def path_history(history: array("vec3", "x y", "history prev_frame accumulated", values=(0, 1)), keep: param("scalar", "blend history_weight", values=(0.5, 0.9))):
    light = keep * history[x, y] + (1.0 - keep) * light


@idiom(names="optical_flow lucas_kanade window_flow", doc="Estimate the optical flow of each pixel by the Lucas-Kanade method.")
def window_motion(first: array("scalar", "x y", "frame_0 image_a prev_frame", values=(0, 1)), then: array("scalar", "x y", "frame_1 image_b next_frame", values=(0, 1)), motion: array("vec2", "x y", "motion flow_out uv", values=(-1, 1)), reach: param("int", "window_radius half_window", values=(1, 2)), ridge: param("scalar", "ridge regularizer", values=(0.02, 0.2))):
    x, y = wp.tid()
    sum_xx = ridge
    sum_yy = ridge
    sum_xy = float(0.0)
    sum_xt = float(0.0)
    sum_yt = float(0.0)
    sum_tt = float(0.0)
    parts("motion_before")
    for a in range(-reach, reach + 1):
        for b in range(-reach, reach + 1):
            i = wp.clamp(x + a, 0, len(x) - 1)
            j = wp.clamp(y + b, 0, len(y) - 1)
            i_lo = wp.max(i - 1, 0)
            i_hi = wp.min(i + 1, len(x) - 1)
            j_lo = wp.max(j - 1, 0)
            j_hi = wp.min(j + 1, len(y) - 1)
            if ANY:
                grad_x = 0.5 * (first[i_hi, j] - first[i_lo, j])
                grad_y = 0.5 * (first[i, j_hi] - first[i, j_lo])
            elif ANY:
                grad_x = 0.125 * (first[i_hi, j_lo] + 2.0 * first[i_hi, j] + first[i_hi, j_hi] - first[i_lo, j_lo] - 2.0 * first[i_lo, j] - first[i_lo, j_hi])  # Sobel
                grad_y = 0.125 * (first[i_lo, j_hi] + 2.0 * first[i, j_hi] + first[i_hi, j_hi] - first[i_lo, j_lo] - 2.0 * first[i, j_lo] - first[i_hi, j_lo])
            else:
                grad_x = 0.25 * (first[i_hi, j] - first[i_lo, j] + then[i_hi, j] - then[i_lo, j])  # mean of both frames
                grad_y = 0.25 * (first[i, j_hi] - first[i, j_lo] + then[i, j_hi] - then[i, j_lo])
            grad_t = then[i, j] - first[i, j]
            parts("motion_level")
            parts("motion_trust")
            parts("motion_sample")
            sum_xx += grad_x * grad_x
            sum_yy += grad_y * grad_y
            sum_xy += grad_x * grad_y
            sum_xt += grad_x * grad_t
            sum_yt += grad_y * grad_t
            sum_tt += grad_t * grad_t
    det = sum_xx * sum_yy - sum_xy * sum_xy
    flow_x = (sum_xy * sum_yt - sum_yy * sum_xt) / det
    flow_y = (sum_xy * sum_xt - sum_xx * sum_yt) / det
    parts("motion_after")
    parts("motion_bound")
    parts("motion_report")
    motion[x, y] = wp.vec2(flow_x, flow_y)


@part("motion_before")
def motion_prior(guess: array("vec2", "x y", "coarse_flow prior initial_flow", values=(-0.3, 0.3)), trust: param("scalar", "prior_weight trust", values=(0.1, 0.5))):
    sum_xx += trust
    sum_yy += trust
    sum_xt -= trust * guess[x, y][0]
    sum_yt -= trust * guess[x, y][1]
    sum_tt += trust * wp.length_sq(guess[x, y])


@part("motion_level")
def motion_gain(gain: param("scalar", "gain brightness_gain", values=(0.9, 1.1)), offset: param("scalar", "offset brightness_offset", values=(-0.1, 0.1))):
    grad_t = grad_t + (gain - 1.0) * then[i, j] + offset


@part("motion_sample")
def motion_mask(seen: array("scalar", "x y", "mask validity", values=(0.1, 1))):
    root_w = wp.sqrt(seen[i, j])
    grad_x = root_w * grad_x
    grad_y = root_w * grad_y
    grad_t = root_w * grad_t


@part("motion_sample")
def motion_bell(spread: param("scalar", "window_sigma sigma", values=(0.8, 2))):
    bell = wp.exp(-0.25 * float(a * a + b * b) / (spread * spread))  # the root of a Gaussian weight
    grad_x = bell * grad_x
    grad_y = bell * grad_y
    grad_t = bell * grad_t


@part("motion_trust")
def motion_robust(outlier: param("scalar", "outlier huber_delta", values=(0.2, 0.5))):
    misfit_t = wp.abs(grad_t)
    if misfit_t > outlier:  # Huber weight
        root_h = wp.sqrt(outlier / misfit_t)
        grad_x = root_h * grad_x
        grad_y = root_h * grad_y
        grad_t = root_h * grad_t


@part("motion_after")
def motion_corner(flat: param("scalar", "min_eigenvalue flat_threshold", values=(0.6, 1.2))):
    mean_eig = 0.5 * (sum_xx + sum_yy)
    half_gap = wp.sqrt(0.25 * (sum_xx - sum_yy) * (sum_xx - sum_yy) + sum_xy * sum_xy + 0.000001)
    if mean_eig - half_gap < flat:  # no corner: a damped step down the slope instead
        flow_x = -sum_xt / (mean_eig + half_gap)
        flow_y = -sum_yt / (mean_eig + half_gap)


@part("motion_bound")
def motion_limit(most: param("scalar", "max_motion max_flow", values=(0.2, 0.5))):
    flow_size = wp.sqrt(flow_x * flow_x + flow_y * flow_y + 0.000001)
    if flow_size > most:
        flow_x = flow_x * most / flow_size
        flow_y = flow_y * most / flow_size


@part("motion_report")
def motion_score(corner_out: array("scalar", "x y", "corner_score harris", values=(0, 1))):
    corner_out[x, y] = det - 0.04 * (sum_xx + sum_yy) * (sum_xx + sum_yy)


@part("motion_report")
def motion_residual(misfit: array("scalar", "1", "misfit flow_error", values=(0, 0.1))):
    unexplained = sum_tt + 2.0 * (flow_x * sum_xt + flow_y * sum_yt + flow_x * flow_y * sum_xy) + flow_x * flow_x * sum_xx + flow_y * flow_y * sum_yy  # what the fit leaves
    wp.atomic_add(misfit, 0, unexplained)
