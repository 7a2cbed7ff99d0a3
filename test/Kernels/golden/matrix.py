import warp as wp

SHEAR_MODULUS = wp.constant(0.8)
LAME = wp.constant(1.5)


@wp.kernel
def stretch_membrane(
    rest_edges: wp.array(dtype=wp.mat22),
    corners: wp.array2d(dtype=wp.vec2),
    edge_normal: wp.array(dtype=wp.vec2),
    energy: wp.array(dtype=float),
    traction: wp.array(dtype=wp.vec2),
):
    t = wp.tid()
    u = corners[t, 1] - corners[t, 0]
    v = corners[t, 2] - corners[t, 0]
    edges = wp.mat22(u[0], v[0], u[1], v[1])
    rest = rest_edges[t]

    deformation = edges @ wp.inverse(rest)
    eye = wp.identity(n=2, dtype=float)
    strain = 0.5 * (wp.transpose(deformation) @ deformation - eye)
    growth = wp.trace(strain)
    stress = 2.0 * SHEAR_MODULUS * strain + LAME * growth * eye

    area = 0.5 * wp.determinant(rest)
    energy[t] = 0.5 * area * wp.trace(strain @ stress)
    traction[t] = deformation @ stress @ edge_normal[t]
