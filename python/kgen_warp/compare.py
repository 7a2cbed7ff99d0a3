# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Warp's backward and kgen's on the same memory: which gradients are another."""

import ast
import ctypes

import numpy

from .arrays import arrays_of, float_types

# Relative to the largest number of an array: what single precision leaves of two right gradients.
TOLERANCE = 1e-3

# Functions of Warp's that have other values or slopes here, and the points of dialect-docs/semantics.md that say which.
OTHER_VALUES = {name: "S-108, S-110" for name in ("svd2", "svd3", "eig3")} | {"qr3": "S-110"}


def points_of(kernel):
    """The points of the semantics by which a gradient of a kernel may differ from Warp's: "" for none."""
    points, adjoints = set(), [kernel.adj]
    for adjoint in adjoints:
        for node in ast.walk(adjoint.tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", None))
                points.update(OTHER_VALUES.get(name, "").split(", "))
        called = [function.adj for function in adjoint.get_references()[2] if hasattr(function, "adj")]
        adjoints += [other for other in called if other not in adjoints]
    return ", ".join(sorted(points - {""}))


def gradients(args, adj_args):
    """[(array, its gradient's memory as bytes)], and the memory of the arrays themselves."""
    found, others = [], []
    for (name, array), (_, adjoint) in zip(arrays_of(args), arrays_of(adj_args)):
        address, layout = (adjoint.data, adjoint) if adjoint.data else (array.grad, array)
        if address and array.ndim:
            found.append((name, memory(address, layout)))
        if array.data and array.ndim:
            others.append(memory(array.data, array))
    return found, others


def memory(address, layout):
    """The bytes of a contiguous array; of another one, all that lies between its first and last element."""
    extents = [abs(layout.strides[d]) * layout.shape[d] for d in range(layout.ndim)]
    return numpy.frombuffer((ctypes.c_ubyte * max(extents)).from_address(address), numpy.uint8)


class Comparison:
    """A backward that runs both, leaves kgen's results and notes each array whose gradient differs, once."""

    def __init__(self, kernel, structure, ours, theirs, differences):
        self.structure, self.name, self.ours, self.theirs, self.differences = (
            structure,
            kernel.key,
            ours,
            theirs,
            differences,
        )
        self.scalars = float_types([(arg.label, arg.type) for arg in kernel.adj.args])

    def __call__(self, bounds, args, adj_args):
        named, others = gradients(self.structure.from_address(args), self.structure.from_address(adj_args))
        views = [view for _, view in named] + others
        before = [view.copy() for view in views]
        self.theirs(bounds, args, adj_args)
        theirs = [view.copy() for _, view in named]
        for view, old in zip(views, before):
            view[:] = old
        self.ours(bounds, args, adj_args)
        for (name, ours), their in zip(named, theirs):
            known = any(entry[:2] == (self.name, name) for entry in self.differences)
            if name in self.scalars and not known and not numpy.array_equal(their, ours):
                self.note(
                    name, their.view(self.scalars[name]).astype(float), ours.view(self.scalars[name]).astype(float)
                )

    def note(self, name, theirs, ours):
        error = numpy.abs(theirs - ours)
        error[numpy.isnan(error)] = numpy.inf
        error[(theirs == ours) | (numpy.isnan(theirs) & numpy.isnan(ours))] = 0.0
        scale = numpy.abs(ours[numpy.isfinite(ours)]).max(initial=0.0) or 1.0
        if error.max() > TOLERANCE * scale:
            worst = int(error.argmax())
            self.differences.append((self.name, name, float(theirs[worst]), float(ours[worst])))
