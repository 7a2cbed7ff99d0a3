# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes every kernel of some folders up one rung, and says how many passed.

    ladder.py run     --device D                       DIR...  interpreted or compiled: the expected numbers, with gradients
    ladder.py cpp     --cxx PATH                       DIR...  printed C++, compiled and run: the same, with gradients
    ladder.py cuda    --nvcc PATH                      DIR...  printed CUDA C++ passes nvcc, or NVRTC with --nvrtc
    ladder.py ptx     --ptxas PATH --chip C...         DIR...  PTX passes ptxas, and reaches arrays in global memory
    ladder.py warp    --python PATH                    DIR...  printed Python, run by real Warp: the same numbers
    ladder.py pipe    --form F...                      DIR...  through a pipe of text, every form keeps every byte
    ladder.py opt                                      DIR...  kgen-opt prints, byte for byte, what it read

A folder holds NAME.py, a kernel with its CASE, and NAME.json, what is expected of it (see test/Cases/grad/README.md).
What kgen refuses, it must refuse with a file, a line and a column; fewer than --at-least kernels that pass are an error.
C++ and CUDA C++ are tried with our header and with none. kgen's tools must be on PATH. What was made stays in the folder
given with -o.
"""
import argparse
import concurrent.futures
import ctypes
import dataclasses
import glob
import json
import os
import re
import subprocess
import sys

import compile_check
import run_cpp

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = "-I" + os.path.join(TEST, "../include")
sys.path += [os.path.join(TEST, "Oracle"), os.path.join(TEST, "Inputs")]
import cases  # noqa: E402, it lies beside the oracles
import translated  # noqa: E402

LOCATED = re.compile(r"\S+:\d+:\d+: (error|warning): \S")
STYLES = [[], ["--self-contained"]]
FORMS = ["warp", "cuda", "cpp", "llvmir", "ptx"]


@dataclasses.dataclass
class Kernel:
    path: str  # of its Python, or of what that was imported as
    case: dict

    @property
    def name(self):
        return self.case["name"]


@dataclasses.dataclass
class Made:
    """A text, and the first thing that was refused on the way to it: without text the kernel, else its backward."""

    kernel: Kernel
    text: str
    refusal: str


def kernels(folder):
    paths = [path for path in sorted(glob.glob(os.path.join(folder, "*.py"))) if os.path.exists(path[:-2] + "json")]
    return [Kernel(path, cases.read_case(path)) for path in paths]


def each(function, items):
    """[function(item), ...], as many at a time as there are processors: the work is other programs'."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def translate(kernel, to, flags=()):
    done = translated.translate(to, kernel.path, *flags)
    return Made(kernel, done.stdout, refusal_of(done))


def refusal_of(done):
    """The first thing that a tool said about what it was given, or ""; it may only refuse at a line and column."""
    refusal = next(iter(done.stderr.splitlines()), "")
    if done.returncode not in (0, 1) or (done.returncode or refusal) and not LOCATED.match(refusal):
        sys.exit(f"{' '.join(done.args)}: exit {done.returncode}: expected text or a located message but got: {refusal}")
    return refusal


def print_as(kernel, to, flags=()):
    """The same of a kernel that was taken before: no form may refuse it."""
    made = translate(kernel, to, flags)
    return made if made.text else sys.exit(f"ladder: expected {to} of {kernel.name} but got: {made.refusal}")


def import_all(options):
    """What of the folders kgen takes, read once from Python, and what it does not."""
    every = [kernel for folder in options.folders for kernel in kernels(folder)]
    tried = each(lambda kernel: translate(kernel, "warp-to-kgen"), every)
    refused = [one for one in tried if not one.text]
    if len(every) - len(refused) < options.at_least:
        refusals = "\n".join(one.refusal for one in refused)
        sys.exit(f"ladder: expected at least {options.at_least} kernels but got others than\n{refusals}")
    taken = [Kernel(translated.imported(one.kernel.path)[1], one.kernel.case) for one in tried if one.text]
    return taken, refused


def save(options, name, text):
    path = os.path.join(options.output, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


# ---- numbers


def judge(options, folder, results, backward):
    """Counts what check.py says passed; what did not must have been refused at a line and column."""
    path = save(options, os.path.basename(folder) + ".results.json", json.dumps(results))
    check = [sys.executable, os.path.join(TEST, "Cases/grad/check.py"), "--results", path]
    command = check + (["--backward"] if backward else []) + [folder]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    failures = [line for line in lines if line.startswith(("FAIL ", "missing ", "error "))]
    wrong = [line for line in failures if not line.startswith("error ") or not LOCATED.search(line)]
    if wrong or not lines:
        sys.exit("\n".join(wrong) or "ladder: check.py said nothing")
    return int(lines[-1].split()[0]), len(failures)


def judge_all(options, results, backward):
    """`results`: for each kernel's name what check.py reads, the outputs and gradients or {"error": refusal}."""
    counts = [judge(options, folder, results, backward) for folder in options.folders]
    passed, refused = (sum(column) for column in zip(*counts))
    what = "gradients" if backward else "outputs"
    least = options.at_least_gradients if backward else options.at_least
    if passed < least:
        sys.exit(f"ladder: expected at least {least} {what} but got {passed}")
    print(f"{what}: {passed} as expected, {refused} refused at a line and column, 0 wrong")


def rung_run(options):
    """Each kernel in two runs, since outputs and gradients need not come from the same code."""
    taken, refused = import_all(options)

    def compute(kernel, flags):
        case = save(options, kernel.name + ".case.json", json.dumps(kernel.case))
        command = ["kgen-run", kernel.path, "--case", case, "--device", options.device, *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        refusal = refusal_of(done) if done.returncode else ""
        return {"error": refusal} if refusal else json.loads(done.stdout)

    for flags in [[], ["--backward"]]:
        results = {one.kernel.name: {"error": one.refusal} for one in refused}
        results.update(zip([k.name for k in taken], each(lambda kernel: compute(kernel, flags), taken)))
        judge_all(options, results, backward=bool(flags))


def rung_warp(options):
    """Real Warp on the Python that kgen prints."""
    results = {}
    for folder in options.folders:
        name = os.path.basename(folder)
        for made in each(lambda kernel: translate(kernel, "kgen-to-warp"), kernels(folder)):
            results[made.kernel.name] = {"error": made.refusal}
            if made.text:
                save(options, f"{name}/{made.kernel.name}.py", made.text)
        oracle = [options.python, os.path.join(TEST, "Oracle/warp_oracle.py")]
        results.update(json.loads(run(oracle + ["--all", f"{options.output}/{name}", "--case-from", folder])))
    judge_all(options, results, backward=False)


# ---- C++ and CUDA C++


def one_unit(options, made, entries, style, suffix):
    """Includes every file, each in a namespace of its own, since all may name their kernel and constants alike.

    A compiler's start costs more than a kernel does.
    """
    system = "".join(f"#include <{name}>\n" for name in ["cmath", "cstddef", "cstdint", "cstdio", "cstring"])
    unit = [f"#ifndef __CUDACC_RTC__\n{system}#endif" if style else '#include "kgen/kgen.cuh"']
    for one in made:
        name = one.kernel.name
        path = save(options, f"{name}.{suffix}", one.text)
        kernel = one.kernel.case["kernel"]
        renamed = [(kernel + tape + entries + way, name + tape + way)
                   for tape in ["", "_tape"] for way in ["_forward", "_backward"]]
        unit += [f"#define {old} {new}" for old, new in renamed]
        unit += [f'namespace case_{name} {{\n#include "{path}"\n}}']
        unit += [f"#undef {old}" for old, new in renamed]
    return "\n".join(unit) + "\n"


def rung_cpp(options):
    taken, refused = import_all(options)
    for style in STYLES:
        made = each(lambda kernel: print_as(kernel, "kgen-to-cpp", style), taken)
        source = save(options, "all.cpp", one_unit(options, made, "_cpu", style, "cpp"))
        library = f"{options.output}/all{len(style)}.so"
        flags = compile_check.CXX_FLAGS[: compile_check.CXX_FLAGS.index("-c")]
        run([options.cxx, *flags, "-shared", "-fPIC", INCLUDE, "-o", library, source])
        run_library(options, ctypes.CDLL(library), made, refused)


def run_library(options, entries, made, refused):
    outputs = {one.kernel.name: {"error": one.refusal} for one in refused}
    gradients = dict(outputs)
    for one in made:
        name, case = one.kernel.name, one.kernel.case
        calls = [getattr(entries, name + way, None) for way in ["_forward", "_backward"]]
        outputs[name] = run_cpp.run(case, run_cpp.rank_of(one.text), calls[0], None)
        takes_tape = calls[1] is None and hasattr(entries, name + "_tape_backward")
        if takes_tape:
            calls = [getattr(entries, name + "_tape" + way) for way in ["_forward", "_backward"]]
        gradients[name] = (run_cpp.run(case, run_cpp.rank_of(one.text), *calls, takes_tape) if calls[1]
                           else {"error": one.refusal})
    judge_all(options, outputs, backward=False)
    judge_all(options, gradients, backward=True)


def rung_cuda(options):
    taken, _ = import_all(options)
    for style in STYLES:
        made = each(lambda kernel: print_as(kernel, "kgen-to-cuda", style), taken)
        unit = one_unit(options, made, "_cuda_kernel", style, "cu")
        if options.nvrtc:
            nvrtc = compile_check.Nvrtc()
            complaint = nvrtc.compile(unit, ["-arch=compute_75", *compile_check.NVRTC_FLAGS, *nvrtc.quick(), INCLUDE])
        else:
            command = [options.nvcc, "-arch=sm_75", *compile_check.NVCC_FLAGS, *compile_check.quick_nvcc(options.nvcc), INCLUDE]
            complaint = compile_check.run(command, unit)
        if complaint:
            sys.exit(complaint)
        backward = sum("_backward(" in one.text for one in made)
        print(f"{len(made)} kernels and {backward} backward accepted, without a warning")


# ---- PTX

SPACES = {"global", "local", "shared", "param", "const"}
INSTRUCTION = re.compile(r"\s+(?:@!?%p\d+\s+)?([a-z]\w*)((?:\.\w+)*)\s+([^;]*);")


def generic_accesses(ptx):
    """A kernel's accesses that name no state space and do not go to its own stack (libdevice puts small tables there)."""
    found, in_kernel, stack = [], False, set()
    for line in ptx.splitlines():
        if ".entry " in line or ".func " in line:
            in_kernel, stack = ".entry " in line, {"%SP", "%SPL"}
        match = INSTRUCTION.match(line)
        if not in_kernel or not match:
            continue
        operation, suffixes, operands = match.groups()
        registers = re.findall(r"%\w+", operands)
        if operation in ("ld", "st", "atom", "red"):
            address = re.search(r"\[([^\]+]*)", operands)[1]
            if not SPACES & set(suffixes.split(".")) and address not in stack:
                found.append(" ".join(line.split()))
        elif registers and stack & set(registers[1:]):
            stack.add(registers[0])
    return found


def rung_ptx(options):
    taken, _ = import_all(options)

    def accept(kernel_and_chip):
        kernel, chip = kernel_and_chip
        one = print_as(kernel, "kgen-to-ptx", ["--chip=" + chip] + options.translate)
        path = save(options, f"{kernel.name}.{chip}.ptx", one.text)
        run([options.ptxas, "-arch=" + chip, "-o", os.devnull, path])
        generic = generic_accesses(one.text)
        if generic or not re.search(r"\s(st|atom|red)\.(\w+\.)*global\.", one.text):
            sys.exit(f"{path}: expected array accesses to be global but got {generic or 'none'}")

    each(accept, [(kernel, chip) for kernel in taken for chip in options.chip])
    print(f"{len(taken)} kernels accepted for {', '.join(options.chip)}, array accesses in global memory")


# ---- text


def rung_opt(options):
    taken, _ = import_all(options)
    texts = []
    for kernel in taken:
        with open(kernel.path, encoding="utf-8") as file:
            texts.append(file.read())
    mark = "// -----\n"
    for text, got in zip(texts, run(["kgen-opt", "--split-input-file"], mark.join(texts)).split(mark), strict=True):
        if got.strip() != text.strip():
            sys.exit(f"ladder: kgen-opt prints another text than it read:\n{text}")
    print(f"{len(taken)} kernels: kgen-opt prints what it read")


def rung_pipe(options):
    def piped(kernel):
        with open(kernel.path, encoding="utf-8") as file:
            source = file.read()
        text = run(["kgen-opt"], run(["kgen-translate", "--warp-to-kgen", "-"], source))
        for form in options.form:
            flags = options.translate if form == "ptx" else []
            got = run(["kgen-translate", "--kgen-to-" + form, *flags, "-"], text)
            if got != print_as(kernel, "kgen-to-" + form, flags).text:
                sys.exit(f"{kernel.path}: its {form} is another after a pipe through text")

    # The files of Python themselves: one step against three.
    taken = {kernel.name for kernel in import_all(options)[0]}
    originals = [kernel for folder in options.folders for kernel in kernels(folder) if kernel.name in taken]
    each(piped, originals)
    print(f"{len(originals)} kernels, {' '.join(options.form)}: the same bytes through a pipe")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rung", choices=["run", "cpp", "cuda", "ptx", "warp", "pipe", "opt"])
    parser.add_argument("folders", nargs="+", metavar="DIR")
    parser.add_argument("-o", "--output", default="ladder.out")
    parser.add_argument("--at-least", type=int, default=1, help="how many must pass")
    parser.add_argument("--at-least-gradients", type=int, default=1, help="how many must pass with gradients")
    parser.add_argument("--device", default="interpreter")
    parser.add_argument("--nvrtc", action="store_true")
    parser.add_argument("--chip", action="append", default=[])
    parser.add_argument("--form", action="append", default=[], choices=FORMS)
    parser.add_argument("--translate", action="append", default=[], help="passed on to kgen-translate for PTX")
    for tool in ["cxx", "nvcc", "ptxas", "python"]:
        parser.add_argument("--" + tool, metavar="PATH")
    options = parser.parse_args()
    options.output = os.path.abspath(options.output)
    options.folders = [os.path.abspath(folder) for folder in options.folders]
    globals()["rung_" + options.rung](options)


if __name__ == "__main__":
    main()
