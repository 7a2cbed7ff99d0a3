"""The load of the wind on the cells of a sail, a grid of points in space."""
import warp as wp

AIR_DENSITY = 1.2
SKIN_FRICTION = 0.02
SHEAR = 0.15


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

    growth = 1.0 + SHEAR * center.y  # the wind is level and grows with height
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


CASE = {
    'name': 'vector',
    'group': 'kernel-type',
    'kernel': 'sail_load',
    'dim': (2, 2),
    'rtol': 2e-5,
    'args': [
        {
            'name': 'sail', 'dtype': 'vec3', 'role': 'in', 'grad': True,
            'value': [
                [[0.063, -0.008, -0.005], [0.885, 0.048, 0.026], [1.959, 0.08, -0.127]],
                [[-0.115, 0.953, -0.057], [1.105, 0.904, 0.142], [1.907, 0.852, 0.368]],
                [[-0.007, 2.07, -0.056], [0.993, 2.053, 0.412], [1.974, 2.035, 0.862]],
            ],
        },
        {'name': 'wind', 'dtype': 'vec2', 'role': 'in', 'grad': True, 'value': [[0.777, 2.169], [1.501, 1.508]]},
        {
            'name': 'force', 'dtype': 'vec3', 'role': 'out',
            'value': [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]],
            'weight': [[[-1.328, -1.326, 0.564], [0.747, 1.15, -1.496]], [[-0.671, 1.389, -0.98], [1.106, 1.174, 0.562]]],
        },
        {
            'name': 'power', 'dtype': 'float32', 'role': 'out',
            'value': [[0.0, 0.0], [0.0, 0.0]],
            'weight': [[0.995, -0.806], [-1.198, -1.111]],
        },
    ],
}
