"""One explicit Euler step of hares and foxes that live in patches, two patches to a habitat."""
import warp as wp

DT = 0.1
PATCHES_PER_HABITAT = 2


@wp.kernel
def predator_prey_step(
    hares: wp.array(dtype=float),
    foxes: wp.array(dtype=float),
    capacity: wp.array(dtype=float),
    hares_next: wp.array(dtype=float),
    foxes_next: wp.array(dtype=float),
):
    patch = wp.tid()
    habitat = patch // PATCHES_PER_HABITAT
    side = patch % PATCHES_PER_HABITAT
    shade = 1.0 - 0.25 * float(side)

    prey = hares[patch]
    predators = foxes[patch]
    crowding = prey / (capacity[habitat] * shade)
    eaten = 0.8 * prey * predators / (1.0 + 0.5 * prey)

    births = 1.2 * prey * (1.0 - crowding)
    fights = 0.05 * predators**1.5
    starved = -0.4 * predators - fights

    hares_next[patch] = prey + DT * (births - eaten)
    foxes_next[patch] = predators + DT * (0.6 * eaten + starved)


CASE = {
    'name': 'arithmetic',
    'group': 'kernel-type',
    'kernel': 'predator_prey_step',
    'dim': 6,
    'rtol': 2e-5,
    'args': [
        {'name': 'hares', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [2.396, 1.097, 1.393, 1.836, 1.374, 0.807]},
        {'name': 'foxes', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [0.617, 0.834, 0.605, 1.114, 0.872, 0.813]},
        {'name': 'capacity', 'dtype': 'float32', 'role': 'in', 'grad': True, 'value': [4.752, 3.112, 4.795]},
        {
            'name': 'hares_next', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [0.579, -0.592, -0.87, 1.021, 0.525, -1.368],
        },
        {
            'name': 'foxes_next', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [-0.632, 1.388, 0.934, 0.932, -0.719, -1.377],
        },
    ],
}
