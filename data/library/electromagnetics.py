# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Charges in fields: forces, fluxes, energies."""

domain("electromagnetics", entity="charge particle electron", edge="pair", kind="material", group="case")

em_charge = concept("scalar", "Q", "entity parameter", names="charge q", plural="charges", short="q", values=(-1, 1))
em_mass = concept("scalar", "M", "entity parameter", names="mass m", plural="masses", short="m", values=(0.5, 2))
em_velocity = concept("vec3", "L/T", "entity", names="velocity vel", plural="velocities", short="v", values=(-1, 1))
electric_field = concept("vec3", "ML/T2Q", "entity", names="e_field electric_field", plural="e_fields", short="E", values=(-1, 1))
magnetic_field = concept("vec3", "M/TQ", "entity parameter", names="b_field magnetic_field", plural="b_fields", short="B", values=(-1, 1))
lorentz_force = concept("vec3", "ML/T2", "", names="lorentz_force force", said="Lorentz force", plural="lorentz_forces", short="f", extensive=True)
em_acceleration = concept("vec3", "L/T2", "", names="acceleration accel", plural="accelerations", short="a")
permittivity = concept("scalar", "Q2T2/ML3", "parameter constant", names="epsilon permittivity eps0", short="eps", values=(0.5, 2))
permeability = concept("scalar", "ML/Q2", "parameter constant", names="mu permeability mu0", short="mu", values=(0.5, 2))
conductance = concept("scalar", "Q2T/ML3", "entity parameter", names="conductivity sigma_c", plural="conductivities", short="sigma", values=(0.2, 2))
current_density = concept("vec3", "Q/L2T", "", names="current_density j_cur", plural="current_densities", short="J")
poynting = concept("vec3", "M/T3", "", names="poynting flux", said="Poynting vector", plural="poynting_vectors", short="S")
joule_heat = concept("scalar", "M/LT3", "", names="joule_heating heating", said="Joule heating", plural="joule_heatings", short="p")
field_energy = concept("scalar", "M/LT2", "", names="energy_density field_energy", said="field energy density", plural="energy_densities", short="u")
electric_energy = concept("scalar", "M/LT2", "", names="electric_energy_density electric_energy", said="electric energy density", plural="electric_energies", short="u_e")
magnetic_pressure = concept("scalar", "M/LT2", "", names="magnetic_pressure magnetic_energy_density", plural="magnetic_pressures", short="u_b")
gyro_radius = concept("scalar", "L", "", names="gyro_radius larmor_radius", said="gyroradius", plural="gyro_radii", short="r_l")
em_kinetic = concept("scalar", "ML2/T2", "", names="kinetic_energy ke", plural="kinetic_energies", short="ke", extensive=True)
em_power = concept("scalar", "ML2/T3", "", names="power work_rate", plural="powers", short="p", extensive=True)
em_momentum = concept("vec3", "ML/T", "", names="momentum p_mom", plural="momenta", short="p", extensive=True)
dipole = concept("vec3", "LQ", "", names="dipole dipole_moment", said="dipole moment", plural="dipoles", short="d", extensive=True)
em_position = concept("vec3", "L", "entity", names="position pos", plural="positions", short="x", values=(-1, 1))
em_origin = concept("vec3", "L", "parameter", names="center origin", short="c", values=(-0.3, 0.3))

goals(point="lorentz_force em_acceleration current_density poynting joule_heat field_energy electric_energy gyro_radius em_power em_momentum dipole em_kinetic", total="em_kinetic em_power dipole", state="em_velocity:em_acceleration")
guard(i, em_charge == 0.0)    # neutral ones feel no field
lorentz_force = law(em_charge * (electric_field + wp.cross(em_velocity, magnetic_field)), em_charge * electric_field + em_charge * wp.cross(em_velocity, magnetic_field), em_charge * wp.cross(em_velocity, magnetic_field))  # Lorentz force
em_acceleration = same(lorentz_force / em_mass, (1.0 / em_mass) * lorentz_force)
current_density = conductance * electric_field  # Ohm's law
poynting = wp.cross(electric_field, magnetic_field) / permeability
joule_heat = law(wp.dot(current_density, electric_field), conductance * wp.dot(electric_field, electric_field))
electric_energy = 0.5 * permittivity * wp.dot(electric_field, electric_field)
magnetic_pressure = 0.5 * wp.dot(magnetic_field, magnetic_field) / permeability
field_energy = law(electric_energy + magnetic_pressure, 0.5 * (permittivity * wp.length_sq(electric_field) + wp.length_sq(magnetic_field) / permeability))
gyro_radius = law(em_mass * wp.length(em_velocity) / (wp.abs(em_charge) * wp.length(magnetic_field)), em_mass * wp.length(wp.cross(em_velocity, wp.normalize(magnetic_field))) / (wp.abs(em_charge) * wp.length(magnetic_field)))
em_kinetic = same(0.5 * em_mass * wp.dot(em_velocity, em_velocity), 0.5 * em_mass * wp.length_sq(em_velocity))
em_power = same(em_charge * wp.dot(electric_field, em_velocity), wp.dot(em_charge * electric_field, em_velocity))
em_momentum = em_mass * em_velocity
dipole = em_charge * (em_position - em_origin)
