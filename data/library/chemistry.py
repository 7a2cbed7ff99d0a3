# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Molecules and reactions."""

domain("chemistry", uses="mechanics", entity="atom site", edge="bond edge", kind="species", group="system")

concentration = concept("scalar", "N/L3", "entity", names="concentration conc", plural="concentrations", short="c", values=(0.2, 2))
rate_constant = concept("scalar", "1/T", "", names="k rate_constant", short="k")
prefactor = concept("scalar", "1/T", "parameter constant", names="prefactor a_factor pre_exponential", short="A", values=(1, 6))
activation_energy = concept("scalar", "ML2/T2N", "edge parameter", names="activation_energy e_act", plural="activation_energies", short="ea", values=(2, 12))
reaction_rate = concept("scalar", "N/L3T", "", names="reaction_rate rate", plural="reaction_rates", short="rate")
half_saturation = concept("scalar", "N/L3", "parameter constant", names="half_saturation k_m km", short="km", values=(0.2, 1.5))
max_rate = concept("scalar", "N/L3T", "parameter constant", names="v_max max_rate vmax", short="vmax", values=(0.5, 3))
charge = concept("scalar", "Q", "entity", names="charge q", plural="charges", short="q", values=(-1, 1))
coulomb = concept("scalar", "ML3/T2Q2", "parameter constant", names="coulomb_strength charge_coupling", short="k_q", values=(0.5, 2), common=True)
epsilon_lj = concept("scalar", "ML2/T2", "parameter constant", names="epsilon well_depth eps_lj", short="eps", values=(0.1, 1))
sigma_lj = concept("scalar", "L", "parameter constant", names="sigma sigma_lj", short="sigma", values=(0.3, 0.6))
sr = concept("scalar", "1", "", names="sr s_over_r", short="sr")
sr6 = concept("scalar", "1", "", names="sr6 s6", short="sr6")
lj_energy = concept("scalar", "ML2/T2", "", names="lj_energy pair_energy vdw_energy", said="Lennard-Jones energy", plural="lj_energies", short="e_lj", extensive=True)
lj_force = concept("vector", "ML/T2", "", names="lj_force pair_force", said="Lennard-Jones force", plural="lj_forces", short="f_lj")
coulomb_energy = concept("scalar", "ML2/T2", "", names="coulomb_energy elec_energy", said="Coulomb energy", plural="coulomb_energies", short="e_c", extensive=True)
coulomb_force = concept("vector", "ML/T2", "", names="coulomb_force electrostatic_force", said="Coulomb force", plural="coulomb_forces", short="f_c")
screening_length = concept("scalar", "L", "parameter constant", names="debye_length screening_length", short="lambda_d", values=(0.5, 3), common=True)
softening = concept("scalar", "L", "parameter constant", names="softening eps soft", short="eps", values=(0.2, 0.4), common=True)
newton_g = concept("scalar", "L3/MT2", "parameter constant", names="big_g grav_const G_const", short="G", values=(0.5, 2), common=True)
grav_accel = concept("vector", "L/T2", "", names="acceleration accel grav_accel", said="gravitational acceleration", plural="accelerations", short="a")
cutoff = concept("scalar", "L", "parameter constant", names="cutoff max_dist r_cut search_radius", short="rc", values=(1.0, 2.0), common=True)
switch_value = concept("scalar", "1", "", names="switch_fn taper fade", short="s")

goals(pair="lj_energy coulomb_energy lj_force coulomb_force")
goals(field="lj_energy coulomb_energy lj_force coulomb_force")
goals(mutual="lj_energy coulomb_energy lj_force coulomb_force")
goals(edge="spring_energy spring_force")
goals(point="reaction_rate kinetic_energy")
goals(state="concentration:reaction_rate")
guard(pair, distance > cutoff)    # beyond the cutoff
guard(pair, distance_sq > cutoff * cutoff)
rate_constant = prefactor * wp.exp(-activation_energy / (gas_constant * temperature))    # Arrhenius
reaction_rate = law(-rate_constant * concentration, -max_rate * concentration / (half_saturation + concentration))    # Michaelis-Menten
switch_value = law(1.0 - wp.smoothstep(0.0, 1.0, distance / cutoff), wp.max(1.0 - distance_sq / (cutoff * cutoff), 0.0))    # fade to zero at the cutoff
lj_energy = 4.0 * epsilon_lj * (sr6 * sr6 - sr6) * switch_value
