# SPDX-License-Identifier: MIT
"""Two kernels of one's own, to make a data set around."""
import warp as wp


@wp.kernel
def blend(under: wp.array(dtype=wp.vec3), over: wp.array(dtype=wp.vec3), alpha: wp.array(dtype=float),
          result: wp.array(dtype=wp.vec3)):
    pixel = wp.tid()
    a = wp.clamp(alpha[pixel], 0.0, 1.0)
    result[pixel] = (1.0 - a) * under[pixel] + a * over[pixel]


@wp.kernel
def smooth(signal: wp.array(dtype=float), weight: float, result: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    count = int(0)
    for offset in range(-1, 2):
        at = i + offset
        if at >= 0 and at < signal.shape[0]:
            total += signal[at]
            count += 1
    result[i] = weight * total / float(count) + (1.0 - weight) * signal[i]
