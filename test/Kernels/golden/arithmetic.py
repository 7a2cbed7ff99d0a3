import warp as wp

PATCHES_PER_HABITAT = wp.constant(2)
DT = wp.constant(0.1)


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
