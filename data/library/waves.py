# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Waves: travelling, damped, in packets; how loud they are."""

domain("waves", entity="wave source probe", edge="edge", group="scene")

amplitude_of = concept("scalar", "L", "entity parameter", names="amplitude amp", plural="amplitudes", short="a amp", values=(0.3, 1.5), common=True)
wave_length = concept("scalar", "L", "entity parameter", names="wavelength lam", plural="wavelengths", short="lam", values=(0.8, 3), common=True)
frequency = concept("scalar", "1/T", "", names="frequency freq", plural="frequencies freqs", short="f freq")
phase_shift = concept("scalar", "1", "entity parameter", names="phase phase_offset phi0", plural="phases", short="phi", values=(-1.5, 1.5), common=True)
place_of = concept("scalar", "L", "entity", names="position coordinate x_pos", plural="positions coords", short="x", values=(-2, 2))
now = concept("scalar", "T", "parameter", names="time t now", short="t", values=(0.1, 1.5), common=True)
decay_of_wave = concept("scalar", "1/T", "parameter constant", names="decay gamma damping", short="gamma", values=(0.1, 0.8), common=True)
attenuation = concept("scalar", "1/L", "parameter constant", names="attenuation alpha absorption", short="alpha", values=(0.1, 0.6), common=True)
reflection = concept("scalar", "1", "parameter constant", names="reflection_coeff r_coeff", short="r", values=(0.2, 0.9), common=True)
bulk_modulus = concept("scalar", "M/LT2", "parameter constant", names="bulk_modulus k_bulk", short="K", values=(5, 14), common=True)
source_speed = concept("scalar", "L/T", "entity", names="source_speed v_source", plural="source_speeds", short="vs", values=(-0.8, 0.8))
observer_speed = concept("scalar", "L/T", "entity", names="observer_speed v_obs", plural="observer_speeds", short="vo", values=(-0.8, 0.8))
packet_width = concept("scalar", "L", "parameter constant", names="packet_width sigma width", short="sig", values=(0.6, 1.6), common=True)
medium_density = concept("scalar", "M/L3", "parameter constant", names="density rho", short="rho", values=(0.8, 1.3), common=True)
reference_intensity = concept("scalar", "M/T3", "parameter constant", names="i_ref reference_intensity", short="i_ref", values=(0.01, 0.1), common=True)
angular_frequency = concept("scalar", "1/T", "", names="omega angular_freq", plural="omegas", short="w omega")
wave_number = concept("scalar", "1/L", "", names="k wavenumber", plural="wavenumbers", short="k kx")
wave_phase = concept("scalar", "1", "", names="phase_now theta arg", plural="phases_out", short="theta ph")
elevation_of = concept("scalar", "L", "", names="height displacement elevation", said="displacement", plural="heights displacements", short="eta y", extensive=True)
damped_elevation = concept("scalar", "L", "", names="damped_height damped_displacement", said="damped displacement", plural="damped_heights", short="eta_d", extensive=True)
envelope = concept("scalar", "1", "", names="envelope window", plural="envelopes", short="env")
packet = concept("scalar", "L", "", names="packet wave_packet", said="wave packet", plural="packets", short="u")
particle_speed = concept("scalar", "L/T", "", names="velocity particle_velocity", said="particle velocity", plural="velocities", short="v")
intensity = concept("scalar", "M/T3", "", names="intensity", plural="intensities", short="inten", extensive=True)
level_db = concept("scalar", "1", "", names="level_db loudness spl", said="sound level", plural="levels", short="db")
doppler = concept("scalar", "1/T", "", names="observed_freq doppler_freq", said="observed frequency", plural="observed_freqs", short="f_obs")
phase_speed = concept("scalar", "L/T", "parameter constant", names="wave_speed c", plural="wave_speeds", short="c", values=(2, 4), common=True)

goals(point="elevation_of damped_elevation packet particle_speed intensity level_db doppler phase_speed envelope wave_phase", total="elevation_of damped_elevation intensity")
guard(i, amplitude_of < 0.5)    # too small to matter
guard(i, wave_length > 2.4)    # too long to resolve
phase_speed = wp.sqrt(bulk_modulus / medium_density)    # of sound
frequency = phase_speed / wave_length
angular_frequency = phase_speed * wave_number    # no dispersion
wave_number = 2.0 * wp.pi / wave_length
wave_phase = law(wave_number * place_of - angular_frequency * now + phase_shift, wave_number * (place_of - phase_speed * now))
elevation_of = law(amplitude_of * wp.sin(wave_phase), packet, 2.0 * amplitude_of * wp.sin(wave_number * place_of) * wp.cos(angular_frequency * now), amplitude_of * (wp.sin(wave_phase) + reflection * wp.sin(wave_number * place_of + angular_frequency * now)))    # traveling; a packet; standing; partly reflected
damped_elevation = law(amplitude_of * wp.exp(-decay_of_wave * now) * wp.sin(wave_phase), amplitude_of * wp.exp(-attenuation * wp.abs(place_of)) * wp.sin(wave_phase))    # damped in time; damped along the way
envelope = law(wp.exp(-0.5 * (place_of - phase_speed * now) * (place_of - phase_speed * now) / (packet_width * packet_width)), 1.0 / wp.cosh((place_of - phase_speed * now) / packet_width), wp.exp(-wp.abs(place_of) / packet_width))
packet = law(amplitude_of * envelope * wp.cos(wave_phase), amplitude_of * envelope * envelope)
particle_speed = -amplitude_of * angular_frequency * wp.cos(wave_phase)
intensity = law(0.5 * medium_density * phase_speed * angular_frequency * angular_frequency * amplitude_of * amplitude_of, medium_density * phase_speed * particle_speed * particle_speed)    # the mean; the instantaneous
level_db = law(10.0 * wp.log10(intensity / reference_intensity + 0.01), 4.3429448 * wp.log(1.0 + intensity / reference_intensity))    # decibel
doppler = law(frequency * phase_speed / (phase_speed - source_speed), frequency * (phase_speed + observer_speed) / phase_speed, frequency * (phase_speed + observer_speed) / (phase_speed - source_speed))
