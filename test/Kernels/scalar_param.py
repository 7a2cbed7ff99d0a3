"""Generalised advantage estimation: how much better than expected each step of an episode went."""
import warp as wp


@wp.kernel
def advantage_estimate(
    reward: wp.array2d(dtype=float),
    value: wp.array2d(dtype=float),
    discount: float,
    trace: float,
    reward_limit: float,
    last_step: int,
    advantage: wp.array2d(dtype=float),
):
    episode = wp.tid()
    estimate = float(0.0)
    for step in range(5, -1, -1):
        if step <= last_step:
            r = wp.clamp(reward[episode, step], -reward_limit, reward_limit)
            surprise = r + discount * value[episode, step + 1] - value[episode, step]
            estimate = surprise + discount * trace * estimate
            advantage[episode, step] = estimate


CASE = {
    'name': 'scalar_param',
    'group': 'kernel-type',
    'kernel': 'advantage_estimate',
    'dim': 4,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'reward', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [
                [0.835, -0.705, -0.54, 0.796, -0.262, 0.356],
                [0.23, 1.074, 0.077, -0.036, 0.754, 0.953],
                [-0.271, 0.84, -1.12, -0.104, -0.561, 0.673],
                [0.579, 0.087, -0.735, -1.377, 0.37, -0.296],
            ],
        },
        {
            'name': 'value', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [
                [-0.195, -0.305, 0.983, -0.237, 0.768, -0.337, 0.855],
                [0.481, -0.48, -0.052, 0.295, -0.73, -0.706, 0.191],
                [-0.46, 0.034, -0.27, 0.284, -0.447, -0.086, 0.147],
                [-0.445, -0.398, -0.027, -0.416, 0.133, -0.844, -0.085],
            ],
        },
        {'name': 'discount', 'dtype': 'float32', 'role': 'scalar', 'value': 0.95},
        {'name': 'trace', 'dtype': 'float32', 'role': 'scalar', 'value': 0.9},
        {'name': 'reward_limit', 'dtype': 'float32', 'role': 'scalar', 'value': 1.0},
        {'name': 'last_step', 'dtype': 'int32', 'role': 'scalar', 'value': 4},
        {
            'name': 'advantage', 'dtype': 'float32', 'role': 'out',
            'value': [
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ],
            'weight': [
                [-0.699, -1.233, -1.15, 1.444, 1.212, 1.332],
                [0.807, 0.922, 0.557, -1.485, -1.137, -1.448],
                [1.381, 0.681, 0.748, 1.453, -1.476, -0.884],
                [-1.151, 1.103, 1.23, 1.422, -0.751, 0.858],
            ],
        },
    ],
}
