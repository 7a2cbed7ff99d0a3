# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types that `wp.launch` gives to a generic kernel: what the file says of the arguments of each launch, without running it. An
argument has a type if it is made in the function that launches, by one of Warp's makers of arrays or by a constructor, or if it is a
parameter with an annotation."""

import ast
import re

from . import factories
from .constants import NotConstant

LAUNCHES = {"launch", "launch_tiled"}
# What makes an array: the position of its shape, of its element type, and that type if it is not given.
MAKERS = {
    "zeros": (0, 1, "float32"),
    "ones": (0, 1, "float32"),
    "empty": (0, 1, "float32"),
    "full": (0, 2, None),
    "array": (None, 1, None),
    "from_numpy": (None, 1, None),
    "from_torch": (None, 1, None),
    "from_jax": (None, 1, None),
}
COPIES = {"zeros_like", "ones_like", "empty_like", "full_like", "clone"}
TYPES = re.compile(r"u?int\d*|float\d*|bool|(vec|mat|quat|transform|spatial_vector|spatial_matrix)\w*")
ARRAYS = re.compile(r"array([1-4])d|array")
# Names that one argument may lead through.
MAX_DEPTH = 8


class Given:
    """The type of an argument: `node` in `scope` is that of its elements, or its own; `rank` is that of an array, 0 if it is none,
    and None if it is an array of any."""

    def __init__(self, node, scope, rank):
        self.node, self.scope, self.rank = node, scope, rank


def launches_of(function):
    """For each launch of a kernel in its file {parameter: Given}, of those parameters whose types are known."""
    module = function.scope.module
    parameters = [argument.arg for argument in function.node.args.args + function.node.args.kwonlyargs]
    for call, hosts in calls_of_launch(module):
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        given.update(zip(("kernel", "dim", "inputs", "outputs"), call.args))
        if launches(module, given.get("kernel"), hosts, function):
            scope = host_scope(module, hosts, function)
            arguments = [*arguments_in(scope, given.get("inputs")), *arguments_in(scope, given.get("outputs"))]
            types = {name: type_of(scope, node, hosts) for name, node in zip(parameters, arguments)}
            yield {name: found for name, found in types.items() if found is not None}


def calls_of_launch(module):
    """[(call of wp.launch, the functions around it)] of a module."""
    if not hasattr(module, "launch_calls"):
        module.launch_calls, pending = [], [(module.tree, ())]
        while pending and "launch" in module.text:
            node, hosts = pending.pop()
            if isinstance(node, ast.FunctionDef):
                hosts = (*hosts, node)
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if name in LAUNCHES:
                module.launch_calls.append((node, hosts))
            pending += [(child, hosts) for child in reversed(list(ast.iter_child_nodes(node)))]
    return module.launch_calls


def launches(module, kernel, hosts, function):
    """Whether what is launched is this kernel."""
    name = kernel.id if isinstance(kernel, ast.Name) else ""
    around = [host for host in hosts if name in factories.names_stored(host) or defines(host, name)]
    if around:
        return name == function.node.name and any(part is function.node for part in ast.walk(around[-1]))
    if not isinstance(kernel, (ast.Name, ast.Attribute)):
        return False
    meaning = module.scope.resolve_node(kernel)
    return meaning is not None and meaning.kind == "functions" and meaning.nodes[0].node is function.node


def defines(host, name):
    return any(isinstance(part, ast.FunctionDef) and part.name == name for part in host.body)


def host_scope(module, hosts, function):
    """The scope of the innermost function around a launch, whose own parameters are not known."""
    scope, known = module.scope, getattr(module, "host_scopes", {})
    module.host_scopes = known
    for host in hosts:
        if any(part is function.node for part in host.body):
            return function.scope
        if id(host) not in known:
            names = [argument.arg for argument in ast.walk(host.args) if isinstance(argument, ast.arg)]
            known[id(host)] = scope.instance(host, {name: scope.unknown(f"'{name}'") for name in names})
        scope = known[id(host)]
    return scope


def arguments_in(scope, node):
    """The expressions of a list of arguments, up to the first that stands for several."""
    found = scope.binding(node) if isinstance(node, ast.Name) else None
    node = found[0] if found is not None else node
    for element in node.elts if isinstance(node, (ast.List, ast.Tuple)) else ():
        if isinstance(element, ast.Starred):
            return
        yield element


def type_of(scope, node, hosts, depth=0):
    """What type an expression of the program has; None if that is not known."""
    if depth > MAX_DEPTH:
        return None
    if isinstance(node, ast.Name):
        found = scope.binding(node)
        if found is not None:
            return type_of(found[1], found[0], hosts, depth + 1)
        return type_of_parameter(scope, node.id, hosts)
    if isinstance(node, ast.UnaryOp):
        return type_of(scope, node.operand, hosts, depth + 1)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Given(ast.copy_location(ast.Name(type(node.value).__name__, ast.Load()), node), scope.module.scope, 0)
    if isinstance(node, ast.Attribute) and node.attr == "grad":
        return type_of(scope, node.value, hosts, depth + 1)
    return type_of_call(scope, node, hosts, depth) if isinstance(node, ast.Call) else None


def type_of_parameter(scope, name, hosts):
    for host in reversed(hosts):
        for argument in ast.walk(host.args):
            if isinstance(argument, ast.arg) and argument.arg == name:
                return type_of_annotation(scope.module.scope, argument.annotation)
    return None


def type_of_annotation(scope, node):
    """The type that an annotation says, of a function that is none of Warp's."""
    if not isinstance(node, (ast.Call, ast.Name, ast.Attribute)):
        return None
    module, name = scope.callee(node.func if isinstance(node, ast.Call) else node)
    rank = ARRAYS.fullmatch(name) if module == "warp" else None
    if isinstance(node, ast.Call) and rank:
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        dtype, ndim = given.get("dtype"), getattr(given.get("ndim"), "value", 1)
        return Given(dtype, scope, int(rank[1] or ndim)) if dtype is not None else None
    return Given(node, scope, 0) if is_type(scope, node) else None


def type_of_call(scope, node, hosts, depth):
    module, name = scope.callee(node.func)
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    if module == "warp" and name in COPIES:
        source = node.args[0] if node.args else given.get("src")
        return type_of(scope, source, hosts, depth + 1)
    if module == "warp" and name in MAKERS:
        shape, position, default = MAKERS[name]
        dtype = given.get("dtype", node.args[position] if position < len(node.args) else None)
        if dtype is None and default is not None:
            dtype = ast.copy_location(ast.Name(default, ast.Load()), node)
            return Given(dtype, warp_names(scope), rank_of(scope, node, given, shape))
        return Given(dtype, scope, rank_of(scope, node, given, shape)) if dtype is not None else None
    return Given(node.func, scope, 0) if is_type(scope, node.func) else None


def warp_names(scope):
    """A scope in which Warp's names need no module."""
    inner = scope.module.scope.child("")
    for name in ("float32",):
        inner.bind_meaning(name, scope.attribute(scope.module.follow("warp", 0), name))
    return inner


def is_type(scope, node):
    meaning = scope.resolve_early(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    if meaning is None:
        return False
    if meaning.kind == "python" and meaning.module == "python":
        return meaning.name in ("float", "int", "bool")
    return (
        meaning.kind in ("struct", "expression") or meaning.kind == "warp" and TYPES.fullmatch(meaning.name) is not None
    )


def rank_of(scope, node, given, shape):
    """How many dimensions a new array has; None if that is not known."""
    if "ndim" in given:
        return getattr(given["ndim"], "value", None)
    extents = given.get("shape", node.args[shape] if shape is not None and shape < len(node.args) else None)
    if extents is None:
        return None
    if isinstance(extents, (ast.Tuple, ast.List)):
        return len(extents.elts) if not any(isinstance(e, ast.Starred) for e in extents.elts) else None
    try:
        value = scope.known(extents)
    except NotConstant:
        return 1 if isinstance(extents, (ast.BinOp, ast.Constant)) else None
    return len(value) if isinstance(value, (tuple, list)) else 1
