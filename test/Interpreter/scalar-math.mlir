// Functions of scalars, in f64: special values that are exact, or nearly so, by hand.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/exact.mlir --case %t/exact.json | FileCheck %s --check-prefix=EXACT
// RUN: kgen-run %t/integers.mlir --case %t/integers.json | FileCheck %s --check-prefix=INTEGERS
// RUN: kgen-run %t/root.mlir --case %t/root.json | FileCheck %s --check-prefix=ROOT

//--- exact.mlir
// sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, log2, log10, sqrt, cbrt, degrees, radians, floor,
// ceil, trunc, round, rint, frac, abs, sign
// EXACT: "y": [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 3.0, 3.0, 1.5, -3.0, 0.0, 0.0, -2.0, -1.0, -1.0, 3.0, 2.0, -0.25, 1.5, 1.0]
kgen.kernel @k(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %x0 = kgen.load %x[0] : !kgen.array<1, f64>
  %y0 = kgen.sin %x0 : f64
  kgen.store %y[0], %y0 : !kgen.array<1, f64>
  %x1 = kgen.load %x[1] : !kgen.array<1, f64>
  %y1 = kgen.cos %x1 : f64
  kgen.store %y[1], %y1 : !kgen.array<1, f64>
  %x2 = kgen.load %x[2] : !kgen.array<1, f64>
  %y2 = kgen.tan %x2 : f64
  kgen.store %y[2], %y2 : !kgen.array<1, f64>
  %x3 = kgen.load %x[3] : !kgen.array<1, f64>
  %y3 = kgen.asin %x3 : f64
  kgen.store %y[3], %y3 : !kgen.array<1, f64>
  %x4 = kgen.load %x[4] : !kgen.array<1, f64>
  %y4 = kgen.acos %x4 : f64
  kgen.store %y[4], %y4 : !kgen.array<1, f64>
  %x5 = kgen.load %x[5] : !kgen.array<1, f64>
  %y5 = kgen.atan %x5 : f64
  kgen.store %y[5], %y5 : !kgen.array<1, f64>
  %x6 = kgen.load %x[6] : !kgen.array<1, f64>
  %y6 = kgen.sinh %x6 : f64
  kgen.store %y[6], %y6 : !kgen.array<1, f64>
  %x7 = kgen.load %x[7] : !kgen.array<1, f64>
  %y7 = kgen.cosh %x7 : f64
  kgen.store %y[7], %y7 : !kgen.array<1, f64>
  %x8 = kgen.load %x[8] : !kgen.array<1, f64>
  %y8 = kgen.tanh %x8 : f64
  kgen.store %y[8], %y8 : !kgen.array<1, f64>
  %x9 = kgen.load %x[9] : !kgen.array<1, f64>
  %y9 = kgen.exp %x9 : f64
  kgen.store %y[9], %y9 : !kgen.array<1, f64>
  %x10 = kgen.load %x[10] : !kgen.array<1, f64>
  %y10 = kgen.log %x10 : f64
  kgen.store %y[10], %y10 : !kgen.array<1, f64>
  %x11 = kgen.load %x[11] : !kgen.array<1, f64>
  %y11 = kgen.log2 %x11 : f64
  kgen.store %y[11], %y11 : !kgen.array<1, f64>
  %x12 = kgen.load %x[12] : !kgen.array<1, f64>
  %y12 = kgen.log10 %x12 : f64
  kgen.store %y[12], %y12 : !kgen.array<1, f64>
  %x13 = kgen.load %x[13] : !kgen.array<1, f64>
  %y13 = kgen.sqrt %x13 : f64
  kgen.store %y[13], %y13 : !kgen.array<1, f64>
  %x14 = kgen.load %x[14] : !kgen.array<1, f64>
  %y14 = kgen.cbrt %x14 : f64
  kgen.store %y[14], %y14 : !kgen.array<1, f64>
  %x15 = kgen.load %x[15] : !kgen.array<1, f64>
  %y15 = kgen.degrees %x15 : f64
  kgen.store %y[15], %y15 : !kgen.array<1, f64>
  %x16 = kgen.load %x[16] : !kgen.array<1, f64>
  %y16 = kgen.radians %x16 : f64
  kgen.store %y[16], %y16 : !kgen.array<1, f64>
  %x17 = kgen.load %x[17] : !kgen.array<1, f64>
  %y17 = kgen.floor %x17 : f64
  kgen.store %y[17], %y17 : !kgen.array<1, f64>
  %x18 = kgen.load %x[18] : !kgen.array<1, f64>
  %y18 = kgen.ceil %x18 : f64
  kgen.store %y[18], %y18 : !kgen.array<1, f64>
  %x19 = kgen.load %x[19] : !kgen.array<1, f64>
  %y19 = kgen.trunc %x19 : f64
  kgen.store %y[19], %y19 : !kgen.array<1, f64>
  %x20 = kgen.load %x[20] : !kgen.array<1, f64>
  %y20 = kgen.round %x20 : f64
  kgen.store %y[20], %y20 : !kgen.array<1, f64>
  %x21 = kgen.load %x[21] : !kgen.array<1, f64>
  %y21 = kgen.rint %x21 : f64
  kgen.store %y[21], %y21 : !kgen.array<1, f64>
  %x22 = kgen.load %x[22] : !kgen.array<1, f64>
  %y22 = kgen.frac %x22 : f64
  kgen.store %y[22], %y22 : !kgen.array<1, f64>
  %x23 = kgen.load %x[23] : !kgen.array<1, f64>
  %y23 = kgen.abs %x23 : f64
  kgen.store %y[23], %y23 : !kgen.array<1, f64>
  %x24 = kgen.load %x[24] : !kgen.array<1, f64>
  %y24 = kgen.sign %x24 : f64
  kgen.store %y[24], %y24 : !kgen.array<1, f64>
  kgen.return
}
//--- exact.json
{"dim": 1, "args": [
  {"name": "x", "dtype": "float64", "role": "in",
   "value": [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 8.0, 1000.0, 2.25, -27.0, 0.0, 0.0, -1.5, -1.5, -1.5, 2.5, 2.5, -1.25, -1.5, -0.0]},
  {"name": "y", "dtype": "float64", "role": "out",
   "value": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}]}

//--- integers.mlir
// min, max, clamp, clamp with the bounds the wrong way round (the upper wins), abs, sign, where
// INTEGERS: "y": [-3, 5, 2, -3, 3, -1, -3]
kgen.kernel @k(%a: si32, %b: si32, %c: si32, %y: !kgen.array<1, si32>) {
  %less = kgen.cmp lt %a, %b : si32
  %0 = kgen.min %a, %b : si32
  kgen.store %y[0], %0 : !kgen.array<1, si32>
  %1 = kgen.max %a, %b : si32
  kgen.store %y[1], %1 : !kgen.array<1, si32>
  %2 = kgen.clamp %b, %a, %c : si32
  kgen.store %y[2], %2 : !kgen.array<1, si32>
  %3 = kgen.clamp %c, %b, %a : si32
  kgen.store %y[3], %3 : !kgen.array<1, si32>
  %4 = kgen.abs %a : si32
  kgen.store %y[4], %4 : !kgen.array<1, si32>
  %5 = kgen.sign %a : si32
  kgen.store %y[5], %5 : !kgen.array<1, si32>
  %6 = kgen.where %less, %a, %b : i1, si32, si32
  kgen.store %y[6], %6 : !kgen.array<1, si32>
  kgen.return
}
//--- integers.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "int32", "role": "scalar", "value": -3},
  {"name": "b", "dtype": "int32", "role": "scalar", "value": 5},
  {"name": "c", "dtype": "int32", "role": "scalar", "value": 2},
  {"name": "y", "dtype": "int32", "role": "out", "value": [0, 0, 0, 0, 0, 0, 0]}]}

//--- root.mlir
// erfcinv at its root, and 2^-30 above it: sqrt(pi) / 2 times that below 0, with all of its digits
// ROOT: "y": [0.0, -8.2536314190{{[0-9]*}}e-10]
kgen.kernel @k(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %at = kgen.load %x[%i] : !kgen.array<1, f64>
  %inverse = kgen.erfcinv %at : f64
  kgen.store %y[%i], %inverse : !kgen.array<1, f64>
  kgen.return
}

//--- root.json
{"kernel": "k", "dim": [2], "args": [
  {"name": "x", "dtype": "float64", "role": "in", "value": [1.0, 1.000000000931322574615478515625]},
  {"name": "y", "dtype": "float64", "role": "out", "value": [0.0, 0.0]}]}
