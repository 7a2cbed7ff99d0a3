# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Activations, losses, optimisers."""

domain("learning", entity="sample row unit", edge="edge", group="batch")

activation_in = concept("scalar", "1", "entity", names="x input value", said="input", plural="inputs values", short="x", values=(-2, 2))
activation = concept("scalar", "1", "", names="y activation activated", plural="activations", short="y")
prediction = concept("scalar", "1", "entity", names="pred prediction y_pred", said="prediction", plural="predictions", short="p pred", values=(-2, 2))
target = concept("scalar", "1", "entity", names="target label y_true", plural="targets labels", short="t y", values=(-1, 1))
residual = concept("scalar", "1", "", names="residual err diff", plural="residuals", short="r e diff")
loss_term = concept("scalar", "1", "", names="loss sample_loss l", plural="losses", short="l", extensive=True)
huber_delta = concept("scalar", "1", "parameter constant", names="huber_delta delta threshold", short="delta", values=(0.3, 1))
sample_weight = concept("scalar", "1", "entity", names="weight sample_weight", plural="weights sample_weights", short="w", values=(0.2, 1.5))
slope = concept("scalar", "1", "parameter constant", names="negative_slope leak slope", short="leak", values=(0.01, 0.3))
grad = concept("scalar", "1", "entity", names="grad gradient", plural="grads gradients", short="g", values=(-1, 1))
param = concept("scalar", "1", "entity", names="param weight theta", plural="params weights", short="w", values=(-1, 1))
moment1 = concept("scalar", "1", "entity", names="exp_avg m moment1", plural="exp_avgs m", short="m", values=(-0.5, 0.5))
moment2 = concept("scalar", "1", "entity", names="exp_avg_sq v moment2", plural="exp_avg_sqs v", short="v", values=(0.01, 0.5))
lr = concept("scalar", "1", "parameter", names="lr learning_rate step_size", short="lr", values=(0.001, 0.1))
beta1 = concept("scalar", "1", "parameter constant", names="beta1", short="b1", values=(0.8, 0.95))
beta2 = concept("scalar", "1", "parameter constant", names="beta2", short="b2", values=(0.9, 0.999))
adam_eps = concept("scalar", "1", "parameter constant", names="eps epsilon", short="eps", values=(0.001, 0.01), common=True)
weight_decay = concept("scalar", "1", "parameter constant", names="weight_decay wd l2_reg", short="wd", values=(0.001, 0.1))
momentum_coef = concept("scalar", "1", "parameter constant", names="momentum beta", short="mu", values=(0.5, 0.95))
step_count = concept("int", "1", "parameter", names="step iteration t", short="t", values=(1, 20))
probability = concept("scalar", "1", "", names="prob p", said="probability", plural="probs probabilities", short="p")
mean_stat = concept("scalar", "1", "entity parameter", names="mean mu running_mean", plural="means", short="mu", values=(-0.5, 0.5))
var_stat = concept("scalar", "1", "entity parameter", names="var variance running_var", plural="variances", short="var", values=(0.2, 2))
gain = concept("scalar", "1", "entity parameter", names="gamma scale gain", plural="gammas scales", short="g", values=(0.5, 1.5))
bias = concept("scalar", "1", "entity parameter", names="bias beta shift", plural="biases", short="b", values=(-0.5, 0.5))
norm_eps = concept("scalar", "1", "parameter constant", names="eps norm_eps", short="eps", values=(0.001, 0.01), common=True)
normalized = concept("scalar", "1", "", names="normalized_value x_hat normalized z", plural="normalized", short="z xhat")
zscore = concept("scalar", "1", "", names="z zscore", said="standard score", plural="zscores", short="z")
log_pdf = concept("scalar", "1", "", names="log_prob log_likelihood logp", said="log density", plural="log_probs", short="logp", extensive=True)
clip_limit = concept("scalar", "1", "parameter constant", names="clip max_grad clip_value", short="clip", values=(0.3, 0.8))
clipped = concept("scalar", "1", "", names="g clipped_grad", short="g")
quant_scale = concept("scalar", "1", "entity parameter", names="scale quant_scale", short="scale", values=(0.05, 0.3))
zero_point = concept("scalar", "1", "parameter", names="zero_point", short="zp", values=(0, 8))
ratio = concept("scalar", "1", "entity", names="ratio prob_ratio", plural="ratios", short="ratio", values=(0.7, 1.4))
advantage = concept("scalar", "1", "entity", names="advantage adv", plural="advantages", short="adv", values=(-1, 1))
clip_eps = concept("scalar", "1", "parameter constant", names="clip_eps clip_range", short="eps", values=(0.1, 0.3), common=True)
dropout_mask = concept("scalar", "1", "entity", names="mask keep_mask", plural="masks", short="mask", values=(0, 1))

goals(point="activation loss_term normalized zscore log_pdf residual")
goals(map="activation_in:activation prediction:probability signal:normalized")
goals(loss="loss_term")
goals(total="loss_term log_pdf")
guard(i, dropout_mask == 0.0)
residual = prediction - target
activation = law(wp.max(activation_in, 0.0), wp.where(activation_in > 0.0, activation_in, slope * activation_in), 1.0 / (1.0 + wp.exp(-activation_in)), activation_in / (1.0 + wp.exp(-activation_in)), wp.tanh(activation_in), wp.log(1.0 + wp.exp(activation_in)), 0.5 * activation_in * (1.0 + wp.tanh(0.7978845608 * (activation_in + 0.044715 * activation_in * activation_in * activation_in))), wp.where(activation_in > 0.0, activation_in, slope * (wp.exp(activation_in) - 1.0)))
probability = law(1.0 / (1.0 + wp.exp(-prediction)), wp.clamp(1.0 / (1.0 + wp.exp(-prediction)), 1.0e-6, 1.0 - 1.0e-6))
loss_term = law(residual * residual, 0.5 * residual * residual, wp.abs(residual), -(target * wp.log(probability) + (1.0 - target) * wp.log(1.0 - probability)), sample_weight * residual * residual, wp.sqrt(residual * residual + huber_delta * huber_delta) - huber_delta, wp.max(0.0, 1.0 - target * prediction), -wp.min(ratio * advantage, wp.clamp(ratio, 1.0 - clip_eps, 1.0 + clip_eps) * advantage))

def loss_term():
    """huber"""
    err = wp.abs(residual)
    loss = 0.0
    if err <= huber_delta:
        loss = 0.5 * err * err
    else:
        loss = huber_delta * (err - 0.5 * huber_delta)
    return loss

zscore = (signal - mean_stat) / wp.sqrt(var_stat + norm_eps)
normalized = law(gain * zscore + bias, (signal - mean_stat) / wp.sqrt(var_stat + norm_eps) * gain + bias)
log_pdf = -0.5 * zscore * zscore - 0.5 * wp.log(2.0 * wp.pi * var_stat)    # Gaussian
clipped = law(wp.clamp(grad, -clip_limit, clip_limit), grad + weight_decay * param)
