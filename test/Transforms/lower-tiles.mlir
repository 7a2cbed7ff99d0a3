// RUN: split-file %s %t
// RUN: kgen-opt %t/k.mlir --kgen-lower-tiles | FileCheck %s
// RUN: kgen-opt %t/k.mlir --kgen-lower-tiles=in-place | FileCheck %s --check-prefix=INPLACE
// RUN: not kgen-opt %t/k.mlir --kgen-lower-tiles=block-dim=32 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: kgen-opt %t/k.mlir --kgen-differentiate --kgen-lower-tiles | FileCheck %s --check-prefix=BACKWARD
// WIDE: error: expected blocks of 1 thread but got 32
//
// Two loads of one shape share a function; so do none of other types. Text does not grow with extents.

// CHECK-NOT: kgen.tile
// CHECK-LABEL: kgen.kernel @rows(
// CHECK-NEXT: %i = kgen.tid : si32
// CHECK-NEXT: %[[ROW:.*]] = kgen.view %w[%i] : !kgen.array<2, f32>
// CHECK-NEXT: %x = kgen.call @tile_load_64(%[[ROW]], %i) : (!kgen.array<1, f32>, si32) -> !kgen.vec<64xf32>
// CHECK-NEXT: %y = kgen.call @tile_load_64(%b, %i)
// CHECK-NEXT: %[[SUM:.*]] = kgen.add %x, %y : !kgen.vec<64xf32>
// CHECK-NEXT: kgen.call @tile_store_64_inside(%b, %i, %[[SUM]])
// CHECK-NEXT: %old = kgen.call @tile_atomic_add_64_old(%b, %i, %[[SUM]]) : (!kgen.array<1, f32>, si32, !kgen.vec<64xf32>) -> !kgen.vec<64xf32>
// CHECK-NEXT: kgen.call @tile_atomic_add_64(%b, %i, %old)
// CHECK: kgen.func @tile_load_64(%a: !kgen.array<1, f32>, %start: si32) -> !kgen.vec<64xf32> {
// CHECK: %tile = kgen.var
// CHECK: kgen.for %i = %{{.*}} to %end step 1 {
// CHECK: kgen.load %a[%{{.*}}]
// CHECK: kgen.set %tile[%i]
// CHECK: kgen.func @tile_store_64_inside(
// CHECK-NEXT: kgen.for %i = 0 to 64 step 1 {
// CHECK: kgen.store %a[
// CHECK: kgen.func @tile_atomic_add_64_old(
// CHECK: %old = kgen.var
// CHECK: kgen.atomic add %a[
// CHECK: kgen.func @tile_atomic_add_64(
// CHECK: kgen.atomic add %a[{{.*}} {augmented}
// INPLACE-NOT: kgen.func
// INPLACE-NOT: kgen.call
// INPLACE-NOT: kgen.tile
// INPLACE: kgen.for

// The adjoint of a load is a loop of sums, that of a store one that takes; neither copies the tile in each trip.
// BACKWARD-LABEL: kgen.kernel @rows_backward(
// BACKWARD-NOT: kgen.tile
// BACKWARD: kgen.for
// BACKWARD: kgen.gradient_take %grad_b[
// BACKWARD: kgen.for
// BACKWARD: kgen.gradient_add %grad_w[%i, %
// BACKWARD: kgen.return

//--- k.mlir
kgen.kernel @rows(%w: !kgen.array<2, f32>, %b: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %row = kgen.view %w[%i] : !kgen.array<2, f32>
  %0 = kgen.tile.load %row[%i] : !kgen.array<1, f32> -> !kgen.tile<64xf32>
  %x = kgen.tile.unpack %0 : !kgen.tile<64xf32> to !kgen.vec<64xf32>
  %1 = kgen.tile.load %b[%i] : !kgen.array<1, f32> -> !kgen.tile<64xf32>
  %y = kgen.tile.unpack %1 : !kgen.tile<64xf32> to !kgen.vec<64xf32>
  %sum = kgen.add %x, %y : !kgen.vec<64xf32>
  %t = kgen.tile.pack %sum : !kgen.vec<64xf32> to !kgen.tile<64xf32>
  kgen.tile.store %b[%i], %t {unchecked} : !kgen.array<1, f32>, !kgen.tile<64xf32>
  %old = kgen.tile.add %b[%i], %t : !kgen.array<1, f32>, !kgen.tile<64xf32> -> !kgen.tile<64xf32>
  kgen.tile.add %b[%i], %old : !kgen.array<1, f32>, !kgen.tile<64xf32>
  kgen.return
}
