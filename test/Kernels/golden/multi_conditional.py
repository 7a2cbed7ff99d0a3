import warp as wp

SOFT_DEPTH = wp.constant(0.05)
STIFFNESS = wp.constant(40.0)


@wp.kernel
def tyre_force(
    depth: wp.array(dtype=float),
    slip: wp.array(dtype=float),
    wet: wp.array(dtype=int),
    braking: wp.array(dtype=int),
    normal_force: wp.array(dtype=float),
    friction: wp.array(dtype=float),
):
    i = wp.tid()
    d = depth[i]
    s = slip[i]
    is_wet = wet[i] != 0
    is_braking = braking[i] != 0
    grip = wp.where(is_wet, 0.5, 0.9)
    pressed = STIFFNESS * d if d > SOFT_DEPTH else STIFFNESS * d * d / SOFT_DEPTH

    if d <= 0.0:
        pressed = 0.0
        drag = 0.0
    elif wp.abs(s) < 0.1 and not is_braking:
        drag = 0.02 * s
    elif wp.abs(s) < 0.3:
        drag = grip * wp.sin(5.0 * s)
    elif s < 0.0 or is_wet:
        drag = 0.8 * grip * wp.sign(s)
    else:
        drag = grip * (1.0 - 0.2 * (s - 0.3))

    normal_force[i] = pressed
    friction[i] = -drag * pressed
