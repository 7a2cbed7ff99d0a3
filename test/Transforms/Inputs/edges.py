import warp as wp


@wp.kernel
def k(x: wp.array(dtype=wp.float64), e: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    at = x[i]
    if i == 0:
        y[i] = wp.acos(wp.float64(1.0) + at)
    elif i == 1:
        y[i] = wp.asin(wp.clamp(at - wp.float64(1.5), wp.float64(-1.0), wp.float64(1.0)))
    elif i == 2:
        y[i] = wp.atan2(at, at)
    elif i == 3:
        y[i] = wp.normalize(wp.vec3d(at, at, at))[0]
    elif i == 4:
        y[i] = wp.length(wp.quatd(at, at, at, at))
    else:
        y[i] = wp.pow(at, e[i])
