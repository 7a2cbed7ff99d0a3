# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module in which calls, or structs, nest N deep: deep.py calls|structs N."""
import sys


def calls(depth):
    yield "kgen.func @f0(%x: f32) -> f32 {\n  kgen.return %x : f32\n}"
    for i in range(1, depth + 1):
        yield f"kgen.func @f{i}(%x: f32) -> f32 {{\n  %0 = kgen.call @f{i - 1}(%x) : (f32) -> f32\n  kgen.return %0 : f32\n}}"
    yield "kgen.kernel @k(%x: !kgen.array<1, f32>) {\n  %0 = kgen.load %x[0] : !kgen.array<1, f32>"
    yield f"  %1 = kgen.call @f{depth}(%0) : (f32) -> f32\n  kgen.store %x[0], %1 : !kgen.array<1, f32>\n  kgen.return\n}}"


def structs(depth):
    yield '!S1 = !kgen.struct<"S1", x: f32>'
    for i in range(2, depth + 1):
        yield f'!S{i} = !kgen.struct<"S{i}", s: !S{i - 1}>'
    path = ", ".join(["s"] * (depth - 1) + ["x"])
    yield f"kgen.kernel @k(%s: !S{depth}) {{\n  %0 = kgen.extract %s[{path}] : !S{depth}\n  kgen.print %0 : f32\n  kgen.return\n}}"


print("\n".join({"calls": calls, "structs": structs}[sys.argv[1]](int(sys.argv[2]))))
