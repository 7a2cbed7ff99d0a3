# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Densities, scores and tests of observations."""

domain("statistics", entity="sample observation row", edge="pair", group="dataset")

observation = concept("scalar", "1", "entity", names="x value observation", plural="xs values observations", short="x", values=(0.2, 2.5))
location = concept("scalar", "1", "entity parameter", names="mu mean loc", plural="means", short="mu", values=(0.3, 1.5), common=True)
spread = concept("scalar", "1", "entity parameter", names="sigma std scale", plural="sigmas stds", short="sigma", values=(0.4, 1.5), common=True)
rate_of = concept("scalar", "1", "parameter constant", names="rate lam", short="lam", values=(0.5, 2), common=True)
degrees = concept("scalar", "1", "parameter constant", names="nu dof", short="nu", values=(2, 8), common=True)
case_weight = concept("scalar", "1", "entity", names="weight w", plural="weights", short="w", values=(0.2, 1.5))
fitted = concept("scalar", "1", "", names="fitted_value fitted y_hat", plural="fitted", short="yhat")
slope_of = concept("scalar", "1", "parameter", names="slope beta1 b1", short="b1", values=(-1, 1), common=True)
intercept = concept("scalar", "1", "parameter", names="intercept beta0 b0", short="b0", values=(-0.5, 0.5), common=True)
response = concept("scalar", "1", "entity", names="y response outcome", plural="ys responses", short="y", values=(0.1, 1))
standard_score = concept("scalar", "1", "", names="z standard_score", plural="z_scores", short="z")
density_of = concept("scalar", "1", "", names="pdf density_value", said="probability density", plural="pdfs", short="p")
log_density = concept("scalar", "1", "", names="log_prob log_pdf ll", plural="log_probs", short="lp", extensive=True)
squared_error = concept("scalar", "1", "", names="squared_error sq_err", plural="squared_errors", short="se", extensive=True)
error_of = concept("scalar", "1", "", names="residual error", plural="residuals", short="res")
influence = concept("scalar", "1", "", names="influence psi", plural="influences", short="psi")
robust_weight = concept("scalar", "1", "", names="robust_weight irls_weight", plural="robust_weights", short="rw")
tuning = concept("scalar", "1", "parameter constant", names="tuning cutoff k_tune", short="k", values=(0.5, 2), common=True)
chance = concept("scalar", "1", "", names="prob p", said="probability", plural="probs", short="p")

goals(point="standard_score density_of log_density squared_error influence robust_weight chance fitted", total="log_density squared_error", map="observation:standard_score")
guard(i, case_weight < 0.4)    # hardly counts
standard_score = (observation - location) / spread
fitted = law(intercept + slope_of * observation, intercept + slope_of * observation * observation, intercept + slope_of * wp.log(observation))
error_of = response - fitted
squared_error = law(error_of * error_of, case_weight * error_of * error_of)
density_of = law(wp.exp(-0.5 * standard_score * standard_score) / (spread * wp.sqrt(2.0 * wp.pi)), rate_of * wp.exp(-rate_of * observation), 0.5 * wp.exp(-wp.abs(standard_score)) / spread, 1.0 / (wp.pi * spread * (1.0 + standard_score * standard_score)))
log_density = law(-0.5 * standard_score * standard_score - wp.log(spread) - 0.5 * wp.log(2.0 * wp.pi), wp.log(rate_of) - rate_of * observation, -wp.abs(standard_score) - wp.log(2.0 * spread), -0.5 * (degrees + 1.0) * wp.log(1.0 + standard_score * standard_score / degrees) - wp.log(spread), response * wp.log(chance) + (1.0 - response) * wp.log(1.0 - chance))
influence = law(wp.clamp(error_of, -tuning, tuning), error_of * wp.exp(-error_of * error_of / (tuning * tuning)), tuning * wp.tanh(error_of / tuning))
robust_weight = law(wp.min(1.0, tuning / wp.max(wp.abs(error_of), 0.001)), 1.0 / (1.0 + error_of * error_of / (tuning * tuning)), wp.exp(-wp.abs(error_of) / tuning))
chance = law(1.0 / (1.0 + wp.exp(-fitted)), 0.5 * (1.0 + wp.erf(fitted * 0.70710678)), 0.5 * (1.0 + wp.tanh(0.5 * fitted)))
