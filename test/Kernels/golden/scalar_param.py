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
