#!/usr/bin/env python3
"""Random kernels whose gradients are easily wrong, held against dual numbers.

    fuzz_gradients.py --kgen-run PATH [--seeds A:B] [--device interpreter|cpu] [--level N] [--slots S,...] [--keep DIR]
                      [--jobs N] [--max-refused N] [--shares] [--model DIR]

Each seed is a kernel: in-place updates, swaps, stacks in scratch rows, views, atomics whose old value is used, carried integers,
vectors, matrices and a struct changed by component, functions with exits and several results, loops in loops with exits at any
depth, early returns; and values that are infinite or NaN where nothing reads them: behind a `where`, a branch, an exit, an
overwritten store, a lost `min`. Its gradient, by the tools beside PATH, once for each count of slots, is compared with that of the
same source run as ordinary Python over dual numbers, one direction for each element of an input: no reverse sweep and no code of
kgen's is involved. Kernels that come within 1e-6 of a kink, or whose gradient is not finite, are not used; what differs by no more than
rounding makes of the dual numbers themselves, where terms cancel, is right. Prints the
seeds that are wrong or refused, and a summary; --keep leaves their kernels in DIR, --shares adds what share of the kernels has
what. --model takes kernels of another generator, that of a model of reverse mode in Python. Exit status 0 only if none is wrong and
no more than N are refused.
"""
import argparse
import collections
import concurrent.futures
import copy
import functools
import importlib
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
import run_cases  # noqa: E402

THREADS, WIDTH, BATCH = 3, 6, 25
KINK = 1e-6
ROUNDING = 2.0**-52
KINDS = ("outputs", "grads")


class NearKink(Exception):
    pass


class Dual:
    """A number and its derivatives in all directions. A slope of zero ends a direction, whatever the number beside it."""
    __slots__ = ("v", "d")
    noise = None

    def __init__(self, v, d=None):
        self.v, self.d = v, d if d is not None else {}

    @staticmethod
    def of(x):
        return x if isinstance(x, Dual) else Dual(float(x))

    def lin(self, v, a, other=None, b=0.0):
        if Dual.noise:
            v, a, b = (x * (1.0 + Dual.noise.uniform(-ROUNDING, ROUNDING)) for x in (v, a, b))
        d = {k: a * s for k, s in self.d.items()} if a else {}
        if other is not None and b:
            for k, s in other.d.items():
                d[k] = d.get(k, 0.0) + b * s
        return Dual(v, d)

    def __add__(self, o): o = Dual.of(o); return self.lin(self.v + o.v, 1.0, o, 1.0)
    def __radd__(self, o): return Dual.of(o) + self
    def __sub__(self, o): o = Dual.of(o); return self.lin(self.v - o.v, 1.0, o, -1.0)
    def __rsub__(self, o): return Dual.of(o) - self
    def __mul__(self, o): return o * self if isinstance(o, (Vec, Mat)) else self.times(Dual.of(o))
    def times(self, o): return self.lin(self.v * o.v, o.v, o, self.v)
    def __rmul__(self, o): return Dual.of(o) * self
    def __rtruediv__(self, o): return Dual.of(o) / self
    def __neg__(self): return self.lin(-self.v, -1.0)

    def __truediv__(self, o):
        o = Dual.of(o)
        if o.v == 0.0:
            return self.lin(math.copysign(math.inf, self.v) if self.v else math.nan, math.inf)
        return self.lin(self.v / o.v, 1 / o.v, o, -self.v / (o.v * o.v))

    def compared(self, o):
        o = Dual.of(o)
        if self.v != o.v and abs(self.v - o.v) < KINK:
            raise NearKink
        return o.v

    def __lt__(self, o): return self.v < self.compared(o)
    def __gt__(self, o): return self.v > self.compared(o)


def indices(index):
    return index if isinstance(index, tuple) else (index,)


class Vec:
    """A vector's components, in place: whoever copies where Warp does is Array and the functions' decorator."""
    def __init__(self, *c): self.c = [Dual.of(x) for x in c]
    def __getitem__(self, k): return self.c[k]
    def __setitem__(self, k, x): self.c[k] = Dual.of(x)
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self.c, o.c)))
    def __sub__(self, o): return Vec(*(a - b for a, b in zip(self.c, o.c)))
    def __mul__(self, s): return Vec(*(a * s for a in self.c))
    x = property(lambda self: self.c[0], lambda self, a: self.__setitem__(0, a))
    z = property(lambda self: self.c[2], lambda self, a: self.__setitem__(2, a))


class Mat:
    """A matrix of 2 by 2."""
    def __init__(self, *c): self.c = [Dual.of(x) for x in c]
    def __getitem__(self, at): return self.c[2 * at[0] + at[1]]
    def __setitem__(self, at, x): self.c[2 * at[0] + at[1]] = Dual.of(x)
    def __add__(self, o): return Mat(*(a + b for a, b in zip(self.c, o.c)))

    def __mul__(self, o):
        if not isinstance(o, Mat):
            return Mat(*(a * o for a in self.c))
        (a, b, c, d), (e, f, g, h) = self.c, o.c
        return Mat(a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)


class Array:
    """An array or, from `start`, a view of one."""
    def __init__(self, shape, cells, start=0):
        self.shape, self.cells, self.start = shape, cells, start

    def at(self, index):
        flat = 0
        for k, n in zip(index, self.shape):
            assert -n <= k < n, "index"
            flat = flat * n + k % n
        return self.start + flat * math.prod(self.shape[len(index):])

    def __getitem__(self, index):
        index = indices(index)
        if len(index) < len(self.shape):
            return Array(self.shape[len(index):], self.cells, self.at(index))
        return copy.deepcopy(self.cells[self.at(index)])

    def __setitem__(self, index, x):
        self.cells[self.at(indices(index))] = copy.deepcopy(x)


class State:
    def __init__(self):
        self.p, self.v, self.k = Dual(0.0), Vec(0.0, 0.0, 0.0), 0


class Warp:
    """The module `wp` over dual numbers."""
    thread = 0
    vec3d, mat22d = Vec, Mat

    def tid(self): return self.thread
    def float64(self, x): return Dual.of(x)
    def sin(self, x): x = Dual.of(x); return x.lin(math.sin(x.v), math.cos(x.v)) if math.isfinite(x.v) else x.lin(math.nan, math.nan)
    def tanh(self, x): x = Dual.of(x); t = math.tanh(x.v); return x.lin(t, 1 - t * t)
    def exp(self, x): x = Dual.of(x); e = math.exp(x.v); return x.lin(e, e)
    def where(self, c, a, b): return a if c else b
    def dot(self, a, b): return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2]
    def cross(self, a, b): return Vec(*(a.c[(k + 1) % 3] * b.c[(k + 2) % 3] - a.c[(k + 2) % 3] * b.c[(k + 1) % 3] for k in range(3)))
    def transpose(self, m): return Mat(m.c[0], m.c[2], m.c[1], m.c[3])
    def determinant(self, m): return m.c[0] * m.c[3] - m.c[1] * m.c[2]

    def length(self, a):
        n = self.sqrt(self.dot(a, a))
        return n if n.v else Dual(0.0)

    def sqrt(self, x):
        x = Dual.of(x)
        if not x.v > 0.0:
            return x.lin(0.0, math.inf) if x.v == 0.0 else x.lin(math.nan, math.nan)
        return x.lin(math.sqrt(x.v), 0.5 / math.sqrt(x.v))

    def log(self, x):
        x = Dual.of(x)
        if not x.v > 0.0:
            return x.lin(-math.inf, math.inf) if x.v == 0.0 else x.lin(math.nan, math.nan)
        return x.lin(math.log(x.v), 1 / x.v)

    def min(self, a, b):
        a, b = Dual.of(a), Dual.of(b)
        return b if a.v != a.v else a if b.v != b.v or a < b else b

    def max(self, a, b):
        a, b = Dual.of(a), Dual.of(b)
        return b if a.v != a.v else a if b.v != b.v or a > b else b

    def atomic_add(self, array, *rest):
        *at, value = rest
        old = array[tuple(at)]
        array[tuple(at)] = old + value
        return old

    def best(self, array, at, value, wins):
        """Of equal values the later one takes the place."""
        old = array[tuple(at)]
        array[tuple(at)] = value if wins(Dual.of(value), Dual.of(old)) else old
        return old

    def atomic_max(self, array, *rest): return self.best(array, rest[:-1], rest[-1], lambda a, b: not a < b)
    def atomic_min(self, array, *rest): return self.best(array, rest[:-1], rest[-1], lambda a, b: not a > b)

    def kernel(self, f): return f

    def func(self, f):
        """Warp passes vectors, matrices and structs by value."""
        return lambda *args: f(*(copy.deepcopy(a) if isinstance(a, (Vec, Mat, State)) else a for a in args))


class Writer:
    """One function body. Ints in scope are in [0, WIDTH); floats stay bounded by tanh where they are stored."""

    def __init__(self, rng, has, functions=(), result=None):
        self.r, self.lines, self.depth, self.count = rng, [], 1, 0
        self.has, self.functions, self.result = has, functions, result
        self.floats, self.ints, self.loops, self.rows = ["p"], ["q"], 0, []

    def say(self, text):
        self.lines.append("    " * self.depth + text)

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def index(self):
        r = self.r
        kind = r.randrange(5)
        if kind == 0:
            return str(r.randrange(WIDTH))
        if kind == 1:
            return f"({r.choice(self.ints)} + {r.randrange(1, WIDTH)}) % {WIDTH}"
        if kind == 2:
            return f"ix[i, {r.choice(self.ints)}]"
        return r.choice(self.ints)

    def place(self, arrays="as"):
        """An element of the thread's own row, sometimes through a view of it."""
        if self.rows and self.r.random() < 0.3:
            return f"{self.r.choice(self.rows)}[{self.index()}]"
        return f"{self.r.choice(arrays)}[i, {self.index()}]"

    def part(self):
        """A component of a vector, a matrix or the struct."""
        k = f"{self.r.choice(self.ints)} % 3"
        return self.r.choice([f"v[{k}]", "v.x", "v[2]", f"m[{self.r.choice(self.ints)} % 2, {self.r.randrange(2)}]", "m[0, 1]", "st.p",
                              f"st.v[{k}]", "st.v.z"])

    def leaf(self):
        r = self.r
        return r.choice([self.place("xaas"), self.place("xaas"), r.choice(self.floats), r.choice(self.floats), self.part(),
                         f"wp.float64({r.uniform(-1.5, 1.5):.3f})"])

    def expr(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.2:
            return self.leaf()
        if r.random() < 0.1:
            return r.choice([f"wp.dot({self.vec(1)}, v)", f"wp.length({self.vec(1)})", f"wp.determinant({self.mat(1)})"])
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} * {b})", f"wp.sin({a})",
                         f"({a} / (wp.float64(1.5) + {b} * {b}))", f"wp.where({a} > {b}, {a}, {b})", f"wp.exp(wp.tanh({a}))",
                         f"wp.{r.choice(['min', 'max'])}({a}, {b})"])

    def vec(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.3:
            return r.choice(["v", "st.v", f"u[i, {r.choice(self.ints)} % 2]", f"wp.vec3d({self.leaf()}, {self.leaf()}, {self.leaf()})"])
        a, b = self.vec(depth - 1), self.vec(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {self.leaf()})", f"wp.cross({a}, {b})",
                         f"wp.where({self.expr(0)} > {self.expr(0)}, {a}, {b})"])

    def mat(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.3:
            return r.choice(["m", f"wp.mat22d({self.leaf()}, {self.leaf()}, {self.leaf()}, {self.leaf()})"])
        a, b = self.mat(depth - 1), self.mat(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} * {self.leaf()})", f"({a} * {b})", f"wp.transpose({a})"])

    def condition(self):
        r = self.r
        if r.random() < 0.3:
            return f"{r.choice(self.ints)} % {r.randrange(2, 4)} == {r.randrange(2)}"
        return f"{self.expr(1)} > {self.expr(0)}"

    def body(self, budget):
        """A block with names of its own."""
        floats, ints, rows = list(self.floats), list(self.ints), list(self.rows)
        self.depth += 1
        for _ in range(self.r.randrange(1, 4)):
            self.statement(budget - 1)
        self.depth -= 1
        self.floats, self.ints, self.rows = floats, ints, rows

    def statement(self, budget):
        r = self.r
        simple = [self.local, self.update, self.store, self.store, self.scale, self.swap, self.add, self.old, self.push, self.pop,
                  self.best, self.integer, self.integer, self.parts, self.parts, self.element, self.view, self.poison]
        if self.functions:
            simple.append(self.call)
        nested = [self.branch, self.for_loop, self.while_loop, self.for_loop]
        r.choice(simple + 2 * nested if budget > 0 else simple)(budget)
        if self.loops and r.random() < 0.08:
            self.has.add("early exits")
            self.say(f"if {self.condition()}:")
            self.say("    " + r.choice(["break", "break", "continue"]))
        elif r.random() < 0.03:
            self.has.add("early exits")
            self.say(f"if {self.condition()}:")
            self.say("    " + self.leave())

    def leave(self):
        return {None: "return", 1: f"return wp.tanh({self.expr()})", 2: f"return wp.tanh({self.expr()}), {self.vec(1)}",
                3: "return st"}[self.result]

    def local(self, budget):
        value, name = self.expr(), self.fresh("t")
        self.say(f"{name} = {value}")
        self.floats.append(name)

    def update(self, budget):
        self.say(f"p = wp.tanh({self.expr()})")

    def store(self, budget):
        self.say(f"{self.place('aas')} = wp.tanh({self.expr()})")

    def scale(self, budget):
        self.has.add("in-place updates")
        self.say(f"{self.place()} *= wp.tanh({self.expr(1)})")

    def add(self, budget):
        self.has.add("in-place updates")
        self.say(f"{self.place()} {self.r.choice('+-')}= wp.tanh({self.expr(1)})")

    def carries_integer(self):
        """Says so of an integer that is changed here, in terms of what it was before."""
        if self.loops:
            self.has.add("integer carries")

    def integer(self, budget):
        self.carries_integer()
        self.say(f"q = ({self.r.choice(['q', 'q', 'q * 5'])} + {self.index()}) % {WIDTH}")

    def parts(self, budget):
        r = self.r
        kind = r.randrange(5)
        if kind == 0:
            self.say(f"{self.part()} = wp.tanh({self.expr(1)})")
        elif kind == 1:
            self.say(f"{self.part()} {r.choice('+*-')}= wp.tanh({self.expr(1)})")
        elif kind == 2:
            self.say(f"{r.choice(['v', 'st.v'])} = {self.vec()} + wp.vec3d()")
        elif kind == 3:
            self.say(f"m = {self.mat()} * wp.float64(0.7)")
        else:
            self.carries_integer()
            self.say(f"st.k = (st.k + {self.index()}) % {WIDTH}")
            self.ints.append("st.k")

    def element(self, budget):
        self.has.add("in-place updates")
        self.say(f"u[i, {self.r.choice(self.ints)} % 2] {self.r.choice(['=', '+=', '-='])} {self.vec(1)} * wp.tanh({self.leaf()})")

    def view(self, budget):
        name = self.fresh("row")
        self.say(f"{name} = {self.r.choice('as')}[i]")
        self.rows.append(name)

    def poison(self, budget):
        """A value that is infinite or NaN where z is 0, and read only where it is not."""
        self.has.add("infinite values")
        t, z, z_ = self.fresh("t"), f"z[i, {self.r.choice(self.ints)}]", self.fresh("z")
        self.say(f"{z_} = {z}")
        value = self.r.choice(["{} / wp.float64({})", "wp.sqrt(({0} * {0} + wp.float64(0.1)) * wp.float64({1}))",
                               "wp.log(({0} * {0} + wp.float64(0.1)) * wp.float64({1}))"]).format(self.expr(1), z_)
        kind = self.r.randrange(6)
        if kind == 1:
            at = self.place()
            self.say(f"{at} = {value}")
            self.say(f"if {z_} == 0:")
            self.say(f"    {at} = wp.tanh({self.expr(1)})" if "ix" not in at else f"    {at} = wp.float64(0.25)")
            return
        self.say(f"{t} = {value}")
        if kind == 0:
            self.say(f"p = wp.tanh(wp.where({z_} > 0, {t}, {self.leaf()}))")
        elif kind == 2:
            self.say(f"if {z_} > 0:")
            self.say(f"    p = wp.tanh({t} * {self.leaf()})")
        elif kind == 3 and self.loops:
            self.say(f"if {z_} == 0:")
            self.say(f"    {self.r.choice(['continue', 'break'])}")
            self.say(f"p = wp.tanh({t}) * p")
        elif kind == 4:
            self.say(f"p = wp.where({z_} == 0, p * p, wp.sin({t} * {t}))")
        else:
            self.say(f"v = wp.where({z_} == 0, v, wp.vec3d(wp.tanh({t}), p, v[1]))")

    def call(self, budget):
        name, kind = self.r.choice(self.functions)
        rows = "a[i]" if self.r.random() < 0.5 or not self.rows else self.r.choice(self.rows)
        call = f"{name}({ARGUMENTS}, {rows}, {self.expr(1)}, {self.index()}, v, m, st)"
        if kind == 1:
            self.say(f"p = wp.tanh(p + {call})")
        elif kind == 2:
            self.say(f"p, v = {call}")
        else:
            self.say(f"st = {call}")

    def swap(self, budget):
        self.has.add("in-place updates")
        u, v, j, k = self.fresh("e"), self.fresh("e"), self.index(), self.index()
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
        self.carries_integer()
        self.say(f"if top < {WIDTH}:")
        self.say(f"    s[i, top] = {self.expr(1)}")
        self.say("    top = top + 1")

    def pop(self, budget):
        self.carries_integer()
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
        bounds = ["n", "n", str(self.r.randrange(2, WIDTH)), f"1, {WIDTH}", f"{WIDTH} - 1, 0, -1", f"n, -1, {-self.r.randrange(1, 3)}",
                  f"0, {WIDTH}, (n % 3) - 1", self.r.choice(self.ints)]
        self.say(f"for {j} in range({self.r.choice(bounds)}):")
        self.in_loop(j, budget)

    def while_loop(self, budget):
        w = self.fresh("w")
        self.say(f"{w} = int(0)")
        other = self.r.choice(["and", "and", "and", "or"])
        most = self.r.randrange(2, WIDTH)
        self.say(f"while {w} < {most} and {self.condition()}:" if other == "and" else
                 f"while {w} < 2 or ({w} < {most + 2} and {self.condition()}):")
        self.say(f"    {w} = {w} + 1")
        self.in_loop(None, budget)

    def in_loop(self, induction, budget):
        if self.loops:
            self.has.add("nested loops")
        self.loops += 1
        ints = list(self.ints)
        if induction:
            self.ints.append(induction)
        self.body(budget)
        self.ints, self.loops = ints, self.loops - 1

    def function(self):
        self.say("top = int(0)")
        for _ in range(self.r.randrange(1, 4)):
            self.statement(2)
        self.say(self.leave())
        return "\n".join(self.lines)

    def kernel(self):
        for line in ("i = wp.tid()", "p = x[i, 0]", "q = int(1)", "top = int(0)", "v = u[i, 0]", "m = wp.mat22d(p, x[i, 1], x[i, 2], p)",
                     "st = State()", "st.p = x[i, 3]", "st.v = u[i, 1]"):
            self.say(line)
        for _ in range(self.r.randrange(2, 6)):
            self.statement(2)
        self.say("y[i] = p + a[i, 0] * s[i, 1] + st.p * wp.dot(v, st.v) + wp.determinant(m)")
        return "\n".join(self.lines)


STRUCT = "@wp.struct\nclass State:\n    p: wp.float64\n    v: wp.vec3d\n    k: int\n"
F, I = "wp.array2d(dtype=wp.float64)", "wp.array2d(dtype=wp.int32)"
ARGUMENTS = "x, a, s, u, ix, z, c, i, n"
ARRAYS = f"x: {F}, a: {F}, s: {F}, u: wp.array2d(dtype=wp.vec3d), ix: {I}, z: {I}, c: wp.array(dtype=wp.int32)"
LOCALS = "row: wp.array(dtype=wp.float64), p: wp.float64, q: int, v: wp.vec3d, m: wp.mat22d, st: State"


def nested(flat, *shape):
    for n in reversed(shape):
        flat = [flat[k:k + n] for k in range(0, len(flat), n)]
    return flat


def make(seed):
    """The text of the kernel and its functions, its case, and what is in it."""
    rng, has, functions, parts = random.Random(seed), set(), [], []
    for number in range(rng.choice([0, 0, 1, 2])):
        kind, name = rng.choice([1, 2, 3]), f"f{seed}_{number}"
        writer = Writer(rng, has, list(functions), kind)
        writer.rows.append("row")
        parts.append(f"@wp.func\ndef {name}({ARRAYS}, i: int, n: int, {LOCALS}):\n{writer.function()}\n")
        functions.append((name, kind))
    text = Writer(rng, has, functions).kernel()
    parts.append(f"@wp.kernel\ndef k{seed}({ARRAYS}, y: wp.array(dtype=wp.float64), n: int):\n{text}\n")
    count = THREADS * WIDTH
    numbers = lambda n: [round(rng.uniform(-1.2, 1.2), 3) for _ in range(n)]
    rows = lambda: nested(numbers(count), WIDTH)
    vectors = lambda: nested(numbers(THREADS * 6), 2, 3)
    args = [
        {"name": "x", "dtype": "float64", "role": "in", "grad": True, "value": rows()},
        {"name": "a", "dtype": "float64", "role": "inout", "grad": True, "value": rows(), "weight": rows()},
        {"name": "s", "dtype": "float64", "role": "scratch", "value": rows()},
        {"name": "u", "dtype": "vec3d", "role": "inout", "grad": True, "value": vectors(), "weight": vectors()},
        {"name": "ix", "dtype": "int32", "role": "in", "value": nested([rng.randrange(WIDTH) for _ in range(count)], WIDTH)},
        {"name": "z", "dtype": "int32", "role": "in", "value": nested([rng.choice([0, 1, 2]) for _ in range(count)], WIDTH)},
        {"name": "c", "dtype": "int32", "role": "scratch", "value": [0] * THREADS},
        {"name": "y", "dtype": "float64", "role": "out", "value": [0.0] * THREADS, "weight": numbers(THREADS)},
        {"name": "n", "dtype": "int32", "role": "scalar", "value": rng.randrange(1, WIDTH)},
    ]
    case = {"name": f"seed_{seed}", "group": "fuzz", "kernel": f"k{seed}", "dim": THREADS, "args": args}
    return "\n\n".join(parts), case, has


def numbers_of(x):
    return [n for part in x for n in numbers_of(part)] if isinstance(x, list) else x.c if isinstance(x, (Vec, Mat)) else [x]


def bind(arg):
    """An argument as the kernel sees it."""
    if arg["role"] == "scalar":
        return arg["value"]
    flat = numbers_of(arg["value"])
    if arg["dtype"] != "int32":
        flat = [Dual(v, {(arg["name"], k): 1.0} if arg.get("grad") else {}) for k, v in enumerate(flat)]
    shape, value = [], arg["value"]
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0]
    if arg["dtype"] == "vec3d":
        flat, shape = [Vec(*flat[k:k + 3]) for k in range(0, len(flat), 3)], shape[:-1]
    return Array(shape, flat)


def oracle(text, case):
    """Outputs and gradients."""
    wp = Warp()
    wp.vec3d = lambda *c: Vec(*(c or (0.0, 0.0, 0.0)))
    scope = {"wp": wp, "State": State, "range": lambda *ends: range(*ends) if len(ends) < 3 or ends[2] else ()}
    exec(re.sub(r"(def \w+)\((.*)\):", lambda d: f"{d[1]}({re.sub(r': [^,]*(?:[(].*?[)])?(?=,|$)', '', d[2])}):", text), scope)
    bound = {a["name"]: bind(a) for a in case["args"]}
    for wp.thread in range(case["dim"]):
        scope[case["kernel"]](*bound.values())
    grads = {a["name"]: [0.0] * len(numbers_of(bound[a["name"]].cells)) for a in case["args"] if a.get("grad")}
    outputs = {}
    for a in case["args"]:
        if "weight" not in a:
            continue
        cells = [Dual.of(c) for c in numbers_of(bound[a["name"]].cells)]
        outputs[a["name"]] = [c.v for c in cells]
        for c, w in zip(cells, numbers_of(a["weight"])):
            for (name, k), slope in c.d.items():
                grads[name][k] += w * slope
    if not all(math.isfinite(v) and abs(v) < 1e6 for some in (outputs, grads) for flat in some.values() for v in flat):
        raise OverflowError
    return outputs, grads


def noise_of(text, case, kind, name):
    """How far an array of the oracle's numbers moves where each of its operations is rounded at random."""
    runs = []
    for Dual.noise in (*map(random.Random, range(4)), None):
        try:
            runs.append(oracle(text, case)[KINDS.index(kind)][name])
        except (OverflowError, NearKink):  # a tie that rounding breaks says nothing
            continue
    return max(max(numbers) - min(numbers) for numbers in zip(*runs))


def distance(got, want):
    return max((abs(g - w) for g, w in zip(got, want, strict=True)), default=0.0)


def judge(answer, wanted, noise):
    if "lost" in answer:
        return answer["lost"].split()[0], answer["lost"]
    if "error" in answer:
        return "refused", answer["error"]
    for kind, arrays in zip(KINDS, wanted):
        for name, want in arrays.items():
            scale, off = 1.0 + max(map(abs, want), default=0.0), distance(answer[kind][name], want)
            if not (off <= 1e-8 * scale or off <= 10.0 * noise(kind, name)):
                return "WRONG", f"{kind}.{name}"
    return "right", ""


def write(path, texts, case=None):
    with open(path, "w", encoding="utf-8") as file:
        file.write("import warp as wp\n\n\n" + STRUCT + "\n\n" + "\n\n".join(texts))
        if case:
            file.write(f"\n\nCASE = {json.dumps(case).replace('true', 'True')}\n")


def import_all(texts, folder, options):
    """The kernels as one MLIR file, since their import takes longest; or, where one is not taken, what is said of it."""
    source, module = os.path.join(folder, "k.py"), os.path.join(folder, "k.mlir")
    write(source, texts)
    translate = os.path.join(os.path.dirname(options.kgen_run), "kgen-translate")
    done = subprocess.run([translate, "--warp-to-kgen", "--all", source, "-o", module], capture_output=True, text=True)
    return module, "" if done.returncode == 0 else done.stderr.splitlines()[0]


def run_kernels(used, module, folder, options):
    """The answers of each kernel, one for each count of slots."""
    slots, jobs = options.slots.split(","), []
    for seed, case in used:
        path = os.path.join(folder, f"{seed}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(case, file)
        jobs += [run_cases.job(module, path, s, options.device, options.level) for s in slots]
    answers = run_cases.run(jobs, os.path.join(os.path.dirname(options.kgen_run), "kgen-run-cases"))
    return [list(zip(slots, answers[k:k + len(slots)])) for k in range(0, len(answers), len(slots))]


def verdict_of(answers, wanted, noise):
    for slots, answer in answers:
        verdict, detail = judge(answer, wanted, noise)
        if verdict != "right":
            return verdict, f"slots {slots}: {detail}"
    return "right", ""


def check_batch(seeds, options):
    """[(seed, what is in it, (verdict, detail))]."""
    results, used = [], []
    for seed in seeds:
        text, case, has = options.make(seed)
        try:
            used.append((seed, text, case, has, oracle(text, case)))
        except (OverflowError, ValueError, AssertionError, NearKink) as unused:
            results.append((seed, has, ("unused", repr(unused))))
    with tempfile.TemporaryDirectory() as folder:
        module, refusal = import_all([text for _, text, _, _, _ in used], folder, options)
        kernels = [(seed, case) for seed, _, case, _, _ in used]
        found = [] if refusal else run_kernels(kernels, module, folder, options)
        for k, (seed, text, case, has, want) in enumerate(used):
            verdict = ("refused", refusal) if refusal else verdict_of(found[k], want, functools.partial(noise_of, text, case))
            if options.keep and verdict[0] != "right":
                write(os.path.join(options.keep, f"seed_{seed}.py"), [text], case)
            results.append((seed, has, verdict))
    return sorted(results, key=lambda result: result[0])


def of_model(folder):
    """`make`, of the kernels of a model of reverse mode in Python: the classes and functions of fuzz.py in `folder`."""
    sys.path.insert(0, folder)
    model = importlib.import_module("fuzz")

    def make_model(seed):
        text = model.G(seed).gen().replace("import warp as wp\n", "").replace("def k(", f"def k{seed}(")
        return text, {**model.case(seed), "name": f"seed_{seed}", "group": "model", "kernel": f"k{seed}"}, set()

    return make_model


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kgen-run", required=True, metavar="PATH")
    ap.add_argument("--seeds", default="0:40", metavar="A:B")
    ap.add_argument("--device", default="interpreter")
    ap.add_argument("--level", type=int, default=2, metavar="N")
    ap.add_argument("--slots", default="0", metavar="S,...")
    ap.add_argument("--model", metavar="DIR")
    ap.add_argument("--keep", metavar="DIR")
    ap.add_argument("--jobs", type=int, default=2, metavar="N")
    ap.add_argument("--max-refused", type=int, default=0, metavar="N")
    ap.add_argument("--shares", action="store_true")
    options = ap.parse_args()
    options.make = of_model(options.model) if options.model else make
    first, last = map(int, options.seeds.split(":"))
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    count, shares = collections.Counter(), collections.Counter()
    batches = [range(k, min(k + BATCH, last)) for k in range(first, last, BATCH)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(lambda seeds: check_batch(seeds, options), batches):
            for seed, has, (verdict, detail) in results:
                count[verdict] += 1
                if verdict != "unused":
                    shares.update(has)
                if verdict not in ("right", "unused"):
                    print(f"{verdict:8} seed {seed}: {detail}", flush=True)
    print(", ".join(f"{n} {verdict}" for verdict, n in sorted(count.items())))
    if options.shares:
        used = max(1, sum(count.values()) - count["unused"])
        print(", ".join(f"{100 * n // used} % {name}" for name, n in sorted(shares.items())))
    sys.exit(bool(count["WRONG"] or count["CRASH"] or count["HANG"]) or count["refused"] > options.max_refused)


if __name__ == "__main__":
    main()
