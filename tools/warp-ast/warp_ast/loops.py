# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls that a module makes while it is read, those in its loops over lists of its text one for each round:
`for t, v in zip(SCALARS, VECTORS): wp.overload(kernel, [wp.array(dtype=v), t])`. Nothing is run.
"""
import ast
import copy

# Of all loops of a file; types are few.
MAX_ROUNDS = 1000
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Substitute(ast.NodeTransformer):
    """Puts what names stand for in their place."""

    def __init__(self, bound):
        self.bound = bound

    def visit_Name(self, node):
        return ast.copy_location(copy.deepcopy(self.bound[node.id]), node) if node.id in self.bound else node


def substituted(node, bound):
    return Substitute(bound).visit(copy.deepcopy(node)) if bound else node


def listed(scope, name, opened):
    """The elements of a list that a name of a module stands for, also of an imported one; None where it stands for none."""
    bindings = scope.bindings.get(name, [])
    if len(bindings) != 1 or (scope, name) in opened:
        return None
    how, payload, _ = bindings[0]
    opened = opened | {(scope, name)}
    if how == "assign" and payload is not None:
        return elements(payload, scope, opened)
    if how == "from":
        source, original = payload
        found = scope.module.follow(*source)
        return listed(found.module.scope, original, opened) if found.kind == "module" else None
    return None


def elements(node, scope, opened=frozenset()):
    """The nodes that a loop over an expression takes in turn, or None."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return node.elts
    if isinstance(node, ast.Name):
        return listed(scope, node.id, opened)
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "values", "keys") and not node.args:
        return entries(node.func, scope)
    if scope.callee(node.func) != ("python", "zip") or not node.args:
        return None
    columns = [elements(argument, scope, opened) for argument in node.args]
    return None if None in columns else [ast.copy_location(ast.Tuple(list(row), ast.Load()), node) for row in zip(*columns)]


def entries(method, scope):
    """What `d.items()` and its like give of a dictionary in the text."""
    node = method.value
    if isinstance(node, ast.Name):
        bindings = scope.bindings.get(node.id, [])
        node = bindings[0][1] if len(bindings) == 1 and bindings[0][0] == "assign" else None
    if not isinstance(node, ast.Dict) or None in node.keys:
        return None
    if method.attr != "items":
        return node.keys if method.attr == "keys" else node.values
    return [ast.copy_location(ast.Tuple([key, value], ast.Load()), key) for key, value in zip(node.keys, node.values)]


def bind(target, element, bound):
    """Adds what a target of a loop stands for; False where its parts are not seen."""
    if isinstance(target, ast.Name):
        bound[target.id] = element
        return True
    if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(element, (ast.Tuple, ast.List)):
        return False
    return len(target.elts) == len(element.elts) and all(bind(t, e, bound) for t, e in zip(target.elts, element.elts))


class Calls:
    """The calls of a module in the order of its text: `wanted(test)`, those whose `func` passes a test."""

    def __init__(self, module):
        self.module, self.rounds = module, 0

    def turns(self, target, iterated, bound):
        """What is bound in each round of a loop; None where that is not seen."""
        found = elements(substituted(iterated, bound), self.module.scope)
        if found is None or self.rounds + len(found) > MAX_ROUNDS:
            return None
        self.rounds += len(found)
        turns = [dict(bound) for _ in found]
        return turns if all(bind(target, element, turn) for element, turn in zip(found, turns)) else None

    def inner(self, node, bound):
        """[(node, what is bound in it)] of what a node holds, in order."""
        if isinstance(node, ast.For):
            turns = self.turns(node.target, node.iter, bound)
            if turns is not None:
                return [(statement, turn) for turn in turns for statement in node.body]
        if isinstance(node, COMPREHENSIONS):
            turns = [bound]
            for part in node.generators:
                rows = [self.turns(part.target, part.iter, turn) for turn in turns]
                if None in rows:
                    break
                turns = [turn for row in rows for turn in row]
            else:
                parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                return [(part, turn) for turn in turns for part in parts]
        return [(child, bound) for child in ast.iter_child_nodes(node)]

    def wanted(self, test):
        found, pending = [], [(self.module.tree, {})]
        while pending:
            node, bound = pending.pop()
            if isinstance(node, ast.Call) and test(node.func):
                found.append(substituted(node, bound))
            pending += reversed(self.inner(node, bound))
        return found
