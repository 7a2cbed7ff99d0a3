# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Waves on water: how high, how fast, how steep, and what moves below them."""

domain("swell", uses="waves", entity="wave buoy gauge", edge="edge", group="case")

water_depth = concept("scalar", "L", "entity parameter", names="depth water_depth", plural="depths", short="h", values=(0.4, 3), common=True)
g_water = concept("scalar", "L/T2", "constant", names="gravity g", value=9.81)
swell_elevation = concept("scalar", "L", "", names="swell_height surface_height", said="surface elevation", plural="swell_heights", short="eta_s", extensive=True)
swell_frequency = concept("scalar", "1/T", "", names="omega_swell swell_omega", plural="swell_omegas", short="w_s")
swell_phase = concept("scalar", "1", "", names="swell_phase theta_s", plural="swell_phases", short="th_s")
swell_speed = concept("scalar", "L/T", "", names="swell_speed celerity", plural="swell_speeds", short="c_s")
group_speed = concept("scalar", "L/T", "", names="group_speed group_velocity", plural="group_speeds", short="c_g")
steepness = concept("scalar", "1", "", names="steepness slope", plural="slopes", short="s")
long_wave_speed = concept("scalar", "L/T", "", names="shallow_speed long_wave_speed", said="shallow-water speed", plural="shallow_speeds", short="c_0")
orbital_speed = concept("scalar", "L/T", "", names="orbital_speed u_orbital", plural="orbital_speeds", short="u_o")
sample_depth = concept("scalar", "L", "entity parameter", names="z_sample probe_depth", plural="probe_depths", short="z", values=(0.05, 0.3), common=True)
wave_energy = concept("scalar", "M/T2", "", names="wave_energy energy_density", plural="wave_energies", short="e_w", extensive=True)
wave_power = concept("scalar", "ML/T3", "", names="wave_power energy_flux", plural="wave_powers", short="p_w", extensive=True)

goals(point="swell_elevation swell_speed group_speed steepness long_wave_speed orbital_speed wave_energy wave_power swell_phase", total="swell_elevation wave_energy wave_power")
swell_frequency = law(wp.sqrt(g_water * wave_number * wp.tanh(wave_number * water_depth)), wp.sqrt(g_water * wave_number))    # dispersion of waves on water
swell_phase = wave_number * place_of - swell_frequency * now + phase_shift
swell_elevation = law(amplitude_of * wp.cos(swell_phase), amplitude_of * wp.cos(swell_phase) + 0.5 * wave_number * amplitude_of * amplitude_of * wp.cos(2.0 * swell_phase))    # Airy; Stokes
swell_speed = swell_frequency / wave_number
group_speed = 0.5 * swell_speed * (1.0 + 2.0 * wave_number * water_depth / wp.sinh(2.0 * wave_number * water_depth))
steepness = law(amplitude_of * wave_number * wp.cos(swell_phase), amplitude_of * wave_number)
long_wave_speed = law(wp.sqrt(g_water * water_depth), wp.sqrt(g_water * (water_depth + swell_elevation)))    # in shallow water; under a crest
orbital_speed = law(amplitude_of * swell_frequency * wp.exp(-wave_number * sample_depth) * wp.cos(swell_phase), amplitude_of * swell_frequency * wp.cosh(wave_number * (water_depth - sample_depth)) / wp.sinh(wave_number * water_depth) * wp.cos(swell_phase))    # Airy
wave_energy = 0.5 * medium_density * g_water * amplitude_of * amplitude_of
wave_power = law(wave_energy * group_speed, 0.5 * wave_energy * swell_speed)    # in any depth; in deep water
