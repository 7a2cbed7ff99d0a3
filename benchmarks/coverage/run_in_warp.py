#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs real kernels in real Warp, the original and what kgen prints of it, on the same random inputs, and compares every
bit of every array afterwards.

    run_in_warp.py FILE_OR_TREE... [--tools build/bin] [--count 300] [--seconds 240] [--json FILE] [--seed 1]

Takes the kernels at the top of a module whose arguments are numbers, vectors, matrices, structs of them and arrays. A kernel
that leaves its arrays on these inputs (Warp's debug mode stops it) is run on neither side and not counted. Prints one line a
kernel that is not the same, then the numbers. Exit status 1 where one was different.
"""
import argparse
import importlib.util
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile

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


def one_file(path, printed, names, seed):
    import numpy
    import warp as wp

    wp.config.quiet = True
    wp.config.mode = "debug"
    wp.config.enable_backward = False
    wp.init()
    original, ours = load(path, "original_kernels"), load(printed, "printed_kernels")
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
    return [k["name"] for k in kernels if k["imported"] and re.fullmatch(r"\w+", k["name"])], text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=240, help="for one file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return one_file(options.one[0], options.one[1], options.one[2:], options.seed)

    translate = os.path.join(options.tools, "kgen-translate")
    rows = []
    for path in python_files(options.trees):
        with open(path, encoding="utf-8", errors="replace") as file:
            if "kernel" not in file.read():
                continue
        with tempfile.TemporaryDirectory() as folder:
            names, text = printed_kernels(translate, path, folder)
            if not names:
                continue
            command = [sys.executable, os.path.abspath(__file__), "--seed", str(options.seed), "--one", os.path.abspath(path), text, *names]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds, check=False, cwd=folder)
                output, errors = done.stdout, done.stderr
            except subprocess.TimeoutExpired as late:
                output, errors = (late.stdout or b"").decode(), f"more than {options.seconds} s"
        found = dict(json.loads(line) for line in output.splitlines() if line.startswith("["))
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
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
