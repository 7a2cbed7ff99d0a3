# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel's text leaves open and the running program knows: names of the function around it, of its module, its types. Written
as warp-ast reads it (tools/warp-ast/warp_ast/environment.py). Nothing is run or changed."""

import ast
import dis
import functools
import inspect
import linecache
import math
import os
import textwrap

import warp as wp


class Refused(Exception):
    """Why a kernel stays Warp's."""


@functools.lru_cache(maxsize=None)
def readable(path):
    """A path of the same text that another process can read: a cell of a notebook stands in no file, but Python knows its lines."""
    if os.path.exists(path):
        return path
    text = "".join(linecache.getlines(path))
    if not text:
        raise OSError(f"no text of {path}")
    descriptor = os.memfd_create("cell", os.MFD_CLOEXEC)  # as long as the process
    with open(descriptor, "w", encoding="utf-8", closefd=False) as file:
        file.write(text)
    return f"/proc/{os.getpid()}/fd/{descriptor}"


@functools.lru_cache(maxsize=None)
def definitions(path):
    """{first line, that of a decorator where there is one: node} of a file's functions and classes."""
    with open(readable(path), encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node for node in found}


def place_of(function):
    """(file, line of `def`) of what Warp made of a function of Python that stands in a file as it runs."""
    code, source = function.func.__code__, function.adj.source
    try:
        node = definitions(code.co_filename).get(code.co_firstlineno)
        bodies = (
            [ast.dump(ast.Module(tree.body, [])) for tree in (node, ast.parse(textwrap.dedent(source)).body[0])]
            if node
            else ["", ""]
        )
    except (OSError, SyntaxError, ValueError, AttributeError, TypeError, IndexError):
        node = None
    if not node:
        place = f"line {code.co_firstlineno} of '{code.co_filename}'"
        raise Refused(f"expected the text of '{function.key}' at {place} but found none")
    if bodies[0] != bodies[1] or function.adj.transformers:
        raise Refused(f"the text of '{function.key}' is changed as the program runs")
    return code.co_filename, node.lineno


# ===-------------------------------------------------------------------------------------------------------------------===
# Types and values
# ===-------------------------------------------------------------------------------------------------------------------===

MAKERS = {
    wp._src.types.Quaternion: "wp.types.quaternion(dtype={scalar})",
    wp._src.types.Transformation: "wp.types.transformation(dtype={scalar})",
    wp._src.types.Vector: "wp.types.vector(length={shape[0]}, dtype={scalar})",
    wp._src.types.Matrix: "wp.types.matrix(shape={shape}, dtype={scalar})",
}


def type_text(kind, structs):
    """An expression of Warp's that is a type, with the names that `structs` has or gets; None for one that has none."""
    if type(kind) in (wp.array, wp._src.types._ArrayAnnotation):
        element = type_text(kind.dtype, structs)
        return element and f"wp.array(dtype={element}, ndim={kind.ndim})"
    if isinstance(kind, wp._src.codegen.Struct):
        return struct_text(kind, structs)
    if kind in (int, float, bool):
        return kind.__name__
    if kind is wp.bool or kind in wp._src.types.scalar_types:
        return f"wp.{kind.__name__}"
    make, scalar = MAKERS.get(getattr(kind, "_wp_generic_type_hint_", None)), getattr(kind, "_wp_scalar_type_", None)
    return make and make.format(shape=tuple(kind._shape_), scalar=f"wp.{scalar.__name__}")


def struct_text(struct, structs):
    """The name of a struct, {name: [file, line of `class`]} being known; None where it stands in no file."""
    try:
        path, (_, line) = inspect.getsourcefile(struct.cls), inspect.getsourcelines(struct.cls)
        place = [readable(path), definitions(path)[line].lineno]
    except (OSError, TypeError, SyntaxError, ValueError, KeyError):
        return None
    if place not in structs.values():
        structs[f"struct{len(structs)}"] = place
    return next(name for name, known in structs.items() if known == place)


def number_text(value):
    if isinstance(value, (bool, int)):
        return repr(bool(value) if isinstance(value, bool) else int(value))
    if math.isfinite(value):
        return repr(float(value))
    return "wp.nan" if math.isnan(value) else "wp.inf" if value > 0 else "-wp.inf"


def components(value):
    return [number for row in value for number in (components(row) if hasattr(row, "__len__") else [row])]


def value_text(value, structs):
    """An expression that is a number, a vector or the like, a type, or Warp itself, which another cell of a notebook imports; None for
    others."""
    if value is wp:
        return "wp"
    if isinstance(value, (type, wp._src.codegen.Struct)):
        return type_text(value, structs)
    if isinstance(value, (bool, int, float)):
        return number_text(value)
    kind = type(value)
    if kind in wp._src.types.scalar_types:
        return f"wp.{kind.__name__}({number_text(value.value)})"
    if hasattr(kind, "_wp_generic_type_hint_"):
        made = type_text(kind, structs)
        return made and f"{made}({', '.join(map(number_text, components(value)))})"
    if isinstance(value, wp._src.codegen.StructInstance):
        return instance_text(value, structs)
    if isinstance(value, wp._src.context.Function) and value.is_builtin():
        return f"wp.{value.key}"
    return None


def instance_text(instance, structs):
    """A struct with the numbers that its fields have; None for one with an array."""

    def field_text(name, var):
        value = getattr(instance, name)
        text = value_text(value, structs)
        return f"{type_text(var.type, structs)}({text})" if isinstance(value, (bool, int, float)) else text

    name, fields = struct_text(instance._cls, structs), [field_text(*field) for field in instance._cls.vars.items()]
    return f"{name}({', '.join(fields)})" if name and all(fields) else None


# ===-------------------------------------------------------------------------------------------------------------------===
# Functions
# ===-------------------------------------------------------------------------------------------------------------------===


def free_names(function):
    """{name: value} of what a function of Python takes from around it."""
    code, found = function.__code__, {}
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL" and instruction.argval in function.__globals__:
            found[instruction.argval] = function.__globals__[instruction.argval]
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # it is empty still
            pass
    return found


class Environment:
    """What warp-ast is told of a kernel: `functions`, the kernel first, and `structs`."""

    def __init__(self, kernel):
        self.functions, self.structs, self.indices = [], {}, {}
        self.shown = {}  # path that is read: what Python calls it
        self.add(kernel)

    def add(self, function):
        """The index of a kernel or function of Warp's."""
        if id(function) in self.indices:
            return self.indices[id(function)]
        path, line = place_of(function)
        path = self.read(path)
        index = self.indices[id(function)] = len(self.functions)
        arguments = {arg.label: type_text(arg.type, self.structs) for arg in function.adj.args}
        entry = {"file": path, "line": line, "types": {name: text for name, text in arguments.items() if text}}
        self.functions.append(entry)
        values = {name: self.value(value) for name, value in free_names(function.func).items()}
        entry["names"] = {name: value for name, value in values.items() if value is not None}
        return index

    def read(self, path):
        self.shown[readable(path)] = path
        return readable(path)

    def value(self, value):
        """What a name stands for; None where its text says that well enough, or nothing can."""
        if not isinstance(value, wp._src.context.Function) or value.is_builtin():
            return value_text(value, self.structs)
        if value.native_snippet is not None or len(value.user_overloads) > 1:
            return None
        return {"function": self.add(value)}
