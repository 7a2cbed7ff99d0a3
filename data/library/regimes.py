# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Laws with branches: regimes of flow, matter, contact, weather, prices and control."""

domain("regimes", entity="item", edge="edge")

words(wall_n="n normal nrm")


@idiom(names="pipe_friction pressure_gradient darcy_loss", doc="Compute the pressure loss per length of each pipe, laminar or turbulent.")
def piped(speeds: array("scalar", "i", "speeds velocities u", values=(0.2, 2)), widths: array("scalar", "i", "diameters pipe_d d", values=(0.3, 1.5)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.0005, 0.0015)), rho: param("scalar", "density rho", values=(0.8, 1.3)), drops: array("scalar", "i", "pressure_gradient losses dp_dx", values=(0, 1)), factors: array("scalar", "i", "friction_factor darcy_f f_out", values=(0, 1)), power: array("scalar", "1", "pumping_power total_power power", values=(0, 0.1)), regime_of: array("int", "i", "is_turbulent regimes flow_type", values=(0, 1))):
    i = wp.tid()
    re = speeds[i] * widths[i] / nu
    if ANY:
        if re < 2300.0:
            factor = 64.0 / re
            regime = 0
        else:
            factor = 0.316 / wp.pow(re, 0.25)
            regime = 1
        if ANY:
            factors[i] = factor
            title("friction_factor darcy_factor blasius_or_laminar", "Compute the friction factor of each pipe, laminar or turbulent.")
        else:
            drops[i] = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
        regime_of[i] = regime
    else:
        if re < 2300.0:
            factor = 64.0 / re
        else:
            factor = 0.316 / wp.pow(re, 0.25)
        if ANY:
            drops[i] = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
        else:
            drop = factor * 0.5 * rho * speeds[i] * speeds[i] / widths[i]
            wp.atomic_add(power, 0, drop * speeds[i] * 0.7853982 * widths[i] * widths[i])
            title("pumping_power total_pipe_power friction_power", "Sum the friction power per length of all pipes, laminar or turbulent.")


@idiom(names="sphere_drag drag_by_reynolds particle_drag", doc="Compute the drag on each sphere, by the law of its Reynolds number.")
def dragged(speeds: array("scalar", "i", "speeds slip_speed rel_speed", values=(0.2, 2)), widths: array("scalar", "i", "diameters sphere_d d", values=(0.3, 1.5)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.0005, 0.0015)), rho: param("scalar", "density rho fluid_density", values=(0.8, 1.3)), forces: array("scalar", "i", "drag_out forces drag_forces", values=(0, 1)), factors: array("scalar", "i", "drag_coeff c_d cd_out", values=(0, 1))):
    i = wp.tid()
    re = speeds[i] * widths[i] / nu
    if re < 1000.0:
        factor = 24.0 / re * (1.0 + 0.15 * wp.pow(re, 0.687))
    else:
        factor = 0.44
    if ANY:
        factors[i] = factor
        title("drag_coefficient schiller_naumann sphere_cd", "Compute the drag coefficient of each sphere, by the law of its Reynolds number.")
    else:
        forces[i] = 0.5 * rho * factor * 0.7853982 * widths[i] * widths[i] * speeds[i] * speeds[i]


@idiom(names="velocity_near_wall wall_law boundary_layer_speed", doc="Evaluate the law of the wall at each distance.")
def layered(dist: array("scalar", "i", "wall_distance heights y_wall", values=(0.005, 0.2)), friction_v: array("scalar", "i", "friction_velocity u_tau u_star", values=(0.2, 2)), nu: param("scalar", "viscosity nu kinematic_nu", values=(0.004, 0.006)), speeds_out: array("scalar", "i", "speeds_out u_out mean_speed", values=(0, 1)), plus_out: array("scalar", "i", "u_plus scaled_speed u_plus_out", values=(0, 1)), layer_of: array("int", "i", "layers zone layer_ids", values=(0, 1))):
    i = wp.tid()
    y_plus = dist[i] * friction_v[i] / nu
    if ANY:
        if y_plus > 30.0:
            u_plus = 2.5 * wp.log(y_plus) + 5.5
        elif y_plus > 5.0:
            u_plus = 5.0 * wp.log(y_plus) - 3.05
        else:
            u_plus = y_plus
        if ANY:
            speeds_out[i] = u_plus * friction_v[i]
        else:
            plus_out[i] = u_plus
            title("three_layer_law u_plus_profile law_of_the_wall", "Evaluate the law of the wall in units of the friction velocity.")
    else:
        if y_plus > 30.0:
            u_plus = 2.5 * wp.log(y_plus) + 5.5
            layer = 2
        elif y_plus > 5.0:
            u_plus = 5.0 * wp.log(y_plus) - 3.05
            layer = 1
        else:
            u_plus = y_plus
            layer = 0
        speeds_out[i] = u_plus * friction_v[i]
        layer_of[i] = layer


@idiom(names="nozzle_flow choked_flow orifice_flow", doc="Compute the mass that flows through each nozzle, choked or not.")
def discharged(p_up: array("scalar", "i", "upstream p_up p_chamber", values=(0.8, 2)), p_down: array("scalar", "i", "downstream p_down p_back", values=(0.2, 0.7)), throat: array("scalar", "i", "throat_area areas orifice_area", values=(0.1, 0.5)), gas_rt: param("scalar", "gas_rt r_times_t rt_up", values=(0.8, 1.2)), mass_flow: array("scalar", "i", "mass_flow m_dot flow_out", values=(0, 1)), choked_out: array("int", "i", "is_choked choked regimes", values=(0, 1)), head_up: array("scalar", "i", "upstream_level head_up h_up", values=(1, 2)), head_down: array("scalar", "i", "tailwater head_down h_down", values=(0.2, 0.7)), wide: array("scalar", "i", "widths channel_width width_b", values=(0.3, 1.5)), sill: param("scalar", "crest_height sill weir_height", values=(0.35, 0.5)), drained: array("scalar", "i", "discharge flow_out q_out", values=(0, 1)), sunk_out: array("int", "i", "is_submerged drowned regimes", values=(0, 1)), gate: array("scalar", "i", "gate_opening openings gate_height", values=(0.8, 1.6)), total: array("scalar", "1", "total_mass_flow total_flow outflow", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        ratio = p_down[i] / p_up[i]
        if ratio < 0.528:
            flux = 0.6847
            choked = 1
        else:
            flux = wp.sqrt(7.0 * (wp.pow(ratio, 1.4286) - wp.pow(ratio, 1.7143)))
            choked = 0
        mass_flow[i] = flux * throat[i] * p_up[i] / wp.sqrt(gas_rt)
        choked_out[i] = choked
    elif ANY:
        ratio = p_down[i] / p_up[i]
        if ratio < 0.528:  # choked
            flux = 0.6847
        else:
            flux = wp.sqrt(7.0 * (wp.pow(ratio, 1.4286) - wp.pow(ratio, 1.7143)))
        wp.atomic_add(total, 0, flux * throat[i] * p_up[i] / wp.sqrt(gas_rt))
        title("total_nozzle_flow sum_orifice_flow vent_flow", "Compute the mass that flows through all nozzles, choked or not.")
    elif ANY:
        over = head_up[i] - sill
        behind = head_down[i] - sill
        if behind > 0.0:
            keep = wp.pow(1.0 - wp.pow(behind / over, 1.5), 0.385)
            sunk = 1
        else:
            keep = 1.0
            sunk = 0
        drained[i] = 1.7 * wide[i] * over * wp.sqrt(over) * keep
        sunk_out[i] = sunk
        title("weir_flow submerged_weir villemonte_weir", "Compute the discharge over each weir, free or submerged.")
    elif ANY:
        over = head_up[i] - sill
        behind = head_down[i] - sill
        free = 1.7 * wide[i] * over * wp.sqrt(over)
        if behind > 0.0:
            drained[i] = free * wp.pow(1.0 - wp.pow(behind / over, 1.5), 0.385)
        else:
            drained[i] = free
        title("spillway_discharge weir_discharge overflow_rate", "Compute the discharge over each weir, free or submerged.")
    else:
        if gate[i] < head_up[i]:  # the gate is in the water
            drained[i] = 0.6 * wide[i] * gate[i] * wp.sqrt(19.62 * head_up[i])
        else:
            drained[i] = 1.7 * wide[i] * head_up[i] * wp.sqrt(head_up[i])
        title("sluice_gate gate_discharge gate_or_weir", "Compute the discharge under each gate, or the free flow past a lifted one.")


@idiom(names="return_mapping plastic_stress update_plastic_bar", doc="Compute the stress of each elastoplastic bar.")
def yielding(lengthened: array("scalar", "i", "strains eps total_strain", values=(-1, 1)), plastic: array("scalar", "i", "plastic_strain eps_p eps_plastic", values=(-0.2, 0.2)), hard: array("scalar", "i", "hardening_state alpha acc_plastic", values=(0.05, 0.4)), young: param("scalar", "young stiffness e_mod", values=(1, 3)), limit: param("scalar", "yield_stress strength sigma_y", values=(0.4, 0.9)), slope: param("scalar", "hardening h_mod hardening_mod", values=(0.1, 0.5)), viscous: param("scalar", "eta_over_dt viscosity_per_dt eta_dt", values=(0.2, 0.8)), stress_out: array("scalar", "i", "stress sigma stress_out", values=(0, 1)), plastic_out: array("scalar", "i", "plastic_strain_out eps_p_out eps_plastic_out", values=(0, 1)), hard_out: array("scalar", "i", "hardening_out alpha_out acc_plastic_out", values=(0, 1)), tangent_out: array("scalar", "i", "tangent stiffness_out e_tangent", values=(0, 1))):
    i = wp.tid()
    trial = young * (lengthened[i] - plastic[i])
    if ANY:
        over = wp.abs(trial) - (limit + slope * hard[i])
        if over > 0.0:
            grown = over / (young + slope)
            stress = trial - young * grown * wp.sign(trial)
        else:
            grown = 0.0
            stress = trial
        stress_out[i] = stress
        plastic_out[i] = plastic[i] + grown * wp.sign(trial)
        hard_out[i] = hard[i] + grown
        title("isotropic_hardening return_mapping plastic_bar", "Return-map the stress and hardening state of each elastoplastic bar.")
    elif ANY:
        over = wp.abs(trial) - (limit + slope * hard[i])
        if over > 0.0:
            stress = trial - young * over / (young + slope) * wp.sign(trial)
            tangent = young * slope / (young + slope)
        else:
            stress = trial
            tangent = young
        stress_out[i] = stress
        tangent_out[i] = tangent
        title("stress_and_tangent hardening_stress consistent_tangent", "Compute the stress and tangent modulus of each hardening bar.")
    elif ANY:
        back = slope * plastic[i]
        if trial - back > limit:
            grown = (trial - back - limit) / (young + slope)
        elif trial - back < -limit:
            grown = (trial - back + limit) / (young + slope)
        else:
            grown = 0.0
        stress_out[i] = trial - young * grown
        plastic_out[i] = plastic[i] + grown
        title("kinematic_hardening shifted_yield cyclic_bar", "Compute the stress of each bar with kinematic hardening.")
    elif ANY:
        if wp.abs(trial) > limit:
            stress = limit * wp.sign(trial)
        else:
            stress = trial
        stress_out[i] = stress
        plastic_out[i] = lengthened[i] - stress / young
        title("perfect_plasticity clip_stress ideal_plastic_bar", "Compute the stress of each perfectly plastic bar.")
    else:
        over = wp.abs(trial) - limit
        if over > 0.0:
            grown = over / (young + viscous) * wp.sign(trial)
        else:
            grown = 0.0
        stress_out[i] = trial - young * grown
        plastic_out[i] = plastic[i] + grown
        title("viscoplastic_stress perzyna_update overstress_step", "Relax the overstress of each viscoplastic bar by one step.")


@idiom(names="damage_model tension_damage cracking_bar", doc="Compute the stress of each bar with tensile damage.")
def damaged(stretched: array("scalar", "i", "strains eps elongation", values=(-0.6, 1)), worst: array("scalar", "i", "max_strain kappa worst_strain", values=(0.1, 0.5)), onset: param("scalar", "damage_onset eps_0 crack_strain", values=(0.15, 0.3)), brittle: param("scalar", "softening brittleness beta", values=(0.5, 3)), young: param("scalar", "young stiffness e_mod", values=(1, 3)), slack: param("scalar", "rest_strain slack slack_strain", values=(0.05, 0.2)), bend_at: param("scalar", "knee_strain yield_strain eps_knee", values=(0.2, 0.4)), second_k: param("scalar", "second_stiffness k_post e_post", values=(0.2, 0.8)), rates: array("scalar", "i", "strain_rates rates eps_dot", values=(-1, 1)), damp: param("scalar", "viscosity eta_rope eta", values=(0.1, 0.4)), stress_out: array("scalar", "i", "stress sigma stress_out", values=(0, 1)), worst_out: array("scalar", "i", "max_strain_out kappa_out worst_strain_out", values=(0, 1)), damage_out: array("scalar", "i", "damage omega damage_out", values=(0, 1)), energy_out: array("scalar", "i", "energy_density strain_energy psi_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        if stretched[i] > worst[i]:  # more than ever
            record = stretched[i]
        else:
            record = worst[i]
        broken = 1.0 - wp.exp(-brittle * wp.max(record - onset, 0.0))
        if ANY:
            if stretched[i] > 0.0:
                stress = (1.0 - broken) * young * stretched[i]
            else:  # cracks close
                stress = young * stretched[i]
            stress_out[i] = stress
            worst_out[i] = record
        else:
            damage_out[i] = broken
            worst_out[i] = record
            title("update_damage damage_variable grow_damage", "Update the damage of each bar from its largest strain so far.")
    elif ANY:
        taut = stretched[i] - slack
        if taut > 0.0:
            stress_out[i] = wp.max(young * taut + damp * rates[i], 0.0)
        else:
            stress_out[i] = 0.0
        title("cable_stress tendon_stress rope_stress", "Compute the stress of each tension-only rope.")
    elif ANY:
        if stretched[i] > bend_at:
            stress = young * bend_at + second_k * (stretched[i] - bend_at)
        elif stretched[i] < -bend_at:
            stress = -young * bend_at + second_k * (stretched[i] + bend_at)
        else:
            stress = young * stretched[i]
        stress_out[i] = stress
        title("bilinear_spring two_slope_law knee_spring", "Compute the bilinear stress of each element.")
    else:
        if stretched[i] > 0.0:
            energy_out[i] = 0.5 * second_k * stretched[i] * stretched[i]
        else:
            energy_out[i] = 0.5 * young * stretched[i] * stretched[i]
        title("bimodular_energy tension_compression_energy unilateral_energy", "Compute the strain energy of each bimodular element.")


@idiom(names="bristle_friction stick_slip elastoplastic_friction", doc="Compute the friction of each contact, which sticks as a spring or slips.")
def sticking(moved: array("scalar", "i", "bristle deflection slip_state", values=(-0.4, 0.4)), slide_v: array("scalar", "i", "slip_speed velocities v_slide", values=(-1, 1)), pressed: array("scalar", "i", "normal_force loads f_normal", values=(0.5, 1.5)), tangent_k: param("scalar", "tangent_stiffness k_t bristle_k", values=(1, 3)), grip: param("scalar", "friction mu mu_f", values=(0.3, 0.7)), step_of: param("scalar", "dt time_step h", values=(0.1, 0.3)), forces: array("scalar", "i", "friction_force forces f_t", values=(0, 1)), bristle_out: array("scalar", "i", "bristle_out deflection_out slip_state_out", values=(0, 1)), slips: array("int", "i", "is_slipping slips slip_flag", values=(0, 1))):
    i = wp.tid()
    bent = moved[i] + step_of * slide_v[i]
    most = grip * pressed[i]
    if ANY:
        if wp.abs(tangent_k * bent) <= most:
            force = -tangent_k * bent
        else:
            force = -most * wp.sign(bent)
        forces[i] = force
        bristle_out[i] = -force / tangent_k
    else:
        if wp.abs(tangent_k * bent) <= most:
            force = -tangent_k * bent
            slipping = 0
        else:
            force = -most * wp.sign(bent)
            slipping = 1
        forces[i] = force
        slips[i] = slipping


@idiom(names="upwind_advection advect_field transport_step", doc="Take one first-order upwind advection step.")
def upwinded(field: array("scalar", "x y", "field concentration phi", values=(0.2, 1.2)), flow_x: array("scalar", "x y", "vel_x u_field wind_u", values=(-1, 1)), flow_y: array("scalar", "x y", "vel_y v_field wind_v", values=(-1, 1)), normal_v: array("scalar", "x y", "normal_speed burn_speed growth_speed", values=(-1, 1)), step_of: param("scalar", "dt_dx courant dt", values=(0.1, 0.3)), spread: param("scalar", "diffusion_number kappa_dt diffusion", values=(0.02, 0.1)), result: array("scalar", "x y", "field_out concentration_out phi_new", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        left = (x + len(x) - 1) % len(x)
        right = (x + 1) % len(x)
        below = (y + len(y) - 1) % len(y)
        above = (y + 1) % len(y)
    else:
        left = wp.max(x - 1, 0)
        right = wp.min(x + 1, len(x) - 1)
        below = wp.max(y - 1, 0)
        above = wp.min(y + 1, len(y) - 1)
    c = field[x, y]
    if ANY:
        u = flow_x[x, y]
        v = flow_y[x, y]
        if u > 0.0:
            along = u * (c - field[left, y])
        else:
            along = u * (field[right, y] - c)
        if v > 0.0:
            across = v * (c - field[x, below])
        else:
            across = v * (field[x, above] - c)
        if ANY:
            result[x, y] = c - step_of * (along + across)
        else:
            result[x, y] = c - step_of * (along + across) + spread * (field[left, y] + field[right, y] + field[x, below] + field[x, above] - 4.0 * c)
            title("advect_diffuse advection_diffusion_step upwind_with_diffusion", "Take one upwind advection-diffusion step.")
    else:
        dx_lo = c - field[left, y]
        dx_hi = field[right, y] - c
        dy_lo = c - field[x, below]
        dy_hi = field[x, above] - c
        if normal_v[x, y] > 0.0:  # grows
            gx = wp.max(wp.max(dx_lo, 0.0), -wp.min(dx_hi, 0.0))
            gy = wp.max(wp.max(dy_lo, 0.0), -wp.min(dy_hi, 0.0))
        else:
            gx = wp.max(-wp.min(dx_lo, 0.0), wp.max(dx_hi, 0.0))
            gy = wp.max(-wp.min(dy_lo, 0.0), wp.max(dy_hi, 0.0))
        result[x, y] = c - step_of * normal_v[x, y] * wp.sqrt(gx * gx + gy * gy + 0.000001)
        title("godunov_level_set level_set_step front_propagation", "Take one upwind step of the level set equation.")


@idiom(names="donor_cell conservative_upwind upwind_flux_step", doc="Advect a density along a line with conservative upwind fluxes.")
def lined(field: array("scalar", "i", "field concentration phi", values=(0.2, 1.2)), face_u: array("scalar", "i", "face_velocity u_face u_right", values=(-1, 1)), wave: array("scalar", "i", "wave u_field velocity", values=(-1, 1)), step_of: param("scalar", "dt_dx courant dt", values=(0.1, 0.4)), result: array("scalar", "i", "field_out concentration_out phi_new", values=(0, 1)), slopes: array("scalar", "i", "slopes limited_slopes slope_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        left = (i + len(i) - 1) % len(i)
        right = (i + 1) % len(i)
    else:
        left = wp.max(i - 1, 0)
        right = wp.min(i + 1, len(i) - 1)
    if ANY:
        if face_u[i] > 0.0:
            flux_out = face_u[i] * field[i]
        else:
            flux_out = face_u[i] * field[right]
        if face_u[left] > 0.0:
            flux_in = face_u[left] * field[left]
        else:
            flux_in = face_u[left] * field[i]
        result[i] = field[i] - step_of * (flux_out - flux_in)
    elif ANY:
        u = wave[i]
        if u > 0.0:
            change = u * (u - wave[left])
        else:
            change = u * (wave[right] - u)
        result[i] = u - step_of * change
        title("burgers_upwind burgers_step steepen_wave", "Take one upwind step of Burgers' equation.")
    else:
        back = field[i] - field[left]
        ahead = field[right] - field[i]
        if back * ahead <= 0.0:
            slope = 0.0
        elif wp.abs(back) < wp.abs(ahead):
            slope = back
        else:
            slope = ahead
        slopes[i] = slope
        title("minmod_slopes limited_slopes slope_limiter", "Compute the slope of each cell by the minmod limiter, for a reconstruction without overshoots.")


@idiom(names="penalty_contact contact_forces collide_with_plane", doc="Compute the force of a plane on each particle, with friction, if they touch.")
def touching(places: array("vec3", "i", "positions x particles", values=(-1, 1)), motions: array("vec3", "i", "velocities v qd", values=(-1, 1)), radii: array("scalar", "i", "radii margins particle_r", values=(0.2, 0.6)), normal: param("vec3", "plane_normal n_plane up", kind=unit), half_w: param("scalar", "wall_height half_gap half_width", values=(0.7, 0.95)), stiff: param("scalar", "stiffness ke k_contact", values=(2, 10)), damp: param("scalar", "damping kd c_contact", values=(0.2, 1)), grip: param("scalar", "friction mu mu_f", values=(0.2, 0.7)), bounce: param("scalar", "restitution e_n bounce", values=(0.2, 0.8)), stick: param("scalar", "adhesion cohesion pull_off", values=(0.1, 0.4)), reach: param("scalar", "cohesion_range reach bond_range", values=(0.2, 0.4)), ball: param("vec3", "sphere_center center obstacle", values=(-0.3, 0.3)), ball_r: param("scalar", "sphere_radius obstacle_r big_r", values=(0.4, 0.7)), forces: array("vec3", "i", "forces f contact_forces", values=(0, 1)), energy: array("scalar", "1", "contact_energy total_energy energy", values=(0, 0.1)), v_out: array("vec3", "i", "velocities_out v_new qd_out", values=(0, 1))):
    i = wp.tid()
    x = places[i]
    if ANY:
        v = motions[i]
        depth = radii[i] - wp.dot(normal, x)
        vn = wp.dot(v, normal)
        if ANY:
            if depth > 0.0:
                fn = wp.max(stiff * depth - damp * vn, 0.0)
                vt = v - vn * normal
                force = fn * normal - grip * fn / wp.sqrt(wp.dot(vt, vt) + 0.01) * vt
            else:
                force = wp.vec3(0.0, 0.0, 0.0)
            forces[i] = force
            title("penalty_contact plane_contact_forces coulomb_contact", "Compute the force of a plane on each particle, with friction, if they touch.")
        elif ANY:
            if depth > 0.0:
                fn = wp.max(stiff * depth * wp.sqrt(depth) - damp * vn, 0.0)
            else:
                fn = 0.0
            forces[i] = fn * normal
            title("hertz_contact dem_wall_contact grain_on_plane", "Compute the force of a plane on each grain by Hertz's law, if they touch.")
        elif ANY:
            if depth > 0.0:
                fn = stiff * depth - stick - damp * vn
            elif depth > -reach:  # the bond stretches
                fn = -stick * (1.0 + depth / reach)
            else:
                fn = 0.0
            forces[i] = fn * normal
            title("cohesive_contact sticky_contact adhesive_wall", "Compute the force of a plane on each sticky grain, which pulls it back within a range.")
        else:
            if depth > 0.0 and vn < 0.0:  # touches and comes nearer
                v_out[i] = v - (1.0 + bounce) * vn * normal
            else:
                v_out[i] = v
            title("bounce_off_plane reflect_velocities impulse_contact", "Reflect the velocity of each particle that hits a plane.")
    elif ANY:
        off = x - ball
        gap = wp.length(off)
        depth = radii[i] + ball_r - gap
        if ANY:
            if depth > 0.0:
                force = stiff * depth * off / gap
            else:
                force = wp.vec3(0.0, 0.0, 0.0)
            forces[i] = force
            title("sphere_contact collide_with_sphere obstacle_force", "Compute the force of a ball on each particle, if they touch.")
        else:
            if depth > 0.0:
                wp.atomic_add(energy, 0, 0.5 * stiff * depth * depth)
            title("overlap_energy contact_energy sphere_penalty", "Compute the elastic energy of all particles that overlap a ball.")
    else:
        if x[1] < 0.0:  # the nearer wall
            wall_n = wp.vec3(0.0, 1.0, 0.0)
            depth = radii[i] - (half_w + x[1])
        else:
            wall_n = wp.vec3(0.0, -1.0, 0.0)
            depth = radii[i] - (half_w - x[1])
        forces[i] = stiff * wp.max(depth, 0.0) * wall_n
        title("slab_contact collide_between_plates channel_walls", "Compute the force of two parallel walls on each particle, if it touches the nearer one.")


@idiom(names="vanilla_payoffs call_or_put intrinsic_values", doc="Compute the payoff of each option at expiry.")
def payoffs(spots: array("scalar", "i", "spots prices s", values=(0.6, 1.5)), strikes: array("scalar", "i", "strikes strike_prices strike_k", values=(0.8, 1.2)), calls: array("int", "i", "is_call call_flags option_type", kind=flag), hold: array("scalar", "i", "continuation hold_values model_values", values=(0, 0.4)), sizes: array("scalar", "i", "notionals quantities amounts", values=(0.5, 2)), cap: param("scalar", "spread_width cap_width width", values=(0.1, 0.3)), barrier: param("scalar", "barrier upper_barrier knock_out", values=(1.25, 1.4)), rebate: param("scalar", "rebate knock_out_rebate cash_rebate", values=(0.02, 0.1)), buffer: param("scalar", "buffer protection loss_buffer", values=(0.1, 0.2)), payoff_out: array("scalar", "i", "payoffs pay_out cash_flows", values=(0, 1)), values_out: array("scalar", "i", "option_values values_out v_new", values=(0, 1)), deltas: array("scalar", "i", "deltas hedge_ratio delta_out", values=(0, 1)), book: array("scalar", "1", "book_value portfolio_value total", values=(0, 0.1)), exercised: array("int", "i", "exercised is_exercised exercise_flags", values=(0, 1))):
    i = wp.tid()
    price_s = spots[i]
    strike_i = strikes[i]
    if ANY:
        if calls[i] == 1:
            paid = wp.max(price_s - strike_i, 0.0)
        else:
            paid = wp.max(strike_i - price_s, 0.0)
        if ANY:
            payoff_out[i] = paid
        else:
            wp.atomic_add(book, 0, sizes[i] * paid)
            title("book_intrinsic_value settle_book total_payoff", "Sum the payoff of a book of calls and puts.")
    elif ANY:
        if calls[i] == 1:
            inner = price_s - strike_i
        else:
            inner = strike_i - price_s
        if ANY:
            values_out[i] = wp.max(inner, hold[i])
            title("early_exercise american_step bermudan_step", "Compute the value of each American option: held or exercised.")
        else:
            if inner > hold[i]:
                values_out[i] = inner
                exercised[i] = 1
            else:
                values_out[i] = hold[i]
                exercised[i] = 0
            title("exercise_decision exercise_or_hold early_exercise_flags", "Compute the value and the exercise decision of each American option.")
    elif ANY:
        if price_s < strike_i:
            paid = 0.0
            delta = 0.0
        elif price_s < strike_i + cap:
            paid = price_s - strike_i
            delta = 1.0
        else:
            paid = cap
            delta = 0.0
        payoff_out[i] = paid
        deltas[i] = delta
        title("call_spread capped_call bull_spread", "Compute the payoff and the delta of each call spread at expiry.")
    elif ANY:
        if price_s >= barrier:  # knocked out
            payoff_out[i] = rebate
        else:
            payoff_out[i] = wp.max(price_s - strike_i, 0.0)
        title("knock_out_payoffs up_and_out_call barrier_payoffs", "Compute the payoff of each up-and-out call with a rebate.")
    else:
        growth = price_s / strike_i - 1.0
        if growth > 0.0:
            gain = wp.min(growth, cap)
        elif growth > -buffer:  # shielded
            gain = 0.0
        else:
            gain = growth + buffer
        payoff_out[i] = sizes[i] * (1.0 + gain)
        title("buffered_note structured_note note_payoffs", "Compute the payoff of each buffered note with a capped gain.")


@idiom(names="temperature_from_enthalpy phase_from_enthalpy stefan_state", doc="Compute the temperature of each cell from its enthalpy: solid, melting or liquid.")
def melting(enthalpy: array("scalar", "i", "enthalpy h heat_content", values=(-0.6, 1.6)), latent: param("scalar", "latent_heat latent l_fusion", values=(0.4, 0.8)), cap_solid: param("scalar", "c_solid cap_ice c_ice", values=(0.5, 0.8)), cap_liquid: param("scalar", "c_liquid cap_water c_water", values=(0.9, 1.3)), temps_out: array("scalar", "i", "temperatures temp_out t_out", values=(0, 1)), melted_out: array("scalar", "i", "liquid_fraction melted melt_fraction", values=(0, 1)), phase_out: array("int", "i", "phase_out phases phase_ids", values=(0, 1))):
    i = wp.tid()
    h = enthalpy[i]
    if ANY:
        if h < 0.0:
            degrees = h / cap_solid
            melted = 0.0
        elif h < latent:  # at the melting point
            degrees = 0.0
            melted = h / latent
        else:
            degrees = (h - latent) / cap_liquid
            melted = 1.0
        temps_out[i] = degrees
        melted_out[i] = melted
        title("enthalpy_to_temperature melt_state temperature_and_melt", "Compute the temperature of each cell and how much of it is liquid, from its enthalpy.")
    else:
        if h < 0.0:
            degrees = h / cap_solid
            phase = 0
        elif h < latent:  # at the melting point
            degrees = 0.0
            phase = 1
        else:
            degrees = (h - latent) / cap_liquid
            phase = 2
        temps_out[i] = degrees
        phase_out[i] = phase


@idiom(names="snow_step degree_day_melt snowpack_update", doc="Update the snow of each cell by snowfall and degree-day melt.")
def thawing(snow: array("scalar", "i", "snow swe snowpack", values=(0, 1)), temps: array("scalar", "i", "air_temp temp_c t_air", values=(-3, 4)), precip: array("scalar", "i", "precip precipitation precip_rate", values=(0, 0.4)), factor: param("scalar", "melt_factor degree_day ddf", values=(0.1, 0.4)), step_of: param("scalar", "dt days dt_days", values=(0.5, 1)), snow_out: array("scalar", "i", "snow_out swe_out snowpack_out", values=(0, 1)), runoff: array("scalar", "i", "runoff outflow liquid_out", values=(0, 1)), melt_sum: array("scalar", "1", "total_melt melt_sum basin_melt", values=(0, 0.1))):
    i = wp.tid()
    if ANY:
        if temps[i] < 0.0:
            snow_out[i] = snow[i] + step_of * precip[i]
            runoff[i] = 0.0
        else:
            melt = wp.min(step_of * factor * temps[i], snow[i])
            snow_out[i] = snow[i] - melt
            runoff[i] = step_of * precip[i] + melt
    else:
        if temps[i] > 0.0:
            melt = wp.min(step_of * factor * temps[i], snow[i])
            snow_out[i] = snow[i] - melt
            wp.atomic_add(melt_sum, 0, melt)
        else:
            snow_out[i] = snow[i]
        title("melt_snow total_snowmelt ablation_step", "Update the snow of each cell and sum the melt.")


@idiom(names="soil_bucket soil_moisture_step bucket_model", doc="Update each soil water store by rain, evaporation and drainage.")
def draining(water: array("scalar", "i", "soil_water storage moisture", values=(0, 1.2)), rain: array("scalar", "i", "rain precip rainfall", values=(0, 0.4)), thirst: array("scalar", "i", "potential_evap pet e_pot", values=(0.05, 0.3)), capacity: param("scalar", "field_capacity w_fc capacity", values=(0.5, 0.8)), rate_of: param("scalar", "drain_rate k_drain recession", values=(0.1, 0.5)), step_of: param("scalar", "dt days dt_days", values=(0.3, 1)), water_out: array("scalar", "i", "soil_water_out storage_out moisture_out", values=(0, 1)), store: param("scalar", "capacity bucket_size store_capacity", values=(0.5, 0.8)), spilled: array("scalar", "i", "overflow spill_out excess_water", values=(0, 1)), drained: array("scalar", "i", "drainage recharge percolation", values=(0, 1)), evap_out: array("scalar", "i", "actual_evap aet evaporation", values=(0, 1))):
    i = wp.tid()
    w = water[i]
    if ANY:
        if w > capacity:  # drains, and evaporates in full
            drain = rate_of * (w - capacity)
            evap = thirst[i]
        else:
            drain = 0.0
            evap = thirst[i] * w / capacity
        water_out[i] = wp.max(w + step_of * (rain[i] - evap - drain), 0.0)
        if ANY:
            drained[i] = step_of * drain
        else:
            evap_out[i] = step_of * evap
    else:
        filled = w + step_of * rain[i]
        if filled > store:
            water_out[i] = store
            spilled[i] = filled - store
        else:
            water_out[i] = filled
            spilled[i] = 0.0
        title("overflow_bucket fill_and_spill saturation_excess", "Update each water store by rain and spill the excess.")


@idiom(names="thermostat_step hysteresis_control heater_update", doc="Take one step of each room's temperature with a hysteresis thermostat.")
def heated(temps: array("scalar", "i", "temperatures room_temp t_room", values=(16, 24)), outside: array("scalar", "i", "outside_temp ambient t_out", values=(0, 10)), heater: array("int", "i", "heater_on is_on was_on", kind=flag), low: param("scalar", "t_low on_below lower_limit", values=(18, 19)), high: param("scalar", "t_high off_above upper_limit", values=(21, 22)), power_of: param("scalar", "heat_rate heater_rate q_heat", values=(4, 8)), loss: param("scalar", "loss_rate k_loss leak_rate", values=(0.1, 0.3)), step_of: param("scalar", "dt time_step hours", values=(0.1, 0.5)), temps_out: array("scalar", "i", "temperatures_out room_temp_out t_room_out", values=(0, 1)), heater_out: array("int", "i", "heater_on_out is_on_next heater_out", values=(0, 1))):
    i = wp.tid()
    warmth = temps[i]
    if ANY:
        if warmth < low:
            is_on = 1
        elif warmth > high:
            is_on = 0
        else:  # as before
            is_on = heater[i]
        temps_out[i] = warmth + step_of * (float(is_on) * power_of - loss * (warmth - outside[i]))
        heater_out[i] = is_on
    else:
        if warmth < low:
            temps_out[i] = warmth + step_of * (power_of - loss * (warmth - outside[i]))
        else:
            temps_out[i] = warmth - step_of * loss * (warmth - outside[i])
        title("on_off_control simple_thermostat heat_when_cold", "Take one step of each room's temperature with an on-off heater.")


@idiom(names="lif_step spike_and_reset integrate_and_fire_step", doc="Take one step of each integrate-and-fire neuron with a refractory time.")
def spiking(potential: array("scalar", "i", "potentials v_m membrane", values=(0, 1.2)), drive: array("scalar", "i", "input_current i_syn drive", values=(0, 1.5)), resting: array("int", "i", "refractory cooldown refr_steps", values=(0, 3)), fires_at: param("scalar", "v_threshold threshold v_th", values=(0.8, 1)), back_to: param("scalar", "v_reset reset_value v_rest", values=(0, 0.2)), leak: param("scalar", "leak_rate inv_tau g_leak", values=(0.1, 0.5)), step_of: param("scalar", "dt time_step h", values=(0.1, 0.5)), potential_out: array("scalar", "i", "potentials_out v_m_out membrane_out", values=(0, 1)), spikes: array("int", "i", "spikes fired spike_out", values=(0, 1)), resting_out: array("int", "i", "refractory_out cooldown_out refr_steps_out", values=(0, 1))):
    i = wp.tid()
    if ANY:
        if resting[i] > 0:
            potential_out[i] = back_to
            resting_out[i] = resting[i] - 1
        elif potential[i] > fires_at:
            potential_out[i] = back_to
            resting_out[i] = 3
        else:
            potential_out[i] = potential[i] + step_of * (drive[i] - leak * potential[i])
            resting_out[i] = 0
    else:
        charged = potential[i] + step_of * (drive[i] - leak * potential[i])
        if charged > fires_at:
            potential_out[i] = back_to
            spikes[i] = 1
        else:
            potential_out[i] = charged
            spikes[i] = 0
        title("neuron_update leaky_integrate_fire spike_step", "Take one step of each leaky integrate-and-fire neuron and record its spikes.")


@idiom(names="rate_limited_step slew_limiter actuator_update", doc="Move each actuator to its command within a rate limit.")
def slewed(now: array("scalar", "i", "positions angles current", values=(-1, 1)), wanted: array("scalar", "i", "commands targets setpoints", values=(-1, 1)), fastest: array("scalar", "i", "max_rates rate_limits v_max", values=(0.5, 1.5)), gain: param("scalar", "gain kp k_p", values=(1, 3)), dead: param("scalar", "deadband dead_zone tolerance", values=(0.1, 0.3)), step_of: param("scalar", "dt time_step h", values=(0.05, 0.2)), moved: array("scalar", "i", "positions_out angles_out current_out", values=(0, 1)), limited: array("int", "i", "saturated is_limited at_limit", values=(0, 1)), speed_out: array("scalar", "i", "rates_out velocities_out commanded_rate", values=(0, 1))):
    i = wp.tid()
    if ANY:
        rate = gain * (wanted[i] - now[i])
        if rate > fastest[i]:
            rate = fastest[i]
            side = 1
        elif rate < -fastest[i]:
            rate = -fastest[i]
            side = -1
        else:
            side = 0
        moved[i] = now[i] + step_of * rate
        limited[i] = side
    else:
        off = wanted[i] - now[i]
        if off > dead:
            rate = gain * (off - dead)
        elif off < -dead:
            rate = gain * (off + dead)
        else:  # near enough
            rate = 0.0
        if ANY:
            speed_out[i] = rate
            title("deadband_control dead_zone_rate proportional_with_deadband", "Compute the rate of each actuator toward its command, with a dead zone around it.")
        else:
            moved[i] = now[i] + step_of * rate
            title("deadband_step actuator_with_deadband move_outside_deadband", "Move each actuator to its command outside a dead zone.")
