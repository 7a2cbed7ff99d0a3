// RUN: kgen-opt %s --kgen-expand | FileCheck %s

// An expansion is expanded in turn, and takes the name of what it stands for.
kgen.kernel @nested(%x: !kgen.array<1, vec<3xf32>>, %y: !kgen.array<1, vec<3xf32>>) {
  %i = kgen.tid : si32
  %v = kgen.load %x[%i] : !kgen.array<1, vec<3xf32>>
  %unit = kgen.normalize %v : !kgen.vec<3xf32>
  kgen.store %y[%i], %unit : !kgen.array<1, vec<3xf32>>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @nested
// CHECK-NOT:     kgen.normalize
// CHECK-NOT:     kgen.length
// CHECK:         %[[DOT:.*]] = kgen.dot %v, %v
// CHECK:         kgen.sqrt %[[DOT]]
// CHECK:         %unit = kgen.where
// CHECK-NEXT:    kgen.store %y[%i], %unit :

// In nested regions too; variables and early exits do not matter. What is no composite stays.
kgen.kernel @source_form(%x: !kgen.array<1, f32>, %low: f32, %high: f32) {
  kgen.for %i = 0 to 9 step 1 {
    %0 = kgen.load %x[%i] : !kgen.array<1, f32>
    %v = kgen.var %0 : f32
    %1 = kgen.get %v : f32
    %2 = kgen.clamp %1, %low, %high : f32
    kgen.set %v, %2 : f32
    %3 = kgen.sin %2 : f32
    kgen.store %x[%i], %3 : !kgen.array<1, f32>
    kgen.break
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @source_form
// CHECK:           %[[V:.*]] = kgen.get %v
// CHECK-NEXT:      %[[MAX:.*]] = kgen.max %low, %[[V]]
// CHECK-NEXT:      %[[MIN:.*]] = kgen.min %[[MAX]], %high
// CHECK-NEXT:      kgen.set %v, %[[MIN]]
// CHECK-NEXT:      kgen.sin %[[MIN]]
