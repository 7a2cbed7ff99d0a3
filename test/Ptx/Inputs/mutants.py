# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutants.py --bin DIR --count N [--seed S] KERNEL.py...: how many changes of one instruction the machine finds.

Makes PTX of each kernel, changes one instruction of its backward, N times in all, and runs both on the kernel's own CASE. A
change is found where there is a finding, or where outputs or gradients have other bits. Prints the survivors, and a summary.
"""
import argparse
import ast
import collections
import json
import os
import random
import re
import subprocess
import tempfile

SWAPS = [
    (r"\badd(\.\S*[sufb]\d+)", r"sub\1"), (r"\bsub(\.\S*[sufb]\d+)", r"add\1"), (r"\bmul\.rn", "add.rn"), (r"\bfma\.rn", "fma.rz"),
    (r"\b(add|mul|sub|div|sqrt|rcp)\.rn", r"\1.rz"), (r"\bmax\b", "min"), (r"\bmin\b", "max"), (r"\bsetp\.lt", "setp.le"), (r"\bsetp\.le\b", "setp.lt"),
    (r"\bsetp\.gt", "setp.ge"), (r"\bsetp\.ge", "setp.gt"), (r"\bsetp\.eq", "setp.ne"), (r"\bsetp\.ne\b", "setp.eq"), (r"\bmul\.lo", "mul.hi"),
    (r"@%p", "@!%p"), (r"@!%p", "@%p"), (r"\bshl\b", "shr"), (r"\bneg\.f", "abs.f"), (r"\band\.", "or."), (r"\bor\.", "and."), (r"\bmul\.wide\.s", "mul.wide.u"),
]


def mutations(line):
    """All changed forms of an instruction, each with a name of its kind."""
    for pattern, to in SWAPS:
        if re.search(pattern, line):
            yield "operation", re.sub(pattern, to, line, count=1)
    for match in re.finditer(r"(?<=[\s,+])-?\d+(?=[\];,])", line):
        yield "number", line[: match.start()] + str(int(match[0]) + random.choice([-8, -1, 1, 8])) + line[match.end() :]
    operands = list(re.finditer(r"%(rd|r|p|f|fd|rs)(\d+)", line))
    for match in operands[1:]:
        other = int(match[2]) + random.choice([-2, -1, 1, 2])
        if other > 0:
            yield "register", line[: match.start()] + f"%{match[1]}{other}" + line[match.end() :]
    if not re.match(r"\s*(ret|bra|\{|\}|call|@)", line):
        yield "deleted", "//" + line


def run(tool, text, entry, case):
    with tempfile.TemporaryDirectory() as folder:
        ptx, path = os.path.join(folder, "k.ptx"), os.path.join(folder, "case.json")
        with open(ptx, "w") as file:
            file.write(text)
        with open(path, "w") as file:
            json.dump(case, file)
        done = subprocess.run([tool, ptx, "--entry", entry, "--case", path, "--steps", "3000000"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return "crash", str(done.returncode)
    return ("finding", done.stderr) if done.returncode else ("numbers", done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kernels", nargs="+")
    args = parser.parse_args()
    random.seed(args.seed)
    tool, translate = os.path.join(args.bin, "kgen-ptx"), os.path.join(args.bin, "kgen-translate")
    found, survivors = collections.Counter(), []
    for i, kernel in enumerate(args.kernels):
        with open(kernel) as file:
            source = ast.parse(file.read())
        case = next(ast.literal_eval(node.value) for node in source.body if isinstance(node, ast.Assign) and node.targets[0].id == "CASE")
        imported = subprocess.run([translate, "--warp-to-kgen", kernel], capture_output=True, text=True, check=True).stdout
        text = subprocess.run([translate, "--kgen-to-ptx", "-"], input=imported, capture_output=True, text=True, check=True).stdout
        entry = case["kernel"] + "_cuda_kernel_backward"
        kind, right = run(tool, text, entry, case)
        assert kind == "numbers", right
        lines = text.split("\n")
        begin = next(n for n, line in enumerate(lines) if ".entry " + entry in line)
        body = [n for n in range(begin, len(lines)) if lines[n].startswith("\t") and lines[n].endswith(";") and not lines[n].strip().startswith(".")]
        left = args.count * (i + 1) // len(args.kernels) - args.count * i // len(args.kernels)
        while left:
            n = random.choice(body)
            changed = list(mutations(lines[n]))
            if not changed:
                continue
            what, line = random.choice(changed)
            kind, numbers = run(tool, "\n".join(lines[:n] + [line] + lines[n + 1 :]), entry, case)
            assert kind != "crash", (line, numbers)
            if kind == "finding" and re.search(r": error: expected", numbers) and "within" not in numbers:
                continue  # it is no PTX any more
            left -= 1
            if kind == "numbers" and numbers == right:
                survivors.append(f"{os.path.basename(kernel)}:{n + 1}: {what}: {lines[n].strip()} -> {line.strip()}")
            else:
                found["by a finding" if kind == "finding" else "by its numbers"] += 1
    for survivor in survivors:
        print(survivor)
    print(f"{args.count} mutants, {sum(found.values())} found ({', '.join(f'{n} {how}' for how, n in sorted(found.items()))}), {len(survivors)} not")


main()
