# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Particles of fluids, and heat."""

domain("fluids", uses="geometry", entity="particle parcel", edge="edge", kind="material", group="case")

density = concept("scalar", "M/L3", "entity", names="density rho", plural="densities", short="rho", values=(0.8, 1.4))
rest_density = concept("scalar", "M/L3", "parameter constant", names="rest_density rho0 base_density", short="rho0", values=(0.7, 1.1))
pressure = concept("scalar", "M/LT2", "entity", names="pressure", plural="pressures", short="p", values=(0.2, 2))
sound_speed = concept("scalar", "L/T", "parameter constant", names="sound_speed c0", short="c0", values=(2, 8))
gas_stiffness = concept("scalar", "L2/T2", "parameter", names="gas_stiffness eos_k isotropic_exp", short="k", values=(2, 10))
smoothing_length = concept("scalar", "L", "parameter constant", names="smoothing_length h support_radius", short="h", values=(1.2, 2.4), common=True)
kernel_weight = concept("scalar", "1/L3", "", names="w weight kernel_value", short="w")
kernel_slope = concept("scalar", "1/L4", "", names="dw grad_w dw_dr", short="dw")
kernel_laplacian = concept("scalar", "1/L5", "", names="lap_w viscosity_kernel", short="lap")
norm_distance = concept("scalar", "1", "", names="q ratio rn", short="q")
separation = concept("vec3", "L", "", names="delta xij offset", short="delta xij dx")
spacing = concept("scalar", "L", "", names="dist distance r", short="dist r")
spacing_sq = concept("scalar", "L2", "", names="dist_sq r2", short="r2 dist_sq")
along = concept("vec3", "1", "", names="dir direction n", short="dir n")
density_term = concept("scalar", "M/L3", "", names="density_contribution rho_ij", plural="densities", short="rho_ij")
pressure_accel = concept("vec3", "L/T2", "", names="pressure_acceleration pressure_accel a_pressure", plural="pressure_accelerations", short="ap")
viscous_accel = concept("vec3", "L/T2", "", names="viscous_acceleration viscous_accel a_visc", plural="viscous_accelerations", short="av")
viscosity = concept("scalar", "L2/T", "parameter constant", names="viscosity nu kinematic_viscosity", short="nu", values=(0.05, 0.5))
temperature = concept("scalar", "K", "entity", names="temperature", plural="temperatures", short="t temp", values=(1.2, 3.0))
ambient = concept("scalar", "K", "parameter constant", names="ambient t_ambient ambient_temperature t_env", short="t_env", values=(0.5, 1.1), common=True)
conductivity = concept("scalar", "ML/T3K", "entity parameter", names="conductivity k_thermal", plural="conductivities", short="k", values=(0.2, 2))
heat_capacity = concept("scalar", "L2/T2K", "entity parameter", names="heat_capacity specific_heat cp", plural="heat_capacities", short="cp", values=(1, 4))
heat_flux = concept("scalar", "M/T3", "", names="heat_flux flux", plural="heat_fluxes", short="q flux")
heat_rate = concept("scalar", "K/T", "", names="heating_rate dtemp dT_dt", short="dtdt rate")
heat_source = concept("scalar", "K/T", "entity", names="heat_source source", plural="heat_sources", short="src", values=(0.1, 1))
transfer_coefficient = concept("scalar", "M/T3K", "parameter constant", names="h_conv heat_transfer_coeff htc", short="h", values=(0.5, 4))
emissivity = concept("scalar", "1", "parameter constant", names="emissivity eps", short="eps", values=(0.3, 0.95))
stefan_boltzmann = concept("scalar", "M/T3K4", "constant", names="stefan_boltzmann sigma_sb", short="sigma", value=0.0567)
area = concept("scalar", "L2", "entity parameter", names="area surface_area", plural="areas", short="a", values=(0.2, 2), common=True)
diffusivity = concept("scalar", "L2/T", "entity parameter", names="diffusivity alpha diffusion_coeff kappa", plural="diffusivities", short="alpha", values=(0.05, 0.5))
dx = concept("scalar", "L", "parameter", names="dx h cell_size spacing", short="dx", values=(0.1, 0.5), common=True)
inv_dx = concept("scalar", "1/L", "parameter", names="inv_dx inv_cell_size", short="inv_dx", values=(2, 8), common=True)
buoyancy = concept("scalar", "L/T2", "", names="buoyancy lift", plural="buoyancies", short="b")
expansion = concept("scalar", "1/K", "parameter constant", names="expansion beta thermal_expansion", short="beta", values=(0.05, 0.4))
g_acc = concept("scalar", "L/T2", "parameter constant", names="gravity g", short="g", value=9.81, common=True)
volume = concept("scalar", "L3", "entity parameter", names="volume vol", plural="volumes", short="vol", values=(0.5, 2), common=True)
moles = concept("scalar", "N", "entity", names="moles n_mol amount", plural="moles", short="n", values=(0.5, 2))
gas_constant = concept("scalar", "ML2/T2NK", "constant", names="gas_constant r_gas", short="R", value=8.314)
gas_pressure = concept("scalar", "M/LT2", "", names="gas_pressure pressure", plural="gas_pressures", short="p")
dynamic_pressure = concept("scalar", "M/LT2", "", names="dynamic_pressure q_dyn", plural="dynamic_pressures", short="q")
reynolds = concept("scalar", "1", "", names="reynolds re", said="Reynolds number", plural="reynolds_numbers", short="re")
char_length = concept("scalar", "L", "parameter", names="char_length length_scale diameter", short="l", values=(0.1, 2), common=True)

goals(pair="density_term pressure_accel viscous_accel")
goals(field="density_term pressure_accel viscous_accel")
goals(point="pressure dynamic_pressure reynolds buoyancy")
guard(pair, spacing >= smoothing_length)
guard(pair, spacing_sq > smoothing_length * smoothing_length)
separation = position[i] - position[j]    # relative position
spacing = wp.length(separation)
spacing_sq = same(wp.dot(separation, separation), wp.length_sq(separation))
along = same(separation / spacing, wp.normalize(separation))
norm_distance = spacing / smoothing_length

def kernel_weight():
    """poly6"""
    h2 = smoothing_length * smoothing_length
    diff = wp.max(h2 - spacing_sq, 0.0)
    return 315.0 / (64.0 * wp.pi * wp.pow(smoothing_length, 9.0)) * diff * diff * diff

kernel_weight = 15.0 / (8.0 * wp.pi) * wp.max(1.0 - norm_distance * norm_distance, 0.0) / (smoothing_length * smoothing_length * smoothing_length)

def kernel_weight():
    """cubic_spline"""
    rest = wp.max(1.0 - norm_distance, 0.0)
    value = 2.0 * rest * rest * rest
    if norm_distance < 0.5:
        value = 6.0 * (norm_distance * norm_distance * norm_distance - norm_distance * norm_distance) + 1.0
    return value * 8.0 / (wp.pi * smoothing_length * smoothing_length * smoothing_length)


def kernel_slope():
    """spiky"""
    reach = wp.max(smoothing_length - spacing, 0.0)
    return -45.0 / (wp.pi * wp.pow(smoothing_length, 6.0)) * reach * reach

kernel_laplacian = 45.0 / (wp.pi * wp.pow(smoothing_length, 6.0)) * wp.max(smoothing_length - spacing, 0.0)

density_term = mass[j] * kernel_weight
pressure = law(gas_stiffness * (density - rest_density), wp.max(gas_stiffness * (density - rest_density), 0.0), sound_speed * sound_speed * (density - rest_density), rest_density * sound_speed * sound_speed / 7.0 * (wp.pow(density / rest_density, 7.0) - 1.0))    # equation of state
pressure_accel = law(-mass[j] * (pressure[i] + pressure[j]) / (2.0 * density[i] * density[j]) * kernel_slope * along, -mass[j] * (pressure[i] / (density[i] * density[i]) + pressure[j] / (density[j] * density[j])) * kernel_slope * along)    # symmetric pressure gradient
viscous_accel = law(viscosity * mass[j] / density[j] * (velocity[j] - velocity[i]) * kernel_laplacian, -viscosity * mass[j] / density[j] * relative_velocity * kernel_laplacian)
dynamic_pressure = law(0.5 * density * wp.dot(velocity, velocity), 0.5 * density * speed * speed)
reynolds = speed * char_length / viscosity
buoyancy = g_acc * expansion * (temperature - ambient)    # Boussinesq
