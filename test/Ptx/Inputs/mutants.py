# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutants.py --bin DIR --count N [--seed S] [--ptxas PTXAS] [--more N] KERNEL.py...: how many changes of one instruction the machine finds.

Makes PTX of each kernel, runs its forward, and changes one instruction that its backward executes, N times in all. Each is run on
the kernel's own CASE and on others: changed numbers, zeros and signs, arrays of other lengths, fewer threads than elements, many threads,
gradients given by the adjoint arguments alone or by the arrays alone. A change is found where there is a finding, or where a bit is another than without it, in any array or gradient. No change, and counted by itself, is
what gives the same values in all threads of all cases as the instruction did, what is deleted and read by nobody, and what ptxas
makes the same machine code of. Prints the survivors, which leave the same bits everywhere on all cases, and a summary. --more runs each of
them on N more cases of each kind, and says how many threads had the same bits; one that had others counts as missed.
"""
import argparse
import collections
import copy
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path += [os.path.join(HERE, "../../Oracle"), os.path.join(HERE, "../../../benchmarks/ptx")]
import cases  # noqa: E402
import run as benchmark  # noqa: E402

CASES, LARGE_CASES, THREADS = 8, 4, 200
WAYS = [[], ["--gradients-in=arrays"], ["--gradients-in=adjoints"]]
LAUNCHES = [[], ["--grid", "1", "--block", "3"], ["--block", "2"], ["--grid", "2", "--block", "2"]]
# Of floats no order that differs where two are equal only, and no sign of an index: those would be no changes.
SWAPS = [
    (r"\badd(\.\S*[sufb]\d+)", r"sub\1"), (r"\bsub(\.\S*[sufb]\d+)", r"add\1"), (r"\bmul\.rn", "add.rn"), (r"\bfma\.rn", "fma.rz"),
    (r"\b(add|mul|sub|div|sqrt|rcp)\.rn", r"\1.rz"), (r"\bmax\b", "min"), (r"\bmin\b", "max"), (r"\bsetp\.lt(?=\.\w*f)", "setp.gt"),
    (r"\bsetp\.gt(?=\.\w*f)", "setp.lt"), (r"\bsetp\.lt(?=\.[su])", "setp.le"), (r"\bsetp\.le\b", "setp.gt"), (r"\bsetp\.ge", "setp.lt"),
    (r"\bsetp\.eq", "setp.ne"), (r"\bsetp\.ne\b", "setp.eq"), (r"\bmul\.lo", "mul.hi"), (r"@%p", "@!%p"), (r"@!%p", "@%p"),
    (r"\bshl\b", "shr"), (r"\band\.", "or."), (r"\bor\.", "and."),
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


def near(value):
    return value * random.uniform(0.8, 1.25) + random.uniform(-0.02, 0.02)


def signed(value):
    return 0.0 if random.random() < 0.15 else value * random.choice([-1, 1]) * random.uniform(0.5, 2)


def large(value):
    return value * random.uniform(1, 40)


def extreme(value):
    """Zeros, subnormal numbers and those that overflow soon, among others."""
    return random.choice([0.0, -0.0, 1e-45, -3e-41, 1e-38, 2e-30, 1e-8, 1e8, 3e18, -2e30, 3e38, value, value, value, value])


def changed_numbers(value, change):
    if isinstance(value, list):
        return [changed_numbers(item, change) for item in value]
    return change(value) if isinstance(value, float) else value


def changed_case(case, change, is_longer):
    """Other numbers; arrays longer than they need be, each by another length."""
    made = copy.deepcopy(case)
    for i, arg in enumerate(made["args"]):
        for key in ("value", "weight"):
            if key in arg:
                arg[key] = changed_numbers(arg[key], change)
                if is_longer and arg["role"] != "scalar" and arg[key]:
                    arg[key] += [arg[key][k % len(arg[key])] for k in range(i + 1)]
    return made


def changed_cases(case, change):
    """What may be tried as the next case, the mildest last."""
    for change in (change, near):
        for is_longer in (True, False):
            yield changed_case(case, change, is_longer)


class Kernel:
    def __init__(self, bin_folder, path, folder, ptxas):
        self.tool, self.folder, self.name = os.path.join(bin_folder, "kgen-ptx"), folder, os.path.basename(path)
        translate = os.path.join(bin_folder, "kgen-translate")
        case = cases.read_case(path)
        imported = subprocess.run([translate, "--warp-to-kgen", path], capture_output=True, text=True, check=True).stdout
        text = subprocess.run([translate, "--kgen-to-ptx", "-O1", "-"], input=imported, capture_output=True, text=True, check=True).stdout
        self.lines = text.split("\n")
        self.forward, self.entry = (case["kernel"] + "_cuda_kernel_" + way for way in ("forward", "backward"))
        self.case, self.executed = case, set()
        self.runs = [self.ready(case, LAUNCHES[0]), *self.more(1, CASES, LARGE_CASES)]
        self.executed = [n for n in sorted(self.executed) if self.lines[n].strip().endswith(";")]
        self.ptxas, self.code, self.further = ptxas, None, None

    def more(self, first, end, many):
        """Runs of changed cases, and of large ones."""
        for i in range(first, end + many):
            case, launch, change = self.case, LAUNCHES[i % len(LAUNCHES)], random.choice([signed, large, near])
            if i >= end:
                case, launch, change = copy.deepcopy(case), [], [extreme, signed, large, near][(i - end) % 4]
                benchmark.grow(case, THREADS)
            tried = (self.ready(made, launch + WAYS[i % len(WAYS)]) for made in changed_cases(case, change))
            yield from [run for run in tried if run][:1]

    def ready(self, case, launch):
        """A case, its launch and what is right, where forward and backward run on it."""
        text = "\n".join(self.lines)
        kind, forward, _ = self.run(text, cases.reporting_all(case), self.forward, *launch)
        if kind == "finding":
            return None
        case = copy.deepcopy(case)
        for arg in case["args"]:
            if arg["name"] in forward["outputs"]:
                arg["value"] = cases.nest_like(forward["outputs"][arg["name"]], arg["value"])
        kind, *right = self.run(text, case, self.entry, "--digests", *launch)
        if kind == "finding":
            return None
        profile = self.run(text, case, self.entry, "--profile", *launch)[2]
        self.executed |= {int(line[55:62]) - 1 for line in profile.splitlines()[1:]}
        return case, launch, right

    def run(self, text, case, entry, *options):
        ptx, path = os.path.join(self.folder, "k.ptx"), os.path.join(self.folder, "case.json")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(text)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(case, file)
        done = subprocess.run([self.tool, ptx, "--entry", entry, "--case", path, "--steps", "1000000", *options], capture_output=True, text=True)
        assert done.returncode in (0, 1), (done.returncode, text)
        return ("finding", done.stderr, "") if done.returncode else ("numbers", json.loads(done.stdout), done.stderr)

    def changed(self, line, n):
        return "\n".join(self.lines[:n] + [line] + self.lines[n + 1 :])

    def machine_code(self, text):
        """What ptxas makes of a text; None where it refuses it, or is not there."""
        ptx, code = os.path.join(self.folder, "code.ptx"), os.path.join(self.folder, "code.cubin")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(text)
        if not self.ptxas or subprocess.run([self.ptxas, "-arch=sm_80", ptx, "-o", code], capture_output=True).returncode:
            return None
        with open(code, "rb") as file:
            return file.read()

    def is_same_code(self, line, n):
        self.code = self.code or self.machine_code("\n".join(self.lines))
        return self.code is not None and self.code == self.machine_code(self.changed(line, n))

    def is_unread(self, n):
        """Whether what an instruction makes is read by none that is executed."""
        made = re.findall(r"%\w+", self.lines[n])[0]
        others = [self.lines[other] for other in self.executed if other != n]
        uses = [(line, re.findall(r"%\w+", line)) for line in others]
        return not any(made in use[1:] or made in use and "st." in line for line, use in uses)

    def is_same(self, line, n):
        """Whether the changed line gives the values that it gave; one that is deleted, those that were there."""
        if line.startswith("//"):
            made = re.match(r"\s*[\w.:]+\s+(%(rd|rs|r|p)\d+),", self.lines[n])
            if not made:
                return False
            if self.is_unread(n):
                return True
            kind = {"rd": "b64", "rs": "b16", "r": "b32", "p": "pred"}[made[2]]
            line = f"mov.{kind} {made[1]}, {made[1]};"
        for case, launch, _ in self.runs:
            before, after = (self.run(t, case, self.entry, "--watch", str(n + 1), *launch)[2] for t in ("\n".join(self.lines), self.changed(line, n)))
            if before != after:
                return False
        return True

    def survives(self, line, n, count):
        """Whether so many more cases of each kind leave the bits as they are, and of how many threads."""
        if self.further is None:
            state, executed = random.getstate(), self.executed
            self.executed = set()
            self.further = list(self.more(0, count, count))
            random.setstate(state)
            self.executed = executed
        threads = sum(math.prod(dim) if isinstance(dim := case["dim"], (list, tuple)) else dim for case, _, _ in self.further)
        return not self.judge(line, n, self.further), len(self.further), threads

    def judge(self, line, n, runs):
        """How a changed line is found; "" where it survives, None where it is no PTX any more."""
        for case, launch, right in runs:
            kind, *answer = self.run(self.changed(line, n), case, self.entry, "--digests", *launch)
            if kind == "finding":
                return None if re.search(r": error: expected", answer[0]) and "within" not in answer[0] else "by a finding"
            if repr(answer) != repr(right):
                return "by its bits"
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ptxas", default="")
    parser.add_argument("--more", type=int, default=0)
    parser.add_argument("kernels", nargs="+")
    args = parser.parse_args()
    random.seed(args.seed)
    found, survivors, same, missed = collections.Counter(), [], 0, 0
    for i, path in enumerate(args.kernels):
        with tempfile.TemporaryDirectory() as folder:
            kernel = Kernel(args.bin, path, folder, args.ptxas)
            left = args.count * (i + 1) // len(args.kernels) - args.count * i // len(args.kernels)
            while left:
                n = random.choice(kernel.executed)
                changed = list(mutations(kernel.lines[n]))
                if not changed:
                    continue
                what, line = random.choice(changed)
                how = kernel.judge(line, n, kernel.runs)
                if how is None:
                    continue
                if not how and (kernel.is_same(line, n) or kernel.is_same_code(line, n)):
                    same += 1
                    continue
                left -= 1
                if how:
                    found[how] += 1
                    continue
                survivor = f"{kernel.name}:{n + 1}: {what}: {kernel.lines[n].strip()} -> {line.strip()}"
                if args.more:
                    is_equal, count, threads = kernel.survives(line, n, args.more)
                    survivor += f": {'the same bits' if is_equal else 'OTHER BITS'} in {count} more cases of {threads} threads"
                    missed += not is_equal
                survivors.append(survivor)
    for survivor in survivors:
        print(survivor)
    print(f"{args.count} mutants, {sum(found.values())} found ({', '.join(f'{n} {how}' for how, n in sorted(found.items()))}), "
          f"{len(survivors)} with the same bits in {CASES + LARGE_CASES} cases, of which {missed} with others in more; {same} more were no change")


if __name__ == "__main__":
    main()
