# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rays, distance fields, shading, sampling."""

domain("rays", uses="graphics", entity="pixel ray", edge="edge", kind="material")

words(t_near="t_hit t_min closest")

eye = concept("vec3", "L", "parameter", names="cam_pos eye origin camera", short="ro", values=(-0.3, 0.3))
far_away = concept("scalar", "L", "parameter constant", names="t_max far_plane max_dist", short="far", values=(6, 12), common=True)
tiny = concept("scalar", "-", "parameter constant", names="eps hit_eps tol", short="eps", values=(0.001, 0.01), common=True)
fog = concept("scalar", "1/L", "parameter constant", names="fog_density extinction sigma_t", short="fog", values=(0.1, 0.6), common=True)
ball = concept("scalar", "L", "parameter constant", names="radius sphere_radius", short="r", values=(0.5, 1.0))
blend_width = concept("scalar", "L", "parameter constant", names="blend smoothness k_blend", short="k", values=(0.1, 0.5), common=True)


@idiom(names="eval_sdf distance_field sdf_values", doc="Compute the signed distance of each point to a shape.")
def sdf(middle: param("vec3", "center shape_pos", values=(-0.3, 0.3)), glow: array("scalar", "i", "glow density falloff", values=(0, 1)), filled: array("scalar", "i", "occupancy inside coverage", values=(0, 1)), depths: array("scalar", "i", "depths penetration", values=(0, 1)), points: array("vec3", "i", "points positions queries", values=(-1.5, 1.5)), result: array("scalar", "i", "distances sdf dist_out", values=(0, 1)), half: param("vec3", "half_extents box_size", values=(0.3, 0.8)), normals: array("vec3", "i", "normals gradients", values=(-1, 1))):
    i = wp.tid()
    p = choose(points[i], points[i] - middle)
    if ANY:
        d = wp.length(p) - ball
        title("sphere_sdf eval_sphere_distance")
    elif ANY:
        q = wp.vec3(wp.abs(p[0]) - half[0], wp.abs(p[1]) - half[1], wp.abs(p[2]) - half[2])
        outside = wp.length(wp.vec3(wp.max(q[0], 0.0), wp.max(q[1], 0.0), wp.max(q[2], 0.0)) + wp.vec3(0.00001, 0.0, 0.0))
        d = outside + wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)
        title("box_sdf eval_box_distance")
    elif ANY:
        ring = wp.length(wp.vec2(p[0], p[2])) - ball
        d = wp.length(wp.vec2(ring, p[1])) - choose(0.25 * ball, 0.2)
        title("torus_sdf eval_torus_distance")
    elif ANY:
        h = wp.clamp(p[1], -0.5, 0.5)
        d = wp.length(p - wp.vec3(0.0, h, 0.0)) - 0.4 * ball
        title("capsule_sdf eval_capsule_distance")
    else:
        radial = wp.length(wp.vec2(p[0], p[2])) - ball
        d = wp.max(radial, wp.abs(p[1]) - half[1])
        title("cylinder_sdf eval_cylinder_distance")
    if ANY:
        floor_dist = p[1] + 0.8
        d = wp.min(d, floor_dist)
    elif ANY:
        other = wp.length(p - half) - 0.5 * ball
        if ANY:
            d = wp.min(d, other)
        elif ANY:
            d = wp.max(d, -other)
        else:
            h = wp.clamp(0.5 + 0.5 * (other - d) / blend_width, 0.0, 1.0)  # smooth union
            d = wp.lerp(other, d, h) - blend_width * h * (1.0 - h)
    elif ANY:
        d = wp.abs(d) - 0.1 * ball
    if ANY:
        result[i] = d
    elif ANY:
        glow[i] = wp.exp(-wp.abs(d) * fog)
        title("sdf_glow shape_falloff", "Compute a glow that falls off with the distance from a shape.")
    elif ANY:
        result[i] = wp.clamp(d, -blend_width, blend_width)
    elif ANY:
        filled[i] = 1.0 / (1.0 + wp.exp(d / blend_width))
        title("soft_occupancy shape_coverage", "Compute the soft occupancy of each point in a shape.")
    else:
        depths[i] = wp.max(-d, 0.0)
        title("penetration_depths depth_in_shape", "Compute how deep each point lies in a shape.")


@idiom(names="raymarch sphere_trace march_sdf", doc="Sphere-trace a distance field along each ray.")
def ray_march(depth: array("scalar", "x y", "image depth_out result", values=(0, 1)), half: param("vec3", "box_size half_extents", values=(0.3, 0.8))):
    x, y = wp.tid()
    if ANY:
        u = (float(x) + 0.5) / float(len(x)) - 0.5
        v = (float(y) + 0.5) / float(len(y)) - 0.5
    else:
        u = 2.0 * (float(x) + 0.5) / float(len(x)) - 1.0
        v = 2.0 * (float(y) + 0.5) / float(len(y)) - 1.0
    ro = eye + wp.vec3(0.0, 0.0, 3.0)
    rd = wp.normalize(wp.vec3(u, v, same(-1.0, -1.5)))
    t = float(0.0)
    for s in range(8):
        p = ro + rd * t
        if ANY:
            d = wp.length(p) - ball
        elif ANY:
            d = wp.min(wp.length(p) - ball, p[1] + 1.0)
        elif ANY:
            q = wp.vec2(wp.length(wp.vec2(p[0], p[2])) - ball, p[1])
            d = wp.length(q) - 0.25 * ball
        else:
            d = wp.max(wp.abs(p[0]) - half[0], wp.max(wp.abs(p[1]) - half[1], wp.abs(p[2]) - half[2]))
        if ANY:
            if d < tiny:
                break
        if ANY:
            if t > far_away:
                break
        t += choose(d, 0.8 * d)
    if ANY:
        depth[x, y] = t
    elif ANY:
        depth[x, y] = wp.min(t, far_away)
    elif ANY:
        depth[x, y] = wp.exp(-fog * t)
    else:
        depth[x, y] = 1.0 / (1.0 + t)


@idiom(names="trace_spheres intersect_spheres render_spheres", doc="Intersect each ray with the nearest of several spheres.")
def ray_spheres(dirs: array("vec3", "i", "ray_dirs directions dirs", kind=unit), starts: array("vec3", "i", "origins ray_origins", values=(-0.2, 0.2)), centers: array("vec3", "n", "centers sphere_centers", values=(-0.7, 0.7)), radii: array("scalar", "n", "radii sphere_radii", values=(0.5, 1.2)), result: array("scalar", "i", "hit_dist depth t_hit", values=(0, 1)), shade: array("vec3", "i", "colors image pixels_out", values=(0, 1))):
    n = size("num_spheres sphere_count", 3, 5)
    i = wp.tid()
    ro = starts[i]
    rd = dirs[i]
    t_near = far_away
    nrm = wp.vec3(0.0, 0.0, 1.0)
    for n in range(len(n)):
        oc = ro - centers[n]
        b = wp.dot(oc, rd)
        c = wp.dot(oc, oc) - radii[n] * radii[n]
        disc = b * b - c
        if disc > 0.0:
            t = choose(-b - wp.sqrt(disc), -b + wp.sqrt(disc))
            if t > 0.0 and t < t_near:
                t_near = t
                nrm = (ro + rd * t - centers[n]) / radii[n]
    if ANY:
        result[i] = t_near
    elif ANY:
        result[i] = wp.exp(-fog * t_near)
    elif ANY:
        shade[i] = 0.5 * (nrm + wp.vec3(1.0, 1.0, 1.0))
        title("shade_normals normal_map", "Shade the nearest sphere by its normal.")
    elif ANY:
        lit = wp.max(wp.dot(nrm, light_dir), 0.0)
        shade[i] = light_color * lit + ambient_color
        title("shade_spheres lambert_spheres", "Shade the nearest sphere of each ray.")
    else:
        lit = wp.max(wp.dot(nrm, light_dir), 0.0)
        refl = rd - 2.0 * wp.dot(rd, nrm) * nrm
        spec = wp.pow(wp.max(wp.dot(refl, light_dir), 0.0) + 0.001, shininess)
        shade[i] = light_color * ((lit + spec) * wp.exp(-fog * t_near))
        title("phong_spheres render_phong", "Shade the nearest sphere with the Phong model.")


@idiom(names="composite_samples volume_render integrate_ray", doc="Composite samples along each ray front to back.")
def volume(step_of: param("scalar", "step_size delta_t step", values=(0.1, 0.6)), sigma: array("scalar", "i k", "sigma densities opacity", values=(0.1, 2)), rgb: array("vec3", "i k", "sample_rgb colors rgb", values=(0.05, 1)), ts: array("scalar", "i k", "t_vals depths", values=(0.1, 3), kind=increasing), result: array("vec3", "i", "image pixels_out color_out", values=(0, 1)), depth: array("scalar", "i", "depth_out expected_depth", values=(0, 1)), alpha_of: array("scalar", "i", "alpha_out opacity_out", values=(0, 1))):
    k = size("num_samples samples_per_ray", 3, 6)
    i = wp.tid()
    acc = wp.vec3(0.0, 0.0, 0.0)
    trans = float(1.0)
    far = float(0.0)
    for inner_k in range(len(k)):
        if ANY:
            alpha = 1.0 - wp.exp(-sigma[i, inner_k] * step_of)
        else:
            alpha = wp.min(sigma[i, inner_k] * step_of, 0.9)
        w = trans * alpha
        acc += w * rgb[i, inner_k]
        far += w * ts[i, inner_k]
        trans = trans * (1.0 - alpha)
    if ANY:
        acc = acc + trans * background
    if ANY:
        result[i] = acc
    elif ANY:
        depth[i] = far
        title("expected_depth render_depth", "Compute the expected depth of each ray.")
    else:
        result[i] = acc
        if ANY:
            depth[i] = far
        else:
            alpha_of[i] = 1.0 - trans


@idiom(names="mandelbrot escape_time julia fractal_image", doc="Compute smooth escape times of a fractal.")
def warp_plane(points: array("vec2", "i", "points plane_points c_values", values=(-0.6, 0.4)), julia: param("vec2", "julia_c seed_point", values=(-0.4, 0.3)), result: array("scalar", "i", "result image orbit", values=(0, 1))):
    i = wp.tid()
    c = points[i]
    zx = c[0]
    zy = c[1]
    trap = float(4.0)
    for s in range(choose(4, 6)):
        if ANY:
            nx = zx * zx - zy * zy + c[0]
            ny = 2.0 * zx * zy + c[1]
            title("mandelbrot orbit_trap mandelbrot_distance", "Compute the orbit statistics of each point of the Mandelbrot set.")
        else:
            nx = zx * zx - zy * zy + julia[0]
            ny = 2.0 * zx * zy + julia[1]
            title("julia_set julia_image julia_orbit", "Compute the orbit statistics of each point of a Julia set.")
        zx = nx
        zy = ny
        trap = wp.min(trap, zx * zx + zy * zy)
    result[i] = choose(trap, wp.log(1.0 + zx * zx + zy * zy), wp.sqrt(trap + 0.0001), wp.exp(-trap))


@idiom(names="shade_surface light_points eval_brdf", doc="Sum the light of several lamps at each surface point.")
def many_lights(lamp_pos: array("vec3", "n", "light_positions lamps", values=(-2, 2)), lamp_power: array("vec3", "n", "light_colors intensities", values=(0.3, 1.5)), pts: array("vec3", "i", "points positions", values=(-1, 1)), result: array("vec3", "i", "radiance colors_out shaded", values=(0, 1))):
    n = size("num_lights light_count", 2, 4)
    i = wp.tid()
    p = pts[i]
    normal_of = normal[i]
    acc = wp.vec3(0.0, 0.0, 0.0)
    for n in range(len(n)):
        to_light = lamp_pos[n] - p
        r2 = wp.dot(to_light, to_light) + 0.01
        l = to_light / wp.sqrt(r2)
        ndl = wp.max(wp.dot(normal_of, l), 0.0)
        if ANY:
            acc += lamp_power[n] * (ndl / r2)
        elif ANY:
            acc += wp.cw_mul(albedo, lamp_power[n]) * (ndl / r2)
        else:
            h = wp.normalize(l + view_dir)
            spec = wp.pow(wp.max(wp.dot(normal_of, h), 0.0) + 0.001, shininess)
            acc += lamp_power[n] * ((ndl + spec) / r2)
    result[i] = choose(acc, acc + ambient_color)
