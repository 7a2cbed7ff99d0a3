# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of a linear solid: small strains, and stresses by Hooke's law."""

domain("hooke", uses="solids", entity="element tet", edge="joint", kind="material")

small_strain = concept("mat33", "1", "", names="eps small_strain strain", said="infinitesimal strain", plural="small_strains", short="eps")
volume_strain = concept("scalar", "1", "", names="vol_strain dilatation", said="volumetric strain", plural="vol_strains", short="tr_eps")
shape_strain = concept("mat33", "1", "", names="dev_strain deviatoric_strain", said="deviatoric strain", plural="dev_strains", short="e_dev")
small_stress = concept("mat33", "M/LT2", "", names="sigma stress", said="stress", plural="stresses", short="sigma")
small_energy = concept("scalar", "M/LT2", "", names="psi energy_density strain_energy", said="strain energy density", plural="energy_densities", short="psi")
small_share = concept("scalar", "ML2/T2", "", names="element_energy elastic_energy", said="elastic energy", plural="element_energies", short="e_el", extensive=True)
small_pressure = concept("scalar", "M/LT2", "", names="mean_stress hydrostatic_stress", plural="mean_stresses", short="p_m")
small_deviator = concept("mat33", "M/LT2", "", names="dev deviatoric_stress s_dev", said="deviatoric stress", plural="deviators", short="dev")
small_mises = concept("scalar", "M/LT2", "", names="von_mises equivalent_stress", said="von Mises stress", plural="von_mises_stresses", short="vm")

goals(element="small_strain volume_strain shape_strain small_stress small_energy small_share small_mises small_deviator small_pressure", element_total="small_share")
small_strain = 0.5 * (deformation + wp.transpose(deformation)) - wp.identity(n=3, dtype=float)
volume_strain = wp.trace(small_strain)
shape_strain = small_strain - volume_strain / 3.0 * wp.identity(n=3, dtype=float)
small_stress = law(2.0 * shear * small_strain + bulk * volume_strain * wp.identity(n=3, dtype=float), 2.0 * shear * shape_strain + (bulk + 2.0 / 3.0 * shear) * volume_strain * wp.identity(n=3, dtype=float))    # Hooke's law
small_energy = law(shear * wp.ddot(small_strain, small_strain) + 0.5 * bulk * volume_strain * volume_strain, 0.5 * wp.ddot(small_stress, small_strain))
small_share = small_energy * rest_volume
small_pressure = wp.trace(small_stress) / 3.0
small_deviator = law(small_stress - small_pressure * wp.identity(n=3, dtype=float), 2.0 * shear * shape_strain)
small_mises = wp.sqrt(1.5 * wp.ddot(small_deviator, small_deviator))
