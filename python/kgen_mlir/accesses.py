# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which arrays a kernel reads and which it writes, by its text; where the text hands an array on, both."""

from __future__ import annotations

import ast
import textwrap

SUMS = {"atomic_add", "atomic_sub"}


def is_among(name, found):
    """Whether an array, `s.x` in a struct `s`, or what it is in, is among what `accesses` has found."""
    parts = name.split(".")
    return any(".".join(parts[: count + 1]) in found for count in range(len(parts)))


class Accesses(ast.NodeVisitor):
    def __init__(self, names):
        self.names, self.reads, self.writes = names, set(), set()

    def path(self, node):
        """`x` or `s.x` of a parameter; empty of all else."""
        if isinstance(node, ast.Name):
            return node.id if node.id in self.names else ""
        inner = self.path(node.value) if isinstance(node, ast.Attribute) else ""
        return inner and f"{inner}.{node.attr}"

    def visit_Subscript(self, node):
        path = self.path(node.value)
        if not path:
            return self.generic_visit(node)
        (self.reads if isinstance(node.ctx, ast.Load) else self.writes).add(path)
        self.visit(node.slice)

    def visit_AugAssign(self, node):
        """Of an element, `+=` and `-=` are sums of Warp's, whose adjoint needs no number of the array."""
        path = self.path(node.target.value) if isinstance(node.target, ast.Subscript) else ""
        if path and not isinstance(node.op, (ast.Add, ast.Sub)):
            self.reads.add(path)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        arguments = node.args
        if name in SUMS and arguments and self.path(arguments[0]):
            self.writes.add(self.path(arguments[0]))
            arguments = arguments[1:]
        for child in [*arguments, *(keyword.value for keyword in node.keywords)]:
            self.visit(child)

    def visit_Attribute(self, node):
        if not self.path(node):
            self.generic_visit(node)
        elif node.attr not in ("shape", "ndim"):
            self.hand_on(self.path(node))

    def visit_Name(self, node):
        if self.path(node):
            self.hand_on(node.id)

    def hand_on(self, path):
        self.reads.add(path)
        self.writes.add(path)


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
