import warp as wp

CUTOFF = wp.constant(2.5)
BOND_WIDTH = wp.constant(1.6)
BOND_LENGTH = wp.constant(1.0)


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
