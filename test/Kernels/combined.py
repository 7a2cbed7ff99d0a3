"""Forces, energy and stress of atoms in Morse bonds with their neighbours."""
import warp as wp

BOND_LENGTH = 1.0
BOND_WIDTH = 1.6
CUTOFF = 2.5


@wp.kernel
def morse_forces(
    position: wp.array(dtype=wp.vec3),
    well_depth: wp.array(dtype=float),
    neighbors: wp.array2d(dtype=int),
    force: wp.array(dtype=wp.vec3),
    stress: wp.array(dtype=wp.mat33),
    energy: wp.array(dtype=float),
):
    atom = wp.tid()
    pull = wp.vec3(0.0, 0.0, 0.0)
    for slot in range(neighbors.shape[1]):
        other = neighbors[atom, slot]
        if other < 0:
            continue
        offset = position[other] - position[atom]
        distance = wp.length(offset)
        if distance > CUTOFF:
            continue

        depth = wp.sqrt(well_depth[atom] * well_depth[other])
        decay = wp.exp(BOND_WIDTH * (BOND_LENGTH - distance))
        tension = 2.0 * BOND_WIDTH * depth * decay * (1.0 - decay)
        bond_force = tension / distance * offset
        pull += bond_force
        wp.atomic_add(stress, 0, 0.5 * wp.outer(bond_force, offset))
        wp.atomic_add(energy, 0, 0.5 * depth * ((1.0 - decay) ** 2.0 - 1.0))
    force[atom] = pull


CASE = {
    'name': 'combined',
    'group': 'kernel-type',
    'kernel': 'morse_forces',
    'dim': 5,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'position', 'dtype': 'vec3', 'role': 'in', 'grad': True,
            'value': [
                [-0.064, -0.118, -0.099],
                [1.199, 0.032, 0.035],
                [0.214, 1.218, -0.002],
                [0.916, 0.988, 0.508],
                [3.464, 0.2, 0.301],
            ],
        },
        {'name': 'well_depth', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [1.36, 1.284, 0.722, 0.654, 0.771]},
        {
            'name': 'neighbors', 'dtype': 'int32', 'role': 'in',
            'value': [[1, 2, 3], [0, 3, 4], [0, -1, 3], [2, 1, 0], [1, -1, 0]],
        },
        {
            'name': 'force', 'dtype': 'vec3', 'role': 'out',
            'value': [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
            'weight': [
                [0.768, 1.308, -1.174],
                [0.802, -1.194, 1.202],
                [0.994, -0.704, -1.18],
                [1.123, 0.742, -1.298],
                [-1.153, -0.583, -0.793],
            ],
        },
        {
            'name': 'stress', 'dtype': 'mat33', 'role': 'out',
            'value': [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]],
            'weight': [[[-0.546, -0.525, 1.314], [1.336, 1.154, 0.667], [-0.811, -0.696, 0.83]]],
        },
        {'name': 'energy', 'dtype': 'float32', 'role': 'out', 'value': [0.0], 'weight': [-0.649]},
    ],
}
