# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The literal dictionary CASE of a file: inputs and expectations that stand beside a kernel."""

import ast
import json

from .reading import Refused


class CaseText:
    """Literals as JSON in which each value stands at the line and column that it has in Python: what reads the JSON
    and finds it at fault says where."""

    def __init__(self, node):
        self.parts, self.line, self.column = [], 1, 0
        self.add(node)

    def put(self, text, node=None):
        if node is not None and node.lineno > self.line:
            self.parts.append("\n" * (node.lineno - self.line))
            self.line, self.column = node.lineno, 0
        gap = node.col_offset - self.column if node is not None and node.lineno == self.line else 0
        self.parts.append(" " * gap + text)
        self.column += max(gap, 0) + len(text)

    def add(self, node):
        if isinstance(node, ast.Dict):
            self.put("{", node)
            for i, (key, value) in enumerate(zip(node.keys, node.values)):
                self.put("," if i else "")
                self.put(json.dumps(str(ast.literal_eval(key))), key)
                self.put(":")
                self.add(value)
            self.put("}")
        elif isinstance(node, (ast.List, ast.Tuple)):
            self.put("[", node)
            for i, element in enumerate(node.elts):
                self.put("," if i else "")
                self.add(element)
            self.put("]")
        else:
            value = ast.literal_eval(node)
            if isinstance(value, int) and value.bit_length() > 64:
                raise Refused(node.lineno, node.col_offset + 1, "expected an integer of at most 64 bits")
            self.put(json.dumps(value, default=str), node)


def case_statement(tree):
    """The last `CASE = ...` at the top of a module; None where there is none."""
    for statement in reversed(tree.body):
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        if not isinstance(statement.targets[0], ast.Name) or statement.targets[0].id != "CASE":
            continue
        return statement
    return None


def case_value(statement):
    """The dictionary that the statement assigns; None where it is no literal dictionary."""
    try:
        value = ast.literal_eval(statement.value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if isinstance(value, dict) else None


def case_literal(tree):
    """The CASE of a module as JSON text."""
    statement = case_statement(tree)
    if statement is None:
        raise Refused(
            1,
            1,
            "expected a literal dictionary CASE but the file has none; kgen-run takes one of a file with --case, and prints one with --make-case",
        )
    if case_value(statement) is None:
        place = statement.value
        raise Refused(place.lineno, place.col_offset + 1, "expected CASE to be a dictionary of literals")
    return "".join(CaseText(statement.value).parts)


def case_types(tree):
    """What the CASE of a module says of types: the kernel's name and {argument: (dtype, dimensions)}, 0 of them for what is
    no array."""
    statement = case_statement(tree)
    case = case_value(statement) if statement is not None else None
    arguments = (case or {}).get("args")
    if not isinstance(arguments, (list, tuple)):
        return None, {}
    types = {}
    for argument in arguments:
        if (
            isinstance(argument, dict)
            and isinstance(argument.get("dtype"), str)
            and isinstance(argument.get("name"), str)
        ):
            types[argument["name"]] = (argument["dtype"], dimensions(argument))
    return case.get("kernel"), types


def dimensions(argument):
    """Of an array: how deep its lists are, less those of an element."""
    if argument.get("role") == "scalar":
        return 0
    depth, value = 0, argument.get("value")
    while isinstance(value, (list, tuple)):
        depth, value = depth + 1, value[0] if value else None
    element = argument["dtype"]
    return max(
        1, depth - (2 if element.startswith("mat") else element.startswith(("vec", "quat", "transform", "spatial")))
    )
