# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Syntax trees as JSON: the class's name as `node`, its place, its fields; `ref` on a name that is not the function's own."""

import ast
import copy

from .constants import NotConstant
from .factories import MAX_ITEMS, element, items, names_in, names_stored, truth, truth_of
from .reading import MAX_DEPTH, Refused, too_deep

LEFT_OUT = ("ctx", "type_comment", "type_ignores", "type_params")
# Operators are their names.
SYMBOLS = {
    symbol: symbol.__name__
    for base in (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
    for symbol in base.__subclasses__()
}
FIELDS = {}  # class -> the fields that are encoded
# Fields in which no node stands.
PLAIN = ("ctx", "op", "ops", "id", "attr", "arg", "name", "kind", "type_comment", "module", "level", "simple")
INNER = {
    str: (),
    int: (),
    bool: (),
    type(None): (),
    ast.Constant: (),
    ast.Name: (),
}  # class -> the fields in which nodes stand
# Functions of Warp's that write into their last arguments, by how many come before those.
# Fields of statements.
BLOCKS = ("body", "orelse")
# What draws from a generator whose state is the first argument, which it changes, and the other argument.
DRAWING = {"poisson": "lam", "sample_cdf": "cdf"}
# What sets a part of a transform in its place, and the name of the part: an assignment to it.
SETTERS = {"transform_set_translation": "p", "transform_set_rotation": "q"}
# What gives a copy of a transform with another part, and the function that gives the part that stays.
COPIES = {
    "transform_set_translation_copy": "transform_get_rotation",
    "transform_set_rotation_copy": "transform_get_translation",
}
WRITING = {("svd3", 4): 1, ("svd2", 4): 1, ("qr3", 3): 1, ("eig3", 3): 1, ("quat_to_axis_angle", 3): 1}


def fields_of(kind):
    if kind not in FIELDS:
        FIELDS[kind] = tuple(name for name in kind._fields if name not in LEFT_OUT)
    return FIELDS[kind]


def inner_fields(kind):
    if kind not in INNER:
        INNER[kind] = tuple(name for name in kind._fields if name not in PLAIN)
    return INNER[kind]


def encode_number(value):
    """A constant's kind and value; the value is text, for JSON has no 64-bit integers and no infinities."""
    if value is None or value is Ellipsis:
        return {"kind": "none" if value is None else "ellipsis", "value": ""}
    if isinstance(value, int) and not isinstance(value, bool):
        fits = -(2**63) <= value < 2**64
        return {"kind": "int", "value": str(value) if fits else "huge"}
    if isinstance(value, str):
        return {"kind": "str", "value": value}
    return {"kind": type(value).__name__, "value": repr(value)}


def constant_node(value):
    return {"node": "Constant", **encode_number(value)}


# Turns of a loop that Warp unrolls, where nothing in it is `wp.static`; with that it unrolls any.
MAX_TURNS = 16
# Statements that the loops of a function may be unrolled to.
MAX_UNROLLED = 10000


class Encoder:
    """Encodes nodes that stand in `scope`; names in `local` are the function's own. `program` numbers what they refer to,
    `comments` is {id(node): fields} of what is said beside the nodes, `operators` what Program.operators_of says."""

    is_early = False  # whether what is encoded is evaluated when the module is read, and not when a kernel is built

    def __init__(self, program, scope, local=frozenset(), comments=None, operators=None):
        self.program, self.scope, self.local = program, scope, local
        self.comments, self.operators = comments or {}, operators
        self.depth = 0
        self.is_annotation = False
        self.assigned = set()  # local names that have something by now, in the order of the text
        self.held = {}  # local names that hold a number where the kernel is read, as `wp.static` sees them
        self.unrolled = 0
        self.callee = None  # what the call that was opened last calls
        self.copied = []  # keeps what comments are found by: numbers of what is alive

    def encode(self, node):
        """The JSON of a node; refuses what nests too deeply for a reader that recurses."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise too_deep(getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)
        result = self.encoded(node)
        self.depth -= 1
        return result

    def encoded(self, node):
        kind = type(node)
        said = self.comments.get(id(node))
        if kind is ast.Expr or kind is ast.Assign:
            node = self.with_results(node)
            kind = type(node)
        elif kind is ast.Call and (
            getattr(node.func, "attr", "") in DRAWING or getattr(node.func, "id", "") in DRAWING
        ):
            self.check_draw(node)
        elif kind is ast.Subscript and self.is_annotation and (found := element(self.scope, node)):
            return ModuleEncoder(self.program, found[1]).encode(found[0])  # `TYPES["key"]`
        elif kind is ast.For:
            node = self.forward(node)
        elif kind is ast.IfExp and (test := self.decided(node.test)) is not None:
            return self.encoded(node.body if test else node.orelse)
        elif kind is ast.Call:
            node = self.plain_call(node)
            kind = type(node)
        if kind is ast.Call:
            self.callee = node.func
        if kind is ast.Constant:
            result = constant_node(node.value)
        else:
            result = self.with_fields(node, kind)
            if kind is ast.Attribute or kind is ast.Name or kind is ast.Call:
                self.refer(node, result)
            elif self.operators and (kind is ast.BinOp or kind is ast.AugAssign) and type(node.op) in self.operators:
                result["ref"] = self.program.reference(self.operators[type(node.op)])
        line = getattr(node, "lineno", None)
        if line is not None:
            result["line"], result["col"] = line, node.col_offset + 1
        if said:
            result.update(said)
        return result

    def with_fields(self, node, kind):
        result = {"node": kind.__name__}
        values = node.__dict__
        for name in fields_of(kind):
            field = values.get(name)
            if field is None:
                continue
            if type(field) is str:
                result[name] = field
            elif type(field) is list:
                result[name] = self.block(field) if name in BLOCKS else [self.encode_field(item) for item in field]
            else:
                result[name] = self.encode_field(field)
        return result

    def block(self, statements):
        """The statements of a block; of an `if` that is decided when the kernel is read, those that run, as in Warp."""
        result, waiting = [], []  # what was said above an `if` goes above what stands in its place, or next
        held, self.held = self.held, dict(self.held)
        for statement in statements:
            if "static" in self.scope.module.text:
                self.forget(statement)
            kind = type(statement)
            test = self.decided(statement.test) if kind is ast.If else None
            turns = self.turns(statement) if kind is ast.For else None
            if test is None and turns is None:
                if kind is ast.For:
                    self.assigned.update(names_stored(statement.target))
                taken = [self.encode(statement)]
            else:
                taken = self.block(turns if turns is not None else statement.body if test else statement.orelse)
                waiting = waiting + self.comments.get(id(statement), {}).get("lead", [])
            if waiting and taken:
                taken[0]["lead"] = waiting + taken[0].get("lead", [])
                waiting = []
            result += taken
            self.assigned.update(names_stored(statement))
            self.hold(statement)
        self.held = held
        if waiting and result:
            result[-1]["trail"] = result[-1].get("trail", []) + waiting
        return result

    def decided(self, test):
        """What `wp.static` says that a condition is; None where it says nothing."""
        return truth_of(self.static_meaning(test.args[0])) if self.is_static(test) else None

    def forget(self, statement):
        """What a statement assigns holds no number from here on."""
        for name in set(names_stored(statement)).intersection(self.held):
            del self.held[name]

    def hold(self, statement):
        """After `n = 3` and after an unrolled loop Warp knows the number that a name holds, until the block ends; a global one of the
        name hides it."""
        name, value = None, None
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            name, value = getattr(statement.targets[0], "id", None), self.number_of(statement.value)
        elif isinstance(statement, ast.For):
            turns = self.range_of(statement)
            is_short = (
                turns
                and len(turns) <= MAX_TURNS
                or self.is_read_by_static(getattr(statement.target, "id", ""), statement.body)
            )
            if turns and is_short and len(turns) <= MAX_ITEMS and not stops(statement.body, ast.Break):
                name, value = statement.target.id, turns[-1][0].value
        if name and type(value) in (int, float, bool) and hasattr(self.scope.resolve(name), "is_implicit"):
            self.held[name] = value

    def number_of(self, node):
        """The value of a literal, or what `wp.static` gives where that is one; None for what is computed."""
        if isinstance(node, ast.Constant):
            return node.value
        meaning = self.static_meaning(node.args[0]) if self.is_static(node) else None
        return meaning.value if meaning is not None and meaning.kind == "constant" else None

    def range_of(self, loop):
        """The turns of a loop over a range that is known, whose body does not assign to its variable; None for others."""
        name = getattr(loop.target, "id", None)
        if (
            not name
            or "static" not in self.scope.module.text
            or loop.orelse
            or any(name in names_stored(part) for part in loop.body)
        ):
            return None
        return (
            items(self.scope, loop.iter)
            if self.scope.callee(getattr(loop.iter, "func", None)) == ("python", "range")
            else None
        )

    def turns(self, loop):
        """The statements of all turns of a loop in which `wp.static` names its variable, as Warp unrolls it; None for another."""
        turns = self.range_of(loop)
        if turns is None or not self.is_read_by_static(loop.target.id, loop.body) or leaves(loop.body):
            return None
        name, result = loop.target.id, []
        self.unrolled += len(turns) * sum(
            isinstance(node, ast.stmt) for statement in loop.body for node in ast.walk(statement)
        )
        if self.unrolled > MAX_UNROLLED or len(turns) > MAX_ITEMS:
            message = f"expected a loop that unrolls to at most {MAX_UNROLLED} statements, since 'wp.static' names its variable"
            raise Refused(loop.lineno, loop.col_offset + 1, message)
        for position, (value, _) in enumerate(turns):
            copies = {}
            body = copy.deepcopy(loop.body, copies)
            if position == 0:  # whose statements have what was said beside those of the text
                said = ((copies.get(number), fields) for number, fields in self.comments.items())
                self.comments = {**self.comments, **{id(node): fields for node, fields in said if node is not None}}
            kept = Known(name, value.value)
            result += self.without_continue([kept.visit(statement) for statement in body])
            self.copied.append(copies)
        return result

    def without_continue(self, body):
        """One turn of an unrolled loop: what follows an `if` that ends with `continue` is its other branch."""
        for place, statement in enumerate(body):
            if isinstance(statement, ast.Continue):
                return body[:place]
            if (
                not isinstance(statement, ast.If)
                or not stops(statement.body, ast.Continue)
                and not stops(statement.orelse, ast.Continue)
            ):
                continue
            rest, test = body[place + 1 :], self.decided(statement.test)
            if test is not None:
                return body[:place] + self.without_continue((statement.body if test else statement.orelse) + rest)
            branches = [self.without_continue(branch + rest) for branch in (statement.body, statement.orelse)]
            made = ast.If(statement.test, branches[0] or [ast.copy_location(ast.Pass(), statement)], branches[1])
            copied = ast.copy_location(made, statement)
            self.comments = {**self.comments, id(copied): self.comments.get(id(statement), {})}
            self.copied.append(copied)
            return [*body[:place], copied]
        return body

    def forward(self, loop):
        """A loop over `reversed(range(n))` as one over `range(n - 1, -1, -1)`, and with a step likewise."""
        call = loop.iter
        if (
            not isinstance(call, ast.Call)
            or len(call.args) != 1
            or self.scope.callee(call.func) != ("python", "reversed")
        ):
            return loop
        inner = call.args[0]
        is_range = isinstance(inner, ast.Call) and self.scope.callee(inner.func) == ("python", "range")
        if not is_range or inner.keywords or len(inner.args) not in (1, 2, 3):
            return loop
        if len(inner.args) == 3:
            arguments = stepped_back(*inner.args)
        else:
            first, last = (
                [below(node) for node in inner.args[::-1]]
                if len(inner.args) == 2
                else (below(inner.args[0]), ast.Constant(-1))
            )
            arguments = [first, ast.copy_location(last, inner), ast.copy_location(ast.Constant(-1), inner)]
        return ast.copy_location(
            ast.For(loop.target, ast.copy_location(ast.Call(inner.func, arguments, []), inner), loop.body, loop.orelse),
            loop,
        )

    def is_read_by_static(self, name, body):
        nodes = (node for statement in body for node in ast.walk(statement))
        return any(self.is_static(node) and name in names_in(node) for node in nodes if type(node) is ast.Call)

    def is_static(self, node):
        return type(node) is ast.Call and len(node.args) == 1 and self.scope.callee(node.func) == ("warp", "static")

    def plain_call(self, call):
        """A call as what it comes to: `wp.static(len(v))` of a local name, `wp.pos(x)`, a copy of a transform with another part."""
        if self.is_length_of_local(call):
            return call.args[0]
        name = getattr(call.func, "attr", "")
        if name != "pos" and name not in COPIES or call.keywords or self.scope.callee(call.func) != ("warp", name):
            return call
        if name == "pos" and len(call.args) == 1:
            return ast.copy_location(ast.UnaryOp(ast.UAdd(), call.args[0]), call)
        if name == "pos" or len(call.args) != 2:
            return call
        kept = self.named_call(call, COPIES[name], call.args[:1])
        parts = [call.args[1], kept] if "translation_copy" in name else [kept, call.args[1]]
        return self.named_call(call, "transformation", parts)

    @staticmethod
    def named_call(call, name, arguments):
        """A call of another of Warp's functions in the place of one."""
        function = ast.copy_location(ast.Attribute(call.func.value, name, ast.Load()), call.func)
        return ast.copy_location(ast.Call(function, arguments, []), call)

    def is_length_of_local(self, call):
        """`wp.static(len(v))` of a local name: its type says it, and not what the name holds."""
        inner = call.args[0] if self.is_static(call) else None
        return (
            isinstance(inner, ast.Call)
            and self.scope.callee(inner.func) == ("python", "len")
            and len(inner.args) == 1
            and getattr(inner.args[0], "id", None) in self.local.difference(self.held)
        )

    def check_draw(self, call):
        module, name = self.scope.callee(call.func)
        if module == "warp" and name in DRAWING and not hasattr(call, "has_results"):
            message = f"expected 'n = wp.{name}(state, {DRAWING[name]})' with the state in a variable, as a statement of its own"
            raise Refused(call.lineno, call.col_offset + 1, message)

    def with_results(self, statement):
        """`wp.svd3(A, U, s, V)` as `U, s, V = wp.svd3(A)`, and `n = wp.poisson(state, l)` as `n, state = …`: what a call of Warp's
        writes into its arguments are results, for functions have nothing else."""
        call = statement.value
        targets = getattr(statement, "targets", [])
        if not isinstance(call, ast.Call) or call.keywords or len(targets) > 1 or not 2 <= len(call.args) <= 4:
            return statement
        callee = self.scope.callee(call.func)
        if callee[0] != "warp":
            return statement
        name, arguments = callee[1], call.args
        if (
            name in SETTERS
            and isinstance(statement, ast.Expr)
            and isinstance(arguments[0], ast.Name)
            and len(arguments) == 2
        ):
            part = ast.copy_location(ast.Attribute(arguments[0], SETTERS[name], ast.Store()), call)
            return ast.copy_location(ast.Assign([part], arguments[1]), statement)
        first = WRITING.get((name, len(arguments)))
        if first is not None and not targets:
            results, arguments = arguments[first:], arguments[:first]
        elif name in DRAWING and len(arguments) == 2 and len(targets) == 1 and isinstance(arguments[0], ast.Name):
            results = [targets[0], arguments[0]]
        else:
            return statement
        call = ast.copy_location(ast.Call(call.func, arguments, []), call)
        call.has_results = True
        return ast.copy_location(ast.Assign([ast.copy_location(ast.Tuple(results, None), statement)], call), statement)

    def refer(self, node, result):
        """Says what a name stands for, or what a call of `wp.static` gives."""
        if isinstance(node, ast.Attribute):
            if "ref" in result["value"]:
                # What stands for the whole chain says more than what stands for its root.
                reference = self.reference(node)
                if reference is not None:
                    del result["value"]["ref"]
                    result["ref"] = reference
        elif isinstance(node, ast.Name):
            if node.id not in self.local or self.is_callee_yet(node):
                reference = self.reference(node)
                if reference is not None:
                    result["ref"] = reference
        elif self.is_static(node):
            result["ref"] = self.program.reference(self.static_meaning(node.args[0]))

    def is_callee_yet(self, node):
        """Whether a name is a function's that is called where the local name has nothing yet: `radius = radius(x)`."""
        if node is not self.callee or node.id in self.assigned:
            return False
        return self.scope.resolve(node.id).kind in ("functions", "struct", "warp") and not hasattr(
            self.scope.resolve(node.id), "is_implicit"
        )

    def reference(self, node):
        """The JSON of what a name or chain of attributes stands for in the scope; None for an attribute of a value."""
        known, parts = self.program.references_of(self.scope), []
        root = node
        while isinstance(root, ast.Attribute):
            parts.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            return None
        is_early = self.is_early or self.is_annotation
        place = (root.lineno, root.col_offset) if is_early and hasattr(root, "lineno") else None
        key = (root.id, place if self.scope.is_rebound(root.id) else None, *parts)
        if key not in known:
            meaning = self.scope.resolve_node(node, place)
            known[key] = None if meaning is None else self.program.reference(meaning)
        return known[key]

    def static_meaning(self, node):
        """What an argument of `wp.static` stands for, or why that is not known."""
        if self.held and not names_in(node).isdisjoint(self.held):
            node = copy.deepcopy(node)
            for name, value in self.held.items():
                node = Known(name, value).visit(node)
        own = names_stored(node)  # of comprehensions
        for part in ast.walk(node) if self.local else ():
            if isinstance(part, ast.Name) and part.id in self.local and part.id not in own:
                return self.scope.unknown(f"'{part.id}', a variable of the kernel")
        meaning = self.scope.assigned("", node)
        if meaning.kind != "unresolved":
            return meaning
        holds = truth(self.scope, node) if isinstance(node, (ast.Compare, ast.BoolOp, ast.UnaryOp)) else None
        if holds is not None:
            return self.scope.assigned("", ast.Constant(holds))
        names = (
            self.scope.resolve_node(part) for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute))
        )
        unknown = [name.reason for name in names if name is not None and name.kind == "unresolved"]
        if not unknown and not meaning.reason.startswith("''"):  # of the nameless whole there is nothing to say
            unknown = [meaning.reason]
        return self.scope.unknown(unknown[-1] if unknown else "what is known only when its module runs")

    def encode_field(self, field):
        kind = type(field)
        if kind in SYMBOLS:
            return SYMBOLS[kind]
        if isinstance(field, ast.AST):
            return self.encode(field)
        if kind is list:
            return [self.encode_field(item) for item in field]
        return field if isinstance(field, (int, str)) else str(field)

    def annotation(self, node):
        """An annotation; one in quotes is what it says."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inner = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return self.encode(node)
            for part in ast.walk(inner):
                if hasattr(part, "lineno"):
                    part.lineno, part.col_offset = node.lineno, node.col_offset
            node = inner
        self.is_annotation = True
        result = self.encode(node)
        self.is_annotation = False
        return result


def below(node):
    """The expression that is one less."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.copy_location(ast.Constant(node.value - 1), node)
    return ast.copy_location(ast.BinOp(node, ast.Sub(), ast.copy_location(ast.Constant(1), node)), node)


def stepped_back(start, stop, step):
    """The arguments of a range that counts back what `range(start, stop, step)` counts."""
    parts = {"start": start, "stop": stop, "step": step}
    negative = type(step) is ast.UnaryOp and type(step.op) is ast.USub
    size = step.operand if negative else step
    if type(size) is ast.Constant and type(size.value) is int:
        toward = "-1" if negative else "1"
        back = ast.copy_location(ast.Constant(size.value if negative else -size.value), step)
    else:
        toward = "(1 if step > 0 else -1)"
        back = None

    def made(text):
        tree = ast.parse(text, mode="eval").body
        for node in ast.walk(tree):
            ast.copy_location(node, start)
        return Replaced(parts).visit(tree)

    last = made(f"start + (stop - start - {toward}) // step * step")
    return [last, made("start - step"), back or made("-step")]


class Replaced(ast.NodeTransformer):
    """Puts copies of expressions in the places of names."""

    def __init__(self, parts):
        self.parts = parts

    def visit_Name(self, node):
        return copy.deepcopy(self.parts[node.id])


class Known(ast.NodeTransformer):
    """Puts a number in the place of a name."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def visit_Name(self, node):
        return ast.copy_location(ast.Constant(self.value), node) if node.id == self.name else node


def leaves(body):
    """Whether `break` of the loop around a block stands in it, or an `if` after which both branches may go on and one may `continue`."""
    if stops(body, ast.Break):
        return True
    branches = [(s.body, s.orelse) for s in body if isinstance(s, ast.If) and stops([s], ast.Continue)]
    return any(
        not continues(then) and not continues(other) or leaves(then) or leaves(other) for then, other in branches
    )


def continues(body):
    """Whether a block ends with `continue`, whatever branch is taken."""
    last = body[-1] if body else None
    return (
        isinstance(last, ast.Continue) or isinstance(last, ast.If) and continues(last.body) and continues(last.orelse)
    )


def stops(body, kind):
    """Whether a `break` or `continue` of the loop around a block stands in it."""
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, kind):
            return True
        if not isinstance(node, (ast.For, ast.While)):
            pending += [part for field in ("body", "orelse") for part in getattr(node, field, None) or []]
    return False


def local_names(function):
    """The names that a function binds: parameters, and what its statements assign."""
    arguments = function.args
    names = {a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}
    names.update(a.arg for a in (arguments.vararg, arguments.kwarg) if a)
    shared = set()
    pending = [function]  # ast.walk takes three times as long
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:
                names.add(node.id)
            continue
        if kind is ast.Global or kind is ast.Nonlocal:
            shared.update(node.names)
        elif (kind is ast.FunctionDef or kind is ast.ClassDef) and node is not function:
            names.add(node.name)
        for field in inner_fields(kind):
            value = getattr(node, field, None)
            if type(value) is list:
                pending += value
            elif value is not None:
                pending.append(value)
    return frozenset(names - shared)


class ModuleEncoder(Encoder):
    """Encodes what a module computes when it is read: Python's numbers, so `wp.float64(2.0 * math.pi)` is rounded once."""

    is_early = True

    def encoded(self, node):
        is_limit = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call)
        if is_limit or isinstance(node, (ast.BinOp, ast.IfExp, ast.Call, ast.Subscript)):
            try:
                value = self.scope.value(node)
                return {**constant_node(value), "line": node.lineno, "col": node.col_offset + 1}
            except NotConstant:
                pass
        if isinstance(node, ast.Call) and any(isinstance(argument, ast.Starred) for argument in node.args):
            return self.spread(node)
        return super().encoded(node)

    def spread(self, call):
        """A call with the items of each `*table` in its place; numbers of nested rows one after another."""
        plain = ast.copy_location(ast.Call(call.func, [], call.keywords), call)
        result = super().encoded(plain)
        for argument in call.args:
            pending = [(argument, self.scope)]
            while pending:
                node, scope = pending.pop()
                inner = node.value if isinstance(node, ast.Starred) else node
                found = items(scope, inner) if inner is not node or isinstance(node, (ast.Tuple, ast.List)) else None
                if found is None or any(isinstance(item, list) for item in found):
                    result["args"].append(ModuleEncoder(self.program, scope).encode(node))
                else:
                    pending += reversed(found)
        return result
