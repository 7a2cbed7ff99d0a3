# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Source files as text and as syntax trees; what is wrong with one is a Refused with its place."""

import ast
import sys
import warnings

# Deeper trees are refused: who reads them recurses.
MAX_DEPTH = 256


class Refused(Exception):
    """What is wrong with a file, and where: line and column count from 1, columns in bytes."""

    def __init__(self, line, column, message):
        super().__init__(message)
        self.error = {"line": line, "column": column, "message": message}


def too_deep(line=1, column=1):
    return Refused(line, column, f"expected at most {MAX_DEPTH} nested expressions and blocks")


def read_source(path):
    """The text of a file, `-` being standard input."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise Refused(1, 1, "cannot read standard input: it is closed")
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(1, 1, f"cannot read the file: {reason}")
    if not data.strip():
        raise Refused(1, 1, "expected Python source but the file is empty")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise Refused(line, column, f"expected UTF-8 but got the byte 0x{data[error.start]:02x}")


def parse(text):
    """The syntax tree of a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of invalid escapes in strings
            tree = ast.parse(text)
    except SyntaxError as error:
        line = (error.text or "").encode()
        column = max(error.offset or 1, 1)
        if error.text is not None:
            column = len(error.text[: column - 1].encode()) + 1
        message = error.msg.rstrip(".")
        raise Refused(error.lineno or 1, column, f"expected Python but got a syntax error: {message}")
    except (RecursionError, MemoryError):
        raise too_deep()
    except ValueError as error:
        raise Refused(1, 1, f"expected Python but got a syntax error: {error}")
    return tree


def statements(body):
    """The statements of a block and of all blocks within, those of functions and classes included."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            pending += getattr(node, field, None) or ()


def within(function):
    """The nodes of a function's body, without those of functions within."""
    pending = list(function.body)
    while pending:
        node = pending.pop()
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            yield node
            pending += ast.iter_child_nodes(node)
