"""Elastic energy and edge traction of the triangles of a stretched membrane (St. Venant-Kirchhoff)."""
import warp as wp

SHEAR_MODULUS = 0.8
LAME = 1.5


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


CASE = {
    'name': 'matrix',
    'group': 'kernel-type',
    'kernel': 'stretch_membrane',
    'dim': 4,
    'rtol': 2e-5,
    'args': [
        {
            'name': 'rest_edges', 'dtype': 'mat22', 'role': 'in', 'grad': True,
            'value': [
                [[0.915, -0.139], [-0.033, 0.918]],
                [[0.9, 0.12], [0.088, 1.056]],
                [[0.939, -0.061], [-0.098, 1.059]],
                [[0.874, 0.005], [0.097, 1.137]],
            ],
        },
        {
            'name': 'corners', 'dtype': 'vec2', 'role': 'in', 'grad': True,
            'value': [
                [[0.022, 0.128], [1.341, 0.235], [0.013, 1.013]],
                [[-0.015, -0.08], [1.107, 0.149], [-0.172, 1.206]],
                [[-0.118, 0.035], [1.283, -0.046], [0.03, 1.192]],
                [[-0.076, -0.061], [1.336, 0.033], [-0.072, 1.065]],
            ],
        },
        {
            'name': 'edge_normal', 'dtype': 'vec2', 'role': 'in', 'grad': True,
            'value': [[-0.252, 0.137], [-0.721, -0.521], [0.785, 0.934], [0.64, 0.325]],
        },
        {
            'name': 'energy', 'dtype': 'float32', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0],
            'weight': [0.884, -1.054, 0.724, 0.756],
        },
        {
            'name': 'traction', 'dtype': 'vec2', 'role': 'out',
            'value': [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
            'weight': [[-1.108, 1.187], [-0.769, 0.925], [-0.575, -0.625], [0.645, -0.988]],
        },
    ],
}
