"""An initial value problem by Runge and Kutta's method (GradBench's ode): y[0]' = x[0], y[i]' = x[i] y[i - 1]."""
import warp as wp


@wp.kernel
def ode(x: wp.array(dtype=wp.float64), slopes: wp.array2d(dtype=wp.float64), y: wp.array(dtype=wp.float64), steps: int):
    h = wp.float64(2.0) / wp.float64(steps)
    for _ in range(steps):
        for stage in range(4):
            part = wp.float64((stage + 1) / 2) * wp.float64(0.5) * h
            for i in range(x.shape[0]):
                before = wp.float64(1.0)
                if i > 0:
                    before = y[i - 1]
                    if stage > 0:
                        before += part * slopes[stage - 1, i - 1]
                slopes[stage, i] = x[i] * before
        for i in range(x.shape[0]):
            middle = slopes[1, i] + slopes[2, i]
            y[i] = y[i] + h / wp.float64(6.0) * (slopes[0, i] + middle + middle + slopes[3, i])


CASE = {
    'name': 'ode', 'group': 'gradbench', 'kernel': 'ode', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float64', 'role': 'in', 'value': [1.289, 0.833, 1.301, 1.472, 0.896], 'grad': True},
        {'name': 'slopes', 'dtype': 'float64', 'role': 'scratch', 'value': [[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]},
        {'name': 'y', 'dtype': 'float64', 'role': 'inout', 'value': [0.0, 0.0, 0.0, 0.0, 0.0], 'weight': [0.901, 1.447, 1.225, 0.67, 0.627]},
        {'name': 'steps', 'dtype': 'int32', 'role': 'scalar', 'value': 6},
    ],
}
