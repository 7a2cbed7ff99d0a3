#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs real kernels in real Warp, the original and what kgen prints of it, on the same random inputs, and compares every
bit of every array afterwards.

    run_in_warp.py FILE_OR_TREE... [--tools build/bin] [--count 300] [--seconds 240] [--json FILE] [--seed 1] [--cpu 100]

Takes the kernels at the top of a module whose arguments are numbers, vectors, matrices, structs of them and arrays. A kernel
that leaves its arrays on these inputs (Warp's debug mode stops it) is run on neither side and not counted; nor is a name that a
file gives to two kernels, since a module keeps the last alone. Packages that a file imports and that are not installed are
stood in for. With --cpu N, N of them run by `kgen-run --device cpu` too, on cases of its own: to the bit, or where an elementary
function is in, to 4 units in the last place of the largest number of the array. Prints one line a kernel that is not the same, then the numbers. Exit status 1 where one was different.
"""
import argparse
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

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test", "Oracle"))
import cases  # noqa: E402, the format of a CASE

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


def outcome(wp, numpy, kernel, seed):
    """Runs a kernel in a process of its own: the bytes of its arrays, or why there are none."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)  # numbers at random may be a loop without an end
        os.close(reader)
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            inputs = Inputs(wp, numpy, seed)
            arguments = [inputs.value(argument.type) for argument in kernel.adj.args]
            wp.launch(kernel, dim=(THREADS,) * 3, inputs=arguments, device="cpu")
            result = [array.numpy().tobytes() for array in inputs.arrays]
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


def one_file(path, printed, root, names, seed):
    import numpy
    import warp as wp

    wp.config.quiet = True
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
        copies = [wp.Kernel(func=one.func, key=name, module=module) for one, module in ((given, fresh), (text, fresh_text))]
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
        print(json.dumps([name, says]), flush=True)


def launch_cases(path, root, given):
    """Runs kernels of one file in Warp on the cases of a JSON file, {name: case}; prints the outputs of each."""
    import warp as wp
    import warp_oracle

    wp.config.quiet = True
    wp.config.enable_backward = False
    wp.init()
    sys.meta_path.append(AbsentModules())
    with open(given, encoding="utf-8") as file:
        cases_by_name = json.load(file)
    module, fresh = load_in_place(path, "original_kernels", root), wp._src.context.Module("original_copies", None)
    for name in cases_by_name:
        setattr(module, name, wp.Kernel(func=getattr(module, name).func, key=name, module=fresh))
    fresh.options["enable_backward"] = False
    for name, case in cases_by_name.items():
        print(json.dumps([name, warp_oracle.run(case, module, name, False)["outputs"]]), flush=True)


# ---------------------------------------------------------------------------
# On the CPU
# ---------------------------------------------------------------------------

# What Warp takes from the C library, and kgen from its own.
ELEMENTARY = re.compile(r"\b(a?sinh?|a?cosh?|a?tanh?|atan2|exp|log|log2|log10|pow|cbrt|erf\w*|quat_\w+|smoothstep|noise|rand\w*|\w*angle\w*)\(|\*\*")


def run_json(command):
    """What a tool prints as JSON, or None where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None


def verdict(case, ours, theirs, is_exact):
    """Bits, or where an elementary function is in, 4 units in the last place of the largest magnitude of an array."""
    says = "the same bits"
    for argument in cases.reporting_all(case)["args"]:
        got, want = (side.get(argument["name"], []) for side in (ours, theirs))
        pairs = [(g, w) for g, w in zip(got, want, strict=True) if g != w and not (g != g and w != w)]
        if not pairs:
            continue
        kind = argument["dtype"]
        digits = 52 if kind.endswith(("64", "d")) else 10 if kind.endswith(("16", "h")) else 23
        size = max((abs(w) for w in want if w == w and abs(w) != float("inf")), default=0.0)
        if is_exact or not all(abs(g - w) <= 4 * 2.0**-digits * size for g, w in pairs):
            return f"different on the CPU: {argument['name']} has {pairs[0][0]!r} for {pairs[0][1]!r}"
        says = "within 4 units"
    return says


def on_cpu(path, root, names, options, folder):
    """What `kgen-run --device cpu` gives on cases that kgen makes, held against Warp: {name: verdict}, where there is a case."""
    tool, given, ours = os.path.join(options.tools, "kgen-run"), {}, {}
    for name in names:
        case = run_json([tool, path, "--kernel", name, "--make-case"])
        if case is None or not case["args"]:
            continue
        case = cases.reporting_all(case)
        file = os.path.join(folder, name + ".json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(case, out)
        result = run_json([tool, path, "--kernel", name, "--case", file, "--device", "cpu"])
        if result is not None:
            given[name], ours[name] = case, result["outputs"]
    file = os.path.join(folder, "cases of all.json")
    with open(file, "w", encoding="utf-8") as out:
        json.dump(given, out)
    command = [sys.executable, os.path.abspath(__file__), "--launch", os.path.abspath(path), root, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds, check=False, cwd=folder)
    theirs = dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))
    said = {}
    for name in theirs:
        text = subprocess.run(
            [os.path.join(options.tools, "kgen-translate"), "--warp-to-kgen", path, "--kernel", name], capture_output=True, text=True, check=False
        ).stdout
        printed = subprocess.run(
            [os.path.join(options.tools, "kgen-translate"), "--kgen-to-warp"], input=text, capture_output=True, text=True, check=False
        ).stdout
        said[name] = verdict(given[name], ours[name], theirs[name], not ELEMENTARY.search(printed))
    return said


# ---------------------------------------------------------------------------
# All files
# ---------------------------------------------------------------------------


def printed_kernels(translate, path, folder):
    """The names of the kernels at the top of a file that kgen takes, and the text that it prints of them."""
    report, module, text = (os.path.join(folder, name) for name in ("report.json", "all.mlir", "printed.py"))
    commands = (["--warp-to-kgen", "--all", "--report", report, path, "-o", module], ["--kgen-to-warp", module, "-o", text])
    for command in commands:
        if subprocess.run([translate, *command], capture_output=True, check=False).returncode:
            return [], text
    with open(report, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    names = [k["name"].split(":")[0] for k in kernels]
    return [k["name"] for k in kernels if k["imported"] and re.fullmatch(r"\w+", k["name"]) and names.count(k["name"]) == 1], text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=240, help="for one file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--cpu", type=int, default=0, help="how many kernels kgen-run --device cpu runs too, on cases that it makes")
    parser.add_argument("--launch", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return one_file(*options.one[:3], options.one[3:], options.seed)

    if options.launch:
        return launch_cases(*options.launch)

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
            command = [sys.executable, os.path.abspath(__file__), "--seed", str(options.seed), "--one", os.path.abspath(path), text, root, *names]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds, check=False, cwd=folder)
                output, errors = done.stdout, done.stderr
            except subprocess.TimeoutExpired as late:
                output, errors = (late.stdout or b"").decode(), f"more than {options.seconds} s"
            found = dict(json.loads(line) for line in output.splitlines() if line.startswith("["))
            same = [name for name in names if found.get(name) == "same"]
            if len(compiled) < options.cpu and same:
                said = on_cpu(path, root, same[: options.cpu - len(compiled)], options, folder)
                compiled += said.values()
                for name, what in said.items():
                    if what.startswith("different"):
                        print(f"{path}: {name}: {what}", flush=True)
        for name in names:
            said = found.get(name, "left out: " + (errors.strip().split("\n")[-1] or "nothing said"))
            rows.append([path, name, said])
            if not said == "same":
                print(f"{path}: {name}: {said}", flush=True)
        print(f"{path}: {sum(found.get(name) == 'same' for name in names)} of {len(names)} the same", file=sys.stderr, flush=True)
        if sum(said == "same" for _, _, said in rows) >= options.count:
            break
    same = sum(said == "same" for _, _, said in rows)
    different = sum(said.startswith("different") for _, _, said in rows)
    print(f"{same + different} kernels run, {same} the same to the bit, {different} different, {len(rows) - same - different} left out")
    if options.cpu:
        counts = [sum(c.startswith(what) for c in compiled) for what in ("the same", "within", "different")]
        print(f"{len(compiled)} also by kgen-run --device cpu: {counts[0]} the same to the bit, {counts[1]} within 4 units, {counts[2]} different")
        different += counts[2]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
