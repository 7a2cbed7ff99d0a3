# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the program that runs says of a kernel whose text leaves names open: those of the function around it, and of the module where
they are assigned again. Who runs the program writes it; nothing is run here. As JSON:

    {"structs": {name: [file, line of `class`]},
     "functions": [{"file", "line": of `def`, "names": {name: VALUE}, "types": {parameter: TEXT}}]}, the kernel first

TEXT is an expression in which `wp` is Warp, and the structs have their names: `3`, `wp.vec3(0.0, 1.0, 0.0)`, `wp.array(dtype=wp.float64,
ndim=2)`. VALUE is TEXT, or {"function": index}. A name or parameter of which nothing is said means what the author's text says.
"""

import ast
import json
import os

from . import factories
from .reading import Refused
from .scopes import Function, Meaning, Scope


class Environment:
    """What a file says for the program of `module`; raises Refused where that is something else."""

    def __init__(self, module, path):
        self.module, self.path = module, path
        try:
            with open(path, encoding="utf-8") as file:
                said = json.load(file)
        except (OSError, ValueError) as error:
            raise Refused(
                1, 1, f"cannot read what the program says of its kernel: {getattr(error, 'strerror', None) or error}"
            )
        said = self.checked(said)
        self.entries = said.get("functions")
        self.functions = {}  # index -> Function
        self.instances = {}  # id(FunctionDef) -> the scope within it, whatever its arguments are
        self.names = Scope(module, None)  # of TEXT
        self.names.bind_meaning("wp", Meaning("warp", name=""))
        for name, place in self.checked(said.get("structs", {})).items():
            node, scope = self.definition(
                *(place if isinstance(place, list) and len(place) == 2 else ("", 0)), ast.ClassDef
            )
            self.names.bind_meaning(name, scope.classified(node))

    def kernel(self):
        """The kernel, as a Function."""
        function = self.function(0)
        function.role = "kernel"
        return function

    def function(self, index):
        if index not in self.functions:
            is_index = isinstance(self.entries, list) and type(index) is int and 0 <= index < len(self.entries)
            entry = self.checked(self.entries[index] if is_index else None)
            node, scope = self.definition(entry.get("file"), entry.get("line"), ast.FunctionDef)
            function = self.functions[index] = scope.function(node)
            function.role = "func" if function.role == "plain" else function.role
            function.names = scope.child(node.name)
            for name, value in self.checked(entry.get("names", {})).items():
                function.names.bind_meaning(name, self.meaning(name, value, node))
            types = self.checked(entry.get("types", {}))
            function.types = {name: (self.expression(text, node), self.names) for name, text in types.items()}
        return self.functions[index]

    def checked(self, value):
        """A dictionary; raises Refused for anything else."""
        if not isinstance(value, dict):
            raise Refused(1, 1, f"expected what kgen_warp writes in '{self.path}'")
        return value

    def meaning(self, name, value, node):
        if isinstance(value, str):
            return self.names.assigned(name, self.expression(value, node))
        return Meaning("functions", nodes=[self.function(self.checked(value).get("function"))])

    def expression(self, text, node):
        """The syntax tree of a text; its place is that of the function."""
        try:
            found = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            raise Refused(node.lineno, 1, f"expected an expression in '{self.path}' but got {text!r}")
        for part in ast.walk(found):
            if hasattr(part, "lineno"):
                part.lineno, part.col_offset = node.lineno, node.col_offset
        return found

    def definition(self, path, line, kind):
        """(the function or class that begins in a line of a file, the scope that it stands in)."""
        module = self.module
        if not isinstance(path, str) or os.path.realpath(path) != os.path.realpath(module.path):
            module = module.tree_of_files.imported(path) if isinstance(path, str) and os.path.isfile(path) else None
        found = self.defined(module.tree.body, module.scope, line, kind) if hasattr(module, "tree") else None
        if found is None:
            raise Refused(
                1, 1, f"expected the {'class' if kind is ast.ClassDef else 'function'} of line {line} in '{path}'"
            )
        return found

    def defined(self, body, scope, line, kind):
        for node in body:
            if not node.lineno <= (line if isinstance(line, int) else 0) <= node.end_lineno:
                continue
            if type(node) is kind and node.lineno == line:
                return node, scope
            if isinstance(node, ast.FunctionDef):
                return self.defined(node.body, self.within(node, scope), line, kind)
            for field in ("body", "orelse", "finalbody", "handlers"):
                found = self.defined(getattr(node, field, None) or [], scope, line, kind)
                if found is not None:
                    return found
        return None

    def within(self, node, scope):
        if id(node) not in self.instances:
            self.instances[id(node)] = factories.unknown_instance(scope.function(node))
        return self.instances[id(node)]
