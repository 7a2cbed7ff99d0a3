import warp as wp


@wp.kernel
def refused(a: wp.array(dtype=wp.vec3i), b: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    a[i] = a[i] % 3
    b[i] = b[i] & b[i]
