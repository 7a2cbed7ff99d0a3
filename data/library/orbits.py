# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bodies in orbit."""

domain("orbits", entity="planet satellite moon", edge="edge", group="system")

major_axis = concept("scalar", "L", "entity", names="semi_major_axis a", plural="semi_major_axes", short="a", values=(0.8, 3))
eccentricity = concept("scalar", "1", "entity parameter", names="eccentricity ecc", plural="eccentricities", short="e ecc", values=(0.05, 0.6))
true_anomaly = concept("scalar", "1", "entity", names="true_anomaly nu", plural="anomalies", short="nu", values=(-2.5, 2.5))
inclination = concept("scalar", "1", "entity parameter", names="inclination incl", plural="inclinations", short="inc", values=(0.1, 1.2))
central_mu = concept("scalar", "L3/T2", "parameter constant", names="mu grav_param gm", short="mu", values=(0.8, 2), common=True)
orbit_radius = concept("scalar", "L", "", names="r orbit_radius", plural="orbit_radii", short="r")
orbit_speed = concept("scalar", "L/T", "", names="speed orbital_speed", plural="orbital_speeds", short="v")
orbit_period = concept("scalar", "T", "", names="period", plural="periods", short="period")
orbit_energy = concept("scalar", "L2/T2", "", names="specific_energy energy", plural="energies", short="eps")
orbit_momentum = concept("scalar", "L2/T", "", names="h ang_momentum", plural="ang_momenta", short="h")
flight_angle = concept("scalar", "1", "", names="flight_path_angle gamma", plural="flight_angles", short="gam")
orbit_position = concept("vec3", "L", "", names="orbit_pos position", plural="orbit_positions", short="p")
eccentric_anomaly = concept("scalar", "1", "", names="ecc_anomaly e_anom", plural="ecc_anomalies", short="ea")
mean_anomaly = concept("scalar", "1", "", names="mean_anomaly m_anom", plural="mean_anomalies", short="ma")

goals(point="orbit_radius orbit_speed orbit_period orbit_energy flight_angle orbit_position mean_anomaly")
guard(i, eccentricity > 0.5)    # nearly unbound
orbit_radius = law(major_axis * (1.0 - eccentricity * eccentricity) / (1.0 + eccentricity * wp.cos(true_anomaly)), major_axis * (1.0 - eccentricity * wp.cos(eccentric_anomaly)))    # conic section
orbit_speed = wp.sqrt(central_mu * (2.0 / orbit_radius - 1.0 / major_axis))    # vis-viva
orbit_period = same(2.0 * wp.pi * wp.sqrt(major_axis * major_axis * major_axis / central_mu), 2.0 * wp.pi * major_axis * wp.sqrt(major_axis / central_mu))
orbit_energy = law(-0.5 * central_mu / major_axis, 0.5 * orbit_speed * orbit_speed - central_mu / orbit_radius)
orbit_momentum = wp.sqrt(central_mu * major_axis * (1.0 - eccentricity * eccentricity))
flight_angle = law(wp.atan2(eccentricity * wp.sin(true_anomaly), 1.0 + eccentricity * wp.cos(true_anomaly)), wp.acos(wp.clamp(orbit_momentum / (orbit_radius * orbit_speed), -0.999, 0.999)))
orbit_position = law(wp.vec3(orbit_radius * wp.cos(true_anomaly), orbit_radius * wp.sin(true_anomaly) * wp.cos(inclination), orbit_radius * wp.sin(true_anomaly) * wp.sin(inclination)), wp.vec3(orbit_radius * wp.cos(true_anomaly), orbit_radius * wp.sin(true_anomaly), 0.0))
eccentric_anomaly = 2.0 * wp.atan2(wp.sqrt(1.0 - eccentricity) * wp.sin(0.5 * true_anomaly), wp.sqrt(1.0 + eccentricity) * wp.cos(0.5 * true_anomaly))
mean_anomaly = eccentric_anomaly - eccentricity * wp.sin(eccentric_anomaly)    # Kepler's equation
