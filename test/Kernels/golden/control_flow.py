import warp as wp

WATER = wp.constant(0)
SAND = wp.constant(1)
GRASS = wp.constant(2)
REST_HEIGHT = wp.constant(0.05)


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
