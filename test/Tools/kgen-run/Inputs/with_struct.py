import warp as wp


@wp.struct
class Swarm:
    mass: float
    speeds: wp.array(dtype=float)
    friends: wp.array(dtype=int)
    drift: wp.vec3


@wp.kernel
def energy(swarm: Swarm, result: wp.array(dtype=float)):
    i = wp.tid()
    speed = swarm.speeds[i] - swarm.speeds[swarm.friends[i]]
    result[i] = 0.5 * swarm.mass * (speed * speed + wp.dot(swarm.drift, swarm.drift))
