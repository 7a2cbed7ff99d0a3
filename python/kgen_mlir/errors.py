# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong."""

from __future__ import annotations


class Error(Exception):
    """Any error of kgen's."""


class ToolError(Error):
    """A program of kgen's is missing, or refuses what it was asked."""


class CompilerDied(Error):
    """The compiler's process ended without an answer, twice at the same request. The next request starts another."""


class ArgumentError(Error, ValueError):
    """An argument that the kernel does not take: what is expected, and what came."""


class CompileError(Error):
    """What the compiler says of a kernel.

    file, line, column: where, counted from 1; "" and 0 where there is no place. message: the same as the commands print.
    diagnostics: all that was said, each {"severity", "file", "line", "column", "message"}, perhaps with "notes" of the same kind.
    """

    def __init__(self, diagnostics: list[dict]):
        self.diagnostics = diagnostics
        first = next((entry for entry in diagnostics if entry["severity"] == "error"), diagnostics[0])
        self.file: str = first["file"]
        self.line: int = first["line"]
        self.column: int = first["column"]
        self.message: str = first["message"]
        super().__init__("\n".join(format_diagnostic(entry) for entry in diagnostics))


class NotDifferentiable(CompileError):
    """Why a kernel has no gradient."""


class RunError(CompileError):
    """A run that had to stop: an index out of range, a race, a loop without end."""


def format_diagnostic(entry: dict) -> str:
    """As a compiler prints it, `file:line:column: error: message`, with its notes below."""
    place = f"{entry['file']}:{entry['line']}:{entry['column']}: " if entry["line"] else ""
    lines = [f"{place}{entry['severity']}: {entry['message']}"]
    lines += [format_diagnostic(note) for note in entry.get("notes", [])]
    return "\n".join(lines)
