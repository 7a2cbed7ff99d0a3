import warp as wp


@wp.struct
class Particle:
    mass: float


@wp.struct
class Pair:
    first: Particle
    second: Particle


@wp.kernel
def behind(result: wp.array(dtype=float), particle: Particle):
    result[wp.tid()] = particle.mass


@wp.kernel
def within(pair: Pair, result: wp.array(dtype=float)):
    result[wp.tid()] = pair.first.mass - pair.second.mass


@wp.kernel
def rows(particles: wp.array(dtype=Particle), result: wp.array(dtype=float)):
    result[wp.tid()] = particles[wp.tid()].mass
