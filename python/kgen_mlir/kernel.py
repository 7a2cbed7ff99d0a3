# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled kernel: its forms, its launches, its gradients."""

from __future__ import annotations

import json
import os
import re
import sys
import typing

from . import child, tools
from .errors import ArgumentError, CompileError, NotDifferentiable, RunError, format_diagnostic
from .importing import importing
from .live import import_live, is_kernel

if typing.TYPE_CHECKING:
    import numpy

Device = typing.Literal["cpu", "interpreter", "ptx", "cuda"]
DEVICES = ("cpu", "interpreter", "ptx", "cuda")
BLOCK_DIM, MAX_BLOCK_DIM = 256, 1024
IS_MLIR = re.compile(r"\s*(//[^\n]*\n\s*)*(module\b|kgen\.|\"builtin\.module\"|[!#]\w+ *=)")


if typing.TYPE_CHECKING:
    cached = property
else:

    class cached:
        """A property that is made once. functools' has, before Python 3.12, one lock for all objects: a fork may find it held."""

        def __init__(self, make):
            self.make, self.__doc__ = make, make.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            return self if instance is None else instance.__dict__.setdefault(self.name, self.make(instance))


class Text(str):
    """A text, which other options make another: `k.cuda` is the forward's, `k.cuda(backward=True)` has the backward too."""

    _make: typing.Callable[..., str]

    def __new__(cls, text: str, make: typing.Callable[..., str]) -> Text:
        made = super().__new__(cls, text)
        made._make = make
        return made

    def __call__(self, *, backward: bool = False, **options: object) -> str:
        return self._make(backward=backward, **options)


def ask(request: dict, error: type[CompileError] = CompileError) -> dict:
    """The answer; where it says what is wrong, that is raised."""
    answer = child.ask(request)
    if "errors" in answer:
        raise error(answer["errors"])
    return answer


def compile_kernel(what: object, name: str | None) -> Kernel:
    if is_kernel(what):
        if name is not None:
            raise ArgumentError("expected a path or a text with kernel=NAME but got a live kernel")
        answer, file = import_live(what, ask)
        return Kernel(answer, file, None)
    if isinstance(what, str):
        file, text = "<text>", what
        is_mlir = IS_MLIR.match(what) is not None
    elif isinstance(what, os.PathLike):
        file, text = os.fspath(what), None
        is_mlir = not file.endswith(".py")
    else:
        hint = ": a function is none before @wp.kernel" if callable(what) else ""
        raise TypeError(f"expected a live kernel, a text or a path (os.PathLike) but got {type(what).__name__}{hint}")
    request = {"do": "import", "file": os.path.abspath(file) if text is None else file, "is_mlir": is_mlir}
    if text is None and not os.path.exists(file):
        raise FileNotFoundError(2, os.strerror(2), file)
    if text is not None:
        request["text"] = text
    if name is not None:
        request["kernel"] = name
    answer = ask(request)
    return Kernel(answer, file, None if is_mlir else text)


class Kernel:
    """One kernel, compiled. Immutable; may be used by several threads.

    name: what entry points begin with.
    mlir: kgen's MLIR, as the author wrote the kernel. Its source is at hand in every other form too: `python`, `llvm_ir` (for the CPU),
        `cpp`, `cuda` and `ptx`. Each is a `str`, the forward's text; called with `backward=True` it is the text of both, and NotDifferentiable
        where there is no gradient. `cpp` and `cuda` take `self_contained=True`, `ptx` takes `chip="sm_90"`, and `ptx` and `llvm_ir`
        `opt_level=0` to `3`.
    """

    def __init__(self, answer: dict, file: str, text: str | None):
        self._bytecode: str = answer["bytecode"]
        self._description: dict = answer["kernel"]
        self._mlir: str = answer["mlir"]
        self._file, self._text = file, text
        self._made: dict = {}
        self._last = None  # the last launch on the CPU, for others of its kind
        self.name: str = self._description["name"]

    def __repr__(self) -> str:
        return f"<kgen_mlir.Kernel {self.name}({', '.join(p['name'] + ': ' + p['type'] for p in self._description['parameters'])})>"

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """(name, type as MLIR writes it) of each parameter."""
        return [(p["name"], p["type"]) for p in self._description["parameters"]]

    # -- forms ---------------------------------------------------------------

    def _ask(self, do: str, error: type[CompileError] = CompileError, **fields: object) -> dict:
        return ask({"do": do, "bytecode": self._bytecode, **fields}, error)

    def _print(self, form: str, backward: bool = False, **options: object) -> str:
        if backward:
            self._check_differentiable()
        return self._ask("print", form=form, backward=backward, **options)["text"]

    def _form(self, name: str, *allowed: str, **defaults: object) -> Text:
        def make(backward: bool = False, **options: object) -> str:
            for option in options:
                if option not in allowed:
                    raise TypeError(f"{name}() got an unexpected keyword argument '{option}'")
            return self._print(name, backward, **{**defaults, **options})

        return Text(make(), make)

    @property
    def mlir(self) -> Text:
        return Text(self._mlir, lambda backward=False: self._print("mlir", True) if backward else self._mlir)

    @cached
    def python(self) -> str:
        """Warp Python, as kgen prints it. It has no backward: Warp makes its own."""
        return self._print("python")

    @cached
    def cpp(self) -> Text:
        return self._form("cpp", "self_contained")

    @cached
    def cuda(self) -> Text:
        return self._form("cuda", "self_contained")

    @cached
    def llvm_ir(self) -> Text:
        return self._form("llvm_ir", "opt_level")

    @cached
    def ptx(self) -> Text:
        return self._form("ptx", "chip", "opt_level", chip="sm_80", libdevice=tools.libdevice())

    @cached
    def gradient_plan(self) -> str:
        """How the backward has each value that it reads: recomputed, reloaded, recorded."""
        self._check_differentiable()
        return self._ask("plan", NotDifferentiable)["text"]

    @cached
    def why_not_differentiable(self) -> str | None:
        """The reason with its place, or None where the kernel has a gradient."""
        return str(self._refusal) if self._refusal else None

    @cached
    def _refusal(self) -> NotDifferentiable | None:
        try:
            self._ask("print", NotDifferentiable, form="mlir", backward=True)
        except NotDifferentiable as refusal:
            return refusal
        return None

    def _check_differentiable(self) -> None:
        if self._refusal:
            raise NotDifferentiable(self._refusal.diagnostics)

    def page(self) -> str:
        """All forms side by side, as one HTML page that needs no other file."""
        text = self._text
        if text is None and self._file.endswith(".py") and os.path.exists(self._file):
            with open(self._file, encoding="utf-8") as file:
                text = file.read()
        backward = self.why_not_differentiable is None
        return self._print("page", backward, file=self._file, python=text or "", libdevice=tools.libdevice())

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:480px;border:1px solid #ccc"></iframe>'

    # -- launches ------------------------------------------------------------

    def _native(self, backward: bool):
        from .native import Native, sleef

        def make():
            error = NotDifferentiable if backward else CompileError
            made = self._ask("object", error, backward=backward, sleef=sleef() is not None)
            return Native(ask, made, self._description)

        return self._once(backward, make)

    def _program(self, backward: bool):
        error = NotDifferentiable if backward else CompileError

        def print_ptx(chip: str) -> dict:
            return self._ask("print", error, form="ptx", backward=backward, chip=chip, libdevice=tools.libdevice())

        with importing:
            from .cuda import Program
        return self._once(("cuda", backward), lambda: Program(print_ptx, self._description))

    def _once(self, key, make):
        """What was made for the key, which two threads may make at once: a lock here would be held in a fork of one of them."""
        made = self._made.get(key)
        return self._made.setdefault(key, make()) if made is None else made

    def _bind(self, dim, inputs, outputs, device, block_dim=BLOCK_DIM):
        arguments, _ = modules_of_launch()
        if device not in DEVICES:
            raise ArgumentError(f"'device': expected {', '.join(DEVICES[:-1])} or {DEVICES[-1]} but got {device!r}")
        if type(block_dim) is not int or not 1 <= block_dim <= MAX_BLOCK_DIM:
            raise ArgumentError(
                f"'block_dim': expected a number of threads from 1 to {MAX_BLOCK_DIM} but got {block_dim!r}"
            )
        return arguments.extents_of(dim), arguments.bind(self._description, inputs, outputs, device == "cuda")

    def _run(self, device: str, extents, bound, weights=None, **flags: object) -> dict:
        _, cases = modules_of_launch()
        case = cases.case_of(self._description, extents, bound, weights)
        answer = self._ask("run", RunError, device=device, case=case, backward=weights is not None, **flags)
        self._warn(answer["warnings"])
        return json.loads(answer["result"])

    @staticmethod
    def _warn(warnings: list[dict]) -> None:
        for entry in warnings:
            print(format_diagnostic(entry), file=sys.stderr)

    def launch(
        self,
        dim: int | typing.Sequence[int],
        inputs: typing.Sequence[object] = (),
        outputs: typing.Sequence[object] = (),
        device: Device = "cpu",
        *,
        block_dim: int = BLOCK_DIM,
        check: bool = False,
    ) -> None:
        """Runs the kernel over a grid of `dim` threads; arrays are changed in place.

        dim: up to four extents, the last one fastest.
        inputs, outputs: the arguments in order, `[*inputs, *outputs]`, as `wp.launch` takes them. Arrays are numpy's, or Warp's on the
            CPU: `wp.array(dtype=float, ndim=2)` is float32 of shape (n, m), `wp.array(dtype=wp.vec3)` float32 of shape (n, 3). Any strides
            will do. A struct is a dict, or an object with its fields.
        device: "cpu", compiled code in this process, with no check of indices, as Warp's; "interpreter", the definition, which finds bad
            indices, races and reads of undefined values; "ptx", the GPU's code run in software with a sanitizer's checks; "cuda", the first
            NVIDIA GPU, where arrays may lie already (`__cuda_array_interface__`); the call waits until it has ended.
        block_dim: threads of a block on "ptx" and "cuda", 1 to 1024. On a CPU a block is one thread, as it is for Warp.
        check: interpret the launch first, so that a bad index is an exception and not a crash.

        Raises ArgumentError before anything runs where arguments do not fit, RunError where a run had to stop; arrays are unchanged then.
        """
        values = [*inputs, *outputs]
        last = self._last
        if last is not None and device == "cpu" and not check and last.run(dim, values):
            return
        extents, bound = self._bind(dim, values, (), device, block_dim)
        if check and device in ("cpu", "cuda"):
            for array in bound.arrays:
                if array.is_on_gpu:
                    raise ArgumentError(
                        f"'{array.name}': expected an array of numpy's with check=True but got one on a GPU"
                    )
            self._run("interpreter", extents, bound)
        if device == "cpu":
            self._last = self._native(False).launch(dim, extents, bound, values)
        elif device == "cuda":
            with contiguous(bound):
                self._program(False).launch(extents, bound, block_dim)
        else:
            _, cases = modules_of_launch()
            cases.take(bound, self._run(device, extents, bound, block_dim=block_dim)["outputs"])

    def vjp(
        self,
        dim: int | typing.Sequence[int],
        inputs: typing.Sequence[object] = (),
        outputs: typing.Sequence[object] = (),
        cotangents: typing.Mapping[str, object] | None = None,
        device: Device = "cpu",
        *,
        block_dim: int = BLOCK_DIM,
    ) -> dict[str, numpy.ndarray]:
        """Runs the kernel, as `launch` does, then its backward.

        cotangents: {name of an array of floats: d(loss)/d(its final values), of its shape}; those that are not named are zero.
        Returns {name: d(loss)/d(initial values)} of every array of floats, `s.x` for an array in a struct; of an array on a GPU, a
        `cuda.DeviceArray`.

        Raises NotDifferentiable where the kernel has no gradient; why is `k.why_not_differentiable`.
        """
        arguments, cases = modules_of_launch()
        extents, bound = self._bind(dim, inputs, outputs, device, block_dim)
        given = arguments.named(bound, cotangents, "cotangents", arguments.is_float)
        self._check_differentiable()
        if device == "cuda":
            return self._vjp_on_gpu(extents, bound, given, block_dim)
        gradients = {array.name: given.get(array.name) for array in cases.float_arrays(bound)}
        for array in cases.float_arrays(bound):
            if gradients[array.name] is None:
                gradients[array.name] = zeros_of(array)
        if device == "cpu":
            with contiguous(bound):
                self._native(True).vjp(extents, bound, gradients)
            return gradients
        results = self._run(device, extents, bound, gradients, block_dim=block_dim)
        cases.take(bound, results["outputs"])
        cases.take(bound, results["grads"], gradients)
        return gradients

    def _vjp_on_gpu(self, extents, bound, given, block_dim):
        _, cases = modules_of_launch()
        from .cuda import gradient_of

        arrays = cases.float_arrays(bound)
        program = self._program(True)
        gradients = {array.name: gradient_of(array, given.get(array.name)) for array in arrays}
        with contiguous(bound):
            program.vjp(extents, bound, gradients, block_dim)
        return {a.name: gradients[a.name] if a.is_on_gpu else gradients[a.name].numpy() for a in arrays}

    def jvp(
        self,
        dim: int | typing.Sequence[int],
        inputs: typing.Sequence[object] = (),
        outputs: typing.Sequence[object] = (),
        tangents: typing.Mapping[str, object] | None = None,
        device: Device = "cpu",
    ) -> dict[str, numpy.ndarray]:
        """Runs the kernel with its tangents: the derivative of final values along a direction.

        tangents: {name of an array of floats: the direction, of its shape}; those that are not named are zero.
        Returns {name: derivative of its final values} of every array of floats that the kernel may write.
        """
        arguments, cases = modules_of_launch()
        _, bound = self._bind(dim, inputs, outputs, device)
        given = arguments.named(bound, tangents, "tangents", arguments.is_float)
        every = {array.name: given.get(array.name) for array in cases.float_arrays(bound)}
        for array in cases.float_arrays(bound):
            if array.is_on_gpu:
                from .cuda import gradient_of

                every[array.name] = gradient_of(array, every[array.name])
            elif every[array.name] is None:
                every[array.name] = zeros_of(array)
        parameters = self._tangent._description["parameters"][len(self._description["parameters"]) :]
        others = [tangent_argument(parameter, every) for parameter in parameters]
        self._tangent.launch(dim, [*inputs, *outputs], others, device)
        return {array.name: every[array.name] for array in cases.float_arrays(bound) if array.written}

    @cached
    def _tangent(self) -> Kernel:
        return Kernel(self._ask("tangent", NotDifferentiable), self._file, self._text)


def modules_of_launch():
    """What a launch needs beside the compiler: numpy, and our modules that import it."""
    with importing:
        from . import arguments, cases, native  # noqa: F401
    return arguments, cases


def zeros_of(array) -> numpy.ndarray:
    import numpy

    return numpy.zeros(array.value.shape, array.value.dtype)


def tangent_argument(parameter: dict, arrays: dict, name: str | None = None) -> object:
    """What stands for an argument's tangent: its array, and zeros for a value or for an array that has none."""
    import numpy

    from .arguments import element_dtype

    name = parameter["name"].removeprefix("tan_") if name is None else name
    if "fields" in parameter:
        return {
            field["name"]: tangent_argument(field, arrays, f"{name}.{field['name']}") for field in parameter["fields"]
        }
    if name in arrays:
        return arrays[name]
    if "rank" in parameter:
        dtype, extents = element_dtype(parameter["element"])
        return numpy.zeros((0,) * parameter["rank"] + extents, dtype)
    return numpy.zeros(parameter["shape"], bool)


class contiguous:
    """Within it numpy's arrays of a launch lie by rows, as gradients do; what was written is put back at its end."""

    def __init__(self, bound):
        self.bound, self.own = bound, []

    def __enter__(self):
        import numpy

        for array in self.bound.arrays:
            if not (array.is_on_gpu or array.value.flags.c_contiguous):
                self.own.append((array, array.value))
                array.value = numpy.ascontiguousarray(array.value)
                array.address = array.value.__array_interface__["data"][0]

    def __exit__(self, *failure):
        for array, value in self.own:
            if array.written and failure[0] is None:
                value[...] = array.value
