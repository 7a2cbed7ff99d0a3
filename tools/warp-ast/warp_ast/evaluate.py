# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The value of an expression that has one when its module is read: a number, a text, None, a table of these, or a Meaning for anything
else (a function, a type). An Evaluator reads what names are bound to, and works through functions of the author's that compute from
their arguments alone. It counts every step, so that nothing takes long, and Python runs nothing of the file."""

import ast
import struct

from . import factories
from .constants import (
    BINARY,
    BUILTINS,
    COMPARE,
    FLOATS,
    INTEGERS,
    MATH,
    MAX_BITS,
    NUMPY,
    UNARY,
    NotConstant,
    bounded,
    limit,
    power,
    rounded,
    shifted,
)

# Operations of one expression, those of the names and functions that it uses included; calls within calls; items of a table.
MAX_STEPS = 50_000
MAX_CALLS = 30
MAX_ITEMS = 1000
# Of Python's own functions those that take a table, and what they may take besides.
OF_TABLES = {
    "len": len, "max": max, "min": min, "sum": sum, "any": any, "all": all, "sorted": sorted, "tuple": tuple, "list": list, "set": set,
    "frozenset": frozenset, "reversed": lambda table: list(table)[::-1], "enumerate": lambda table, start=0: list(enumerate(table, start)),
}  # fmt: skip
# Methods that change nothing, by the type that has them.
METHODS = {
    dict: {"get": dict.get, "items": lambda d: list(d.items()), "keys": lambda d: list(d), "values": lambda d: list(d.values())},
    list: {"index": list.index, "count": list.count},
    tuple: {"index": tuple.index, "count": tuple.count},
    str: {name: getattr(str, name) for name in ("lower", "upper", "startswith", "endswith", "strip", "split", "replace")},
}  # fmt: skip
# Methods that change a list or dictionary that the function itself made.
CHANGING = {
    list: {"append": list.append, "extend": list.extend, "insert": list.insert, "pop": list.pop, "reverse": list.reverse},
    dict: {"update": dict.update, "setdefault": dict.setdefault},
}  # fmt: skip
TABLES = (tuple, list, dict, set, frozenset)


class Left(Exception):
    """A function returns `value`."""

    def __init__(self, value):
        super().__init__()
        self.value = value


class Broken(Exception):
    """`break`, or `continue`."""


class Evaluator:
    """Evaluates what stands in `scope`; of a function that is worked through, `frame` has the values of its own names."""

    def __init__(self, scope, frame=None, outer=None):
        self.scope, self.frame = scope, frame
        self.depth = outer.depth + 1 if outer else 0

    def value(self, node):
        """The number, bool or text that `node` stands for; NotConstant where it has none."""
        return bounded(self.known(node))

    def known(self, node):
        """The same of what may be a table, too."""
        tree = self.scope.module.tree_of_files
        is_whole = tree.steps is None  # and not a part of what is evaluated already
        tree.steps = 0 if is_whole else tree.steps
        try:
            return self.evaluate(node)
        except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, RecursionError, struct.error):
            raise NotConstant
        finally:
            tree.steps = None if is_whole else tree.steps

    # -- expressions ---------------------------------------------------------

    def evaluate(self, node):
        self.step()
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            raise NotConstant
        return method(node)

    def step(self):
        tree = self.scope.module.tree_of_files
        tree.steps += 1
        if tree.steps > MAX_STEPS or self.depth > MAX_CALLS:
            raise NotConstant

    def of_Constant(self, node):
        return None if node.value is None else bounded(node.value)

    def of_Held(self, node):
        return node.table if isinstance(node.table, range) else type(node.table)(node.table)

    def of_Name(self, node):
        if self.frame is not None and node.id in self.frame:
            value = self.frame[node.id]
            if value is Unset:
                raise NotConstant
            return value
        return self.global_value(node)

    def of_Attribute(self, node):
        if isinstance(node.value, ast.Call) and (found := self.limit(node)) is not None:
            return found
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        is_own = self.frame is not None and isinstance(root, ast.Name) and root.id in self.frame
        if not is_own and isinstance(root, ast.Name):
            return self.global_value(node)
        base = self.evaluate(node.value)
        if not is_meaning(base):
            raise NotConstant
        return self.of_meaning(self.scope.attribute(base, node.attr), node)

    def global_value(self, node):
        meaning = self.scope.resolve_early(node)
        if meaning is None or meaning.kind != "unresolved":
            return self.of_meaning(meaning, node)
        found = self.scope.binding(node) if hasattr(meaning, "table") else None  # which nothing changes
        if found is None and hasattr(meaning, "table") and self.is_member(node):
            return self.of_meaning(meaning, node)
        if found is None:
            raise NotConstant(meaning.reason)
        self.step()
        return Evaluator(found[1], None, self).evaluate(found[0])

    def is_member(self, node):
        """Whether a chain of attributes ends in one of a class, whose changes are seen when it is looked up."""
        base = self.scope.resolve_early(node.value) if isinstance(node, ast.Attribute) else None
        return base is not None and base.kind == "class"

    def of_meaning(self, meaning, node):
        if meaning is None:
            raise NotConstant
        if meaning.kind == "constant":
            return meaning.value
        if meaning.kind != "unresolved":
            return meaning
        if meaning.is_none:
            return None
        if hasattr(meaning, "table"):
            return self.of_Held(Held(meaning.table))
        raise NotConstant(meaning.reason)

    def limit(self, node):
        """`np.finfo(np.float32).eps` and its like; None for others."""
        call = node.value
        module, name = self.scope.callee(call.func)
        if module != "numpy" or name not in ("finfo", "iinfo") or len(call.args) != 1:
            return None
        return limit(name, self.scope.callee(call.args[0])[1], node.attr)

    def of_Tuple(self, node):
        return tuple(self.elements(node.elts))

    def of_List(self, node):
        return self.elements(node.elts)

    def of_Set(self, node):
        return set(self.elements(node.elts))

    def elements(self, nodes):
        result = []
        for node in nodes:
            result += self.items(node.value) if isinstance(node, ast.Starred) else [self.element(node)]
        return result

    def element(self, node):
        """A part of a table; where it has no value, what is said of it, so that others have one."""
        try:
            return self.evaluate(node)
        except NotConstant as problem:
            return self.scope.unknown(problem.reason)

    def of_Dict(self, node):
        if None in node.keys:
            raise NotConstant
        return {self.evaluate(key): self.element(value) for key, value in zip(node.keys, node.values)}

    def of_Subscript(self, node):
        table = self.evaluate(node.value)
        if not isinstance(table, (tuple, list, dict, str, range)):
            return self.made(node)
        if isinstance(node.slice, ast.Slice):
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            return table[slice(*(None if bound is None else self.evaluate(bound) for bound in bounds))]
        return self.clear(table[self.evaluate(node.slice)])

    @staticmethod
    def clear(value):
        """A value that a table has had; NotConstant where it had none."""
        if is_meaning(value) and value.kind == "unresolved":
            raise NotConstant(value.reason)
        return value

    def of_UnaryOp(self, node):
        operand = self.evaluate(node.operand)
        return self.truth(operand) is False if isinstance(node.op, ast.Not) else UNARY[type(node.op)](operand)

    def of_BinOp(self, node):
        return self.binary(node.op, self.evaluate(node.left), self.evaluate(node.right))

    def binary(self, op, left, right):
        if isinstance(op, ast.Add) and type(left) is type(right) and isinstance(left, (tuple, list, str)):
            return self.sized(left + right)
        if isinstance(op, ast.Mult) and isinstance(left, (tuple, list)) and isinstance(right, int):
            if len(left) * right > MAX_ITEMS:
                raise NotConstant
            return left * right
        if not all(isinstance(operand, (bool, int, float)) for operand in (left, right)) or type(op) not in BINARY:
            raise NotConstant
        if isinstance(op, ast.Pow):
            return bounded(power(left, right))
        if isinstance(op, ast.LShift):
            return bounded(shifted(left, right))
        return bounded(BINARY[type(op)](left, right))

    def sized(self, value):
        if isinstance(value, str):
            return bounded(value)
        if len(value) > MAX_ITEMS:
            raise NotConstant
        return value

    def of_BoolOp(self, node):
        decides = isinstance(node.op, ast.Or)
        for operand in node.values:
            value = self.evaluate(operand)
            if self.truth(value) is decides:
                return value
        return value

    @staticmethod
    def truth(value):
        found = factories.truth_of(value) if is_meaning(value) else bool(value)
        if found is None:
            raise NotConstant
        return found

    def holds(self, test):
        """Whether a condition holds."""
        found = factories.truth(self.names(), test)
        if found is None:
            raise NotConstant
        return found

    def names(self):
        """A scope in which the function's own names mean what they have by now."""
        if not self.frame:
            return self.scope
        scope = self.scope.child(self.scope.name)
        for name, value in self.frame.items():
            if value is not Unset:
                scope.bind_meaning(name, scope.meaning_of(value, name))
        return scope

    def made(self, node):
        """What a call or a subscript makes that is no number: a function, a type, an enumeration."""
        found = self.names().made(node)
        return self.of_meaning(found, node)

    def of_Compare(self, node):
        left = self.evaluate(node.left)
        for op, comparator in zip(node.ops, node.comparators):
            right = self.evaluate(comparator)
            if not self.compare(op, left, right):
                return False
            left = right
        return True

    def compare(self, op, left, right):
        if isinstance(op, (ast.In, ast.NotIn)):
            if isinstance(right, str):
                found = left in right
            else:
                found = any([self.same(left, item) for item in right])
            return found is isinstance(op, ast.In)
        if isinstance(op, (ast.Is, ast.IsNot)):
            return self.same(left, right) is isinstance(op, ast.Is)
        if isinstance(op, (ast.Eq, ast.NotEq)) and (is_meaning(left) or is_meaning(right)):
            return self.same(left, right) is isinstance(op, ast.Eq)
        return COMPARE[type(op)](left, right)

    @staticmethod
    def same(left, right):
        if not is_meaning(left) and not is_meaning(right):
            return left == right
        if is_meaning(left) and is_meaning(right):
            found = factories.same(left, right)
        else:  # a function or a type, and a value
            found = None if "unresolved" in (getattr(left, "kind", ""), getattr(right, "kind", "")) else False
        if found is None:
            raise NotConstant
        return found

    def of_IfExp(self, node):
        return self.evaluate(node.body if self.holds(node.test) else node.orelse)

    def of_JoinedStr(self, node):
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self.evaluate(part.value)
                if part.format_spec is not None or part.conversion != -1 or type(value) not in (int, str):
                    raise NotConstant
                parts.append(str(value))
            else:
                parts.append(part.value)
        return bounded("".join(parts))

    def of_ListComp(self, node):
        result = []
        self.comprehend(node.generators, lambda inner: result.append(inner.evaluate(node.elt)))
        return result

    of_GeneratorExp = of_ListComp

    def of_SetComp(self, node):
        return set(self.of_ListComp(node))

    def of_DictComp(self, node):
        result = {}

        def add(inner):
            result[inner.evaluate(node.key)] = inner.evaluate(node.value)

        self.comprehend(node.generators, add)
        return result

    def comprehend(self, generators, add):
        if not generators:
            self.step()
            return add(self)
        for item in self.items(generators[0].iter):
            inner = Evaluator(self.scope, dict(self.frame or {}), self)
            inner.depth = self.depth
            inner.bind(generators[0].target, item)
            if all(inner.truth(inner.evaluate(test)) for test in generators[0].ifs):
                inner.comprehend(generators[1:], add)

    def items(self, node):
        """The items that a loop over an expression goes through."""
        value = self.evaluate(node)
        if not isinstance(value, (*TABLES, range, str)) or len(value) > MAX_ITEMS:
            raise NotConstant
        return list(value)

    # -- calls ---------------------------------------------------------------

    def of_Call(self, node):
        module, name = self.scope.callee(node.func) if not self.is_own(node.func) else ("", "")
        if module == "warp" and name in ("constant", "static") and len(node.args) == 1 and not node.keywords:
            return self.evaluate(node.args[0])
        function = {"python": BUILTINS, "math": MATH, "numpy": NUMPY}.get(module, {}).get(name)
        is_type = module == "numpy" and (name in FLOATS or name in INTEGERS) and len(node.args) == 1
        if module == "python" and (name in OF_TABLES or name in ("range", "zip", "dict")):
            return self.of_table(name, node)
        if function is None and not is_type:
            return self.author_call(node)
        if node.keywords:
            raise NotConstant
        arguments = self.elements(node.args)
        if (module, name) == ("python", "float") and arguments and isinstance(arguments[0], str):
            return float(*arguments)
        if not all(isinstance(argument, (bool, int, float)) for argument in arguments):
            raise NotConstant
        if module == "python" and name == "pow" and len(arguments) == 2:
            return bounded(power(*arguments))
        return rounded(name, arguments[0]) if is_type else bounded(function(*arguments))

    def is_own(self, node):
        return self.frame is not None and isinstance(node, ast.Name) and node.id in self.frame

    def of_table(self, name, node):
        """Python's functions of tables, and those that make one."""
        if node.keywords and name != "dict":
            raise NotConstant
        arguments = self.elements(node.args)
        if name == "range":
            made = range(*arguments)
            return made if len(made) <= MAX_ITEMS else self.sized(made)
        if name == "dict":
            made = dict(*arguments)
            return {**made, **{keyword.arg: self.evaluate(keyword.value) for keyword in node.keywords}}
        if name == "zip":
            return list(zip(*map(self.checked, arguments)))
        if name in ("max", "min") and len(arguments) > 1:
            return bounded(OF_TABLES[name](*map(self.clear, arguments)))
        if not arguments:
            return OF_TABLES[name](())
        table = self.checked(arguments[0])
        if name not in ("len", "tuple", "list", "enumerate", "reversed"):
            table = [self.clear(item) for item in table]
            if name in ("any", "all"):
                table = [self.truth(item) for item in table]
            if name in ("sum", "max", "min", "sorted") and not all(
                isinstance(i, (bool, int, float, str)) for i in table
            ):
                raise NotConstant
        made = OF_TABLES[name](table, *arguments[1:])
        return made if isinstance(made, TABLES) else bounded(made)

    @staticmethod
    def checked(value):
        if not isinstance(value, (*TABLES, range, str)):
            raise NotConstant
        return value

    def author_call(self, node):
        if isinstance(node.func, ast.Attribute) and (method := self.method(node)) is not None:
            return method()
        names = self.names()
        function = factories.factory(names, node.func)
        meanings = factories.arguments_of(function, node, names) if function is not None else None
        if meanings is None:
            return self.made(node)
        returned = factories.returned_for(function, meanings, names)
        if (
            returned.kind != "unresolved"
            or hasattr(returned, "table")
            or returned.is_none
            or not is_plain(function.node)
        ):
            return self.of_meaning(returned, node)
        try:
            return self.run_function(function, {name: value_of(meaning) for name, meaning in meanings.items()})
        except NotConstant:
            raise NotConstant(returned.reason)

    def method(self, node):
        """A call of a method of a table or a text, as a function without arguments; None where it is something else."""
        root = node.func.value
        while isinstance(root, (ast.Attribute, ast.Subscript)):
            root = root.value
        if (
            isinstance(root, ast.Name)
            and not self.is_own(root)
            and not any(node.func.attr in m for m in METHODS.values())
        ):
            return None
        try:
            receiver = self.evaluate(node.func.value)
        except NotConstant:
            return None
        if is_meaning(receiver):
            return None
        methods = METHODS.get(type(receiver), {})
        if self.is_own(root):
            methods = {**methods, **CHANGING.get(type(receiver), {})}
        found = methods.get(node.func.attr)
        if found is None or node.keywords:
            raise NotConstant
        arguments = self.elements(node.args)

        def call():
            made = found(receiver, *arguments)
            self.sized(receiver)
            return self.clear(made)

        return call

    def run_function(self, function, frame):
        """What a function of the author's returns, found once for the same arguments."""
        found = self.scope.module.tree_of_files.results
        parts = [factories.identity_of(value) for value in frame.values()]
        key = None if None in parts else (id(function.node), id(function.scope), *parts)
        if key not in found or key is None:
            try:
                result = self.result(function, frame)
            except NotConstant as problem:
                result = self.scope.unknown(problem.reason)
            if key is None:
                return self.clear(result)
            found[key] = result
        return self.clear(found[key])

    def result(self, function, frame):
        frame = {**dict.fromkeys(factories.names_stored(function.node), Unset), **frame}
        scope = function.scope.child(function.node.name)
        scope.is_called = True
        inner = Evaluator(scope, frame, self)
        inner.step()
        try:
            inner.run(function.node.body)
        except Left as left:
            return left.value
        return None

    # -- statements ----------------------------------------------------------

    def run(self, body):
        for statement in body:
            self.step()
            method = getattr(self, "run_" + type(statement).__name__, None)
            if method is None:
                raise NotConstant
            method(statement)

    def run_Return(self, statement):
        raise Left(None if statement.value is None else self.evaluate(statement.value))

    def run_Pass(self, statement):
        pass

    def run_Expr(self, statement):
        if not isinstance(statement.value, ast.Constant):
            self.evaluate(statement.value)

    def run_Assert(self, statement):
        if not self.holds(statement.test):
            raise NotConstant

    def run_If(self, statement):
        self.run(statement.body if self.holds(statement.test) else statement.orelse)

    def run_Assign(self, statement):
        value = self.element(statement.value)
        for target in statement.targets:
            self.bind(target, value)

    def run_AnnAssign(self, statement):
        if statement.value is not None:
            self.bind(statement.target, self.element(statement.value))

    def run_AugAssign(self, statement):
        old = self.evaluate(statement.target)
        self.bind(statement.target, self.binary(statement.op, old, self.evaluate(statement.value)))

    def bind(self, target, value):
        if isinstance(target, ast.Name):
            self.frame[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            values = list(self.checked(value))
            if len(values) != len(target.elts):
                raise NotConstant
            for part, item in zip(target.elts, values):
                self.bind(part, item)
        elif isinstance(target, ast.Subscript) and self.is_own(target.value):
            table = self.evaluate(target.value)
            table[self.evaluate(target.slice)] = value
            self.sized(table)
        else:
            raise NotConstant

    def run_For(self, statement):
        for item in self.items(statement.iter):
            self.bind(statement.target, item)
            if self.turn(statement.body):
                return
        self.run(statement.orelse)

    def run_While(self, statement):
        while self.holds(statement.test):
            self.step()
            if self.turn(statement.body):
                return
        self.run(statement.orelse)

    def turn(self, body):
        """Runs one turn of a loop; returns whether it ends the loop."""
        try:
            self.run(body)
        except Broken as broken:
            return broken.args[0]
        return False

    def run_Break(self, statement):
        raise Broken(True)

    def run_Continue(self, statement):
        raise Broken(False)


class Unset:
    """The value of a name that has none yet."""


class Held(ast.expr):
    """The expression of a table that is known already: what a parameter stands for."""

    def __init__(self, table):
        super().__init__()
        self.table = table


def is_meaning(value):
    return hasattr(value, "kind")


def value_of(meaning):
    """What an Evaluator finds where this is meant."""
    if meaning.kind == "constant":
        return meaning.value
    if hasattr(meaning, "table"):
        return meaning.table
    return None if getattr(meaning, "is_none", False) else meaning


def is_plain(function):
    """Whether all that stands in a function is of kinds that an Evaluator works through; told once for each."""
    if not hasattr(function, "is_plain"):
        kinds = {type(node) for statement in function.body for node in ast.walk(statement)}
        function.is_plain = all(map(is_known_kind, kinds))
    return function.is_plain


def is_known_kind(kind):
    if issubclass(kind, (ast.stmt, ast.expr)):
        return hasattr(Evaluator, "run_" + kind.__name__) or hasattr(Evaluator, "of_" + kind.__name__) or kind in PARTS
    return True


# Expressions that others take apart.
PARTS = (ast.Starred, ast.Slice, ast.FormattedValue)
