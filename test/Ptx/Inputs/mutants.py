# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutants.py --bin DIR --count N [--seed S] KERNEL.py...: how many changes of one instruction the machine finds.

Makes PTX of each kernel, runs its forward, and changes one instruction that its backward executes, N times in all. Each is run on
the kernel's own CASE and on changed numbers. A change is found where there is a finding, or where a value is another: by its
bits, or beyond a tolerance where a function of libdevice is linked, as kgen-synth's check has it; there roundings are not
changed. What gives the same values in all threads as the instruction did, or is deleted and read by nobody, is no change: it is
counted by itself. Prints the survivors, of which all outputs and gradients are the right ones on all cases, and a summary.
"""
import argparse
import collections
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Oracle"))
import cases  # noqa: E402

RTOL, ATOL = 1e-5, 1e-7
CASES = 4
# Of floats no order that differs where two are equal only, and no sign of an index: those would be no changes.
SWAPS = [
    (r"\badd(\.\S*[sufb]\d+)", r"sub\1"), (r"\bsub(\.\S*[sufb]\d+)", r"add\1"), (r"\bmul\.rn", "add.rn"), (r"\bfma\.rn", "fma.rz"),
    (r"\b(add|mul|sub|div|sqrt|rcp)\.rn", r"\1.rz"), (r"\bmax\b", "min"), (r"\bmin\b", "max"), (r"\bsetp\.lt(?=\.\w*f)", "setp.gt"),
    (r"\bsetp\.gt(?=\.\w*f)", "setp.lt"), (r"\bsetp\.lt(?=\.[su])", "setp.le"), (r"\bsetp\.le\b", "setp.gt"), (r"\bsetp\.ge", "setp.lt"),
    (r"\bsetp\.eq", "setp.ne"), (r"\bsetp\.ne\b", "setp.eq"), (r"\bmul\.lo", "mul.hi"), (r"@%p", "@!%p"), (r"@!%p", "@%p"),
    (r"\bshl\b", "shr"), (r"\band\.", "or."), (r"\bor\.", "and."),
]


def mutations(line, is_exact):
    """All changed forms of an instruction, each with a name of its kind."""
    for pattern, to in SWAPS:
        if re.search(pattern, line) and (is_exact or ".rz" not in to):
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


def changed_numbers(value):
    if isinstance(value, list):
        return [changed_numbers(item) for item in value]
    return value * random.uniform(0.8, 1.25) + random.uniform(-0.02, 0.02) if isinstance(value, float) else value


def cases_of(case):
    yield case
    for _ in range(CASES - 1):
        made = copy.deepcopy(case)
        for arg in made["args"]:
            for key in ("value", "weight"):
                if key in arg:
                    arg[key] = changed_numbers(arg[key])
        yield made


class Kernel:
    def __init__(self, bin_folder, path, folder):
        self.tool, self.folder, self.name = os.path.join(bin_folder, "kgen-ptx"), folder, os.path.basename(path)
        translate = os.path.join(bin_folder, "kgen-translate")
        case = cases.read_case(path)
        imported = subprocess.run([translate, "--warp-to-kgen", path], capture_output=True, text=True, check=True).stdout
        text, plain = (subprocess.run([translate, "--kgen-to-ptx", option, "-"], input=imported, capture_output=True, text=True, check=True).stdout
                       for option in ("-O1", "-O0"))
        self.is_exact = "__nv_" not in plain
        self.lines = text.split("\n")
        self.entry = case["kernel"] + "_cuda_kernel_backward"
        self.cases, self.right, executed = [], [], set()
        for one in cases_of(case):
            kind, forward, _ = self.run(text, one, case["kernel"] + "_cuda_kernel_forward")
            assert kind == "numbers", forward
            for arg in one["args"]:
                if arg["name"] in forward["outputs"]:
                    arg["value"] = cases.nest_like(forward["outputs"][arg["name"]], arg["value"])
            kind, right, profile = self.run(text, one, self.entry, "--profile")
            assert kind == "numbers", right
            self.cases.append(one)
            self.right.append(right)
            executed |= {int(line[55:62]) - 1 for line in profile.splitlines()[1:]}
        self.executed = [n for n in sorted(executed) if self.lines[n].strip().endswith(";")]

    def run(self, text, case, entry, *options):
        ptx, path = os.path.join(self.folder, "k.ptx"), os.path.join(self.folder, "case.json")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(text)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(case, file)
        done = subprocess.run([self.tool, ptx, "--entry", entry, "--case", path, "--steps", "3000000", *options], capture_output=True, text=True)
        assert done.returncode in (0, 1), (done.returncode, text)
        return ("finding", done.stderr, "") if done.returncode else ("numbers", json.loads(done.stdout), done.stderr)

    def differs(self, one, other):
        if self.is_exact:
            return repr(one) != repr(other)
        for part in one:
            for name, numbers in one[part].items():
                for a, b in zip(numbers, other[part][name]):
                    if not (abs(a - b) <= RTOL * max(abs(a), abs(b)) + ATOL or repr(a) == repr(b)):
                        return True
        return False

    def is_same(self, line, n):
        """Whether the changed line does what it did."""
        text = "\n".join(self.lines[:n] + [line] + self.lines[n + 1 :])
        if line.startswith("//"):
            made = re.findall(r"%\w+", self.lines[n])[:1]
            uses = [re.findall(r"%\w+", self.lines[other]) for other in self.executed if other != n]
            return not any(made[0] in use[1:] or made[0] in use and "st." in self.lines[other] for use, other in zip(uses, [m for m in self.executed if m != n]))
        for case in self.cases:
            before, after = (self.run(t, case, self.entry, "--watch", str(n + 1))[2] for t in ("\n".join(self.lines), text))
            if before != after or not before:
                return False
        return True

    def judge(self, line, n):
        """How a changed line is found; "" where it survives, None where it is no PTX any more."""
        text = "\n".join(self.lines[:n] + [line] + self.lines[n + 1 :])
        for case, right in zip(self.cases, self.right):
            kind, numbers, _ = self.run(text, case, self.entry)
            if kind == "finding":
                return None if re.search(r": error: expected", numbers) and "within" not in numbers else "by a finding"
            if self.differs(numbers, right):
                return "by its numbers"
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kernels", nargs="+")
    args = parser.parse_args()
    random.seed(args.seed)
    found, survivors, same = collections.Counter(), [], 0
    for i, path in enumerate(args.kernels):
        with tempfile.TemporaryDirectory() as folder:
            kernel = Kernel(args.bin, path, folder)
            left = args.count * (i + 1) // len(args.kernels) - args.count * i // len(args.kernels)
            while left:
                n = random.choice(kernel.executed)
                changed = list(mutations(kernel.lines[n], kernel.is_exact))
                if not changed:
                    continue
                what, line = random.choice(changed)
                how = kernel.judge(line, n)
                if how is None:
                    continue
                if not how and kernel.is_same(line, n):
                    same += 1
                    continue
                left -= 1
                if how:
                    found[how] += 1
                else:
                    survivors.append(f"{kernel.name}:{n + 1}: {what}: {kernel.lines[n].strip()} -> {line.strip()}")
    for survivor in survivors:
        print(survivor)
    print(f"{args.count} mutants, {sum(found.values())} found ({', '.join(f'{n} {how}' for how, n in sorted(found.items()))}), "
          f"{len(survivors)} with the right numbers in {CASES} cases; {same} more were no change")


if __name__ == "__main__":
    main()
