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


@wp.kernel
def scale(x: wp.array(dtype=float), s: float):
    i = wp.tid()
    x[i] = s * x[i]
