"""Great-circle distance and initial bearing from each ship to its harbour, on a round earth."""
import warp as wp

EARTH_RADIUS = wp.constant(wp.float64(6371.0))


@wp.kernel
def great_circle(
    latitude: wp.array(dtype=wp.float64),
    longitude: wp.array(dtype=wp.float64),
    destination: wp.array(dtype=int),
    harbour: wp.array(dtype=wp.vec2d),
    distance: wp.array(dtype=wp.float64),
    bearing: wp.array(dtype=wp.float64),
):
    ship = wp.tid()
    port = harbour[destination[ship]]
    lat_a = latitude[ship]
    lat_b = port[0]
    half_lat = (lat_b - lat_a) / wp.float64(2.0)
    d_lon = port[1] - longitude[ship]

    sin_lat = wp.sin(half_lat)
    sin_lon = wp.sin(d_lon / wp.float64(2.0))
    haversine = sin_lat * sin_lat + wp.cos(lat_a) * wp.cos(lat_b) * sin_lon * sin_lon
    chord = wp.sqrt(wp.clamp(haversine, wp.float64(0.0), wp.float64(1.0)))
    distance[ship] = wp.float64(2.0) * EARTH_RADIUS * wp.asin(chord)

    east = wp.sin(d_lon) * wp.cos(lat_b)
    north = wp.cos(lat_a) * wp.sin(lat_b) - wp.sin(lat_a) * wp.cos(lat_b) * wp.cos(d_lon)
    bearing[ship] = wp.atan2(east, north)


CASE = {
    'name': 'math',
    'group': 'kernel-type',
    'kernel': 'great_circle',
    'dim': 5,
    'args': [
        {'name': 'latitude', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [-0.889, 0.558, -0.003, 0.087, -0.551]},
        {'name': 'longitude', 'dtype': 'float64', 'role': 'in', 'grad': True, 'value': [-0.565, -0.676, -0.302, 0.385, -0.333]},
        {'name': 'destination', 'dtype': 'int32', 'role': 'in', 'value': [0, 1, 1, 0, 2]},
        {
            'name': 'harbour', 'dtype': 'vec2d', 'role': 'in', 'grad': True,
            'value': [[0.934, 0.174], [0.602, -1.291], [-0.592, 1.227]],
        },
        {
            'name': 'distance', 'dtype': 'float64', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [0.687, -0.835, 0.799, -0.704, 0.949],
        },
        {
            'name': 'bearing', 'dtype': 'float64', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0, 0.0],
            'weight': [0.503, -0.65, -1.129, 1.295, -1.31],
        },
    ],
}
