# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Syntax trees as JSON: the class's name as `node`, its place, its fields; `ref` on a name that is not the function's own."""
import ast

from .constants import Evaluator, NotConstant
from .reading import MAX_DEPTH, too_deep

LEFT_OUT = ("ctx", "type_comment", "type_ignores", "type_params")


def encode_number(value):
    """A constant's kind and value; the value is text, for JSON has no 64-bit integers and no infinities."""
    if value is None or value is Ellipsis:
        return {"kind": "none" if value is None else "ellipsis", "value": ""}
    if isinstance(value, int) and not isinstance(value, bool):
        fits = -(2**63) <= value < 2**64
        return {"kind": "int", "value": str(value) if fits else "huge"}
    if isinstance(value, str):
        return {"kind": "str", "value": value}
    return {"kind": type(value).__name__, "value": repr(value)}


def constant_node(value):
    return {"node": "Constant", **encode_number(value)}


class Encoder:
    """Encodes nodes that stand in `scope`; names in `local` are the function's own. `program` numbers what they refer to,
    `comments` is {id(node): fields} of what is said beside the nodes."""

    def __init__(self, program, scope, local=frozenset(), comments=None):
        self.program, self.scope, self.local = program, scope, local
        self.comments = comments or {}
        self.depth = 0

    def encode(self, node):
        """The JSON of a node; refuses what nests too deeply for a reader that recurses."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise too_deep(getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)
        result = self.encoded(node)
        self.depth -= 1
        return result

    def encoded(self, node):
        if isinstance(node, ast.Constant):
            result = constant_node(node.value)
        else:
            result = {"node": type(node).__name__}
            for name in node._fields:
                field = getattr(node, name, None)
                if field is not None and name not in LEFT_OUT:
                    result[name] = self.encode_field(field)
        self.refer(node, result)
        if hasattr(node, "lineno"):
            result["line"], result["col"] = node.lineno, node.col_offset + 1
        result.update(self.comments.get(id(node), {}))
        return result

    def refer(self, node, result):
        """Says what a name stands for, or what a call of `wp.static` gives."""
        if isinstance(node, ast.Attribute) and "ref" in result["value"]:
            # What stands for the whole chain says more than what stands for its root.
            meaning = self.scope.resolve_node(node, self.local)
            if meaning is not None:
                del result["value"]["ref"]
                result["ref"] = self.program.reference(meaning)
        elif isinstance(node, ast.Name):
            meaning = self.scope.resolve_node(node, self.local)
            if meaning is not None:
                result["ref"] = self.program.reference(meaning)
        elif isinstance(node, ast.Call) and self.scope.callee(node.func) == ("warp", "static") and len(node.args) == 1:
            reference = self.static_value(node.args[0])
            if reference is not None:
                result["ref"] = reference

    def static_value(self, node):
        if self.local and any(isinstance(part, ast.Name) and part.id in self.local for part in ast.walk(node)):
            return None
        if isinstance(node, (ast.Name, ast.Attribute)):
            meaning = self.scope.resolve_node(node)
            return None if meaning is None else self.program.reference(meaning)
        try:
            value = Evaluator(self.scope.number, self.scope.callee).value(node)
        except NotConstant:
            return None
        return {"kind": "constant", "value": constant_node(value)}

    def encode_field(self, field):
        if isinstance(field, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
            return type(field).__name__
        if isinstance(field, ast.AST):
            return self.encode(field)
        if isinstance(field, list):
            return [self.encode_field(item) for item in field]
        return field if isinstance(field, (int, str)) else str(field)

    def annotation(self, node):
        """An annotation; one in quotes is what it says."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inner = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return self.encode(node)
            for part in ast.walk(inner):
                if hasattr(part, "lineno"):
                    part.lineno, part.col_offset = node.lineno, node.col_offset
            node = inner
        return self.encode(node)


def local_names(function):
    """The names that a function binds: parameters, and what its statements assign."""
    arguments = function.args
    names = {a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}
    names.update(a.arg for a in (arguments.vararg, arguments.kwarg) if a)
    shared = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            shared.update(node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node is not function:
            names.add(node.name)
    return frozenset(names - shared)
