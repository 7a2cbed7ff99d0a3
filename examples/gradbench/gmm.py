"""A mixture of Gaussians (GradBench's gmm): the log-likelihood of points, with a Wishart prior on the inverse covariances."""
import warp as wp


@wp.func
def exponent(
    alphas: wp.array(dtype=wp.float64),
    means: wp.array2d(dtype=wp.float64),
    icf: wp.array2d(dtype=wp.float64),
    x: wp.array2d(dtype=wp.float64),
    i: int,
    k: int,
):
    """Of point i under component k; icf has the logarithms of a lower triangle's diagonal, then its columns below it."""
    d = x.shape[1]
    square = wp.float64(0.0)
    logs = wp.float64(0.0)
    for row in range(d):
        along = wp.exp(icf[k, row]) * (x[i, row] - means[k, row])
        for column in range(row):
            at = d + column * (d - 1) - column * (column - 1) // 2 + row - column - 1
            along += icf[k, at] * (x[i, column] - means[k, column])
        square += along * along
        logs += icf[k, row]
    return alphas[k] + logs - wp.float64(0.5) * square


@wp.func
def prior(icf: wp.array2d(dtype=wp.float64), gamma: wp.float64, m: int):
    d = (wp.int32(wp.sqrt(wp.float64(8 * icf.shape[1] + 1))) - 1) / 2
    total = wp.float64(0.0)
    for k in range(icf.shape[0]):
        logs = wp.float64(0.0)
        square = wp.float64(0.0)
        for j in range(icf.shape[1]):
            if j < d:
                logs += icf[k, j]
                square += wp.exp(icf[k, j]) * wp.exp(icf[k, j])
            else:
                square += icf[k, j] * icf[k, j]
        total += wp.float64(0.5) * gamma * gamma * square - wp.float64(m) * logs
    return total


@wp.kernel
def gmm(
    alphas: wp.array(dtype=wp.float64),
    means: wp.array2d(dtype=wp.float64),
    icf: wp.array2d(dtype=wp.float64),
    x: wp.array2d(dtype=wp.float64),
    gamma: wp.float64,
    m: int,
    constant: wp.float64,
    likelihood: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    largest = exponent(alphas, means, icf, x, i, 0)
    largest_alpha = alphas[0]
    for k in range(1, alphas.shape[0]):
        largest = wp.max(largest, exponent(alphas, means, icf, x, i, k))
        largest_alpha = wp.max(largest_alpha, alphas[k])
    total = wp.float64(0.0)
    total_alpha = wp.float64(0.0)
    for k in range(alphas.shape[0]):
        total += wp.exp(exponent(alphas, means, icf, x, i, k) - largest)
        total_alpha += wp.exp(alphas[k] - largest_alpha)
    wp.atomic_add(likelihood, 0, largest + wp.log(total) - largest_alpha - wp.log(total_alpha))
    if i == 0:
        wp.atomic_add(likelihood, 0, constant + prior(icf, gamma, m))


CASE = {
    'name': 'gmm', 'group': 'gradbench', 'kernel': 'gmm', 'dim': 5,
    'args': [
        {'name': 'alphas', 'dtype': 'float64', 'role': 'in', 'value': [-0.955, -0.077, -0.664], 'grad': True},
        {'name': 'means', 'dtype': 'float64', 'role': 'in', 'value': [[-0.766, -0.882, 0.536], [-0.741, -0.505, -0.218], [0.743, -0.839, -0.102]], 'grad': True},
        {'name': 'icf', 'dtype': 'float64', 'role': 'in', 'value': [[0.099, 0.767, 0.639, 0.728, -0.443, -0.169], [-0.282, 0.768, 0.915, -0.698, -0.648, -0.536], [-0.533, -0.03, 0.178, -0.475, -0.992, -0.162]], 'grad': True},
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [[-0.261, 0.133, 0.906], [0.381, 0.031, 0.235], [0.352, -0.892, 0.799], [0.56, 0.749, 0.596], [-0.215, -0.202, -0.793]]},
        {'name': 'gamma', 'dtype': 'float64', 'role': 'scalar', 'value': 1.3},
        {'name': 'm', 'dtype': 'int32', 'role': 'scalar', 'value': 1},
        {'name': 'constant', 'dtype': 'float64', 'role': 'scalar', 'value': -3.25},
        {'name': 'likelihood', 'dtype': 'float64', 'role': 'inout', 'value': [0.0], 'grad': True, 'weight': [1.0]},
    ],
}
