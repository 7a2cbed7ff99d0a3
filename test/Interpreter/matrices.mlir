// Matrices. Numbers by hand, for a = ((2, 1), (4, 3)).
//
// RUN: split-file %s %t
// RUN: kgen-run %t/k.mlir --case %t/k.json | FileCheck %s

//--- k.mlir
// determinant, trace, determinant of a 3x3 and of a 4x4 matrix
// CHECK: "s": [2.0, 5.0, -3.0, 24.0],
// a @ (1, 2); (1, 2) @ a
// CHECK-SAME: "v": [4.0, 10.0, 10.0, 7.0],
// a @ a, transpose, adjugate, inverse, inverse of a singular matrix, outer product, identity
// CHECK-SAME: "m": [8.0, 5.0, 20.0, 13.0, 2.0, 4.0, 1.0, 3.0, 3.0, -1.0, -4.0, 2.0, 1.5, -0.5, -2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 4.0, 1.0, 0.0, 0.0, 1.0]
kgen.kernel @k(%a: !kgen.mat<2x2xf64>, %b: !kgen.mat<3x3xf64>, %c: !kgen.mat<4x4xf64>, %u: !kgen.vec<2xf64>,
               %s: !kgen.array<1, f64>, %v: !kgen.array<1, vec<2xf64>>, %m: !kgen.array<1, mat<2x2xf64>>) {
  %0 = kgen.determinant %a : !kgen.mat<2x2xf64>
  %1 = kgen.trace %a : !kgen.mat<2x2xf64>
  %2 = kgen.determinant %b : !kgen.mat<3x3xf64>
  %3 = kgen.determinant %c : !kgen.mat<4x4xf64>
  kgen.store %s[0], %0 : !kgen.array<1, f64>
  kgen.store %s[1], %1 : !kgen.array<1, f64>
  kgen.store %s[2], %2 : !kgen.array<1, f64>
  kgen.store %s[3], %3 : !kgen.array<1, f64>
  %4 = kgen.mat_vec_mul %a, %u : !kgen.mat<2x2xf64>, !kgen.vec<2xf64>
  %5 = kgen.vec_mat_mul %u, %a : !kgen.vec<2xf64>, !kgen.mat<2x2xf64>
  kgen.store %v[0], %4 : !kgen.array<1, vec<2xf64>>
  kgen.store %v[1], %5 : !kgen.array<1, vec<2xf64>>
  %6 = kgen.mat_mul %a, %a : !kgen.mat<2x2xf64>, !kgen.mat<2x2xf64>
  %7 = kgen.transpose %a : !kgen.mat<2x2xf64>
  %8 = kgen.adjugate %a : !kgen.mat<2x2xf64>
  %9 = kgen.inverse %a : !kgen.mat<2x2xf64>
  %10 = kgen.outer %u, %u : !kgen.vec<2xf64>, !kgen.vec<2xf64>
  %11 = kgen.inverse %10 : !kgen.mat<2x2xf64>
  %12 = kgen.identity : !kgen.mat<2x2xf64>
  kgen.store %m[0], %6 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[1], %7 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[2], %8 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[3], %9 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[4], %11 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[5], %10 : !kgen.array<1, mat<2x2xf64>>
  kgen.store %m[6], %12 : !kgen.array<1, mat<2x2xf64>>
  kgen.return
}
//--- k.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "mat22d", "role": "scalar", "value": [[2, 1], [4, 3]]},
  {"name": "b", "dtype": "mat33d", "role": "scalar", "value": [[1, 2, 3], [4, 5, 6], [7, 8, 10]]},
  {"name": "c", "dtype": "mat44d", "role": "scalar", "value": [[1, 5, 6, 7], [0, 2, 8, 9], [0, 0, 3, 1], [0, 0, 0, 4]]},
  {"name": "u", "dtype": "vec2d", "role": "scalar", "value": [1, 2]},
  {"name": "s", "dtype": "float64", "role": "out", "value": [0, 0, 0, 0]},
  {"name": "v", "dtype": "vec2d", "role": "out", "value": [[0, 0], [0, 0]]},
  {"name": "m", "dtype": "mat22d", "role": "out", "value": [[[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]],
    [[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]]]}]}
