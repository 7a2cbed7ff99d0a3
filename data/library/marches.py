# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marches: rays to the shapes that they meet, orbits until they escape."""

domain("marches", entity="item", edge="edge")


@idiom(names="sphere_trace trace_rays march_until_hit", doc="Sphere-trace each ray against a signed distance field.")
def traced(origins: array("vec3", "i", "origins ray_o starts", values=(-1.5, 1.5)), dirs: array("vec3", "i", "directions ray_d dirs", kind=unit), radius: param("scalar", "radius sphere_radius r0", values=(0.6, 0.9)), floor_y: param("scalar", "floor_y ground ground_height", values=(-1.9, -1.6)), half_of: param("scalar", "half_size box_half half_extent", values=(0.3, 0.6)), rounding: param("scalar", "rounding corner_radius round_r", values=(0.05, 0.15)), tube: param("scalar", "tube_radius minor_radius tube_r", values=(0.15, 0.3)), spread: param("scalar", "half_distance separation half_gap", values=(0.3, 0.6)), fog: param("scalar", "fog_density extinction sigma_t", values=(0.1, 0.5)), far: param("scalar", "t_max far max_dist", values=(4, 6)), depths: array("scalar", "i", "depth_out t_hit distances", values=(0, 1)), clear: array("scalar", "i", "transmittance visibility_out fog_out", values=(0, 1)), gaps: array("scalar", "i", "clearance closest_approach min_distance", values=(0, 1)), steps_out: array("int", "i", "num_steps steps_out march_steps", values=(0, 1))):
    i = wp.tid()
    ro = origins[i]
    rd = dirs[i]
    t = float(0.0)
    if ANY:
        hops = int(0)
        while t < far and hops < 40:
            p = ro + t * rd
            if ANY:
                d = wp.length(p) - radius
                title("trace_sphere sphere_depth", "Sphere-trace each ray against a sphere.")
            elif ANY:
                d = wp.min(wp.length(p) - radius, p[1] - floor_y)
                title("trace_sphere_on_floor trace_ball_and_ground", "Sphere-trace each ray against a sphere over a floor.")
            elif ANY:
                q = wp.vec3(wp.max(wp.abs(p[0]) - half_of, 0.0), wp.max(wp.abs(p[1]) - half_of, 0.0), wp.max(wp.abs(p[2]) - half_of, 0.0))
                d = wp.length(q) - rounding
                title("trace_rounded_box trace_cube", "Sphere-trace each ray against a rounded cube.")
            elif ANY:
                ring = wp.length(wp.vec2(p[0], p[1])) - radius
                d = wp.length(wp.vec2(ring, p[2])) - tube
                title("trace_torus trace_ring", "Sphere-trace each ray against a torus.")
            else:
                if p[0] > 0.0:  # the nearer one
                    d = wp.length(p - wp.vec3(spread, 0.0, 0.0)) - radius
                else:
                    d = wp.length(p + wp.vec3(spread, 0.0, 0.0)) - radius
                title("trace_two_spheres trace_mirrored_sphere", "Sphere-trace each ray against two equal spheres.")
            if d < 0.01:
                break
            t += d
            hops += 1
        if ANY:
            depths[i] = wp.min(t, far)
        elif ANY:
            if t < far:
                depths[i] = t
            else:  # nothing met
                depths[i] = -1.0
            steps_out[i] = hops
        else:
            if t < far:
                clear[i] = wp.exp(-fog * t)
            else:
                clear[i] = 0.0
    else:
        clearance = float(far)
        for hop in range(24):
            p = ro + t * rd
            if ANY:
                d = wp.length(p) - radius
            else:
                ring = wp.length(wp.vec2(p[0], p[1])) - radius
                d = wp.length(wp.vec2(ring, p[2])) - tube
            clearance = wp.min(clearance, d)
            if d < 0.01 or t > far:
                break
            t += d
        gaps[i] = clearance
        title("closest_approach ray_clearance nearest_pass", "Compute the closest approach of each ray to a shape by sphere tracing.")


@idiom(names="shade_sphere light_sphere lambert_of_rays", doc="Sphere-trace each ray to a sphere and shade the hit by Lambert's law.")
def lit(origins: array("vec3", "i", "origins ray_o starts", values=(-1.5, 1.5)), dirs: array("vec3", "i", "directions ray_d dirs", kind=unit), radius: param("scalar", "radius sphere_radius r0", values=(0.6, 0.9)), floor_y: param("scalar", "floor_y ground ground_height", values=(-1.9, -1.6)), far: param("scalar", "t_max far max_dist", values=(4, 6)), sun: param("vec3", "sun_dir light_dir to_light", kind=unit), shade: array("scalar", "i", "shading brightness lambert", values=(0, 1)), normals_out: array("vec3", "i", "normals hit_normals normals_out", values=(0, 1))):
    i = wp.tid()
    ro = origins[i]
    rd = dirs[i]
    t = float(0.0)
    hops = int(0)
    if ANY:
        while t < far and hops < 40:
            d = wp.length(ro + t * rd) - radius
            if d < 0.01:
                break
            t += d
            hops += 1
        if ANY:
            if t < far:
                shade[i] = wp.max(wp.dot(wp.normalize(ro + t * rd), sun), 0.0)
            else:  # nothing met
                shade[i] = 0.0
        else:
            if t < far:
                normals_out[i] = wp.normalize(ro + t * rd)
            else:
                normals_out[i] = wp.vec3(0.0, 0.0, 0.0)
            title("sphere_normals trace_normals hit_normals_of_sphere", "Sphere-trace each ray to a sphere and store the normal at the hit.")
    else:
        while t < far and hops < 40:
            p = ro + t * rd
            d = wp.min(wp.length(p) - radius, p[1] - floor_y)
            if d < 0.01:
                break
            t += d
            hops += 1
        at_hit = ro + t * rd
        if at_hit[1] - floor_y < wp.length(at_hit) - radius:
            normal = wp.vec3(0.0, 1.0, 0.0)
        else:
            normal = wp.normalize(at_hit)
        if t < far:
            shade[i] = wp.max(wp.dot(normal, sun), 0.0)
        else:
            shade[i] = 0.0
        title("shade_ball_on_floor light_scene lambert_scene", "Sphere-trace each ray to a sphere over a floor and shade the hit by Lambert's law.")


@idiom(names="escape_time escape_counts iterate_points", doc="Compute the escape time of each point.")
def escaped(image: array("scalar", "i", "smooth_counts smooth_iters escape_time_out", values=(0, 1)), trapped: array("scalar", "i", "trap_distance closest trap_out", values=(0, 1)), counts: array("int", "i", "iterations counts escape_iters", values=(0, 1)), point_x: array("scalar", "i", "points_x re real_part", values=(-1.8, 0.8)), point_y: array("scalar", "i", "points_y im imag_part", values=(-1.2, 1.2)), seed_x: param("scalar", "julia_x c_re seed_re", values=(-0.8, -0.2)), seed_y: param("scalar", "julia_y c_im seed_im", values=(0.1, 0.6)), max_trips: param("int", "max_iter max_iters num_iters", values=(12, 24)), bins: array("int", "8", "histogram bins escape_bins", values=(0, 0))):
    i = wp.tid()
    c_x = point_x[i]
    c_y = point_y[i]
    zx = c_x
    zy = c_y
    escape_n = int(0)
    if ANY:
        while zx * zx + zy * zy < 4.0 and escape_n < max_trips:
            if ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * zx * zy + c_y
                title("mandelbrot_set mandelbrot_escape mandelbrot", "Compute the escape time of each point of the Mandelbrot set.")
            elif ANY:
                nx = zx * zx - zy * zy + seed_x
                zy = 2.0 * zx * zy + seed_y
                title("julia_set julia_escape julia", "Compute the escape time of each point of a Julia set.")
            elif ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * wp.abs(zx * zy) + c_y
                title("burning_ship burning_ship_escape", "Compute the escape time of each point of the burning ship fractal.")
            else:
                nx = zx * zx - zy * zy + c_x
                zy = -2.0 * zx * zy + c_y
                title("tricorn mandelbar", "Compute the escape time of each point of the tricorn fractal.")
            zx = nx
            escape_n += 1
        if ANY:
            counts[i] = escape_n
        elif ANY:
            if escape_n < max_trips:  # the fraction makes bands smooth
                image[i] = float(escape_n) + 1.0 - wp.log(0.5 * wp.log(zx * zx + zy * zy)) / 0.693147
            else:
                image[i] = float(max_trips)
        else:
            wp.atomic_add(bins, (8 * escape_n) // (max_trips + 1), 1)
            title("escape_histogram count_escapes", "Accumulate a histogram of escape times in eight bins.")
    else:
        trap = float(4.0)
        while zx * zx + zy * zy < 4.0 and escape_n < max_trips:
            if ANY:
                nx = zx * zx - zy * zy + c_x
                zy = 2.0 * zx * zy + c_y
            else:
                nx = zx * zx - zy * zy + seed_x
                zy = 2.0 * zx * zy + seed_y
            zx = nx
            if ANY:
                trap = wp.min(trap, wp.sqrt(zx * zx + zy * zy))
                title("orbit_trap point_trap", "Compute the orbit trap of each point at the origin.")
            else:
                trap = wp.min(trap, wp.min(wp.abs(zx), wp.abs(zy)))
                title("cross_trap pickover_stalks", "Compute the orbit trap of each point at the axes.")
            escape_n += 1
        trapped[i] = trap
