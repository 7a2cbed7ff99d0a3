"""Charged particles are laid onto the cells of a line, each shared by the two cell centres around it."""
import warp as wp

CELL_WIDTH = 0.5


@wp.kernel
def deposit_charge(
    position: wp.array(dtype=float),
    charge: wp.array(dtype=float),
    density: wp.array(dtype=float),
    strongest: wp.array(dtype=float),
    leftmost: wp.array(dtype=float),
    reservoir: wp.array(dtype=float),
):
    p = wp.tid()
    x = position[p] / CELL_WIDTH
    left = int(wp.floor(x))
    if left < 0 or left + 1 >= density.shape[0]:
        return

    share = x - float(left)
    q = charge[p]
    wp.atomic_add(density, left, (1.0 - share) * q / CELL_WIDTH)
    wp.atomic_add(density, left + 1, share * q / CELL_WIDTH)
    wp.atomic_max(strongest, left, wp.abs(q))
    wp.atomic_min(leftmost, 0, position[p])
    wp.atomic_sub(reservoir, 0, q)


CASE = {
    'name': 'atomic',
    'group': 'kernel-type',
    'kernel': 'deposit_charge',
    'dim': 8,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'position', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [0.132, 0.871, 1.407, 0.655, 2.214, -0.317, 1.683, 0.943],
        },
        {
            'name': 'charge', 'dtype': 'float32', 'role': 'in', 'grad': True,
            'value': [0.83, -1.27, 0.46, 0.95, -0.62, 1.5, 0.71, 1.12],
        },
        {
            'name': 'density', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [1.206, 1.295, -1.354, -0.646, -0.959, -0.894],
        },
        {
            'name': 'strongest', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [1.351, -0.982, 0.859, -1.341, 0.78, 1.458],
        },
        {'name': 'leftmost', 'dtype': 'float32', 'role': 'out', 'value': [9.0], 'weight': [0.77]},
        {'name': 'reservoir', 'dtype': 'float32', 'role': 'inout', 'grad': True, 'value': [10.5], 'weight': [-0.64]},
    ],
}
