// Vectors and their components. Numbers by hand, for a = (1, 2, 2) and b = (3, 0.5, 2).
//
// RUN: split-file %s %t
// RUN: kgen-run %t/scalars.mlir --case %t/scalars.json | FileCheck %s --check-prefix=SCALARS
// RUN: kgen-run %t/vectors.mlir --case %t/vectors.json | FileCheck %s --check-prefix=VECTORS
// RUN: kgen-run %t/components.mlir --case %t/components.json | FileCheck %s --check-prefix=COMPONENTS

//--- scalars.mlir
// SCALARS: "s": [8.0, 8.0, 3.0, 9.0]
kgen.kernel @k(%a: !kgen.vec<3xf64>, %b: !kgen.vec<3xf64>, %s: !kgen.array<1, f64>) {
  %0 = kgen.dot %a, %b : !kgen.vec<3xf64>
  %1 = kgen.ddot %a, %b : !kgen.vec<3xf64>
  %2 = kgen.length %a : !kgen.vec<3xf64>
  %3 = kgen.length_sq %a : !kgen.vec<3xf64>
  kgen.store %s[0], %0 : !kgen.array<1, f64>
  kgen.store %s[1], %1 : !kgen.array<1, f64>
  kgen.store %s[2], %2 : !kgen.array<1, f64>
  kgen.store %s[3], %3 : !kgen.array<1, f64>
  kgen.return
}
//--- scalars.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "vec3d", "role": "scalar", "value": [1, 2, 2]},
  {"name": "b", "dtype": "vec3d", "role": "scalar", "value": [3, 0.5, 2]},
  {"name": "s", "dtype": "float64", "role": "out", "value": [0, 0, 0, 0]}]}

//--- vectors.mlir
// cross, scale, scale_left, scale_div, cw_mul, cw_div, normalize of (0, 3, 4) and of zero
// VECTORS: "v": [3.0, 4.0, -5.5, 2.0, 4.0, 4.0, 6.0, 1.0, 4.0, 0.5, 1.0, 1.0, 3.0, 1.0, 4.0, 0.25, 4.0, 1.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0]
kgen.kernel @k(%a: !kgen.vec<3xf64>, %b: !kgen.vec<3xf64>, %v: !kgen.array<1, vec<3xf64>>) {
  %zero = kgen.constant 0.0 : f64
  %two = kgen.constant 2.0 : f64
  %three = kgen.constant 3.0 : f64
  %four = kgen.constant 4.0 : f64
  %0 = kgen.cross %a, %b : !kgen.vec<3xf64>
  %1 = kgen.scale %a, %two : !kgen.vec<3xf64>, f64
  %2 = kgen.scale_left %two, %b : f64, !kgen.vec<3xf64>
  %3 = kgen.scale_div %a, %two : !kgen.vec<3xf64>, f64
  %4 = kgen.cw_mul %a, %b : !kgen.vec<3xf64>
  %half = kgen.constant 5.0e-01 : f64
  %divisors = kgen.construct %four, %half, %two : !kgen.vec<3xf64>
  %5 = kgen.cw_div %a, %divisors : !kgen.vec<3xf64>
  %6 = kgen.construct %zero, %three, %four : !kgen.vec<3xf64>
  %7 = kgen.normalize %6 : !kgen.vec<3xf64>
  %8 = kgen.construct : !kgen.vec<3xf64>
  %9 = kgen.normalize %8 : !kgen.vec<3xf64>
  kgen.store %v[0], %0 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[1], %1 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[2], %2 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[3], %3 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[4], %4 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[5], %5 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[6], %7 : !kgen.array<1, vec<3xf64>>
  kgen.store %v[7], %9 : !kgen.array<1, vec<3xf64>>
  kgen.return
}
//--- vectors.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "vec3d", "role": "scalar", "value": [1, 2, 2]},
  {"name": "b", "dtype": "vec3d", "role": "scalar", "value": [3, 0.5, 2]},
  {"name": "v", "dtype": "vec3d", "role": "out",
   "value": [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]}]}

//--- components.mlir
// A component by a negative index, a row of a matrix, a component by two indices; insertions, one of a row.
// COMPONENTS: "s": [2.0, 6.0], "r": [4.0, 5.0, 6.0, 1.0, 2.0, 9.0], "m": [1.0, 2.0, 9.0, 4.0, 5.0, 9.0]
kgen.kernel @k(%a: !kgen.vec<3xf64>, %m0: !kgen.mat<2x3xf64>, %s: !kgen.array<1, f64>, %r: !kgen.array<1, vec<3xf64>>,
               %m: !kgen.array<1, mat<2x3xf64>>) {
  %i = kgen.tid : si32
  %nine = kgen.constant 9.0 : f64
  %0 = kgen.extract %a[-1] : !kgen.vec<3xf64>
  %1 = kgen.extract %m0[1, 2] : !kgen.mat<2x3xf64>
  %row = kgen.extract %m0[1] : !kgen.mat<2x3xf64>
  %first = kgen.extract %m0[%i] : !kgen.mat<2x3xf64>
  %changed = kgen.insert %nine, %first[2] : !kgen.vec<3xf64>
  %2 = kgen.insert %changed, %m0[0] : !kgen.mat<2x3xf64>
  %3 = kgen.insert %nine, %2[1, -1] : !kgen.mat<2x3xf64>
  kgen.store %s[0], %0 : !kgen.array<1, f64>
  kgen.store %s[1], %1 : !kgen.array<1, f64>
  kgen.store %r[0], %row : !kgen.array<1, vec<3xf64>>
  kgen.store %r[1], %changed : !kgen.array<1, vec<3xf64>>
  kgen.store %m[0], %3 : !kgen.array<1, mat<2x3xf64>>
  kgen.return
}
//--- components.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "vec3d", "role": "scalar", "value": [1, 2, 2]},
  {"name": "m0", "dtype": "mat23d", "role": "scalar", "value": [[1, 2, 3], [4, 5, 6]]},
  {"name": "s", "dtype": "float64", "role": "out", "value": [0, 0]},
  {"name": "r", "dtype": "vec3d", "role": "out", "value": [[0, 0, 0], [0, 0, 0]]},
  {"name": "m", "dtype": "mat23d", "role": "out", "value": [[[0, 0, 0], [0, 0, 0]]]}]}
