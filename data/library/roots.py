# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Roots and fixed points: bisection, chords, Newton's steps, and steps repeated until nothing changes."""

domain("roots", entity="item", edge="edge")

words(find_lo="lo", find_hi="hi", find_mid="mid middle m", f_lo="f_lo", f_hi="f_hi", f_at="f value residual", f_slope="df slope deriv", root_x="x",
      move_by="delta dx newton_step", trips="iters count it")


@idiom(names="solve_by_bisection bisect_root find_root", doc="Find the root of an equation by bisection.")
def bisected(targets: array("scalar", "i", "targets products rhs", values=(0.4, 2.4)), probs: array("scalar", "i", "probs quantile_levels p", values=(0.1, 0.8)), coeffs: array("scalar", "i", "coeffs linear_coeff p_coeff", values=(0.3, 0.9)), constants: array("scalar", "i", "constants rhs q_coeff", values=(0.4, 2.4)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), ligand: array("scalar", "i", "total_ligand ligand_conc total_conc", values=(0.4, 2.4)), receptor: param("scalar", "receptor_conc receptors sites", values=(0.3, 1)), kd: param("scalar", "kd dissociation k_d", values=(0.3, 1)), flow: array("scalar", "i", "discharge flow_rates Q", values=(0.2, 2)), bed_width: array("scalar", "i", "widths channel_width bed_width", values=(1, 3)), rough: param("scalar", "manning_n roughness n_manning", values=(0.03, 0.05)), bed_slope: param("scalar", "bed_slope slope", values=(0.002, 0.01)), flux: array("scalar", "i", "flux_density B b_field", values=(0.4, 2.4)), saturation: param("scalar", "saturation b_sat", values=(0.5, 1.2)), mu: param("scalar", "mu permeability mu_0", values=(0.6, 0.9)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), roots: array("scalar", "i", "roots x_out solution", values=(0, 1)), anomalies_out: array("scalar", "i", "eccentric_anomaly E_out", values=(0, 1)), free_out: array("scalar", "i", "free_ligand free_conc", values=(0, 1)), depths_out: array("scalar", "i", "depths normal_depth water_depth", values=(0, 1)), fields_out: array("scalar", "i", "field_strength H h_field", values=(0, 1)), quantiles: array("scalar", "i", "quantiles waiting_times x_out", values=(0, 1))):
    i = wp.tid()
    find_lo = float(0.0)
    find_hi = float(4.0)
    while find_hi - find_lo > tol:
        find_mid = 0.5 * (find_lo + find_hi)
        if ANY("law"):
            f_at = find_mid - ecc[i] * wp.sin(find_mid) - anomaly[i]
        elif ANY("law"):
            f_at = find_mid * wp.exp(find_mid) - targets[i]
        elif ANY("law"):
            f_at = find_mid * find_mid * find_mid + coeffs[i] * find_mid - constants[i]
        elif ANY("law"):
            bound = receptor * find_mid / (kd + find_mid)
            f_at = find_mid + bound - ligand[i]
        elif ANY("law"):
            wetted = bed_width[i] * find_mid
            radius = wetted / (bed_width[i] + 2.0 * find_mid)
            carried = wetted * wp.pow(radius, 0.6667) * wp.sqrt(bed_slope) / rough
            f_at = carried - flow[i]
        elif ANY("law"):
            f_at = mu * find_mid + saturation * wp.tanh(find_mid) - flux[i]
        else:
            f_at = 1.0 - (1.0 + find_mid) * wp.exp(-find_mid) - probs[i]
        if f_at > 0.0:
            find_hi = find_mid
        else:
            find_lo = find_mid
    if ANY("law"):
        anomalies_out[i] = 0.5 * (find_lo + find_hi)
        title("solve_kepler eccentric_anomaly kepler_by_bisection", "Compute the eccentric anomaly of each orbit, by bisection of Kepler's equation.")
    elif ANY("law"):
        roots[i] = 0.5 * (find_lo + find_hi)
        title("lambert_w invert_x_exp_x", "Solve w exp(w) = x (the Lambert function) by bisection.")
    elif ANY("law"):
        roots[i] = 0.5 * (find_lo + find_hi)
        title("solve_cubic depressed_cubic_root", "Compute the real root of a monotone cubic, by bisection.")
    elif ANY("law"):
        free_out[i] = 0.5 * (find_lo + find_hi)
        title("free_concentration binding_equilibrium solve_binding", "Solve the binding balance for the free ligand by bisection.")
    elif ANY("law"):
        depths_out[i] = 0.5 * (find_lo + find_hi)
        title("normal_depth manning_depth depth_from_discharge", "Compute the depth at which a rectangular channel carries its discharge, by bisection of Manning's formula.")
    elif ANY("law"):
        fields_out[i] = 0.5 * (find_lo + find_hi)
        title("invert_magnetization field_from_flux", "Compute the field at which a saturating material has a given flux density, by bisection.")
    else:
        quantiles[i] = 0.5 * (find_lo + find_hi)
        title("erlang_quantile quantile_by_bisection invert_erlang_cdf", "Compute quantiles of the Erlang distribution of second order, by bisection of its distribution function.")


@idiom(names="bond_yield yield_to_maturity implied_yield", doc="Solve a bond's yield to maturity by bisection.")
def bisected_sums(prices: array("scalar", "i", "prices bond_prices market_price", values=(0.8, 1.2)), coupon: param("scalar", "coupon coupon_rate", values=(0.03, 0.08)), periods: param("int", "num_periods maturity num_coupons", values=(4, 9)), noise: array("scalar", "i k", "noise_levels noise channel_noise", values=(0.1, 1)), power: param("scalar", "power_budget total_power", values=(0.5, 2)), scores: array("scalar", "i k", "scores logits_in z", values=(-1, 1)), terms: array("scalar", "i k", "samples data_rows observations", values=(0.5, 2)), tol: param("scalar", "tol tolerance eps", values=(0.0005, 0.005)), yields: array("scalar", "i", "yields yield_out ytm", values=(0, 1)), levels_out: array("scalar", "i", "water_levels fill_level", values=(0, 1)), thresholds: array("scalar", "i", "thresholds tau_out", values=(0, 1)), locations: array("scalar", "i", "locations robust_mean centers_out", values=(0, 1))):
    k = size("row_len num_cols", 3, 6)
    i = wp.tid()
    if ANY("law"):
        find_lo = float(-0.1)
        find_hi = float(0.5)
    elif ANY("law"):
        find_lo = float(0.0)
        find_hi = 1.0 + power
    elif ANY("law"):
        find_lo = float(-2.0)
        find_hi = float(1.0)
    else:
        find_lo = float(0.5)
        find_hi = float(2.0)
    while find_hi - find_lo > tol:
        find_mid = 0.5 * (find_lo + find_hi)
        if ANY("law"):
            worth = float(0.0)
            discount = float(1.0)
            for s in range(periods):
                discount = discount / (1.0 + find_mid)
                worth += coupon * discount
            f_at = prices[i] - worth - discount
        elif ANY("law"):
            used_power = float(0.0)
            for inner_k in range(len(k)):
                used_power += wp.max(find_mid - noise[i, inner_k], 0.0)
            f_at = used_power - power
        elif ANY("law"):
            mass = float(0.0)
            for inner_k in range(len(k)):
                mass += wp.max(scores[i, inner_k] - find_mid, 0.0)
            f_at = 1.0 - mass
        else:
            pull = float(0.0)
            for inner_k in range(len(k)):
                pull += wp.clamp(terms[i, inner_k] - find_mid, -0.3, 0.3)
            f_at = -pull
        if f_at > 0.0:
            find_hi = find_mid
        else:
            find_lo = find_mid
    if ANY("law"):
        yields[i] = 0.5 * (find_lo + find_hi)
    elif ANY("law"):
        levels_out[i] = 0.5 * (find_lo + find_hi)
        title("water_filling water_level allocate_power", "Find the water-filling level of each user's channels by bisection.")
    elif ANY("law"):
        thresholds[i] = 0.5 * (find_lo + find_hi)
        title("sparsemax_threshold simplex_threshold", "Find the simplex projection threshold of each row by bisection.")
    else:
        locations[i] = 0.5 * (find_lo + find_hi)
        title("huber_location robust_center huber_mean", "Compute Huber's robust mean of each row, by bisection.")


@idiom(names="kepler_regula_falsi solve_kepler_chord", doc="Compute the eccentric anomaly of each orbit, by false position.")
def false_position(targets: array("scalar", "i", "targets products rhs", values=(0.4, 2.4)), coeffs: array("scalar", "i", "coeffs linear_coeff p_coeff", values=(0.3, 0.9)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), max_trips: param("int", "max_iters max_steps num_steps", values=(16, 30)), roots: array("scalar", "i", "roots x_out solution", values=(0, 1)), trips_out: array("int", "i", "iterations steps_out iters_out", values=(0, 1))):
    i = wp.tid()
    find_lo = float(0.0)
    find_hi = float(3.2)
    root_x = float(0.0)
    trips = int(0)
    if ANY("law"):
        f_lo = -anomaly[i]
        f_hi = find_hi - ecc[i] * wp.sin(find_hi) - anomaly[i]
    elif ANY("law"):
        f_lo = -targets[i]
        f_hi = find_hi * find_hi * find_hi + coeffs[i] * find_hi - targets[i]
        title("cubic_root_by_chords regula_falsi_cubic", "Compute the real root of a monotone cubic, by false position.")
    else:
        f_lo = -targets[i]
        f_hi = find_hi * wp.exp(find_hi) - targets[i]
        title("lambert_by_chords lambert_w_regula_falsi", "Solve w exp(w) = x (the Lambert function) by false position.")
    f_at = float(1.0)
    while wp.abs(f_at) > tol and trips < max_trips:
        root_x = find_lo - f_lo * (find_hi - find_lo) / (f_hi - f_lo)  # where the chord is zero
        if ANY("law"):
            f_at = root_x - ecc[i] * wp.sin(root_x) - anomaly[i]
        elif ANY("law"):
            f_at = root_x * root_x * root_x + coeffs[i] * root_x - targets[i]
        else:
            f_at = root_x * wp.exp(root_x) - targets[i]
        if f_at > 0.0:
            find_hi = root_x
            f_hi = f_at
            f_lo = 0.5 * f_lo  # Illinois
        else:
            find_lo = root_x
            f_lo = f_at
            f_hi = 0.5 * f_hi
        trips += 1
    roots[i] = root_x
    if ANY:
        trips_out[i] = trips


@idiom(names="newton_solve solve_newton newton_roots", doc="Iterate Newton's method to convergence.")
def newton_until(targets: array("scalar", "i", "targets cubes_in volumes", values=(0.8, 3)), guesses: array("scalar", "i", "guesses x0 initial", values=(1, 2)), ecc: array("scalar", "i", "ecc eccentricity e_orbit", values=(0.1, 0.7)), anomaly: array("scalar", "i", "mean_anomaly anomalies M", values=(0.4, 2.4)), rough: param("scalar", "rel_roughness roughness", values=(0.001, 0.03)), reynolds: array("scalar", "i", "reynolds reynolds_number Re", values=(10000, 90000)), source: array("scalar", "i", "source_voltage v_source v_in", values=(0.6, 1.5)), drop: param("scalar", "i_sat_r saturation_drop leak_voltage", values=(0.01, 0.05)), thermal: param("scalar", "v_thermal n_vt", values=(0.2, 0.4)), absorbed: array("scalar", "i", "absorbed absorbed_flux heat_in", values=(0.8, 3)), emission: param("scalar", "emission emissivity_sigma", values=(0.2, 0.8)), transfer: param("scalar", "heat_transfer h_conv", values=(0.4, 1)), ambient: array("scalar", "i", "ambient air_temperature t_air", values=(0.4, 1)), pressures: array("scalar", "i", "pressures p pressure", values=(0.8, 1.4)), heat_rt: param("scalar", "rt gas_rt", values=(1.5, 2.5)), attract: param("scalar", "a_vdw attraction", values=(0.05, 0.2)), covolume: param("scalar", "b_vdw covolume", values=(0.05, 0.15)), states: array("scalar", "i", "states population x_old", values=(0.2, 1.2)), growth: param("scalar", "growth_rate r_growth", values=(0.4, 1)), dt: param("scalar", "dt time_step", values=(0.2, 0.8)), tol: param("scalar", "tol tolerance eps", values=(0.001, 0.01)), limit: param("scalar", "max_step step_limit trust", values=(0.2, 0.5)), max_trips: param("int", "max_iters newton_iters max_steps", values=(6, 12)), roots: array("scalar", "i", "cube_roots roots_out", values=(0, 1)), anomalies_out: array("scalar", "i", "eccentric_anomaly E_out", values=(0, 1)), frictions: array("scalar", "i", "friction_factors friction f_out", values=(0, 1)), voltages: array("scalar", "i", "diode_voltage v_diode v_out", values=(0, 1)), heats: array("scalar", "i", "surface_temperature t_surface t_skin", values=(0, 1)), molar: array("scalar", "i", "molar_volume v_molar", values=(0, 1)), states_out: array("scalar", "i", "states_out population_out x_new", values=(0, 1)), trips_out: array("int", "i", "iterations num_iters iters_out", values=(0, 1))):
    i = wp.tid()
    trips = int(0)
    move_by = float(1.0)
    if ANY("law"):
        root_x = guesses[i]
    elif ANY("law"):
        root_x = anomaly[i]
    elif ANY("law"):
        root_x = float(6.0)
    elif ANY("law"):
        root_x = source[i]
    elif ANY("law"):
        root_x = ambient[i]
    elif ANY("law"):
        root_x = heat_rt / pressures[i]
    else:
        root_x = states[i]
    while wp.abs(move_by) > tol and trips < max_trips:
        if ANY("law"):
            f_at = root_x * root_x * root_x - targets[i]
            f_slope = 3.0 * root_x * root_x
            move_by = choose(f_at / f_slope, wp.clamp(f_at / f_slope, -limit, limit))
        elif ANY("law"):
            f_at = root_x - ecc[i] * wp.sin(root_x) - anomaly[i]
            f_slope = 1.0 - ecc[i] * wp.cos(root_x)
            move_by = f_at / f_slope
        elif ANY("law"):
            inner = rough / 3.7 + 2.51 * root_x / reynolds[i]
            f_at = root_x + 0.8686 * wp.log(inner)
            f_slope = 1.0 + 0.8686 * 2.51 / (reynolds[i] * inner)
            move_by = f_at / f_slope
        elif ANY("law"):
            grown = wp.exp(root_x / thermal)
            f_at = root_x + drop * (grown - 1.0) - source[i]
            f_slope = 1.0 + drop * grown / thermal
            move_by = wp.clamp(f_at / f_slope, -limit, limit)
        elif ANY("law"):
            cube = root_x * root_x * root_x
            f_at = emission * cube * root_x + transfer * (root_x - ambient[i]) - absorbed[i]
            f_slope = 4.0 * emission * cube + transfer
            move_by = choose(f_at / f_slope, wp.clamp(f_at / f_slope, -limit, limit))
        elif ANY("law"):
            f_at = (pressures[i] + attract / (root_x * root_x)) * (root_x - covolume) - heat_rt
            f_slope = pressures[i] - attract / (root_x * root_x) + 2.0 * attract * covolume / (root_x * root_x * root_x)
            move_by = f_at / f_slope
        else:
            f_at = root_x - states[i] - dt * growth * root_x * (1.0 - root_x)
            f_slope = 1.0 - dt * growth * (1.0 - 2.0 * root_x)
            move_by = f_at / f_slope
        root_x -= move_by
        trips += 1
    if ANY("law"):
        roots[i] = root_x
        title("cube_roots newton_cube_root", "Compute cube roots by Newton's method.")
    elif ANY("law"):
        anomalies_out[i] = root_x
        title("solve_kepler kepler_newton eccentric_anomaly", "Compute the eccentric anomaly of each orbit by Newton's steps.")
    elif ANY("law"):
        frictions[i] = 1.0 / (root_x * root_x)
        title("friction_factor colebrook_newton", "Compute the friction factor of flow in rough pipes, by Newton's steps on Colebrook's equation.")
    elif ANY("law"):
        voltages[i] = root_x
        title("diode_voltage solve_diode operating_point", "Solve the diode and resistor circuit for its voltage by Newton's method.")
    elif ANY("law"):
        heats[i] = root_x
        title("surface_temperature surface_balance skin_temperature", "Solve the radiative-convective balance of a surface for its temperature by Newton's method.")
    elif ANY("law"):
        molar[i] = root_x
        title("molar_volume van_der_waals_volume", "Compute the molar volume of a van der Waals gas, by Newton's steps from that of an ideal one.")
    else:
        states_out[i] = root_x
        title("implicit_logistic_step backward_euler_logistic", "Take one step of backward Euler for logistic growth, by Newton's steps.")
    if ANY:
        trips_out[i] = trips


@idiom(names="relax_pair fixed_point iterate_to_tolerance", doc="Iterate a fixed point until it changes by less than a tolerance.")
def settled(field_a: array("scalar", "i", "field_a h_a bias_a", values=(0.3, 1.2)), field_b: array("scalar", "i", "field_b h_b bias_b", values=(-0.5, 0.9)), couple: param("scalar", "coupling j_couple spin_coupling", values=(0.2, 0.7)), bath_a: array("scalar", "i", "ambient_a bath_a t_bath_a", values=(0.3, 1.2)), bath_b: array("scalar", "i", "ambient_b bath_b t_bath_b", values=(0.2, 0.9)), conduct: param("scalar", "conductance conductance_ratio k_ab", values=(0.2, 0.7)), amount_a: array("scalar", "i", "total_a amounts_a", values=(0.3, 1.2)), amount_b: array("scalar", "i", "total_b amounts_b", values=(0.2, 0.9)), affinity: param("scalar", "affinity k_bind k_assoc", values=(0.5, 1.5)), reynolds: array("scalar", "i", "reynolds re re_numbers", values=(5000, 50000)), rough: array("scalar", "i", "roughness rel_roughness eps_d", values=(0.001, 0.03)), m_aa: array("scalar", "i", "m_xx", values=(0.9, 1.5)), m_bb: array("scalar", "i", "m_yy", values=(0.1, 0.6)), m_ab: array("scalar", "i", "m_xy", values=(0.1, 0.5)), tol: param("scalar", "tol tolerance max_change", values=(0.002, 0.02)), max_trips: param("int", "max_iters max_sweeps iter_limit", values=(12, 24)), a_out: array("scalar", "i", "a_out state_a a_solved", values=(0, 1)), b_out: array("scalar", "i", "b_out state_b b_solved", values=(0, 1)), complex_out: array("scalar", "i", "bound complexes complex_out", values=(0, 1)), factor_out: array("scalar", "i", "friction_factor darcy_f f_out", values=(0, 1)), eig_out: array("scalar", "i", "eigenvalues lambda_max top_eig", values=(0, 1)), axis_x: array("scalar", "i", "axis_x dir_x", values=(0, 1)), axis_y: array("scalar", "i", "axis_y dir_y", values=(0, 1)), trips_out: array("int", "i", "iterations num_sweeps iters_out", values=(0, 1))):
    i = wp.tid()
    change = float(1.0)
    trips = int(0)
    if ANY:
        x = float(0.0)
        y = float(0.0)
        while change > tol and trips < max_trips:
            if ANY:
                x_next = wp.tanh(field_a[i] + couple * y)
                y_next = wp.tanh(field_b[i] + couple * x_next)
                title("mean_field_pair self_consistent_spins", "Solve two coupled mean-field spins by fixed-point iteration.")
            else:
                x_next = (bath_a[i] + conduct * y) / (1.0 + conduct)
                y_next = (bath_b[i] + conduct * x_next) / (1.0 + conduct)
                title("gauss_seidel_pair coupled_temperatures relax_pair", "Solve the temperatures of two coupled bodies by Gauss-Seidel sweeps.")
            if ANY:
                change = wp.abs(x_next - x) + wp.abs(y_next - y)
            else:
                change = wp.max(wp.abs(x_next - x), wp.abs(y_next - y))
            x = x_next
            y = y_next
            trips += 1
        a_out[i] = x
        b_out[i] = y
        if ANY:
            trips_out[i] = trips
    elif ANY:
        free_a = amount_a[i]
        free_b = amount_b[i]
        while change > tol and trips < max_trips:
            free_b = amount_b[i] / (1.0 + affinity * free_a)
            a_next = amount_a[i] / (1.0 + affinity * free_b)
            change = wp.abs(a_next - free_a)
            free_a = a_next
            trips += 1
        complex_out[i] = affinity * free_a * free_b
        title("binding_pair complex_formation bound_pairs", "Solve the mass action equilibrium of two species that bind.")
    elif ANY:
        inv_root = float(6.0)
        while change > tol and trips < max_trips:
            root_next = -2.0 * wp.log10(rough[i] / 3.7 + 2.51 * inv_root / reynolds[i])
            change = wp.abs(root_next - inv_root)
            inv_root = root_next
            trips += 1
        factor_out[i] = 1.0 / (inv_root * inv_root)
        title("colebrook friction_factor solve_colebrook", "Compute the friction factor of each rough pipe, from Colebrook's equation.")
    else:
        x = float(1.0)
        y = float(0.0)
        while change > tol and trips < max_trips:
            mx = m_aa[i] * x + m_ab[i] * y
            my = m_ab[i] * x + m_bb[i] * y
            norm = wp.sqrt(mx * mx + my * my)
            change = wp.abs(mx / norm - x) + wp.abs(my / norm - y)
            x = mx / norm
            y = my / norm
            trips += 1
        if ANY:
            eig_out[i] = m_aa[i] * x * x + 2.0 * m_ab[i] * x * y + m_bb[i] * y * y
            title("largest_eigenvalue power_iteration rayleigh_quotient", "Compute the largest eigenvalue of each symmetric matrix of two rows, by power iteration.")
        else:
            axis_x[i] = x
            axis_y[i] = y
            title("dominant_direction principal_axis power_iteration", "Compute the dominant direction of each symmetric matrix of two rows, by power iteration.")


@idiom(names="arithmetic_geometric_mean agm iterate_means", doc="Compute the arithmetic-geometric mean of two numbers.")
def mean_of_means(firsts: array("scalar", "i", "a a0 first_values", values=(0.5, 2)), seconds: array("scalar", "i", "b b0 second_values", values=(0.5, 2)), angles: array("scalar", "i", "amplitudes max_angle theta0", values=(0.2, 2)), lengths: array("scalar", "i", "lengths pendulum_length rod_length", values=(0.3, 1.5)), moduli: array("scalar", "i", "parameter m moduli", values=(0.1, 0.8)), tol: param("scalar", "tol tolerance max_gap", values=(0.001, 0.01)), means: array("scalar", "i", "means agm_out result", values=(0, 1)), periods: array("scalar", "i", "periods swing_time periods_out", values=(0, 1)), integrals: array("scalar", "i", "elliptic_k integrals k_out", values=(0, 1))):
    i = wp.tid()
    if ANY("law"):
        x = firsts[i]
        y = seconds[i]
    elif ANY("law"):
        x = float(1.0)
        y = wp.cos(0.5 * angles[i])
    else:
        x = float(1.0)
        y = wp.sqrt(1.0 - moduli[i])
    trips = int(0)
    while wp.abs(x - y) > tol and trips < 10:
        x_next = 0.5 * (x + y)
        y = wp.sqrt(x * y)
        x = x_next
        trips += 1
    if ANY("law"):
        means[i] = x
    elif ANY("law"):
        periods[i] = 6.2831853 * wp.sqrt(lengths[i] / 9.81) / x
        title("pendulum_period swing_period large_angle_period", "Compute the period of each pendulum at any amplitude, by an arithmetic-geometric mean.")
    else:
        integrals[i] = 1.5707963 / x
        title("elliptic_integral complete_elliptic_k elliptic_k", "Compute the complete elliptic integral of the first kind, by an arithmetic-geometric mean.")
