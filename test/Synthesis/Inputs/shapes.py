"""Kernels as people write them: with functions, and vectors and matrices that Warp has no short names for."""
import warp as wp

mat34 = wp.types.matrix(shape=(3, 4), dtype=wp.float32)
vec7 = wp.types.vector(length=7, dtype=wp.float64)


@wp.func
def squared(x: float):
    return x * x


@wp.func
def stretch(a: wp.vec3, b: wp.vec3, rest: float):
    """Energy of a spring."""
    return 0.5 * squared(wp.length(a - b) - rest)


@wp.kernel
def energies(x: wp.array(dtype=wp.vec3), ends: wp.array(dtype=wp.vec2i), rest: wp.array(dtype=float), energy: wp.array(dtype=float)):
    i = wp.tid()
    e = ends[i]
    wp.atomic_add(energy, 0, stretch(x[e[0]], x[e[1]], rest[i]))


@wp.kernel
def poses(m: wp.array(dtype=mat34), p: wp.array(dtype=wp.vec4), q: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    q[i] = m[i] * p[i]


@wp.kernel
def joints(angles: wp.array(dtype=vec7), links: wp.array(dtype=wp.vec3ub), total: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s = wp.float64(links[i][0])
    for k in range(7):
        s += wp.sin(angles[i][k])
    total[i] = s


@wp.kernel
def stiffness(m: wp.array(dtype=wp.spatial_matrix), v: wp.array(dtype=wp.spatial_vector), f: wp.array(dtype=wp.spatial_vector)):
    i = wp.tid()
    f[i] = m[i] * v[i]


@wp.kernel
def named(names: wp.array(dtype=str), total: wp.array(dtype=float)):
    total[wp.tid()] = 1.0


@wp.kernel
def spread(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] * float(wp.block_dim())
