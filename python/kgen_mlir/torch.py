# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel as an operator of torch's, with kgen's gradient.

    energy = kgen_mlir.torch.op(kgen_mlir.compile("pulse.py"))
    result = energy([n], signal, 5.0, torch.zeros(n))     # nothing that was passed is changed
    result.sum().backward()

Needs torch 2.4 or later.
"""

from __future__ import annotations

import re
import threading
from typing import Any

import torch

from .errors import ArgumentError
from .kernel import Kernel

NAMESPACE = "kgen_mlir"
VALUES = {"bool": "bool", "float": "float", "int": "int"}


def op(kernel: Kernel, name: str | None = None) -> Any:
    """A `torch.library.custom_op` that launches the kernel: `f(dim, *arguments)`.

    dim: a list of one to four extents.
    arguments: the kernel's, in order. Arrays are tensors, all on the CPU or all on the first GPU, of the shapes that `Kernel.launch` takes; numbers are numbers, vectors
        and matrices by value are flat lists. Nothing is changed in place: what the kernel starts from in an array that it writes is the
        tensor that is passed there.
    Returns the final values of the arrays that the kernel may write: a tensor, or a tuple of them in the order of the parameters.

    Derivatives are by the tensors, of their initial values; numbers that are passed by value have none. Where the kernel has no gradient,
    `backward` raises NotDifferentiable.
    """
    return Operator(kernel, name or unique_name(kernel.name)).forward


names: set[str] = set()
names_lock = threading.Lock()


def unique_name(kernel: str) -> str:
    """torch knows operators by their names, for the life of the process."""
    base = re.sub(r"\W", "_", kernel)
    with names_lock:
        number = next(i for i in range(len(names) + 1) if f"{base}_{i}" not in names)
        names.add(f"{base}_{number}")
    return f"{base}_{number}"


class Operator:
    """The forward and the backward of a kernel, each an operator."""

    def __init__(self, kernel: Kernel, name: str):
        self.kernel, self.parameters = kernel, kernel._description["parameters"]
        self.arrays = [i for i, p in enumerate(self.parameters) if "rank" in p]
        self.written = [i for i in self.arrays if self.parameters[i]["written"]]
        self.floats = [i for i in self.arrays if is_float(self.parameters[i]["element"])]
        for parameter in self.parameters:
            if "fields" in parameter or "fields" in parameter.get("element", {}):
                raise ArgumentError(
                    f"'{parameter['name']}': expected arrays and numbers, as torch has them, but got a struct"
                )
        if not self.written:
            raise ArgumentError(f"expected a kernel that writes an array but '{kernel.name}' writes none")
        self.forward = self.define(name, self.schema(len(self.written)), self.run, self.fake)
        adjoints = ", ".join(f"Tensor adj_{self.parameters[i]['name']}" for i in self.written if i in self.floats)
        schema = self.schema(len(self.floats), adjoints)
        self.backward = self.define(name + "_backward", schema, self.run_backward, self.fake_backward)
        torch.library.register_autograd(f"{NAMESPACE}::{name}", self.differentiate, setup_context=self.keep)

    def define(self, name, schema, run, fake):
        made = torch.library.custom_op(f"{NAMESPACE}::{name}", run, mutates_args=(), schema=schema)
        made.register_fake(fake)
        return made

    def schema(self, results: int, more: str = "") -> str:
        arguments = ["SymInt[] dim"]
        for parameter in self.parameters:
            if "rank" in parameter:
                kind = "Tensor"
            else:
                kind = next(
                    kind
                    for start, kind in (*VALUES.items(), ("uint", "int"), ("bfloat", "float"))
                    if parameter["scalar"].startswith(start)
                )
                kind += "[]" if parameter["shape"] else ""
            arguments.append(f"{kind} {parameter['name']}")
        returned = "Tensor" if results == 1 else "Tensor[]" if results == 0 else f"({', '.join(['Tensor'] * results)})"
        return f"({', '.join([*arguments, more] if more else arguments)}) -> {returned}"

    def device_of(self, arguments) -> str:
        """Where all tensors are: "cpu" or "cuda"."""
        first = arguments[self.arrays[0]].device
        for i in self.arrays:
            device = arguments[i].device
            if device.type not in ("cpu", "cuda") or device.index or device.type != first.type:
                place = "the CPU" if first.type == "cpu" else "the first GPU"
                raise ArgumentError(
                    f"'{self.parameters[i]['name']}': expected a tensor on {place} but got one on {device}"
                )
        return first.type

    def unpack(self, arguments):
        """The arguments as `Kernel.launch` takes them, those that are written as copies, and the copies."""
        values, results = list(arguments), []
        for i, parameter in enumerate(self.parameters):
            if i in self.arrays:
                tensor = values[i].detach()
                if i in self.written:
                    tensor = tensor.clone(memory_format=torch.contiguous_format)
                    results.append(tensor)
                values[i] = as_array(tensor)
            elif parameter["shape"]:
                import numpy

                values[i] = numpy.reshape(values[i], parameter["shape"])
        return values, results

    @staticmethod
    def returned(tensors):
        return tensors[0] if len(tensors) == 1 else tuple(tensors)

    def run(self, dim, *arguments):
        device = self.device_of(arguments)
        values, results = self.unpack(arguments)
        self.kernel.launch(tuple(dim), values, device=device)
        return self.returned(results)

    def fake(self, dim, *arguments):
        return self.returned([like(arguments[i]) for i in self.written])

    def keep(self, ctx, inputs, output):
        ctx.dim, arguments = inputs[0], inputs[1:]
        ctx.others = [None if i in self.arrays else value for i, value in enumerate(arguments)]
        ctx.save_for_backward(*(arguments[i] for i in self.arrays))

    def differentiate(self, ctx, *gradients):
        arguments = list(ctx.others)
        for i, tensor in zip(self.arrays, ctx.saved_tensors):
            arguments[i] = tensor
        given = [g for i, g in zip(self.written, gradients) if i in self.floats]
        given = [
            like(arguments[i]).zero_() if g is None else g
            for i, g in zip([i for i in self.written if i in self.floats], given)
        ]
        made = self.backward(ctx.dim, *arguments, *given)
        found = dict(zip(self.floats, made if isinstance(made, (tuple, list)) else (made,)))
        return None, *(found.get(i) if ctx.needs_input_grad[1 + i] else None for i in range(len(self.parameters)))

    def run_backward(self, dim, *values):
        arguments, adjoints = values[: len(self.parameters)], values[len(self.parameters) :]
        device = self.device_of(arguments)
        unpacked, _ = self.unpack(arguments)
        names = [self.parameters[i]["name"] for i in self.written if i in self.floats]
        cotangents = {name: as_array(adjoint.detach().contiguous()) for name, adjoint in zip(names, adjoints)}
        gradients = self.kernel.vjp(tuple(dim), unpacked, cotangents=cotangents, device=device)
        tensors = []
        for i in self.floats:
            gradient = torch.as_tensor(gradients[self.parameters[i]["name"]], device=device)
            tensors.append(gradient.view(arguments[i].dtype))
        return self.returned(tensors)

    def fake_backward(self, dim, *values):
        return self.returned([like(values[i]) for i in self.floats])


def is_float(element: dict) -> bool:
    return element.get("scalar", "").startswith(("float", "bfloat"))


def like(tensor: torch.Tensor) -> torch.Tensor:
    return torch.empty(tensor.shape, dtype=tensor.dtype, device=tensor.device)


def as_array(tensor: torch.Tensor):
    """numpy's view of a tensor on the CPU, else the tensor; neither numpy nor the interface of GPUs has bfloat16, and they take its bits."""
    tensor = tensor.view(torch.uint16) if tensor.dtype is torch.bfloat16 else tensor
    return tensor.numpy() if tensor.device.type == "cpu" else tensor
