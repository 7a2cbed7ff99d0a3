# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drugs in the body, what binds them, enzymes."""

domain("pharmacology", entity="patient compartment well", edge="edge", group="trial")

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
drug_level = concept("scalar", "1", "", names="drug_level plasma_conc", plural="drug_levels", short="cp")
occupancy = concept("scalar", "1", "", names="occupancy bound_fraction", said="receptor occupancy", plural="occupancies", short="occ")
enzyme_rate = concept("scalar", "1", "", names="enzyme_rate velocity", said="enzyme reaction rate", plural="enzyme_rates", short="v", extensive=True)

goals(point="drug_level occupancy enzyme_rate", total="enzyme_rate")
guard(i, ligand < 0.5)    # too little to bind
drug_level = law(dose / volume_of_body * wp.exp(-clear_rate * hours), dose * absorb_rate / (volume_of_body * (absorb_rate - clear_rate)) * (wp.exp(-clear_rate * hours) - wp.exp(-absorb_rate * hours)))    # Bateman
occupancy = law(ligand / (half_point + ligand), wp.pow(ligand, hill_power) / (wp.pow(half_point, hill_power) + wp.pow(ligand, hill_power)), ligand / (half_point * (1.0 + inhibitor / inhibit_k) + ligand))    # Hill
enzyme_rate = law(v_max_rate * occupancy, v_max_rate * ligand / (half_point + ligand * (1.0 + ligand / inhibit_k)), v_max_rate * occupancy / (1.0 + inhibitor / inhibit_k))
