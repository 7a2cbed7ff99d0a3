# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Heat that flows."""

domain("thermo", entity="cell node element", edge="edge", kind="material", group="case")

goals(point="heat_flux heat_rate gas_pressure buoyancy")
goals(state="temperature:heat_rate")
heat_flux = law(transfer_coefficient * (temperature - ambient), emissivity * stefan_boltzmann * (wp.pow(temperature, 4.0) - wp.pow(ambient, 4.0)), conductivity * (temperature - ambient) * inv_dx)    # Newton cooling; radiation; conduction
heat_rate = law(-area * heat_flux / (mass * heat_capacity), -heat_flux * area / (density * volume * heat_capacity))
gas_pressure = moles * gas_constant * temperature / volume
buoyancy = g_acc * expansion * (temperature - ambient)
