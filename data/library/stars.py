# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stars, and how bright they are from afar."""

domain("stars", entity="star", edge="edge", group="cluster")

star_temperature = concept("scalar", "1", "entity", names="temperature t_eff", plural="temperatures", short="t_eff", values=(0.6, 2))
star_radius = concept("scalar", "1", "entity", names="radius r_star", plural="radii", short="r_s", values=(0.5, 3))
star_distance = concept("scalar", "1", "entity", names="distance d_pc", plural="distances", short="d", values=(1, 6))
star_mass = concept("scalar", "1", "entity", names="mass stellar_mass", plural="masses", short="m", values=(0.5, 2))
dust = concept("scalar", "1", "parameter constant", names="extinction a_v", short="a_v", values=(0.05, 0.6), common=True)
luminosity = concept("scalar", "1", "", names="luminosity lum", plural="luminosities", short="lum", extensive=True)
star_flux = concept("scalar", "1", "", names="flux", plural="fluxes", short="fl", extensive=True)
magnitude = concept("scalar", "1", "", names="magnitude app_mag", plural="magnitudes", short="mag")

goals(point="luminosity star_flux magnitude", total="luminosity star_flux")
guard(i, star_temperature < 0.8)    # too faint
luminosity = law(star_radius * star_radius * wp.pow(star_temperature, 4.0), wp.pow(star_mass, 3.5))    # Stefan-Boltzmann; of the main sequence
star_flux = law(luminosity / (4.0 * wp.pi * star_distance * star_distance), luminosity / (star_distance * star_distance) * wp.exp(-dust * star_distance))
magnitude = law(4.83 - 2.5 * wp.log10(luminosity) + 5.0 * wp.log10(star_distance), -2.5 * wp.log10(star_flux) + dust, 4.83 - 1.0857362 * wp.log(luminosity) + 5.0 * wp.log10(star_distance) + dust)
