# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The literal dictionary CASE of a file: inputs and expectations that stand beside a kernel."""
import ast

from .reading import Refused


def case_literal(tree):
    """The value of the last `CASE = {...}` at the top of a module."""
    for statement in reversed(tree.body):
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        if not isinstance(statement.targets[0], ast.Name) or statement.targets[0].id != "CASE":
            continue
        try:
            value = ast.literal_eval(statement.value)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            value = None
        if not isinstance(value, dict):
            place = statement.value
            raise Refused(place.lineno, place.col_offset + 1, "expected CASE to be a dictionary of literals")
        return value
    raise Refused(1, 1, "expected a literal dictionary CASE but the file has none")
