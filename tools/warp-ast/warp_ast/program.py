# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The closed program of a file: its kernels, and every function, struct and constant that they use, wherever in the tree
that stands. Who reads it needs no import, no scope and no module.

    {"files": [paths, the file itself first],
     "kernels": [{"name", "line", "function": id, "overloads": [node]}],
     "functions": [{"name", "role": "kernel|func|func_native|plain", "file": index in files, "node": FunctionDef,
                    "grad": [id], "replay": [id], "overloaded": true of one of several,
                    "warps": true of one of Warp's own}, or
                   "error": {"line", "column", "message"} in place of the node],
     "structs": [{"name", "file", "line", "col", "fields": [{"name", "annotation", "default", "line", "col"}]}],
     "expressions": [{"file", "node"}]}

A name that is not a function's own has a `ref`: {"kind": "warp", "name"} (`implicit` where nothing binds it),
{"kind": "python", "name"},
{"kind": "constant", "value": Constant}, {"kind": "expression", "id"}, {"kind": "functions", "ids"} (an overload set),
{"kind": "struct", "id"}, {"kind": "any"}, or {"kind": "unresolved", "reason"}. So has an operator (BinOp, AugAssign) for which
the author's module has a function, as Warp finds it: "functions".

Kernels are called as their author would: `name`, `outer.inner` within a function, `name:LINE` for a method and for a
definition that another of its name follows; one that is chosen also `outer(3, wp.vec3).inner`, for arguments that no call gives, and
`name:LINE@FILE`, for what the program that runs says in FILE: see warp_ast/environment.py.
"""

import ast
import itertools
import os
import re

from . import factories
from .case import case_types
from .comments import Comments
from .encode import Encoder, ModuleEncoder, constant_node, local_names
from .environment import Environment
from .launches import ARRAYS, launches_of
from .reading import Refused, statements, too_deep
from .scopes import Module, Scope

# Functions that one file's kernels may reach.
MAX_FUNCTIONS = 5000
# A text in which nothing of this stands has no generic kernel.
GENERIC = re.compile(r"\b(Any|TypeVar|Scalar|Float|Int)\b")
# One in which nothing of this stands launches none.
LAUNCHES = re.compile(r"\blaunch(_tiled)?\b")
# Statements that one function may have: a kernel with more takes a reader longer than anybody waits.
MAX_STATEMENTS = 10000
# What kgen has no op for, and the functions that it is.
PRELUDE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "prelude.py")
PRELUDE_NAMES = {"lower_bound", "quat_to_axis_angle", "quat_to_euler", "transform_decompose"} | {
    "svd3", "svd2", "qr3", "eig3", "noise", "pnoise", "curlnoise", "closest_point_edge_edge",
}  # fmt: skip
# What changes its argument in Warp, and has it for a result in the prelude: printed as a function, since Warp has no such.
PRELUDE_DRAWS = {"poisson": "draw_poisson", "sample_cdf": "draw_sample_cdf"}

# Functions of these modules that Warp takes for its own of the same name.
SHARED = {
    "math": "acos asin atan atan2 ceil copysign cos cosh degrees erf erfc exp floor isfinite isinf isnan log log10 log2 pow radians "
    "sin sinh sqrt tan tanh trunc",
    "numpy": "abs acos argmax argmin asin atan atan2 cbrt ceil copysign cos cosh cross degrees diag dot exp floor isfinite isinf isnan log "
    "log10 log2 max min outer pow radians rint round sign sin sinh sqrt tan tanh trace transpose trunc where",
}  # fmt: skip
SHARED = {module: frozenset(names.split()) for module, names in SHARED.items()}

# The names under which Warp looks for a function of the author's, among what his module defines, before it takes its own operator.
OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Pow: "pow",
    ast.Mod: "mod", ast.BitAnd: "bit_and", ast.BitOr: "bit_or", ast.BitXor: "bit_xor", ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip


class Program:
    def __init__(self, module):
        self.module = module
        self.files, self.file_ids = [module.path], {module.path: 0}
        self.functions, self.function_ids = [], {}
        self.structs, self.struct_ids = [], {}
        self.expressions, self.expression_ids = [], {}
        self.pending = []
        self.comments = {}
        self.references = {}  # Scope -> {parts of a dotted name: what it stands for}
        self.operators = {}  # module path -> {class of an operator: meaning}
        self.attached = {}  # module path -> {id(FunctionDef): {"grad": [Function], "replay": [Function]}}

    def tree(self, chosen=None):
        """The program; where a kernel is chosen, "" being the only one, without what only the others need."""
        found = find_kernels(self.module)
        if chosen and "@" in chosen:
            found.append((chosen, Environment(self.module, chosen.split("@", 1)[1]).kernel()))
        elif chosen and "(" in chosen:
            found += instances_of_call(self.module, chosen)
        wanted = [chosen is None or is_called(chosen, *entry) or (chosen == "" and len(found) == 1) for entry in found]
        alike = [plain_name(name) == chosen for name, *_ in found]
        if not any(wanted) and sum(alike) == 1:
            wanted = alike
        kernels = [self.kernel(*entry) if want else self.left_out(*entry) for want, entry in zip(wanted, found)]
        self.encode_pending()
        return {
            "files": self.files,
            "kernels": kernels,
            "functions": self.functions,
            "structs": self.structs,
            "expressions": self.expressions,
        }

    def prelude(self):
        return self.module.tree_of_files.library(PRELUDE)

    def encode_pending(self):
        while self.pending:
            number, function = self.pending.pop()
            try:
                self.functions[number] = self.encode_function(function)
            except (Refused, RecursionError) as problem:
                self.functions[number] = self.refused(function, problem)

    # -- numbering -----------------------------------------------------------

    def file(self, module):
        if module.path not in self.file_ids:
            self.file_ids[module.path] = len(self.files)
            self.files.append(module.path)
        return self.file_ids[module.path]

    def kernel(self, name, function):
        result = {"name": name, "line": function.node.lineno, "function": self.function(function)}
        overloads = self.overloads(function)
        if overloads:
            result["overloads"] = overloads
        return result

    def left_out(self, name, function):
        entry = {"name": function.node.name, "role": "kernel", "file": self.file(function.scope.module)}
        entry["error"] = {"line": function.node.lineno, "column": 1, "message": "another kernel was chosen"}
        self.functions.append(entry)
        return {"name": name, "line": function.node.lineno, "function": len(self.functions) - 1}

    def function(self, function):
        key = id(function.node), id(function.names)
        if key not in self.function_ids:
            self.function_ids[key] = len(self.functions)
            self.functions.append(None)
            self.pending.append((self.function_ids[key], function))
        return self.function_ids[key]

    def struct(self, meaning):
        key = id(meaning.node), id(meaning.scope)
        if key not in self.struct_ids:
            number = self.struct_ids[key] = len(self.structs)
            self.structs.append(None)
            self.structs[number] = self.encode_struct(meaning)
        return self.struct_ids[key]

    def expression(self, meaning):
        key = id(meaning.node), id(meaning.scope)
        if key not in self.expression_ids:
            number = self.expression_ids[key] = len(self.expressions)
            self.expressions.append(None)
            node = ModuleEncoder(self, meaning.scope).encode(meaning.node)
            self.expressions[number] = {"file": self.file(meaning.scope.module), "node": node}
        return self.expression_ids[key]

    def reference(self, meaning):
        """The JSON of a meaning."""
        kind = meaning.kind
        if kind == "warp" and meaning.name in PRELUDE_NAMES:
            return self.reference(self.prelude().scope.resolve(meaning.name))
        if kind == "warp" and meaning.name in PRELUDE_DRAWS:
            return self.reference(self.prelude().scope.resolve(PRELUDE_DRAWS[meaning.name]))
        if kind == "warp":
            implicit = {"implicit": True} if hasattr(meaning, "is_implicit") else {}
            return {"kind": "warp", "name": meaning.name, **implicit}
        if kind == "python":
            if (meaning.module, meaning.name) == ("typing", "Any"):
                return {"kind": "any"}
            if meaning.name in SHARED.get(meaning.module, ()):
                return {"kind": "warp", "name": meaning.name}
            return {
                "kind": "python",
                "name": meaning.name if meaning.module == "python" else f"{meaning.module}.{meaning.name}",
            }
        if kind == "constant":
            return {"kind": "constant", "value": constant_node(meaning.value)}
        if kind == "expression":
            return {"kind": "expression", "id": self.expression(meaning)}
        if kind == "struct":
            return {"kind": "struct", "id": self.struct(meaning)}
        if kind == "functions":
            return self.functions_reference(meaning)
        if kind == "unresolved":
            return {"kind": "unresolved", "reason": meaning.reason}
        name = meaning.node.name if kind == "class" else getattr(meaning, "name", "") or getattr(meaning, "module").path
        return {"kind": "unresolved", "reason": f"the {'class' if kind == 'class' else 'module'} '{name}'"}

    def references_of(self, scope):
        return self.references.setdefault(scope, {})

    def functions_reference(self, meaning):
        functions = meaning.nodes
        first = functions[0]
        if first.role == "plain":
            return {"kind": "unresolved", "reason": f"'{first.node.name}', a function without @wp.func"}
        if first.role == "kernel":
            return {"kind": "unresolved", "reason": f"the kernel '{first.node.name}'"}
        if len(self.functions) + len(functions) > MAX_FUNCTIONS:
            return {"kind": "unresolved", "reason": f"'{first.node.name}', one of more than {MAX_FUNCTIONS} functions"}
        return {"kind": "functions", "ids": [self.function(function) for function in functions]}

    # -- encoding ------------------------------------------------------------

    def refused(self, function, problem):
        error = problem.error if isinstance(problem, Refused) else too_deep(function.node.lineno).error
        return {
            "name": function.node.name,
            "role": function.role,
            "file": self.file(function.scope.module),
            "error": error,
        }

    def encode_function(self, function):
        node, scope = function.node, function.scope
        check_size(node)
        comments = self.comments_of(scope.module).attach(node)
        is_class = function.names is function.scope  # in whose body the annotations are evaluated
        outside = Encoder(self, function.outside if is_class else function.names, comments=comments)
        outside.is_early = True
        inside = Encoder(self, function.names, local_names(node), comments, self.operators_of(scope.module))
        result = {"node": "FunctionDef", "name": node.name, "line": node.lineno, "col": node.col_offset + 1}
        result.update(comments.get(id(node), {}))
        result["args"] = self.encode_arguments(function, outside)
        decorators = [
            d for d in node.decorator_list if scope.callee(d) != ("python", "staticmethod")
        ]  # which a kernel in a class has
        result["decorator_list"] = [outside.encode(decorator) for decorator in decorators]
        if function.decorator is not None and function.decorator not in node.decorator_list:
            result["decorator_list"] = [outside.encode(function.decorator)]
        if function.role == "kernel":
            lines = self.comments_of(scope.module).lines
            result["options"] = options_of(result["decorator_list"], function.decorator, lines)
            result["defaults"] = defaults_of(node.args, lines)
        if node.returns is not None and not function.types:  # where all is known, so is the type of what is returned
            result["returns"] = outside.annotation(node.returns)
        inside.assigned.update(a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg))
        result["body"] = inside.block(node.body)
        entry = {"name": node.name, "role": function.role, "file": self.file(scope.module), "node": result}
        if scope.module.path == PRELUDE and "poisson" not in node.name and node.name not in PRELUDE_DRAWS.values():
            entry["warps"] = True
        for field, attached in self.attachments(scope).get(id(node), {}).items():
            entry[field] = [self.function(one) for one in attached]
            entry["overloaded"] = len(scope.resolve(node.name).nodes) > 1
        return entry

    def encode_arguments(self, function, encoder):
        arguments = function.node.args
        result = encoder.encode(ast.arguments([], [], None, [], [], None, []))
        parameters, defaults = plain_parameters(arguments)
        fields = {"posonlyargs": arguments.posonlyargs, "args": parameters}
        fields["kwonlyargs"] = [a for a in arguments.kwonlyargs if a not in parameters]
        for field, given in fields.items():
            result[field] = []
            for argument in given:
                encoded = encoder.encode(ast.copy_location(ast.arg(argument.arg, None), argument))
                encoded.update(encoder.comments.get(id(argument), {}))
                if argument.arg in function.types:
                    annotation, scope = function.types[argument.arg]
                    encoded["annotation"] = ModuleEncoder(self, scope).annotation(annotation)
                elif argument.annotation is not None:
                    encoded["annotation"] = encoder.annotation(argument.annotation)
                result[field].append(encoded)
        for field in ("vararg", "kwarg"):
            if getattr(arguments, field) is not None:
                result[field] = encoder.encode(getattr(arguments, field))
        result["defaults"] = [encoder.encode(default) for default in defaults]
        return result

    def encode_struct(self, meaning):
        node = meaning.node
        inner = Scope(meaning.scope.module, meaning.scope, node.name)
        encoder = ModuleEncoder(self, inner)
        fields = {}  # a name that is annotated twice keeps its place, as in Python
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                field = {"name": statement.target.id, "line": statement.lineno, "col": statement.col_offset + 1}
                field["annotation"] = encoder.annotation(statement.annotation)
                if statement.value is not None:
                    field["default"] = encoder.encode(statement.value)
                fields[statement.target.id] = field
        place = {"file": self.file(meaning.scope.module), "line": node.lineno, "col": node.col_offset + 1}
        return {"name": node.name, **place, "fields": list(fields.values())}

    def comments_of(self, module):
        if module.path not in self.comments:
            self.comments[module.path] = Comments(module.text)
        return self.comments[module.path]

    def operators_of(self, module):
        """The functions of a module that Warp calls in the place of its own operators: `add` for `+`, whatever it does."""
        if module.path not in self.operators:
            meanings = {operator: module.scope.resolve(name) for operator, name in OPERATORS.items()}
            found = {
                o: m for o, m in meanings.items() if m.kind == "functions" and all(f.role == "func" for f in m.nodes)
            }
            self.operators[module.path] = found
        return self.operators[module.path]

    def attachments(self, scope):
        """The adjoints and replays that a scope's authors wrote by hand: @wp.func_grad(f), @wp.func_replay(f)."""
        key = id(scope)
        if key not in self.attached:
            found = self.attached[key] = {}
            for bindings in scope.bindings.values():
                for how, node, _ in bindings:
                    if how == "def" and node.decorator_list:
                        self.attach(scope.function(node), found)
        return self.attached[key]

    @staticmethod
    def attach(function, found):
        if function.role not in ("func_grad", "func_replay") or not isinstance(function.decorator, ast.Call):
            return
        target = function.scope.resolve_node(function.decorator.args[0]) if function.decorator.args else None
        if target is not None and target.kind == "functions":
            for primal in target.nodes:
                found.setdefault(id(primal.node), {}).setdefault(function.role[len("func_") :], []).append(function)

    def overloads(self, function):
        """What the CASE of its module and then `wp.overload(kernel, ...)` say of a kernel: its argument types."""
        found = self.types_of_case(function)
        if not found and is_generic(function.node) and LAUNCHES.search(function.scope.module.text):
            found = self.types_of_launches(function)
        found += [self.types_of_stub(stub, function.scope) for stub in stubs_of(function)]
        for node, scope in calls_of_overload(function.scope.module):
            encoder = ModuleEncoder(self, scope)
            target = scope.resolve_node(node.args[0]) if node.args else None
            if target is not None and target.kind == "functions" and target.nodes[0].node is function.node:
                found += [
                    encoder.encode(argument) for argument in node.args[1:2] + [k.value for k in node.keywords[:1]]
                ]
        return found

    def types_of_launches(self, function):
        """The types that `wp.launch` gives in the file, as `wp.overload` would name them."""
        found = []
        for given in launches_of(function):
            names, values = [], []
            for argument in function.node.args.args + function.node.args.kwonlyargs:
                value = given.get(argument.arg)
                annotation = (
                    self.annotation_of(argument.annotation, value, function.scope) if value is not None else None
                )
                if annotation is not None:
                    names.append(constant_node(argument.arg))
                    values.append(annotation)
            place = {"line": function.node.lineno, "col": function.node.col_offset + 1}
            entry = {"node": "Dict", "keys": names, "values": values, **place}
            if names and entry not in found:
                found.append(entry)
        return found

    def annotation_of(self, annotation, given, scope):
        """The annotation of a parameter for an argument of a type; None if the parameter says its type, or another."""
        if not is_open(annotation):
            return None
        module, name = scope.callee(annotation.func if isinstance(annotation, ast.Call) else annotation)
        rank, element = given.rank, ModuleEncoder(self, given.scope).annotation(given.node)
        written = ARRAYS.fullmatch(name) if module == "warp" else None
        if written:
            ndim = [keyword.value for keyword in getattr(annotation, "keywords", ()) if keyword.arg == "ndim"]
            own = int(written[1] or getattr(ndim[0] if ndim else None, "value", 1))
            if rank not in (None, own):
                return None
            rank = own
        elif rank is None:
            return None
        place = {"line": annotation.lineno, "col": annotation.col_offset + 1}
        return array_node(element, rank, place) if rank else element

    def types_of_stub(self, stub, scope):
        """The types that `@wp.overload` gives in the annotations of a function without a body."""
        encoder = ModuleEncoder(self, scope)
        typed = [argument for argument in stub.args.args if argument.annotation is not None]
        place = {"line": stub.lineno, "col": stub.col_offset + 1}
        names = [constant_node(argument.arg) for argument in typed]
        return {"node": "Dict", "keys": names, "values": [encoder.annotation(a.annotation) for a in typed], **place}

    def types_of_case(self, function):
        """The types of a CASE as `wp.overload` would name them, for a kernel that may be generic."""
        module = function.scope.module
        if not hasattr(module, "case_types"):
            may_tell = "CASE" in module.text and GENERIC.search(module.text)
            module.case_types = case_types(module.tree) if may_tell else (None, {})
        name, types = module.case_types
        if function.scope is not module.scope or name != function.node.name:
            return []
        place = {"line": function.node.lineno, "col": function.node.col_offset + 1}
        annotations = [annotation_node(dtype, rank, place) for dtype, rank in types.values()]
        return [{"node": "Dict", "keys": [constant_node(name) for name in types], "values": annotations, **place}]


def prelude_tree(tree):
    """The prelude for a program that is made elsewhere, whose first functions these are, and whose second file it is:
    {"functions": as of a program, "names": {the name that authors call: ids}}."""
    program = Program(Module("", "", ast.Module([], []), tree))
    names = {name: program.reference(program.prelude().scope.resolve(name))["ids"] for name in sorted(PRELUDE_NAMES)}
    program.encode_pending()
    return {"functions": program.functions, "names": names}


def check_size(function):
    pending, count = list(function.body), 0
    while pending:
        statement = pending.pop()
        count += 1
        for field in ("body", "orelse"):
            pending += getattr(statement, field, None) or []
    if count > MAX_STATEMENTS:
        message = f"expected at most {MAX_STATEMENTS} statements in '{function.name}' but got {count}"
        raise Refused(function.lineno, function.col_offset + 1, message)


def plain_parameters(arguments):
    """The parameters that may be given by position, and the defaults of the last of them. As in Warp, those that Python takes by name
    alone are among them; they are left out where one without a default would follow one with a default."""
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults + arguments.kw_defaults
    given = [default for default in defaults if default is not None]
    if (
        len(defaults) != len(arguments.args) + len(arguments.kwonlyargs)
        or defaults[len(defaults) - len(given) :] != given
    ):
        return arguments.args, arguments.defaults
    return arguments.args + arguments.kwonlyargs, given


def written_literal(node, lines):
    """A literal as its author wrote it; None for what is none."""
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    if node.lineno != node.end_lineno:
        return None
    written = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
    return written if written.isprintable() else None


def options_of(encoded, decorator, lines):
    """The options of @wp.kernel as their author wrote them: those that are literals and hold for any name of the kernel."""
    kept = []
    for keyword in decorator.keywords if encoded and isinstance(decorator, ast.Call) else []:
        written = written_literal(keyword.value, lines)
        if keyword.arg not in (None, "name", "key", "func") and written is not None:
            kept.append(f"{keyword.arg}={written}")
    return kept


def defaults_of(arguments, lines):
    """The defaults of a kernel's parameters, "" for none: a launch takes no notice of them. Those before one that is no literal go
    with it, for after a default all parameters have one."""
    parameters, defaults = plain_parameters(arguments)
    texts = [written_literal(default, lines) for default in defaults]
    kept = list(itertools.takewhile(bool, reversed(texts)))[::-1]
    return [""] * (len(parameters) - len(kept)) + kept if kept else []


def annotation_node(dtype, rank, place):
    """`wp.array(dtype=wp.vec3, ndim=2)` as a node; `wp.vec3` where `rank` is 0."""

    def warps(name):
        return {"node": "Name", "id": name, "ref": {"kind": "warp", "name": name}, **place}

    return array_node(warps(dtype), rank, place) if rank else warps(dtype)


def array_node(element, rank, place):
    """`wp.array(dtype=..., ndim=...)` as a node."""
    head = {"node": "Name", "id": "array", "ref": {"kind": "warp", "name": "array"}, **place}
    given = {"dtype": element, "ndim": constant_node(rank)}
    keywords = [{"node": "keyword", "arg": name, "value": value, **place} for name, value in given.items()]
    return {"node": "Call", "func": head, "args": [], "keywords": keywords, **place}


def is_open(annotation):
    """Whether an annotation leaves a type open: it names Any, or an array without the type of its elements."""
    if annotation is None or isinstance(annotation, ast.Constant):
        return False
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(annotation)}
    head = annotation.func if isinstance(annotation, ast.Call) else annotation
    is_bare = ARRAYS.fullmatch(getattr(head, "attr", getattr(head, "id", ""))) is not None
    given = isinstance(annotation, ast.Call) and (annotation.args or any(k.arg == "dtype" for k in annotation.keywords))
    return bool(names & {"Any", "Scalar", "Float", "Int"}) or is_bare and not given


def is_generic(function):
    return any(is_open(argument.annotation) for argument in function.args.args + function.args.kwonlyargs)


def calls_of_overload(module):
    """[(call of wp.overload, the scope that its names have)]: in a loop over what is known, one for each turn."""
    if not hasattr(module, "overload_calls"):
        module.overload_calls = []
        if module.has_overloads:
            find_overloads(module.tree, module.scope, module.overload_calls)
    return module.overload_calls


def find_overloads(node, scope, found):
    if isinstance(node, ast.Call) and scope.callee(node.func) == ("warp", "overload"):
        found.append((node, scope))
    loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", ())
    if loops and not any("overload" in (getattr(n, "attr", ""), getattr(n, "id", "")) for n in ast.walk(node)):
        return
    scopes = [scope]
    for loop in loops:
        scopes = [turn for outer in scopes for turn in factories.loop_scopes(outer, loop.target, loop.iter)] or scopes
    for turn in scopes[: factories.MAX_ITEMS]:
        for child in ast.iter_child_nodes(node):
            find_overloads(child, turn, found)


def stubs_of(function):
    """The functions `@wp.overload` without a body that follow a kernel under its name."""
    bindings = function.scope.bindings.get(function.node.name, ()) if function.scope.module.has_overloads else ()
    stubs = [node for how, node, _ in bindings if how == "def" and node.lineno > function.node.lineno]
    return [stub for stub in stubs if function.scope.is_stub(stub)]


# ---------------------------------------------------------------------------
# Kernels
# ---------------------------------------------------------------------------


def find_kernels(module):
    """[(name, Function)] of a file, in the order of the text."""
    found = []
    search(module.tree.body, module.scope, "", False, found)
    last = {}
    for position, (name, function, is_method) in enumerate(found):
        last[name] = position
    result = []
    for position, (name, function, is_method) in enumerate(found):
        if is_method or last[name] != position:
            name = f"{function.node.name if is_method else name}:{function.node.lineno}"
        result.append((name, function))
    return result


def instances_of_call(module, chosen):
    """[(`chosen`, Function)] for a kernel that is called `make(3, wp.vec3).kernel`: that of the function for these arguments."""
    try:
        node = ast.parse(chosen.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    call = node.value if isinstance(node, ast.Attribute) else None
    function = factories.factory(module.scope, call.func) if isinstance(call, ast.Call) else None
    instance = factories.instance_of(function, call, module.scope) if function is not None else None
    found = []
    if instance is not None:
        search(function.node.body, instance, "", False, found)
    return [(chosen, kernel) for name, kernel, _ in found if name == node.attr][-1:]


def plain_name(name):
    """That of the function: `inner` of `outer(3, 0.5).inner`."""
    return name.split(":")[0].rsplit(".", 1)[-1]


def is_called(chosen, name, function):
    """Whether a kernel is called `chosen`: by its name, or as `name:LINE`."""
    return chosen in (name, f"{plain_name(name)}:{function.node.lineno}")


def search(body, scope, prefix, in_class, found):
    for node in body:
        if isinstance(node, ast.FunctionDef):
            function = scope.function(node)
            if function.role == "kernel":
                found.append((prefix + node.name, function, in_class))
            elif function.role == "plain":
                search_function(node, scope, prefix, found)
        elif isinstance(node, ast.ClassDef):
            inner = scope.class_scope(node)
            search(node.body, inner, prefix + node.name + ".", True, found)
        elif (
            isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name)
        ):
            wrapped = scope.decorated_call(node.value)
            if wrapped is not None and wrapped.nodes[0].role == "kernel":
                found.append((prefix + node.targets[0].id, wrapped.nodes[0], False))
        else:
            for field in ("body", "orelse", "finalbody", "handlers"):
                for inner in getattr(node, field, None) or []:
                    search(
                        inner.body if isinstance(inner, ast.ExceptHandler) else [inner], scope, prefix, in_class, found
                    )


def search_function(node, scope, prefix, found):
    if not any(isinstance(inner, (ast.FunctionDef, ast.ClassDef)) for inner in statements(node.body)):
        return
    function = scope.function(node)
    inner = factories.first_instance(function) if has_kernel(node) else None
    if inner is None:
        inner = factories.unknown_instance(function)
    search(node.body, inner, prefix + node.name + ".", False, found)


def has_kernel(node):
    """Whether a function may define a kernel: one of those within has a decorator."""
    return any(isinstance(inner, ast.FunctionDef) and inner.decorator_list for inner in statements(node.body))
