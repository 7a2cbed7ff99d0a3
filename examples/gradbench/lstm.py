"""A character-level LSTM (GradBench's lstm): the loss of a sequence; the state is overwritten at each step."""
import warp as wp


@wp.func
def sigmoid(x: wp.float64):
    return wp.float64(1.0) / (wp.float64(1.0) + wp.exp(-x))


@wp.kernel
def lstm(
    weights: wp.array3d(dtype=wp.float64),
    biases: wp.array3d(dtype=wp.float64),
    extra: wp.array2d(dtype=wp.float64),
    hidden: wp.array2d(dtype=wp.float64),
    cell: wp.array2d(dtype=wp.float64),
    sequence: wp.array2d(dtype=wp.float64),
    predicted: wp.array(dtype=wp.float64),
    loss: wp.array(dtype=wp.float64),
):
    width = sequence.shape[1]
    count = wp.float64((sequence.shape[0] - 1) * width)
    total = wp.float64(0.0)
    for t in range(sequence.shape[0] - 1):
        for j in range(width):
            predicted[j] = sequence[t, j] * extra[0, j]
        for layer in range(hidden.shape[0]):
            for j in range(width):
                value = predicted[j]
                before = hidden[layer, j]
                forget = sigmoid(value * weights[layer, 0, j] + biases[layer, 0, j])
                entry = sigmoid(before * weights[layer, 1, j] + biases[layer, 1, j])
                outlet = sigmoid(value * weights[layer, 2, j] + biases[layer, 2, j])
                change = wp.tanh(before * weights[layer, 3, j] + biases[layer, 3, j])
                cell[layer, j] = cell[layer, j] * forget + entry * change
                hidden[layer, j] = outlet * wp.tanh(cell[layer, j])
                predicted[j] = hidden[layer, j]
        exponentials = wp.float64(2.0)
        for j in range(width):
            predicted[j] = predicted[j] * extra[1, j] + extra[2, j]
            exponentials += wp.exp(predicted[j])
        for j in range(width):
            total += sequence[t + 1, j] * (predicted[j] - wp.log(exponentials))
    loss[0] = -total / count


CASE = {
    'name': 'lstm', 'group': 'gradbench', 'kernel': 'lstm', 'dim': 1,
    'args': [
        {'name': 'weights', 'dtype': 'float64', 'role': 'in', 'value': [[[0.269, -0.876, -0.865], [-0.582, -0.675, -0.32], [-0.895, -1.0, -0.697], [-0.797, -0.273, -0.949]], [[0.749, 0.228, -0.703], [-0.495, -0.305, -0.272], [-0.754, 0.698, 0.986], [-0.068, -0.032, -0.828]]], 'grad': True},
        {'name': 'biases', 'dtype': 'float64', 'role': 'in', 'value': [[[-0.796, -0.315, -0.47], [0.658, -0.677, -0.954], [0.902, 0.057, -0.707], [0.086, -0.946, 0.056]], [[0.957, 0.727, 0.392], [-0.478, -0.267, -0.666], [0.544, 0.065, 0.558], [-0.341, -0.554, 0.623]]], 'grad': True},
        {'name': 'extra', 'dtype': 'float64', 'role': 'in', 'value': [[0.97, 0.705, 0.612], [0.637, 0.48, -0.547], [0.035, -0.289, -0.942]], 'grad': True},
        {'name': 'hidden', 'dtype': 'float64', 'role': 'inout', 'value': [[-0.944, -0.441, -0.482], [0.385, 0.913, -0.106]], 'grad': True},
        {'name': 'cell', 'dtype': 'float64', 'role': 'inout', 'value': [[0.874, 0.976, 0.91], [-0.271, -0.559, -0.546]], 'grad': True},
        {'name': 'sequence', 'dtype': 'float64', 'role': 'in', 'value': [[-0.607, -0.591, 0.248], [0.801, 0.681, -0.041], [0.306, 0.599, -0.83], [0.321, 0.82, 0.565], [0.5, -0.044, -0.643]]},
        {'name': 'predicted', 'dtype': 'float64', 'role': 'scratch', 'value': [0.0, 0.0, 0.0]},
        {'name': 'loss', 'dtype': 'float64', 'role': 'out', 'value': [0.0], 'weight': [1.0]},
    ],
}
