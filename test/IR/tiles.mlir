// RUN: split-file %s %t
// RUN: kgen-opt %t/ops.mlir | kgen-opt | FileCheck %s
// RUN: kgen-opt %t/folds.mlir --kgen-promote-variables | FileCheck %s --check-prefix=FOLDED
// Each op of tiles goes through text twice, and a tile that is unpacked and packed again is itself.

//--- ops.mlir
// CHECK-LABEL: kgen.kernel @accesses(
// CHECK-SAME: %w: !kgen.array<3, f32>
kgen.kernel @accesses(%w: !kgen.array<3, f32>, %a: !kgen.array<1, vec<3xf32>>, %adj_a: !kgen.array<1, vec<3xf32>>, %i: si32) {
  // CHECK-NEXT: %[[T:.*]] = kgen.tile.load %w[%i, %i, %i] {aligned, shape_names = ["ROWS", ""], storage = "shared", unchecked} : !kgen.array<3, f32> -> !kgen.tile<8x4xf32>
  %0 = kgen.tile.load %w[%i, %i, %i] {shape_names = ["ROWS", ""], storage = "shared", unchecked, aligned} : !kgen.array<3, f32> -> !kgen.tile<8x4xf32>
  // CHECK-NEXT: kgen.tile.store %w[%i, %i, %i], %[[T]] {unchecked} : !kgen.array<3, f32>, !kgen.tile<8x4xf32>
  kgen.tile.store %w[%i, %i, %i], %0 {unchecked} : !kgen.array<3, f32>, !kgen.tile<8x4xf32>
  // CHECK-NEXT: %[[V:.*]] = kgen.tile.load %a[%i] : !kgen.array<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  %1 = kgen.tile.load %a[%i] : !kgen.array<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  // CHECK-NEXT: kgen.tile.add %a[%i], %[[V]] : !kgen.array<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>>{{$}}
  kgen.tile.add %a[%i], %1 : !kgen.array<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>>
  // CHECK-NEXT: %old = kgen.tile.add %a[%i], %[[V]] : !kgen.array<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  %old = kgen.tile.add %a[%i], %1 : !kgen.array<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  // CHECK-NEXT: %[[M:.*]] = kgen.tile.unpack %old : !kgen.tile<4xvec<3xf32>> to !kgen.mat<4x3xf32>
  %2 = kgen.tile.unpack %old : !kgen.tile<4xvec<3xf32>> to !kgen.mat<4x3xf32>
  // CHECK-NEXT: kgen.tile.pack %[[M]] : !kgen.mat<4x3xf32> to !kgen.tile<4xvec<3xf32>>
  %3 = kgen.tile.pack %2 : !kgen.mat<4x3xf32> to !kgen.tile<4xvec<3xf32>>
  %grad_a = kgen.gradient %a, %adj_a : !kgen.array<1, vec<3xf32>>
  // CHECK: %[[TAKEN:.*]] = kgen.tile.take %grad_a[%i] : !kgen.gradient<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  %4 = kgen.tile.take %grad_a[%i] : !kgen.gradient<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  // CHECK-NEXT: kgen.tile.load %grad_a[%i] : !kgen.gradient<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  %5 = kgen.tile.load %grad_a[%i] : !kgen.gradient<1, vec<3xf32>> -> !kgen.tile<4xvec<3xf32>>
  // CHECK-NEXT: kgen.tile.add %grad_a[%i], %[[TAKEN]] : !kgen.gradient<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>>
  kgen.tile.add %grad_a[%i], %4 : !kgen.gradient<1, vec<3xf32>>, !kgen.tile<4xvec<3xf32>>
  kgen.return
}

//--- folds.mlir
// FOLDED-LABEL: kgen.kernel @folds(
// FOLDED-NEXT: %[[T:.*]] = kgen.tile.load %a[%i]
// FOLDED-NEXT: kgen.tile.store %b[%i], %[[T]]
// FOLDED-NEXT: kgen.return
kgen.kernel @folds(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %i: si32) {
  %0 = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  %1 = kgen.tile.unpack %0 : !kgen.tile<4xf32> to !kgen.vec<4xf32>
  %t = kgen.var %1 : !kgen.vec<4xf32>
  %2 = kgen.get %t : !kgen.vec<4xf32>
  %3 = kgen.tile.pack %2 : !kgen.vec<4xf32> to !kgen.tile<4xf32>
  kgen.tile.store %b[%i], %3 : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.return
}
