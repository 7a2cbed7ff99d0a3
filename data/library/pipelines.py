# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels that are long for a reason: one value goes through a sequence of steps, each of which may be left out."""

domain("pipelines", entity="item", edge="edge")

words(rgb="rgb c col", luma="luma lum y", sig="s sig x", cmd="cmd u command", signal_in="x s", health="health hp", price="price px mid", prob="p prob")


@idiom(domains="images", names="grade_pixels post_process tone_map apply_look", doc="Grade the color of each pixel.")
def color_chain(pixels: array("vec3", "x y", "pixels image frame color_in", values=(0.05, 1.4)), mask: array("scalar", "x y", "mask vignette_map weight", values=(0.2, 1)), result: array("vec3", "x y", "pixels_out image_out frame_out color_out", values=(0, 1)), exposure_of: param("scalar", "exposure gain", values=(0.6, 1.8)), pivot_of: param("scalar", "pivot mid_grey", values=(0.3, 0.6)), contrast_of: param("scalar", "contrast contrast_amount", values=(0.6, 1.6))):
    x, y = wp.tid()
    rgb = pixels[x, y]
    parts("color")
    result[x, y] = rgb


@part("color")
def color_exposure():
    rgb = rgb * exposure_of


@part("color")
def color_balance(gains: param("vec3", "white_balance wb_gains", values=(0.7, 1.3))):
    rgb = wp.cw_mul(rgb, gains)


@part("color")
def color_lift(lift_by: param("vec3", "lift offset", values=(-0.05, 0.1))):
    rgb = rgb + lift_by


@part("color")
def color_contrast():
    rgb = (rgb - wp.vec3(pivot_of, pivot_of, pivot_of)) * contrast_of + wp.vec3(pivot_of, pivot_of, pivot_of)


@part("color")
def color_matrix(mix_mat: param("mat33", "color_matrix ccm", kind=spd, values=(0.5, 1))):
    rgb = mix_mat * rgb


@part("color")
def color_saturate(sat_by: param("scalar", "saturation sat", values=(0.4, 1.6))):
    luma = wp.dot(rgb, wp.vec3(0.2126, 0.7152, 0.0722))
    rgb = wp.vec3(luma, luma, luma) * (1.0 - sat_by) + rgb * sat_by


@part("color")
def color_shadows(shadow_level: param("scalar", "shadow_level toe", values=(0.5, 0.8)), shadow_tint: param("vec3", "shadow_tint cool", values=(0.0, 0.2))):
    bright = wp.dot(rgb, wp.vec3(0.299, 0.587, 0.114))
    if bright < shadow_level:  # tint the shadows
        rgb = rgb + (shadow_level - bright) * shadow_tint


@part("color")
def color_highlights(knee: param("scalar", "knee highlight_start", values=(0.5, 0.8))):
    peak = wp.max(rgb[0], wp.max(rgb[1], rgb[2]))
    if peak > knee:  # roll the highlights off
        rgb = rgb * ((knee + (peak - knee) / (1.0 + peak - knee)) / peak)


@part("color")
def color_fog(fog_color: param("vec3", "fog_color haze", values=(0.3, 0.8)), fog_by: param("scalar", "fog_amount haze_amount", values=(0.1, 0.6))):
    rgb = wp.lerp(rgb, fog_color, fog_by)


@part("color")
def color_mask():
    rgb = rgb * mask[x, y]


@part("color")
def color_vignette():
    du = float(x) / float(len(x)) - 0.5
    dv = float(y) / float(len(y)) - 0.5
    rgb = rgb * (1.0 - choose(0.8, 0.5) * (du * du + dv * dv))


@part("color")
def color_sepia(sepia_by: param("scalar", "sepia tone_amount", values=(0.2, 0.8))):
    warm = wp.dot(rgb, wp.vec3(0.39, 0.77, 0.19))
    rgb = (1.0 - sepia_by) * rgb + sepia_by * wp.vec3(warm, 0.89 * warm, 0.69 * warm)


@part("color")
def color_curve():
    if ANY:
        rgb = wp.vec3(rgb[0] / (1.0 + wp.abs(rgb[0])), rgb[1] / (1.0 + wp.abs(rgb[1])), rgb[2] / (1.0 + wp.abs(rgb[2])))
    elif ANY:
        rgb = wp.vec3(1.0 - wp.exp(-rgb[0]), 1.0 - wp.exp(-rgb[1]), 1.0 - wp.exp(-rgb[2]))
    else:
        for ch in range(3):
            rgb[ch] = rgb[ch] * (2.51 * rgb[ch] + 0.03) / (rgb[ch] * (2.43 * rgb[ch] + 0.59) + 0.14)  # filmic curve


@part("color")
def color_split(warm_of: param("vec3", "warm_tone highlight_color", values=(0.6, 1.0)), cold_of: param("vec3", "cold_tone shadow_color", values=(0.2, 0.6))):
    share = wp.clamp(wp.dot(rgb, wp.vec3(0.3333, 0.3333, 0.3333)), 0.0, 1.0)
    rgb = wp.cw_mul(rgb, wp.lerp(cold_of, warm_of, share))


@part("color")
def color_power(gamma_of: param("scalar", "gamma inv_gamma", values=(0.45, 0.9))):
    rgb = wp.vec3(wp.pow(wp.max(rgb[0], 0.01), gamma_of), wp.pow(wp.max(rgb[1], 0.01), gamma_of), wp.pow(wp.max(rgb[2], 0.01), gamma_of))


@part("color")
def color_floor(floor_at: param("scalar", "black_level floor_level", values=(0.05, 0.2))):
    for ch in range(3):
        rgb[ch] = wp.max(rgb[ch] - floor_at, 0.0) / (1.0 - floor_at)


@part("color")
def color_clip(clip_at: param("scalar", "white_level clip_level", values=(0.7, 1.0))):
    for ch in range(3):
        if rgb[ch] > clip_at:
            rgb[ch] = clip_at


@idiom(names="process_samples effect_chain run_effects render_voice", doc="Run a chain of effects on each sample of a signal.")
def effect_chain(x_in: array("scalar", "i", "samples signal audio_in", values=(-1, 1)), side: array("scalar", "i", "sidechain key_in control", values=(-1, 1)), result: array("scalar", "i", "samples_out signal_out audio_out", values=(0, 1)), levels: array("scalar", "1", "energy level meter", values=(0, 0.1)), rate: param("scalar", "sample_rate fs rate", values=(20, 60))):
    i = wp.tid()
    sig = x_in[i]
    parts("effect_tap")
    parts("effect")
    result[i] = sig
    if ANY:
        wp.atomic_add(levels, 0, sig * sig)


@part("effect_tap")
def effect_smooth(smooth_by: param("scalar", "smoothing smooth_amount", values=(0.2, 0.7))):
    previous_at = x_in[wp.max(i - 1, 0)]
    sig = (1.0 - smooth_by) * sig + smooth_by * previous_at


@part("effect_tap")
def effect_echo(echo_by: param("scalar", "echo_gain echo_level", values=(0.2, 0.6))):
    if i >= 3:  # an echo of three samples ago
        sig = sig + echo_by * x_in[i - 3]


@part("effect_tap")
def effect_slope(tilt_by: param("scalar", "tilt presence", values=(0.1, 0.6))):
    sig = sig + tilt_by * (x_in[i] - x_in[wp.max(i - 1, 0)])


@part("effect")
def effect_gain(gain_by: param("scalar", "gain input_gain", values=(0.5, 2))):
    sig = sig * gain_by


@part("effect")
def effect_bias(bias_by: param("scalar", "bias dc_offset", values=(-0.2, 0.2))):
    sig = sig + bias_by


@part("effect")
def effect_gate(gate_level: param("scalar", "gate_level gate_threshold", values=(0.15, 0.35))):
    if wp.abs(sig) < gate_level:  # noise gate
        sig = 0.1 * sig


@part("effect")
def effect_compress(knee_at: param("scalar", "threshold comp_threshold", values=(0.3, 0.6)), ratio_of: param("scalar", "ratio comp_ratio", values=(2, 6))):
    loud = wp.abs(sig)
    if loud > knee_at:  # compress what is loud
        sig = wp.sign(sig) * (knee_at + (loud - knee_at) / ratio_of)


@part("effect")
def effect_ring(carrier: param("scalar", "carrier_freq ring_freq", values=(2, 8))):
    sig = sig * wp.cos(2.0 * wp.pi * carrier * float(i) / rate)


@part("effect")
def effect_tremolo(lfo: param("scalar", "lfo_rate trem_rate", values=(1, 6)), lfo_depth: param("scalar", "lfo_depth trem_depth", values=(0.2, 0.7))):
    sig = sig * (1.0 - lfo_depth * (0.5 + 0.5 * wp.sin(2.0 * wp.pi * lfo * float(i) / rate)))


@part("effect")
def effect_duck(duck_by: param("scalar", "duck_amount ducking", values=(0.3, 0.9))):
    sig = sig * (1.0 - duck_by * wp.min(wp.abs(side[i]), 1.0))


@part("effect")
def effect_drive(drive_by: param("scalar", "drive saturation", values=(0.8, 3))):
    if ANY:
        sig = wp.tanh(drive_by * sig)
    elif ANY:
        sig = drive_by * sig / (1.0 + wp.abs(drive_by * sig))
    elif ANY:
        sig = wp.sin(drive_by * sig)
    else:
        sig = 0.63661977 * wp.atan(drive_by * sig)


@part("effect")
def effect_fold(fold_at: param("scalar", "fold_level fold", values=(0.3, 0.6))):
    if sig > fold_at:  # fold what sticks out
        sig = 2.0 * fold_at - sig
    elif sig < -fold_at:
        sig = -2.0 * fold_at - sig


@part("effect")
def effect_fade(fade_by: param("scalar", "decay release", values=(0.02, 0.1))):
    sig = sig * wp.exp(-fade_by * float(i))


@part("effect")
def effect_envelope(attack_n: param("scalar", "attack attack_time", values=(2, 12))):
    sig = sig * (1.0 - wp.exp(-(float(i) + 1.0) / attack_n))


@part("effect")
def effect_even(even_by: param("scalar", "harmonics even_mix", values=(0.1, 0.5))):
    sig = sig + even_by * (2.0 * sig * sig - 1.0)


@part("effect")
def effect_mix(dry: param("scalar", "dry_mix dry", values=(0.2, 0.8))):
    sig = dry * x_in[i] + (1.0 - dry) * sig


@idiom(domains="robotics", names="control_joints run_controllers compute_commands actuate", doc="Compute the command of each actuator within its limits.")
def control_chain(q: array("scalar", "i", "joint_q positions q", values=(-1.2, 1.2)), qd: array("scalar", "i", "joint_qd velocities qd", values=(-2, 2)), q_des: array("scalar", "i", "targets q_des setpoints", values=(-1, 1)), memory: array("scalar", "i", "integral_error errors_sum memory", values=(-0.5, 0.5)), lo: array("scalar", "i", "lower_limits q_min", values=(-0.5, -0.1)), hi: array("scalar", "i", "upper_limits q_max", values=(0.1, 0.5)), result: array("scalar", "i", "commands torques tau_out", values=(-1, 1)), memory_out: array("scalar", "i", "integral_out errors_out memory_out", values=(0, 1)), kp_of: param("scalar", "kp p_gain", values=(2, 12)), kd_of: param("scalar", "kd d_gain", values=(0.2, 1.5))):
    i = wp.tid()
    e = q_des[i] - q[i]
    cmd = kp_of * e
    parts("control", 6)
    result[i] = cmd


@part("control")
def control_deadband(band: param("scalar", "deadband tolerance", values=(0.2, 0.5))):
    if wp.abs(e) < band:  # close enough
        cmd = 0.2 * cmd


@part("control")
def control_damping():
    cmd = cmd - kd_of * qd[i]


@part("control")
def control_integral(ki_of: param("scalar", "ki i_gain", values=(0.2, 2)), h_of: param("scalar", "dt timestep", values=(0.01, 0.05))):
    grown = memory[i] + e * h_of
    cmd = cmd + ki_of * grown
    memory_out[i] = grown


@part("control")
def control_gravity(load: param("scalar", "load m_g_l gravity_comp", values=(0.5, 3))):
    cmd = cmd + load * wp.cos(q[i])


@part("control")
def control_feedforward(ff: array("scalar", "i", "feedforward tau_ff acc_des", values=(-1, 1)), inertia_of: param("scalar", "inertia armature", values=(0.2, 1))):
    cmd = cmd + inertia_of * ff[i]


@part("control", unless="control_deadband")
def control_friction(stick: param("scalar", "coulomb_friction tau_c", values=(0.1, 0.6))):
    cmd = cmd + stick * wp.tanh(5.0 * qd[i])


@part("control")
def control_stops(stop_ke: param("scalar", "stop_ke limit_ke", values=(4, 20))):
    if q[i] < lo[i]:  # push back from the lower stop
        cmd = cmd + stop_ke * (lo[i] - q[i])
    elif q[i] > hi[i]:
        cmd = cmd + stop_ke * (hi[i] - q[i])


@part("control", unless="control_damping")
def control_brake(v_cap: param("scalar", "velocity_limit v_cap", values=(0.8, 1.6))):
    if wp.abs(qd[i]) > v_cap:  # too fast
        cmd = cmd - 2.0 * (wp.abs(qd[i]) - v_cap) * wp.sign(qd[i])


@part("control", unless="control_feedforward control_stops")
def control_coupling(couple: param("scalar", "coupling cross_gain", values=(0.1, 0.8))):
    if i > 0:
        cmd = cmd - couple * (q[i] - q[i - 1])


@part("control", unless="control_damping control_brake")
def control_velocity_target(qd_des: array("scalar", "i", "target_velocities qd_des", values=(-1, 1))):
    cmd = cmd + kd_of * (qd_des[i] - qd[i])


@part("control", unless="control_deadband")
def control_cubic(k3: param("scalar", "k_cubic stiffening", values=(0.5, 3))):
    cmd = cmd + k3 * e * e * e


@part("control", unless="control_coupling control_cubic control_deadband control_stops")
def control_sway(sway: param("scalar", "sway_amplitude dither_amplitude", values=(0.05, 0.3)), sway_f: param("scalar", "sway_frequency dither_frequency", values=(0.5, 2)), clock_of: param("scalar", "time t", values=(0.1, 2))):
    cmd = cmd + sway * wp.sin(2.0 * wp.pi * sway_f * clock_of)


@part("control")
def control_filter(cmd_before: array("scalar", "i", "last_commands prev_torques tau_prev", values=(-1, 1)), keep_of: param("scalar", "smoothing filter_alpha", values=(0.2, 0.7))):
    cmd = keep_of * cmd_before[i] + (1.0 - keep_of) * cmd


@part("control", unless="control_filter")
def control_slew(cmd_before: array("scalar", "i", "last_commands prev_torques tau_prev", values=(-1, 1)), most_of: param("scalar", "max_step slew_limit", values=(0.3, 1.5))):
    cmd = cmd_before[i] + wp.clamp(cmd - cmd_before[i], -most_of, most_of)  # no sudden change


@part("control")
def control_saturate(cap: param("scalar", "max_torque effort_limit", values=(3, 8))):
    if ANY:
        cmd = wp.clamp(cmd, -cap, cap)
    elif ANY:
        cmd = cap * wp.tanh(cmd / cap)
    else:
        if wp.abs(cmd) > cap:
            cmd = wp.sign(cmd) * cap


@part("control", unless="control_brake")
def control_torque_speed(no_load: param("scalar", "no_load_speed v_max", values=(2.5, 4))):
    cmd = cmd * wp.max(1.0 - wp.abs(qd[i]) / no_load, 0.1)


@part("control", unless="control_torque_speed")
def control_battery(supply: array("scalar", "i", "supply_ratio battery_level", values=(0.5, 1))):
    cmd = cmd * supply[i]


@idiom(names="flock_step steer_agents update_agents", doc="Steer each agent by flocking rules and take one step.")
def agent_chain(pos: array("vec2", "i", "positions agent_pos pos", values=(-1, 1)), vel: array("vec2", "i", "velocities agent_vel vel", values=(-1, 1)), others: array("int", "i k", "neighbors neighbor_ids flock", kind=other("i")), goal_at: param("vec2", "goal target", values=(-1, 1)), danger: param("vec2", "predator danger_pos", values=(-0.5, 0.5)), h: param("scalar", "dt timestep h", values=(0.05, 0.2)), pos_out: array("vec2", "i", "positions_out agent_pos_out new_pos", values=(-1, 1)), vel_out: array("vec2", "i", "velocities_out agent_vel_out new_vel", values=(-1, 1))):
    k = size("max_neighbors num_neighbors", 3, 4)
    i = wp.tid()
    x = pos[i]
    v = vel[i]
    push = wp.vec2(0.0, 0.0)
    parts("steer")
    v = v + h * push
    parts("agent_limit")
    x = x + h * v
    parts("agent_bound")
    pos_out[i] = x
    vel_out[i] = v


@part("steer")
def steer_cohesion(w_coh: param("scalar", "cohesion w_cohesion", values=(0.3, 1.5))):
    middle = wp.vec2(0.0, 0.0)
    for n in range(len(k)):
        middle += pos[others[i, n]]
    push = push + w_coh * (middle / float(len(k)) - x)


@part("steer")
def steer_align(w_ali: param("scalar", "alignment w_align", values=(0.3, 1.5))):
    heading = wp.vec2(0.0, 0.0)
    for n in range(len(k)):
        heading += vel[others[i, n]]
    push = push + w_ali * (heading / float(len(k)) - v)


@part("steer")
def steer_separate(near_by: param("scalar", "separation_radius min_dist", values=(0.7, 1.2)), w_sep: param("scalar", "separation w_sep", values=(0.5, 2))):
    for n in range(len(k)):
        gap_to = x - pos[others[i, n]]
        r = wp.length(gap_to)
        if r < near_by:  # too close
            push = push + w_sep * gap_to / (r + 0.1)


@part("steer")
def steer_seek(w_seek: param("scalar", "seek_weight w_goal", values=(0.3, 1.5))):
    push = push + w_seek * (goal_at - x)


@part("steer")
def steer_flee(fear: param("scalar", "fear flee_weight", values=(0.3, 2)), sight: param("scalar", "sight_radius view_dist", values=(0.6, 1))):
    away = x - danger
    if wp.length(away) < sight:  # run from what is dangerous
        push = push + fear * away / (wp.dot(away, away) + 0.1)


@part("steer")
def steer_drag(w_drag: param("scalar", "friction drag", values=(0.1, 0.8))):
    push = push - w_drag * v


@part("steer")
def steer_swirl(w_swirl: param("scalar", "swirl orbit_weight", values=(0.2, 1))):
    push = push + w_swirl * wp.vec2(goal_at[1] - x[1], x[0] - goal_at[0])


@part("agent_limit")
def agent_top_speed(top: param("scalar", "max_speed v_max", values=(0.5, 0.9))):
    fast = wp.length(v)
    if fast > top:
        v = v * (top / fast)


@part("agent_limit")
def agent_least_speed(least: param("scalar", "min_speed v_min", values=(0.3, 0.5))):
    slow = wp.length(v) + 0.001
    if slow < least:
        v = v * (least / slow)


@part("agent_bound")
def agent_walls(half_size: param("scalar", "half_size arena_size bound", values=(0.4, 0.8))):
    for axis in range(2):
        if wp.abs(x[axis]) > half_size:  # turn around at the walls
            v[axis] = -v[axis]


@part("agent_bound")
def agent_ring(ring: param("scalar", "arena_radius ring_radius", values=(0.5, 0.9))):
    far_from = wp.length(x)
    if far_from > ring:
        x = x * (ring / far_from)


@idiom(domains="finance", names="value_contracts price_positions risk_run", doc="Value each option position, step by step.")
def valuation_chain(s0: array("scalar", "i", "spots prices underlying", values=(0.7, 1.3)), amount_of: array("scalar", "i", "quantities sizes", values=(0.5, 3)), kind_of: array("int", "i", "kinds types sides", kind=flag), score_of: array("scalar", "i", "ratings credit_scores", values=(0.1, 0.9)), result: array("scalar", "i", "values pvs", values=(0, 1)), book: array("scalar", "1", "book_value total_pv", values=(0, 0.1)), r_of: param("scalar", "rate r", values=(0.01, 0.06)), div_of: param("scalar", "dividend_yield div", values=(0.01, 0.05)), t_of: param("scalar", "maturity t_exp", values=(0.4, 2)), k_of: param("scalar", "strike k", values=(0.9, 1.1))):
    i = wp.tid()
    if ANY:
        under = s0[i]
        k_now = k_of
    elif ANY:
        under = s0[i]
        k_now = k_of * wp.exp(-r_of * t_of)  # what the strike is worth now
    else:
        under = s0[i] * wp.exp(-div_of * t_of)  # without the dividends to come
        k_now = k_of * wp.exp(-r_of * t_of)
    if ANY:
        if kind_of[i] == 1:  # calls and puts
            value = wp.max(under - k_now, 0.0)
        else:
            value = wp.max(k_now - under, 0.0)
    elif ANY:
        value = wp.abs(under - k_now)
        title("value_straddles price_straddles straddle_run", "Value each straddle position, step by step.")
    else:
        if kind_of[i] == 1:  # bought and sold
            value = under - k_now
        else:
            value = k_now - under
        title("value_forwards price_forwards forward_run", "Value each position of forward contracts, step by step.")
    parts("value")
    result[i] = value
    if ANY:
        wp.atomic_add(book, 0, value)


@part("value")
def value_vol(vol_of: array("scalar", "i", "vols sigmas", values=(0.1, 0.5))):
    value = value + 0.4 * vol_of[i] * wp.sqrt(t_of) * s0[i]  # time value near the money


@part("value")
def value_barrier(level_at: param("scalar", "barrier knock_out", values=(0.95, 1.1)), rebate: param("scalar", "rebate knock_out_rebate", values=(0.02, 0.1))):
    if choose(s0[i] > level_at, s0[i] < level_at):  # knocked out
        value = rebate


@part("value")
def value_cap(cap_at: param("scalar", "cap payoff_cap", values=(0.5, 0.9))):
    value = wp.min(value, cap_at)


@part("value")
def value_credit(loss_given: param("scalar", "lgd loss_given_default", values=(0.3, 0.7))):
    survive = wp.exp(-(1.0 - score_of[i]) * t_of)
    value = value * (survive + (1.0 - survive) * (1.0 - loss_given))


@part("value")
def value_tiers(small_lot: param("scalar", "small_lot tier_one", values=(1, 1.5)), large_lot: param("scalar", "large_lot tier_two", values=(2, 2.5))):
    if amount_of[i] < small_lot:  # fees by size
        value = value - 0.02 * value
    elif amount_of[i] < large_lot:
        value = value - 0.01 * value
    else:
        value = value - 0.005 * value


@part("value")
def value_amount():
    value = value * amount_of[i]


@part("value")
def value_impact(impact: param("scalar", "impact slippage", values=(0.01, 0.05))):
    value = value * (1.0 - impact * wp.sqrt(amount_of[i]))


@part("value")
def value_tax(tax: param("scalar", "tax_rate tax", values=(0.1, 0.3)), paid: array("scalar", "i", "premiums_paid cost_basis", values=(0.05, 0.3))):
    gained = value - paid[i]
    if gained > 0.0:  # gains are taxed
        value = value - tax * gained


@part("value")
def value_spread(half_spread: param("scalar", "half_spread bid_ask", values=(0.002, 0.02))):
    value = value - half_spread * wp.abs(value)  # sold at the bid


@idiom(domains="learning", names="forward_units layer_units", doc="Compute the output of each unit of a layer.")
def unit_chain(x_of: array("scalar", "i k", "inputs acts x", values=(-1, 1)), w_of: array("scalar", "k", "weights w filters", values=(-1, 1)), skip: array("scalar", "i", "residual skip", values=(-0.5, 0.5)), noise_of: array("scalar", "i", "noise dropout_mask", values=(0.5, 1)), result: array("scalar", "i", "outputs acts_out y", values=(0, 1)), penalty_of: array("scalar", "1", "penalty reg_loss", values=(0, 0.1))):
    k = size("fan_in num_inputs", 3, 5)
    i = wp.tid()
    acc = float(0.0)
    for c in range(len(k)):
        acc += w_of[c] * x_of[i, c]
    parts("unit")
    result[i] = acc
    if ANY:
        wp.atomic_add(penalty_of, 0, choose(acc * acc, wp.abs(acc)))


@part("unit")
def unit_bias(b_of: param("scalar", "bias b", values=(-0.4, 0.4))):
    acc = acc + b_of


@part("unit")
def unit_norm():
    norm_sq = float(0.01)
    for c in range(len(k)):
        norm_sq += x_of[i, c] * x_of[i, c]
    acc = acc / wp.sqrt(norm_sq)


@part("unit")
def unit_gain(g_of: param("scalar", "gain scale", values=(0.6, 1.6))):
    acc = g_of * acc


@part("unit")
def unit_act():
    title("activate_layer activate_units forward_layer", "Compute the output of each unit of a layer.")
    if ANY:
        acc = wp.max(acc, 0.1 * acc)
    elif ANY:
        acc = wp.tanh(acc)
    elif ANY:
        acc = 1.0 / (1.0 + wp.exp(-acc))
    elif ANY:
        acc = acc / (1.0 + wp.exp(-acc))
    elif ANY:
        acc = 0.5 * acc * (1.0 + wp.erf(0.70710678 * acc))
    elif ANY:
        if acc < 0.0:  # exponential below zero
            acc = wp.exp(acc) - 1.0
    else:
        acc = wp.log(1.0 + wp.exp(acc))


@part("unit")
def unit_gate(gate_w: array("scalar", "k", "gate_weights w_gate", values=(-1, 1))):
    open_by = float(0.0)
    for c in range(len(k)):
        open_by += gate_w[c] * x_of[i, c]
    acc = acc / (1.0 + wp.exp(-open_by))


@part("unit")
def unit_dropout():
    acc = acc * noise_of[i]


@part("unit")
def unit_skip():
    acc = acc + skip[i]


@part("unit")
def unit_quantize(step_q: param("scalar", "quant_step delta", values=(0.05, 0.2))):
    acc = acc - step_q / (2.0 * wp.pi) * wp.sin(2.0 * wp.pi * acc / step_q)  # a smooth staircase


@part("unit")
def unit_clip(at: param("scalar", "clip clip_value", values=(0.2, 0.5))):
    if acc > at:
        acc = at + 0.1 * (acc - at)
    elif acc < -at:
        acc = -at + 0.1 * (acc + at)
