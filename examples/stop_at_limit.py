"""The energy of a pulse up to the first sample that is too loud to trust."""
import warp as wp


@wp.kernel
def pulse_energy(signal: wp.array2d(dtype=float), limit: float, energy: wp.array(dtype=float)):
    pulse = wp.tid()
    total = float(0.0)
    for k in range(signal.shape[1]):
        sample = signal[pulse, k]
        if wp.abs(sample) > limit:
            break
        total += sample * sample
    energy[pulse] = total


CASE = {
    'name': 'stop_at_limit', 'group': 'example', 'kernel': 'pulse_energy', 'dim': 2, 'rtol': 2e-5,
    'args': [
        {'name': 'signal', 'dtype': 'float32', 'role': 'in', 'grad': True,
         'value': [[1.0, 2.0, 9.0, 3.0], [0.5, 1.5, 2.0, 1.0]]},
        {'name': 'limit', 'dtype': 'float32', 'role': 'scalar', 'value': 5.0},
        {'name': 'energy', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 1.0]},
    ],
}
