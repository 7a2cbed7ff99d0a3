# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of matrices: norms, softmax, attention, dense layers, losses, optimisers, quantisation."""

domain("rows", uses="learning", entity="row sample token", edge="edge")

words(dot_score="s score logit", squares="s sq_avg v_new", quant_of="s scale delta")

eps_row = concept("scalar", "1", "parameter constant", names="eps epsilon", short="eps", values=(0.001, 0.01))
temperature_of = concept("scalar", "1", "parameter", names="temperature temp tau", short="tau", values=(0.5, 2))
scale_of = concept("scalar", "1", "parameter", names="scale inv_sqrt_d", short="scale", values=(0.2, 1))
decay_of = concept("scalar", "1", "parameter constant", names="decay momentum alpha", short="a", values=(0.1, 0.9))


@idiom(names="normalize_rows standardize", doc="Normalize each row.")
def row_normalize(x: array("scalar", "i k", "x data features values", values=(-1, 1)), gain_of: array("scalar", "k", "gamma gain scale", values=(0.5, 1.5)), shift: array("scalar", "k", "beta bias shift", values=(-0.5, 0.5)), result: array("scalar", "i k", "y x_norm normalized out_rows", values=(0, 1))):
    k = size("dim num_features d_model", 4, 6)
    i = wp.tid()
    if ANY:
        mean = float(0.0)
        for c in range(len(k)):
            mean += x[i, c]
        mean = mean / float(len(k))
        var = float(0.0)
        for c in range(len(k)):
            d = x[i, c] - mean
            var += d * d
        var = var / float(len(k))
        inv = 1.0 / wp.sqrt(var + eps_row)
        title("layer_norm normalize_rows standardize_rows", "Standardize each row to zero mean and unit variance.")
        for c in range(len(k)):
            y = (x[i, c] - mean) * inv
            if ANY:
                y = y * gain_of[c]
            if ANY:
                y = y + shift[c]
            result[i, c] = y
    elif ANY:
        sq = float(0.0)
        for c in range(len(k)):
            sq += x[i, c] * x[i, c]
        if ANY:
            inv = 1.0 / wp.sqrt(sq / float(len(k)) + eps_row)
            title("rms_norm scale_rows", "Scale each row by its root mean square.")
        else:
            inv = 1.0 / wp.sqrt(sq + eps_row)
            title("l2_normalize unit_rows", "Scale each row to length one.")
        for c in range(len(k)):
            if ANY:
                result[i, c] = x[i, c] * inv
            else:
                result[i, c] = gain_of[c] * x[i, c] * inv
    else:
        low = x[i, 0]
        high = x[i, 0]
        for c in range(1, len(k)):
            low = wp.min(low, x[i, c])
            high = wp.max(high, x[i, c])
        title("min_max_scale rescale_rows", "Scale each row to the unit interval.")
        for c in range(len(k)):
            result[i, c] = (x[i, c] - low) / (high - low + eps_row)


@idiom(names="softmax softmax_rows", doc="Compute the numerically stable softmax of each row.")
def softmax_row(x: array("scalar", "i k", "logits scores", values=(-2, 2)), labels: array("int", "i", "labels targets class_ids", kind=index("k")), mask: array("int", "i k", "mask valid", kind=flag), log_result: array("scalar", "i k", "log_probs log_p out_rows", values=(-3, 0)), result: array("scalar", "i k", "probs weights result", values=(0, 1)), loss: array("scalar", "1", "loss total_loss", values=(0, 0.1)), entropy: array("scalar", "i", "entropy uncertainty", values=(0, 1))):
    k = size("num_classes dim", 4, 6)
    i = wp.tid()
    if ANY:
        m = x[i, 0]
        for c in range(1, len(k)):
            m = wp.max(m, x[i, c])
    else:
        m = float(-1.0e6)
        for c in range(len(k)):
            m = wp.max(m, x[i, c])
    total = float(0.0)
    if ANY:
        for c in range(len(k)):
            total += wp.exp(x[i, c] - m)
    elif ANY:
        for c in range(len(k)):
            total += wp.exp((x[i, c] - m) / temperature_of)
    else:
        for c in range(len(k)):
            if mask[i, c] != 0:
                total += wp.exp(x[i, c] - m)
        total = total + eps_row
    if ANY:
        for c in range(len(k)):
            result[i, c] = wp.exp(x[i, c] - m) / total
    elif ANY:
        log_total = wp.log(total)
        for c in range(len(k)):
            log_result[i, c] = x[i, c] - m - log_total
        title("log_softmax log_probs", "Compute the log-softmax of each row.")
    elif ANY:
        label = labels[i]
        wp.atomic_add(loss, 0, choose(wp.log(total) + m - x[i, label], (wp.log(total) + m - x[i, label]) / float(len(i))))
        title("cross_entropy nll_loss", "Compute the cross entropy of each row with its label.")
    elif ANY:
        h = float(0.0)
        for c in range(len(k)):
            p = wp.exp(x[i, c] - m) / total
            h -= p * wp.log(p + eps_row)
        entropy[i] = h
        title("row_entropy prediction_entropy", "Compute the entropy of each row's softmax.")
    else:
        entropy[i] = m + wp.log(total)
        title("log_sum_exp logsumexp_rows", "Compute the log-sum-exp of each row.")


@idiom(names="attention attend scaled_dot_product", doc="Compute the attention of a query over keys.")
def attention(q: array("scalar", "i d", "queries query q", values=(-1, 1)), key: array("scalar", "n d", "keys key k_mat", values=(-1, 1)), v: array("scalar", "n d", "values value_mat v", values=(-1, 1)), result: array("scalar", "i d", "attended out_rows context", values=(0, 1)), scores: array("scalar", "i n", "scores weights", values=(0, 1))):
    d = size("dim head_dim", 2, 4)
    n = size("num_keys seq_len", 3, 5)
    i = wp.tid()
    if ANY:
        total = float(0.0)
        for n in range(len(n)):
            dot_score = float(0.0)
            for c in range(len(d)):
                dot_score += q[i, c] * key[n, c]
            if ANY:
                w = wp.exp(dot_score * scale_of)
            elif ANY:
                w = wp.max(dot_score, 0.0) + 0.01
            else:
                dist = float(0.0)
                for c in range(len(d)):
                    diff = q[i, c] - key[n, c]
                    dist += diff * diff
                w = wp.exp(-scale_of * dist)
            scores[i, n] = w
            total += w
        for c in range(len(d)):
            acc = float(0.0)
            for n in range(len(n)):
                acc += scores[i, n] * v[n, c]
            result[i, c] = acc / total
    else:
        for n in range(len(n)):
            dot_score = float(0.0)
            for c in range(len(d)):
                dot_score += q[i, c] * key[n, c]
            dot_score = dot_score * scale_of
            if ANY:
                if n > i:
                    dot_score = -10.0
            if ANY:
                dot_score = dot_score - scale_of * wp.abs(float(i - n))
            scores[i, n] = dot_score
        title("attention_scores compute_scores", "Compute the scaled dot products of queries and keys.")


@idiom(goals="X=neuron", names="dense_forward dense_layer layer_forward", doc="Apply a dense layer and its activation.")
def dense(x: array("scalar", "i d", "x inputs features", values=(-1, 1)), w: array("scalar", "j d", "weights w w_mat", values=(-1, 1)), b: array("scalar", "j", "bias b", values=(-0.5, 0.5)), result: array("scalar", "i j", "y out_features hidden", values=(0, 1))):
    d = size("in_dim num_inputs", 3, 5)
    i, j = wp.tid()
    if ANY:
        total = b[j]
    else:
        total = float(0.0)
    for c in range(len(d)):
        total += x[i, c] * w[j, c]
    with bind(activation_in, total):
        result[i, j] = X


@idiom(names="linear_layer linear_forward project_features", doc="Apply a linear layer.")
def linear(x: array("scalar", "i d", "x inputs features", values=(-1, 1)), w: array("scalar", "j d", "weights w w_mat", values=(-1, 1)), b: array("scalar", "j", "bias b", values=(-0.5, 0.5)), result: array("scalar", "i j", "y out_features hidden", values=(0, 1))):
    d = size("in_dim num_inputs", 3, 5)
    i, j = wp.tid()
    if ANY:
        total = b[j]
    else:
        total = float(0.0)
    for c in range(len(d)):
        total += x[i, c] * w[j, c]
    result[i, j] = total


@idiom(names="adam_step adam_update apply_adam", doc="Take one Adam step.")
def adam(decoupled: param("scalar", "decoupled_decay adamw_decay wd", values=(0.001, 0.05))):
    i = wp.tid()
    guard(i)
    g = choose(grad, clipped)
    p = param[i]
    m = beta1 * moment1[i] + (1.0 - beta1) * g
    v = beta2 * moment2[i] + (1.0 - beta2) * g * g
    if ANY:
        m_hat = m / (1.0 - wp.pow(beta1, float(step_count)))
        v_hat = v / (1.0 - wp.pow(beta2, float(step_count)))
        update = m_hat / (wp.sqrt(v_hat) + adam_eps)
    elif ANY:
        update = m / (wp.sqrt(v) + adam_eps)
    else:
        update = (beta1 * m + (1.0 - beta1) * g) / (wp.sqrt(v) + adam_eps)
    if ANY:
        update = update + decoupled * p
    out(param)[i] = p - lr * update
    out(moment1)[i] = m
    out(moment2)[i] = v


@idiom(names="sgd_step momentum_step", doc="Take one gradient descent step.")
def sgd():
    i = wp.tid()
    guard(i)
    g = choose(grad, clipped)
    p = param[i]
    if ANY:
        g = g + weight_decay * p
    if ANY:
        step_to = lr * g
    elif ANY:
        m = momentum_coef * moment1[i] + g
        out(moment1)[i] = m
        step_to = lr * choose(m, g + momentum_coef * m)
    elif ANY:
        squares = beta2 * moment2[i] + (1.0 - beta2) * g * g
        out(moment2)[i] = squares
        step_to = lr * g / (wp.sqrt(squares) + adam_eps)
        title("rmsprop_step rmsprop", "Take one step of RMSProp.")
    else:
        squares = moment2[i] + g * g
        out(moment2)[i] = squares
        step_to = lr * g / wp.sqrt(squares + adam_eps)
        title("adagrad_step adagrad", "Take one step of Adagrad.")
    out(param)[i] = p - step_to


@idiom(names="scan_rows cumulative_sum prefix_sum_rows", doc="Compute the prefix sum of each row.")
def scan_row(x: array("scalar", "i k", "x data rewards values", values=(-1, 1)), result: array("scalar", "i k", "result running y returns", values=(0, 1))):
    k = size("length num_steps horizon", 4, 6)
    i = wp.tid()
    if ANY:
        total = float(0.0)
        for c in range(len(k)):
            total += choose(x[i, c], x[i, c] * x[i, c], wp.abs(x[i, c]))
            result[i, c] = choose(total, total / float(c + 1))
    elif ANY:
        smooth = x[i, 0]
        for c in range(len(k)):
            smooth = (1.0 - decay_of) * smooth + decay_of * x[i, c]
            result[i, c] = smooth
        title("exponential_average smooth_rows ema", "Compute the exponential moving average along each row.")
    elif ANY:
        value = float(0.0)
        for c in range(len(k)):
            t = len(k) - 1 - c
            value = x[i, t] + decay_of * value
            result[i, t] = value
        title("discounted_returns returns_to_go", "Compute discounted returns from the end of each row.")
    else:
        high = x[i, 0]
        for c in range(len(k)):
            high = wp.max(high, x[i, c])
            result[i, c] = choose(high, high - x[i, c])
        title("running_max drawdown", "Compute the running maximum along each row.")


@idiom(names="row_reduce reduce_rows", doc="Reduce each row to a number.")
def reduce_row(x: array("scalar", "i k", "x data values matrix", values=(-1, 1)), y: array("scalar", "i k", "y other reference targets", values=(-1, 1)), w: array("scalar", "k", "weights w", values=(0.2, 1)), result: array("scalar", "i", "result row_out scores", values=(0, 1))):
    k = size("dim num_cols", 4, 6)
    i = wp.tid()
    total = float(0.0)
    for c in range(len(k)):
        term = choose(x[i, c] * x[i, c], x[i, c] * y[i, c], (x[i, c] - y[i, c]) * (x[i, c] - y[i, c]), wp.abs(x[i, c] - y[i, c]), wp.max(x[i, c], 0.0), wp.exp(x[i, c]))
        if ANY:
            total += w[c] * term
        else:
            total += term
    result[i] = choose(total, total / float(len(k)), wp.sqrt(total * total + eps_row), wp.log(1.0 + total * total), wp.tanh(total))


@idiom(names="quantize fake_quantize dequantize", doc="Quantize values to uniform levels.")
def quantize(x: array("scalar", "i", "x values weights", values=(-1, 1)), step: array("scalar", "i", "scales quant_scales steps", values=(0.05, 0.2)), result: array("scalar", "i", "result quantized dequantized", values=(0, 1))):
    i = wp.tid()
    quant_of = step[i]
    level = wp.clamp(wp.round(x[i] / quant_of), choose(-128.0, -8.0), choose(127.0, 7.0))
    if ANY:
        result[i] = x[i] - level * quant_of
        title("quantization_error", "Compute the quantization error of each value.")
    else:
        result[i] = level * quant_of


goals(neuron="activation")
