#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs real kernels in real Warp, the original and what kgen prints of it, on the same random inputs, and compares every
bit of every array afterwards.

    run_in_warp.py FILE_OR_TREE... [--tools build/bin] [--count 300] [--seconds 240] [--json FILE] [--seed 1] [--cpu 100]

Takes the kernels at the top of a module whose arguments are numbers, vectors, matrices, structs of them and arrays. A kernel
that leaves its arrays on these inputs (Warp's debug mode stops it) is run on neither side and not counted; nor is a name that a
file gives to two kernels, since a module keeps the last alone. Packages that a file imports and that are not installed are
stood in for. With --cpu N, N of them run by `kgen-run --device cpu` too, on the same inputs: to the bit, or where a function is in
whose digits Warp has from elsewhere, to 4 units in the last place of the largest number of the array, or to 4 times what the array
moves by where its inputs do by one unit: terms that cancel have larger units than their sum. Prints one line a kernel that is not
the same, then the numbers. Exit status 1 where one was different.
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import types

from census import python_files

EXTENT = 6
SECONDS = 20  # for one kernel
THREADS = 4


class CannotRun(Exception):
    """Why a kernel is left out."""


# ---------------------------------------------------------------------------
# In the process of one file
# ---------------------------------------------------------------------------


class Inputs:
    """Random arguments by type, the same for equal seeds; remembers the arrays that it made."""

    def __init__(self, wp, numpy, seed):
        self.wp, self.numpy = wp, numpy
        self.random = numpy.random.default_rng(seed)
        self.arrays = []

    def numbers(self, dtype, shape):
        dtype = self.numpy.dtype(dtype)
        if dtype.kind == "f":
            return self.random.uniform(0.1, 2.0, shape).astype(dtype)
        if dtype.kind == "b":
            return self.random.integers(0, 2, shape).astype(dtype)
        return self.random.integers(0, 4, shape).astype(dtype)

    def value(self, kind):
        wp = self.wp
        if isinstance(kind, wp._src.codegen.Struct):
            instance = kind()
            for name, variable in kind.vars.items():
                setattr(instance, name, self.value(variable.type))
            return instance
        if isinstance(kind, (wp.array, wp._src.types._ArrayAnnotation)):
            return self.array(kind)
        if kind in (int, float, bool):
            kind = {int: wp.int32, float: wp.float32, bool: wp.bool}[kind]
        if kind in wp._src.types.warp_type_to_np_dtype:
            return kind(self.numbers(wp._src.types.warp_type_to_np_dtype[kind], ()).item())
        if hasattr(kind, "_wp_scalar_type_"):
            scalar = wp._src.types.warp_type_to_np_dtype[kind._wp_scalar_type_]
            return kind(*self.numbers(scalar, kind._length_).tolist())
        raise CannotRun(f"an argument of type {kind}")

    def records(self, kind, shape):
        """Structs without arrays, as numpy has them."""
        data = self.numpy.zeros(shape, kind.numpy_dtype())
        for name, variable in kind.vars.items():
            if isinstance(variable.type, self.wp._src.codegen.Struct):
                data[name] = self.records(variable.type, shape)
            elif isinstance(variable.type, (self.wp.array, self.wp._src.types._ArrayAnnotation)):
                raise CannotRun("an array of structs with arrays")
            else:
                field = data.dtype[name]
                data[name] = self.numbers(field.base, shape + field.shape)
        return data

    def array(self, kind):
        shape = (EXTENT,) * kind.ndim
        if isinstance(kind.dtype, self.wp._src.codegen.Struct):
            data = self.records(kind.dtype, shape)
            self.arrays.append(self.wp.array(data, dtype=kind.dtype, device="cpu"))
            return self.arrays[-1]
        if not hasattr(kind.dtype, "_wp_scalar_type_") and kind.dtype not in self.wp._src.types.warp_type_to_np_dtype:
            raise CannotRun(f"an array of {kind.dtype}")
        scalar = getattr(kind.dtype, "_wp_scalar_type_", kind.dtype)
        inner = getattr(kind.dtype, "_shape_", ())
        data = self.numbers(self.wp._src.types.warp_type_to_np_dtype[scalar], shape + tuple(inner))
        self.arrays.append(self.wp.array(data, dtype=kind.dtype, device="cpu"))
        return self.arrays[-1]


class AbsentType(type):
    """The type of what stands for a package that is not installed: it has every attribute, takes every call, and can be derived from."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent

    def __call__(cls, *arguments, **keywords):
        return Absent if cls is Absent else super().__call__(*arguments, **keywords)

    def __getitem__(cls, _):
        return cls

    def __or__(cls, _):
        return cls

    __ror__ = __or__


class Absent(metaclass=AbsentType):
    def __init__(self, *_, **__):
        pass


class AbsentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what no other finder has found, since kernels need few of the packages that their files import."""

    def __init__(self):
        self.absent = set()

    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if name != top and top not in self.absent:
            return None
        self.absent.add(top)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: getattr(Absent, name)
        module.__version__ = "0"
        return module

    def exec_module(self, module):
        pass


def load_in_place(path, name, root):
    """A module of a tree under its own name, so that it finds its neighbours; the packages around it are not run."""
    folder, parts = os.path.dirname(path), [os.path.basename(path)[: -len(".py")]]
    while os.path.exists(os.path.join(folder, "__init__.py")) and os.path.basename(folder) != "warp":
        folder, parts = os.path.dirname(folder), [os.path.basename(folder), *parts]
    above = folder
    while above.startswith(root):
        sys.path.append(above)
        above = os.path.dirname(above)
    for count in range(1, len(parts)):
        package = types.ModuleType(".".join(parts[:count]))
        package.__path__ = [os.path.join(folder, *parts[:count])]
        sys.modules[package.__name__] = package
    return load(path, ".".join(parts) if len(parts) > 1 else name)


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Case:
    """A launch as `kgen-run` takes it: a struct is its fields, `params.dt`, and an array of structs an array for each field."""

    SUFFIXES = {
        "int8": "b", "uint8": "ub", "int16": "s", "uint16": "us", "int32": "i", "uint32": "ui", "int64": "l", "uint64": "ul",
        "float16": "h", "float32": "f", "float64": "d", "bool": "_bool", "bfloat16": "_bfloat16",
    }  # fmt: skip

    def __init__(self, wp, numpy, kernel, dim):
        self.wp, self.numpy, self.kernel, self.dim = wp, numpy, kernel, dim
        self.arguments, self.readers = [], []

    def dtype(self, kind):
        kind = {int: self.wp.int32, float: self.wp.float32, bool: self.wp.bool}.get(kind, kind)
        if not hasattr(kind, "_wp_scalar_type_"):
            return kind.__name__
        suffix = self.SUFFIXES[kind._wp_scalar_type_.__name__]
        for name in ("transform", "quat"):
            if kind._wp_generic_type_str_ == name + "_t":
                return name + suffix
        separator = "x" if max(kind._shape_) > 9 else ""
        return ("vec" if len(kind._shape_) == 1 else "mat") + separator.join(map(str, kind._shape_)) + suffix

    def add(self, name, kind, value):
        if isinstance(kind, self.wp._src.codegen.Struct):
            for field, variable in kind.vars.items():
                self.add(f"{name}.{field}", variable.type, getattr(value, field))
        elif not isinstance(kind, (self.wp.array, self.wp._src.types._ArrayAnnotation)):
            self.leaf(name, kind, None, lambda: self.numpy.array(getattr(value, "value", value)))
        elif isinstance(kind.dtype, self.wp._src.codegen.Struct):
            self.records(name, kind.dtype, value.shape, value.numpy)
        else:
            self.leaf(name, kind.dtype, value.shape, value.numpy)

    def records(self, name, kind, shape, read):
        for field, variable in kind.vars.items():

            def part(read=read, field=field):
                return read()[field]

            if isinstance(variable.type, self.wp._src.codegen.Struct):
                self.records(f"{name}.{field}", variable.type, shape, part)
            else:
                self.leaf(f"{name}.{field}", variable.type, shape, part)

    def leaf(self, name, kind, shape, read):
        """An argument of the case: an array has a shape, and a reader of what is in it."""
        dtype, values = self.dtype(kind), read().ravel().tolist()
        argument = {
            "name": name,
            "dtype": dtype,
            "role": "scalar",
            "value": values if hasattr(kind, "_wp_scalar_type_") else values[0],
        }
        if shape is not None:
            argument.update(role="inout", shape=list(shape), value=values)
            self.readers.append((name, read))
        elif hasattr(kind, "_wp_scalar_type_"):
            argument["shape"] = []
        self.arguments.append(argument)

    def written(self):
        return {"kernel": self.kernel.key, "dim": list(self.dim), "args": self.arguments}

    def outputs(self):
        return {name: read().ravel().tolist() for name, read in self.readers}


def in_a_child(act):
    """What `act` returns in a process of its own, or why there is nothing."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)  # numbers at random may be a loop without an end
        os.close(reader)
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            result = act()
        except CannotRun as why:
            result = str(why)
        except Exception as why:  # noqa: BLE001
            result = "raised: " + str(why).split("\n")[0]
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(result, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return f"no end in {SECONDS} s"
    return pickle.loads(data) if data else "stopped: outside of its arrays"


def outcome(wp, numpy, kernel, seed):
    """The bytes of a kernel's arrays after it, or why there are none."""

    def act():
        inputs = Inputs(wp, numpy, seed)
        arguments = [inputs.value(argument.type) for argument in kernel.adj.args]
        wp.launch(kernel, dim=(THREADS,) * 3, inputs=arguments, device="cpu")
        return [array.numpy().tobytes() for array in inputs.arrays]

    return in_a_child(act)


def rank_of(kernel):
    """How many indices of its thread a kernel asks for."""
    ranks = [1]
    for node in ast.walk(kernel.adj.tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Tuple):
            if isinstance(node.value.func, ast.Attribute) and node.value.func.attr == "tid":
                ranks.append(len(node.targets[0].elts))
    return max(ranks)


def launch_as_case(wp, numpy, kernel, seed):
    """A launch with as many threads as its arrays have room for, and the arrays after it: {"case", "outputs"}, or why there is none."""

    def act():
        inputs = Inputs(wp, numpy, seed)
        arguments = [inputs.value(argument.type) for argument in kernel.adj.args]
        case = Case(wp, numpy, kernel, (THREADS,) * rank_of(kernel))
        for argument, value in zip(kernel.adj.args, arguments, strict=True):
            case.add(argument.label, argument.type, value)
        wp.launch(kernel, dim=case.dim, inputs=arguments, device="cpu")
        return {"case": case.written(), "outputs": case.outputs()}

    return in_a_child(act)


def is_built(wp, kernel):
    """Whether Warp makes C++ of a kernel: one that it refuses would take its whole module along. Asked in a process of its own, since
    functions remember what they were called with."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        module = wp._src.context.Module("trial", None)
        wp.Kernel(func=kernel.func, key=kernel.key, module=module)
        try:
            options = module.resolve_options(wp.config, block_dim=1)
            wp._src.context.ModuleBuilder(module, options | {"output_arch": None, "block_dim": 1})
        except Exception:  # noqa: BLE001
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def one_file(path, printed, root, names, seed, folder):
    import numpy
    import warp as wp

    wp.config.log_level = wp.LOG_ERROR
    wp.config.mode = "debug"
    wp.config.enable_backward = False
    wp.init()
    sys.meta_path.append(AbsentModules())
    in_warp = path.startswith(os.path.dirname(os.path.dirname(wp.__file__)))
    original = load(path, "original_kernels") if in_warp else load_in_place(path, "original_kernels", root)
    ours = load(printed, "printed_kernels")
    pairs = []
    fresh, fresh_text = (wp._src.context.Module(name, None) for name in ("original_copies", "printed_copies"))
    for name in names:
        given, text = getattr(original, name, None), getattr(ours, name, None)
        if not isinstance(given, wp.Kernel) or not isinstance(text, wp.Kernel):
            print(json.dumps([name, "left out: no kernel at the top of its module"]), flush=True)
            continue
        if given.is_generic:
            print(json.dumps([name, "left out: generic"]), flush=True)
            continue
        if not is_built(wp, given):
            print(json.dumps([name, "left out: Warp refuses it"]), flush=True)
            continue
        if not is_built(wp, text):
            print(json.dumps([name, "different: Warp refuses what is printed"]), flush=True)
            continue
        copies = [
            wp.Kernel(func=one.func, key=name, module=module) for one, module in ((given, fresh), (text, fresh_text))
        ]
        pairs.append((name, *copies))
    for module in (fresh, fresh_text):
        module.options["enable_backward"] = False
        module.load("cpu")
    for name, given, text in pairs:
        before, after = outcome(wp, numpy, given, seed), outcome(wp, numpy, text, seed)
        if isinstance(before, str):
            says = "left out: " + before
        else:
            says = "same" if before == after else "different: " + (after if isinstance(after, str) else "other bits")
        if folder and says == "same":
            with open(os.path.join(folder, name + ".case"), "w", encoding="utf-8") as file:
                json.dump(launch_as_case(wp, numpy, given, seed), file)
        print(json.dumps([name, says]), flush=True)


# ---------------------------------------------------------------------------
# On the CPU
# ---------------------------------------------------------------------------

# What Warp takes from the C library, and kgen from its own; and what Warp rounds once where kgen does twice, or twice for once.
ELEMENTARY = (
    "a?sinh? a?cosh? a?tanh? atan2 exp log log2 log10 pow cbrt erf[a-z]* quat_[a-z_]+ smoothstep p?noise rand[nf]?"
)
ROUNDED = "mat_mul ddot inverse"
INEXACT = re.compile(r"\bkgen\.(" + "|".join((ELEMENTARY + " " + ROUNDED).split()) + r")\b")


def run_tool(command, seconds=SECONDS):
    """What a tool prints, or None and the reason where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no end in {seconds} s"
    return (done.stdout, "") if done.returncode == 0 else (None, done.stderr.split("error: ")[-1].split("\n")[0])


def digits_of(dtype):
    """The bits of a mantissa; 0 of integers, which are the same or wrong."""
    ends = {"64": 52, "d": 52, "bfloat16": 7, "float16": 10, "h": 10, "float32": 23, "f": 23}
    return next((bits for end, bits in ends.items() if dtype.endswith(end) and "int" not in dtype), 0)


def units_of(argument, values):
    """The unit in the last place of the largest of some numbers; 0 of integers, which are the same or wrong."""
    digits = digits_of(argument["dtype"])
    return (
        2.0**-digits * max((abs(v) for v in values if v == v and abs(v) != float("inf")), default=0.0)
        if digits
        else 0.0
    )


def moved_by_a_unit(case, draw):
    """The case with each float a unit in the last place up or down, or as it was."""
    import numpy

    def moved(argument):
        digits = digits_of(argument["dtype"])
        flat = argument["value"] if isinstance(argument["value"], list) else [argument["value"]]
        if not digits:
            return argument
        values = [v * (1.0 + d * 2.0**-digits) for v, d in zip(flat, draw.integers(-1, 2, len(flat)).tolist())]
        return {**argument, "value": values if isinstance(argument["value"], list) else values[0]}

    draw = numpy.random.default_rng(draw)
    return {**case, "args": [moved(argument) for argument in case["args"]]}


def verdict(case, ours, theirs, is_exact, run):
    """Bits, or 4 units in the last place; `run(case)` gives outputs."""
    says, near = "the same bits", []
    for argument in case["args"]:
        name = argument["name"]
        pairs = [
            (g, w)
            for g, w in zip(ours.get(name, []), theirs.get(name, []), strict=True)
            if g != w and not (g != g and w != w)
        ]
        if not pairs:
            continue
        off, unit = max(abs(g - w) for g, w in pairs), units_of(argument, theirs[name])
        says = "within 4 units"
        if is_exact or not unit or off != off:
            return f"different on the CPU: {name} has {pairs[0][0]!r} for {pairs[0][1]!r}"
        if off > 4 * unit:
            near.append((name, off, unit))
    spreads = {name: 0.0 for name, *_ in near}
    for draw in range(4 if near else 0):
        moved = run(moved_by_a_unit(case, draw)) or {}
        for name in spreads:
            spreads[name] = max(
                [spreads[name]] + [abs(a - b) for a, b in zip(ours[name], moved.get(name, [])) if a == a and b == b]
            )
    for name, off, unit in near:
        if off > 4 * spreads[name]:
            return f"different on the CPU: {name}, by {off / unit:.3g} units, {off / (spreads[name] or unit):.3g} of what a unit of its inputs does"
    return says


def on_cpu(path, names, options, folder):
    """What `kgen-run --device cpu` gives on the cases that Warp ran, held against Warp: {name: verdict}."""
    said = {}
    for name in names:
        with open(os.path.join(folder, name + ".case"), encoding="utf-8") as file:
            launched = json.load(file)
        if isinstance(launched, str):
            said[name] = "left out: " + launched
            continue
        tool, translate = (os.path.join(options.tools, t) for t in ("kgen-run", "kgen-translate"))
        file, failures = os.path.join(folder, name + ".json"), []

        def run(case):
            with open(file, "w", encoding="utf-8") as out:
                json.dump(case, out)
            text, why = run_tool([tool, path, "--kernel", name, "--case", file, "--device", "cpu"], 3 * SECONDS)
            failures.append(why)
            return text and json.loads(text.splitlines()[-1])["outputs"]  # after what the kernel prints itself

        ours = run(launched["case"])
        if ours is None:
            expects = (
                "expected the two values" in failures[0]
            )  # wp.expect_eq of random numbers: Warp goes on, kgen-run ends
            said[name] = ("left out: " if expects else "different on the CPU: ") + failures[0]
            continue
        module, _ = run_tool([translate, "--warp-to-kgen", path, "--kernel", name])
        said[name] = verdict(launched["case"], ours, launched["outputs"], not INEXACT.search(module or ""), run)
    return said


# ---------------------------------------------------------------------------
# All files
# ---------------------------------------------------------------------------


def printed_kernels(translate, path, folder):
    """The names of the kernels at the top of a file that kgen takes, and the text that it prints of them."""
    report, module, text = (os.path.join(folder, name) for name in ("report.json", "all.mlir", "printed.py"))
    commands = (
        ["--warp-to-kgen", "--all", "--report", report, path, "-o", module],
        ["--kgen-to-warp", module, "-o", text],
    )
    for command in commands:
        if subprocess.run([translate, *command], capture_output=True, check=False).returncode:
            return [], text
    with open(report, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    names = [k["name"].split(":")[0] for k in kernels]
    return [
        k["name"] for k in kernels if k["imported"] and re.fullmatch(r"\w+", k["name"]) and names.count(k["name"]) == 1
    ], text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=240, help="for one file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--cpu", type=int, default=0, help="how many kernels kgen-run --device cpu runs too")
    parser.add_argument("--cases", help=argparse.SUPPRESS)
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return one_file(*options.one[:3], options.one[3:], options.seed, options.cases)

    translate = os.path.join(options.tools, "kgen-translate")
    rows, compiled = [], []
    for path in python_files(options.trees):
        with open(path, encoding="utf-8", errors="replace") as file:
            if "kernel" not in file.read():
                continue
        with tempfile.TemporaryDirectory() as folder:
            names, text = printed_kernels(translate, path, folder)
            if not names:
                continue
            root = next((r for r in map(os.path.abspath, options.trees) if os.path.abspath(path).startswith(r)), "")
            command = [sys.executable, os.path.abspath(__file__), "--seed", str(options.seed)]
            command += ["--cases", folder] if len(compiled) < options.cpu else []
            command += ["--one", os.path.abspath(path), text, root, *names]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=options.seconds, check=False, cwd=folder
                )
                output, errors = done.stdout, done.stderr
            except subprocess.TimeoutExpired as late:
                output, errors = (late.stdout or b"").decode(), f"more than {options.seconds} s"
            found = dict(json.loads(line) for line in output.splitlines() if line.startswith("["))
            same = [name for name in names if found.get(name) == "same"]
            if len(compiled) < options.cpu and same:
                said = on_cpu(path, same, options, folder)
                compiled += [what for what in said.values() if not what.startswith("left out")]
                for name, what in said.items():
                    if what.startswith(("different", "left out")):
                        print(f"{path}: {name}: {what}", flush=True)
        for name in names:
            said = found.get(name, "left out: " + (errors.strip().split("\n")[-1] or "nothing said"))
            rows.append([path, name, said])
            if not said == "same":
                print(f"{path}: {name}: {said}", flush=True)
        print(
            f"{path}: {sum(found.get(name) == 'same' for name in names)} of {len(names)} the same",
            file=sys.stderr,
            flush=True,
        )
        if sum(said == "same" for _, _, said in rows) >= options.count:
            break
    same = sum(said == "same" for _, _, said in rows)
    different = sum(said.startswith("different") for _, _, said in rows)
    print(
        f"{same + different} kernels run, {same} the same to the bit, {different} different, {len(rows) - same - different} left out"
    )
    if options.cpu:
        counts = [sum(c.startswith(what) for c in compiled) for what in ("the same", "within", "different")]
        print(
            f"{len(compiled)} also by kgen-run --device cpu: {counts[0]} the same to the bit, {counts[1]} within 4 units, {counts[2]} different"
        )
        different += counts[2]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
