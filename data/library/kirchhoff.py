# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of a St. Venant-Kirchhoff solid: stresses linear in the Green strain."""

domain("kirchhoff", uses="solids", entity="element tet", edge="joint", kind="material")

second_piola = concept("mat33", "M/LT2", "", names="S pk2 second_piola", said="second Piola-Kirchhoff stress", plural="pk2_stresses", short="S")
green_piola = concept("mat33", "M/LT2", "", names="P pk1 first_piola", said="first Piola-Kirchhoff stress", plural="piola_stresses", short="P")
green_energy = concept("scalar", "M/LT2", "", names="psi energy_density strain_energy", said="strain energy density", plural="energy_densities", short="psi")
green_share = concept("scalar", "ML2/T2", "", names="element_energy elastic_energy", said="elastic energy", plural="element_energies", short="e_el", extensive=True)
green_cauchy = concept("mat33", "M/LT2", "", names="sigma cauchy_stress stress", said="Cauchy stress", plural="cauchy_stresses", short="sigma")
green_pressure = concept("scalar", "M/LT2", "", names="mean_stress hydrostatic_stress", plural="mean_stresses", short="p_m")
green_deviator = concept("mat33", "M/LT2", "", names="dev deviatoric_stress s_dev", said="deviatoric stress", plural="deviators", short="dev")
green_mises = concept("scalar", "M/LT2", "", names="von_mises equivalent_stress", said="von Mises stress", plural="von_mises_stresses", short="vm")

goals(element="second_piola green_piola green_energy green_share green_cauchy green_mises green_deviator green_pressure", element_total="green_share")
second_piola = 2.0 * shear * green_strain + bulk * wp.trace(green_strain) * wp.identity(n=3, dtype=float)    # St. Venant-Kirchhoff
green_piola = deformation * second_piola
green_energy = law(shear * wp.ddot(green_strain, green_strain) + 0.5 * bulk * wp.trace(green_strain) * wp.trace(green_strain), 0.5 * wp.ddot(second_piola, green_strain))
green_share = green_energy * rest_volume
green_cauchy = green_piola * wp.transpose(deformation) / jacobian
green_pressure = wp.trace(green_cauchy) / 3.0
green_deviator = green_cauchy - green_pressure * wp.identity(n=3, dtype=float)
green_mises = wp.sqrt(1.5 * wp.ddot(green_deviator, green_deviator))
