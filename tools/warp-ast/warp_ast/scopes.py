# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What names stand for: the bindings of a module, of an enclosing function, of a class; imports followed through the tree.

A name resolves to a `Meaning`. Nothing is run: a name that is bound in several ways is Unresolved, with the reason.
"""

import ast
import builtins
import functools
import math
import os
import re
import sys

from . import factories
from .changes import Changes, root_of, written_by
from .constants import MATH, WARP_CONSTANTS, NotConstant
from .evaluate import TABLES, Evaluator, Held, is_meaning
from .reading import Refused, parse, read_source, statements

# Files that one program may be spread over.
MAX_FILES = 1000
# Modules of Warp whose names are Warp's own wherever they are found.
WARP_MODULES = {"types", "constants", "math", "context", "_src", "builtins", "codegen"}
# Of these, functions that make a type; in a kernel Warp's own functions of the same name make a value.
TYPE_MAKERS = {"vector", "matrix", "quaternion", "transformation"}
OVERLOAD = re.compile(r"\boverload\b")
ARRAY = re.compile(r"array([1-4]?)d?")
ENUMS = {"Enum", "IntEnum", "IntFlag", "Flag", "StrEnum"}

# The place of what a function evaluates while it is called, in the scopes around it: nobody knows where.
IN_A_CALL = ()


class Meaning:
    """What a name stands for. `kind` is one of

    warp        `name` of Warp ("" for the module itself); `is_implicit` for a name that nothing binds
    python      `name` of Python's builtins; also math, enum, typing and numpy by `module`
    module      `module`, a Module of the tree
    external    a module that is not in the tree, `name`
    constant    `value`, a number, bool or text, and `node` where it is written as a typed or vector expression
    expression  `node` in `scope`: an alias of a type, a constant of several numbers
    functions   `nodes`, Function objects: an overload set
    struct, class   `node`, a ClassDef in `scope`
    unresolved  `reason`, which says what it is instead
    """

    def __init__(self, kind, **fields):
        self.kind = kind
        self.__dict__.update(fields)


def unresolved(reason, is_cycle=False, is_none=False):
    return Meaning("unresolved", reason=reason, is_cycle=is_cycle, is_none=is_none)


def not_found(module, name):
    return unresolved(
        f"'{name}' of the module '{module.name}', which stands neither beside nor above the file that imports it"
    )


class Function:
    """A function definition and the scope that its body sees; `outside` is that of its annotations, which is a class's where the
    function stands in one. An Environment may say more: `names` is the scope of what it names, and `types` is {parameter: (annotation,
    its scope)}."""

    def __init__(self, node, scope, role, decorator, outside=None):
        self.node, self.scope, self.role, self.decorator = node, scope, role, decorator
        self.names, self.types, self.outside = scope, {}, outside or scope


def is_script(statement):
    """Whether this is `if __name__ == "__main__":`, whose body a file runs as a script and not as a module."""
    test = statement.test if isinstance(statement, ast.If) else None
    return test is not None and ast.unparse(test) in ("__name__ == '__main__'", "'__main__' == __name__")


class Scope:
    """The names bound in a module or in a function around others."""

    def __init__(self, module, parent, name=""):
        self.module, self.parent, self.name = module, parent, name
        self.bindings = {}  # name -> [(how, payload, is_conditional)]
        self.places = {}  # name -> where each of these is done, as (line, column)
        self.place = (0, 0)  # of what is being scanned
        self.is_class = False  # whether this is the body of a class, which functions within do not see
        self.is_called = False  # whether this is the body of a function, which runs where that is called
        self.stars = []  # modules imported with *
        self.changed_members = set()  # (class, member) that are assigned to outside of the class
        self.attributes = {}  # (name, attribute) -> what is assigned to it, None where that may not run
        self.meanings = {}
        self.opened = set()  # names that are being resolved
        self.in_script = False  # whether what is being scanned runs in a script alone, and in no module
        self.results = {}  # of an instance of a function: part -> what that returns
        self.bound_once = None  # of an instance of a function the names that its body binds once

    def child(self, name):
        """A scope within this one."""
        return Scope(self.module, self, name)

    def class_scope(self, node):
        """The scope of the body of a class that stands in this one."""
        inner = self.child(node.name)
        inner.is_class = True
        inner.scan(node.body)
        return inner

    def instance(self, function, arguments):
        """The scope of a function that stands in this one, with {parameter: meaning of its argument} around it."""
        outer = self.child(function.name)
        for name, meaning in arguments.items():
            outer.bind_meaning(name, meaning)
        inner = outer.child(function.name)
        inner.is_called = True
        stored = factories.names_stored(function)
        inner.bound_once = {name for name in stored if stored.count(name) == 1}
        inner.scan(function.body)
        for node in statements(function.body) if "nonlocal" in self.module.text else ():
            for name in node.names if isinstance(node, ast.Nonlocal) else ():
                if name in inner.bindings:
                    inner.bind(name, "opaque", "which a function within changes", True)
        return inner

    @staticmethod
    def unknown(reason):
        return unresolved(reason)

    # -- binding -------------------------------------------------------------

    def bind(self, name, how, payload, conditional):
        if self.in_script and name in self.bindings:
            return  # the module's own stands
        self.bindings.setdefault(name, []).append((how, payload, conditional))
        self.places.setdefault(name, []).append(self.place)

    def bind_meaning(self, name, meaning):
        self.bind(name, "opaque", None, False)
        self.meanings[name] = meaning

    def scan(self, body, conditional=False):
        for statement in body:
            self.place = end_of(statement)
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.bind(statement.name, "def", statement, conditional)
            elif isinstance(statement, ast.ClassDef):
                self.bind(statement.name, "class", statement, conditional)
            elif isinstance(statement, ast.Import):
                self.scan_import(statement, conditional)
            elif isinstance(statement, ast.ImportFrom):
                self.scan_import_from(statement, conditional)
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self.scan_target(target, statement.value, conditional)
            elif isinstance(statement, ast.AnnAssign):
                if statement.value is not None:
                    self.scan_target(statement.target, statement.value, conditional)
            elif isinstance(statement, ast.Expr) and written_by(statement.value) is not None:
                self.scan_change(written_by(statement.value))
            elif is_script(statement):
                self.in_script, outer = True, self.in_script
                self.scan(statement.body, conditional=True)
                self.in_script = outer
                self.scan(statement.orelse, conditional)
            else:
                branch = self.branch(statement)
                self.scan_other(statement) if branch is None else self.scan(branch, conditional)

    def branch(self, statement):
        """Of an `if` or `match` in an instance of a function the statements that run, where that is known; else None."""
        decider = (
            getattr(statement, "test", None) if isinstance(statement, ast.If) else getattr(statement, "subject", None)
        )
        if self.bound_once is None or decider is None:
            return None
        if not all(name in self.bound_once for name in factories.names_in(decider) if name in self.bindings):
            return None
        if not isinstance(statement, ast.If):
            return factories.case_of(self, statement)
        test = factories.truth(self, statement.test)
        return None if test is None else statement.body if test else statement.orelse

    def scan_other(self, statement):
        """Blocks that may not run: what they bind may be bound in another way, too."""
        within = not hasattr(statement, "body") and ":=" in self.module.text
        for node in ast.walk(statement) if within else [statement]:
            self.scan_names(node)
        for field in ("body", "orelse", "finalbody"):
            self.scan(getattr(statement, field, None) or [], conditional=True)
        for part in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
            self.scan(part.body, conditional=True)

    def scan_names(self, node):
        targets = []
        if isinstance(node, (ast.AugAssign, ast.For, ast.NamedExpr)):
            targets = [node.target]
        elif isinstance(node, ast.With):
            targets = [item.optional_vars for item in node.items if item.optional_vars]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            self.place = end_of(target)
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    self.bind(name.id, "opaque", self.unknown_here(), True)

    def scan_target(self, target, value, conditional):
        if isinstance(target, ast.Name):
            self.bind(target.id, "assign", value, conditional)
        elif isinstance(target, (ast.Tuple, ast.List)):
            elements = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            is_plain = not any(isinstance(element, ast.Starred) for element in elements or target.elts)
            for position, element in enumerate(target.elts):
                if is_plain and len(elements) == len(target.elts):
                    self.scan_target(element, elements[position], conditional)
                elif (
                    is_plain
                    and isinstance(value, (ast.Call, ast.Name, ast.Attribute, ast.Subscript))
                    and isinstance(element, ast.Name)
                ):
                    self.bind(element.id, "part", (value, position, len(target.elts)), conditional)
                else:
                    self.scan_target(element, None, conditional)
        elif isinstance(target, (ast.Subscript, ast.Attribute)):
            self.scan_change(target)
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and not self.in_script:
                self.changed_members.add((target.value.id, target.attr))
                self.attributes.setdefault((target.value.id, target.attr), []).append(None if conditional else value)

    def note_change(self, root, member):
        """A change of `root.member`, or of what `root` holds."""
        if member is not None:
            self.changed_members.add((root, member))
        if member is None or any(how == "assign" for how, *_ in self.bindings.get(root, [])):
            self.scan_change(ast.Name(root))

    def scan_change(self, table):
        """`TABLE[0] = 7`, `TABLE.append(7)`, `params.inner.x = 7`: what the name was bound to is not what it stands for."""
        root, member = root_of(table)
        if root is not None and member is not None and not self.in_script:
            self.changed_members.add((root, member))
        if (
            isinstance(table, ast.Subscript)
            and ast.unparse(table.value) == "globals()"
            and isinstance(table.slice, ast.Constant)
        ):
            self.bind(table.slice.value, "opaque", "which changes after its assignment", False)
        while isinstance(table, (ast.Subscript, ast.Attribute)):
            table = table.value
        if isinstance(table, ast.Name) and any(how == "assign" for how, *_ in self.bindings.get(table.id, [])):
            self.bind(table.id, "opaque", "which changes after its assignment", False)

    def scan_import(self, statement, conditional):
        for alias in statement.names:
            if alias.asname:
                self.bind(alias.asname, "module", (alias.name, 0), conditional)
            else:
                self.bind(alias.name.split(".")[0], "module", (alias.name.split(".")[0], 0), False)

    def scan_import_from(self, statement, conditional):
        source = (statement.module or "", statement.level)
        for alias in statement.names:
            if alias.name == "*":
                self.stars.append(source)
            else:
                self.bind(alias.asname or alias.name, "from", (source, alias.name), conditional)

    # -- resolving -----------------------------------------------------------

    def resolve(self, name, place=None):
        """The meaning of a name in this scope: what it is at a `place` of the text, where that is evaluated when the module is read,
        else what it is in the end, when kernels are built."""
        if name in self.bindings:
            return self.memoised(name) if place is None else self.resolve_at(name, place)
        if self.parent:
            return self.parent.resolve(name, IN_A_CALL if place is not None and self.is_called else place)
        meaning = self.starred(name)
        if meaning is not None:
            return meaning
        if hasattr(builtins, name):
            return Meaning("python", module="python", name=name)
        return Meaning("warp", name=name, is_implicit=True)  # Warp looks for its builtins last

    def is_rebound(self, name):
        """Whether what a name means depends on the place."""
        if name in self.bindings:
            return len(self.bindings[name]) > 1
        return self.parent.is_rebound(name) if self.parent else False

    def resolve_at(self, name, place):
        """What a name is bound to last before a place; in the end, where nothing before it binds it."""
        bindings = self.bindings[name]
        if len(bindings) == 1 or name in self.meanings and bindings[0][0] == "opaque" and bindings[0][1] is None:
            return self.memoised(name)
        if place is IN_A_CALL:
            once = all(how in ("def", "class", "module", "from") for how, *_ in bindings)
            return (
                self.memoised(name)
                if once
                else unresolved(f"'{name}', which is assigned more than once, in a function that runs between")
            )
        before = [b for b, at in zip(bindings, self.places[name]) if at <= place]
        if len(before) in (0, len(bindings)):
            return self.memoised(name)
        key = name, len(before)
        if key not in self.meanings:
            if key in self.opened:
                return unresolved(f"'{name}', which is defined by itself", is_cycle=True)
            self.opened.add(key)
            self.meanings[key] = self.meaning(name, before)
            self.opened.discard(key)
        return self.meanings[key]

    def member(self, name):
        """What a module that was imported calls `name`; None where it does not bind it."""
        return self.memoised(name) if name in self.bindings else self.starred(name)

    def starred(self, name):
        """What `from module import *` binds to a name, the last such import first; None where none does."""
        if name.startswith("_") or (self, name) in self.opened:
            return None
        self.opened.add((self, name))
        found = None
        for star in reversed(self.stars):
            source = self.module.follow(*star)
            if source.kind == "warp" and not hasattr(builtins, name):
                found = warp_name(source.name, name, self.module)
            elif source.kind == "module":
                found = source.module.scope.member(name)
            if found is not None:
                break
        self.opened.discard((self, name))
        return found

    def memoised(self, name):
        if name not in self.meanings:
            if name in self.opened:
                return unresolved(f"'{name}', which is defined by itself", is_cycle=True)
            self.opened.add(name)
            self.meanings[name] = self.meaning(name, self.bindings[name])
            self.opened.discard(name)
        return self.meanings[name]

    def meaning(self, name, bindings):
        if self.module.has_overloads and len(bindings) > 1:
            bindings = [b for b in bindings if b[0] != "def" or not self.is_stub(b[1])] or bindings
        overloads = [self.function(node) for how, node, _ in bindings if how == "def"]
        if len(overloads) == len(bindings) and all(f.role == "func" for f in overloads):
            return Meaning("functions", nodes=self.latest(overloads))
        how, payload, conditional = bindings[-1]
        if conditional and len(bindings) > 1:
            imports = all(binding[0] in ("module", "from") for binding in bindings)
            if not imports:
                return unresolved(f"'{name}', which is bound in several ways")
            meanings = [self.bound(name, *binding[:2]) for binding in bindings]
            found = [m for m in meanings if m.kind not in ("unresolved", "external")]
            return found[0] if found else meanings[0]
        return self.bound(name, how, payload)

    def is_stub(self, node):
        """Whether a function only gives the kernel of its name more types."""
        return any(self.callee(decorator) == ("warp", "overload") for decorator in node.decorator_list)

    def latest(self, overloads):
        """Of definitions with one signature, the last."""
        kept = {}
        for function in overloads if len(overloads) > 1 else ():
            kept[tuple(self.type_key(a.annotation) for a in function.node.args.args)] = function
        return list(kept.values()) or overloads

    def type_key(self, node):
        """What tells the types of two annotations apart, however they are spelled: `float` and `wp.float32` have one."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            return factories.identity(self.resolve_early(node)) or ast.dump(node)
        if not isinstance(node, ast.Call):
            return ast.dump(node) if node is not None else ""
        given = dict(zip(("dtype", "ndim"), map(self.type_key, node.args)))
        given.update((keyword.arg, self.type_key(keyword.value)) for keyword in node.keywords)
        head = self.type_key(node.func)
        rank = ARRAY.fullmatch(head[1]) if head[0] == "name" else None
        if rank:
            head = "array"
            given.setdefault("ndim", ast.dump(ast.Constant(int(rank[1] or 1))))
        return head, tuple(sorted(given.items(), key=str))

    def bound(self, name, how, payload):
        if how == "def":
            return Meaning("functions", nodes=[self.function(payload)])
        if how == "class":
            return self.classified(payload)
        if how == "module":
            return self.module.follow(*payload)
        if how == "from":
            return self.module.follow_name(*payload)
        if how == "assign" and payload is not None:
            return self.assigned(name, payload)
        if how == "part":
            value, position, count = payload
            made = factories.result_of(self, value, position) if isinstance(value, ast.Call) else None
            if made is not None:
                return made
            found = factories.items(self, value)
            if found is not None and len(found) == count:
                return factories.meaning_of_item(self, name, found[position])
            payload = None
        return unresolved(f"'{name}', {payload}") if isinstance(payload, str) else self.no_constant(name)

    def unknown_here(self):
        return (
            f"which is known only when '{self.name}' runs" if self.is_called else "which is no constant of the module"
        )

    def no_constant(self, name):
        return unresolved(f"'{name}', {self.unknown_here()}")

    def assigned(self, name, node):
        node = self.without_constant(node)
        try:
            return self.meaning_of(Evaluator(self).known(node), name, node)
        except NotConstant as problem:
            reason = problem.reason
        if isinstance(node, (ast.Name, ast.Attribute)):
            meaning = self.resolve_early(node)
            return meaning if meaning is not None else self.no_constant(name)
        return (
            self.unknown(reason) if reason and isinstance(node, (ast.Call, ast.Subscript)) else self.no_constant(name)
        )

    def meaning_of(self, value, name, node=None):
        """What a name means that holds what an Evaluator found; `node` is the expression of it."""
        if is_meaning(value):
            return value
        if value is None:
            return unresolved(f"'{name}', which is None", is_none=True)
        if isinstance(value, (*TABLES, range)):
            meaning = self.no_constant(name)
            meaning.table = value
            return meaning
        return Meaning("constant", value=value)

    def made(self, node):
        """What a call or a subscript makes that is no number: a function, a type, an enumeration; None where it makes something else."""
        if isinstance(node, ast.Call):
            made = self.decorated_call(node) or factories.result_of(self, node)
            if made is not None:
                return made
            if (enumeration := factories.enumeration(self, node)) is not None:
                return self.classified(enumeration)
        if isinstance(node, ast.Subscript) and self.callee(node.value) == ("warp", "builtin_functions"):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                return Meaning("warp", name=node.slice.value)
        return Meaning("expression", node=node, scope=self) if self.is_warp_call(node) else None

    def binding(self, node):
        """(what a name is bound to where that is one assignment, the scope of that); None for others, and for no name."""
        if isinstance(node, ast.Attribute):
            base = self.resolve_node(node.value)
            is_member = base is not None and base.kind == "module"
            if not is_member or self.is_changed_in(base.module, node.attr):
                return None
            return base.module.scope.binding(ast.Name(node.attr))
        if not isinstance(node, ast.Name):
            return None
        if node.id not in self.bindings:
            return self.parent.binding(node) if self.parent else None
        self.module.changes.settle()
        (how, payload, conditional), *others = self.bindings[node.id]
        if others or conditional:
            return None
        if how == "opaque" and payload is None and hasattr(self.meanings.get(node.id), "table"):
            return Held(self.meanings[node.id].table), self
        if how == "from":
            source = self.module.follow(*payload[0])
            return source.module.scope.binding(ast.Name(payload[1])) if source.kind == "module" else None
        return (payload, self) if how == "assign" and payload is not None else None

    def is_warp_call(self, node):
        head = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(head, ast.Call):  # of the type that another call makes
            return self.is_warp_call(head)
        meaning = self.resolve_early(head)
        return meaning is not None and meaning.kind in ("warp", "expression", "struct")

    def decorated_call(self, node):
        """`wp.func(f)`, `wp.kernel(f)`, `wp.Kernel(func=f)`."""
        callee = self.resolve_early(node.func)
        if callee is None or callee.kind != "warp" or callee.name not in ("func", "kernel", "Kernel", "Function"):
            return None
        given = node.args[:1] + [k.value for k in node.keywords if k.arg == "func"]
        target = self.resolve_early(given[0]) if given and isinstance(given[0], (ast.Name, ast.Attribute)) else None
        if target is None or target.kind != "functions" or len(target.nodes) != 1:
            return None
        function = target.nodes[0]
        return Meaning("functions", nodes=[Function(function.node, function.scope, callee.name.lower()[:6], node)])

    def without_constant(self, node):
        """`X` of `wp.constant(X)`."""
        while isinstance(node, ast.Call) and len(node.args) == 1 and self.callee(node.func) == ("warp", "constant"):
            node = node.args[0]
        return node

    def function(self, node):
        role, decorator = "plain", None
        for given in node.decorator_list:
            head = given.func if isinstance(given, ast.Call) else given
            meaning = self.resolve_early(head)
            if meaning is not None and meaning.kind == "warp":
                name = meaning.name
                if name in ("kernel", "func", "func_grad", "func_replay", "func_native"):
                    role, decorator = name, given
                    break
            if meaning is not None and makes_function(meaning):
                role, decorator = "func", given
                break
        body = self
        while body.is_class:
            body = body.parent
        return Function(node, body, role, decorator, self)

    def classified(self, node):
        for given in node.decorator_list:
            meaning = self.resolve_early(given.func if isinstance(given, ast.Call) else given)
            if meaning is not None and meaning.kind == "warp" and meaning.name == "struct":
                return Meaning("struct", node=node, scope=self, enums=[], members=None)
        bases = [(base, self.resolve_early(base)) for base in node.bases if isinstance(base, (ast.Name, ast.Attribute))]
        for base, meaning in bases:
            if meaning is not None and meaning.kind in ("expression",):
                return meaning
        for base in node.bases:
            if isinstance(base, (ast.Call, ast.Subscript)) and self.is_warp_call(base):
                return Meaning("expression", node=base, scope=self)
        enums = [m.name for _, m in bases if m is not None and m.kind == "python" and m.module == "enum"]
        return Meaning("class", node=node, scope=self, enums=enums, members=None)

    # -- expressions ---------------------------------------------------------

    def resolve_early(self, node):
        """The same of what is evaluated when the module is read: as it is where it stands."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        return self.resolve_node(node, place=(root.lineno, root.col_offset) if hasattr(root, "lineno") else None)

    def resolve_node(self, node, place=None):
        """The meaning of a name or chain of attributes, at a place as `resolve` has it; None where its root is no name, and for
        an attribute of a value."""
        if isinstance(node, ast.Name):
            return self.resolve(node.id, place)
        if not isinstance(node, ast.Attribute):
            return None
        made = isinstance(node.value, ast.Call)  # of `make(3).inner`
        base = factories.result_of(self, node.value) if made else self.resolve_node(node.value, place)
        return None if base is None else self.attribute(base, node.attr)

    def attribute(self, base, name):
        if base.kind == "warp" and hasattr(base, "is_implicit"):
            return unresolved(f"'{base.name}', which is not defined")
        if base.kind == "warp":
            return warp_name(base.name, name, self.module)
        if base.kind == "module":
            if self.is_changed_in(base.module, name):
                return unresolved(
                    f"'{name}' of the module '{module_name(base.module.path)}', which changes after its assignment"
                )
            found = base.module.scope.member(name)
            if found is None or (
                found.kind == "unresolved" and found.is_cycle
            ):  # a package that imports its own module
                return self.module.tree_of_files.submodule(base.module, name)
            return found
        if base.kind == "python" and base.name == "":
            return python_name(base.module, name)
        if base.kind in ("class", "struct"):
            return class_member(base, name)
        if base.kind == "constant" and name == "value":
            return base
        if base.kind == "functions" and len(base.nodes) == 1:  # `solve.inner = f` of the author's
            scope = base.nodes[0].scope
            given = scope.attributes.get((base.nodes[0].node.name, name), [])
            return scope.assigned(name, given[0]) if len(given) == 1 and given[0] is not None else None
        if base.kind == "external":
            return not_found(base, name)
        return base if base.kind == "unresolved" else None

    def is_changed_in(self, module, name):
        """Whether what was read assigns to a module's name from outside of it."""
        return self.module.changes.is_changed(
            name, lambda changed: changed.kind == "module" and changed.module is module
        )

    def value(self, node):
        """The number, bool or text that an expression stands for; raises NotConstant."""
        return Evaluator(self).value(node)

    def known(self, node):
        """The same of what may be a table, too: see evaluate.py."""
        return Evaluator(self).known(node)

    def callee(self, node):
        meaning = self.resolve_early(node)
        if meaning is None:
            return "", ""
        if meaning.kind == "warp":
            return "warp", meaning.name
        if meaning.kind == "python":
            return meaning.module, meaning.name
        return "", ""


def end_of(node):
    """Where a node ends, as (line, column)."""
    return node.end_lineno, node.end_col_offset


def makes_function(decorator):
    """Whether a decorator is `warp.fem.cache.dynamic_func`, which is `wp.func` with a name that tells instances apart."""
    if decorator.kind == "warp":
        return decorator.name == "fem.cache.dynamic_func"
    if decorator.kind != "functions":
        return False
    function = decorator.nodes[0]
    return function.node.name == "dynamic_func" and function.scope.module.path.endswith(os.path.join("fem", "cache.py"))


def warp_name(base, name, module):
    """The meaning of `warp.base.name`."""
    if base in ("", "constants") and name in WARP_CONSTANTS:
        return Meaning("constant", value=WARP_CONSTANTS[name])
    if base in WARP_MODULES and name == "Any":  # which they import
        return Meaning("python", module="typing", name=name)
    if base in WARP_MODULES or base.startswith("_src"):
        return Meaning("warp", name=f"types.{name}" if name in TYPE_MAKERS else name)
    if base == "" and name not in WARP_MODULES:
        found = module.file_of_warp(name)
        if found is not None:
            return as_meaning(found)
    return Meaning("warp", name=f"{base}.{name}" if base else name)


def python_name(module, name):
    """The meaning of a name of one of Python's modules that are known here."""
    if module == "math" and isinstance(getattr(math, name, None), float):
        return Meaning("constant", value=getattr(math, name))
    if module == "numpy" and name in ("pi", "e", "inf", "nan", "euler_gamma"):
        value = {"pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "euler_gamma": 0.5772156649015329}[name]
        return Meaning("constant", value=value)
    if module == "math" and name not in MATH:
        return unresolved(f"'{name}' of the module 'math'")
    return Meaning("python", module=module, name=name)


def class_member(base, name, inherits=()):
    """A member of an enumeration, a constant or a static method of a class, which others inherit it from."""
    base.scope.module.changes.settle()
    if base.node in inherits:
        return unresolved(f"'{base.node.name}.{name}', of a class that inherits from itself")
    if base.members is None:
        base.members = base.scope.class_scope(base.node)
        if base.enums and "_generate_next_value_" not in base.members.bindings:
            number_members(base.members, base.node.body, any(name.endswith("Flag") for name in base.enums))
    if base.scope.module.changes.is_changed(name, lambda changed: getattr(changed, "node", None) is base.node):
        return unresolved(f"'{base.node.name}.{name}', which changes after its assignment")
    if (base.node.name, name) in base.scope.changed_members:
        return unresolved(f"'{base.node.name}.{name}', which changes after its assignment")
    if name not in base.members.bindings:
        bases = [base.scope.resolve_early(inherited) for inherited in base.node.bases]
        if len(bases) == 1 and bases[0] is not None and bases[0].kind == "class":
            return class_member(bases[0], name, (*inherits, base.node))
        return unresolved(f"'{base.node.name}.{name}', which is not defined")
    if base.enums and "__new__" in base.members.bindings:
        return unresolved(f"'{base.node.name}.{name}', a member of an enumeration that makes them in '__new__'")
    return base.members.resolve(name)


def number_members(scope, body, is_flag):
    """Gives each `auto()` of an enumeration its number: one more than the largest before it, of flags the next bit above it."""
    largest = None
    for statement in body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            continue
        name, value = statement.targets[0].id, statement.value
        if isinstance(value, ast.Call) and scope.callee(value.func) == ("enum", "auto"):
            following = 1 if largest is None else 1 << largest.bit_length() if is_flag else largest + 1
            scope.meanings[name] = Meaning("constant", value=following)
        meaning = scope.resolve(name)
        if meaning.kind == "constant" and isinstance(meaning.value, int):
            largest = meaning.value if largest is None else max(largest, meaning.value)


class Module:
    """A file of the tree."""

    def __init__(self, path, text, tree, tree_of_files):
        self.path, self.text, self.tree, self.tree_of_files = path, text, tree, tree_of_files
        self.has_overloads = OVERLOAD.search(text) is not None
        self.followed = {}
        self.warp_files = {}
        self.scope = Scope(self, None)
        self.scope.scan(tree.body)
        self.changes = Changes(self)  # what is bound by now, it may note as changed

    def follow(self, name, level):
        """The meaning of `import name`, or of the module of `from ..name import`."""
        if (name, level) not in self.followed:
            self.followed[name, level] = self.find(name, level)
        return self.followed[name, level]

    def find(self, name, level):
        if level == 0:
            root = name.split(".")[0]
            if root == "warp":
                rest = name.split(".")[1:]
                if rest[:1] == ["_src"] and len(rest) > 1 and rest[1] not in WARP_MODULES:
                    found = self.tree_of_files.find(["warp"] + rest, self)  # a file of Warp's library reads another
                    if found is not None:
                        return as_meaning(found)
                meaning = Meaning("warp", name="")
                for part in rest:
                    meaning = self.scope.attribute(meaning, part)
                return meaning
            if root in ("math", "enum", "typing", "numpy", "builtins"):
                return Meaning("python", module="python" if root == "builtins" else root, name="")
        found = self.tree_of_files.find(name.split(".") if name else [], self, level)
        if found is None:
            return Meaning("external", name="." * level + name)
        return as_meaning(found)

    def file_of_warp(self, name):
        """The file of Warp's library that is `warp.name`, where the tree has one."""
        if name not in self.warp_files:
            self.warp_files[name] = self.tree_of_files.find(["warp", name], self)
        return self.warp_files[name]

    def follow_name(self, source, name):
        """The meaning of `from source import name`."""
        module, level = source
        found = self.follow(module, level)
        if found.kind == "external":
            return not_found(found, name)
        if found.kind == "python" and found.module == "enum" and name in ENUMS:
            return Meaning("python", module="enum", name=name)
        return self.scope.attribute(found, name)


@functools.lru_cache(maxsize=None)
def installed_folder():
    """The folder of the Warp beside the Python that runs this, for what its library has in Python; "" where there is none. Nothing of
    it is imported, and this Python has no path to it."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for packages in ("site-packages", "dist-packages"):
        folder = os.path.join(os.path.dirname(os.path.dirname(sys.executable or "")), "lib", version, packages)
        if os.path.isfile(os.path.join(folder, "warp", "__init__.py")):
            return folder
    return ""


def as_meaning(found):
    """A Module as a meaning; what stands in its place as it is."""
    return found if isinstance(found, Meaning) else Meaning("module", module=found)


class Parsed:
    """The texts and syntax trees of imported files, which several programs may share: as many as fit."""

    # Characters; a syntax tree takes about a hundred bytes for each.
    MAX_TEXT = 2_000_000

    def __init__(self):
        self.files, self.size = {}, 0

    def read(self, path, key):
        """The text and the tree of a file; raises Refused."""
        if key not in self.files:
            text = read_source(path)
            if self.size + len(text) > self.MAX_TEXT:
                self.files, self.size = {}, 0
            self.files[key] = text, parse(text)
            self.size += len(text)
        return self.files[key]


class Tree:
    """The files that one program is spread over, each read once."""

    def __init__(self, parsed=None):
        self.modules = {}  # path -> Module, or a Meaning that says what is wrong
        self.instances = {}  # of functions that define functions: see factories.py
        self.results = {}  # of functions that compute: see evaluate.py
        self.steps = None  # of what is being evaluated
        self.parsed = parsed or Parsed()

    def open(self, path):
        """The Module of the program's own file; raises Refused."""
        key = path if path == "-" else os.path.realpath(path)
        text = read_source(path)
        module = self.modules[key] = Module(path, text, parse(text), self)
        return module

    def library(self, path):
        """The Module of a file that stands beside this one."""
        if path not in self.modules:
            self.modules[path] = Module(path, *self.parsed.read(path, path), self)
        return self.modules[path]

    def imported(self, path):
        """The Module of an imported file, or why there is none."""
        key = os.path.realpath(path)
        if key not in self.modules:
            if is_blank(path):
                self.modules[key] = Module(path, "", ast.Module([], []), self)
            elif len(self.modules) >= MAX_FILES:
                return unresolved(f"the module {os.path.basename(path)}, one of more than {MAX_FILES} files")
            else:
                self.try_open(path, key)
        return self.modules[key]

    def try_open(self, path, key):
        name = os.path.basename(path)
        try:
            self.modules[key] = Module(path, *self.parsed.read(path, key), self)
        except Refused as refused:
            at = refused.error
            self.modules[key] = unresolved(
                f"the module {name}, which cannot be read: line {at['line']}: {at['message']}"
            )
        except RecursionError:
            self.modules[key] = unresolved(f"the module {name}, which nests too deeply")

    def find(self, parts, module, level=0):
        """The Module of a dotted name, seen from a file: beside it and in the folders around it; None where there is none."""
        if module.path == "-":
            return None
        folder = os.path.dirname(os.path.abspath(module.path))
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self.at(folder, parts)
        while True:
            found = self.at(folder, parts)
            if found is not None and found is not module:
                return found
            parent = os.path.dirname(folder)
            if parent == folder:
                return self.at(installed_folder(), parts) if parts[:1] == ["warp"] and installed_folder() else None
            folder = parent

    def at(self, folder, parts):
        base = os.path.join(folder, *parts)
        for path in (os.path.join(base, "__init__.py"), base + ".py" if parts else ""):  # a package hides a module
            if os.path.isfile(path):
                return self.imported(path)
        return None

    def submodule(self, module, name):
        """`package.name` where the package's own file does not bind it."""
        if os.path.basename(module.path) == "__init__.py":
            found = self.at(os.path.dirname(os.path.abspath(module.path)), [name])
            if found is not None:
                return as_meaning(found)
        return unresolved(f"'{name}' of the module '{module_name(module.path)}'")


def is_blank(path):
    """True for a file of nothing, as the marks of packages are."""
    try:
        with open(path, "rb") as file:
            return not file.read(4096).strip() and os.path.getsize(path) <= 4096
    except OSError:
        return False


def module_name(path):
    name = os.path.basename(path)
    return os.path.basename(os.path.dirname(path)) if name == "__init__.py" else name[: -len(".py")]
