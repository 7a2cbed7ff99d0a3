"""Every operator within every other, on either side.

    precedence.py module            the trees as a kernel, a named value each
    precedence.py python < TEXT     CPython's parser reads each line of the printed Python as the tree that it was
    precedence.py cpp < TEXT        C++ that compiles where the printed C++ means what the trees do
"""
import ast
import re
import sys

# op: (type of the operands, type of the result, Python's spelling, C++'s or "" where it is a function there)
BINARY = {
    "add": ("si32", "si32", "+", "+"),
    "sub": ("si32", "si32", "-", "-"),
    "mul": ("si32", "si32", "*", "*"),
    "floordiv": ("si32", "si32", "//", ""),
    "mod": ("si32", "si32", "%", ""),
    "lshift": ("si32", "si32", "<<", ""),
    "bit_and": ("si32", "si32", "&", "&"),
    "bit_xor": ("si32", "si32", "^", "^"),
    "bit_or": ("si32", "si32", "|", "|"),
    "cmp lt": ("si32", "i1", "<", "<"),
    "cmp eq": ("si32", "i1", "==", "=="),
    "cmp ne": ("i1", "i1", "!=", "!="),
    "and": ("i1", "i1", "and", "&&"),
    "or": ("i1", "i1", "or", "||"),
    "pow": ("f32", "f32", "**", ""),
    "div": ("f32", "f32", "/", "/"),
}
UNARY = {
    "neg": ("si32", "si32", "-", "-"),
    "invert": ("si32", "si32", "~", "~"),
    "not": ("i1", "i1", "not ", "!"),
    "neg ": ("f32", "f32", "-", "-"),
}
OPS = BINARY | UNARY
LEAVES = {"si32": ("a", "b", "c"), "i1": ("p", "q", "r"), "f32": ("x", "y", "z")}
# Values that tell the trees of integers and bools apart.
VALUES = ["7, 3, 2", "-5, 12, 9", "1, -6, 4", "0, 5, -8"]


def trees():
    """Pairs (outer, inner, side): `inner` in the first or the second operand of `outer`."""
    for outer, (operand, *_) in OPS.items():
        for inner, (_, result, *_) in OPS.items():
            if operand == result:
                yield from [(outer, inner, side) for side in range(2 if outer in BINARY else 1)]


def text(tree, column):
    """The tree in Python (2) or C++ (3) with all brackets; None where an operator is a function there."""
    outer, inner, side = tree
    signs = OPS[outer][column], OPS[inner][column]
    if not all(signs):
        return None
    x, y, z = LEAVES[OPS[inner][0]]
    nested = f"({x} {signs[1]} {y})" if inner in BINARY else f"({signs[1]}{x})"
    other = LEAVES[OPS[outer][0]][2]
    if outer in UNARY:
        return f"{signs[0]}{nested}"
    return f"{other} {signs[0]} {nested}" if side else f"{nested} {signs[0]} {other}"


def op(name, operands, type):
    return f"kgen.{name.strip()} {', '.join('%' + operand for operand in operands)} : {type}"


def module():
    parameters = [f"%{leaf}: {type}" for type, leaves in LEAVES.items() for leaf in leaves]
    lines = [f"kgen.kernel @precedence({', '.join(parameters)}) {{"]
    for i, (outer, inner, side) in enumerate(trees()):
        type = OPS[inner][0]
        lines.append(f"  %{i} = " + op(inner, LEAVES[type][: 2 if inner in BINARY else 1], type))
        operands = [str(i), LEAVES[OPS[outer][0]][2]][: 2 if outer in BINARY else 1]
        lines.append(f"  %tree{i} = " + op(outer, operands[::-1] if side else operands, OPS[outer][0]))
    return "\n".join(lines + ["  kgen.return", "}"])


def printed():
    return {int(i): value for i, value in re.findall(r"\btree(\d+) =\s+([^;=][^;]*?);?\n", sys.stdin.read())}


class Flat(ast.NodeTransformer):
    """`(p and q) and r` is `p and q and r`, which Python has as one node."""

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        parts = [part.values if isinstance(part, ast.BoolOp) and type(part.op) is type(node.op) else [part]
                 for part in node.values]
        return ast.BoolOp(node.op, sum(parts, []))


def tree_of(line):
    return ast.dump(Flat().visit(ast.parse(line.strip(), mode="eval")))


def python():
    lines = printed()
    for i, tree in enumerate(trees()):
        if tree_of(lines[i]) != tree_of(text(tree, 2)):
            print(f"expected {text(tree, 2)} but got {lines[i]}")
    return f"{len(lines)} trees"


def cpp():
    lines = printed()
    checks = ["namespace kgen {  // the values are small: nothing wraps"]
    for name, sign in ("add", "+"), ("sub", "-"), ("mul", "*"):
        checks.append(f"template <typename T> constexpr T wrapping_{name}(T a, T b) {{ return T(a {sign} b); }}")
    checks.append("template <typename T> constexpr T wrapping_neg(T a) { return T(-a); }\n}")
    for i, tree in enumerate(trees()):
        if (bracketed := text(tree, 3)) and "f32" not in (OPS[tree[0]][0], OPS[tree[1]][0]):
            checks.append(f"constexpr bool tree{i}(int a, int b, int c, bool p, bool q, bool r)")
            checks.append(f"{{ return ({lines[i]}) == ({bracketed}); }}")
            for values in VALUES:
                bools = ", ".join("true" if (i + k + len(values)) % 2 else "false" for k in range(3))
                for truth in (bools, "true, false, true", "false, false, true", "true, true, false"):
                    checks.append(f"static_assert(tree{i}({values}, {truth}));")
    return "\n".join(checks)


print({"module": module, "python": python, "cpp": cpp}[sys.argv[1]]())
