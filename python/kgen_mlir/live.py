# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A live kernel of Warp's, read as the object that it is: by the reader of kgen_warp, which knows what the text leaves open."""

from __future__ import annotations

import json
import os
import sys
import tempfile

from .errors import CompileError


def is_kernel(what: object) -> bool:
    warp = sys.modules.get("warp")
    return warp is not None and isinstance(what, warp.Kernel)


def refuse(kernel, message: str) -> CompileError:
    code = kernel.func.__code__
    place = {"file": code.co_filename, "line": code.co_firstlineno, "column": 1}
    return CompileError([{"severity": "error", **place, "message": message}])


def import_live(kernel, ask) -> tuple[dict, str]:
    """What the compiler says of it, and the file that it stands in."""
    from kgen_warp.compile import check_types
    from kgen_warp.environment import Environment, Refused

    if kernel.is_generic:
        raise refuse(
            kernel, f"'{kernel.key}' is generic: expected one of its overloads, wp.overload({kernel.key}, [...])"
        )
    try:
        environment = Environment(kernel)
        place = environment.functions[0]
        with tempfile.TemporaryDirectory(prefix="kgen_mlir-") as folder:
            said = os.path.join(folder, "environment.json")
            with open(said, "w", encoding="utf-8") as file:
                json.dump({"structs": environment.structs, "functions": environment.functions}, file)
            name = f"{kernel.func.__name__}:{place['line']}@{said}"
            answer = ask({"do": "import", "file": place["file"], "kernel": name, "names": environment.shown})
        check_types(kernel, answer["kernel"])
    except Refused as refusal:
        raise refuse(kernel, str(refusal)) from None
    return answer, environment.shown[place["file"]]
