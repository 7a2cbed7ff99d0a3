# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of an installed wheel: `kgen-run ARGUMENT...` and the others, and `kgen-mlir run ARGUMENT...` for all of them."""

from __future__ import annotations

import os
import sys

from . import tools
from .errors import ToolError

# What each does, as its own --help says it at length.
COMMANDS = {
    "check": "which gradients of a Warp program are wrong",
    "gpu-check": "run a data set on a GPU",
    "lsp-server": "the language server, with kgen's dialect",
    "opt": "passes over a module",
    "ptx": "PTX, run in software with a sanitizer's checks",
    "reduce": "a smaller module with the same fault",
    "run": "a kernel on given arguments",
    "serve": "the compiler as a process that answers requests",
    "stats": "what a data set holds, and every check again",
    "synth": "write a data set of verified kernels",
    "translate": "a kernel from one form into another",
    "warp": "a Warp program, unchanged, with kgen's code and gradients",
}


def usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(["usage: kgen-mlir COMMAND ARGUMENT...", "", *lines, "", "kgen-mlir COMMAND --help says more."])


def run(name: str, arguments: list[str]) -> int:
    """Runs a command in the place of this process, or Python's own in it."""
    if name == "check":
        from .check import main

        return main(arguments)
    if name == "warp":
        sys.argv = ["kgen_warp", *arguments]
        import kgen_warp.__main__  # noqa: F401

        return 0
    try:
        command = tools.command(f"kgen-{name}")
    except ToolError as error:
        print(f"kgen-{name}: error: {error}", file=sys.stderr)
        return 1
    os.execve(command[0], [*command, *arguments], tools.environment())


def tool() -> int:
    """`kgen-NAME ARGUMENT...`"""
    return run(os.path.basename(sys.argv[0]).removeprefix("kgen-"), sys.argv[1:])


def main() -> int:
    """`kgen-mlir NAME ARGUMENT...`"""
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name == "--version":
        import kgen_mlir

        print(f"kgen {kgen_mlir.version()}")
        return 0
    if name in ("--help", "-h"):
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"kgen-mlir: error: expected a command but got '{name}'\n{usage()}", file=sys.stderr)
        return 2
    return run(name, sys.argv[2:])
