"""Bundle adjustment (GradBench's ba): how far from its measured place a camera sees a point, and a robust weight's deviation."""
import warp as wp


@wp.func
def rotate(r: wp.vec3d, x: wp.vec3d):
    square = wp.dot(r, r)
    if square == wp.float64(0.0):
        return x + wp.cross(r, x)
    angle = wp.sqrt(square)
    axis = r / angle
    c = wp.cos(angle)
    return x * c + wp.cross(axis, x) * wp.sin(angle) + axis * (wp.dot(axis, x) * (wp.float64(1.0) - c))


@wp.func
def project(cameras: wp.array2d(dtype=wp.float64), c: int, point: wp.vec3d):
    """A camera: rotation, centre, focal length, principal point, two factors of radial distortion."""
    r = wp.vec3d(cameras[c, 0], cameras[c, 1], cameras[c, 2])
    centre = wp.vec3d(cameras[c, 3], cameras[c, 4], cameras[c, 5])
    seen = rotate(r, point - centre)
    p = wp.vec2d(seen[0] / seen[2], seen[1] / seen[2])
    square = wp.dot(p, p)
    distortion = wp.float64(1.0) + cameras[c, 9] * square + cameras[c, 10] * square * square
    return p * (distortion * cameras[c, 6]) + wp.vec2d(cameras[c, 7], cameras[c, 8])


@wp.kernel
def ba(
    cameras: wp.array2d(dtype=wp.float64),
    points: wp.array(dtype=wp.vec3d),
    weights: wp.array(dtype=wp.float64),
    features: wp.array(dtype=wp.vec2d),
    camera_of: wp.array(dtype=int),
    point_of: wp.array(dtype=int),
    errors: wp.array(dtype=wp.vec2d),
    weight_errors: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    seen = project(cameras, camera_of[i], points[point_of[i]])
    errors[i] = (seen - features[i]) * weights[i]
    weight_errors[i] = wp.float64(1.0) - weights[i] * weights[i]


CASE = {
    'name': 'ba', 'group': 'gradbench', 'kernel': 'ba', 'dim': 6,
    'args': [
        {'name': 'cameras', 'dtype': 'float64', 'role': 'in', 'value': [[0.0, 0.0, 0.0, -0.352, -0.698, 0.302, -0.855, 0.072, -0.269, -0.884, 0.015], [-0.925, -0.133, -0.86, -0.819, -0.151, 0.654, -0.752, -0.554, 0.255, 0.895, 0.154], [-0.207, 0.953, -0.907, 0.717, -0.421, -0.711, -0.764, -0.383, 0.632, -0.639, 0.163]], 'grad': True},
        {'name': 'points', 'dtype': 'vec3d', 'role': 'in', 'value': [[0.278, -0.255, 3.095], [-0.874, -0.881, 2.412], [0.361, -0.145, 2.628], [0.171, -0.094, 2.6]], 'grad': True},
        {'name': 'weights', 'dtype': 'float64', 'role': 'in', 'value': [1.294, 1.199, 0.744, 1.074, 1.025, 1.375], 'grad': True},
        {'name': 'features', 'dtype': 'vec2d', 'role': 'in', 'value': [[0.459, -0.424], [0.96, -0.764], [-0.164, 0.514], [-0.696, -0.022], [-0.922, 0.336], [0.529, 0.146]]},
        {'name': 'camera_of', 'dtype': 'int32', 'role': 'in', 'value': [0, 1, 2, 0, 1, 2]},
        {'name': 'point_of', 'dtype': 'int32', 'role': 'in', 'value': [0, 1, 2, 3, 0, 1]},
        {'name': 'errors', 'dtype': 'vec2d', 'role': 'out', 'value': [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], 'weight': [[1.375, 0.814], [1.195, 1.094], [1.08, 0.956], [1.34, 1.445], [0.974, 1.164], [0.561, 1.201]]},
        {'name': 'weight_errors', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [1.147, 1.493, 1.322, 0.785, 0.886, 1.169]},
    ],
}
