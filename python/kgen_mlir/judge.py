# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a kernel's gradient is the derivative: a launch of Warp's again, on copies, beside central differences of its own forward."""

from __future__ import annotations

import contextlib

import numpy
import warp as wp
from warp._src.codegen import StructInstance

STEPS = {4: (1e-2, 4e-3, 2e-3), 8: (1e-4, 4e-5, 2e-5)}  # by the bytes of a number
# Relative to the largest derivative that is expected: how far differences may be from each other, and a gradient from them. It is less if
# they agree better.
SMOOTH, WRONG, WRONG_SINGLE, WRONG_DOUBLE, WRONG_OVER_SPREAD = 0.01, 0.03, 0.01, 0.001, 10.0
KINK = 0.01  # how far apart the derivatives ahead and behind are at one, relative to the derivative


def arrays_of(arguments):
    """{name: array} of a launch's arguments, `s.x` of a struct `s`; of the kinds whose memory is one array of numpy's."""
    found = {}
    for name, value in arguments:
        if type(value) is wp.array and value.size:
            found[name] = value
        elif isinstance(value, StructInstance):
            fields = [(f"{name}.{field}", getattr(value, field)) for field in value._cls.vars]
            found.update(arrays_of(fields))
    return found


def with_arrays(value, name, arrays):
    """An argument with other arrays, {name: array} as `arrays_of` has them: itself or, of a struct, a copy of it."""
    if not isinstance(value, StructInstance):
        return arrays.get(name, value)
    copy = value._cls()
    for field in value._cls.vars:
        setattr(copy, field, with_arrays(getattr(value, field), f"{name}.{field}", arrays))
    return copy


class Launch:
    """A kernel, its arguments before it runs, a direction for each array of reals, and the weights that make one number of its results.

    arguments: {name: value} in the kernel's order; of an array, and of those in a struct, the numbers count, and all else is passed as it is.
    numbers, dtypes: {name: numpy array, Warp's dtype} of its arrays, `s.x` in a struct `s`.
    directions, weights: {name: numpy array} of some of them."""

    def __init__(self, kernel, dim, arguments, numbers, dtypes, directions, weights):
        self.kernel, self.dim, self.arguments, self.numbers = kernel, dim, arguments, numbers
        self.dtypes, self.directions, self.weights = dtypes, directions, weights

    def array(self, name, step):
        value = self.numbers[name]
        value = value + step * self.directions[name] if step else value
        return wp.array(value, dtype=self.dtypes[name], requires_grad=value.dtype.kind == "f", device="cpu")

    def run(self, along=None, step=0.0, tape=None):
        """The arrays after a launch from so far along the direction of one of them."""
        arrays = {name: self.array(name, step if name == along else 0.0) for name in self.numbers}
        inputs = [with_arrays(value, name, arrays) for name, value in self.arguments.items()]
        with tape or contextlib.nullcontext():
            wp.launch(self.kernel, dim=self.dim, inputs=inputs, device="cpu")
        return arrays

    def differences(self, name, step):
        """{result: the derivative of each of its numbers along one direction, by central differences}."""
        ahead, behind = self.run(name, step), self.run(name, -step)
        return {
            result: (ahead[result].numpy().astype(float) - behind[result].numpy().astype(float)) / (2.0 * step)
            for result in self.weights
        }

    def gaps(self, name, step):
        """{result: how far its derivatives ahead and behind are apart}."""
        runs = (self.run(name, along) for along in (step, 0.0, -step))
        ahead, base, behind = ({of: run[of].numpy().astype(float) for of in self.weights} for run in runs)
        return {result: abs(ahead[result] - 2.0 * base[result] + behind[result]) / step for result in self.weights}

    def difference(self, name, step):
        """The derivative of the weighted sum of results along one direction, by central differences."""
        slopes = self.differences(name, step)
        return sum((weight * slopes[result])[weight != 0.0].sum() for result, weight in self.weights.items())

    def derivatives(self):
        """{name: the same along its direction by the gradient, and the sum of the magnitudes of its terms}."""
        tape = wp.Tape()
        arrays = self.run(tape=tape)
        tape.backward(
            grads={
                arrays[name]: wp.array(weight, dtype=arrays[name].dtype, device="cpu")
                for name, weight in self.weights.items()
            }
        )
        terms = {
            name: arrays[name].grad.numpy().astype(float) * direction for name, direction in self.directions.items()
        }
        return {name: (term.sum(), abs(term).sum()) for name, term in terms.items()}

    def steps(self, name):
        return STEPS[min(self.numbers[of].itemsize for of in [name, *self.weights])]

    def slope(self, name, scale):
        """The derivative along one direction by differences; None where three steps do not agree on one."""
        return smooth_slope(lambda step: self.difference(name, step), self.steps(name), scale)

    def where_smooth(self, name):
        """The same launch with weights only of those numbers of its results on whose derivative along one direction three steps agree: what a
        step moves over an edge has none."""
        *others, near = (self.differences(name, step) for step in self.steps(name))

        def agree(result):
            scale = numpy.maximum(abs(near[result]), 0.01 * abs(near[result]).max(initial=0.0))
            return numpy.logical_and.reduce([abs(far[result] - near[result]) <= SMOOTH * scale for far in others])

        weights = {result: numpy.where(agree(result), weight, 0.0) for result, weight in self.weights.items()}
        return Launch(self.kernel, self.dim, self.arguments, self.numbers, self.dtypes, self.directions, weights)

    def has_kinks(self, name):
        """Whether derivatives of results ahead and behind along one direction stay apart as steps become small: differences are half way
        between them then, and each of them is a gradient."""
        far, near = self.steps(name)[-2:]  # one is twice the other
        slopes, gaps_far, gaps = self.differences(name, near), self.gaps(name, far), self.gaps(name, near)

        def has(result):
            scale = numpy.maximum(abs(slopes[result]), 0.1 * abs(slopes[result]).max(initial=0.0))
            bent = 2.0 * gaps[result] - gaps_far[result] > KINK * scale
            return (bent & (self.weights[result] != 0.0)).any()

        return any(has(result) for result in self.weights)

    def moved(self, name):
        """The same launch with one of its arrays a little elsewhere, at no kink but by chance."""
        value, random = self.numbers[name], numpy.random.default_rng(len(name))
        offset = 5.0 * self.steps(name)[0] * random.uniform(-1.0, 1.0, value.shape)
        numbers = {**self.numbers, name: (value + offset).astype(value.dtype)}
        return Launch(self.kernel, self.dim, self.arguments, numbers, self.dtypes, self.directions, self.weights)


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
    least = WRONG_DOUBLE if steps == STEPS[8] else WRONG_SINGLE
    slope.tolerance = min(WRONG, max(least, WRONG_OVER_SPREAD * spread / scale))
    return slope


def is_wrong(number, near, scale):
    return not abs(number - near) <= near.tolerance * max(abs(near), 0.1 * scale, 1e-3)


def launch_of_call(kernel, dim, values, seed=1):
    """The Launch of a call. All arrays of reals are results, for a kernel may change each. seed: of directions and weights."""
    random = numpy.random.default_rng(seed)
    arguments = dict(zip((arg.label for arg in kernel.adj.args), values))
    arrays = arrays_of(arguments.items())
    numbers = {name: array.numpy().copy() for name, array in arrays.items()}
    dtypes = {name: array.dtype for name, array in arrays.items()}
    real = [name for name, value in numbers.items() if value.dtype.kind == "f" and value.itemsize > 2]
    weights = {name: random.uniform(-1.0, 1.0, numbers[name].shape) for name in real}
    directions = {name: random.uniform(-1.0, 1.0, numbers[name].shape) for name in real}
    return Launch(kernel, dim, arguments, numbers, dtypes, directions, weights)


@contextlib.contextmanager
def kgen_in_place(kernel):
    """kgen's code of a kernel in the place of Warp's while it is entered; yields whether it has one with a gradient."""
    import kgen_warp
    from kgen_warp.hooks import chooser

    chooser.install()
    chooser.asked[kernel] = True, False, kgen_warp.Report()
    chooser.forget(kernel)
    try:
        yield chooser.choice(kernel, chooser.asked[kernel]).backward is not None
    finally:
        chooser.asked.pop(kernel, None)
        chooser.forget(kernel)


def has_own_gradient(of, seen=()):
    """Whether the author says what the gradient of a function in a kernel, or in a function of it, is, which need not be the derivative."""
    names = {**of.func.__globals__, **dict(zip(of.func.__code__.co_freevars, cells_of(of.func)))}
    called = [
        value
        for name, value in names.items()
        if isinstance(value, wp.Function) and value.func and value not in seen and name + "(" in of.adj.source
    ]
    return any(value.custom_grad_func or has_own_gradient(value, (*seen, value)) for value in called)


def cells_of(function):
    """What a function finds in those around it; None where there is nothing yet."""
    found = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            found.append(None)
    return found
