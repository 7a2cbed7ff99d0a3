# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A struct of more values than there are registers for: its arrays, and their gradients, are used where they lie."""
import warp as wp


@wp.struct
class Model:
    steps: int
    s0: float
    s1: float
    s2: float
    s3: float
    s4: float
    s5: float
    a0: wp.array(dtype=float)
    a1: wp.array(dtype=float)
    a2: wp.array(dtype=float)
    a3: wp.array(dtype=float)
    a4: wp.array(dtype=float)
    a5: wp.array(dtype=float)
    a6: wp.array(dtype=float)
    a7: wp.array(dtype=float)
    a8: wp.array(dtype=float)
    a9: wp.array(dtype=float)
    a10: wp.array(dtype=float)
    a11: wp.array(dtype=float)


@wp.kernel
def advance(model: Model, y: wp.array(dtype=float)):
    i = wp.tid()
    v = model.a0[i]
    for _ in range(model.steps):
        v += model.s0 * model.a0[i] * v
        v += model.s1 * model.a1[i] * v
        v += model.s2 * model.a2[i] * v
        v += model.s3 * model.a3[i] * v
        v += model.s4 * model.a4[i] * v
        v += model.s5 * model.a5[i] * v
        v += model.s0 * model.a6[i] * v
        v += model.s1 * model.a7[i] * v
        v += model.s2 * model.a8[i] * v
        v += model.s3 * model.a9[i] * v
        v += model.s4 * model.a10[i] * v
        v += model.s5 * model.a11[i] * v
    y[i] = v


CASE = {
    'name': 'large_struct', 'group': 'runtime', 'kernel': 'advance', 'dim': 3,
    'struct': {'type': 'Model', 'fields': ['steps', 's0', 's1', 's2', 's3', 's4', 's5', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11']},
    'args': [
        {'name': 'steps', 'dtype': 'int32', 'role': 'scalar', 'value': 2},
        {'name': 's0', 'dtype': 'float32', 'role': 'scalar', 'value': 0.01},
        {'name': 's1', 'dtype': 'float32', 'role': 'scalar', 'value': 0.015},
        {'name': 's2', 'dtype': 'float32', 'role': 'scalar', 'value': 0.02},
        {'name': 's3', 'dtype': 'float32', 'role': 'scalar', 'value': 0.025},
        {'name': 's4', 'dtype': 'float32', 'role': 'scalar', 'value': 0.03},
        {'name': 's5', 'dtype': 'float32', 'role': 'scalar', 'value': 0.035},
        {'name': 'a0', 'dtype': 'float32', 'role': 'in', 'value': [0.5, 1.0, 1.5], 'grad': True},
        {'name': 'a1', 'dtype': 'float32', 'role': 'in', 'value': [0.1, 1.05, 1.47], 'grad': True},
        {'name': 'a2', 'dtype': 'float32', 'role': 'in', 'value': [0.2, 1.1, 1.44], 'grad': True},
        {'name': 'a3', 'dtype': 'float32', 'role': 'in', 'value': [0.3, 1.15, 1.41], 'grad': True},
        {'name': 'a4', 'dtype': 'float32', 'role': 'in', 'value': [0.4, 1.2, 1.38], 'grad': True},
        {'name': 'a5', 'dtype': 'float32', 'role': 'in', 'value': [0.5, 1.25, 1.35], 'grad': True},
        {'name': 'a6', 'dtype': 'float32', 'role': 'in', 'value': [0.6, 1.3, 1.32], 'grad': True},
        {'name': 'a7', 'dtype': 'float32', 'role': 'in', 'value': [0.7, 1.35, 1.29], 'grad': True},
        {'name': 'a8', 'dtype': 'float32', 'role': 'in', 'value': [0.8, 1.4, 1.26], 'grad': True},
        {'name': 'a9', 'dtype': 'float32', 'role': 'in', 'value': [0.9, 1.45, 1.23], 'grad': True},
        {'name': 'a10', 'dtype': 'float32', 'role': 'in', 'value': [1.0, 1.5, 1.2], 'grad': True},
        {'name': 'a11', 'dtype': 'float32', 'role': 'in', 'value': [1.1, 1.55, 1.17], 'grad': True},
        {'name': 'y', 'dtype': 'float32', 'role': 'out', 'value': [0.0, 0.0, 0.0], 'weight': [1.0, 2.0, -1.0]},
    ],
}
