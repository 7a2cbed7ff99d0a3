# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where kgen's programs and what they need are found."""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import shutil
import sys

from .errors import ToolError

HERE = os.path.dirname(os.path.realpath(__file__))
# The one binary of an installed wheel: it is each command, by its first argument.
MULTICALL = os.path.join(HERE, "bin", "kgen-mlir")


def check_platform() -> None:
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise ToolError(f"expected Linux on x86-64 but this is {sys.platform} on {platform.machine()}")


@functools.cache
def command(name: str) -> tuple[str, ...]:
    """How a tool is started: in the folder KGEN_MLIR_BIN, in the wheel, in the build tree around this file, or on PATH."""
    check_platform()
    chosen = os.environ.get("KGEN_MLIR_BIN")
    folders = [chosen] if chosen else [os.path.join(HERE, "../../build/bin"), os.path.join(HERE, "../../../../bin")]
    if not chosen and os.access(MULTICALL, os.X_OK):
        return MULTICALL, name
    for folder in folders:
        path = os.path.abspath(os.path.join(folder, name))
        if os.access(path, os.X_OK):
            return (path,)
    found = None if chosen else shutil.which(name)
    if not found:
        places = f"in {chosen}, as KGEN_MLIR_BIN says," if chosen else "beside the package or on PATH"
        raise ToolError(f"expected {name} {places} but found none")
    return (found,)


@functools.cache
def libdevice() -> str:
    """NVIDIA's elementary functions as bitcode: those of the installed Warp, else of a toolkit; "" where there are none."""
    warp = importlib.util.find_spec("warp")
    places = [os.path.join(place, "native/libdevice") for place in (warp and warp.submodule_search_locations) or ()]
    homes = filter(None, (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"))
    places += [os.path.join(home, "nvvm/libdevice") for home in homes]
    paths = [os.path.join(place, "libdevice.10.bc") for place in places]
    return next((path for path in paths if os.path.exists(path)), "")


def environment() -> dict[str, str]:
    """That of a child: the Python that reads Python is this one, and libdevice is where it was found."""
    found = {"KGEN_PYTHON": sys.executable, "KGEN_LIBDEVICE": libdevice()}
    return {**{name: value for name, value in found.items() if value}, **os.environ}
