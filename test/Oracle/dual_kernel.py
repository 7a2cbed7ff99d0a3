# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel file as ordinary Python, thread by thread in row-major order, over dual numbers.

The source is rewritten only where Python means something else than Warp: `/` and `%` are C's, and changing a component makes
a new value. No reverse sweep, no recording, no compiler: an answer of its own to hold the others against.
"""
import ast
import itertools
import math
import struct

import cases
import dual
import dual_warp


def store(target, index, new):
    return target.with_item(index, new)


def store_attribute(target, name, new):
    return target.with_item("xyzw".index(name), new)


OPERATORS = {"div__": dual.divide, "mod__": dual.remainder, "store__": store, "store_attribute__": store_attribute}
BINARY = {ast.Div: "div__", ast.Mod: "mod__"}


def call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def reading(target):
    """The expression that reads what the assignment target `target` names."""
    return ast.parse(ast.unparse(target), mode="eval").body


class WarpMeaning(ast.NodeTransformer):
    """Rewrites the operations that Python and Warp understand differently."""

    def visit_Import(self, node):
        if [(alias.name, alias.asname) for alias in node.names] != [("warp", "wp")]:
            raise NotImplementedError(f"line {node.lineno}: an import other than `import warp as wp`")
        return None

    def visit_BinOp(self, node):
        self.generic_visit(node)
        name = BINARY.get(type(node.op))
        return ast.copy_location(call(name, node.left, node.right), node) if name else node

    def visit_AugAssign(self, node):
        plain = ast.Assign([node.target], ast.BinOp(reading(node.target), node.op, node.value))
        return self.visit_Assign(ast.copy_location(plain, node))

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, (ast.Subscript, ast.Attribute)):
            if not isinstance(target.value, ast.Name):
                raise NotImplementedError(f"line {node.lineno}: a store into a part of an array's element")
            if isinstance(target, ast.Subscript):
                node.value = call("store__", reading(target.value), target.slice, node.value)
            else:
                node.value = call("store_attribute__", reading(target.value), ast.Constant(target.attr), node.value)
            node.targets = [ast.Name(target.value.id, ast.Store())]
        return node


class Kernel:
    def __init__(self, path):
        self.case = cases.read_case(path)
        with open(path, encoding="utf-8") as file:
            tree = WarpMeaning().visit(ast.parse(file.read(), path))
        self.thread = None
        names = {"wp": dual_warp.make_module(lambda: self.thread), **dual_warp.PYTHON_NAMES, **OPERATORS}
        exec(compile(ast.fix_missing_locations(tree), path, "exec"), names)
        self.function = names[self.case["kernel"]]

    def inputs(self, arg):
        """The argument's numbers, flat, as its data type stores them."""
        numbers = cases.flat(arg["value"])
        if not cases.is_float32(arg["dtype"]):
            return numbers
        return [struct.unpack("f", struct.pack("f", x))[0] for x in numbers]

    def bind(self, arg, numbers):
        """The argument as the kernel sees it: a number, or an array of numbers, vectors or matrices."""
        if arg["role"] == "scalar":
            return numbers[0]
        element = cases.element_shape(arg["dtype"])
        size = math.prod(element)
        parts = [numbers[k:k + size] for k in range(0, len(numbers), size)]
        shape = cases.shape_of(arg["value"])
        return dual_warp.Array(shape[:len(shape) - len(element)], [make_element(element, part) for part in parts])

    def run(self, seed=None, replaced=None):
        """Runs the launch and returns for each output argument its final numbers, flat.

        The input `seed` = (argument, position) gets slope one; `replaced` = (argument, position, number) moves an input.
        """
        bound = {}
        for arg in self.case["args"]:
            numbers = self.inputs(arg)
            if replaced and replaced[0] == arg["name"]:
                numbers[replaced[1]] = replaced[2]
            if arg["dtype"] not in cases.INTEGERS:
                numbers = [dual.Dual(x, float((arg["name"], k) == seed)) for k, x in enumerate(numbers)]
            bound[arg["name"]] = self.bind(arg, numbers)
        dim = self.case["dim"]
        for index in itertools.product(*map(range, dim if isinstance(dim, tuple) else (dim,))):
            self.thread = index if len(index) > 1 else index[0]
            self.function(*bound.values())
        return {arg["name"]: numbers_of(bound[arg["name"]]) for arg in cases.output_args(self.case)}

    def loss(self, outputs, part=dual.value):
        """The weighted sum of the outputs' values, or with `part=dual.slope` of their slopes."""
        weighted = [a for a in self.case["args"] if "weight" in a]
        return sum(w * part(x)
                   for a in weighted
                   for w, x in zip(cases.flat(a["weight"]), outputs[a["name"]], strict=True))


def make_element(shape, parts):
    if not shape:
        return parts[0]
    return dual_warp.Vec(parts) if len(shape) == 1 else dual_warp.matrix_type(shape[0])(*parts)


def numbers_of(bound):
    def parts(x):
        return [x] if dual.is_number(x) else [number for part in x for number in parts(part)]

    return [number for element in bound.elements for number in parts(element)]
