# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a module changes of what names stand for, after they were bound: parts of tables (`TABLE[0] = n`, `TABLE.append(n)`), members of
classes and of other modules (`Cfg.n = n`, `setattr(config, "WIDTH", n)`), in its own text, in its functions, whenever these are
called, and through functions and methods that change their arguments, those of other modules too. What is changed is no constant,
wherever the change stands.

A change is noted in the module's scope: as one more binding of the name, or as a member of `changed_members`.
"""

import ast
import math

from . import factories
from .reading import statements, within

# Methods that change a list, a dictionary or a set.
CHANGES = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
}


def is_warps(function):
    """Whether a function looks like one of Warp's, which changes nothing of its module."""
    heads = [d.func if isinstance(d, ast.Call) else d for d in function.decorator_list]
    return any(getattr(head, "attr", getattr(head, "id", "")).startswith(("kernel", "func")) for head in heads)


def written_by(node):
    """What a node changes a part of: the target of an assignment, or an expression that stands for one; None for others."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return None if isinstance(node.ctx, ast.Load) else node
    if changes_table(node):
        return node.func.value
    is_set = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setattr" and len(node.args) == 3
    if is_set and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str):
        return ast.Attribute(node.args[0], node.args[1].value, ast.Store())
    return None


def root_of(path):
    """(the name that a path of indices and attributes starts from, its first attribute); None where there is none."""
    member = None
    while isinstance(path, (ast.Subscript, ast.Attribute)):
        member, path = path.attr if isinstance(path, ast.Attribute) else None, path.value
    return (path.id if isinstance(path, ast.Name) else None), member


def changes_table(node):
    """Whether an expression is a call of a method that changes a list, dictionary or set."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES


class Changes:
    """The changes that the functions of a module make, and those of its members that others ask for."""

    def __init__(self, module):
        self.module = module
        self.writers = {}  # name of a function -> [(position of a parameter that it changes, its name, member)]
        self.methods = set()  # names of functions that stand in a class and take what they are called on
        self.is_settled = False
        self.asked = set()  # names that are looked for in what the module changes
        for node in statements(module.tree.body) if "global" in module.text else ():
            if isinstance(node, ast.Global):
                for name in node.names:
                    module.scope.bind(name, "opaque", "which a function changes", True)

        functions = [n for n in statements(module.tree.body) if isinstance(n, ast.FunctionDef) and not is_warps(n)]
        module.scope.place = (math.inf, 0)  # nobody knows when a function is called
        for function in functions:
            self.scan_writes(function)
        if self.writers:
            classes = [n for n in statements(module.tree.body) if isinstance(n, ast.ClassDef)]
            self.methods = {
                n.name for c in classes for n in c.body if isinstance(n, ast.FunctionDef) and n.name in self.writers
            }
            self.scan_calls_of_writers()

    def scan_writes(self, function):
        """What a function writes into the module's tables and classes, when it is called: `TABLE[0] = n`, `Cfg.n = n`."""
        written = [target for node in within(function) if (target := written_by(node)) is not None]
        if not written:
            return
        parameters = [a.arg for a in function.args.posonlyargs + function.args.args]
        own = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)} | set(factories.names_stored(function))
        for target in written:
            root, member = root_of(target)
            if root in parameters:
                self.writers.setdefault(function.name, []).append((parameters.index(root), root, member))
            elif root is not None and root not in own:
                self.module.scope.note_change(root, member)

    def scan_calls_of_writers(self):
        """`reset(TABLE)`, of a function that changes its argument."""
        for call in ast.walk(self.module.tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                self.note_call(call, self.writers.get(call.func.id, ()), call.args)

    def note_call(self, call, written, arguments):
        """Notes what a call changes, of a function that writes to these parameters."""
        scope = self.module.scope
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        for position, name, member in written:
            root, outer = root_of(arguments[position] if position < len(arguments) else given.get(name))
            if root in scope.bindings:
                scope.note_change(root, outer or member)

    def settle(self):
        """Notes what methods and functions of other modules change that are called here: `Cfg.reset()`, `helper.reset(TABLE)`. It waits
        for the first table or class that somebody asks for, since other modules are read for it."""
        if self.is_settled:
            return
        self.is_settled = True
        for call in ast.walk(self.module.tree):
            if not isinstance(call, ast.Call):
                continue
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
            if any(map(self.may_change, [*given, receiver])):
                for written, is_method in self.written_by_callee(call.func):
                    self.note_call(call, written, [receiver, *call.args] if is_method else call.args)

    def may_change(self, node):
        """Whether an argument is of a table or class of the module."""
        kinds = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
        bindings = self.module.scope.bindings.get(root_of(node)[0], ())
        return any(how == "class" or how == "assign" and isinstance(value, kinds) for how, value, _ in bindings)

    def written_by_callee(self, callee):
        """[(what a function that is called writes to, whether it takes what it is called on as its first argument)]."""
        scope = self.module.scope
        root, _ = root_of(callee)
        is_own = isinstance(callee, ast.Name) and callee.id in self.writers  # has been seen
        meaning = scope.resolve_node(callee) if root in scope.bindings and not is_own else None
        if meaning is not None and meaning.kind == "functions":
            for function in meaning.nodes:
                changes, name = function.scope.module.changes, function.node.name
                heads = [getattr(decorator, "id", "") for decorator in function.node.decorator_list]
                yield changes.writers.get(name, ()), "classmethod" in heads
        elif isinstance(callee, ast.Attribute) and not is_own:  # of an object
            made, _ = scope.binding(callee.value) or (None, None)
            of_class = scope.resolve_node(made.func) if isinstance(made, ast.Call) else None
            changes = of_class.scope.module.changes if of_class is not None and of_class.kind == "class" else self
            if callee.attr in changes.methods:
                yield changes.writers.get(callee.attr, ()), True

    def is_changed(self, name, is_it):
        """Whether a module that was read assigns to it."""
        modules = [module for module in self.module.tree_of_files.modules.values() if hasattr(module, "changes")]
        return any(module.changes.changes_member(name, is_it) for module in [self.module, *modules])

    def changes_member(self, name, is_it):
        """Whether this module assigns to the attribute `name` of something that `is_it` accepts, under whatever name it has here."""
        scope = self.module.scope
        roots = [root for root, member in scope.changed_members if member == name and root in scope.bindings]
        if not roots or name in self.asked:
            return False
        self.asked.add(name)
        bindings = [
            (root, *binding[:2]) for root in roots for binding in scope.bindings[root] if binding[0] != "opaque"
        ]
        found = any(is_it(scope.bound(*binding)) for binding in bindings)
        self.asked.discard(name)
        return found
