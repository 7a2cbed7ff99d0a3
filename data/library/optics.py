# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Light at interfaces, in beams and in fog."""

domain("optics", entity="ray beam layer", edge="edge", kind="material", group="setup")

incidence = concept("scalar", "1", "entity", names="incidence theta_i angle", plural="angles", short="theta", values=(0.1, 1.2))
index_in = concept("scalar", "1", "entity parameter", names="n1 index_in ior_in", plural="iors_in", short="n1", values=(1.0, 1.3))
index_out = concept("scalar", "1", "entity parameter", names="n2 index_out ior", plural="iors", short="n2", values=(1.35, 1.9))
beam_power = concept("scalar", "1", "entity parameter", names="power beam_power", plural="powers", short="p0", values=(0.5, 2), common=True)
beam_waist = concept("scalar", "1", "parameter constant", names="waist w0", short="w0", values=(0.4, 1.2), common=True)
along_beam = concept("scalar", "1", "entity", names="z distance depth", plural="distances", short="z", values=(0.1, 3))
off_axis = concept("scalar", "1", "entity", names="r radial offset", plural="radii offsets", short="r", values=(0.05, 1))
rayleigh_range = concept("scalar", "1", "parameter constant", names="z_r rayleigh_range", short="zr", values=(0.6, 2), common=True)
absorption = concept("scalar", "1", "entity parameter", names="absorption sigma_a mu_a", plural="absorptions", short="mu", values=(0.1, 1))
scattering = concept("scalar", "1", "entity", names="scattering sigma_s", plural="scatterings", short="sig_s", values=(0.1, 1))
scatter_angle = concept("scalar", "1", "entity", names="scatter_angle theta_s", plural="scatter_angles", short="theta_s", values=(0.2, 2.8))
asymmetry = concept("scalar", "1", "parameter constant", names="g asymmetry anisotropy", short="g", values=(0.1, 0.8))
retardance = concept("scalar", "1", "parameter", names="retardance delta", short="delta", values=(0.3, 2), common=True)
sin_refracted = concept("scalar", "1", "", names="sin_t", short="sin_t")
cos_refracted = concept("scalar", "1", "", names="cos_t", short="cos_t")
reflect_s = concept("scalar", "1", "", names="r_s", short="rs")
reflect_p = concept("scalar", "1", "", names="r_p", short="rp")
reflectance = concept("scalar", "1", "", names="reflectance reflectivity", plural="reflectances", short="refl")
transmitted = concept("scalar", "1", "", names="transmission transmitted", plural="transmissions", short="trans", extensive=True)
refraction_angle = concept("scalar", "1", "", names="refracted_angle theta_t", said="refraction angle", plural="refracted_angles", short="theta_t")
beam_width = concept("scalar", "1", "", names="beam_width w spot_size", plural="beam_widths", short="w")
irradiance = concept("scalar", "1", "", names="irradiance flux", plural="irradiances", short="irr", extensive=True)
extinction_of = concept("scalar", "1", "", names="extinction sigma_t", short="sig_t")
albedo_single = concept("scalar", "1", "", names="single_albedo albedo", said="single-scattering albedo", plural="albedos", short="alb")
phase_value = concept("scalar", "1", "", names="phase_fn phase_value", said="phase function", plural="phase_values", short="ph")
scattered = concept("scalar", "1", "", names="scattered_light in_scatter", plural="scattered_light", short="scat", extensive=True)

goals(point="reflectance transmitted refraction_angle beam_width irradiance albedo_single phase_value scattered", total="irradiance scattered transmitted")
guard(i, incidence > 1.0)    # grazing rays are left out
guard(i, along_beam < 0.5)    # too near the waist
sin_refracted = index_in / index_out * wp.sin(incidence)    # Snell's law
cos_refracted = law(wp.sqrt(1.0 - sin_refracted * sin_refracted), wp.cos(wp.asin(sin_refracted)))
reflect_s = (index_in * wp.cos(incidence) - index_out * cos_refracted) / (index_in * wp.cos(incidence) + index_out * cos_refracted)
reflect_p = (index_out * wp.cos(incidence) - index_in * cos_refracted) / (index_out * wp.cos(incidence) + index_in * cos_refracted)
reflectance = law(0.5 * (reflect_s * reflect_s + reflect_p * reflect_p), reflect_s * reflect_s, reflect_p * reflect_p, wp.pow((index_in - index_out) / (index_in + index_out), 2.0) + (1.0 - wp.pow((index_in - index_out) / (index_in + index_out), 2.0)) * wp.pow(1.0 - wp.cos(incidence), 5.0))    # Fresnel
transmitted = law((1.0 - reflectance) * wp.exp(-extinction_of * along_beam / cos_refracted), 1.0 - reflectance, wp.exp(-absorption * along_beam) * (1.0 - reflectance))
refraction_angle = law(wp.asin(sin_refracted), incidence - wp.asin(sin_refracted), wp.atan2(sin_refracted, cos_refracted))
beam_width = beam_waist * wp.sqrt(1.0 + along_beam * along_beam / (rayleigh_range * rayleigh_range))    # Gaussian beam
irradiance = law(2.0 * beam_power / (wp.pi * beam_width * beam_width) * wp.exp(-2.0 * off_axis * off_axis / (beam_width * beam_width)), 2.0 * beam_power / (wp.pi * beam_width * beam_width), beam_power * transmitted / (wp.pi * beam_width * beam_width), 2.0 * beam_power * wp.pow(wp.cos(0.5 * retardance), 2.0) * wp.exp(-absorption * along_beam) / (wp.pi * beam_width * beam_width))
extinction_of = absorption + scattering
albedo_single = law(scattering / extinction_of, scattering * (1.0 - asymmetry) / (absorption + scattering * (1.0 - asymmetry)))
phase_value = law((1.0 - asymmetry * asymmetry) / (4.0 * wp.pi * wp.pow(1.0 + asymmetry * asymmetry - 2.0 * asymmetry * wp.cos(scatter_angle), 1.5)), 3.0 / (16.0 * wp.pi) * (1.0 + wp.cos(scatter_angle) * wp.cos(scatter_angle)))    # Henyey-Greenstein; Rayleigh
scattered = law(albedo_single * phase_value * (1.0 - wp.exp(-extinction_of * along_beam)), scattering * phase_value * wp.exp(-extinction_of * along_beam), phase_value * irradiance)
