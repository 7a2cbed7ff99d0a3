# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_instructions.py KGEN_PTX: holds the arithmetic of the machine against Python's.

Each form of the families below is run on edges and on random operands. The oracle computes with Python's integers and
fractions, and rounds them itself; the approximate functions are held against Python's in double, with the error that the ISA
allows. Prints what differs, forms of these families that no instruction here has, and a summary; exit status 1 if there are any.
"""
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

FAMILIES = ["Integers", "Integers with carry", "Bits", "Floats", "Half precision", "Approximations", "Comparison and selection"]
COUNT = 96
FORMATS = {"f16": (16, 11, 15), "bf16": (16, 8, 127), "f32": (32, 24, 127), "f64": (64, 53, 1023)}


def bits_of(kind):
    return 1 if kind == "pred" else 32 if kind.endswith("x2") else int(re.search(r"\d+$", kind)[0])


def signed(v, bits):
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def number(v, kind):
    return signed(v, bits_of(kind)) if kind[0] == "s" else v & ((1 << bits_of(kind)) - 1)


class Format:
    """Floats as bits; a value is a Fraction, or 'nan', or ±inf as a float; zeros keep their sign in the bits."""

    def __init__(self, kind):
        self.kind = kind
        self.bits, self.p, self.emax = FORMATS[kind]
        self.sign = 1 << (self.bits - 1)
        self.inf = (2 * self.emax + 1) << (self.p - 1)
        self.nan = self.sign - 1 if self.bits != 64 else 0x7FF8 << 48

    def value(self, v):
        magnitude, sign = v & (self.sign - 1), -1 if v & self.sign else 1
        if magnitude > self.inf:
            return "nan"
        if magnitude == self.inf:
            return sign * math.inf
        field, fraction = magnitude >> (self.p - 1), magnitude & ((1 << (self.p - 1)) - 1)
        if field:
            fraction, field = fraction | 1 << (self.p - 1), field - 1
        return sign * Fraction(fraction) * Fraction(2) ** (field + 2 - self.emax - self.p)

    def subnormal(self, v):
        return v & (self.sign - 1) and not v & self.inf

    def flush(self, v):
        return v & self.sign if self.subnormal(v) else v

    def pack(self, x, mode, zero=0):
        """The bits of a number; of a zero, those of `zero`."""
        if x == "nan":
            return self.nan
        if isinstance(x, float):
            return self.inf | (self.sign if x < 0 else 0)
        if x == 0:
            return zero
        sign, a = (self.sign, -x) if x < 0 else (0, x)
        exponent = a.numerator.bit_length() - a.denominator.bit_length()
        exponent -= a < Fraction(2) ** exponent
        unit = Fraction(2) ** (max(exponent, 1 - self.emax) - self.p + 1)
        q, rest = divmod(a / unit, 1)
        up = {"rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and q % 2), "rz": 0, "rm": sign and rest, "rp": not sign and rest}[mode]
        q += bool(up)
        value = q * unit
        if value >= Fraction(2) ** (self.emax + 1):
            infinite = mode == "rn" or mode == ("rm" if sign else "rp")
            return sign | (self.inf if infinite else self.inf - 1)
        exponent = max(exponent, 1 - self.emax)
        steps = int(value / (Fraction(2) ** (1 - self.emax - self.p + 1)))
        if steps < 1 << (self.p - 1):
            return sign | steps
        length = steps.bit_length()
        return sign | ((length - self.p + 1) << (self.p - 1)) | ((steps >> (length - self.p)) & ((1 << (self.p - 1)) - 1))


def negative(f, v):
    return bool(v & f.sign)


def add(f, a, b, mode):
    x, y = f.value(a), f.value(b)
    if "nan" in (x, y) or (isinstance(x, float) and isinstance(y, float) and x != y):
        return f.nan
    if isinstance(x, float) or isinstance(y, float):
        return f.pack(x if isinstance(x, float) else y, mode)
    zero = a & b & f.sign if negative(f, a) == negative(f, b) or x or y else 0
    if x + y == 0 and negative(f, a) != negative(f, b):
        zero = f.sign if mode == "rm" else 0
    return f.pack(x + y, mode, zero)


def product(f, a, b):
    x, y = f.value(a), f.value(b)
    sign = (a ^ b) & f.sign
    if "nan" in (x, y):
        return "nan", sign
    if isinstance(x, float) or isinstance(y, float):
        return ("nan" if x == 0 or y == 0 else -math.inf if sign else math.inf), sign
    return x * y, sign


def fma(f, a, b, c, mode):
    x, sign = product(f, a, b)
    z = f.value(c)
    if x == "nan" or z == "nan" or (isinstance(x, float) and isinstance(z, float) and x != z):
        return f.nan
    if isinstance(x, float) or isinstance(z, float):
        return f.pack(x if isinstance(x, float) else z, mode)
    zero = sign if bool(sign) == negative(f, c) else f.sign if mode == "rm" else 0
    return f.pack(x + z, mode, zero)


def divide(f, a, b, mode):
    x, y = f.value(a), f.value(b)
    sign = (a ^ b) & f.sign
    if "nan" in (x, y) or (x == 0 and y == 0) or (isinstance(x, float) and isinstance(y, float)):
        return f.nan
    if y == 0 or isinstance(x, float):
        return f.inf | sign
    return sign if isinstance(y, float) else f.pack(x / y, mode, sign)


def root(f, a, mode):
    x = f.value(a)
    if x == "nan" or x == 0:
        return f.nan if x == "nan" else a
    if x == math.inf:
        return f.inf
    if x == -math.inf or x < 0:
        return f.nan
    scaled = x * Fraction(4) ** 1100
    r = math.isqrt(scaled.numerator // scaled.denominator)
    exact = scaled.denominator == 1 and r * r == scaled.numerator
    return f.pack((Fraction(r) if exact else Fraction(2 * r + 1, 2)) / Fraction(2) ** 1100, mode)


def saturate(f, v):
    x = f.value(v)
    return 0 if x == "nan" or negative(f, v) else f.pack(Fraction(1), "rn") if x > 1 else v


def extremum(f, a, b, largest, takes_nan):
    x, y = f.value(a), f.value(b)
    if "nan" in (x, y):
        return f.nan if takes_nan or x == y else b if x == "nan" else a
    return (max if largest else min)((x, not negative(f, a), a), (y, not negative(f, b), b))[2]


def float_oracle(name, mods, kind, a, b, c):
    base = kind.removesuffix("x2")
    if kind.endswith("x2"):
        parts = [float_oracle(name, mods, base, a >> s & 0xFFFF, b >> s & 0xFFFF, c >> s & 0xFFFF) for s in (0, 16)]
        return parts[0] | parts[1] << 16
    f = Format(base)
    mode = next((m for m in mods if m in ("rn", "rz", "rm", "rp")), "rn")
    if "ftz" in mods:
        a, b, c = map(f.flush, (a, b, c))
    result = {
        "add": lambda: add(f, a, b, mode),
        "sub": lambda: add(f, a, b if f.value(b) == "nan" else b ^ f.sign, mode),
        "mul": lambda: f.pack(product(f, a, b)[0], mode, (a ^ b) & f.sign),
        "fma": lambda: fma(f, a, b, c, mode),
        "mad": lambda: fma(f, a, b, c, mode),
        "div": lambda: divide(f, a, b, mode),
        "rcp": lambda: divide(f, f.pack(Fraction(1), "rn"), a, mode),
        "sqrt": lambda: root(f, a, mode),
        "neg": lambda: a ^ f.sign,
        "abs": lambda: a & ~f.sign,
        "min": lambda: extremum(f, a, b, False, "NaN" in mods),
        "max": lambda: extremum(f, a, b, True, "NaN" in mods),
        "copysign": lambda: (a & f.sign) | (b & ~f.sign),
    }[name]()
    if name in ("neg", "abs", "copysign"):
        return result
    if "ftz" in mods:
        result = f.flush(result)
    if "sat" in mods:
        result = saturate(f, result)
    return 0 if "relu" in mods and negative(f, result) and f.value(result) != "nan" else result


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def integer_oracle(name, mods, kind, a, b, c):
    bits = bits_of(kind)
    x, y, z = (number(v, kind) for v in (a, b, c))
    low, high = (-(1 << 31), (1 << 31) - 1)
    if "wide" in mods:
        return x * y + (signed(c, 2 * bits) if name == "mad" else 0)
    if name in ("mul", "mad"):
        return (x * y >> (bits if "hi" in mods else 0)) + (z if name == "mad" else 0)
    if name in ("mul24", "mad24"):
        p, q = ((signed(v, 24) if kind[0] == "s" else v & 0xFFFFFF) for v in (a, b))
        return p * q + (z if name == "mad24" else 0)
    if "sat" in mods:
        return min(max(x + y if name == "add" else x - y, low), high)
    return {
        "add": lambda: x + y,
        "sub": lambda: x - y,
        "div": lambda: truncated(x, y),
        "rem": lambda: x - truncated(x, y) * y,
        "min": lambda: min(x, y),
        "max": lambda: max(x, y),
        "neg": lambda: -x,
        "abs": lambda: abs(x),
        "sad": lambda: z + abs(x - y),
    }[name]()


def dot(mods, a, b, c):
    wide = 16 if "lo" in mods else 8
    kinds = [m for m in mods if m in ("u32", "s32")]
    part = lambda v, at, size, kind: signed(v >> at, size) if kind == "s32" else v >> at & ((1 << size) - 1)
    return c + sum(part(a, wide * i, wide, kinds[0]) * part(b, 8 * i, 8, kinds[1]) for i in range(2 if wide == 16 else 4))


def lookup(a, b, c, table):
    return sum((table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i for i in range(32))


def permute(mode, a, b, c):
    source = [(b << 32 | a) >> 8 * i & 255 for i in range(8)]
    k = c & 3
    if not mode:
        chosen = [c >> 4 * i & 15 for i in range(4)]
        return sum((source[s & 7] if s < 8 else 255 * (source[s & 7] >> 7)) << 8 * i for i, s in enumerate(chosen))
    order = {
        "f4e": [k, k + 1, k + 2, k + 3],
        "b4e": [k, (k - 1) % 8, (k - 2) % 8, (k - 3) % 8],
        "rc8": [k] * 4,
        "ecl": [max(i, k) for i in range(4)],
        "ecr": [min(i, k) for i in range(4)],
        "rc16": [0, 1, 0, 1] if k % 2 == 0 else [2, 3, 2, 3],
    }[mode]
    return sum(source[s] << 8 * i for i, s in enumerate(order))


def field(a, at, length, kind):
    bits = bits_of(kind)
    at, length = at & 255, length & 255
    value = signed(a, bits) if kind[0] == "s" else a
    if not length:
        return 0
    if kind[0] == "u":
        return value >> at & ((1 << length) - 1)
    digits = [(a >> i & 1) if i < bits else a >> (bits - 1) & 1 for i in range(at, min(at + length, 600))]
    top = a >> min(at + length - 1, bits - 1) & 1
    below = sum(d << i for i, d in enumerate(digits) if at + i < bits)
    return below - (top << min(length, max(bits - at, 0)))


def bit_oracle(name, mods, kind, a, b, c, e):
    bits = bits_of(kind)
    mask = (1 << bits) - 1
    both = b << 32 | a
    mode = next((m for m in mods if m in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")), "")
    way = lambda v: v & 31 if "wrap" in mods else min(v, 32)
    hole = ((1 << (e & 255)) - 1) << (c & 255)
    inverted = ~a if kind[0] == "s" and signed(a, bits) < 0 else a
    top = (inverted & mask).bit_length() - 1
    return {
        "and": lambda: a & b,
        "or": lambda: a | b,
        "xor": lambda: a ^ b,
        "not": lambda: ~a,
        "cnot": lambda: a & mask == 0,
        "lop3": lambda: lookup(a, b, c, 0x6A),
        "shl": lambda: a << min(b & 0xFFFFFFFF, 64),
        "shr": lambda: number(a, kind) >> min(b & 0xFFFFFFFF, 64),
        "shf": lambda: both << way(c) >> 32 if "l" in mods else both >> way(c),
        "bfe": lambda: field(a, b, c, kind),
        "bfi": lambda: (b & ~hole) | ((a << (c & 255)) & hole),
        "bmsk": lambda: ((1 << (way(b) if "wrap" in mods else min(b, 32))) - 1) << (a & 31 if "wrap" in mods else min(a, 32)),
        "prmt": lambda: permute(mode, a, b, c),
        "popc": lambda: (a & mask).bit_count(),
        "clz": lambda: bits - (a & mask).bit_length(),
        "brev": lambda: int(format(a & mask, f"0{bits}b")[::-1], 2),
        "bfind": lambda: 0xFFFFFFFF if top < 0 else bits - 1 - top if "shiftamt" in mods else top,
    }[name]()


def compares(what, kind, a, b, mods):
    if kind in FORMATS:
        f = Format(kind)
        if "ftz" in mods:
            a, b = f.flush(a), f.flush(b)
        x, y = f.value(a), f.value(b)
        if "nan" in (x, y):
            return what == "nan" or (what.endswith("u") and what != "u" and len(what) == 3)
        if what in ("num", "nan"):
            return what == "num"
        what = what[:2]
    else:
        x, y = number(a, kind), number(b, kind)
        what = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(what, what)
    return {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[what]


# Instructions: text of operands in terms of {d}, {a}, {b}, {c}, {e}; the operands' types; the result's; how it is made.
def tests():
    unary, binary, ternary = "{d}, {a}", "{d}, {a}, {b}", "{d}, {a}, {b}, {c}"
    ints = ["u16", "u32", "u64", "s16", "s32", "s64"]

    def integer(name, mods, kind, operands, double=False):
        out = kind[0] + str(2 * bits_of(kind)) if double else kind
        count = operands.count("{") - 1
        types = [kind] * count
        if double and count == 3:
            types[2] = out
        suffix = "." + ".".join(mods) if mods else ""
        yield f"{name}{suffix}.{kind}", operands, types, out, lambda a, b, c, e: integer_oracle(name, mods, kind, a, b, c)

    for kind in ints:
        for name in ("add", "sub", "div", "rem", "min", "max"):
            yield from integer(name, [], kind, binary)
        for part in ("lo", "hi"):
            yield from integer("mul", [part], kind, binary)
            yield from integer("mad", [part], kind, ternary)
        if bits_of(kind) < 64:
            yield from integer("mul", ["wide"], kind, binary, True)
            yield from integer("mad", ["wide"], kind, ternary, True)
        if kind[0] == "s":
            yield from integer("neg", [], kind, unary)
            yield from integer("abs", [], kind, unary)
        yield from integer("sad", [], kind, ternary)
    for name in ("add", "sub"):
        yield from integer(name, ["sat"], "s32", binary)
    for kind in ("u32", "s32"):
        yield from integer("mul24", ["lo"], kind, binary)
        yield from integer("mad24", ["lo"], kind, ternary)
        for other in ("u32", "s32"):
            for name, lo in (("dp4a", []), ("dp2a", ["lo"])):
                mods = lo + [kind, other]
                yield ".".join([name] + mods), ternary, ["b32", "b32", kind], kind, lambda a, b, c, e, m=mods: dot(m, a, b, c)
    # Carries, by sums of twice the width.
    for kind in ("u32", "s32", "u64", "s64"):
        w = bits_of(kind)
        for first, second in (("add.cc", "addc.cc"), ("sub.cc", "subc.cc"), ("add.cc", "addc"), ("sub.cc", "subc")):
            yield f"{first}.{kind} {{e}}, {{a}}, {{b}}; {second}.{kind}", "{d}, {c}, 5", [kind] * 3, kind, lambda a, b, c, e, n=first[:3], w=w: c + 5 + (a + b >> w) if n == "add" else c - 5 - (a < b)
        for part in ("lo", "hi"):
            for cc in (".cc", ""):
                yield f"mad.{part}.cc.{kind} {{e}}, {{a}}, {{b}}, {{c}}; madc.{part}{cc}.{kind}", "{d}, {a}, {b}, {c}", [kind] * 3, kind, lambda a, b, c, e, p=part, w=w, k=kind: c + carried(a, b, c, p, w, k)
    yield from bit_tests(unary, binary, ternary)
    yield from float_tests(unary, binary, ternary)
    yield from compare_tests()


def carried(a, b, c, part, w, kind):
    p = number(a, kind) * number(b, kind)
    p = (p >> w if part == "hi" else p) & ((1 << w) - 1)
    return p + (p + c >> w)


def bit_tests(unary, binary, ternary):
    def bits(opcode, operands, types, out, kind=None):
        name, *mods = opcode.split(".")
        kind = kind or next(m for m in mods if re.fullmatch(r"pred|[bus]\d+", m))
        return opcode, operands, types, out, lambda a, b, c, e: bit_oracle(name, mods, kind, a, b, c, e)

    for kind in ("b16", "b32", "b64"):
        for name in ("and", "or", "xor"):
            yield bits(f"{name}.{kind}", binary, [kind] * 2, kind)
        for name in ("not", "cnot"):
            yield bits(f"{name}.{kind}", unary, [kind], kind)
        yield bits(f"shl.{kind}", binary, [kind, "shift"], kind)
    for name in ("and", "or", "xor"):
        yield bits(f"{name}.pred", binary, ["pred"] * 2, "pred")
    yield bits("not.pred", unary, ["pred"], "pred")
    for kind in ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64"):
        yield bits(f"shr.{kind}", binary, [kind, "shift"], kind)
    yield bits("lop3.b32", "{d}, {a}, {b}, {c}, 0x6A", ["b32"] * 3, "b32")
    for to in "lr":
        for way in ("clamp", "wrap"):
            yield bits(f"shf.{to}.{way}.b32", ternary, ["b32", "b32", "shift"], "b32")
    for kind in ("u32", "u64", "s32", "s64"):
        yield bits(f"bfe.{kind}", ternary, [kind, "shift", "shift"], kind)
        for shift in ("", ".shiftamt"):
            yield bits(f"bfind{shift}.{kind}", unary, [kind], "b32", kind)
    for kind in ("b32", "b64"):
        yield bits(f"bfi.{kind}", "{d}, {a}, {b}, {c}, {e}", [kind, kind, "shift", "shift"], kind)
        for name in ("popc", "clz"):
            yield bits(f"{name}.{kind}", unary, [kind], "b32", kind)
        yield bits(f"brev.{kind}", unary, [kind], kind)
    for way in ("clamp", "wrap"):
        yield bits(f"bmsk.{way}.b32", binary, ["shift", "shift"], "b32")
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield bits(f"prmt.b32{mode}", ternary, ["b32"] * 3, "b32")


def float_tests(unary, binary, ternary):
    operands = {"add": binary, "sub": binary, "mul": binary, "fma": ternary, "mad": ternary, "div": binary, "rcp": unary, "sqrt": unary}

    def exact(opcode, form):
        name, *mods = opcode.split(".")
        return opcode, form, [mods[-1]] * (form.count("{") - 1), mods[-1], lambda a, b, c, e: float_oracle(name, mods, mods[-1], a, b, c)

    for name, form in operands.items():
        for mode in ("rn", "rz", "rm", "rp"):
            yield exact(f"{name}.{mode}.f64", form)
            for ftz in ("", ".ftz"):
                yield exact(f"{name}.{mode}{ftz}.f32", form)
                if name in ("add", "sub", "mul", "fma", "mad"):
                    yield exact(f"{name}.{mode}{ftz}.sat.f32", form)
        for kind in ("f16", "f16x2") if name in ("add", "sub", "mul", "fma") else ():
            for tail in ("", ".ftz", ".sat", ".ftz.sat"):
                yield exact(f"{name}.rn{tail}.{kind}", form)
            yield exact(f"{name}.rn.b{kind}", form)
    for kind in ("f16", "f16x2", "bf16", "bf16x2"):
        yield exact(f"fma.rn.relu.{kind}", ternary)
        for name, form in (("neg", unary), ("abs", unary), ("min", binary), ("max", binary)):
            for ftz in ("", ".ftz") if kind.startswith("f16") else ("",):
                yield exact(f"{name}{ftz}.{kind}", form)
    for kind in ("f32", "f64"):
        for ftz in ("", ".ftz") if kind == "f32" else ("",):
            yield exact(f"neg{ftz}.{kind}", unary)
            yield exact(f"abs{ftz}.{kind}", unary)
            for nan in ("", ".NaN") if kind == "f32" else ("",):
                yield exact(f"min{ftz}{nan}.{kind}", binary)
                yield exact(f"max{ftz}{nan}.{kind}", binary)
        yield exact(f"copysign.{kind}", binary)
        for what in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            yield f"testp.{what}.{kind}", unary, [kind], "pred", lambda a, b, c, e, w=what, k=kind: has_property(w, Format(k), a)


def has_property(what, f, a):
    x = f.value(a)
    finite = x != "nan" and not isinstance(x, float)
    return {"finite": finite, "infinite": isinstance(x, float), "number": x != "nan", "notanumber": x == "nan", "normal": finite and x != 0 and not f.subnormal(a), "subnormal": bool(f.subnormal(a))}[what]


def compare_tests():
    ordered, unsigned = ["eq", "ne", "lt", "le", "gt", "ge"], ["lo", "ls", "hi", "hs"]
    floats = ordered + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    groups = [(["eq", "ne"], ["b16", "b32", "b64"]), (ordered, ["s16", "s32", "s64"]), (ordered + unsigned, ["u16", "u32", "u64"]), (floats, ["f32", "f64", "f16", "bf16"])]
    joins = {"and": lambda p, q: p and q, "or": lambda p, q: p or q, "xor": lambda p, q: p != q}
    for whats, kinds in groups:
        for what in whats:
            for kind in kinds:
                holds = lambda a, b, c, e, w=what, k=kind: compares(w, k, a, b, [])
                yield f"setp.{what}.{kind}", "{d}, {a}, {b}", [kind] * 2, "pred", holds
            kind = kinds[1]
            for join, f in joins.items():
                yield f"setp.{what}.{join}.{kind}", "{d}, {a}, {b}, {c}", [kind, kind, "pred"], "pred", lambda a, b, c, e, w=what, k=kind, f=f: f(compares(w, k, a, b, []), bool(c))
                yield f"setp.{what}.{join}.{kind}", "{e}|{d}, {a}, {b}, !{c}", [kind, kind, "pred"], "pred", lambda a, b, c, e, w=what, k=kind, f=f: f(not compares(w, k, a, b, []), not c)
            yield f"set.{what}.u32.{kinds[0]}", "{d}, {a}, {b}", [kinds[0]] * 2, "u32", lambda a, b, c, e, w=what, k=kinds[0]: 0xFFFFFFFF * compares(w, k, a, b, [])
            yield f"set.{what}.f32.{kinds[0]}", "{d}, {a}, {b}", [kinds[0]] * 2, "f32", lambda a, b, c, e, w=what, k=kinds[0]: 0x3F800000 * compares(w, k, a, b, [])
    yield "setp.lt.ftz.f32", "{d}, {a}, {b}", ["f32"] * 2, "pred", lambda a, b, c, e: compares("lt", "f32", a, b, ["ftz"])
    for kind in ("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"):
        yield f"selp.{kind}", "{d}, {a}, {b}, {c}", [kind, kind, "pred"], kind, lambda a, b, c, e: a if c else b
        yield f"slct.{kind}.s32", "{d}, {a}, {b}, {c}", [kind, kind, "s32"], kind, lambda a, b, c, e: a if signed(c, 32) >= 0 else b
        yield f"slct.{kind}.f32", "{d}, {a}, {b}, {c}", [kind, kind, "f32"], kind, lambda a, b, c, e: a if compares("ge", "f32", c, 0, []) else b


def operand(kind):
    if kind == "shift":
        return random.choice([0, 1, 5, 8, 15, 16, 31, 32, 33, 63, 64, 65, 255, random.getrandbits(5)])
    bits = bits_of(kind)
    if kind == "pred":
        return random.getrandbits(1)
    if kind.endswith("x2"):
        return operand(kind[:-2]) | operand(kind[:-2]) << 16
    if kind in FORMATS:
        f = Format(kind)
        edges = [0, 1, f.inf, f.inf - 1, f.nan, (1 << (f.p - 1)) - 1, 1 << (f.p - 1), f.emax << (f.p - 1)]
        near = (f.emax + random.randint(-30, 30) if f.emax > 30 else random.randint(1, 29)) << (f.p - 1) | random.getrandbits(f.p - 1)
        return random.choice([random.choice(edges), near, near, random.getrandbits(bits - 1)]) | random.getrandbits(1) << (bits - 1)
    edges = [0, 1, 2, 7, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1]
    return random.choice([random.choice(edges), random.getrandbits(bits), random.getrandbits(bits // 2)])


def module(cases):
    """One entry for all instructions: each loads its operands and stores its result, 8 bytes each."""
    width = {1: "%p", 16: "%h", 32: "%r", 64: "%d"}
    lines = [".version 8.6", ".target sm_90", ".address_size 64", ".visible .entry k(.param .u64 in, .param .u64 out)", "{"]
    lines += [".reg .pred %p<6>;", ".reg .b16 %h<6>;", ".reg .b32 %r<7>;", ".reg .b64 %d<10>;"]
    lines += ["ld.param.u64 %d8, [in];", "ld.param.u64 %d9, [out];", "mov.u32 %r6, %tid.x;", "mul.wide.u32 %d7, %r6, 8;", "add.s64 %d9, %d9, %d7;", "mul.wide.u32 %d7, %r6, 32;", "add.s64 %d8, %d8, %d7;"]
    for n, (opcode, form, types, out, _) in enumerate(cases):
        names = {}
        for i, kind in enumerate(types):
            bits = 32 if kind == "shift" else bits_of(kind)
            reg = f"{width[bits]}{i}"
            names["abce"[i]] = reg
            at = n * COUNT * 32 + i * 8
            lines.append(f"ld.global.b{max(bits, 16) if bits > 1 else 32} {'%r5' if bits == 1 else reg}, [%d8+{at}];")
            if bits == 1:
                lines.append(f"setp.ne.b32 {reg}, %r5, 0;")
        bits = bits_of(out)
        names["d"] = f"{width[bits]}4"
        names.setdefault("e", f"{width[bits]}5")
        lines.append((opcode + " " + form).format(**names) + ";")
        if bits == 1:
            lines.append("selp.b32 %r4, 1, 0, %p4;")
        lines.append(f"st.global.b{max(bits, 16) if bits > 1 else 32} [%d9+{n * COUNT * 8}], {'%r4' if bits == 1 else names['d']};")
    return "\n".join(lines + ["ret;", "}"]) + "\n"


def execute(tool, cases, operands, *options):
    with tempfile.TemporaryDirectory() as folder:
        ptx, case = os.path.join(folder, "k.ptx"), os.path.join(folder, "case.json")
        with open(ptx, "w") as file:
            file.write(module(cases))
        flat = [v for of_case in operands for row in of_case for v in (row + [0] * 4)[:4]]
        size = len(cases) * COUNT
        arrays = [{"name": "in", "dtype": "uint64", "role": "in", "shape": [len(flat)], "value": flat}, {"name": "out", "dtype": "uint64", "role": "inout", "shape": [size], "value": [0] * size}]
        with open(case, "w") as file:
            json.dump({"kernel": "k", "dim": COUNT, "args": arrays}, file)
        done = subprocess.run([tool, ptx, "--case", case, "--block", str(COUNT), *options], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        values = json.loads(done.stdout)["outputs"]["out"]
    return [[v & (2**64 - 1) for v in values[n * COUNT : (n + 1) * COUNT]] for n in range(len(cases))]


def forms(tool):
    """The forms of the families as patterns of an opcode, from the reference page."""
    family = ""
    for line in subprocess.run([tool, "--instructions"], capture_output=True, text=True, check=True).stdout.splitlines():
        family = line[3:] if line.startswith("## ") else family
        if family in FAMILIES and line.startswith("| `"):
            spelled = line.split("`")[1]
            pattern = re.escape(spelled).replace(r"\ ", " ")
            pattern = re.sub(r"\\\{(.*?)\\\}", lambda m: f"(?:{m[1].replace(' ', '|')})?", pattern)
            pattern = re.sub(r"\\\((\\\..*?)\\\)", lambda m: f"(?:{m[1].replace(' ', '|')})", pattern)
            yield spelled, re.compile(pattern + r"\Z")


# Function, relative error, absolute error, and what operands it takes.
APPROXIMATE = {
    "rcp.approx.f32": (lambda x: 1 / x, 2**-23, 0, (0.01, 100)),
    "rcp.approx.ftz.f32": (lambda x: 1 / x, 2**-23, 0, (0.01, 100)),
    "sqrt.approx.f32": (math.sqrt, 2**-23, 0, (0, 1e6)),
    "rsqrt.approx.f32": (lambda x: 1 / math.sqrt(x), 2**-22.9, 0, (0.001, 1e6)),
    "ex2.approx.f32": (lambda x: 2**x, 2**-22.5, 0, (-100, 100)),
    "lg2.approx.f32": (math.log2, 2**-22, 2**-22, (0.001, 1000)),
    "sin.approx.f32": (math.sin, 0, 2**-20.5, (-3.14, 3.14)),
    "cos.approx.f32": (math.cos, 0, 2**-20.5, (-3.14, 3.14)),
    "tanh.approx.f32": (math.tanh, 2**-11, 0, (-8, 8)),
    "ex2.approx.f16": (lambda x: 2**x, 2**-9.9, 0, (-8, 8)),
    "ex2.approx.ftz.bf16": (lambda x: 2**x, 2**-7, 0, (-8, 8)),
    "tanh.approx.f16": (math.tanh, 2**-10.9, 0, (-4, 4)),
    "tanh.approx.bf16": (math.tanh, 2**-8, 0, (-4, 4)),
    "rcp.approx.ftz.f64": (lambda x: 1 / x, 2**-19, 0, (0.01, 100)),
    "rsqrt.approx.f64": (lambda x: 1 / math.sqrt(x), 2**-19, 0, (0.01, 100)),
    "div.approx.f32": (lambda x: x / 3.0, 2**-22, 0, (-100, 100)),
    "div.full.f32": (lambda x: x / 3.0, 2**-22, 0, (-100, 100)),
}


def check_approximate(tool):
    cases, operands = [], []
    for opcode, (f, relative, absolute, (low, high)) in APPROXIMATE.items():
        kind = opcode.rpartition(".")[2]
        three = ", 0f40400000" if opcode.startswith("div") else ""
        cases.append((opcode, "{d}, {a}" + three, [kind], kind, None))
        operands.append([[Format(kind).pack(Fraction(random.uniform(low, high)), "rn")] for _ in range(COUNT)])
    wrong = 0
    plain = execute(tool, cases, operands)
    erring = execute(tool, cases, operands, "--approx-error", "5")
    for case, one, other in zip(cases, plain, erring):
        if one == other and case[0] != "tanh.approx.bf16":  # of which the error is that of rounding
            print(f"{case[0]}: expected --approx-error to change a result")
            wrong += 1
    for case, rows, got in zip(cases * 2, operands * 2, plain + erring):
        f, relative, absolute, _ = APPROXIMATE[case[0]]
        form = Format(case[3])
        for (a,), bits in zip(rows, got):
            x, y = form.value(a), form.value(bits)
            want = f(float(x))
            if isinstance(y, str) or abs(float(y) - want) > relative * abs(want) + absolute:
                print(f"{case[0]} of {float(x)!r}: expected about {want!r} but got {y if isinstance(y, str) else float(y)!r}")
                wrong += 1
                break
    return wrong, [case[0] for case in cases]


def main():
    tool = sys.argv[1]
    random.seed(2)
    cases = list(tests())
    operands = []
    for opcode, _, types, _, _ in cases:
        rows = [[operand(kind) for kind in types] for _ in range(COUNT)]
        if opcode.startswith(("div.u", "div.s", "rem")):
            for row in rows:
                row[1] = row[1] or 1
        operands.append(rows)
    wrong = 0
    for (opcode, _, types, out, oracle), rows, got in zip(cases, operands, execute(tool, cases, operands)):
        mask = (1 << bits_of(out)) - 1
        for row, bits in zip(rows, got):
            want = int(oracle(*(row + [0] * 4)[:4])) & mask
            if bits != want:
                print(f"{opcode} of {', '.join(map(hex, row))}: expected {want:#x} but got {bits:#x}")
                wrong += 1
                break
    more, approximate = check_approximate(tool)
    wrong += more
    tested = [part.split()[0] for case in cases for part in case[0].split("; ")] + approximate
    count = 0
    for spelled, pattern in forms(tool):
        count += 1
        if not any(pattern.match(opcode) for opcode in tested):
            print(f"not tested: {spelled}")
            wrong += 1
    print(f"{len(tested)} instructions of {count} forms, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
