# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kgen from Python: compile a Warp kernel, look at it in every form, run it without a GPU, and get its exact gradients.

    import kgen_mlir
    k = kgen_mlir.compile("pulse.py")             # a file, a text, or a live kernel of Warp's
    print(k.cuda)                                 # k.mlir, k.python, k.llvm_ir, k.cpp, k.ptx
    k.launch(dim=n, inputs=[x, 5.0], outputs=[y]) # numpy arrays, changed in place
    grads = k.vjp(dim=n, inputs=[x, 5.0], outputs=[y], cotangents={"y": ones})

Linux on x86-64. numpy is imported at the first launch, Warp and torch only by those who hand over something of theirs.
"""

from __future__ import annotations

from .errors import (
    ArgumentError,
    CompileError,
    CompilerDied,
    Error,
    NotDifferentiable,
    RunError,
    ToolError,
)
from .importing import importing

TYPE_CHECKING = False  # typing's, which takes longer to import than all of this
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from .kernel import Kernel

__all__ = [
    "ArgumentError",
    "CompileError",
    "CompilerDied",
    "Error",
    "Kernel",
    "NotDifferentiable",
    "RunError",
    "ToolError",
    "compile",
    "synth",
    "version",
]


def compile(what: str | os.PathLike[str] | object, *, kernel: str | None = None) -> Kernel:
    """Reads a kernel.

    what: a path (`os.PathLike`: `pathlib.Path("k.py")`) of Warp Python or of kgen's MLIR (`.mlir`); the text of one, as `str`; or a
        live `wp.Kernel`, with what it finds around it: closures, `wp.static`, overloads, cells of a notebook. Nothing of a path or
        a text is run.
    kernel: which kernel of a path or text, where there are several: `name`, `outer.name`, `outer(3, wp.vec3).name`, `name:LINE`.

    Raises CompileError, with file, line and column, where kgen does not take the kernel.
    """
    with importing:
        from .kernel import compile_kernel

    return compile_kernel(what, kernel)


def synth(count: int, target: str, *, seed: int = 0, **options: object) -> Iterator[dict]:
    """The rows of a data set, one after another: those that `kgen-synth --count COUNT --target TARGET` writes, byte for byte.

    target: "cpu", "cuda", "nvptx" or "all".
    options: what the command takes, with underscores: `profile="real"`, `categories="vector,atomic"`, `no_backward=True`, `jobs=2`.
    With `split="train"`, `"validation"` or `"test"`, sets of different splits share no structure and no family, whatever their seeds;
    sets of two seeds alone do share some.

    Raises ToolError with the command's message where that refuses an option.
    """
    with importing:
        from .synthesis import rows

    return rows(count, target, seed, options)


def version() -> str:
    """kgen's version, as the compiler says it."""
    with importing:
        from .child import ask

    return ask({"do": "hello"})["version"]


def __getattr__(name: str) -> object:
    if name == "Kernel":
        with importing:
            from .kernel import Kernel
        return Kernel
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
