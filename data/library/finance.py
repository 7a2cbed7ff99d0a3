# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prices, yields and risks of contracts."""

domain("finance", entity="option asset position path", edge="pair", kind="sector", group="scenario")

spot = concept("scalar", "1", "entity", names="spot price s0", plural="spots prices", short="s", values=(0.8, 1.2))
strike = concept("scalar", "1", "entity parameter", names="strike k_strike", plural="strikes", short="k", values=(0.8, 1.2))
maturity = concept("scalar", "T", "entity parameter", names="maturity expiry t_exp", plural="maturities", short="t", values=(0.3, 2.0))
volatility = concept("scalar", "-", "entity parameter", names="volatility sigma vol", plural="volatilities sigmas", short="sigma", values=(0.1, 0.5))
risk_free = concept("scalar", "1/T", "parameter constant", names="rate r risk_free", short="r", values=(0.01, 0.08), common=True)
yield_rate = concept("scalar", "1/T", "parameter", names="dividend_yield q", short="q", values=(0.0, 0.04))
normal_draw = concept("scalar", "1", "entity", names="normal z shock", plural="normals shocks", short="z", values=(-1.5, 1.5))
discount_factor = concept("scalar", "1", "", names="discount df", short="df")
forward_price = concept("scalar", "1", "", names="forward fwd", said="forward price", plural="forwards", short="f")
log_moneyness = concept("scalar", "1", "", names="log_moneyness log_m", short="lm")
spread_of_paths = concept("scalar", "1", "", names="sd sig_sqrt_t total_vol", short="sd")
d_plus = concept("scalar", "1", "", names="d1", short="d1")
d_minus = concept("scalar", "1", "", names="d2", short="d2")
cdf_plus = concept("scalar", "1", "", names="n1 cdf_d1", short="n1")
cdf_minus = concept("scalar", "1", "", names="n2 cdf_d2", short="n2")
call_price = concept("scalar", "1", "", names="call_price call premium", plural="call_prices calls", short="c")
put_price = concept("scalar", "1", "", names="put_price put", plural="put_prices puts", short="p")
density_plus = concept("scalar", "1", "", names="pdf_d1 phi_d1", short="phi")
call_delta = concept("scalar", "1", "", names="call_delta delta_call", plural="call_deltas", short="delta_c")
put_delta = concept("scalar", "1", "", names="put_delta delta_put", plural="put_deltas", short="delta_p")
gamma_greek = concept("scalar", "1", "", names="gamma option_gamma", plural="gammas", short="gamma")
call_rho = concept("scalar", "T", "", names="call_rho rho", plural="call_rhos rhos", short="rho")
call_theta = concept("scalar", "-", "", names="call_theta theta", plural="call_thetas thetas", short="theta")
vega = concept("scalar", "-", "", names="vega", plural="vegas", short="vega")
terminal_price = concept("scalar", "1", "", names="terminal s_t final_price", said="terminal price", plural="terminals", short="st")
payoff = concept("scalar", "1", "", names="payoff", plural="payoffs", short="pay", extensive=True)
simple_return = concept("scalar", "1", "", names="ret asset_return", plural="returns", short="ret")
entry_price = concept("scalar", "1", "entity", names="entry_price cost_basis", plural="entry_prices", short="p0", values=(0.7, 1.3))
quantity = concept("scalar", "1", "entity", names="quantity shares size", plural="quantities", short="q", values=(0.5, 3))
profit = concept("scalar", "1", "", names="profit pnl", plural="profits pnls", short="pnl", extensive=True)
coupon = concept("scalar", "1", "parameter", names="coupon c_rate", short="c", values=(0.02, 0.1))
market_value = concept("scalar", "1", "", names="market_value exposure notional", plural="market_values", short="mv", extensive=True)
fee = concept("scalar", "1", "parameter constant", names="fee commission cost_rate", short="fee", values=(0.001, 0.02), common=True)

goals(point="call_price put_price call_delta put_delta gamma_greek call_rho call_theta vega payoff simple_return profit forward_price market_value terminal_price", total="payoff profit market_value")
guard(i, quantity < 0.8)    # too small to count
guard(i, maturity < 0.5)    # about to expire
discount_factor = same(wp.exp(-risk_free * maturity), 1.0 / wp.exp(risk_free * maturity))
forward_price = spot * wp.exp(risk_free * maturity)
log_moneyness = law(wp.log(spot / strike) + risk_free * maturity, wp.log(forward_price / strike))
spread_of_paths = volatility * wp.sqrt(maturity)
d_plus = law((log_moneyness + 0.5 * volatility * volatility * maturity) / spread_of_paths, log_moneyness / spread_of_paths + 0.5 * spread_of_paths)
d_minus = d_plus - spread_of_paths
cdf_plus = 0.5 * (1.0 + wp.erf(d_plus * 0.70710678))    # normal distribution
cdf_minus = 0.5 * (1.0 + wp.erf(d_minus * 0.70710678))
density_plus = 0.39894228 * wp.exp(-0.5 * d_plus * d_plus)
call_price = law(spot * cdf_plus - strike * discount_factor * cdf_minus, discount_factor * (forward_price * cdf_plus - strike * cdf_minus))  # Black-Scholes
put_price = law(strike * discount_factor * (1.0 - cdf_minus) - spot * (1.0 - cdf_plus), call_price - spot + strike * discount_factor)  # Black-Scholes; put-call parity
call_delta = cdf_plus
put_delta = cdf_plus - 1.0
gamma_greek = density_plus / (spot * spread_of_paths)
call_rho = strike * maturity * discount_factor * cdf_minus
call_theta = -0.5 * spot * density_plus * volatility / wp.sqrt(maturity) - risk_free * strike * discount_factor * cdf_minus
vega = spot * density_plus * wp.sqrt(maturity)
terminal_price = law(spot * wp.exp((risk_free - 0.5 * volatility * volatility) * maturity + spread_of_paths * normal_draw), spot * wp.exp((risk_free - yield_rate - 0.5 * volatility * volatility) * maturity + spread_of_paths * normal_draw))
payoff = law(wp.max(terminal_price - strike, 0.0), wp.max(strike - terminal_price, 0.0), discount_factor * wp.max(terminal_price - strike, 0.0), discount_factor * wp.max(strike - terminal_price, 0.0), wp.abs(terminal_price - strike), wp.min(wp.max(terminal_price - strike, 0.0), 0.5))
simple_return = law((spot - entry_price) / entry_price, wp.log(spot / entry_price), spot / entry_price - 1.0)
profit = law(quantity * (spot - entry_price), quantity * (spot - entry_price) - fee * quantity * spot, quantity * wp.max(spot - strike, 0.0) - quantity * fee)
market_value = law(quantity * spot, quantity * spot * wp.exp(-yield_rate * maturity), quantity * call_price, quantity * put_price)    # of shares; of shares without their dividends; of calls; of puts
