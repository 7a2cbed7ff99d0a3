# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a kernel's gradient is the derivative: a launch of Warp's again, on copies, beside central differences of its own forward."""

from __future__ import annotations

import contextlib

import numpy
import warp as wp

STEPS = {4: (1e-2, 4e-3, 2e-3), 8: (1e-4, 4e-5, 2e-5)}  # by the bytes of a number
# Relative to the largest derivative that is expected: how far differences may be from each other, and a gradient from them. Of double
# precision it is less if they agree better.
SMOOTH, WRONG, WRONG_DOUBLE, WRONG_OVER_SPREAD = 0.01, 0.03, 0.001, 10.0


class Launch:
    """A kernel, its arguments before it runs, how they change along a direction, and the weights that make one number of its results.

    arguments: {name: value} in the kernel's order; of a numpy array the dtype of Warp's is in `dtypes`, and all else is passed as it is.
    direction, weights: {name of an array, or of a scalar among the arguments: numpy array}."""

    def __init__(self, kernel, dim, arguments, dtypes, direction, weights):
        self.kernel, self.dim = kernel, dim
        self.arguments, self.dtypes, self.direction, self.weights = arguments, dtypes, direction, weights
        self.arrays = {arg.label for arg in kernel.adj.args if hasattr(arg.type, "ndim") and hasattr(arg.type, "dtype")}

    def argument(self, name, along):
        value = self.arguments[name]
        if name not in self.dtypes:
            return value
        value = value + along * self.direction[name] if name in self.direction else value
        if name in self.arrays:
            return wp.array(value, dtype=self.dtypes[name], requires_grad=value.dtype.kind == "f", device="cpu")
        return self.dtypes[name](*value.reshape(-1).tolist())

    def run(self, along=0.0, tape=None):
        """The arguments after a launch from so far along the direction."""
        arguments = {name: self.argument(name, along) for name in self.arguments}
        with tape or contextlib.nullcontext():
            wp.launch(self.kernel, dim=self.dim, inputs=list(arguments.values()), device="cpu")
        return arguments

    def difference(self, step):
        """The derivative of the weighted sum of results, by central differences."""
        ahead, behind = self.run(step), self.run(-step)
        return sum(
            (weight * (ahead[name].numpy().astype(float) - behind[name].numpy().astype(float))).sum()
            for name, weight in self.weights.items()
        ) / (2.0 * step)

    def derivative(self):
        """The same, by the gradient, and the sum of the magnitudes of its terms."""
        tape = wp.Tape()
        arguments = self.run(tape=tape)
        tape.backward(
            grads={
                arguments[name]: wp.array(weight, dtype=arguments[name].dtype, device="cpu")
                for name, weight in self.weights.items()
            }
        )
        terms = [arguments[name].grad.numpy().astype(float) * direction for name, direction in self.direction.items()]
        return sum(term.sum() for term in terms), sum(abs(term).sum() for term in terms)

    def slope(self, scale):
        """The derivative by differences; None where three steps do not agree on one."""
        size = min(self.arguments[name].itemsize for name in [*self.direction, *self.weights])
        return smooth_slope(self.difference, STEPS[size], scale)


class Slope(float):
    """A derivative by differences. tolerance: how far from it a gradient may be that is right, relative to what is expected."""

    tolerance = WRONG


def smooth_slope(difference, steps, scale):
    """What `difference(step)` says at the last of some steps, where the others say nearly the same; else None. scale: the size of the
    terms of what it is held against."""
    *others, near = (difference(step) for step in steps)
    scale = max(abs(near), 0.1 * scale, 1e-3)
    spread = max(abs(far - near) for far in others)
    if not numpy.isfinite([*others, near]).all() or spread > SMOOTH * scale:
        return None
    slope = Slope(near)
    if steps == STEPS[8]:
        slope.tolerance = min(WRONG, max(WRONG_DOUBLE, WRONG_OVER_SPREAD * spread / scale))
    return slope


def is_wrong(number, near, scale):
    return not abs(number - near) <= near.tolerance * max(abs(near), 0.1 * scale, 1e-3)


def launches_of_call(kernel, dim, values, names=None, seed=1):
    """A Launch for each argument by which a call can be differentiated: along the other directions nothing changes. All arrays of reals are
    results, for a kernel may change each. names: of the arguments that are of interest, else all. seed: of directions and weights."""
    random = numpy.random.default_rng(seed)
    labels = [arg.label for arg in kernel.adj.args]
    arguments, dtypes = dict(zip(labels, values)), {}
    for name, value in arguments.items():
        if isinstance(value, wp.array):
            arguments[name], dtypes[name] = value.numpy().copy(), value.dtype
    real = [
        name for name, dtype in dtypes.items() if arguments[name].dtype.kind == "f" and arguments[name].itemsize > 2
    ]
    weights = {name: random.uniform(-1.0, 1.0, arguments[name].shape) for name in real}
    directions = {name: random.uniform(-1.0, 1.0, arguments[name].shape) for name in real}
    return {
        name: Launch(kernel, dim, arguments, dtypes, {name: direction}, weights)
        for name, direction in directions.items()
        if names is None or name in names
    }


def has_own_gradient(kernel):
    """Whether the author says what the gradient of a function in it is, which need not be the derivative."""
    names = {**kernel.func.__globals__, **dict(zip(kernel.func.__code__.co_freevars, cells_of(kernel.func)))}
    own = [n for n, value in names.items() if isinstance(value, wp.Function) and value.custom_grad_func]
    return any(name + "(" in kernel.adj.source for name in own)


def cells_of(function):
    """What a function finds in those around it; None where there is nothing yet."""
    found = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(None)
    return found
