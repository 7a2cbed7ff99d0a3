// RUN: kgen-opt %s | kgen-opt | FileCheck %s
// Operand types are printed once where they are equal, else each.

// CHECK-LABEL: kgen.kernel @builtins
kgen.kernel @builtins(%s: f32, %v: !kgen.vec<3xf32>, %m: !kgen.mat<2x3xf32>, %q: !kgen.mat<3x3xf32>, %c: i1, %n: si64) {
  // CHECK: %sum = kgen.add %v, %v : !kgen.vec<3xf32>
  %sum = kgen.add %v, %v : !kgen.vec<3xf32>
  // CHECK: %scaled = kgen.scale %v, %s : !kgen.vec<3xf32>, f32
  %scaled = kgen.scale %v, %s : !kgen.vec<3xf32>, f32
  // CHECK: %left = kgen.scale_left %s, %q : f32, !kgen.mat<3x3xf32>
  %left = kgen.scale_left %s, %q : f32, !kgen.mat<3x3xf32>
  // CHECK: %product = kgen.mat_mul %m, %q : !kgen.mat<2x3xf32>, !kgen.mat<3x3xf32>
  %product = kgen.mat_mul %m, %q : !kgen.mat<2x3xf32>, !kgen.mat<3x3xf32>
  // CHECK: %image = kgen.mat_vec_mul %m, %v : !kgen.mat<2x3xf32>, !kgen.vec<3xf32>
  %image = kgen.mat_vec_mul %m, %v : !kgen.mat<2x3xf32>, !kgen.vec<3xf32>
  // CHECK: %plane = kgen.outer %image, %v : !kgen.vec<2xf32>, !kgen.vec<3xf32>
  %plane = kgen.outer %image, %v : !kgen.vec<2xf32>, !kgen.vec<3xf32>
  // CHECK: %chosen = kgen.where %c, %v, %sum : i1, !kgen.vec<3xf32>, !kgen.vec<3xf32>
  %chosen = kgen.where %c, %v, %sum : i1, !kgen.vec<3xf32>, !kgen.vec<3xf32>
  // CHECK: %d = kgen.determinant %q : !kgen.mat<3x3xf32>
  %d = kgen.determinant %q : !kgen.mat<3x3xf32>
  // CHECK: %k = kgen.clamp %n, %n, %n : si64
  %k = kgen.clamp %n, %n, %n : si64
  // CHECK: %both = kgen.and %c, %c : i1
  %both = kgen.and %c, %c : i1
  kgen.return
}
