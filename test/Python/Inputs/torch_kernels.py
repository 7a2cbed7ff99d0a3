# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twenty kernels of float64: `k(x, y, out)` over the elements of three arrays of one length. What Warp's own backward makes of them, by
central differences, is in WRONG_IN_WARP; test_torch.py asks Warp whether that is still so."""

BODIES = {
    # Warp's gradients of these are right.
    "linear": "out[i] = c(2.0) * x[i] + y[i]",
    "product": "out[i] = x[i] * y[i]",
    "sine": "out[i] = wp.sin(x[i]) * wp.exp(y[i])",
    "branch": "if x[i] > c(0.5):\n        out[i] = x[i] * x[i]\n    else:\n        out[i] = y[i]",
    "neighbour": "out[i] = x[i] * x[(i + 1) % x.shape[0]]",
    "division": "out[i] = x[i] / (c(1.0) + y[i] * y[i])",
    "power": "out[i] = wp.pow(x[i], c(1.5)) + wp.sqrt(y[i])",
    "summed": "wp.atomic_add(out, 0, x[i] * y[i])",
    "vectors": "v = wp.vec2d(x[i], y[i])\n    out[i] = wp.length(v) * wp.dot(v, wp.vec2d(c(1.0), c(2.0)))",
    "static_loop": "s = c(0.0)\n    for k in range(3):\n        s = s + x[i] * c(k)\n    out[i] = s * y[i]",
    # These are not.
    "powers": "p = c(1.0)\n    for k in range(n):\n        p = p * x[i]\n    out[i] = p * y[i]",
    "newton": "r = c(1.0)\n    for k in range(n):\n        r = c(0.5) * (r + x[i] / r)\n    out[i] = r + y[i]",
    "horner": "s = c(0.0)\n    for k in range(n):\n        s = s * x[i] + y[k]\n    out[i] = s",
    "decay": "s = x[i]\n    for k in range(n):\n        s = s - c(0.1) * s * s * y[i]\n    out[i] = s",
    "stop_early": "s = x[i]\n    for k in range(n):\n        if s > c(2.0):\n            break\n        s = s * (c(1.0) + y[i])\n    out[i] = s",
    "until": "s = x[i]\n    while s < c(4.0):\n        s = s * (c(1.5) + y[i])\n    out[i] = s",
    "oscillate": "u = x[i]\n    v = y[i]\n    for k in range(n):\n        u = u + c(0.1) * v\n        v = v - c(0.1) * u * u\n    out[i] = u * v",
    "in_place": "out[i] = x[i]\n    for k in range(n):\n        out[i] = out[i] * out[i] * y[i]",
    "twice": "out[i] = x[i] * y[i]\n    out[i] = out[i] * out[i]",
    "fraction": "out[i] = wp.frac(c(3.0) * x[i]) * y[i]",
}
WRONG_IN_WARP = [name for name in BODIES if list(BODIES).index(name) >= 10]
HEAD = """import warp as wp

c = wp.float64


@wp.kernel
def {name}(x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64), n: int, out: wp.array(dtype=wp.float64)):
    i = wp.tid()
    {body}
"""
TRIPS, X, Y = 4, [0.7, 1.3, 0.9, 1.1, 1.6], [0.4, 0.8, 0.6, 0.3, 0.5]


def text(name):
    return HEAD.format(name=name, body=BODIES[name])
