# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_matrices.py KGEN_PTX: holds the instructions on matrices against Python.

Each of their opcodes, as the reference page has them, is run on small integers and dyadic numbers, whose sums are exact in any
order; sums that round are held against the order that the machine promises. Where an element lies in registers is written
here as the ISA's tables say it, opcode by opcode. Prints what differs, opcodes that nothing here runs, and a summary; exit
status 1 if there are any.
"""
import functools
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

from check_instructions import Format, fma

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4}
HEAD = """.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 m) {
.reg .pred %p; .reg .b64 %l<4>, %q<40>; .reg .b32 %t, %r<40>; .reg .f32 %f<40>; .reg .f64 %d<40>;
.shared .align 128 .b8 s[8192];
ld.param.u64 %l0, [m];
mov.u32 %t, %tid.x;
"""


def opcodes(tool):
    """Those of the reference page's family, one by one."""
    family = ""
    for line in subprocess.run([tool, "--instructions"], capture_output=True, text=True, check=True).stdout.splitlines():
        family = line[3:] if line.startswith("## ") else family
        if family == "Matrices of a warp" and line.startswith("| `"):
            parts = re.findall(r"\{[^}]*\}|\([^)]*\)|[^({]+", line.split("`")[1])
            yield from map("".join, itertools.product(*[[""] * (p[0] == "{") + p[1:-1].split(" ") if p[0] in "{(" else [p] for p in parts]))


def shape_of(opcode):
    return tuple(map(int, re.search(r"\.m(\d+)n(\d+)(?:k(\d+))?", opcode).groups(default="0")))


@functools.cache
def fraction(kind, numerator, denominator):
    """The bits of a number."""
    return Format({"tf32": "f32"}.get(kind, kind)).pack(Fraction(numerator, denominator), "rn")


def encode(kind, value):
    """An integer's bits; as a float's, of half of it."""
    return value & ((1 << BITS[kind]) - 1) if kind[0] in "su" else fraction(kind, value, 2)


def number(kind, is_positive):
    """Of integers, any; of floats, twice a small one: where zeros have a sign, none of them."""
    bits = BITS[kind]
    if kind[0] not in "su":
        return random.randint(1 if is_positive else -6, 6)
    return random.randint(0, (1 << bits) - 1) if kind[0] == "u" else random.randint(-1 << (bits - 1), (1 << (bits - 1)) - 1)


def product(types, extents, matrices, saturates):
    """Bits of the result, exactly."""
    (m, n, k), (a, b, c) = extents, matrices
    is_integer = types[0] == "s32"
    rows = []
    for i in range(m):
        for j in range(n):
            total = sum(a[i * k + x] * b[x * n + j] for x in range(k)) + (c[i * n + j] if is_integer else 2 * c[i * n + j])
            if saturates:
                total = min(max(total, -(2**31)), 2**31 - 1)
            rows.append(total & 0xFFFFFFFF if is_integer else fraction(types[0], total, 4))
    return rows


# ---- mma: registers, by the tables of the ISA ------------------------------------------------------------------------------


def place(role, bits, extents, lane, i):
    """Row and column of the i-th element that a lane has."""
    m, _, k = extents
    group, member = lane // 4, lane % 4
    if role in "cd":
        return (group if i < 2 else group + 8), member * 2 + i % 2
    if role == "b":
        row = {
            (16, 8): lambda: member * 2 + i,
            (16, 16): lambda: member * 2 + i % 2 + (8 if i >= 2 else 0),
            (32, 4): lambda: member,
            (32, 8): lambda: member + (4 if i else 0),
            (8, 16): lambda: member * 4 + i,
            (8, 32): lambda: member * 4 + i % 4 + (16 if i >= 4 else 0),
            (4, 32): lambda: member * 8 + i,
            (4, 64): lambda: member * 8 + i % 8 + (32 if i >= 8 else 0),
            (64, 4): lambda: member,
            (64, 8): lambda: member + 4 * i,
            (64, 16): lambda: member + 4 * i,
        }[bits, k]()
        return row, group
    if m == 8:
        return group, {64: member, 8: member * 4 + i, 4: member * 8 + i}[bits]
    upper, column = {
        (16, 8): lambda: (i >= 2, member * 2 + i % 2),
        (16, 16): lambda: (i in (2, 3, 6, 7), member * 2 + i % 2 + (8 if i >= 4 else 0)),
        (32, 4): lambda: (i == 1, member),
        (32, 8): lambda: (i in (1, 3), member + (4 if i >= 2 else 0)),
        (8, 16): lambda: (i >= 4, member * 4 + i % 4),
        (8, 32): lambda: (4 <= i < 8 or i >= 12, member * 4 + i % 4 + (16 if i >= 8 else 0)),
        (4, 32): lambda: (i >= 8, member * 8 + i % 8),
        (4, 64): lambda: (8 <= i < 16 or i >= 24, member * 8 + i % 8 + (32 if i >= 16 else 0)),
        (64, 4): lambda: (i == 1, member),
        (64, 8): lambda: (i % 2 == 1, member + (4 if i >= 2 else 0)),
        (64, 16): lambda: (i % 2 == 1, member + i // 2 * 4),
    }[bits, k]()
    return group + 8 * upper, column


def registers(role, kind, extents, matrix):
    """Of each lane the registers that hold its elements of a matrix."""
    m, n, k = extents
    rows, columns = {"a": (m, k), "b": (k, n), "c": (m, n), "d": (m, n)}[role]
    bits = BITS[kind]
    per = max(1, 32 // bits)
    lanes = []
    for lane in range(32):
        row = []
        for i in range(rows * columns // 32):
            y, x = place(role, bits, extents, lane, i)
            if i % per == 0:
                row.append(0)
            row[-1] |= matrix[y * columns + x] << bits * (i % per)
        lanes.append(row)
    return lanes


def mma_types(opcode):
    return opcode.removesuffix(".satfinite").split(".")[-4:]


class Text:
    """The program, and the memory of 8 bytes an element that it works on: `lanes` rows of 32, element by element."""

    def __init__(self):
        self.lines, self.memory, self.checks = [], [], []

    def row(self, values):
        """Takes a value for each lane; returns its place."""
        self.memory += values
        return 8 * (len(self.memory) - 32)

    def load(self, register, values):
        at = self.row(values)
        self.lines.append(f"ld.global.b{32 if register[1] in 'rf' else 64} {register}, [%l1+{at}];")

    def store(self, register, expected, what):
        at = self.row([0] * 32)
        self.lines.append(f"st.global.b{32 if register[1] in 'rf' else 64} [%l1+{at}], {register};")
        self.checks.append((what, at // 8, expected))

    def execute(self, tool):
        body = HEAD + "mul.wide.u32 %l1, %t, 8;\nadd.u64 %l1, %l1, %l0;\n" + "\n".join(self.lines) + "\nret;\n}\n"
        with tempfile.TemporaryDirectory() as folder:
            ptx, case = os.path.join(folder, "k.ptx"), os.path.join(folder, "case.json")
            with open(ptx, "w") as file:
                file.write(body)
            with open(case, "w") as file:
                array = {"name": "m", "dtype": "uint64", "role": "inout", "shape": [len(self.memory)], "value": self.memory}
                file.write(json.dumps({"kernel": "k", "dim": 32, "args": [array]}))
            done = subprocess.run([tool, ptx, "--case", case, "--block", "32"], capture_output=True, text=True)
        if done.returncode:
            line = re.match(r".*?:(\d+)", done.stderr)
            sys.exit(done.stderr + (body.splitlines()[int(line[1]) - 1] if line else ""))
        got = [v & (2**64 - 1) for v in json.loads(done.stdout)["outputs"]["m"]]
        wrong = 0
        for what, at, expected in self.checks:
            if got[at : at + len(expected)] != expected:
                lane = next(i for i, (g, w) in enumerate(zip(got[at:], expected)) if g != w)
                print(f"{what}: {lane}: expected {expected[lane]:#x} but got {got[at + lane]:#x}")
                wrong += 1
        return wrong


def letter(kind):
    return {"f32": "%f", "f64": "%d"}.get(kind, "%r")


def run_mma(text, opcode, bits_of, result, types):
    """Loads what lanes hold, multiplies, and stores what they hold then."""
    extents = shape_of(opcode)
    lists, first = {}, 0
    for role, kind in zip("dabc", types):
        lanes = registers(role, kind, extents, result if role == "d" else bits_of[role])
        names = [f"{letter(kind)}{first + i}" for i in range(len(lanes[0]))]
        first += len(names)
        lists[role] = names, lanes
        if role != "d":
            for i, name in enumerate(names):
                text.load(name, [row[i] for row in lanes])
    operands = ", ".join("{" + ", ".join(lists[role][0]) + "}" for role in "dabc")
    text.lines.append(f"{opcode} {operands};")
    for i, name in enumerate(lists["d"][0]):
        text.store(name, [row[i] for row in lists["d"][1]], opcode)


def exact_mma(text, opcode):
    types, extents = mma_types(opcode), shape_of(opcode)
    m, n, k = extents
    sizes = {"a": m * k, "b": k * n, "c": m * n}
    numbers = {role: [number(kind, "rm" in opcode.split(".")) for _ in range(sizes[role])] for role, kind in zip("abc", types[1:])}
    result = product(types, extents, [numbers[r] for r in "abc"], "satfinite" in opcode)
    junk = {role: 0x1FFF if kind == "tf32" else 0 for role, kind in zip("abc", types[1:])}
    bits = {role: [encode(kind, v) | random.getrandbits(13) & junk[role] for v in numbers[role]] for role, kind in zip("abc", types[1:])}
    run_mma(text, opcode, bits, result, types)


def rounding_mma(text, opcode):
    """Of numbers whose sums are not exact, in the order of k."""
    types, extents = mma_types(opcode), shape_of(opcode)
    m, n, k = extents
    if types[0] in ("s32", "f16"):
        return
    mode = next((mode for mode in ("rz", "rm", "rp") if mode in opcode.split(".")), "rn")
    form, bits = Format(types[0]), {}
    for role, kind, size in zip("abc", types[1:], (m * k, k * n, m * n)):
        of = Format({"tf32": "f32"}.get(kind, kind))
        drawn = [(of.emax + random.randint(-3, 3)) << (of.p - 1) | random.getrandbits(of.p - 1) | random.getrandbits(1) << (of.bits - 1) for _ in range(size)]
        bits[role] = [v & ~0x1FFF if kind == "tf32" else v for v in drawn]
    wide = lambda kind, v: form.pack(Format({"tf32": "f32"}.get(kind, kind)).value(v), "rn")
    a, b = [wide(types[1], v) for v in bits["a"]], [wide(types[2], v) for v in bits["b"]]
    result = []
    for i, j in itertools.product(range(m), range(n)):
        total = bits["c"][i * n + j]
        for x in range(k):
            total = fma(form, a[i * k + x], b[x * n + j], total, mode)
        result.append(total)
    run_mma(text, opcode, bits, result, types)


# ---- ldmatrix, stmatrix, movmatrix -----------------------------------------------------------------------------------------


def halves(is_transposed, matrix, lane, i):
    row, column = lane // 4, lane % 4 * 2 + i
    return matrix[column][row] if is_transposed else matrix[row][column]


def move_rows(text, opcode):
    count, is_transposed = int(re.search(r"\.x(\d)", opcode)[1]), ".trans" in opcode
    matrices = [[[random.getrandbits(16) for _ in range(8)] for _ in range(8)] for _ in range(4)]
    rows = [row for matrix in matrices for row in matrix]
    words = [[sum(row[4 * part + j] << 16 * j for j in range(4)) for row in rows] for part in (0, 1)]
    parts = [[halves(is_transposed, matrix, lane, 0) | halves(is_transposed, matrix, lane, 1) << 16 for lane in range(32)] for matrix in matrices[:count]]
    order = random.sample(range(32), 32)
    is_generic = ".shared" not in opcode
    text.load("%q2", [16 * at for at in order])
    text.lines += ["mov.u64 %q3, s;", "add.u64 %q2, %q2, %q3;"]
    shared = "%q2"
    if is_generic:
        text.lines.append("cvta.shared.u64 %q4, %q2;")
        shared = "%q4"
    listed = "{" + ", ".join(f"%r{i}" for i in range(count)) + "}"
    if opcode.startswith("ldmatrix"):
        text.load("%q0", words[0])
        text.load("%q1", words[1])
        text.lines += ["st.shared.v2.b64 [%q2], {%q0, %q1};", "bar.warp.sync 0xffffffff;", f"{opcode} {listed}, [{shared}];"]
        for i in range(count):
            text.store(f"%r{i}", parts[i], opcode)
    else:
        for i in range(count):
            text.load(f"%r{i}", parts[i])
        text.lines += ["st.shared.v2.b64 [%q2], {0, 0};", "bar.warp.sync 0xffffffff;", f"{opcode} [{shared}], {listed};", "bar.warp.sync 0xffffffff;", "ld.shared.v2.b64 {%q0, %q1}, [%q2];"]
        for part in (0, 1):
            text.store(f"%q{part}", words[part][: 8 * count] + [0] * (32 - 8 * count), opcode)
    text.lines.append("bar.warp.sync 0xffffffff;")


def transpose(text, opcode):
    matrix = [[random.getrandbits(16) for _ in range(8)] for _ in range(8)]
    text.load("%r1", [halves(False, matrix, lane, 0) | halves(False, matrix, lane, 1) << 16 for lane in range(32)])
    text.lines.append(f"{opcode} %r0, %r1;")
    text.store("%r0", [halves(True, matrix, lane, 0) | halves(True, matrix, lane, 1) << 16 for lane in range(32)], opcode)


# ---- wmma: through memory ----------------------------------------------------------------------------------------------------

SPACES = ["", ".global", ".shared", ".shared::cta"]


def wmma_types(opcode):
    last = [part for part in opcode.split(".") if part in BITS]
    return last if len(last) == 4 else [last[0], "f16", "f16", last[1]]


def list_of(first, role, kind, extents):
    """Registers of a fragment: as many as the ISA says."""
    m, n, k = extents
    elements = {"a": m * k, "b": k * n, "c": m * n, "d": m * n}[role]
    count = 8 if kind == "f16" and role in "ab" else max(1, elements // 32 * min(BITS[kind], 64) // (64 if kind == "f64" else 32))
    return "{" + ", ".join(f"{letter(kind)}{first + i}" for i in range(count)) + "}"


def packed(kind, rows, columns, matrix, is_column, stride):
    """The bytes of a matrix in memory as words of 8; what lies between is no number."""
    size = BITS[kind] // 8
    data = bytearray(b"\xff" * 2048)
    for y, x in itertools.product(range(rows), range(columns)):
        at = (x * stride + y if is_column else y * stride + x) * size
        data[at : at + size] = matrix[y * columns + x].to_bytes(size, "little")
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, 2048, 8)]


def run_wmma(text, opcode, tried, turn):
    types, extents = wmma_types(opcode), shape_of(opcode)
    m, n, k = extents
    shape = "m%dn%dk%d" % extents
    layouts = re.search(r"aligned\.(row|col)\.(row|col)", opcode).groups()
    space = SPACES[turn % 4]
    numbers, base = {}, 8 * len(text.memory)
    text.lines += ["bar.warp.sync 0xffffffff;", f"add.u64 %l3, %l0, {base};"]
    if space.startswith(".shared"):
        for i in range(32):
            text.lines += [f"ld.global.b64 %q0, [%l1+{base + 256 * i}];", "mul.wide.u32 %q1, %t, 8;", "mov.u64 %q2, s;", "add.u64 %q1, %q1, %q2;", f"st.shared.b64 [%q1+{256 * i}], %q0;"]
        text.lines += ["bar.warp.sync 0xffffffff;", "mov.u64 %l3, s;"]
    for place_, (role, kind) in enumerate(zip("abc", types[1:])):
        rows, columns = {"a": (m, k), "b": (k, n), "c": (m, n)}[role]
        layout = layouts["ab".index(role)] if role != "c" else ("row", "col")[turn // 4 % 2]
        inner = rows if layout == "col" else columns
        pad = 0 if turn % 3 == 0 or inner * BITS[kind] // 8 * 16 > 1024 else max(1, 16 * 8 // BITS[kind])
        if (rows * columns // inner) * (inner + pad) * BITS[kind] // 8 > 2048:
            pad = 0
        numbers[role] = [number(kind, "rm" in opcode.split(".")) for _ in range(rows * columns)]
        text.memory += packed(kind, rows, columns, [encode(kind, v) for v in numbers[role]], layout == "col", inner + pad)
        load = f"wmma.load.{role}.sync.aligned.{layout}.{shape}{space}.{kind}"
        tried.add(load)
        text.lines.append(f"{load} {list_of(10 * place_ + 8, role, kind, extents)}, [%l3+{2048 * place_}]{f', {inner + pad}' if pad else ''};")
    result = product(types, extents, [numbers[r] for r in "abc"], "satfinite" in opcode)
    lists = [list_of(first, role, kind, extents) for first, role, kind in zip((0, 8, 18, 28), "dabc", types)]
    text.lines.append(f"{opcode} {', '.join(lists)};")
    layout = ("row", "col")[turn // 4 % 2]
    store = f"wmma.store.d.sync.aligned.{layout}.{shape}{space}.{types[0]}"
    tried.update((opcode, store))
    text.lines.append(f"{store} [%l3+6144], {lists[0]};")
    text.memory += packed(types[0], 0, 0, [], False, 0)
    expected = packed(types[0], m, n, result, layout == "col", m if layout == "col" else n)
    if space.startswith(".shared"):
        text.lines.append("bar.warp.sync 0xffffffff;")
        for i in range(24, 32):
            text.lines += [f"ld.shared.b64 %q0, [%q1+{256 * i}];", f"st.global.b64 [%l1+{base + 256 * i}], %q0;"]
    text.checks.append((opcode, base // 8 + 768, expected))


def main():
    tool = sys.argv[1]
    random.seed(3)
    known, tried, text = list(opcodes(tool)), set(), Text()
    for opcode in known:
        name = opcode.partition(".")[0]
        if name == "mma":
            exact_mma(text, opcode)
            if not opcode.startswith("mma.sync.aligned.m16n8k64"):
                rounding_mma(text, opcode)
        elif name == "movmatrix":
            transpose(text, opcode)
        elif name != "wmma":
            move_rows(text, opcode)
        if name != "wmma":
            tried.add(opcode)
    wrong = text.execute(tool)
    products = [opcode for opcode in known if opcode.startswith("wmma.mma")]
    for first in (0, 4):
        text = Text()
        for opcode, turn in itertools.product(products, range(first, first + 4)):
            run_wmma(text, opcode, tried, turn)
        wrong += text.execute(tool)
    for opcode in known:
        if opcode not in tried:
            print(f"not tested: {opcode}")
            wrong += 1
    print(f"{len(tried)} opcodes, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
