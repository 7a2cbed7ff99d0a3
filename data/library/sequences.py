# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of what goes on from step to step: recurrent units, filtered tracks."""

domain("sequences", entity="row", edge="row")

words(count_u="hidden_size num_units")


@idiom(names="lstm_cell lstm_step recurrent_step", doc="Evaluate one LSTM step of each unit for each row of a batch.")
def gated_unit(inputs: array("scalar", "b k", "inputs x x_t", values=(-1, 1)), hidden: array("scalar", "b u", "hidden h_prev h", values=(-0.8, 0.8)), weights: array("scalar", "4 u k", "weights w_ih w_x", values=(-0.5, 0.5)), recur: array("scalar", "4 u u", "recurrent w_hh w_h", values=(-0.5, 0.5)), bias: array("scalar", "4 u", "bias biases", values=(-0.2, 0.4)), cells: array("scalar", "b u", "cells c_prev cell_state", values=(-1, 1)), cells_out: array("scalar", "b u", "cells_out c_next cell_state_out", values=(-1, 1)), hidden_out: array("scalar", "b u", "hidden_out h_next h_out", values=(-1, 1))):
    k = size("num_inputs in_features", 3, 6)
    b, u = wp.tid()
    if ANY:
        parts("cell_ended")
        a_in = bias[0, u]
        a_forget = bias[1, u]
        a_new = bias[2, u]
        a_out = bias[3, u]
        for k in range(len(k)):
            x_k = inputs[b, k]
            a_in += weights[0, u, k] * x_k
            a_forget += weights[1, u, k] * x_k
            a_new += weights[2, u, k] * x_k
            a_out += weights[3, u, k] * x_k
        for m in range(len(u)):
            h_m = hidden[b, m]
            a_in += recur[0, u, m] * h_m
            a_forget += recur[1, u, m] * h_m
            a_new += recur[2, u, m] * h_m
            a_out += recur[3, u, m] * h_m
        c_old = cells[b, u]
        parts("gate_input")
        if ANY:
            gate_in = squashed(a_in)
            gate_forget = squashed(a_forget)
            gate_out = squashed(a_out)
        elif ANY:
            gate_in = wp.clamp(0.2 * a_in + 0.5, 0.0, 1.0)
            gate_forget = wp.clamp(0.2 * a_forget + 0.5, 0.0, 1.0)
            gate_out = wp.clamp(0.2 * a_out + 0.5, 0.0, 1.0)
        else:
            exp_in = wp.exp(wp.clamp(a_in, -4.0, 4.0))
            exp_forget = wp.exp(wp.clamp(a_forget, -4.0, 4.0))
            gate_in = exp_in / (exp_in + exp_forget)
            gate_forget = exp_forget / (exp_in + exp_forget)
            gate_out = squashed(a_out)
        c_new = gate_forget * c_old + gate_in * wp.tanh(a_new)
        parts("gate_state")
        cells_out[b, u] = c_new
        if ANY:
            h_out = gate_out * wp.tanh(c_new)
        else:
            h_out = gate_out * c_new / (1.0 + wp.abs(c_new))
    else:
        parts("row_ended")
        a_reset = bias[0, u]
        a_update = bias[1, u]
        from_x = bias[2, u]
        from_h = bias[3, u]
        for k in range(len(k)):
            x_k = inputs[b, k]
            a_reset += weights[0, u, k] * x_k
            a_update += weights[1, u, k] * x_k
            from_x += weights[2, u, k] * x_k
        for m in range(len(u)):
            h_m = hidden[b, m]
            a_reset += recur[0, u, m] * h_m
            a_update += recur[1, u, m] * h_m
            from_h += recur[2, u, m] * h_m
        reset = squashed(a_reset)
        update = squashed(a_update)
        if ANY:
            candidate = wp.tanh(from_x + reset * from_h)
        else:
            pre_new = from_x + reset * from_h
            candidate = pre_new / (1.0 + wp.abs(pre_new))
        h_out = (1.0 - update) * candidate + update * hidden[b, u]
        title("gru_cell gru_step", "Evaluate one GRU step of each unit for each row of a batch.")
    parts("gate_output")
    hidden_out[b, u] = h_out
    parts("gate_report")


@helper(names="sigmoid logistic gate")
def squashed(a: param("scalar")):
    return 1.0 / (1.0 + wp.exp(-a))


@part("gate_input")
def gate_peep(peep: array("scalar", "2 u", "peephole w_peep", values=(-0.5, 0.5))):
    a_in += peep[0, u] * c_old
    a_forget += peep[1, u] * c_old


@part("gate_input")
def gate_sharp(sharp: param("scalar", "gate_scale sharpness", values=(0.5, 2))):
    a_in *= sharp
    a_forget *= sharp


@part("gate_state")
def gate_clip(most: param("scalar", "cell_clip c_max", values=(0.3, 0.7))):
    if wp.abs(c_new) > most:
        c_new = most * wp.sign(c_new)


@part("gate_output", unless="gate_zoneout")
def gate_drop(keep: array("int", "b u", "keep_mask dropout_mask", kind=flag), keep_rate: param("scalar", "keep_prob keep_rate", values=(0.5, 0.9))):
    if keep[b, u] != 0:
        h_out = h_out / keep_rate
    else:
        h_out = 0.0


@part("gate_output", unless="gate_drop")
def gate_zoneout(zone: param("scalar", "zoneout hold_rate", values=(0.1, 0.4))):
    h_out = (1.0 - zone) * h_out + zone * hidden[b, u]


@part("cell_ended")
def gate_ended(lengths: array("int", "b", "lengths seq_lengths", values=(1, 6)), step: param("int", "step t_now", values=(2, 4))):
    if step >= lengths[b]:  # this row has ended and keeps its state
        cells_out[b, u] = cells[b, u]
        hidden_out[b, u] = hidden[b, u]
        return


@part("row_ended")
def gru_ended(lengths: array("int", "b", "lengths seq_lengths", values=(1, 6)), step: param("int", "step t_now", values=(2, 4))):
    if step >= lengths[b]:  # this row has ended and keeps its state
        hidden_out[b, u] = hidden[b, u]
        return


@part("gate_report")
def gate_loss(aims: array("scalar", "b u", "targets teacher", values=(-1, 1)), loss: array("scalar", "1", "loss total_loss", values=(0, 0.1))):
    out_err = h_out - aims[b, u]
    wp.atomic_add(loss, 0, 0.5 * out_err * out_err)


@part("gate_report")
def gate_readout(readout: array("scalar", "u", "readout w_out", values=(-1, 1)), scores: array("scalar", "b", "scores logits_out", values=(0, 0.1))):
    wp.atomic_add(scores, b, readout[u] * h_out)


@idiom(names="kalman_filter filter_tracks track_targets", doc="Run a constant-velocity Kalman filter over the measurements of each track.")
def filter_track(seen: array("scalar", "i t", "measurements z observations", values=(-1, 1)), place_0: array("scalar", "i", "initial_pos x_init", values=(-0.5, 0.5)), places: array("scalar", "i t", "positions_out filtered x_est", values=(-1, 1)), dt: param("scalar", "dt sample_time", values=(0.1, 0.4)), acc_var: param("scalar", "accel_var process_noise", values=(0.1, 1)), pace_0: array("scalar", "i", "initial_vel v_init", values=(-0.5, 0.5)), seen_var: param("scalar", "meas_var r_meas", values=(0.1, 0.5))):
    t = size("num_steps horizon", 4, 8)
    i = wp.tid()
    pos = place_0[i]
    if ANY:
        vel = float(0.0)
    else:
        vel = pace_0[i]
    p_xx = float(1.0)
    p_xv = float(0.0)
    p_vv = float(1.0)
    for t in range(len(t)):
        pos = pos + dt * vel
        p_xx = p_xx + dt * (2.0 * p_xv + dt * p_vv)
        p_xv = p_xv + dt * p_vv
        parts("track_motion")
        if ANY:
            p_xx = p_xx + 0.25 * acc_var * dt * dt * dt * dt
            p_xv = p_xv + 0.5 * acc_var * dt * dt * dt
            p_vv = p_vv + acc_var * dt * dt
        else:
            p_xx = p_xx + acc_var * dt * dt * dt / 3.0  # white noise in continuous time
            p_xv = p_xv + 0.5 * acc_var * dt * dt
            p_vv = p_vv + acc_var * dt
        innovation = seen[i, t] - pos
        noise_var = seen_var
        parts("track_noise")
        parts("track_gate")
        s_inv = 1.0 / (p_xx + noise_var)
        gain_x = p_xx * s_inv
        gain_v = p_xv * s_inv
        parts("track_gain")
        pos = pos + gain_x * innovation
        vel = vel + gain_v * innovation
        one_minus_k = 1.0 - gain_x
        p_vv = p_vv - 2.0 * gain_v * p_xv + gain_v * gain_v * (p_xx + noise_var)
        p_xv = one_minus_k * (p_xv - gain_v * p_xx) + gain_x * gain_v * noise_var
        p_xx = one_minus_k * one_minus_k * p_xx + gain_x * gain_x * noise_var
        parts("track_after")
        places[i, t] = pos
    parts("track_end")


@part("track_motion")
def track_control(control: array("scalar", "i t", "accel_cmd control", values=(-1, 1))):
    pos = pos + 0.5 * dt * dt * control[i, t]
    vel = vel + dt * control[i, t]


@part("track_motion")
def track_pull(spring: param("scalar", "pull_rate reversion", values=(0.1, 0.5))):
    vel = vel - dt * spring * pos
    p_vv = p_vv - 2.0 * dt * spring * p_xv + dt * dt * spring * spring * p_xx
    p_xv = p_xv - dt * spring * p_xx


@part("track_motion")
def track_forget(forgetting: param("scalar", "forgetting fading_memory", values=(1.01, 1.1))):
    p_xx = forgetting * p_xx
    p_xv = forgetting * p_xv
    p_vv = forgetting * p_vv


@part("track_noise")
def track_quality(quality: array("scalar", "i t", "quality snr", values=(0.3, 2))):
    noise_var = noise_var / quality[i, t]


@part("track_gate")
def track_outlier(gate: param("scalar", "gate chi2_gate", values=(0.3, 1.0))):
    nis = innovation * innovation / (p_xx + noise_var)
    if nis > gate:  # trust it less, the further off it is
        noise_var = noise_var * nis / gate


@part("track_gain", unless="track_likelihood")
def track_missing(valid: array("int", "i t", "valid is_measured", kind=flag)):
    if valid[i, t] == 0:  # nothing was measured
        gain_x = 0.0
        gain_v = 0.0


@part("track_gain", unless="track_missing")
def track_likelihood(fit: array("scalar", "i", "log_likelihood fit", values=(0, 0.1))):
    fit[i] = fit[i] - 0.5 * (innovation * innovation * s_inv + wp.log(6.2831853 / s_inv))


@part("track_after")
def track_limit(fastest: param("scalar", "max_speed v_max", values=(0.2, 0.6))):
    vel = wp.clamp(vel, -fastest, fastest)


@part("track_after")
def track_walls(low: param("scalar", "lower low_wall", values=(-0.6, -0.3)), high: param("scalar", "upper high_wall", values=(0.3, 0.6))):
    if pos < low:
        pos = low
        vel = wp.max(vel, 0.0)
    elif pos > high:
        pos = high
        vel = wp.min(vel, 0.0)


@part("track_end")
def track_variance(spread_out: array("scalar", "i 3", "covariance_out p_out", values=(0, 1))):
    spread_out[i, 0] = p_xx
    spread_out[i, 1] = p_xv
    spread_out[i, 2] = p_vv


@part("track_end")
def track_forecast(ahead: param("scalar", "lead_time lookahead", values=(0.5, 2)), forecast: array("scalar", "i", "forecast predicted", values=(-1, 1))):
    forecast[i] = pos + ahead * vel
