"""What is kept of a number and what is cut off it; the author lets both pass their adjoints on, wherever the bound lies."""
import warp as wp


@wp.func
def cut(u: wp.float64, low: wp.float64):
    return wp.max(u, low), wp.max(low - u, wp.float64(0.0))


@wp.func_grad(cut)
def adj_cut(u: wp.float64, low: wp.float64, adj_kept: wp.float64, adj_excess: wp.float64):
    wp.adjoint[u] += adj_kept - wp.float64(0.5) * adj_excess


@wp.kernel
def trim(x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64), z: wp.array(dtype=wp.float64)):
    i = wp.tid()
    kept, excess = cut(x[i], wp.float64(1.0))
    y[i] = kept * kept + wp.float64(3.0) * excess
    rest = x[i] * wp.float64(2.0)
    for _ in range(2):
        over, under = cut(rest, wp.float64(0.0))
        rest = over * over
    z[i] = rest


CASE = {
    'name': 'two_adjoints',
    'group': 'forms',
    'kernel': 'trim',
    'dim': 3,
    'custom_grad': True,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [0.5, 2.0, -1.0]},
        {'name': 'y', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, -2.0, 0.5]},
        {'name': 'z', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, 0.125, 1.0]},
    ],
}
