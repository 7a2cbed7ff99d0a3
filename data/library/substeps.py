# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps in time as long as what changes allows, until an interval is used up."""

domain("substeps", entity="item", edge="edge")

words(left_over="left remaining time_left", h_now="h dt_sub step")


@idiom(names="integrate_adaptive advance_substeps step_adaptive", doc="Integrate each state with adaptive time steps.")
def substepped(states: array("scalar", "i", "states x_in x_old", values=(0.3, 1.6)), decay: array("scalar", "i", "decay_rates k_decay", values=(0.4, 2)), supply: param("scalar", "supply source inflow", values=(0.2, 0.8)), growth: array("scalar", "i", "growth_rates r_growth", values=(0.4, 2)), capacity: param("scalar", "capacity carrying_capacity x_max", values=(1, 2)), clearance: array("scalar", "i", "v_max max_rates", values=(0.4, 2)), half: param("scalar", "k_m half_saturation", values=(0.5, 1.5)), outlet: array("scalar", "i", "outlet_coeffs outlet_rates", values=(0.4, 1.2)), surround: param("scalar", "ambient t_ambient", values=(0.2, 0.9)), cooling: array("scalar", "i", "cooling_rates k_cool", values=(0.4, 2)), span: param("scalar", "frame_dt interval duration", values=(0.3, 0.9)), change: param("scalar", "max_change change_limit", values=(0.08, 0.2)), h_least: param("scalar", "dt_min min_step h_min", values=(0.03, 0.06)), result: array("scalar", "i", "states_out x_out x_new", values=(0, 1)), used: array("int", "i", "num_substeps steps_used", values=(0, 1)), exposure: array("scalar", "i", "exposure auc time_integral", values=(0, 1)), means: array("scalar", "i", "mean_state time_average", values=(0, 1))):
    i = wp.tid()
    x = states[i]
    left_over = span
    area = float(0.0)
    trips = int(0)
    while left_over > 0.0:
        if ANY:
            rate = supply - decay[i] * x
            title("relax_with_supply decay_substeps", "Integrate supply and decay of each state with adaptive time steps.")
        elif ANY:
            rate = growth[i] * x * (1.0 - x / capacity)
            title("logistic_substeps grow_adaptive", "Integrate logistic growth of each state with adaptive time steps.")
        elif ANY:
            rate = -clearance[i] * x / (half + x)
            title("michaelis_substeps clear_adaptive", "Integrate saturating decay of each state with adaptive time steps.")
        elif ANY:
            rate = -outlet[i] * wp.sqrt(wp.max(x, 0.0001))
            title("drain_tank empty_reservoir", "Integrate the level of each draining tank with adaptive time steps.")
        else:
            rate = cooling[i] * (surround * surround * surround * surround - x * x * x * x)
            title("radiate_substeps radiative_cooling", "Integrate radiative cooling of each state with adaptive time steps.")
        h_now = wp.min(left_over, wp.max(change / (wp.abs(rate) + 0.01), h_least))
        area += h_now * (x + 0.5 * h_now * rate)
        x += h_now * rate
        left_over -= h_now
        trips += 1
    if ANY:
        result[i] = x
    elif ANY:
        result[i] = x
        used[i] = trips
    elif ANY:
        result[i] = x
        exposure[i] = area
    else:
        means[i] = area / span


@idiom(names="oscillate_substeps step_oscillators", doc="Integrate each mass on a spring with speed-dependent substeps.")
def substepped_motion(places: array("scalar", "i", "positions x_in displacement", values=(0.3, 1.6)), angles: array("scalar", "i", "angles theta_in", values=(-1.2, 1.2)), heights: array("scalar", "i", "heights z_in altitude", values=(0.02, 0.4)), speeds: array("scalar", "i", "velocities v_in speeds", values=(-2, 0.8)), omegas: array("scalar", "i", "omegas angular_velocity", values=(-2, 2)), spring: param("scalar", "k_over_m stiffness_per_mass", values=(0.5, 4)), gravity: param("scalar", "g gravity", values=(3, 9.81)), pole: param("scalar", "length rod_length", values=(0.8, 2)), damping: param("scalar", "damping friction", values=(0.1, 0.5)), cubic: param("scalar", "beta cubic_stiffness", values=(0.3, 1)), mu: param("scalar", "mu nonlinearity", values=(0.3, 1.5)), bounce: param("scalar", "restitution bounce", values=(0.4, 0.9)), span: param("scalar", "frame_dt interval duration", values=(0.3, 0.9)), move: param("scalar", "max_move move_limit", values=(0.08, 0.2)), places_out: array("scalar", "i", "positions_out x_out displacement_out", values=(0, 1)), angles_out: array("scalar", "i", "angles_out theta_out", values=(0, 1)), heights_out: array("scalar", "i", "heights_out z_out altitude_out", values=(0, 1)), speeds_out: array("scalar", "i", "velocities_out v_out speeds_out", values=(0, 1)), omegas_out: array("scalar", "i", "omegas_out angular_velocity_out", values=(0, 1)), used: array("int", "i", "num_substeps steps_used", values=(0, 1))):
    i = wp.tid()
    left_over = span
    trips = int(0)
    if ANY:
        x = places[i]
        v = speeds[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(v) + 0.01), 0.06 * span))
            if ANY:
                v -= h_now * spring * x
            elif ANY:
                v -= h_now * (spring * x + damping * v)
                title("damped_substeps step_damped_springs", "Integrate each damped spring with speed-dependent substeps.")
            elif ANY:
                v += h_now * (x - cubic * x * x * x - damping * v)
                title("duffing_substeps step_duffing", "Integrate each Duffing oscillator with speed-dependent substeps.")
            else:
                v += h_now * (mu * (1.0 - x * x) * v - x)
                title("van_der_pol_substeps step_van_der_pol", "Integrate each van der Pol oscillator with speed-dependent substeps.")
            x += h_now * v
            left_over -= h_now
            trips += 1
        places_out[i] = x
        speeds_out[i] = v
    elif ANY:
        theta = angles[i]
        omega = omegas[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(omega) + 0.01), 0.06 * span))
            omega -= h_now * gravity / pole * wp.sin(theta)
            theta += h_now * omega
            left_over -= h_now
            trips += 1
        angles_out[i] = theta
        omegas_out[i] = omega
        title("pendulum_substeps swing_pendulums", "Integrate each pendulum with speed-dependent substeps.")
    else:
        z = heights[i]
        v = speeds[i]
        while left_over > 0.0:
            h_now = wp.min(left_over, wp.max(move / (wp.abs(v) + 0.01), 0.06 * span))
            v -= h_now * gravity
            z += h_now * v
            if z < 0.0:
                z = -z
                v = -bounce * v
            left_over -= h_now
            trips += 1
        heights_out[i] = z
        speeds_out[i] = v
        title("bounce_substeps drop_balls bouncing_balls", "Integrate each bouncing ball with speed-dependent substeps.")
    if ANY:
        used[i] = trips
