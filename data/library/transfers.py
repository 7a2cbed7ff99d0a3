# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of what particles and elements pass on: material points to a grid, stress to corners."""

domain("transfers", entity="element", edge="element")

words(lame="lam lmbda lame_lambda", strain_e="strain eps", elem="e elem tri_id", count_elem="num_tris num_elements")


@idiom(names="particles_to_grid_mls p2g_step transfer_particles", doc="Scatter the mass and momentum of material points to the grid with quadratic B-splines and stress (MPM).")
def points_to_grid(points_in: array("vec2", "p", "positions x_p particle_x", values=(0.25, 0.74)), moves_in: array("vec2", "p", "velocities v_p particle_v", values=(-1, 1)), affine_in: array("mat22", "p", "affine C_p particle_C", values=(-1, 1)), shape_in: array("mat22", "p", "deformation F_p def_grad", kind=spd, values=(0.8, 1.2)), shape_out: array("mat22", "p", "deformation_out F_out def_grad_out", values=(0, 1)), swell_in: array("scalar", "p", "J_p volume_ratio", values=(0.85, 1.15)), swell_out: array("scalar", "p", "J_out volume_ratio_out", values=(0, 1)), grid_mv: array("vec2", "n n", "grid_mv grid_momentum grid_v", values=(0, 0.1)), grid_m: array("scalar", "n n", "grid_m grid_mass", values=(0, 0.1)), rho_0: param("scalar", "rho_0 rest_density", values=(0.8, 1.5)), stiff: param("scalar", "youngs_modulus stiffness", values=(2, 10)), poisson_p: param("scalar", "nu poisson_ratio", values=(0.1, 0.3)), dt: param("scalar", "dt time_step", values=(0.005, 0.02))):
    n = size("n_grid grid_res", 6, 8)
    p = wp.tid()
    pos_p = points_in[p]
    v_p = moves_in[p]
    C_p = affine_in[p]
    dx = 1.0 / float(len(n))
    vol_p = 0.25 * dx * dx  # four points a cell
    mass_p = rho_0 * vol_p
    parts("point_push")
    eye = wp.mat22(1.0, 0.0, 0.0, 1.0)
    if ANY:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        J = wp.determinant(F)
        mu = stiff / (2.0 * (1.0 + poisson_p))
        lame = stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        tau = mu * (F * wp.transpose(F) - eye) + lame * wp.log(wp.max(J, 0.1)) * eye  # neo-Hookean
    elif ANY:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        mu = stiff / (2.0 * (1.0 + poisson_p))
        lame = stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        green = 0.5 * (wp.transpose(F) * F - eye)
        J = wp.determinant(F)
        second_pk = 2.0 * mu * green + lame * wp.trace(green) * eye  # St. Venant-Kirchhoff
        tau = F * second_pk * wp.transpose(F)
    elif ANY:
        J = swell_in[p] * (1.0 + dt * wp.trace(C_p))
        swell_out[p] = J
        tau = stiff * J * (J - 1.0) * eye
        title("splat_fluid fluid_p2g water_to_grid", "Scatter the mass and momentum of fluid points to the grid with quadratic B-splines and pressure (MPM).")
    elif ANY:
        J = swell_in[p] * (1.0 + dt * wp.trace(C_p))
        swell_out[p] = J
        compression = 1.0 / wp.max(J, 0.5)
        p_tait = stiff / 7.0 * (wp.pow(compression, 7.0) - 1.0)
        if ANY:
            if p_tait < 0.0:  # little cohesion: it comes apart
                p_tait = 0.1 * p_tait
        tau = -J * p_tait * eye
        title("splat_fluid fluid_p2g water_to_grid", "Scatter the mass and momentum of fluid points to the grid with quadratic B-splines and pressure (MPM).")
    else:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        J = wp.determinant(F)
        hardening = wp.exp(wp.clamp(4.0 * (1.0 - J), -1.0, 1.0))  # snow hardens as it is pressed
        mu = hardening * stiff / (2.0 * (1.0 + poisson_p))
        lame = hardening * stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        tau = mu * (F * wp.transpose(F) - eye) + lame * J * (J - 1.0) * eye
        title("splat_snow snow_p2g", "Scatter the mass and momentum of snow to the grid with quadratic B-splines and stress (MPM).")
    parts("point_stress")
    parts("point_limit")
    affine_p = mass_p * C_p - dt * vol_p * 4.0 / (dx * dx) * tau
    x_cells = pos_p / dx
    base_x = wp.clamp(int(x_cells[0] - 0.5), 0, len(n) - 3)
    base_y = wp.clamp(int(x_cells[1] - 0.5), 0, len(n) - 3)
    fx = x_cells[0] - float(base_x)
    fy = x_cells[1] - float(base_y)
    if ANY:
        wx = spline_weights(fx)
        wy = spline_weights(fy)
    else:
        wx = wp.vec3(0.5 * (1.5 - fx) * (1.5 - fx), 0.75 - (fx - 1.0) * (fx - 1.0), 0.5 * (fx - 0.5) * (fx - 0.5))
        wy = wp.vec3(0.5 * (1.5 - fy) * (1.5 - fy), 0.75 - (fy - 1.0) * (fy - 1.0), 0.5 * (fy - 0.5) * (fy - 0.5))
    for a in range(3):
        for b in range(3):
            dpos = wp.vec2((float(a) - fx) * dx, (float(b) - fy) * dx)
            weight_ab = wx[a] * wy[b]
            wp.atomic_add(grid_mv, base_x + a, base_y + b, weight_ab * (mass_p * v_p + affine_p * dpos))
            wp.atomic_add(grid_m, base_x + a, base_y + b, weight_ab * mass_p)
    parts("point_report")


@helper(names="quadratic_weights spline_weights bspline")
def spline_weights(f: param("scalar")):
    return wp.vec3(0.5 * (1.5 - f) * (1.5 - f), 0.75 - (f - 1.0) * (f - 1.0), 0.5 * (f - 0.5) * (f - 0.5))


@part("point_push")
def point_gravity(pull: param("vec2", "gravity g_vec", kind=along_y, values=(-2, -0.5))):
    v_p = v_p + dt * pull


@part("point_push")
def point_attract(magnet: param("vec2", "attractor magnet_pos", values=(0.3, 0.7))):
    to_magnet = magnet - pos_p
    if wp.dot(to_magnet, to_magnet) < 0.04:  # within its reach
        v_p = v_p + 0.5 * dt * to_magnet / (wp.dot(to_magnet, to_magnet) + 0.01)


@part("point_push")
def point_calm(calm: param("scalar", "affine_damping c_damping", values=(0.05, 0.5))):
    spin_p = 0.5 * (C_p - wp.transpose(C_p))
    C_p = spin_p + (1.0 - calm) * (C_p - spin_p)


@part("point_stress")
def point_viscous(visc: param("scalar", "viscosity mu_visc", values=(0.05, 0.5))):
    strain_rate = 0.5 * (C_p + wp.transpose(C_p))
    tau = tau + 2.0 * visc * J * (strain_rate - 0.5 * wp.trace(strain_rate) * eye)


@part("point_stress")
def point_active(fiber_in: array("vec2", "p", "active_dirs directors active_fibers", values=(-1, 1))):
    active_d = fiber_in[p]
    tau = tau + wp.outer(active_d, active_d)


@part("point_limit")
def point_cap(most_tension: param("scalar", "tension_limit max_tension", values=(0.05, 0.3))):
    tension = 0.5 * wp.trace(tau)
    if tension > most_tension:  # it tears
        tau = tau - (tension - most_tension) * eye


@part("point_report")
def point_totals(totals: array("scalar", "2", "energy_and_virial sums", values=(0, 0.1))):
    wp.atomic_add(totals, 0, 0.5 * mass_p * wp.dot(v_p, v_p))
    wp.atomic_add(totals, 1, 0.5 * vol_p * wp.trace(tau))


@idiom(names="triangle_forces membrane_forces eval_triangle_elements", doc="Scatter the membrane forces of each triangle to its corners.")
def membrane_triangle(tri: array("int", "elem 3", "triangles tri_indices tris", kind=index("n")), pts: array("vec2", "n", "nodes positions x_n", values=(-1, 1)), vels: array("vec2", "n", "velocities node_v", values=(-1, 1)), rest_inv: array("mat22", "elem", "rest_inv Dm_inv inv_rest", kind=spd, values=(0.5, 1.2)), forces: array("vec2", "n", "forces node_f", values=(-0.1, 0.1)), young: param("scalar", "young modulus", values=(1, 5)), poisson: param("scalar", "poisson nu", values=(0.1, 0.35))):
    elem = wp.tid()
    a = tri[elem, 0]
    b = tri[elem, 1]
    c = tri[elem, 2]
    edge_1 = pts[b] - pts[a]
    edge_2 = pts[c] - pts[a]
    Dm_inv = rest_inv[elem]
    area = 0.5 / wp.determinant(Dm_inv)
    F = wp.mat22(edge_1[0], edge_2[0], edge_1[1], edge_2[1]) * Dm_inv
    eye = wp.mat22(1.0, 0.0, 0.0, 1.0)
    mu = 0.5 * young / (1.0 + poisson)
    lame = young * poisson / (1.0 - poisson * poisson)  # plane stress
    if ANY:
        polar_c = F[0, 0] + F[1, 1]
        polar_s = F[1, 0] - F[0, 1]
        polar_r = wp.sqrt(polar_c * polar_c + polar_s * polar_s + 0.000001)
        to_world = wp.mat22(polar_c / polar_r, -polar_s / polar_r, polar_s / polar_r, polar_c / polar_r)  # polar decomposition
        strain_e = wp.transpose(to_world) * F - eye
        title("corotated_forces corotated_triangles", "Scatter the corotated membrane forces of each triangle to its corners.")
    else:
        to_world = F
        strain_e = 0.5 * (wp.transpose(F) * F - eye)
    parts("membrane_strain")
    stress = 2.0 * mu * strain_e + lame * wp.trace(strain_e) * eye
    parts("membrane_stress")
    parts("membrane_stored")
    parts("membrane_loss")
    to_corners = -area * (to_world * stress * wp.transpose(Dm_inv))
    f_b = wp.vec2(to_corners[0, 0], to_corners[1, 0])
    f_c = wp.vec2(to_corners[0, 1], to_corners[1, 1])
    f_a = -f_b - f_c
    parts("membrane_load")
    wp.atomic_add(forces, a, f_a)
    wp.atomic_add(forces, b, f_b)
    wp.atomic_add(forces, c, f_c)
    parts("membrane_report")


@part("membrane_strain")
def membrane_warm(warm_by: array("scalar", "elem", "temperature_rise delta_t", values=(-0.5, 0.5)), swelling: param("scalar", "thermal_expansion alpha_t", values=(0.05, 0.2))):
    strain_e = strain_e - swelling * warm_by[elem] * eye


@part("membrane_strain")
def membrane_plastic(plastic_in: array("mat22", "elem", "plastic_strain eps_p", values=(-0.1, 0.1)), plastic_out: array("mat22", "elem", "plastic_strain_out eps_p_out", values=(-1, 1)), yield_at: param("scalar", "yield_strain yield_limit", values=(0.4, 1.2))):
    plastic_e = 0.5 * (plastic_in[elem] + wp.transpose(plastic_in[elem]))
    strain_e = strain_e - plastic_e
    shear = strain_e - 0.5 * wp.trace(strain_e) * eye
    shear_size = wp.sqrt(wp.ddot(shear, shear) + 0.000001)
    if shear_size > yield_at:  # the excess stays
        flow_by = (1.0 - yield_at / shear_size) * shear
        strain_e = strain_e - flow_by
        plastic_out[elem] = plastic_e + flow_by
    else:
        plastic_out[elem] = plastic_e


@part("membrane_loss")
def membrane_damp(damping: param("scalar", "damping eta", values=(0.05, 0.5))):
    rate_1 = vels[b] - vels[a]
    rate_2 = vels[c] - vels[a]
    F_rate = wp.mat22(rate_1[0], rate_2[0], rate_1[1], rate_2[1]) * Dm_inv
    F_rate_local = wp.transpose(to_world) * F_rate
    stress = stress + 0.5 * damping * (F_rate_local + wp.transpose(F_rate_local))


@part("membrane_stress")
def membrane_fibers(fibers: array("vec2", "elem", "fibers fiber_dirs", values=(-1, 1)), fiber_k: param("scalar", "fiber_stiffness k_fiber", values=(0.5, 3))):
    fiber_d = fibers[elem]
    stretched = wp.dot(fiber_d, strain_e * fiber_d)
    if stretched > 0.0:  # fibers pull, but do not push
        stress = stress + fiber_k * stretched * wp.outer(fiber_d, fiber_d)


@part("membrane_stress")
def membrane_worn(wear: array("scalar", "elem", "damage wear", values=(0, 0.8))):
    intact = 1.0 - wear[elem]
    stress = (intact * intact) * stress


@part("membrane_load")
def membrane_weight(areal: param("scalar", "areal_density rho_area", values=(0.2, 1)), gravity: param("vec2", "gravity g_vec", kind=along_y, values=(-3, -0.5))):
    weight_n = (areal * area / 3.0) * gravity
    f_a = f_a + weight_n
    f_b = f_b + weight_n
    f_c = f_c + weight_n


@part("membrane_load")
def membrane_drag(drag: param("scalar", "drag air_drag", values=(0.1, 1))):
    f_a = f_a - drag * area / 3.0 * vels[a]
    f_b = f_b - drag * area / 3.0 * vels[b]
    f_c = f_c - drag * area / 3.0 * vels[c]


@part("membrane_report")
def membrane_mises(mises_out: array("scalar", "elem", "von_mises mises", values=(0, 1))):
    mises_out[elem] = wp.sqrt(stress[0, 0] * stress[0, 0] - stress[0, 0] * stress[1, 1] + stress[1, 1] * stress[1, 1] + 3.0 * stress[0, 1] * stress[0, 1] + 0.000001)


@part("membrane_stored")
def membrane_energy(stored: array("scalar", "1", "elastic_energy energy", values=(0, 0.1))):
    wp.atomic_add(stored, 0, 0.5 * area * wp.ddot(strain_e, stress))
