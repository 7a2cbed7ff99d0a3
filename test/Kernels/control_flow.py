"""How far a dropped ball travels up and down until it lies still, on different grounds."""
import warp as wp

WATER = wp.constant(0)
SAND = wp.constant(1)
GRASS = wp.constant(2)
REST_HEIGHT = 0.05


@wp.kernel
def bounce_distance(
    height: wp.array(dtype=float),
    ground: wp.array(dtype=int),
    max_bounces: wp.array(dtype=int),
    distance: wp.array(dtype=float),
):
    ball = wp.tid()
    if ground[ball] == WATER:
        return

    if ground[ball] == SAND:
        rebound = 0.2
    elif ground[ball] == GRASS:
        rebound = 0.45
    else:
        rebound = 0.7

    h = height[ball]
    travelled = height[ball]
    bounces = int(0)
    while h > REST_HEIGHT:
        if bounces == max_bounces[ball]:
            break
        h = rebound * h
        travelled += 2.0 * h
        bounces += 1
    distance[ball] = travelled


CASE = {
    'name': 'control_flow',
    'group': 'kernel-type',
    'kernel': 'bounce_distance',
    'dim': 6,
    'rtol': 2e-5,
    'args': [
        {'name': 'height', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [1.3, 0.874, 2.15, 0.93, 1.71, 0.04]},
        {'name': 'ground', 'dtype': 'int32', 'role': 'in', 'value': [1, 2, 0, 3, 3, 2]},
        {'name': 'max_bounces', 'dtype': 'int32', 'role': 'in', 'value': [10, 10, 10, 3, 20, 5]},
        {
            'name': 'distance', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [-1.135, -1.455, 0.788, 0.61, 0.792, -0.856],
        },
    ],
}
