import warp as wp


@wp.struct
class Particle:
    mass: float
    speed: float


@wp.kernel
def energy(particle: Particle, result: wp.array(dtype=float)):
    result[wp.tid()] = 0.5 * particle.mass * particle.speed * particle.speed
