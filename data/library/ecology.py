# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Populations that grow, eat and infect."""

domain("ecology", entity="patch site culture", edge="edge", kind="species", group="scenario")

population_n = concept("scalar", "-", "entity", names="population density n_ind", said="population", plural="populations", short="n", values=(0.2, 1.5))
predators = concept("scalar", "-", "entity", names="predators consumer", plural="predators", short="pred", values=(0.1, 1))
carrying = concept("scalar", "1", "entity parameter", names="capacity carrying_capacity k_cap", plural="capacities", short="kc", values=(1.6, 3))
growth_of = concept("scalar", "-", "entity parameter", names="growth growth_rate r_growth", plural="growth_rates", short="r", values=(0.3, 1.5))
death_of = concept("scalar", "-", "parameter constant", names="mortality death_rate mu_d", short="mu", values=(0.05, 0.4))
attack_of = concept("scalar", "-", "parameter constant", names="attack_rate predation", short="att", values=(0.3, 1.2))
handling = concept("scalar", "-", "parameter constant", names="handling_time h_time", short="hd", values=(0.2, 1))
allee = concept("scalar", "1", "parameter constant", names="allee threshold_n", short="al", values=(0.1, 0.4))
infected_part = concept("scalar", "-", "entity", names="infected prevalence", said="infected fraction", plural="infected", short="inf", values=(0.05, 0.6))
contact_rate = concept("scalar", "-", "entity parameter", names="beta contact_rate", plural="betas", short="beta", values=(0.4, 1.8))
recovery = concept("scalar", "-", "parameter constant", names="recovery gamma_rec", short="gam", values=(0.1, 0.6))
body_weight = concept("scalar", "1", "entity", names="biomass tissue_mass", plural="biomasses", short="bm", values=(0.3, 4))
growth_rate_now = concept("scalar", "-", "", names="growth_now dn_dt", said="growth rate", plural="growth_out", short="dn")
infection_rate = concept("scalar", "-", "", names="infection_rate di_dt", plural="infection_rates", short="di")
uptake = concept("scalar", "-", "", names="uptake eaten", plural="uptakes", short="up", extensive=True)
metabolism = concept("scalar", "1", "", names="metabolic_rate metabolism", plural="metabolic_rates", short="met", extensive=True)

goals(point="growth_rate_now infection_rate uptake metabolism", total="uptake metabolism", state="population_n:growth_rate_now infected_part:infection_rate")
guard(i, population_n < 0.4)    # nearly extinct
guard(i, infected_part < 0.1)    # nearly over
growth_rate_now = law(growth_of * population_n * (1.0 - population_n * population_n / (carrying * carrying)), growth_of * population_n * wp.log(carrying / population_n), growth_of * population_n * (population_n / allee - 1.0) * (1.0 - population_n / carrying), growth_of * population_n - death_of * population_n * population_n, growth_of * population_n * (1.0 - population_n / carrying) - uptake)    # theta-logistic; Gompertz; Allee; births less deaths; logistic, less what is eaten
uptake = law(attack_of * population_n * predators, attack_of * population_n * predators / (1.0 + attack_of * handling * population_n), attack_of * population_n * population_n * predators / (1.0 + handling * population_n * population_n))    # Holling
infection_rate = law(contact_rate * infected_part * (1.0 - infected_part) / (1.0 + infected_part) - recovery * infected_part, contact_rate * infected_part * wp.exp(-infected_part) - recovery * infected_part, (contact_rate * (1.0 - infected_part) - recovery - death_of) * infected_part)    # SIS
metabolism = law(wp.pow(body_weight, 0.75), 3.4 * wp.pow(body_weight, 0.75) * wp.exp(-uptake), wp.exp(0.75 * wp.log(body_weight)) * population_n)    # Kleiber
