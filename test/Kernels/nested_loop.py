"""The electric potential of a charged plate at some probes; the plate's cells are charged one by one."""
import warp as wp


@wp.kernel
def plate_potential(
    probe: wp.array(dtype=wp.vec3d),
    charge: wp.array2d(dtype=wp.float64),
    masked: wp.array2d(dtype=int),
    spacing: wp.float64,
    potential: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    total = wp.float64(0.0)
    for row in range(charge.shape[0]):
        for column in range(charge.shape[1]):
            if masked[row, column] != 0:
                continue
            x = spacing * wp.float64(column)
            y = spacing * wp.float64(row)
            cell = wp.vec3d(x, y, wp.float64(0.0))
            total += charge[row, column] / wp.length(probe[i] - cell)
    potential[i] = total


CASE = {
    'name': 'nested_loop',
    'group': 'kernel-type',
    'kernel': 'plate_potential',
    'dim': 4,
    'args': [
        {
            'name': 'probe', 'dtype': 'vec3d', 'role': 'in', 'grad': True,
            'value': [[0.379, 0.012, 1.144], [0.504, 0.662, 0.949], [0.766, 0.091, 1.145], [0.973, 1.021, 1.119]],
        },
        {
            'name': 'charge', 'dtype': 'float64', 'role': 'in', 'grad': True,
            'value': [[0.158, -0.75, 1.204], [1.293, -0.289, 0.822]],
        },
        {'name': 'masked', 'dtype': 'int32', 'role': 'in', 'value': [[0, 0, 1], [0, 1, 0]]},
        {'name': 'spacing', 'dtype': 'float64', 'role': 'scalar', 'value': 0.75},
        {
            'name': 'potential', 'dtype': 'float64', 'role': 'out',
            'value': [0.0, 0.0, 0.0, 0.0],
            'weight': [-0.758, 1.206, -0.589, 1.186],
        },
    ],
}
