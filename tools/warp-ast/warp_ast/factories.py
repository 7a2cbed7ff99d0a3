# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the author's own Python computes around kernels, where that can be read: a call of a function that defines functions
(`make(3)`), and the items of a sequence that a loop goes over. Nothing is run, so what is not plain has no result.

An instance of such a function is a Scope: its body's names, around which stand its parameters with the meanings of their
arguments. Two calls with the same arguments have the same instance."""

import ast
import re

from .constants import NotConstant
from .reading import within

# Instances that one program may have, and items that the loops of one module may go over.
MAX_INSTANCES = 1000
MAX_ITEMS = 1000
# What makes an enumeration of numbers.
NUMBERED = {"Enum", "IntEnum", "IntFlag", "Flag"}
# Types by their names in Warp, where Python has another.
WARP_TYPES = {"float": "float32", "int": "int32"}
OF_FLOATS = re.compile(r"vec\d|mat\d\d|quat|transform|spatial_(vector|matrix)")


# ---------------------------------------------------------------------------
# Meanings compared
# ---------------------------------------------------------------------------


def identity(meaning):
    """What tells two meanings apart; None where that is not known."""
    if meaning is None:
        return None
    if hasattr(meaning, "table"):
        return identity_of(meaning.table)
    if meaning.kind == "constant":
        return ("constant", type(meaning.value), meaning.value)
    if meaning.kind in ("warp", "python"):
        name = WARP_TYPES.get(meaning.name, meaning.name)
        return ("name", name + "f" if OF_FLOATS.fullmatch(name) else name)
    if meaning.kind == "functions":
        return ("functions", *((id(function.node), id(function.scope)) for function in meaning.nodes))
    if meaning.kind in ("struct", "class", "expression"):
        return (meaning.kind, id(meaning.node), id(meaning.scope))
    return ("none",) if getattr(meaning, "is_none", False) else None


def identity_of(value):
    """The same of a value that an Evaluator found."""
    if hasattr(value, "kind"):
        return identity(value)
    if value is None:
        return ("none",)
    if isinstance(value, dict):
        value = value.items()
    elif not isinstance(value, (tuple, list, range)):
        return ("constant", type(value), value) if isinstance(value, (bool, int, float, str)) else None
    parts = [identity_of(part) for part in value]
    return None if None in parts else ("table", *parts)


def same(left, right):
    """Whether two meanings are the same; None where that is not known."""
    left, right = identity(left), identity(right)
    if left is None or right is None:
        return None
    if left[0] == right[0] == "constant":
        return left[2] == right[2]
    # Two expressions of a type may make the same one, and an alias of Warp's may be that.
    may_differ = left[0] != "expression" and right[0] != "expression"
    return True if left == right else False if may_differ else None


def truth(scope, test):
    """Whether a condition holds in a scope; None where that is known only when it runs."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        value = truth(scope, test.operand)
        return None if value is None else not value
    if isinstance(test, ast.BoolOp):
        decides = isinstance(test.op, ast.Or)
        values = [truth(scope, value) for value in test.values]
        return decides if decides in values else None if None in values else not decides
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        value = compared(scope, test.left, test.ops[0], test.comparators[0])
        if value is not None:
            return value
    return truth_of(scope.assigned("", test))


def truth_of(meaning):
    """The same of what a condition means."""
    if meaning.kind == "constant":
        return bool(meaning.value)
    if meaning.kind in ("functions", "struct", "warp", "expression"):
        return True
    return False if identity(meaning) == ("none",) else None


def names_in(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def names_stored(node):
    """The names that are assigned to within a node, each as often as it is."""
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)]


def case_of(scope, match):
    """The statements of the case of a `match` that runs; None where that is not known."""
    subject = scope.assigned("", match.subject)
    for case in match.cases:
        fits = None if case.guard else matches(scope, subject, case.pattern)
        if fits is not False:
            return case.body if fits else None
    return []


def matches(scope, subject, pattern):
    """Whether a pattern of values fits; None where that is not known. (Python before 3.10 has none of these nodes.)"""
    kind = type(pattern).__name__
    if kind == "MatchValue":
        return same(subject, scope.assigned("", pattern.value))
    if kind == "MatchOr":
        fits = [matches(scope, subject, part) for part in pattern.patterns]
        return True if True in fits else None if None in fits else False
    return True if kind == "MatchAs" and pattern.pattern is None and pattern.name is None else None


def compared(scope, left, how, right):
    if isinstance(how, (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
        value = same(scope.assigned("", left), scope.assigned("", right))
        return value if value is None or isinstance(how, (ast.Is, ast.Eq)) else not value
    elements = items(scope, right) if isinstance(how, (ast.In, ast.NotIn)) else None
    if elements is not None:
        meaning = scope.assigned("", left)
        values = [None if isinstance(e, list) else same(meaning, e[1].assigned("", e[0])) for e in elements]
        found = True if True in values else None if None in values else False
        return found if found is None or isinstance(how, ast.In) else not found
    return None


# ---------------------------------------------------------------------------
# Functions that define functions
# ---------------------------------------------------------------------------


def result_of(scope, call, part=None):
    """The meaning of a call of the author's own Python function, or of one `part` of the several that it returns; None where
    it calls something else, or where what comes of it cannot be read."""
    function = plain_function(scope, call.func)
    if function is None:
        return None
    name = function.node.name
    if not all(map(keeps_results, function.node.decorator_list)):
        return scope.unknown(f"what '{name}' returns, which has a decorator")
    meanings = arguments_of(function, call, scope)
    if meanings is None:
        return scope.unknown(f"what '{name}' returns, whose parameters are not those of the call")
    return returned_for(function, meanings, scope, part)


def returned_for(function, meanings, scope, part=None):
    """The same for {parameter: meaning of its argument}."""
    instance, name = instance_for(function, dict(meanings)), function.node.name
    if instance is None:
        return scope.unknown(f"what '{name}' returns, whose parameters are not those of the call")
    if "return" in instance.opened:
        return scope.unknown(f"what '{name}' returns, which calls itself")
    if part not in instance.results:
        instance.results[part] = result_in(instance, function, part)
    return instance.results[part]


def result_in(instance, function, part):
    """What an instance of a function returns, or one `part` of it."""
    scope, name = instance, function.node.name
    instance.opened.add("return")  # which no name can be
    node = returned(instance, function.node.body)
    if part is not None:
        node = node.elts[part] if isinstance(node, ast.Tuple) and part < len(node.elts) else None
    meaning = instance.assigned("", node) if node is not None else scope.unknown(unclear_return(function, part))
    instance.opened.discard("return")
    if meaning.kind == "unresolved" and meaning.reason.startswith("''"):  # of an expression without a name
        return scope.unknown(f"what '{name}' returns, which is known only when that runs")
    return meaning


def unclear_return(function, part):
    """Why nobody knows what a function returns without running it."""
    what, returns = (
        f"what '{function.node.name}' returns",
        [n for n in within(function.node) if isinstance(n, ast.Return)],
    )
    lines = ", ".join(str(node.lineno) for node in sorted(returns, key=lambda node: node.lineno))
    if len(returns) > 1:
        return f"{what}, which is known only when that runs: its lines {lines} return"
    return f"{what}, which is {'nothing' if not returns else 'known only when that runs' if part is None else 'not as many values'}"


def plain_function(scope, callee):
    """The function of the author's own Python that a name stands for."""
    target = scope.resolve_early(callee)
    if target is None or target.kind != "functions" or len(target.nodes) != 1 or target.nodes[0].role != "plain":
        return None
    return target.nodes[0]


def factory(scope, callee):
    """The same where its decorators may keep its results, and nothing else."""
    function = plain_function(scope, callee)
    return function if function is not None and all(map(keeps_results, function.node.decorator_list)) else None


def keeps_results(decorator):
    head = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = head.attr if isinstance(head, ast.Attribute) else getattr(head, "id", "")
    return name == "staticmethod" or "cache" in name


def instance_of(function, call, scope):
    """The instance that a call in a scope makes; None where its arguments do not fit, and within itself."""
    meanings = arguments_of(function, call, scope)
    return instance_for(function, meanings) if meanings is not None else None


def instance_for(function, meanings):
    """The instance of a function for {parameter: meaning of its argument}, which need not be known."""
    for name, meaning in meanings.items():
        if identity(meaning) is None:
            meanings[name] = unknown_argument(function, name)
    key = (id(function.node), id(function.scope), *map(identity, meanings.values()))
    instances = function.scope.module.tree_of_files.instances
    if key not in instances and len(instances) < MAX_INSTANCES:
        instances[key] = None
        instances[key] = function.scope.instance(function.node, meanings)
    return instances.get(key)


def unknown_instance(function):
    """The instance for arguments that are not known, which every function has."""
    names = [argument.arg for argument in ast.walk(function.node.args) if isinstance(argument, ast.arg)]
    return function.scope.instance(function.node, {name: unknown_argument(function, name) for name in names})


def unknown_argument(function, name):
    reason = f"'{name}', a parameter of '{function.node.name}', known only when that runs"
    is_named = function.scope is function.scope.module.scope
    return function.scope.unknown(
        reason + (f"; --kernel '{function.node.name}(...).NAME' gives it" if is_named else "")
    )


def arguments_of(function, call, scope):
    """{parameter: meaning of what a call gives for it}; None where it does not fit."""
    arguments = function.node.args
    positional = arguments.posonlyargs + arguments.args
    parameters = [parameter.arg for parameter in positional + arguments.kwonlyargs]
    if arguments.vararg or arguments.kwarg or len(call.args) > len(positional):
        return None
    defaults = dict(zip(parameters[len(positional) - len(arguments.defaults) :], arguments.defaults))
    defaults.update(
        (p.arg, default) for p, default in zip(arguments.kwonlyargs, arguments.kw_defaults) if default is not None
    )
    given = {name: (node, function.scope) for name, node in defaults.items()}
    if any(isinstance(argument, ast.Starred) for argument in call.args) or any(
        k.arg not in parameters for k in call.keywords
    ):
        return None
    given.update((name, (node, scope)) for name, node in zip(parameters, call.args))
    given.update((keyword.arg, (keyword.value, scope)) for keyword in call.keywords)
    if len(given) != len(parameters):
        return None
    return {name: given[name][1].assigned(name, given[name][0]) for name in parameters}


def returned(scope, body):
    """The expression that a body returns; None where there are several, or none."""
    for statement in body:
        if isinstance(statement, ast.Return):
            return statement.value
        if isinstance(statement, ast.If) and (test := truth(scope, statement.test)) is not None:
            found = returned(scope, statement.body if test else statement.orelse)
            if found is not None:
                return found
        elif not isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and may_return(statement):
            return None
    return None


def may_return(statement):
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def first_instance(function):
    """Of a function that defines kernels the instance of the first call in its module whose arguments are known, or of a call
    without arguments, where it takes that; None where there is neither."""
    scope = function.scope
    for call, local in calls_in(scope.module).get(function.node.name, ()):
        names = set().union(*map(names_in, [*call.args, *call.keywords]))
        target = factory(scope, call.func)
        if names & local or target is None or target.node is not function.node:
            continue
        meanings = arguments_of(function, call, scope)
        if meanings is not None and all(map(identity, meanings.values())):
            return instance_for(function, meanings)
    return instance_of(function, ast.Call(ast.Name(function.node.name, None), [], []), scope)


def calls_in(module):
    """{name: [(call of that name, names of the functions around it)]} of a module."""
    if not hasattr(module, "calls"):
        module.calls = {}
        pending = [(module.tree, frozenset())]
        while pending:
            node, local = pending.pop()
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                module.calls.setdefault(node.func.id, []).append((node, local))
            if isinstance(node, ast.FunctionDef):
                arguments = [a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)]
                local = local | {*arguments, *names_stored(node)}
            pending += [(child, local) for child in reversed(list(ast.iter_child_nodes(node)))]
    return module.calls


# ---------------------------------------------------------------------------
# Sequences
# ---------------------------------------------------------------------------


def items(scope, node):
    """The items of a sequence: pairs of a node and its scope, lists of such where an item is made of several; None where
    they are known only when that runs."""
    node, scope = literal(scope, node)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)) and not any(isinstance(e, ast.Starred) for e in node.elts):
        return [(e, scope) for e in node.elts]
    if isinstance(node, ast.Dict) and None not in node.keys:
        return [(key, scope) for key in node.keys]
    found = None
    if isinstance(node, ast.Call) and not node.keywords:
        is_method = isinstance(node.func, ast.Attribute) and not node.args
        found = items_of_dictionary(scope, node.func) if is_method else items_of_call(scope, node)
    return found if found is not None else computed_items(scope, node)


def computed_items(scope, node):
    """The same of a sequence that is computed."""
    try:
        value = scope.known(node)
    except NotConstant:
        return None
    is_table = isinstance(value, (tuple, list, dict, set, frozenset, range))
    return [as_item(scope, part) for part in value] if is_table and len(value) <= MAX_ITEMS else None


def as_item(scope, value):
    if isinstance(value, (tuple, list)):
        return [as_item(scope, part) for part in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return ast.Constant(value), scope
    inner = scope.child("")
    inner.bind_meaning("item", scope.meaning_of(value, "item"))
    return ast.Name("item", ast.Load()), inner


def meaning_of_item(scope, name, item):
    """What a name means that holds an item of a sequence."""
    if isinstance(item, list):
        return scope.no_constant(name)
    return item[1].assigned(name, item[0])


def literal(scope, node):
    """What a name is bound to, once and for all, and the scope of that; else the node itself."""
    for _ in range(10):
        found = element(scope, node) if isinstance(node, ast.Subscript) else scope.binding(node)
        if found is None:
            break
        node, scope = found
    return node, scope


def element(scope, subscript):
    """What a table holds in one place, and the scope of that: `TABLE["key"]`, `(3, 4)[1]`; None where that is not known."""
    table, where = literal(scope, subscript.value)
    try:
        key = scope.value(subscript.slice)
    except NotConstant:
        return None
    if isinstance(table, ast.Dict) and None not in table.keys:
        meanings = (where.assigned("", name) for name in table.keys)
        found = [value for value, m in zip(table.values, meanings) if m.kind == "constant" and m.value == key]
        return (found[-1], where) if found else None
    if not isinstance(table, (ast.List, ast.Tuple)) or any(isinstance(e, ast.Starred) for e in table.elts):
        return None
    in_range = type(key) is int and -len(table.elts) <= key < len(table.elts)
    return (table.elts[key], where) if in_range else None


def values(scope, node):
    """The numbers of a table of the module; raises NotConstant where one is none."""
    found = items(scope, node)
    if found is None or len(found) > MAX_ITEMS or any(isinstance(item, list) for item in found):
        raise NotConstant
    return [where.value(item) for item, where in found]


def items_of_dictionary(scope, method):
    dictionary, where = literal(scope, method.value)
    if not isinstance(dictionary, ast.Dict) or None in dictionary.keys:
        return None
    keys, values = [(key, where) for key in dictionary.keys], [(value, where) for value in dictionary.values]
    return {"keys": keys, "values": values, "items": [list(pair) for pair in zip(keys, values)]}.get(method.attr)


def items_of_call(scope, call):
    callee = scope.callee(call.func)
    if callee == ("python", "range"):
        try:
            bounds = [scope.value(argument) for argument in call.args]
            return [(ast.Constant(value), scope) for value in range(*bounds)[: MAX_ITEMS + 1]]
        except (NotConstant, TypeError, ValueError):
            return None
    lists = [items(scope, argument) for argument in call.args]
    if None in lists:
        return None
    if callee == ("python", "zip"):
        return [list(parts) for parts in zip(*lists)]
    if callee == ("python", "enumerate") and len(lists) == 1:
        return [[(ast.Constant(position), scope), item] for position, item in enumerate(lists[0])]
    return lists[0] if callee in (("python", "list"), ("python", "tuple")) and len(lists) == 1 else None


def enumeration(scope, call):
    """The class that `IntEnum("E", "A B")` makes, as its statement would be; None where it makes none, or its members are not known."""
    module, kind = scope.callee(call.func)
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    given.update(zip(("value", "names"), call.args))
    if (
        module != "enum"
        or kind not in NUMBERED
        or given.keys() - {"value", "names", "start"}
        or len(given) - ("start" in given) != 2
    ):
        return None
    try:
        members = members_of(
            scope, given["names"], scope.value(given["start"]) if "start" in given else 1, kind.endswith("Flag")
        )
        class_name = scope.value(given["value"])
    except NotConstant:
        return None
    body = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value)) for name, value in members]
    made = ast.ClassDef(class_name, [call.func], [], body or [ast.Pass()], [])
    return ast.fix_missing_locations(ast.copy_location(made, call))


def members_of(scope, names, start, is_flag):
    """[(name, value)] of what an enumeration is made of: names in a text or a table, or names and values."""
    node, where = literal(scope, names)
    if isinstance(node, ast.Dict):
        return list(zip(values(where, node), [where.value(value) for value in node.values]))
    found = items(where, node)
    if found is None:
        found = [(ast.Constant(name), where) for name in where.value(node).replace(",", " ").split()]
    if any(isinstance(item, list) for item in found):
        raise NotConstant
    pairs = [
        tuple(values(outer, item)) if isinstance(item, (ast.Tuple, ast.List)) else outer.value(item)
        for item, outer in found
    ]
    if all(isinstance(pair, str) for pair in pairs):
        return [(name, 1 << place if is_flag else start + place) for place, name in enumerate(pairs)]
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        raise NotConstant
    return pairs


def bind_item(scope, target, item):
    """Binds what a loop names to an item of its sequence; False where the two do not fit."""
    if isinstance(target, ast.Name):
        if isinstance(item, list):
            return False
        scope.bind_meaning(target.id, item[1].assigned(target.id, item[0]))
        return True
    if not isinstance(target, (ast.Tuple, ast.List)):
        return False
    parts = item if isinstance(item, list) else items(item[1], item[0])
    return (
        parts is not None
        and len(parts) == len(target.elts)
        and all(bind_item(scope, *pair) for pair in zip(target.elts, parts))
    )


def loop_scopes(scope, target, sequence):
    """A scope for each item of a loop, with its names bound; none where the items are not known."""
    found = items(scope, sequence)
    scopes = []
    for item in found if found is not None and len(found) <= MAX_ITEMS else ():
        inner = scope.child("")
        if not bind_item(inner, target, item):
            return []
        scopes.append(inner)
    return scopes
