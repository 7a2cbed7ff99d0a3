# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutants.py --bin DIR --count N [--seed S] [--ptxas PTXAS] [--again FILE] KERNEL.py...: how many changes of one instruction the machine finds.

Makes PTX of each kernel, runs its forward, and changes one instruction that its backward executes, N times in all. Each is run on
the kernel's own CASE and on others: changed numbers, zeros, signs and extremes, negative indices, arrays of other lengths and with other
strides, launches of one dimension more, fewer threads than elements, many threads, gradients given by the adjoint arguments, by the arrays
or not at all, each array in its own way. A change is found where there is a finding, or where a bit is another than without it, in any
array or gradient. No change, and counted by itself, is what gives the same values in all threads of all cases as the instruction did,
what is deleted and read by nobody, and what ptxas makes the same machine code of. Prints the survivors, which leave the same bits
everywhere on all cases, each with where its values get lost, and a summary. With --again only survivors that an earlier run with this seed printed
are tried, on the same cases.
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
sys.path.append(os.path.join(HERE, "../../Oracle"))
import cases  # noqa: E402

# Cases of which the executed instructions are changed, and those that only what survives them meets: of small arrays and of large ones.
CASES, LARGE_CASES, THREADS = 8, 4, 200
FURTHER_CASES, FURTHER_LARGE_CASES, FURTHER_THREADS = 36, 12, 5000
GRADIENTS = ["both", "adjoints", "adjoints", "arrays", "arrays", "retained", "none"]
LAYOUTS = ["rows", "rows", "gaps", "columns", "backwards"]
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


def large_numbers(value):
    return value * random.uniform(1, 40)


def extreme(value):
    """Zeros, subnormal numbers, infinities and those that overflow soon, among others."""
    edges = [0.0, -0.0, 1e-45, -3e-41, 1e-38, 2e-30, 1e-8, 1e8, 3e18, -2e30, 3e38, math.inf, -math.inf]
    return random.choice([*edges, value, value, value, value])


def changed_numbers(value, change):
    if isinstance(value, list):
        return [changed_numbers(item, change) for item in value]
    return change(value) if isinstance(value, float) else value


def mixed(value):
    """Each number in its own way."""
    return random.choice([near, signed, large_numbers, large_numbers])(value)


def counted_from_the_end(value, lengths):
    """Integers that may be indices: some of them negative."""
    if isinstance(value, list):
        return [counted_from_the_end(item, lengths) for item in value]
    return value - random.choice(lengths) if random.random() < 0.5 else value


def thinned(value, share):
    """With zeros in place of a share of the numbers."""
    return [thinned(item, share) for item in value] if isinstance(value, list) else 0.0 if random.random() < share else value


def changed_case(case, change, is_other):
    """Other numbers; with `is_other` also negative indices, arrays longer than they need be, each by another length, and weights
    many of which, or all of an array, are zero."""
    made = copy.deepcopy(case)
    lengths = [len(arg["value"]) for arg in case["args"] if arg["role"] != "scalar"]
    for i, arg in enumerate(made["args"]):
        for key in ("value", "weight"):
            if key in arg:
                arg[key] = changed_numbers(arg[key], change)
                if is_other and arg["dtype"].startswith("int") and arg["role"] == "in":
                    arg[key] = counted_from_the_end(arg[key], lengths)
                if is_other and key == "weight":
                    arg[key] = thinned(arg[key], random.choice([0, 0, 0.3, 0.8, 1]))
                if is_other and arg["role"] != "scalar" and arg[key]:
                    arg[key] += [arg[key][k % len(arg[key])] for k in range(i + 1)]
    return made


def changed_cases(case, change):
    """What may be tried as the next case, the mildest last."""
    for change in (change, near):
        for is_other in (True, True, False):
            yield changed_case(case, change, is_other)


def views(without=None):
    """Each array in its own way; or one alone without a gradient."""
    gradients = random.choices(GRADIENTS, k=7) if without is None else ["none" if k == without else "both" for k in range(7)]
    return ["--gradients-in=" + ",".join(gradients), "--layout=" + ",".join(random.choices(LAYOUTS, k=7))]


def with_one_more_dimension(case):
    """Each thread comes twice; in the order of threads that is no race. Bounds of up to two dimensions look alike: 2 is the third."""
    dim = case["dim"] if isinstance(case["dim"], (list, tuple)) else [case["dim"], 1]
    return {**case, "dim": [*dim, 2]}, ["--ordered"]


class Kernel:
    def __init__(self, bin_folder, path, folder, ptxas, seed):
        random.seed(f"{seed} {os.path.basename(path)}")
        self.further_seed = random.random()
        self.tool, self.folder, self.name = os.path.join(bin_folder, "kgen-ptx"), folder, os.path.basename(path)
        translate = os.path.join(bin_folder, "kgen-translate")
        case = cases.read_case(path)
        imported = subprocess.run([translate, "--warp-to-kgen", path], capture_output=True, text=True, check=True).stdout
        text = subprocess.run([translate, "--kgen-to-ptx", "-O1", "-"], input=imported, capture_output=True, text=True, check=True).stdout
        self.lines = text.split("\n")
        self.forward, self.entry = (case["kernel"] + "_cuda_kernel_" + way for way in ("forward", "backward"))
        self.case, self.executed = case, set()
        self.runs = [self.ready(case, LAUNCHES[0]), *self.more(CASES, LARGE_CASES, THREADS)]
        self.executed = [n for n in sorted(self.executed) if self.lines[n].strip().endswith(";")]
        self.ptxas, self.code, self.further = ptxas, None, None

    def more(self, small, large, threads, changes=(signed, large_numbers, near), without=()):
        """Runs of changed cases, and of large ones; `without` are arrays that are in turn alone without a gradient."""
        for i in range(small + large):
            case, launch, change = self.case, LAUNCHES[i % len(LAUNCHES)], random.choice(changes)
            if i >= small:
                case, launch, change = copy.deepcopy(case), [], (extreme, *changes)[(i - small) % (1 + len(changes))]
                cases.grow(case, threads)
            gradients = [i] if i in without else []
            tried = (self.ready(made, launch + views(*gradients), i % 3 == 2) for made in changed_cases(case, change))
            yield from [run for run in tried if run][:1]

    def ready(self, case, launch, has_more_dimensions=False):
        """A case, its launch and what is right, where forward and backward run on it."""
        if has_more_dimensions:
            case, options = with_one_more_dimension(case)
            launch = launch + options
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
        if isinstance(self.executed, set):
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

    def watched(self, text, at, run):
        case, launch, _ = run
        return self.run(text, case, self.entry, "--watch", str(at + 1), *launch)[2]

    def where_lost(self, line, n):
        """Where the changed values end: instructions that take other values than before and give the same, in all threads of the
        kernel's own case and of some others. Beyond a branch that goes another way, all instructions are looked at."""
        function = [m for m in self.executed if not any(text.startswith("}") for text in self.lines[min(m, n) : max(m, n)])]
        before, after = "\n".join(self.lines), self.changed(line, n)
        lost, left, other, seen = [], [n], set(), set()
        while left:
            at = left.pop(0)
            if at in seen:
                continue
            seen.add(at)
            if "bra" in self.lines[at].split()[:2]:
                left += function
                continue
            if at != n and all(self.watched(before, at, run) == self.watched(after, at, run) for run in self.runs[:4]):
                lost.append(at)
                continue
            other.add(at)
            made = re.findall(r"%\w+", self.lines[at])[:1]
            left += [m for m in function if made and made[0] in re.findall(r"%\w+", self.lines[m])[0 if "bra" in self.lines[m] else 1 :]]
        made = {name for at in other for name in re.findall(r"%\w+", self.lines[at])[:1]}
        return [self.lines[at].strip() for at in sorted(lost) if made & set(re.findall(r"%\w+", self.lines[at])[1:])]

    def judge_further(self, line, n):
        """As `judge`, on the cases that few changes get to."""
        if self.further is None:
            state = random.getstate()
            random.seed(self.further_seed)  # the same cases whatever came before
            self.further = list(self.more(FURTHER_CASES, FURTHER_LARGE_CASES, FURTHER_THREADS, (signed, large_numbers, near, mixed), range(7)))
            random.setstate(state)
        return self.judge(line, n, self.further)

    def judge(self, line, n, runs):
        """How a changed line is found; "" where it survives, None where it is no PTX any more."""
        for case, launch, right in runs:
            kind, *answer = self.run(self.changed(line, n), case, self.entry, "--digests", *launch)
            if kind == "finding":
                return None if re.search(r": error: expected", answer[0]) and "within" not in answer[0] else "by a finding"
            if repr(answer) != repr(right):
                return "by its bits"
        return ""


def drawn(kernel):
    """Changes without end: the instruction's place, the kind, the changed line."""
    while True:
        n = random.choice(kernel.executed)
        changed = list(mutations(kernel.lines[n]))
        if changed:
            yield n, *random.choice(changed)


def survivors_in(path):
    """What an earlier run printed: for each kernel, changes as `drawn` gives them."""
    found = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for name, number, what, line in re.findall(r"^(\S+\.py):(\d+): (\w+): .*? -> (.*)", file.read(), re.M):
            found[name].append((int(number) - 1, what, line))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ptxas", default="")
    parser.add_argument("--again", type=survivors_in, metavar="FILE")
    parser.add_argument("kernels", nargs="+")
    args = parser.parse_args()
    found, survivors, same, tried = collections.Counter(), 0, 0, 0
    for i, path in enumerate(args.kernels):
        again = args.again[os.path.basename(path)] if args.again is not None else None
        if again == []:
            continue
        with tempfile.TemporaryDirectory() as folder:
            kernel = Kernel(args.bin, path, folder, args.ptxas, args.seed)
            left = args.count * (i + 1) // len(args.kernels) - args.count * i // len(args.kernels)
            for n, what, line in again or drawn(kernel):
                if left == 0:
                    break
                how = kernel.judge(line, n, kernel.runs)
                if how is None:
                    continue
                if not how and (kernel.is_same(line, n) or kernel.is_same_code(line, n)):
                    same += 1
                    continue
                left -= 1
                tried += 1
                how = how or kernel.judge_further(line, n)
                if how:
                    found[how] += 1
                    continue
                print(f"{kernel.name}:{n + 1}: {what}: {kernel.lines[n].strip()} -> {line.strip()}")
                print(*(f"    lost in {lost}" for lost in kernel.where_lost(line, n)), sep="\n", flush=True)
                survivors += 1
    print(f"{tried} mutants, {sum(found.values())} found ({', '.join(f'{n} {how}' for how, n in sorted(found.items()))}), "
          f"{survivors} with the same bits in all cases; {same} more were no change")


if __name__ == "__main__":
    main()
