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
