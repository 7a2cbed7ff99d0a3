import warp as wp


@wp.kernel
def sample_volume(
    volume: wp.array4d(dtype=float),
    places: wp.array(dtype=wp.vec3),
    nx: int,
    ny: int,
    nz: int,
    colors: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    place = places[i]
    x = wp.clamp(int(place[0] * float(nx)), 0, nx)
    y = wp.clamp(int(place[1] * float(ny)), 0, ny)
    z = wp.clamp(int(place[2] * float(nz)), 0, nz)
    colors[i] = wp.vec3(volume[x, y, z, 0], volume[x, y, z, 1], volume[x, y, z, i])
