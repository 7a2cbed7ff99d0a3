# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradient noise: terrains, textures, gusts, and flow without divergence."""

domain("noises", entity="point", edge="edge")

words(noise_state="state noise_state rng", octave="octave o k", weight_of="amp amplitude weight", pitch="freq frequency scale", raised="height h total", bump="bump noise_value n_at", spot_at="p q at", swirl="v vel curl")


@idiom(names="terrain_heights noise_field fractal_noise", doc="Evaluate noise at each point of a plane.")
def terrain(points: array("vec2", "i", "points xy positions", values=(-1.8, 1.8)), seed_of: param("int", "seed noise_seed", values=(1, 99)), freq_of: param("scalar", "frequency freq scale", values=(0.7, 1.9)), amp_of: param("scalar", "amplitude amp height_scale", values=(0.4, 1.5)), base: array("scalar", "i", "base_heights base levels", values=(0.2, 1)), result: array("scalar", "i", "heights result terrain", values=(0, 1)), total_of: array("scalar", "1", "mean_height total", values=(0, 0.1))):
    i = wp.tid()
    noise_state = wp.rand_init(seed_of)
    spot_at = freq_of * points[i]
    if ANY:
        raised = amp_of * wp.noise(noise_state, spot_at)
        title("noise_heights sample_noise", "Compute the height of noise at each point.")
    elif ANY:
        raised = amp_of * wp.pnoise(noise_state, spot_at, choose(4, 8), choose(4, 8))
        title("tiled_noise periodic_noise", "Evaluate periodic noise at each point.")
    elif ANY:
        raised = float(0.0)
        weight_of = float(amp_of)
        pitch = float(1.0)
        for octave in range(choose(2, 3)):
            raised += weight_of * wp.noise(noise_state, pitch * spot_at)
            weight_of *= 0.5
            pitch *= 2.0
        title("fractal_terrain fbm_heights octave_noise", "Evaluate fractal noise at each point.")
    else:
        raised = float(0.0)
        weight_of = float(amp_of)
        for octave in range(choose(2, 3)):
            raised += weight_of * (1.0 - wp.abs(wp.noise(noise_state, spot_at)))
            spot_at = 2.0 * spot_at
            weight_of *= 0.5
        title("ridged_terrain ridge_noise", "Evaluate ridged fractal noise at each point.")
    if ANY:
        result[i] = raised
    elif ANY:
        result[i] = base[i] + raised
    else:
        wp.atomic_add(total_of, 0, (base[i] + raised) / float(len(i)))


@idiom(names="turbulent_density noise_volume", doc="Evaluate noise at each point of a volume.")
def clouds(points: array("vec3", "i", "points positions xyz", values=(-1.8, 1.8)), normals: array("vec3", "i", "normals n_vecs", kind=unit), seed_of: param("int", "seed noise_seed", values=(1, 99)), drift: param("vec3", "wind drift offset", values=(-0.5, 0.5)), t_of: param("scalar", "time t", values=(0.2, 0.9)), amp_of: param("scalar", "amplitude amp", values=(0.2, 0.8)), level: param("scalar", "base_density level coverage", values=(0.6, 1)), result: array("scalar", "i", "densities result values_out", values=(0, 1)), moved: array("vec3", "i", "points_out positions_out xyz_out", values=(0, 1))):
    i = wp.tid()
    noise_state = wp.rand_init(seed_of)
    spot_at = choose(points[i], points[i] + t_of * drift)
    if ANY:
        bump = wp.noise(noise_state, spot_at)
    elif ANY:
        bump = wp.pnoise(noise_state, spot_at, 4, 4, 4)
    else:
        bump = wp.noise(noise_state, wp.vec4(spot_at[0], spot_at[1], spot_at[2], t_of))
    if ANY:
        result[i] = level + amp_of * bump
    elif ANY:
        result[i] = wp.exp(-level * (1.0 + amp_of * bump))
        title("cloud_transmittance noisy_extinction", "Compute the transmittance of a noisy medium at each point.")
    else:
        moved[i] = points[i] + amp_of * bump * normals[i]
        title("displace_by_noise wobble_surface", "Displace each point along its normal by noise.")


@idiom(names="curl_wind advect_by_noise swirl_particles", doc="Advect points in a divergence-free curl noise flow.")
def swirls(points: array("vec3", "i", "positions points x", values=(-1.8, 1.8)), vels: array("vec3", "i", "velocities v vel", values=(-0.5, 0.5)), seed_of: param("int", "seed noise_seed", values=(1, 99)), freq_of: param("scalar", "frequency scale", values=(0.6, 1.6)), gust: param("scalar", "strength gust_speed", values=(0.3, 1)), drag_of: param("scalar", "drag coupling", values=(0.3, 1.5)), h: param("scalar", "dt h", values=(0.05, 0.2)), moved: array("vec3", "i", "positions_out points_out new_x", values=(0, 1)), sped: array("vec3", "i", "velocities_out v_out vel_out", values=(0, 1))):
    i = wp.tid()
    noise_state = wp.rand_init(seed_of)
    swirl = gust * wp.curlnoise(noise_state, freq_of * points[i])
    if ANY:
        sped[i] = swirl
        title("curl_noise_velocity turbulent_wind", "Evaluate a noise wind at each point.")
    elif ANY:
        moved[i] = points[i] + h * swirl
    else:
        v_new = vels[i] + h * drag_of * (swirl - vels[i])
        if ANY:
            sped[i] = v_new
        else:
            sped[i] = v_new
            moved[i] = points[i] + h * v_new
        title("drag_into_wind relax_to_wind", "Apply the drag of a noise wind to each particle.")
