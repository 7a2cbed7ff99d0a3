# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Populations, drugs, enzymes, membranes of nerve cells."""

domain("life", entity="compartment site culture", edge="edge")

population_n = concept("scalar", "-", "entity", names="population density n_ind", plural="populations", short="n", values=(0.2, 1.5))
predators = concept("scalar", "-", "entity", names="predators consumer", plural="predators", short="pred", values=(0.1, 1))
carrying = concept("scalar", "1", "entity parameter", names="capacity carrying_capacity k_cap", plural="capacities", short="kc", values=(1.6, 3))
growth_of = concept("scalar", "-", "entity parameter", names="growth growth_rate r_growth", plural="growth_rates", short="r", values=(0.3, 1.5))
death_of = concept("scalar", "-", "parameter constant", names="mortality death_rate mu_d", short="mu", values=(0.05, 0.4))
attack_of = concept("scalar", "-", "parameter constant", names="attack_rate predation", short="att", values=(0.3, 1.2))
handling = concept("scalar", "-", "parameter constant", names="handling_time h_time", short="hd", values=(0.2, 1))
allee = concept("scalar", "1", "parameter constant", names="allee threshold_n", short="al", values=(0.1, 0.4))
infected_part = concept("scalar", "-", "entity", names="infected prevalence", plural="infected", short="inf", values=(0.05, 0.6))
contact_rate = concept("scalar", "-", "entity parameter", names="beta contact_rate", plural="betas", short="beta", values=(0.4, 1.8))
recovery = concept("scalar", "-", "parameter constant", names="recovery gamma_rec", short="gam", values=(0.1, 0.6))
dose = concept("scalar", "1", "entity", names="dose amount", plural="doses", short="dose", values=(0.5, 3))
volume_of_body = concept("scalar", "1", "entity parameter", names="volume vd", plural="volumes", short="vd", values=(0.8, 2))
absorb_rate = concept("scalar", "1/T", "parameter constant", names="ka absorption_rate", short="ka", values=(1.2, 2.5))
clear_rate = concept("scalar", "1/T", "entity parameter", names="ke clearance_rate", plural="clearances", short="ke", values=(0.2, 0.8))
hours = concept("scalar", "T", "parameter", names="t time hours", short="t", values=(0.3, 3))
ligand = concept("scalar", "1", "entity", names="ligand substrate conc", plural="ligands substrates", short="s", values=(0.1, 3))
half_point = concept("scalar", "1", "entity parameter", names="kd half_point ec50", plural="ec50s", short="kd", values=(0.4, 1.6))
hill_power = concept("scalar", "1", "parameter constant", names="hill hill_coeff n_hill", short="nh", values=(1.2, 3))
inhibitor = concept("scalar", "-", "entity parameter", names="inhibitor i_conc", plural="inhibitors", short="inh", values=(0.1, 1.5))
inhibit_k = concept("scalar", "1", "parameter constant", names="ki inhibition_const", short="ki", values=(0.4, 1.5))
v_max_rate = concept("scalar", "1", "parameter constant", names="v_max max_rate", short="vm", values=(0.6, 2.5))
ion_out = concept("scalar", "1", "entity parameter", names="c_out outside_conc", plural="outside_concs", short="co", values=(2, 6))
ion_in = concept("scalar", "1", "entity", names="c_in inside_conc", plural="inside_concs", short="ci", values=(0.2, 1.5))
membrane_v = concept("scalar", "1", "entity", names="v_m membrane_potential voltage", plural="potentials", short="vm", values=(-1.5, 1))
gate_mid = concept("scalar", "1", "parameter constant", names="v_half midpoint", short="vh", values=(-0.5, 0.3))
gate_slope = concept("scalar", "1", "parameter constant", names="gate_slope k_gate", short="kg", values=(0.2, 0.8))
conductance_of = concept("scalar", "1", "entity parameter", names="conductance g_max", plural="conductances", short="g", values=(0.3, 2))
drive_current = concept("scalar", "1", "entity", names="i_ext stimulus", plural="stimuli", short="ie", values=(0.1, 1))
body_weight = concept("scalar", "1", "entity", names="biomass tissue_mass", plural="biomasses", short="bm", values=(0.3, 4))
growth_rate_now = concept("scalar", "-", "", names="growth_now dn_dt", plural="growth_out", short="dn")
infection_rate = concept("scalar", "-", "", names="infection_rate di_dt", plural="infection_rates", short="di")
uptake = concept("scalar", "-", "", names="uptake eaten", plural="uptakes", short="up", extensive=True)
drug_level = concept("scalar", "1", "", names="drug_level plasma_conc", plural="drug_levels", short="cp")
occupancy = concept("scalar", "1", "", names="occupancy bound_fraction", plural="occupancies", short="occ")
enzyme_rate = concept("scalar", "1", "", names="enzyme_rate velocity", plural="enzyme_rates", short="v", extensive=True)
reversal = concept("scalar", "1", "", names="e_rev nernst", plural="reversals", short="er")
gate_open = concept("scalar", "1", "", names="gate open_prob m_inf", plural="gates", short="m")
ion_current = concept("scalar", "1", "", names="i_ion ionic_current", plural="ionic_currents", short="ii", extensive=True)
membrane_rate = concept("scalar", "-", "", names="dv_dt membrane_rate", plural="membrane_rates", short="dv")
metabolism = concept("scalar", "1", "", names="metabolic_rate metabolism", plural="metabolic_rates", short="met", extensive=True)

goals(point="growth_rate_now infection_rate uptake drug_level occupancy enzyme_rate reversal gate_open ion_current metabolism membrane_rate", total="uptake enzyme_rate ion_current metabolism", state="population_n:growth_rate_now infected_part:infection_rate membrane_v:membrane_rate")
guard(i, population_n < 0.4)    # nearly extinct
guard(i, ligand < 0.5)    # too little to bind
guard(i, infected_part < 0.1)    # nearly over
growth_rate_now = law(growth_of * population_n * (1.0 - population_n / carrying), growth_of * population_n * wp.log(carrying / population_n), growth_of * population_n * (population_n / allee - 1.0) * (1.0 - population_n / carrying), growth_of * population_n - death_of * population_n * population_n, growth_of * population_n * (1.0 - population_n / carrying) - uptake)    # logistic, Gompertz, Allee
uptake = law(attack_of * population_n * predators, attack_of * population_n * predators / (1.0 + attack_of * handling * population_n), attack_of * population_n * population_n * predators / (1.0 + handling * population_n * population_n))    # Holling
infection_rate = law(contact_rate * infected_part * (1.0 - infected_part) - recovery * infected_part, contact_rate * infected_part * wp.exp(-infected_part) - recovery * infected_part, (contact_rate * (1.0 - infected_part) - recovery - death_of) * infected_part)    # SIS
drug_level = law(dose / volume_of_body * wp.exp(-clear_rate * hours), dose * absorb_rate / (volume_of_body * (absorb_rate - clear_rate)) * (wp.exp(-clear_rate * hours) - wp.exp(-absorb_rate * hours)))    # Bateman
occupancy = law(ligand / (half_point + ligand), wp.pow(ligand, hill_power) / (wp.pow(half_point, hill_power) + wp.pow(ligand, hill_power)), ligand / (half_point * (1.0 + inhibitor / inhibit_k) + ligand))    # Hill
enzyme_rate = law(v_max_rate * occupancy, v_max_rate * ligand / (half_point + ligand * (1.0 + ligand / inhibit_k)), v_max_rate * occupancy / (1.0 + inhibitor / inhibit_k))
reversal = law(0.6 * wp.log(ion_out / ion_in), 0.267 * wp.log(ion_out / ion_in))    # Nernst
gate_open = law(1.0 / (1.0 + wp.exp(-(membrane_v - gate_mid) / gate_slope)), 0.5 * (1.0 + wp.tanh((membrane_v - gate_mid) / gate_slope)))    # Boltzmann
ion_current = law(conductance_of * gate_open * (membrane_v - reversal), conductance_of * gate_open * gate_open * gate_open * (membrane_v - reversal), conductance_of * (membrane_v - reversal))
membrane_rate = law(drive_current - ion_current, drive_current - 0.1 * membrane_v - ion_current, drive_current - ion_current - membrane_v * membrane_v * membrane_v / 3.0)
metabolism = law(wp.pow(body_weight, 0.75), 3.4 * wp.pow(body_weight, 0.75) * wp.exp(-uptake), wp.exp(0.75 * wp.log(body_weight)) * population_n)    # Kleiber
