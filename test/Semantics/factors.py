# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# DEFINE: %{round} = %python -c "import json, sys; print([[round(x, 9) + 0.0 for x in g] for g in json.load(sys.stdin)['grads'].values()])"
# RUN: kgen-run %s --device interpreter --backward | %{round} | FileCheck %s
# RUN: kgen-run %s --device cpu --backward | %{round} | FileCheck %s
# RUN: kgen-run %s --device ptx --backward | %{round} | FileCheck %s
# CHECK: [4.0, -0.5, -0.25, 0.5, 4.0, 0.25, 0.25, -0.25, 4.0], [6.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 6.0], [0.0, 0.75, -0.75, 0.0]
"""S-108: matrices whose singular values or eigenvalues are equal. Rotations, by the closed form of the polar decomposition:
(W - W') / (s_i + s_j) for the weights W of the rotation; sums of squares of the values: twice the matrix."""
import warp as wp


@wp.kernel
def factors(
    F: wp.array(dtype=wp.mat33d),
    S: wp.array(dtype=wp.mat33d),
    G: wp.array(dtype=wp.mat22d),
    rotation: wp.array(dtype=wp.mat33d),
    planar: wp.array(dtype=wp.mat22d),
    squares: wp.array(dtype=wp.float64),
):
    U, sigma, V = wp.svd3(F[0])
    rotation[0] = U * wp.transpose(V)
    squares[0] = wp.dot(sigma, sigma)
    Q, d = wp.eig3(S[0])
    squares[1] = wp.dot(d, d)
    U2, sigma2, V2 = wp.svd2(G[0])
    planar[0] = U2 * wp.transpose(V2)


CASE = {
    'name': 'factors', 'group': 'semantics', 'kernel': 'factors', 'dim': 1,
    'args': [
        {'name': 'F', 'dtype': 'mat33d', 'role': 'in', 'value': [[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]], 'grad': True},
        {'name': 'S', 'dtype': 'mat33d', 'role': 'in', 'value': [[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]], 'grad': True},
        {'name': 'G', 'dtype': 'mat22d', 'role': 'in', 'value': [[[2.0, 0.0], [0.0, 2.0]]], 'grad': True},
        {'name': 'rotation', 'dtype': 'mat33d', 'role': 'out', 'value': [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]],
         'weight': [[[0.5, 1.0, -2.0], [3.0, 0.25, 1.5], [-1.0, 0.5, 2.0]]]},
        {'name': 'planar', 'dtype': 'mat22d', 'role': 'out', 'value': [[[0.0, 0.0], [0.0, 0.0]]], 'weight': [[[0.5, 1.0], [-2.0, 0.25]]]},
        {'name': 'squares', 'dtype': 'float64', 'role': 'out', 'value': [0.0, 0.0], 'weight': [1.0, 1.0]},
    ],
}
