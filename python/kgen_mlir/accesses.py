# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which arrays a kernel reads and which it writes, by its text; where the text hands an array on, both."""

from __future__ import annotations

import ast
import textwrap

SUMS = {"atomic_add", "atomic_sub"}


class Accesses(ast.NodeVisitor):
    def __init__(self, names):
        self.names, self.reads, self.writes = names, set(), set()

    def is_array(self, node):
        return isinstance(node, ast.Name) and node.id in self.names

    def visit_Subscript(self, node):
        if not self.is_array(node.value):
            return self.generic_visit(node)
        (self.reads if isinstance(node.ctx, ast.Load) else self.writes).add(node.value.id)
        self.visit(node.slice)

    def visit_AugAssign(self, node):
        """Of an element, `+=` and `-=` are sums of Warp's, whose adjoint needs no number of the array."""
        if isinstance(node.target, ast.Subscript) and self.is_array(node.target.value):
            if not isinstance(node.op, (ast.Add, ast.Sub)):
                self.reads.add(node.target.value.id)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        arguments = node.args
        if name in SUMS and arguments and self.is_array(arguments[0]):
            self.writes.add(arguments[0].id)
            arguments = arguments[1:]
        for child in [*arguments, *(keyword.value for keyword in node.keywords)]:
            self.visit(child)

    def visit_Attribute(self, node):
        if not (self.is_array(node.value) and node.attr in ("shape", "ndim")):
            self.generic_visit(node)

    def visit_Name(self, node):
        if node.id in self.names:  # handed on
            self.reads.add(node.id)
            self.writes.add(node.id)


def accesses(source, names):
    """(read, written) of the names of parameters; all of both where the text cannot be read."""
    try:
        function = ast.parse(textwrap.dedent(source)).body[0]
    except (SyntaxError, IndexError):
        return set(names), set(names)
    found = Accesses(set(names))
    for statement in function.body:
        found.visit(statement)
    return found.reads, found.writes
