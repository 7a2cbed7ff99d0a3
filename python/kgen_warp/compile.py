# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a kernel of Warp's to an object of kgen's, through kgen-translate. Loads nothing and changes nothing in Warp."""

import ctypes
import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading

import warp as wp

from .cpu import has_lanes
from .environment import Environment, Refused

HERE = os.path.dirname(os.path.realpath(__file__))
SECONDS = 120  # for the translation of a kernel


class Compiled:
    """An object file with the entry points of one kernel.

    path: the object. name: what entry points begin with. has_backward: whether there is one without a tape. written: for each
    parameter, whether elements of it may be written.
    """

    def __init__(self, path, description):
        self.path = path
        self.name = description["kernel_name"]
        self.has_backward = description["has_backward"]
        self.written = [parameter["written"] for parameter in description["parameters"]]


@functools.lru_cache(maxsize=None)
def translate_tool():
    """How kgen-translate is started: what KGEN_TRANSLATE names, else in the wheel, as built or installed, else on PATH."""
    if os.environ.get("KGEN_TRANSLATE"):
        return [os.path.abspath(os.environ["KGEN_TRANSLATE"])]
    multicall = os.path.join(HERE, "../kgen_mlir/bin/kgen-mlir")
    if os.access(multicall, os.X_OK):
        return [os.path.abspath(multicall), "kgen-translate"]
    for path in [os.path.join(HERE, up, "kgen-translate") for up in ("../../build/bin", "../../../../bin")]:
        if os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    found = shutil.which("kgen-translate")
    if not found:
        raise Refused("expected kgen-translate on PATH, or its path in KGEN_TRANSLATE")
    return [found]


@functools.lru_cache(maxsize=None)
def load_sleef():
    """Whether SLEEF's functions are there for objects to find; without them there are no lanes."""
    try:
        ctypes.CDLL("libsleef.so.3", mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


@functools.lru_cache(maxsize=None)
def made_folder():
    return tempfile.TemporaryDirectory(prefix="kgen_warp-")


def folder():
    """Where objects lie until the process ends: one for all threads."""
    with folder_lock:
        return made_folder()


folder_lock = threading.Lock()


# ===-------------------------------------------------------------------------------------------------------------------===
# Types
# ===-------------------------------------------------------------------------------------------------------------------===

SCALARS = {
    "bool": "i1",
    "int8": "si8",
    "int16": "si16",
    "int32": "si32",
    "int64": "si64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "uint64": "ui64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "int": "si32",
    "float": "f32",
}


def spell(kind):
    """A type of Warp's as the dialect writes it, without what is in a struct; None for one that kgen lacks."""
    if type(kind) in (wp.array, wp._src.types._ArrayAnnotation):
        element = spell(kind.dtype)
        return element and f"array<{kind.ndim}, {element}>"
    if isinstance(kind, wp._src.codegen.Struct):
        return "struct"
    scalar = SCALARS.get(getattr(getattr(kind, "_wp_scalar_type_", kind), "__name__", ""))
    if not scalar or not hasattr(kind, "_wp_scalar_type_"):
        return scalar
    generic = getattr(kind, "_wp_generic_type_hint_", None)
    if generic is wp._src.types.Quaternion:
        return f"quat<{scalar}>"
    if generic is wp._src.types.Transformation:
        return f"transform<{scalar}>"
    shape = "x".join(map(str, kind._shape_))
    return f"{'mat' if len(kind._shape_) == 2 else 'vec'}<{shape}x{scalar}>"


def check_types(kernel, description):
    """The text may say another type than the kernel has: a name may stand for something else as the program runs."""
    theirs = [(arg.label, spell(arg.type)) for arg in kernel.adj.args]
    ours = [(p["name"], p["type"].replace("!kgen.", "")) for p in description["parameters"]]
    if len(ours) != len(theirs):
        raise Refused(f"its text has {len(ours)} parameters, and the kernel {len(theirs)}")
    for (name, our), (label, their) in zip(ours, theirs):
        if name != label or without_fields(our) != without_fields(their or ""):
            raise Refused(f"the type of '{label}' is not what its text says, {our}")


def without_fields(spelling):
    """A type's spelling up to a struct in it."""
    head, struct, _ = spelling.partition("struct")
    return head + struct


# ===-------------------------------------------------------------------------------------------------------------------===
# Translation
# ===-------------------------------------------------------------------------------------------------------------------===


def reason_of(said):
    """The first error of what kgen-translate said, or why there is no backward, or a warning; without its place."""
    kinds = "error: ()", r"warning: no backward for '\w+': ()", "warning: ()"
    tried = (re.search(rf"^(?:.*?:(\d+):\d+: )?{kind}(.*)$", said, re.MULTILINE) for kind in kinds)
    found = next(filter(None, tried), None)
    if not found:
        return (said.strip().splitlines() or ["kgen-translate failed"])[-1]
    return found[3] + (f" (line {found[1]})" if found[1] else "")


def compile_kernel(kernel, backward):
    """Compiles a kernel for this CPU; `Refused` where kgen does not take it, or has no backward that is asked for."""
    environment = Environment(kernel)
    directory = tempfile.mkdtemp(dir=folder().name)
    said = os.path.join(directory, "environment.json")
    with open(said, "w", encoding="utf-8") as file:
        json.dump({"structs": environment.structs, "functions": environment.functions}, file)
    place = environment.functions[0]
    name = f"{kernel.func.__name__}:{place['line']}@{said}"
    command = [*translate_tool(), "--kgen-to-warp-aot", "--no-ptx", place["file"], "--kernel", name]
    command += ["--module", "kernel", "-o", directory, "-O2", "--mcpu", "native"]
    command += ["--lanes", "auto"] if load_sleef() and has_lanes() else []
    command += [] if backward else ["--no-backward"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Refused(f"it takes longer than {SECONDS} s to translate") from None
    except OSError as error:
        raise Refused(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode < 0:
        raise Refused(f"kgen-translate was ended by signal {-done.returncode}")
    if done.returncode:
        raise Refused(reason_of(done.stderr))
    try:
        with open(os.path.join(directory, "wp_kernel.meta"), encoding="utf-8") as file:
            kernels = json.load(file)["kgen"]["kernels"]
    except OSError:
        raise Refused(f"{command[0]} is not kgen's: it wrote no object") from None
    plain = next(entry for entry in kernels if "tape_of" not in entry)
    check_types(kernel, plain)
    if backward and not plain["has_backward"]:
        raise Refused("its gradient needs a tape" if len(kernels) > 1 else reason_of(done.stderr))
    names = [name for name in os.listdir(directory) if name.endswith(".o")]
    return Compiled(os.path.join(directory, names[0]), plain)
