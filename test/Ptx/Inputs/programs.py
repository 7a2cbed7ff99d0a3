# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs.py KGEN_PTX FILE.ptx: runs the kernels of programs.cu and compares with what they are to compute.

Prints what differs and `N programs, N wrong` last; exit status 1 if one is wrong.
"""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

I = [(i * 37 + 11) % 101 - 20 for i in range(64)]
P = [(i * 29 + 3) % 97 + 1 for i in range(64)]
F = [((i * 53) % 89) / 8.0 - 5.0 for i in range(64)]
G = [((i * 31) % 71) / 4.0 + 0.25 for i in range(64)]
ODD = [0.1 * i - 1.7 for i in range(64)]


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def f16(x):
    return struct.unpack("e", struct.pack("e", x))[0]


def bf16(x):
    bits = struct.unpack("I", struct.pack("f", x))[0]
    bits += 0x7FFF + (bits >> 16 & 1)
    return struct.unpack("f", struct.pack("I", bits & 0xFFFF0000))[0]


def next32(x, up):
    bits = struct.unpack("i", struct.pack("f", x))[0]
    bits += 1 if (x > 0) == up else -1
    return struct.unpack("f", struct.pack("i", bits))[0]


def directed(exact, mode):
    """exact: a fraction."""
    near = f32(float(exact))
    if mode == "down":
        return near if near <= exact else next32(near, False)
    if mode == "up":
        return near if near >= exact else next32(near, True)
    return directed(exact, "down" if exact > 0 else "up")


def warps(values):
    return [values[i : i + 32] for i in range(0, len(values), 32)]


def collatz(v):
    steps = 0
    while v != 1 and steps < 200:
        v, steps = (3 * v + 1 if v % 2 else v // 2), steps + 1
    return steps


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def prefix(values):
    return [sum(values[: i + 1]) for i in range(len(values))]


def matmul(a, b, n):
    out = []
    for i in range(n):
        for j in range(n):
            s = 0.0
            for k in range(n):
                s += a[i * n + k] * b[k * n + j]
            out.append(s)
    return out


def transposed(x, n):
    return [x[j * n + i] for i in range(n) for j in range(n)]


M64 = 2**64 - 1
WIDE = [(i * 0x9E3779B97F4A7C15 + 12345) & M64 for i in range(64)]


def wide(v):
    reverse = int(format(v, "064b")[::-1], 2)
    return ((v * v >> 64) + v // 7 + v % 13 + v.bit_count() + 64 - v.bit_length() + reverse) & M64


def counted(start, n, down):
    for _ in range(n):
        start = (9 if start == 0 or start > 9 else start - 1) if down else (0 if start >= 9 else start + 1)
    return start


def array(name, dtype, values, role="in"):
    return {"name": name, "dtype": dtype, "role": role, "shape": [len(values)], "value": values}


def scalar(name, dtype, value):
    return {"name": name, "dtype": dtype, "role": "scalar", "value": value}


def out(dtype, n, value=0, name="out", role="out"):
    return array(name, dtype, [value] * n, role)


def fold(f, values):
    r = values[0]
    for v in values[1:]:
        r = f(r, v)
    return r


def bits16(letter, values):
    """Halves or, for `f`, the upper half of floats, as integers."""
    return [struct.unpack("H", struct.pack("<" + letter, v)[-2:])[0] for v in values]


def product(tile, kind, encode, values, form, of_c, factor=2, is_transposed=False, start=0, block="32"):
    """A product of n x n matrices by tiles of so many rows and columns."""
    n, (rows, columns) = 32, tile
    a, b = values[: n * n], values[n * n : 2 * n * n]
    given = transposed(b, n) if is_transposed else b
    want = [factor * v + start for v in matmul(a, b, n)]
    arguments = [array("a", kind, encode(a)), array("b", kind, encode(given)), array("c", form, of_c([start] * n * n), "inout"), scalar("n", "int32", n)]
    return arguments, {"c": of_c(want)}, f"{n // columns},{n // rows}", block, [], 0


def saturated(program):
    """Of which the sums are clamped, and lie by columns; k goes in steps of 16."""
    arguments, _, *rest = program
    (a, b, c), n = [arg["value"] for arg in arguments[:3]], 32
    sums = []
    for i in range(n * n):
        total = c[i]
        for k in range(0, n, 16):
            total = min(total + sum(a[i % n * n + j] * b[j * n + i // n] for j in range(k, k + 16)), 2**31 - 1)
        sums.append(total)
    return arguments, {"c": sums}, *rest


SMALL = [i % 12 for i in range(64)]
SQUARE = [float(v % 9) - 4.0 for v in range(256)]
BYTES = [(i * 7) % 256 for i in range(100)]
MATRIX = [v * v % 23 % 9 - 4 for v in range(2048)]
LARGE = [v * v % 251 - 125 for v in range(2048)]
halves = lambda values: bits16("e", values)
bfloats = lambda values: bits16("f", values)
floats = lambda values: [float(v) for v in values]
ints = lambda values: [int(v) for v in values]
# name: (arguments, expected, grid, block, options, tolerance)
PROGRAMS = {
    "axpy": ([scalar("a", "float32", 2.5), array("x", "float32", F), array("y", "float32", G, "inout"), scalar("n", "int32", 60)], {"y": [2.5 * x + y if i < 60 else y for i, (x, y) in enumerate(zip(F, G))]}, "1", "32", [], 1e-6),
    "block_sum": ([array("x", "float32", F), array("out", "float32", [0.0], "inout"), scalar("n", "int32", 61)], {"out": [sum(F[:61])]}, "1", "64", [], 1e-6),
    "warp_sum": ([array("x", "int32", I), out("int32", 2)], {"out": [sum(w) for w in warps(I)]}, "1", "64", [], 0),
    "butterfly_max": ([array("x", "float32", F), out("float32", 64)], {"out": [max(w) for w in warps(F) for _ in w]}, "1", "64", [], 0),
    "warp_scan": ([array("x", "int32", I), out("int32", 64)], {"out": [v for w in warps(I) for v in prefix(w)]}, "1", "64", [], 0),
    "broadcast": ([array("x", "float64", F), out("float64", 64)], {"out": [F[i // 8 * 8 + 5] for i in range(64)]}, "1", "64", [], 0),
    "votes": ([array("x", "int32", I), out("uint32", 64)], {"out": [b + (1000 if b == 2**32 - 1 else 0) + (b != 0) for w in warps(I) for b in [sum((v > 0) << i for i, v in enumerate(w))] for _ in w]}, "1", "64", [], 0),
    "matches": ([array("x", "int32", SMALL), out("uint32", 64)], {"out": [sum((v == u) << i for i, u in enumerate(w)) for w in warps(SMALL) for v in w]}, "1", "64", [], 0),
    "match_all": ([array("x", "int32", [4] * 32 + SMALL[:32]), out("int32", 64)], {"out": [1] * 32 + [0] * 32}, "1", "64", [], 0),
    "reduce_add": ([array("x", "int32", I), out("int32", 64)], {"out": [sum(w) for w in warps(I) for _ in w]}, "1", "64", [], 0),
    "scan": ([array("x", "int32", I), out("int32", 64)], {"out": prefix(I)}, "1", "64", [], 0),
    "transpose": ([array("x", "float32", SQUARE), out("float32", 256), scalar("n", "int32", 16)], {"out": transposed(SQUARE, 16)}, "2,2", "8,8", [], 0),
    "matmul": ([array("a", "float32", SQUARE), array("b", "float32", SQUARE[::-1]), out("float32", 256, name="c"), scalar("n", "int32", 16)], {"c": matmul(SQUARE, SQUARE[::-1], 16)}, "2,2", "8,8", [], 1e-6),
    "histogram": ([array("x", "uint8", BYTES), out("uint32", 16, role="inout"), scalar("n", "int32", 100)], {"out": [sum(b % 16 == k for b in BYTES) for k in range(16)]}, "2", "64", [], 0),
    "local_array": ([array("x", "int32", P), out("int32", 64)], {"out": [v * (v & 7) + v * (7 - (v & 7)) for v in P]}, "1", "64", [], 0),
    "recursion": ([array("x", "int32", SMALL), out("int32", 64)], {"out": [fibonacci(v) for v in SMALL]}, "1", "64", [], 0),
    "function_pointers": ([array("x", "float32", F), array("which", "int32", [i % 2 for i in range(64)]), out("float32", 64)], {"out": [v * v if i % 2 else 2 * v for i, v in enumerate(F)]}, "1", "64", [], 1e-6),
    "vector_loads": ([array("x", "float32", SQUARE), out("float32", 256)], {"out": [SQUARE[i // 4 * 4 + 3 - i % 4] for i in range(256)]}, "1", "64", [], 0),
    "halves": ([array("x", "float16", F), array("y", "float16", G), out("float16", 64)], {"out": [f16(x * y + 0.5) for x, y in zip(F, G)]}, "1", "64", [], 0),
    "half2s": ([array("x", "float16", F), array("y", "float16", G), out("float16", 64)], {"out": [f16(f16(x * y) + y) for x, y in zip(F, G)]}, "1", "32", [], 0),
    "bfloats": ([array("x", "float32", ODD), array("y", "float32", G), out("float32", 64)], {"out": [bf16(bf16(f32(x)) * bf16(y) + 1.0) for x, y in zip(ODD, G)]}, "1", "64", [], 0),
    "wide_integers": ([array("x", "uint64", WIDE), out("uint64", 64)], {"out": [wide(v) for v in WIDE]}, "1", "64", [], 0),
    "atomics": ([array("x", "int32", P), array("sums", "int32", [0, -1000, 1000, 0, -1, 0, 5], "inout"), array("counters", "uint32", [0, 3], "inout")], {"sums": [sum(P), max(P), min(P), fold(int.__or__, P), fold(int.__and__, P), fold(int.__xor__, P), 5 + sum(v * v for v in P)], "counters": [counted(0, 64, False), counted(3, 64, True)]}, "1", "64", [], 0),
    "double_atomic": ([array("x", "float64", F), array("out", "float64", [0.0], "inout")], {"out": [sum(F)]}, "2", "32", [], 1e-15),
    "prints": ([array("x", "int32", SMALL[:8]), out("int32", 8)], {"out": SMALL[:8]}, "1", "8", [], 0),
    "asserts": ([array("x", "int32", P), out("int32", 64)], {"out": [v + 1 for v in P]}, "1", "64", [], 0),
    "dynamic_shared": ([array("x", "int32", I), out("int32", 64), scalar("n", "int32", 64)], {"out": I[::-1]}, "1", "64", ["--shared", "256"], 0),
    "constants": ([array("x", "float32", F), out("float32", 64)], {"out": [v * [0.5, 0.25, 0.125, 2.0][i % 4] for i, v in enumerate(F)]}, "1", "64", [], 0),
    "elementary": ([array("x", "float32", G), out("float32", 64)], {"out": [math.sin(v) * math.exp(v) + math.log(2 + v) + math.sqrt(v) for v in G]}, "1", "64", [], 1e-6),
    "elementary_double": ([array("x", "float64", F), out("float64", 64)], {"out": [math.sin(v) * math.exp(v) + (2 + abs(v)) ** v for v in F]}, "1", "64", [], 1e-14),
    "divergence": ([array("x", "int32", P), out("int32", 64)], {"out": [collatz(v) for w in warps(P) for v in w[::-1]]}, "1", "64", [], 0),
    "barrier_counts": ([array("x", "int32", P), out("int32", 64)], {"out": [sum(v & 1 for v in P) * 100 + 10 + (7 in P)] * 64}, "1", "64", [], 0),
    "copy_async": ([array("x", "int32", I), out("int32", 64)], {"out": I[::-1]}, "1", "64", [], 0),
    "rounding": ([array("x", "float32", ODD), array("y", "float32", G), out("float32", 256)], {"out": [r for x, y in zip(map(f32, ODD), G) for r in (directed(Fraction(x) + Fraction(y), "down"), directed(Fraction(x) + Fraction(y), "up"), directed(Fraction(x) * Fraction(y), "zero"), f32(x / y))]}, "1", "64", [], 0),
    "wmma_half": product((16, 16), "uint16", halves, MATRIX, "float32", floats),
    "wmma_half_sums": product((16, 16), "uint16", halves, MATRIX, "uint16", halves, is_transposed=True),
    "wmma_tall": product((32, 8), "uint16", halves, MATRIX, "float32", floats, is_transposed=True),
    "wmma_wide": product((8, 32), "uint16", bfloats, MATRIX, "float32", floats),
    "wmma_bfloat": product((16, 16), "uint16", bfloats, MATRIX, "float32", floats, is_transposed=True),
    "wmma_tf32": product((16, 16), "float32", floats, MATRIX, "float32", floats),
    "wmma_signed": product((16, 16), "int8", ints, LARGE, "int32", ints, is_transposed=True),
    "wmma_unsigned": product((32, 8), "uint8", ints, [abs(v) for v in LARGE], "int32", ints),
    "wmma_double": product((8, 8), "float64", floats, LARGE, "float64", floats),
    "wmma_shared": saturated(product((16, 32), "int8", ints, LARGE, "int32", ints, factor=1, block="64", start=2**31 - 200000)),
    "mma_bytes": product((16, 8), "int8", ints, LARGE, "int32", ints, factor=1, is_transposed=True),
    "mma_half": product((16, 8), "uint16", halves, MATRIX, "float32", floats, factor=1),
}


def run(tool, ptx, name, more=()):
    args, expected, grid, block, options, tolerance = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.json")
        with open(path, "w") as file:
            json.dump({"kernel": name, "dim": 64, "args": args}, file)
        done = subprocess.run([tool, ptx, "--entry", name, "--case", path, "--grid", grid, "--block", block, *options, *more], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()
    if name == "prints" and done.stderr != "thread 3 has 3, 1.50 three\n":
        return "printed " + repr(done.stderr)
    outputs = json.loads(done.stdout)["outputs"]
    for arg, want in expected.items():
        scale = max(map(abs, want)) or 1
        for i, (g, w) in enumerate(zip(outputs[arg], want)):
            if not (g == w if tolerance == 0 else abs(g - w) <= tolerance * scale):
                return f"{arg}[{i}]: expected {w!r} but got {g!r}"
    return ""


def main():
    wrong = 0
    for name in PROGRAMS:
        for more in ([], ["--schedule", "5"], ["--unchecked"]):
            message = run(sys.argv[1], sys.argv[2], name, more)
            if message:
                print(f"{name} {' '.join(more)}: {message}")
                wrong += 1
                break
    print(f"{len(PROGRAMS)} programs, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
