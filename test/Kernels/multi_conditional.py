"""The grip of a tyre on the road: in the air, rolling, at its limit or sliding, on a dry or a wet lane."""
import warp as wp

STIFFNESS = 40.0
SOFT_DEPTH = 0.05


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


CASE = {
    'name': 'multi_conditional',
    'group': 'kernel-type',
    'kernel': 'tyre_force',
    'dim': 8,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'depth', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [-0.02, 0.031, 0.112, 0.087, 0.143, 0.024, 0.095, 0.071],
        },
        {
            'name': 'slip', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [0.2, 0.057, 0.063, -0.21, 0.48, -0.72, 0.55, -0.041],
        },
        {'name': 'wet', 'dtype': 'int32', 'role': 'in', 'value': [0, 0, 1, 0, 0, 0, 1, 1]},
        {'name': 'braking', 'dtype': 'int32', 'role': 'in', 'value': [0, 0, 1, 1, 0, 1, 0, 0]},
        {
            'name': 'normal_force', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [0.91, 1.468, -1.342, -1.054, 0.809, -0.953, -0.908, 0.507],
        },
        {
            'name': 'friction', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [-0.538, 0.89, -0.744, -1.246, 1.006, -1.448, -0.542, 1.471],
        },
    ],
}
