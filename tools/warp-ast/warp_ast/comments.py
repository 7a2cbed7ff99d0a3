# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comments and paragraphs: which statement each belongs to.

A statement gets `lead`, the comment lines above it ("" for the blank line of a paragraph); `tail`, the comment at the end
of its line, or of the line of its colon; `trail`, comment lines after it where it is the last of its block. An `if` or loop
gets `else_lead` and `else_tail` for the line of its `else`. Comments inside of an expression go to the `lead` of its
statement, those of a parameter to the parameter.
"""

import ast
import re


# A comment or a text. What stands in the braces of an f-string is part of the text.
LEXEME = re.compile(
    r"#[^\n]*"
    r'|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)


class Comments:
    """The comments of one file. A file that has been parsed needs no tokens: what is no text and no comment is code."""

    def __init__(self, text):
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.own = {}  # line -> (column, text) of a line that holds a comment alone
        self.ends = {}  # line -> text of a comment after code
        self.lines = text.split("\n")
        stripped = [line.strip() for line in self.lines]
        # Lines with code.
        self.code = {number for number, line in enumerate(stripped, 1) if line and line[0] != "#" and line != "\\"}
        self.scan(text)

    def scan(self, text):
        line, last = 1, 0
        for found in LEXEME.finditer(text):
            start = found.start()
            line += text.count("\n", last, start)
            last = start
            if text[start] != "#":
                self.code.update(range(line, line + text.count("\n", start, found.end()) + 1))
            elif line in self.code:
                self.ends[line] = found.group().rstrip()
            else:
                self.own[line] = (start - text.rfind("\n", 0, start) - 1, found.group().rstrip())

    # -- lines ---------------------------------------------------------------

    def above(self, first, line, column=None, blank=True):
        """Comment lines from `first` up to `line` (not included), those at `column` or right of it where one is given."""
        result = []
        for number in range(first, line):
            if number in self.own:
                if column is None or self.own[number][0] >= column:
                    result.append(self.own[number][1])
            elif number not in self.code and blank and (not result or result[-1] != ""):
                result.append("")
        return result

    def inside(self, first, last):
        """Comments within the lines of a statement, but for that of its last line."""
        return [
            self.own[number][1] if number in self.own else self.ends[number]
            for number in range(first, last + 1)
            if number in self.own or (number in self.ends and number != last)
        ]

    # -- statements ----------------------------------------------------------

    def attach(self, function):
        """{id(node): {field: value}} for the statements and parameters of a function."""
        self.found = {}
        self.parameters(function)
        start = first = first_line(function)
        while start - 1 in self.own:
            start -= 1
        self.put(function, "lead", self.above(start, first))
        head = self.head_end(function)
        self.put(function, "tail", self.ends.get(head))
        self.block(function.body, head + 1, self.end_of(function))
        return self.found

    def put(self, node, field, value):
        if value:
            self.found.setdefault(id(node), {})[field] = value

    def end_of(self, function):
        """The line after the last one that may hold a comment of a function: deeper indented than its `def`."""
        line = function.end_lineno + 1
        end = line
        while line <= len(self.lines) and line not in self.code:
            if line in self.own:
                if self.own[line][0] <= function.col_offset:
                    break
                end = line + 1
            line += 1
        return end

    def parameters(self, function):
        arguments = function.args
        nodes = sorted(
            arguments.posonlyargs + arguments.args + arguments.kwonlyargs,
            key=lambda node: (node.lineno, node.col_offset),
        )
        last, head = function.lineno, self.head_end(function)
        for position, node in enumerate(nodes):
            following = nodes[position + 1].lineno if position + 1 < len(nodes) else None
            self.put(node, "lead", [line for line in self.above(last + 1, node.lineno) if line])
            if following != node.end_lineno != head:
                self.put(node, "tail", self.ends.get(node.end_lineno))
            last = node.end_lineno

    def head_end(self, node):
        """The line of the colon that opens the first block of a compound statement."""
        inner = node.body[0]
        line = first_line(inner)
        if line == node.lineno:
            return line
        line -= 1
        while line not in self.code:
            line -= 1
        return line

    def block(self, statements, first, end):
        """Attaches what stands from line `first` up to line `end`, both the block's own."""
        column = statements[0].col_offset
        for position, statement in enumerate(statements):
            start = first_line(statement)
            lead = self.above(first, start, None if position == 0 else column)
            if position == 0 and lead and lead[0] == "":
                lead = lead[1:]
            following = first_line(statements[position + 1]) if position + 1 < len(statements) else end
            if isinstance(statement, (ast.If, ast.For, ast.While)):
                limit = self.own_end(statement, following, column)
                self.compound(statement, lead, limit)
                last = limit - 1
            else:
                lead += self.inside(start, statement.end_lineno)
                if statement.end_lineno not in self.shared(statements, position):
                    self.put(statement, "tail", self.ends.get(statement.end_lineno))
                last = statement.end_lineno
            self.put(statement, "lead", lead)
            first = last + 1
        trail = self.above(first, end)
        while trail and trail[-1] == "":
            trail.pop()
        if any(trail):
            self.put(statements[-1], "trail", trail)

    @staticmethod
    def shared(statements, position):
        """The line of the statement after this one, where both stand on one."""
        following = statements[position + 1 : position + 2]
        return {first_line(node) for node in following}

    def own_end(self, statement, limit, column):
        """The line after the last one that belongs to `statement` before `limit`: comments right of `column`."""
        end = statement.end_lineno + 1
        for number in range(end, limit):
            if number in self.own:
                if self.own[number][0] <= column:
                    break
                end = number + 1
        return end

    def compound(self, node, lead, end):
        head = self.head_end(node)
        self.put(node, "tail", self.ends.get(head))
        lead += self.inside(node.lineno, head)
        if not node.orelse:
            self.block(node.body, head + 1, end)
            return
        chained = self.is_elif(node)
        mark = node.orelse[0].lineno if chained else self.else_line(node)
        body_end = self.own_end(node.body[-1], mark, node.col_offset)
        self.block(node.body, head + 1, body_end)
        above = [line for line in self.above(body_end, mark) if line]
        if chained:
            self.put(node.orelse[0], "lead", above)
            inner = self.found.get(id(node.orelse[0]), {}).get("lead", [])
            self.compound(node.orelse[0], inner, end)
            self.put(node.orelse[0], "lead", inner)
            return
        self.put(node, "else_lead", above)
        self.put(node, "else_tail", self.ends.get(mark))
        self.block(node.orelse, mark + 1 if mark != first_line(node.orelse[0]) else mark, end)

    def is_elif(self, node):
        orelse = node.orelse
        return (
            len(orelse) == 1
            and isinstance(node, ast.If)
            and isinstance(orelse[0], ast.If)
            and self.lines[orelse[0].lineno - 1][orelse[0].col_offset :].startswith("elif")
        )

    def else_line(self, node):
        line = first_line(node.orelse[0])
        while line > node.body[-1].end_lineno and not self.lines[line - 1].lstrip().startswith("else"):
            line -= 1
        return line


def first_line(node):
    """The line on which a statement begins, decorators included."""
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno] + [decorator.lineno for decorator in decorators])
