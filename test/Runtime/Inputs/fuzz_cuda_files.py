#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels as CUDA C++, by nvcc, in the PTX machine: equal to the interpreter, forward and backward.

    fuzz_cuda_files.py [--count N] [--seed S] [--keep DIR]

Kernels work on integers in branches, loops and atomics, over one or two dimensions. In each tenth no argument has a gradient;
others have parameters that nobody uses. Integers have to be equal, floats to 1e-5 of the largest of their array. Prints what differs
and a line that counts; exit status 1 if anything does. kgen-translate, kgen-run and nvcc are on PATH.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

TOLERANCE = 1e-5


class Kernel:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.has_gradient = seed % 10 != 9
        self.dim = [rng.randint(3, 70)] if rng.random() < 0.5 else [rng.randint(2, 9), rng.randint(2, 9)]
        self.at = "i" if len(self.dim) == 1 else "i, j"
        self.ints, self.lines, self.unused = ["i", "n"], [], rng.random() < 0.4
        if len(self.dim) == 2:
            self.ints.append("j")
        self.counter = 0
        self.body(2, rng.randint(2, 5), in_loop=False)

    def name(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def emit(self, depth, text):
        self.lines.append("    " * (depth - 1) + text)

    def integer(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.3:
            return rng.choice([*self.ints, str(rng.randint(-9, 9))])
        a, b = self.integer(depth + 1), self.integer(depth + 1)
        divisor = rng.choice([-7, -3, 2, 3, 5, 8])
        return rng.choice(
            [
                f"({a} + {b})",
                f"({a} - {b})",
                f"({a} * {b})",
                f"({a} // {divisor})" if divisor > 0 else f"({a} // ({divisor}))",
                f"({a} % {abs(divisor)})",
                f"({a} & {b})",
                f"({a} | {b})",
                f"({a} ^ {b})",
                f"({a} << {rng.randint(0, 5)})",
                f"({a} >> {rng.randint(0, 5)})",
                f"wp.min({a}, {b})",
                f"wp.max({a}, {b})",
                f"wp.abs({a})",
            ]
        )

    def condition(self):
        a, b = self.integer(1), self.integer(1)
        test = f"{a} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {b}"
        return self.rng.choice([test, test, f"{test} and {self.integer(2)} > 0", f"not ({test})"])

    def small(self):
        """An integer from 0 to 7, as what floats are scaled by and arrays are indexed with."""
        return f"({self.integer(1)} & 7)"

    def number(self):
        x = f"x[{self.at}]" if self.has_gradient else "1.25"
        return self.rng.choice([x, f"{x} * float({self.small()})", f"acc * 0.5 + {x}", f"{x} * {x}", "acc", "0.75"])

    def statement(self, depth, in_loop):
        rng = self.rng
        kind = rng.choice(["integer", "float", "branch", "loop", "while", "atomic", "atomic", "exit"])
        known = list(self.ints)
        if kind == "integer":
            if rng.random() < 0.5:
                name = self.name("v")
                self.emit(depth, f"{name} = {self.integer()}")
                self.ints.append(name)
            else:
                self.emit(depth, f"n = int({self.integer()})")  # a variable, also for loops
        elif kind == "float":
            self.emit(depth, f"acc = acc {rng.choice('+-')} {self.number()}")
        elif kind == "branch" and depth < 4:
            self.emit(depth, f"if {self.condition()}:")
            self.body(depth + 1, 2, in_loop)
            if rng.random() < 0.5:
                self.ints = list(known)
                self.emit(depth, "else:")
                self.body(depth + 1, 2, in_loop)
        elif kind == "loop" and depth < 4:
            name = self.name("k")
            bound = rng.choice([str(rng.randint(1, 4)), self.small()])
            self.emit(depth, f"for {name} in range({bound}):")
            self.ints.append(name)
            self.body(depth + 1, 2, in_loop=True)
        elif kind == "while" and depth < 4:
            name = self.name("w")
            self.emit(depth, f"{name} = {self.small()}")
            self.emit(depth, f"while {name} > 0:")
            self.emit(depth + 1, f"{name} = {name} - {rng.randint(1, 3)}")
            self.body(depth + 1, 2, in_loop=False)  # whose `continue` is as good as any, but `break` is enough
        elif kind == "atomic":
            self.emit(
                depth,
                rng.choice(
                    [
                        f"wp.atomic_{rng.choice(['add', 'sub', 'max', 'min'])}(c, {self.small()}, {self.integer(1)})",
                        f"wp.atomic_add(s, {self.small()}, {self.number()})",
                    ]
                ),
            )
        elif kind == "exit" and in_loop:
            self.emit(depth, f"if {self.condition()}:")
            self.emit(depth + 1, rng.choice(["break", "continue"]))
        else:
            self.emit(depth, f"acc = acc + {self.number()}")
        self.ints = known if kind not in ("integer",) else self.ints

    def body(self, depth, most, in_loop):
        known = list(self.ints)
        for _ in range(self.rng.randint(1, most)):
            self.statement(depth, in_loop)
        if depth > 2:
            self.ints = known

    def source(self):
        rank = len(self.dim)
        head = [f"a: wp.array(dtype=int, ndim={rank})"]
        if self.unused:
            head += ["u: wp.array(dtype=wp.vec3)", "q: wp.float64"]
        if self.has_gradient:
            head.append(f"x: wp.array(dtype=float, ndim={rank})")
        head += ["c: wp.array(dtype=int)", "s: wp.array(dtype=float)", f"y: wp.array(dtype=float, ndim={rank})"]
        lines = ["import warp as wp", "", "", "@wp.kernel", f"def k({', '.join(head)}):"]
        lines += [f"    {self.at} = wp.tid()", f"    n = a[{self.at}]", "    acc = float(0.0)"]
        lines += self.lines
        lines.append(f"    y[{self.at}] = y[{self.at}] - acc + 0.001 * float(n & 1023)")
        return "\n".join(lines) + "\n"

    def case(self, weighted):
        rng = random.Random(repr(self.dim))

        def nested(shape, make):
            return [nested(shape[1:], make) for _ in range(shape[0])] if shape else make()

        def weigh(arg, shape):
            return {**arg, "weight": nested(shape, lambda: round(rng.uniform(-2, 2), 3))} if weighted else arg

        def real():
            return round(rng.uniform(-2, 2), 3)

        args = [{"name": "a", "dtype": "int32", "role": "in", "value": nested(self.dim, lambda: rng.randint(-99, 99))}]
        if self.unused:
            args.append({"name": "u", "dtype": "vec3", "role": "in", "value": nested([2, 3], real)})
            args.append({"name": "q", "dtype": "float64", "role": "scalar", "value": 0.5})
        if self.has_gradient:
            args.append({"name": "x", "dtype": "float32", "role": "in", "grad": True, "value": nested(self.dim, real)})
        args.append(
            {"name": "c", "dtype": "int32", "role": "inout", "value": nested([8], lambda: rng.randint(-99, 99))}
        )
        args.append(weigh({"name": "s", "dtype": "float32", "role": "inout", "value": nested([8], real)}, [8]))
        args.append(
            weigh({"name": "y", "dtype": "float32", "role": "inout", "value": nested(self.dim, real)}, self.dim)
        )
        return {"kernel": "k", "dim": self.dim, "args": args}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def differences(got, want):
    for kind in ("outputs", "grads"):
        if got[kind].keys() != want[kind].keys():
            yield f"{kind}: {sorted(got[kind])} for {sorted(want[kind])}"
            continue
        for name, numbers in want[kind].items():
            scale = max(map(abs, numbers), default=0) or 1.0
            tolerance = 0 if name == "c" else TOLERANCE * scale
            for i, (a, b) in enumerate(zip(got[kind][name], numbers)):
                if not abs(a - b) <= tolerance and not (math.isnan(a) and math.isnan(b)):
                    yield f"{kind}: {name}[{i}] is {a} for {b}"
                    break


def check(seed, folder):
    kernel = Kernel(seed)
    base = os.path.join(folder, f"k{seed}")
    with open(base + ".py", "w", encoding="utf-8") as file:
        file.write(kernel.source())
    found = []
    try:
        ir = run(["kgen-translate", "--warp-to-kgen", base + ".py"])
        with open(base + ".mlir", "w", encoding="utf-8") as file:
            file.write(ir)
        run(["kgen-translate", "--kgen-to-cuda", base + ".mlir", "-o", base + ".cu"])
        for weighted in (False, True):
            case = f"{base}.{weighted}.json"
            with open(case, "w", encoding="utf-8") as file:
                json.dump(kernel.case(weighted), file)
            more = ["--case", case] + (["--backward"] if weighted else [])
            want = json.loads(run(["kgen-run", base + ".mlir", *more]))
            got = json.loads(run(["kgen-run", base + ".cu", "--device", "ptx", *more]))
            found += list(differences(got, want))
    except RuntimeError as error:
        found.append(str(error))
    return kernel, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep")
    options = parser.parse_args()
    wrong, without, flat = 0, 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for seed in range(options.seed, options.seed + options.count):
            kernel, found = check(seed, folder)
            wrong += bool(found)
            without += not kernel.has_gradient
            flat += len(kernel.dim) == 1
            for what in found:
                print(f"kernel {seed}: {what}", flush=True)
    print(f"{options.count - wrong} of {options.count} right; {without} without a gradient, {flat} over one dimension")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
