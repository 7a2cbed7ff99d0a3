# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --backward | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp - | FileCheck %s --check-prefix=PYTHON
# PYTHON: @wp.func_grad(soft)
# PYTHON-NEXT: def adj_soft(a: float, adj_ret: float):
# PYTHON: @wp.func_grad(soft)
# PYTHON-NEXT: def adj_soft_vec(a: wp.vec2, adj_ret: wp.vec2):
# PYTHON-NOT: func_grad
# CHECK: "grads": {"x": [100.0], "v": [7.0, 7.0], "z": [12.0]}
"""An adjoint by hand belongs to the overload whose types it has; of `wp.float64` there is none, and the gradient is a * a * a's."""
import warp as wp


@wp.func
def soft(a: float):
    return a * a


@wp.func_grad(soft)
def adj_soft(a: float, adj_ret: float):
    wp.adjoint[a] += 100.0 * adj_ret


@wp.func
def soft(a: wp.vec2):
    return a * a[0]


@wp.func_grad(soft)
def adj_soft_vec(a: wp.vec2, adj_ret: wp.vec2):
    wp.adjoint[a] += 7.0 * adj_ret


@wp.func
def soft(a: wp.float64):
    return a * a * a


@wp.kernel
def softened(
    x: wp.array(dtype=float),
    v: wp.array(dtype=wp.vec2),
    z: wp.array(dtype=wp.float64),
    y: wp.array(dtype=float),
    w: wp.array(dtype=wp.vec2),
    u: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    y[i] = soft(x[i])
    w[i] = soft(v[i])
    u[i] = soft(z[i])


CASE = {
    'name': 'softened', 'group': 'import', 'kernel': 'softened', 'dim': 1,
    'args': [
        {'name': 'x', 'dtype': 'float32', 'role': 'in', 'value': [2.0], 'grad': True},
        {'name': 'v', 'dtype': 'vec2', 'role': 'in', 'value': [[2.0, 3.0]], 'grad': True},
        {'name': 'z', 'dtype': 'float64', 'role': 'in', 'value': [2.0], 'grad': True},
        {'name': 'y', 'dtype': 'float32', 'role': 'out', 'value': [0.0], 'weight': [1.0]},
        {'name': 'w', 'dtype': 'vec2', 'role': 'out', 'value': [[0.0, 0.0]], 'weight': [[1.0, 1.0]]},
        {'name': 'u', 'dtype': 'float64', 'role': 'out', 'value': [0.0], 'weight': [1.0]},
    ],
}
