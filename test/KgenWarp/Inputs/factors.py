# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients that differ from Warp's by a point of the semantics, in a kernel and in a function that it calls."""

import numpy
import warp as wp


@wp.func
def rotation_of(m: wp.mat22):
    U, sigma, V = wp.svd2(m)
    return U * wp.transpose(V)


@wp.kernel
def polar(m: wp.array(dtype=wp.mat22), turned: wp.array(dtype=wp.mat22)):
    turned[0] = rotation_of(m[0])


@wp.kernel
def general(m: wp.array(dtype=wp.mat33), values: wp.array(dtype=wp.vec3)):
    Q, d = wp.eig3(m[0])
    values[0] = d


def gradient(kernel, matrix, dtype, result, weight):
    m = wp.array([matrix], dtype=dtype, requires_grad=True)
    out = wp.zeros(1, dtype=result, requires_grad=True)
    tape = wp.Tape()
    with tape:
        wp.launch(kernel, dim=1, inputs=[m], outputs=[out])
    tape.backward(grads={out: wp.array([weight], dtype=result)})
    print(kernel.key, *(numpy.round(a.numpy()[0].astype(float) + 0.0, 3).tolist() for a in (out, m.grad)))


gradient(polar, [[0.0, -2.0], [2.0, 0.0]], wp.mat22, wp.mat22, [[1.0, 2.0], [3.0, 5.0]])
gradient(general, [[1.0, 2.0, 0.5], [0.0, 3.0, 1.0], [1.0, 0.5, 5.0]], wp.mat33, wp.vec3, [1.0, 2.0, 4.0])
