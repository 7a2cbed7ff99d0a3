#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many of the kernels in trees of Python files go through kgen, form by form, and what loses the others.

    census.py TREE... [--tools build/bin] [--jobs 2] [--without GLOB]... [--only-import] [--assume-any TYPE]
              [--json FILE]

A kernel is counted once by its body and the types of its arguments; one that its file expects to be refused (it stands in
a function that says assertRaises) is counted apart. It goes through where it imports, its printed Python imports again and
prints the same text, its CUDA C++ is taken by NVRTC (where that is found), and LLVM IR and PTX come out. Kernels that are
refused for what is out of scope (see APART) are counted apart, by the first such reason. Prints one line a form, then the
reasons by kernels lost: those that have the reason, and those that have no other. A crash, a hang and a refusal without a
reason are named. Exit status 1 where there was one.
"""

import argparse
import ast
import collections
import concurrent.futures
import ctypes
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

FORMS = ("import", "python", "cuda", "llvmir", "ptx")
SECONDS = 120

# What the count leaves out: a name, and a pattern of the reasons.
APART = (
    ("queries", r"'wp\.(tile_)?(bvh|mesh|hash_grid|volume)_|'wp\.(tile_query|intersect_tri|Volume)|HashGrid"),
    ("textures", r"[Tt]exture"),
    ("snippets", r"is a snippet of C\+\+"),
    ("modules outside the tree", r"stands neither beside nor above"),
    (
        "known at run time",
        r"known only when|which no wp\.launch|which is not as many values|which is no constant of the module"
        r"|which is bound in several ways|which changes after its assignment",
    ),
)


def python_files(trees, without=()):
    """The Python files of trees, or those named, but for those that a pattern of `without` fits."""
    for tree in trees:
        if os.path.isfile(tree):
            yield tree
            continue
        for folder, folders, names in os.walk(tree):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                skipped = any(fnmatch.fnmatch(os.path.relpath(path, tree), pattern) for pattern in without)
                if name.endswith(".py") and not skipped:
                    yield path


class Source:
    """The functions of a file by line: what makes a kernel the same as another, and whether it is meant to be refused."""

    def __init__(self, path):
        self.functions = {}
        with open(path, encoding="utf-8", errors="replace") as file:
            self.visit(ast.parse(file.read()), False)

    def visit(self, node, refused):
        for child in ast.iter_child_nodes(node):
            inner = refused
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.functions[child.lineno] = (child, refused)
                inner = refused or any(
                    isinstance(n, ast.Attribute) and n.attr.startswith("assertRaises") for n in ast.walk(child)
                )
            self.visit(child, inner)

    def key(self, line):
        """A text that two kernels share where they are one, and whether the kernel is meant to be refused."""
        function, refused = self.functions.get(line, (None, False))
        if function is None:
            return None, False
        types = [ast.dump(a.annotation) if a.annotation else "" for a in function.args.args]
        return repr((types, [ast.dump(statement) for statement in function.body])), refused


class Nvrtc:
    """NVRTC where it is installed: `takes(text)`."""

    def __init__(self):
        self.library = None
        for name in ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"):
            try:
                self.library = ctypes.CDLL(name)
                return
            except OSError:
                pass

    def takes(self, text):
        program = ctypes.c_void_p()
        self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernel.cu", 0, None, None)
        options = (ctypes.c_char_p * 2)(b"--std=c++17", b"-arch=compute_80")
        status = self.library.nvrtcCompileProgram(program, 2, options)
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return status == 0


class Census:
    def __init__(self, tools, nvrtc, options=()):
        self.translate, self.nvrtc = os.path.join(tools, "kgen-translate"), nvrtc
        self.options, self.troubles = options, []

    def run(self, *arguments):
        """Whether kgen-translate does it, and what it says; a crash or hang is noted."""
        try:
            done = subprocess.run(
                [self.translate, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            self.troubles.append("hang: " + " ".join(arguments))
            return False, ""
        if done.returncode not in (0, 1):
            self.troubles.append(f"exit status {done.returncode}: " + " ".join(arguments))
        return done.returncode == 0, done.stderr

    def file(self, path, only_import):
        """[(entry of the report, {form: reason or ""})] of the kernels of a file."""
        with tempfile.TemporaryDirectory() as folder:
            report, module = os.path.join(folder, "report.json"), os.path.join(folder, "all.mlir")
            done, said = self.run("--warp-to-kgen", "--all", *self.options, "--report", report, path, "-o", module)
            if not done:
                return [
                    (
                        {
                            "name": "",
                            "line": 0,
                            "imported": False,
                            "reasons": [{"message": said.split("error: ")[-1].strip()}],
                        },
                        {},
                    )
                ]
            with open(report, encoding="utf-8") as file:
                entries = json.load(file)["kernels"]
            with open(module, encoding="utf-8") as file:
                symbols = iter(re.findall(r"^ *kgen\.kernel @(\w+)", file.read(), re.MULTILINE))
            imported = [(entry, next(symbols)) for entry in entries if entry["imported"]]
            forms = {}
            if imported and not only_import:
                forms = self.forms(module, [symbol for _, symbol in imported], folder)
            found = {id(entry): forms.get(symbol, {}) for entry, symbol in imported}
            return [(entry, found.get(id(entry), {})) for entry in entries]

    def forms(self, module, symbols, folder):
        """{symbol: {form: what is wrong, or ""}}: all kernels at once, and one by one where that fails."""
        result = {symbol: {} for symbol in symbols}
        for form in FORMS[1:]:
            if form == "cuda" and not self.nvrtc.library:
                continue
            whole = self.form(form, module, None, folder)
            for symbol in symbols:
                result[symbol][form] = (
                    whole if not whole or len(symbols) == 1 else self.form(form, module, symbol, folder)
                )
        return result

    def form(self, form, module, symbol, folder):
        """What is wrong with a form of a kernel, or of all: a line; "" where nothing is."""
        chosen = ["--kernel", symbol] if symbol else []
        text = os.path.join(folder, "text.py" if form == "python" else "text")
        option = {
            "python": "--kgen-to-warp",
            "cuda": "--kgen-to-cuda",
            "llvmir": "--kgen-to-llvmir",
            "ptx": "--kgen-to-ptx",
        }[form]
        extra = ["--self-contained"] if form == "cuda" else []
        done, said = self.run(option, module, "-o", text, *chosen, *extra)
        if not done:
            return said.split("error: ")[-1].split("\n")[0] or "no text"
        with open(text, encoding="utf-8") as file:
            printed = file.read()
        if form == "cuda":
            return "" if self.nvrtc.takes(printed) else "refused by NVRTC"
        if form == "python":
            again, second = os.path.join(folder, "again.mlir"), os.path.join(folder, "again.py")
            for arguments in (("--warp-to-kgen", "--all", text, "-o", again), ("--kgen-to-warp", again, "-o", second)):
                done, said = self.run(*arguments)
                if not done or "is left out" in said:
                    return "printed, but: " + re.split("error: |is left out: ", said)[-1].split("\n")[0]
            with open(second, encoding="utf-8") as file:
                return "" if file.read() == printed else "imports again as another text"
        return ""


def apart(problems):
    """The name of what leaves a kernel with these reasons out of the count; "" where nothing does."""
    for name, pattern in APART:
        if any(re.search(pattern, problem) for problem in problems):
            return name
    return ""


def plain(message):
    """A reason without the names that are the author's."""
    return re.sub(r"'(?!wp\.)[^']*'", "'…'", message)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+")
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--only-import", action="store_true")
    parser.add_argument("--assume-any", metavar="TYPE", help="as kgen-translate has it")
    parser.add_argument("--json")
    parser.add_argument("--top", type=int, default=40)
    options = parser.parse_args()

    assumed = [f"--assume-any={options.assume_any}"] if options.assume_any else []
    census = Census(options.tools, Nvrtc(), assumed)
    files = []
    for path in python_files(options.trees, options.without):
        with open(path, encoding="utf-8", errors="replace") as file:
            if "kernel" in file.read():
                files.append(path)
    seen, counts, expected, outside = set(), collections.Counter(), 0, collections.Counter()
    reasons, alone, example, rows = collections.Counter(), collections.Counter(), {}, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, kernels in zip(files, pool.map(lambda path: census.file(path, options.only_import), files)):
            try:
                source = Source(path)
            except (SyntaxError, ValueError, RecursionError):
                continue
            for entry, forms in kernels:
                key, refused = source.key(entry["line"])
                if key is None or key in seen:
                    continue
                seen.add(key)
                if refused:
                    expected += 1
                    continue
                if name := "" if entry["imported"] else apart([reason["message"] for reason in entry["reasons"]]):
                    outside[name] += 1
                    rows.append({"file": path, "name": entry["name"], "line": entry["line"], "apart": name})
                    continue
                counts["kernels"] += 1
                problems = {plain(reason["message"]) for reason in entry["reasons"]}
                problems |= {f"{form}: {plain(problem)}" for form, problem in forms.items() if problem}
                counts["import"] += entry["imported"]
                for form in forms:
                    counts[form] += not forms[form]
                counts["through"] += entry["imported"] and not problems
                if not entry["imported"] and not problems:
                    census.troubles.append(f"no reason: {path}: {entry['name']}")
                for problem in problems:
                    reasons[problem] += 1
                    alone[problem] += len(problems) == 1
                    example.setdefault(problem, f"{os.path.basename(path)}: {entry['name']}")
                rows.append({"file": path, "name": entry["name"], "line": entry["line"], "problems": sorted(problems)})
    total = max(1, counts["kernels"])
    print(f"kernels {counts['kernels']}, and {expected} that are meant to be refused")
    for name, count in outside.most_common():
        print(f"apart: {name} {count}")
    for form in FORMS[:1] if options.only_import else FORMS + ("through",):
        print(f"{form:8} {counts[form]:5} {100 * counts[form] / total:5.1f} %")
    print("\nreasons: kernels, kernels that have no other, reason, example")
    for reason, count in sorted(reasons.items(), key=lambda item: (-alone[item[0]], -item[1], item[0]))[: options.top]:
        print(f"{count:5} {alone[reason]:5}  {reason}  [{example[reason]}]")
    for trouble in census.troubles:
        print(trouble)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(
                {"counts": counts, "kernels": rows, "apart": outside, "troubles": census.troubles}, file, indent=1
            )
    return 1 if census.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
