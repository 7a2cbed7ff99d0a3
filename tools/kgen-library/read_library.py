# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads data/library/*.py with CPython's parser and writes one JSON array: [[file, statements], ...].

    read_library.py [--prelude PRELUDE.json] FILE.py...

What warp-ast --prelude wrote comes first, as ["prelude", values].

Statements are one string of words that end with a tab, each node before its children: kind, text, the numbers of its
children, of the statements in its body and in its else, and its line; what a kind's text and children are is said in
lib/Synthesis/Knowledge/Syntax.h. So are the values, each before what is in it: a letter for what it is, and behind it
the text, the number, or how many follow. Runs at build time only; nothing of the library is executed.
"""

import ast
import io
import json
import math
import os
import sys
import tokenize


class Refused(Exception):
    def __init__(self, node, message):
        super().__init__(message)
        self.line = getattr(node, "lineno", 1)


def node(kind, at, text="", kids=(), body=(), orelse=()):
    if "\t" in text:
        raise Refused(at, "expected no tab in a text of the library")
    below = [list(kids), list(body), list(orelse)]
    words = [kind, text, *map(len, below), getattr(at, "lineno", 1)]
    return "".join(f"{word}\t" for word in words) + "".join(map("".join, below))


def words_of(value):
    """The words of a value as JSON has it; lib/Synthesis/Knowledge/Prelude.cpp reads them."""
    if value is None:
        return "n\t"
    if isinstance(value, bool):
        return f"b{int(value)}\t"
    if isinstance(value, int):
        return f"i{value}\t"
    if isinstance(value, str):
        if "\t" in value:
            raise ValueError("expected no tab in a text of the prelude")
        return f"t{value}\t"
    if isinstance(value, list):
        return f"l{len(value)}\t" + "".join(map(words_of, value))
    return f"o{len(value)}\t" + "".join(f"{name}\t{words_of(each)}" for name, each in value.items())


class Reader:
    def __init__(self, text):
        # What an author says beside a line, or on lines of its own above it.
        self.comments = {}
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                is_alone = not token.line[: token.start[1]].strip()
                self.comments[token.start[0] + (1 if is_alone else 0)] = token.string.lstrip("# ").rstrip()

    def expression(self, e):
        x = self.expression
        if isinstance(e, ast.Name):
            return node("Name", e, e.id)
        if isinstance(e, ast.Constant):
            if isinstance(e.value, bool):
                return node("Bool", e, str(e.value))
            if isinstance(e.value, int):
                return node("Int", e, str(e.value))
            if isinstance(e.value, float):
                return node("Float", e, repr(e.value))
            if isinstance(e.value, str):
                return node("Str", e, e.value)
        if ast.unparse(e) == "wp.pi":
            return node("Float", e, repr(math.pi))
        if isinstance(e, ast.Attribute):
            return node("Attribute", e, e.attr, [x(e.value)])
        if isinstance(e, ast.Call):
            keywords = [node("Keyword", e, k.arg or "", [x(k.value)]) for k in e.keywords]
            return node("Call", e, "", [x(e.func)] + [x(a) for a in e.args] + keywords)
        if isinstance(e, ast.Subscript):
            index = e.slice.value if type(e.slice).__name__ == "Index" else e.slice
            indices = index.elts if isinstance(index, ast.Tuple) else [index]
            return node("Subscript", e, "", [x(e.value)] + [x(i) for i in indices])
        if isinstance(e, ast.BinOp):
            return node("Binary", e, type(e.op).__name__, [x(e.left), x(e.right)])
        if isinstance(e, ast.UnaryOp):
            return node("Unary", e, type(e.op).__name__, [x(e.operand)])
        if isinstance(e, ast.Compare) and len(e.ops) == 1:
            return node("Compare", e, type(e.ops[0]).__name__, [x(e.left), x(e.comparators[0])])
        if isinstance(e, ast.BoolOp):
            return node("BoolOp", e, type(e.op).__name__, [x(v) for v in e.values])
        if isinstance(e, ast.IfExp):
            return node("IfExp", e, "", [x(e.test), x(e.body), x(e.orelse)])
        if isinstance(e, (ast.Tuple, ast.List)):
            return node("Tuple", e, "", [x(v) for v in e.elts])
        raise Refused(e, f"expected an expression of the library but got a {type(e).__name__}")

    def statement(self, s):
        x, comment = self.expression, self.comments.get(s.lineno, "")
        if isinstance(s, ast.Assign) and len(s.targets) == 1:
            return node("Assign", s, comment, [x(s.targets[0]), x(s.value)])
        if isinstance(s, ast.AugAssign):
            return node("AugAssign", s, type(s.op).__name__, [x(s.target), x(s.value)])
        if isinstance(s, ast.If):
            return node("If", s, comment, [x(s.test)], self.block(s.body), self.block(s.orelse))
        if isinstance(s, ast.For):
            return node("For", s, comment, [x(s.target), x(s.iter)], self.block(s.body))
        if isinstance(s, ast.While):
            return node("While", s, comment, [x(s.test)], self.block(s.body))
        if isinstance(s, ast.With):
            return node("With", s, "", [x(i.context_expr) for i in s.items], self.block(s.body))
        if isinstance(s, ast.Return):
            return node("Return", s, "", [x(s.value)] if s.value else [])
        if isinstance(s, (ast.Break, ast.Continue, ast.Pass)):
            return node(type(s).__name__, s)
        if isinstance(s, ast.Expr):
            return node("Expr", s, comment, [x(s.value)])
        if isinstance(s, ast.FunctionDef):
            arguments = [node("Argument", a, a.arg, [x(a.annotation)] if a.annotation else []) for a in s.args.args]
            return node("Function", s, s.name, arguments, self.block(s.body), [x(d) for d in s.decorator_list])
        raise Refused(s, f"expected a statement of the library but got a {type(s).__name__}")

    def block(self, statements):
        return [self.statement(s) for s in statements if not isinstance(s, (ast.Import, ast.ImportFrom))]


def main(paths):
    files = []
    if paths[:1] == ["--prelude"]:
        with open(paths[1], encoding="utf-8") as file:
            files.append(["prelude", words_of(json.load(file))])
        paths = paths[2:]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            tree = ast.parse(text)
            files.append([os.path.basename(path), "".join(Reader(text).block(tree.body))])
        except SyntaxError as error:
            print(f"{path}:{error.lineno}: error: {error.msg}", file=sys.stderr)
            return 1
        except Refused as refused:
            print(f"{path}:{refused.line}: error: {refused}", file=sys.stderr)
            return 1
    json.dump(files, sys.stdout, separators=(",", ":"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
