"""Dust that a noisy wind carries: how much of it lands, and along which axis the wind stretches it."""
import warp as wp


@wp.kernel
def scatter(
    position: wp.array(dtype=wp.vec3),
    strain: wp.array(dtype=wp.mat33),
    wind: wp.array(dtype=float),
    landed: wp.array(dtype=int),
    stretch: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    state = wp.rand_init(42, i)
    gust = wp.noise(state, position[i])
    wind[i] = gust + 0.5 * wp.noise(state, 2.0 * position[i])
    count = wp.poisson(state, 3.0)
    landed[i] = int(count)
    axes = wp.mat33()
    factors = wp.vec3()
    turn = wp.mat33()
    wp.svd3(strain[i], axes, factors, turn)
    stretch[i] = factors


CASE = {
    'name': 'field',
    'group': 'forms',
    'kernel': 'scatter',
    'dim': 3,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'position', 'dtype': 'vec3', 'role': 'in', 'grad': True,
            'value': [[0.3, 1.7, -2.4], [4.1, -0.6, 0.9], [2.25, 3.5, 1.125]],
        },
        {
            'name': 'strain', 'dtype': 'mat33', 'role': 'in',
            'value': [
                [[1.0, 0.2, 0.1], [0.3, 2.0, -0.4], [0.0, 0.5, 0.7]],
                [[0.6, -1.2, 0.3], [1.1, 0.4, 0.2], [-0.5, 0.8, 1.5]],
                [[2.0, 0.0, 0.5], [0.0, 0.25, 1.0], [0.7, -0.3, 0.9]],
            ],
        },
        {'name': 'wind', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, -0.5, 2.0]},
        {'name': 'landed', 'dtype': 'int32', 'role': 'out', 'value': [0, 0, 0]},
        {'name': 'stretch', 'dtype': 'vec3', 'role': 'out', 'value': [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]},
    ],
}
