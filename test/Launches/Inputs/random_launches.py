# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose threads may meet in an element, and launches of them.

    random_launches.py [--kernels 60] [--launches 10] [--seed 1] -o PREFIX

Writes PREFIX.py, the kernels as an author would write them, and PREFIX.cases, a case a line. Indices are affine in coordinates, counters
of loops and parameters, with factors of both signs and zero, and factors and sums that wrap in 32 bits; some go through min, max, where,
remainders, shifts, masks and other types of integers. Arrays are shorter and longer than the launch. An access is guarded by a comparison
with the extents, or every launch of the kernel has extents that its indices lie in. All follows from the seed and the number of the kernel.
"""
import argparse
import itertools
import json
import math
import random

BIG, MOST_ELEMENTS = 1 << 30, 4000
CONSTANTS = {"ZERO": 0, "TWO": 2, "BIG": BIG}


def wrapped(number):
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


class Index:
    """An si32: as it is written, its value for the names that it is made of, and those."""

    def __init__(self, text, value, uses):
        self.text, self.value, self.uses = text, value, uses

    def inner(self):
        return f"({self.text})" if " " in self.text else self.text


def name(text):
    return Index(text, lambda names: names[text], {text})


def number(value):
    return Index(str(value), lambda names: value, set())


def joined(text, a, b, of):
    return Index(text, lambda names: wrapped(of(a.value(names), b.value(names))), a.uses | b.uses)


def product(draw, factor, a):
    text = f"{factor.inner()} * {a.inner()}" if draw.random() < 0.6 else f"{a.inner()} * {factor.inner()}"
    return joined(text, factor, a, lambda x, y: x * y)


def total(a, b):
    return joined(f"{a.text} + {b.inner()}", a, b, lambda x, y: x + y)


def rest(a, b):
    return joined(f"{a.text} - {b.inner()}", a, b, lambda x, y: x - y)


def remainder(a, n):
    return Index(f"{a.inner()} % {n}", lambda names: abs(a.value(names)) % n * (-1 if a.value(names) < 0 else 1), a.uses)


def call(text, of, a):
    return Index(text.format(a.text), lambda names: wrapped(of(a.value(names))), a.uses)


FACTORS = [(0, 5), (1, 24), (-1, 16), (2, 12), (-2, 7), (3, 4), (4, 3), (BIG, 7), (BIG // 2, 3), (-BIG, 2), (1 << 16, 1)]
WRAPPERS = [
    ("wp.min({}, 5)", lambda v: min(v, 5)),
    ("wp.max({}, -3)", lambda v: max(v, -3)),
    ("wp.clamp({}, -4, 4)", lambda v: min(max(v, -4), 4)),
    ("({0} & 3)", lambda v: v & 3),
    ("({0} >> 1)", lambda v: v >> 1),
    ("(({0}) << 30)", lambda v: v << 30),
    ("int(wp.uint32({}))", lambda v: v),
    ("int(wp.uint32({}) * wp.uint32(3))", lambda v: v * 3),
    ("int(wp.int64({}) * wp.int64(2))", lambda v: v * 2),
    ("int(wp.int64({}) * wp.int64(4294967296))", lambda v: 0),
    ("wp.where({0} < 0, {0} + 4, {0})", lambda v: wrapped(v + 4) if v < 0 else v),
]


class Kernel:
    def __init__(self, draw, called):
        self.draw, self.name = draw, called
        self.is_crowd = draw.random() < 0.07
        self.coordinates = ["i", "j", "k"][: 1 if self.is_crowd else draw.choice([1, 1, 1, 1, 2, 2, 3])]
        self.real = "wp.float64" if self.is_crowd else draw.choice(["wp.float64"] * 3 + ["wp.float32"])
        self.arrays = {}  # name: (dtype, rank)
        self.lines, self.checks, self.ranges, self.counter = [], [], {}, 0
        if self.is_crowd:
            self.crowd()
        for _ in range(0 if self.is_crowd else draw.choice([1, 1, 2, 2, 3])):
            draw.choice([self.write, self.write, self.update, self.update, self.update, self.loop, self.loop, self.turns, self.result, self.neighbour])(1, [])
        self.parameters = [p for p in ("s", "m") if any(p in words for words in self.words())]

    def words(self):
        return ["".join(c if c.isalnum() or c == "_" else " " for c in line).split() for line in self.lines]

    # -- indices -----------------------------------------------------------

    def factor(self):
        if self.draw.random() < 0.15:
            return name(self.draw.choice(["ZERO", "TWO", "BIG", "m"]))
        values, weights = zip(*FACTORS)
        return number(self.draw.choices(values, weights)[0])

    def index(self, counters):
        draw = self.draw
        known = self.coordinates + counters
        index = None
        for n in draw.sample(known, draw.choice([1, 1, 1, min(2, len(known))])):
            factor = self.factor()
            one = factor.text == "1"
            minus = factor.text == "-1" and index is not None
            term = name(n) if one or minus else product(draw, factor, name(n))
            if draw.random() < 0.06:
                term = total(rest(term, name(n)), name(n))
            index = term if index is None else rest(index, term) if minus else total(index, term)
        how = draw.random()
        if how < 0.25:
            index = rest(number(draw.randrange(9)), index)
        elif how < 0.65:
            constant = number(draw.randrange(1, 9))
            index = total(index, constant) if draw.random() < 0.5 else rest(index, constant)
        elif how < 0.75:
            index = rest(rest(name("s"), number(1)), index)
        elif how < 0.8:
            index = total(index, name("m"))
        if draw.random() < 0.12:
            index = call(*draw.choice(WRAPPERS), index)
        elif draw.random() < 0.06:
            index = remainder(index, draw.choice([3, 4, 7]))
        return index

    def own(self):
        """An element of the thread's own."""
        return [name(n) for n in self.coordinates]

    # -- statements --------------------------------------------------------

    def array(self, stem, rank, dtype=None):
        dtype = dtype or self.real
        called = f"{stem}{rank}" + ("n" if dtype == "wp.int32" else "")
        self.arrays.setdefault(called, (dtype, rank))
        return called

    def emit(self, depth, text):
        self.lines.append("    " * depth + text)

    def element(self, array, indices, depth):
        """The access as text; of a view now and then."""
        if len(indices) > 1 and self.draw.random() < 0.2:
            self.counter += 1
            view = f"row{self.counter}"
            self.emit(depth, f"{view} = {array}[{indices[0].text}]")
            return view, ", ".join(index.text for index in indices[1:])
        return array, ", ".join(index.text for index in indices)

    def require(self, array, indices, counters):
        """Launches have to suit these."""
        self.checks += [(array, d, index, [c for c in counters if c in index.uses]) for d, index in enumerate(indices)]

    def guard(self, array, indices, depth, counters):
        """Opens an `if` where the indices may lie anywhere; else launches have to suit them."""
        if self.draw.random() < 0.6 and all(map(self.is_small, indices)):
            self.require(array, indices, counters)
            return depth
        conditions = []
        for d, index in enumerate(indices):
            if index.text in self.coordinates:
                conditions.append(f"{index.text} < {array}.shape[{d}]")
                continue
            self.counter += 1
            called = f"q{self.counter}"
            self.emit(depth, f"{called} = {index.text}")
            conditions.append(f"{called} >= -{array}.shape[{d}] and {called} < {array}.shape[{d}]")
            if self.draw.random() < 0.5:
                indices[d] = Index(called, index.value, index.uses)
        self.emit(depth, f"if {' and '.join(conditions)}:")
        return depth + 1

    def is_small(self, index):
        names = dict(CONSTANTS, s=9, m=3)
        for at in (0, 1, 5):
            names.update(dict.fromkeys("ijktu", at))
            if abs(index.value(names)) > 64:
                return False
        return True

    def small(self, counters):
        while not self.is_small(index := self.index(counters)):
            pass
        return index

    def value(self, reads):
        draw = self.draw
        terms = [f"{array}[{', '.join(index.text for index in indices)}]" for array, indices in reads]
        factor = f"{self.real}({draw.randrange(3, 200) / 100})"
        text = " * ".join(terms + ([factor] if draw.random() < 0.8 else []))
        if draw.random() < 0.4:
            text += f" + {self.real}({draw.choice(self.coordinates)}) * {self.real}({draw.randrange(1, 90) / 100})"
        return text

    def reads(self, counters):
        """Elements that every launch has."""
        reads = []
        for _ in range(self.draw.choice([1, 1, 2])):
            rank = self.draw.choice([1, 1, 2])
            indices = [self.small(counters) for _ in range(rank)] if self.draw.random() < 0.8 else self.own()
            reads.append((self.array("x", len(indices)), indices))
            self.require(*reads[-1], counters)
        return reads

    def write(self, depth, counters):
        """A plain store: mostly of the thread's own element."""
        indices, reads = self.own(), self.reads(counters)
        if counters and len(indices) < 3 and self.draw.random() < 0.7:
            indices.append(self.index(counters))
        elif self.draw.random() < 0.3:
            indices = [self.index(counters) for _ in range(self.draw.choice([1, 2]))]
        array = self.array(self.draw.choice("yz"), len(indices))
        inner = self.guard(array, indices, depth, counters)
        if self.draw.random() < 0.4:
            again = list(indices)
            if counters and self.draw.random() < 0.6:
                again[-1] = self.small(counters)
                self.require(array, again, counters)
            reads.append((array, again))
        where, at = self.element(array, indices, inner)
        self.emit(inner, f"{where}[{at}] = {self.value(reads)}")

    def update(self, depth, counters):
        rank = self.draw.choice([1, 1, 1, 2])
        indices = [self.index(counters) for _ in range(rank)]
        integers = self.draw.random() < 0.2
        array = self.array("c", rank, "wp.int32" if integers else None)
        reads = [] if integers else self.reads(counters)
        inner = self.guard(array, indices, depth, counters)
        places = [indices]
        if self.draw.random() < 0.2:
            places.append([self.small(counters) for _ in range(rank)])
            self.require(array, places[-1], counters)
        value = f"{self.draw.choice(self.coordinates)} + {self.draw.randrange(1, 9)}" if integers else self.value(reads)
        how = self.draw.choice(["+=", "+=", "-=", "wp.atomic_add", "wp.atomic_sub", "wp.atomic_min", "wp.atomic_max"])
        for own in places:
            where, at = self.element(array, own, inner)
            self.emit(inner, f"{where}[{at}] {how} {value}" if how.endswith("=") else f"{how}({where}, {at}, {value})")

    def result(self, depth, counters):
        """An atomic whose result is used."""
        indices, reads, own = [self.index(counters)], self.reads(counters), self.own()
        array, target = self.array("c", 1), self.array("z", len(own))
        self.require(target, own, counters)
        inner = self.guard(array, indices, depth, counters)
        self.counter += 1
        old = f"old{self.counter}"
        self.emit(inner, f"{old} = wp.atomic_{self.draw.choice(['add', 'max'])}({array}, {indices[0].text}, {self.value(reads)})")
        self.emit(inner, f"{target}[{', '.join(index.text for index in own)}] = {old} * {self.real}(0.5)")

    def crowd(self):
        """Every fourth thread adds to one element: on several cores, parts of a long launch meet there."""
        where = self.draw.randrange(2)
        self.emit(1, "if i % 4 == 0:")
        self.emit(2, "v = wp.float64(i)")
        self.emit(2, "for u in range(64):")  # so that a part takes longer than it takes another to begin
        self.emit(3, f"v = wp.sqrt(v + wp.float64({self.draw.randrange(1, 90) / 100}))")
        for array, value in ((self.array("c", 1), "v"), (self.array("c", 1, "wp.int32"), "1")):
            self.require(array, [number(where)], [])
            self.emit(2, f"{array}[i * BIG{f' + {where}' if where else ''}] += {value}")

    def neighbour(self, depth, counters):
        """Reads what another thread adds to, before or after it does."""
        own, target = self.own(), self.own()
        array, result, reads = self.array("e", len(own)), self.array("z", len(own)), self.reads([])
        factor = number(self.draw.choice([1, 1, -1, 2]))
        other = name(self.coordinates[-1]) if factor.text == "1" else product(self.draw, factor, name(self.coordinates[-1]))
        other = [*own[:-1], total(other, number(1)) if factor.text == "1" else rest(other, number(1))]
        for called, indices in ((array, own), (array, other), (result, target)):
            self.require(called, indices, [])
        read = f"{array}[{', '.join(index.text for index in other)}]"
        at = ", ".join(index.text for index in own)
        self.emit(depth, f"{result}[{at}] = {read} * {read}")
        self.emit(depth, f"{array}[{at}] += {self.value(reads)}")

    def turns(self, depth, counters):
        """All threads add to what a loop counts to, to some elements from both ends."""
        first, last = self.draw.choice([(0, 8), (-4, 4), (7, -1), (-3, 6)])
        step, t = (", -1" if last < first else ""), name("t")
        index = rest(t, number(4)) if first >= 0 else t if self.draw.random() < 0.5 else rest(number(1), t)
        reads = self.reads([])
        self.emit(depth, f"for t in range({first}, {last}{step}):")
        self.ranges.setdefault("t", []).append(f"{first}, {last}{step}")
        array = self.array("d", 1)
        self.require(array, [index], ["t"])
        value = f"{self.value(reads)} * {self.real}({self.draw.choice(self.coordinates)} + t)"
        self.emit(depth + 1, f"{array}[{index.text}] {self.draw.choice(['+=', '-='])} {value}")

    def loop(self, depth, counters):
        draw = self.draw
        counter = "tu"[len(counters)]
        ranges = ["0, 3", "0, 8", "-4, 4", "5, -1, -1", "0, s", "s - 1, -1, -1", "0, m", "0, 1610612736, 536870912", "m, m + 5", "1, 6, 2"]
        bounds = draw.choice(ranges)
        self.emit(depth, f"for {counter} in range({bounds}):")
        kinds = [self.write, self.update, self.update] + ([self.loop] if len(counters) == 0 else [])
        for _ in range(draw.choice([1, 1, 2])):
            draw.choice(kinds)(depth + 1, counters + [counter])
        self.ranges.setdefault(counter, []).append(bounds)

    # -- launches ----------------------------------------------------------

    def extents(self, dim, names):
        """The least extents of the arrays that the unguarded indices of a launch lie in; None where they are too large."""
        least = {(array, d): 1 for array, (_, rank) in self.arrays.items() for d in range(rank)}
        for array, d, index, counters in self.checks:
            for known in self.spaces(dim, names, index.uses, counters):
                at = index.value(known)
                least[array, d] = max(least[array, d], at + 1 if at >= 0 else -at)
            if least[array, d] > MOST_ELEMENTS:
                return None
        return least

    def spaces(self, dim, names, uses, counters):
        """What an index sees of the names that it uses, in each thread and trip; of a long launch, of threads at its ends."""
        values = [range(n) if n < 80 else [*range(8), *range(n - 8, n)] for n in dim]
        used = [(n, those) for n, those in zip(self.coordinates, values) if n in uses]

        def trips(known, left):
            if not left:
                yield known
                return
            for bounds in self.ranges[left[0]]:
                for value in range(*(eval(bound, {}, known) for bound in bounds.split(", "))):
                    yield from trips({**known, left[0]: value}, left[1:])

        for at in itertools.product(*(those for _, those in used)):
            yield from trips({**names, **dict(zip((n for n, _ in used), at))}, counters)

    def launch(self, draw, is_long):
        for _ in range(30):
            dim = self.draw_dim(draw, is_long)
            names = dict(CONSTANTS, s=draw.randrange(1, 12), m=draw.choice([-2, 0, 1, 2, 3, 5]))
            least = self.extents(dim, names)
            if least is None:
                is_long = False
                continue
            shapes = {array: [] for array in self.arrays}
            for (array, _), extent in least.items():
                free = draw.choice([1, 2, 4, 5, 8, 12, 17, 40])
                shapes[array].append(extent if draw.random() < 0.5 else max(extent, free) if draw.random() < 0.7 else extent + draw.randrange(20))
            sizes = [math.prod(shape) for shape in shapes.values()]
            if max(sizes) <= MOST_ELEMENTS:
                return {"kernel": self.name, "dim": dim, "args": self.arguments(draw, shapes, names)}
            is_long = False
        return None

    def draw_dim(self, draw, is_long):
        if is_long:
            return [[1 << 17 if self.is_crowd else 8192], [16, 512], [4, 16, 128]][len(self.coordinates) - 1]
        last = draw.choice([1, 3, 6, 8, 9, 15, 16, 17, 20, 31, 33, 40, 50])
        return [draw.choice([1, 2, 3, 5]) for _ in self.coordinates[1:]] + [last if len(self.coordinates) < 3 else min(last, 20)]

    def arguments(self, draw, shapes, names):
        found = []
        for array, (dtype, _) in self.arrays.items():
            shape, size = shapes[array], math.prod(shapes[array])
            integers = dtype == "wp.int32"
            arg = {"name": array, "dtype": dtype[3:], "shape": shape, "role": "in" if array[0] == "x" else "inout"}
            arg["value"] = [draw.randrange(-9, 10) if integers else draw.randrange(-199, 200) / 100 for _ in range(size)]
            if not integers:
                arg["grad"] = True
            if not integers and arg["role"] == "inout":
                arg["weight"] = [draw.randrange(-99, 100) / 50 for _ in range(size)]
            found.append(arg)
        return found + [{"name": p, "dtype": "int32", "role": "scalar", "value": names[p]} for p in self.parameters]

    def text(self):
        dims = {1: "array", 2: "array2d", 3: "array3d"}
        arguments = [f"{array}: wp.{dims[rank]}(dtype={dtype})" for array, (dtype, rank) in self.arrays.items()]
        arguments += [f"{p}: int" for p in self.parameters]
        lines = ["@wp.kernel", f"def {self.name}({', '.join(arguments)}):", f"    {', '.join(self.coordinates)} = wp.tid()"]
        return "\n".join(lines + self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the number of the first kernel")
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="prefix", required=True)
    options = parser.parse_args()
    texts, cases = ["import warp as wp\n\n" + "".join(f"{n} = wp.constant({v})\n" for n, v in CONSTANTS.items())], []
    for at in range(options.first, options.first + options.kernels):
        for attempt in itertools.count():  # until every launch has extents that suit it
            seed = f"{options.seed} {at} {attempt}"
            kernel = Kernel(random.Random(seed), f"k{at}")
            launches = [kernel.launch(random.Random(f"{seed} {n}"), n == options.launches - 1) for n in range(options.launches)]
            if all(launches):
                break
        texts.append(kernel.text())
        cases += [json.dumps(launch) + "\n" for launch in launches]
    with open(options.prefix + ".py", "w", encoding="utf-8") as file:
        file.write("\n\n".join(texts))
    with open(options.prefix + ".cases", "w", encoding="utf-8") as file:
        file.writelines(cases)


if __name__ == "__main__":
    main()
