#!/usr/bin/env python3
"""Random kernels that overwrite what they have read, held against dual numbers.

    fuzz_gradients.py --kgen-run PATH [--seeds A:B] [--device interpreter|cpu] [--arg ARG ...] [--keep DIR] [--max-refused N]

Each seed is a kernel: in-place updates, swaps, stacks in scratch rows, atomics whose old value is used, counters, loops in
loops with exits at any depth, early returns. Its gradient, by `PATH FILE.py --backward`, is compared with that of the same
source run as ordinary Python over dual numbers, one direction for each element of an input: no reverse sweep and no code of
kgen's is involved. Prints the seeds that are wrong or refused, and a summary; --keep leaves their kernels in DIR. Exit
status 0 only if none is wrong and no more than N are refused.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile

THREADS, WIDTH = 3, 6


class Dual:
    """A number and its derivatives in all directions."""
    __slots__ = ("v", "d")

    def __init__(self, v, d=None):
        self.v, self.d = v, d if d is not None else {}

    @staticmethod
    def of(x):
        return x if isinstance(x, Dual) else Dual(float(x))

    def lin(self, v, a, other=None, b=0.0):
        d = {k: a * s for k, s in self.d.items()} if a else {}
        if other is not None and b:
            for k, s in other.d.items():
                d[k] = d.get(k, 0.0) + b * s
        return Dual(v, d)

    def __add__(self, o): o = Dual.of(o); return self.lin(self.v + o.v, 1.0, o, 1.0)
    def __radd__(self, o): return Dual.of(o) + self
    def __sub__(self, o): o = Dual.of(o); return self.lin(self.v - o.v, 1.0, o, -1.0)
    def __rsub__(self, o): return Dual.of(o) - self
    def __mul__(self, o): o = Dual.of(o); return self.lin(self.v * o.v, o.v, o, self.v)
    def __rmul__(self, o): return Dual.of(o) * self
    def __truediv__(self, o): o = Dual.of(o); return self.lin(self.v / o.v, 1 / o.v, o, -self.v / (o.v * o.v))
    def __rtruediv__(self, o): return Dual.of(o) / self
    def __neg__(self): return self.lin(-self.v, -1.0)
    def __lt__(self, o): return self.v < Dual.of(o).v
    def __gt__(self, o): return self.v > Dual.of(o).v


class Array:
    def __init__(self, shape, cells):
        self.shape, self.cells = shape, cells

    def at(self, i):
        i = i if isinstance(i, tuple) else (i,)
        flat = 0
        for k, n in zip(i, self.shape):
            assert -n <= k < n, "index"
            flat = flat * n + k % n
        return flat

    def __getitem__(self, i): return self.cells[self.at(i)]
    def __setitem__(self, i, v): self.cells[self.at(i)] = v


class Warp:
    thread = 0

    def tid(self): return self.thread
    def float64(self, x): return x
    def sin(self, x): x = Dual.of(x); return x.lin(math.sin(x.v), math.cos(x.v))
    def tanh(self, x): x = Dual.of(x); t = math.tanh(x.v); return x.lin(t, 1 - t * t)
    def exp(self, x): x = Dual.of(x); e = math.exp(x.v); return x.lin(e, e)
    def where(self, c, a, b): return a if c else b

    def atomic_add(self, array, *rest):
        *at, value = rest
        old = array[tuple(at)]
        array[tuple(at)] = old + value
        return old

    def best(self, array, at, value, wins):
        """Of equal values the later one takes the place."""
        old = array[tuple(at)]
        array[tuple(at)] = value if wins(Dual.of(value).v, Dual.of(old).v) else old
        return old

    def atomic_max(self, array, *rest): return self.best(array, rest[:-1], rest[-1], lambda a, b: a >= b)
    def atomic_min(self, array, *rest): return self.best(array, rest[:-1], rest[-1], lambda a, b: a <= b)


class Writer:
    """One kernel. Ints in scope are in [0, WIDTH); floats stay bounded by tanh where they are stored."""

    def __init__(self, rng):
        self.r, self.lines, self.depth, self.count = rng, [], 1, 0
        self.floats, self.ints, self.loops = ["p"], [], 0

    def say(self, text):
        self.lines.append("    " * self.depth + text)

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def index(self):
        r = self.r
        kind = r.randrange(5)
        if kind == 0 or not self.ints:
            return str(r.randrange(WIDTH))
        if kind == 1:
            return f"({r.choice(self.ints)} + {r.randrange(1, WIDTH)}) % {WIDTH}"
        if kind == 2:
            return f"ix[i, {r.choice(self.ints)}]"
        return r.choice(self.ints)

    def element(self):
        return f"{self.r.choice('xaas')}[i, {self.index()}]"

    def expr(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.2:
            return r.choice([self.element(), self.element(), r.choice(self.floats), f"wp.float64({r.uniform(-1.5, 1.5):.3f})"])
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} * {b})", f"wp.sin({a})",
                         f"({a} / (wp.float64(1.5) + {b} * {b}))", f"wp.where({a} > {b}, {a}, {b})", f"wp.exp(wp.tanh({a}))"])

    def condition(self):
        r = self.r
        if self.ints and r.random() < 0.3:
            return f"{r.choice(self.ints)} % {r.randrange(2, 4)} == {r.randrange(2)}"
        return f"{self.expr(1)} > {self.expr(0)}"

    def body(self, budget):
        """A block with names of its own."""
        floats, ints = list(self.floats), list(self.ints)
        self.depth += 1
        for _ in range(self.r.randrange(1, 4)):
            self.statement(budget - 1)
        self.depth -= 1
        self.floats, self.ints = floats, ints

    def statement(self, budget):
        r = self.r
        simple = [self.local, self.update, self.store, self.store, self.scale, self.swap, self.add, self.old, self.push, self.pop, self.best]
        nested = [self.branch, self.for_loop, self.while_loop, self.for_loop]
        r.choice(simple + nested if budget > 0 else simple)(budget)
        if self.loops and r.random() < 0.08:
            self.say(f"if {self.condition()}:")
            self.say("    " + r.choice(["break", "break", "continue"]))
        elif r.random() < 0.02:
            self.say(f"if {self.condition()}:")
            self.say("    return")

    def local(self, budget):
        value, name = self.expr(), self.fresh("t")
        self.say(f"{name} = {value}")
        self.floats.append(name)

    def update(self, budget):
        self.say(f"p = wp.tanh({self.expr()})")

    def store(self, budget):
        self.say(f"{self.r.choice('aas')}[i, {self.index()}] = wp.tanh({self.expr()})")

    def scale(self, budget):
        self.say(f"{self.r.choice('as')}[i, {self.index()}] *= wp.tanh({self.expr(1)})")

    def add(self, budget):
        self.say(f"{self.r.choice('as')}[i, {self.index()}] += wp.tanh({self.expr(1)})")

    def swap(self, budget):
        u, v, j, k = self.fresh("u"), self.fresh("v"), self.index(), self.index()
        self.say(f"{u} = a[i, {j}]")
        self.say(f"{v} = a[i, {k}]")
        self.say(f"if {u} > {v}:")
        self.say(f"    a[i, {j}] = {v} * {v}")
        self.say(f"    a[i, {k}] = {u}")

    def old(self, budget):
        if self.r.random() < 0.3:
            k = self.fresh("k")
            self.say(f"{k} = wp.atomic_add(c, i, 1) % {WIDTH}")
            self.ints.append(k)
            return
        name = self.fresh("o")
        self.say(f"{name} = wp.atomic_add({self.r.choice('as')}, i, {self.index()}, wp.tanh({self.expr(1)}))")
        self.floats.append(name)

    def best(self, budget):
        self.say(f"wp.atomic_{self.r.choice(['min', 'max'])}({self.r.choice('as')}, i, {self.index()}, wp.tanh({self.expr(1)}))")

    def push(self, budget):
        self.say(f"if top < {WIDTH}:")
        self.say(f"    s[i, top] = {self.expr(1)}")
        self.say("    top = top + 1")

    def pop(self, budget):
        self.say("if top > 0:")
        self.say("    top = top - 1")
        self.say("    p = wp.tanh(p * s[i, top])")

    def branch(self, budget):
        self.say(f"if {self.condition()}:")
        self.body(budget)
        if self.r.random() < 0.5:
            self.say("else:")
            self.body(budget)

    def for_loop(self, budget):
        j = self.fresh("j")
        bounds = ["n", "n", str(self.r.randrange(2, WIDTH)), f"1, {WIDTH}", f"{WIDTH} - 1, 0, -1"]
        if self.ints:
            bounds.append(self.r.choice(self.ints))
        self.say(f"for {j} in range({self.r.choice(bounds)}):")
        self.in_loop(j, budget)

    def while_loop(self, budget):
        w = self.fresh("w")
        self.say(f"{w} = int(0)")
        self.say(f"while {w} < {self.r.randrange(2, WIDTH)} and {self.condition()}:")
        self.say(f"    {w} = {w} + 1")
        self.in_loop(None, budget)

    def in_loop(self, induction, budget):
        self.loops += 1
        ints = list(self.ints)
        if induction:
            self.ints.append(induction)
        self.body(budget)
        self.ints, self.loops = ints, self.loops - 1

    def kernel(self):
        self.say("i = wp.tid()")
        self.say("p = x[i, 0]")
        self.say("top = int(0)")
        for _ in range(self.r.randrange(2, 6)):
            self.statement(2)
        self.say("y[i] = p + a[i, 0] * s[i, 1]")
        return "\n".join(self.lines)


def nested(flat, rows):
    n = len(flat) // rows
    return [flat[k * n:(k + 1) * n] for k in range(rows)]


def make(seed):
    rng = random.Random(seed)
    text = Writer(rng).kernel()
    n = THREADS * WIDTH
    numbers = lambda count: [round(rng.uniform(-1.2, 1.2), 3) for _ in range(count)]
    args = [
        {"name": "x", "dtype": "float64", "role": "in", "grad": True, "value": nested(numbers(n), THREADS)},
        {"name": "a", "dtype": "float64", "role": "inout", "grad": True, "value": nested(numbers(n), THREADS), "weight": nested(numbers(n), THREADS)},
        {"name": "s", "dtype": "float64", "role": "scratch", "value": nested(numbers(n), THREADS)},
        {"name": "ix", "dtype": "int32", "role": "in", "value": nested([rng.randrange(WIDTH) for _ in range(n)], THREADS)},
        {"name": "c", "dtype": "int32", "role": "scratch", "value": [0] * THREADS},
        {"name": "y", "dtype": "float64", "role": "out", "value": [0.0] * THREADS, "weight": numbers(THREADS)},
        {"name": "n", "dtype": "int32", "role": "scalar", "value": rng.randrange(1, WIDTH)},
    ]
    f = "wp.array2d(dtype=wp.float64)"
    head = (f"@wp.kernel\ndef k(x: {f}, a: {f}, s: {f}, ix: wp.array2d(dtype=wp.int32), c: wp.array(dtype=wp.int32),\n"
            "      y: wp.array(dtype=wp.float64), n: int):\n")
    case = {"name": f"seed_{seed}", "group": "fuzz", "kernel": "k", "dim": THREADS, "args": args}
    return head + text, case


def oracle(text, case):
    """Outputs and gradients, or None where a comparison is too close to a kink or the run is no use."""
    arrays, seeds = {}, []
    for a in case["args"]:
        if a["role"] == "scalar":
            continue
        rows = isinstance(a["value"][0], list)
        flat = [v for row in a["value"] for v in row] if rows else list(a["value"])
        shape = (THREADS, WIDTH) if rows else (THREADS,)
        if a["dtype"] == "float64":
            flat = [Dual(v, {(a["name"], k): 1.0} if a.get("grad") else {}) for k, v in enumerate(flat)]
        arrays[a["name"]] = Array(shape, flat)
    wp = Warp()
    scope = {"wp": wp}
    exec("def k(x, a, s, ix, c, y, n):\n" + text.split("):\n", 1)[1], scope)
    for wp.thread in range(THREADS):
        scope["k"](**arrays, n=case["args"][-1]["value"])
    grads = {a["name"]: [0.0] * len(arrays[a["name"]].cells) for a in case["args"] if a.get("grad")}
    outputs = {}
    for a in case["args"]:
        if "weight" not in a:
            continue
        cells = [Dual.of(c) for c in arrays[a["name"]].cells]
        outputs[a["name"]] = [c.v for c in cells]
        weight = [w for row in a["weight"] for w in row] if isinstance(a["weight"][0], list) else a["weight"]
        for c, w in zip(cells, weight):
            for (name, k), slope in c.d.items():
                grads[name][k] += w * slope
    return outputs, grads


def close(got, want):
    scale = 1.0 + max(map(abs, want), default=0.0)
    return len(got) == len(want) and all(abs(g - w) <= 1e-8 * scale for g, w in zip(got, want))


def check(seed, tool, device, extra, keep):
    text, case = make(seed)
    try:
        outputs, grads = oracle(text, case)
    except (OverflowError, AssertionError):
        return "unused", ""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(keep or folder, f"seed_{seed}.py")
        with open(path, "w") as f:
            f.write(f"import warp as wp\n\n\n{text}\n\n\nCASE = {json.dumps(case).replace('true', 'True')}\n")
        run = subprocess.run([tool, path, "--device", device, "--backward", *extra], capture_output=True, text=True, timeout=300)
    verdict = "right", ""
    if run.returncode:
        verdict = "refused" if run.returncode == 1 else "CRASH", (run.stderr.splitlines() or [""])[0]
    else:
        result = json.loads(run.stdout)
        for kind, want in (("outputs", outputs), ("grads", grads)):
            for name in want:
                if not close(result[kind][name], want[name]):
                    verdict = "WRONG", f"{kind}.{name}"
    if keep and verdict[0] == "right":
        os.remove(path)
    return verdict


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kgen-run", required=True, metavar="PATH")
    ap.add_argument("--seeds", default="0:40", metavar="A:B")
    ap.add_argument("--device", default="interpreter")
    ap.add_argument("--arg", action="append", default=[])
    ap.add_argument("--keep", metavar="DIR")
    ap.add_argument("--max-refused", type=int, default=0, metavar="N")
    a = ap.parse_args()
    first, last = map(int, a.seeds.split(":"))
    if a.keep:
        os.makedirs(a.keep, exist_ok=True)
    count = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda s: check(s, a.kgen_run, a.device, a.arg, a.keep), range(first, last))
        for seed, (verdict, detail) in zip(range(first, last), verdicts):
            count[verdict] += 1
            if verdict not in ("right", "unused"):
                print(f"{verdict:8} seed {seed}: {detail}")
    print(", ".join(f"{n} {verdict}" for verdict, n in sorted(count.items())))
    sys.exit(bool(count["WRONG"] or count["CRASH"]) or count["refused"] > a.max_refused)


if __name__ == "__main__":
    main()
