import warp as wp

SHEAR = wp.constant(0.15)
AIR_DENSITY = wp.constant(1.2)
SKIN_FRICTION = wp.constant(0.02)


@wp.kernel
def sail_load(
    sail: wp.array2d(dtype=wp.vec3),
    wind: wp.array(dtype=wp.vec2),
    force: wp.array2d(dtype=wp.vec3),
    power: wp.array2d(dtype=float),
):
    row, column = wp.tid()
    corner = sail[row, column]
    along = sail[row, column + 1] - corner
    up = sail[row + 1, column] - corner
    area_vector = wp.cross(along, up)
    normal = wp.normalize(area_vector)
    area = wp.length(area_vector)
    center = corner + 0.5 * (along + up)

    growth = 1.0 + SHEAR * center[1]  # the wind is level and grows with height
    breeze = wind[row]
    gust = wp.vec3(0.0, 0.0, 0.0)
    gust[0] = growth * breeze[0]
    gust[2] = growth * breeze[1]
    through = wp.dot(gust, normal)
    sliding = gust - through * normal

    pressure = 0.5 * AIR_DENSITY * wp.length_sq(gust) * area
    load = pressure * (through / wp.length(gust) * normal + SKIN_FRICTION * sliding)
    force[row, column] = load
    power[row, column] = wp.dot(load, gust)
