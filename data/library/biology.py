# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Populations and epidemics."""

domain("biology", entity="patch region", edge="edge", group="scenario")

population = concept("scalar", "1", "entity", names="population pop", plural="populations", short="n", values=(0.2, 1.2))
capacity = concept("scalar", "1", "entity parameter", names="capacity carrying_capacity", plural="capacities", short="cap", values=(1.5, 4))
growth_rate = concept("scalar", "1/T", "entity parameter", names="growth_rate r_growth", plural="growth_rates", short="r", values=(0.2, 1.5))
growth = concept("scalar", "1/T", "", names="growth dn_dt", said="growth rate", plural="growths", short="dn", extensive=True)
harvest = concept("scalar", "1/T", "parameter", names="harvest_rate removal_rate", short="h", values=(0.05, 0.4))
susceptible = concept("scalar", "1", "entity", names="susceptible", plural="susceptibles", short="s", values=(0.4, 0.95))
infected = concept("scalar", "1", "entity", names="infected", said="infected fraction", plural="infecteds", short="inf", values=(0.05, 0.5))
beta_rate = concept("scalar", "1/T", "parameter constant", names="beta contact_rate infection_rate", short="beta", values=(0.3, 1.5))
gamma_rate = concept("scalar", "1/T", "parameter constant", names="gamma recovery_rate", short="gamma", values=(0.05, 0.3))
infection = concept("scalar", "1/T", "", names="infection_rate di_dt", plural="infection_rates", short="di", extensive=True)

goals(state="population:growth infected:infection")
goals(point="growth infection")
growth = law(growth_rate * population * (1.0 - population / capacity), growth_rate * population * (1.0 - population / capacity) - harvest * population, growth_rate * population * wp.log(capacity / wp.max(population, 1.0e-3)))    # logistic growth
infection = law(beta_rate * susceptible * infected - gamma_rate * infected, beta_rate * infected * (1.0 - infected) - gamma_rate * infected)    # new cases less recoveries
