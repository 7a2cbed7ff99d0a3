// Python's operators. Numbers by hand; what wraps, truncates and floors is in test/Semantics too.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/integers.mlir --case %t/integers.json | FileCheck %s --check-prefix=INTEGERS
// RUN: kgen-run %t/floats.mlir --case %t/floats.json | FileCheck %s --check-prefix=FLOATS
// RUN: kgen-run %t/narrow.mlir --case %t/narrow.json | FileCheck %s --check-prefix=NARROW

//--- integers.mlir
// add 3, sub -17, mul -70, div 0, floordiv -1, mod -7, neg 7, and 8, or -5, xor -13, lshift -28, rshift -2, invert 6
// INTEGERS: "y": [3, -17, -70, 0, -1, -7, 7, 8, -5, -13, -28, -2, 6]
kgen.kernel @k(%a: si32, %b: si32, %y: !kgen.array<1, si32>) {
  %two = kgen.constant 2 : si32
  %0 = kgen.add %a, %b : si32
  %1 = kgen.sub %a, %b : si32
  %2 = kgen.mul %a, %b : si32
  %3 = kgen.div %a, %b : si32
  %4 = kgen.floordiv %a, %b : si32
  %5 = kgen.mod %a, %b : si32
  %6 = kgen.neg %a : si32
  %7 = kgen.bit_and %a, %b : si32
  %8 = kgen.bit_or %a, %b : si32
  %9 = kgen.bit_xor %a, %b : si32
  %10 = kgen.lshift %a, %two : si32
  %11 = kgen.rshift %a, %two : si32
  %12 = kgen.invert %a : si32
  kgen.store %y[0], %0 : !kgen.array<1, si32>
  kgen.store %y[1], %1 : !kgen.array<1, si32>
  kgen.store %y[2], %2 : !kgen.array<1, si32>
  kgen.store %y[3], %3 : !kgen.array<1, si32>
  kgen.store %y[4], %4 : !kgen.array<1, si32>
  kgen.store %y[5], %5 : !kgen.array<1, si32>
  kgen.store %y[6], %6 : !kgen.array<1, si32>
  kgen.store %y[7], %7 : !kgen.array<1, si32>
  kgen.store %y[8], %8 : !kgen.array<1, si32>
  kgen.store %y[9], %9 : !kgen.array<1, si32>
  kgen.store %y[10], %10 : !kgen.array<1, si32>
  kgen.store %y[11], %11 : !kgen.array<1, si32>
  kgen.store %y[12], %12 : !kgen.array<1, si32>
  kgen.return
}
//--- integers.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "int32", "role": "scalar", "value": -7},
  {"name": "b", "dtype": "int32", "role": "scalar", "value": 10},
  {"name": "y", "dtype": "int32", "role": "out", "value": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}]}

//--- floats.mlir
// FLOATS: "y": [-4.5, -10.5, -22.5, -2.5, -3.0, -1.5, -421.875, 7.5]
kgen.kernel @k(%a: f64, %b: f64, %y: !kgen.array<1, f64>) {
  %0 = kgen.add %a, %b : f64
  %1 = kgen.sub %a, %b : f64
  %2 = kgen.mul %a, %b : f64
  %3 = kgen.div %a, %b : f64
  %4 = kgen.floordiv %a, %b : f64
  %5 = kgen.mod %a, %b : f64
  %6 = kgen.pow %a, %b : f64
  %7 = kgen.neg %a : f64
  kgen.store %y[0], %0 : !kgen.array<1, f64>
  kgen.store %y[1], %1 : !kgen.array<1, f64>
  kgen.store %y[2], %2 : !kgen.array<1, f64>
  kgen.store %y[3], %3 : !kgen.array<1, f64>
  kgen.store %y[4], %4 : !kgen.array<1, f64>
  kgen.store %y[5], %5 : !kgen.array<1, f64>
  kgen.store %y[6], %6 : !kgen.array<1, f64>
  kgen.store %y[7], %7 : !kgen.array<1, f64>
  kgen.return
}
//--- floats.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "float64", "role": "scalar", "value": -7.5},
  {"name": "b", "dtype": "float64", "role": "scalar", "value": 3.0},
  {"name": "y", "dtype": "float64", "role": "out", "value": [0, 0, 0, 0, 0, 0, 0, 0]}]}

//--- narrow.mlir
// Each float rounds to its own type: 0.1 + 0.2 is 0.300000012 in float32, 1 + 2^-10 is 1 in bfloat16, and 2049 is 2048
// in float16. 200 + 100 is 44 in eight bits, unsigned.
// NARROW: "h": [2048.0], "b": [1.0], "f": [0.30000001192092896], "u": [44]
kgen.kernel @k(%h: !kgen.array<1, f16>, %b: !kgen.array<1, bf16>, %f: !kgen.array<1, f32>, %u: !kgen.array<1, ui8>) {
  %0 = kgen.constant 2.048e+03 : f16
  %1 = kgen.constant 1.0 : f16
  %2 = kgen.add %0, %1 : f16
  kgen.store %h[0], %2 : !kgen.array<1, f16>
  %3 = kgen.constant 1.0 : bf16
  %4 = kgen.constant 9.765625e-04 : bf16
  %5 = kgen.add %3, %4 : bf16
  kgen.store %b[0], %5 : !kgen.array<1, bf16>
  %6 = kgen.constant 1.0e-01 : f32
  %7 = kgen.constant 2.0e-01 : f32
  %8 = kgen.add %6, %7 : f32
  kgen.store %f[0], %8 : !kgen.array<1, f32>
  %9 = kgen.constant 200 : ui8
  %10 = kgen.constant 100 : ui8
  %11 = kgen.add %9, %10 : ui8
  kgen.store %u[0], %11 : !kgen.array<1, ui8>
  kgen.return
}
//--- narrow.json
{"dim": 1, "args": [
  {"name": "h", "dtype": "float16", "role": "out", "value": [0]},
  {"name": "b", "dtype": "bfloat16", "role": "out", "value": [0]},
  {"name": "f", "dtype": "float32", "role": "out", "value": [0]},
  {"name": "u", "dtype": "uint8", "role": "out", "value": [0]}]}
