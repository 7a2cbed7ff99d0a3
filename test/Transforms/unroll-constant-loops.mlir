// RUN: kgen-opt %s --kgen-unroll-constant-loops | FileCheck %s
// RUN: kgen-opt %s --kgen-unroll-constant-loops=max-trips=2 | FileCheck %s --check-prefix=TWO

// An inner loop whose bounds become literal is written out too.
kgen.kernel @triangle(%x: !kgen.array<1, f32>) {
  %0 = kgen.constant 0.0 : f32
  %s = kgen.for %i = 0 to 3 step 1 carry(%s_0 = %0 : f32) {
    %s_1 = kgen.for %j = 1 to %i step 1 carry(%s_2 = %s_0 : f32) {
      %1 = kgen.load %x[%j] : !kgen.array<1, f32>
      %s_3 = kgen.add %s_2, %1 : f32
      kgen.yield %s_3 : f32
    }
    kgen.yield %s_1 : f32
  }
  kgen.store %x[0], %s : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @triangle
// CHECK-NOT:     kgen.for
// CHECK:         %[[ONE:.*]] = kgen.constant 1 : si32
// CHECK-NEXT:    %[[X:.*]] = kgen.load %x[%[[ONE]]]
// CHECK-NEXT:    %[[S:.*]] = kgen.add %{{.*}}, %[[X]]
// CHECK-NEXT:    kgen.store %x[0], %[[S]] :
// TWO-LABEL:   kgen.kernel @triangle
// TWO:           kgen.for %i = 0 to 3 step 1
// TWO:             kgen.for %j = 1 to %i step 1

// A bound may be computed of constants.
kgen.kernel @computed(%x: !kgen.array<1, f32>, %v: f32) {
  %one = kgen.constant 1 : si32
  %two = kgen.add %one, %one : si32
  %end = kgen.sub %two, %one : si32
  kgen.for %i = 0 to %end step 1 {
    kgen.store %x[%i], %v : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @computed
// CHECK-NEXT:    %[[I:.*]] = kgen.constant 0 : si32
// CHECK-NEXT:    kgen.store %x[%[[I]]], %v
// CHECK-NEXT:    kgen.return

// Down; a loop without a trip hands on what it got.
kgen.kernel @down(%x: !kgen.array<1, f32>, %v: f32) {
  kgen.for %i = 2 to 0 step -1 {
    kgen.store %x[%i], %v : !kgen.array<1, f32>
  }
  %r = kgen.for %i = 0 to 0 step 1 carry(%r_0 = %v : f32) {
    %r_1 = kgen.sqrt %r_0 : f32
    kgen.yield %r_1 : f32
  }
  %s = kgen.for %i = 0 to 9 step 0 carry(%s_0 = %r : f32) {
    %s_1 = kgen.sqrt %s_0 : f32
    kgen.yield %s_1 : f32
  }
  kgen.store %x[0], %s : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @down
// CHECK-NEXT:    %[[I:.*]] = kgen.constant 2 : si32
// CHECK-NEXT:    kgen.store %x[%[[I]]], %v
// CHECK-NEXT:    %[[J:.*]] = kgen.constant 1 : si32
// CHECK-NEXT:    kgen.store %x[%[[J]]], %v
// CHECK-NEXT:    kgen.store %x[0], %v :

// Too many trips, an exit condition, a bound that is not known.
kgen.kernel @stays(%x: !kgen.array<1, f32>, %v: f32, %n: si32) {
  kgen.for %i = 0 to 17 step 1 {
    kgen.store %x[%i], %v : !kgen.array<1, f32>
  }
  kgen.for %j = 0 to 4 step 1 {
    %0 = kgen.load %x[%j] : !kgen.array<1, f32>
    kgen.store %x[0], %0 : !kgen.array<1, f32>
    %1 = kgen.cmp lt %0, %v : f32
    kgen.yield while %1
  }
  kgen.for %k = 0 to %n step 1 {
    kgen.store %x[%k], %v : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @stays
// CHECK:         kgen.for %i
// CHECK:         kgen.for %j
// CHECK:         kgen.for %k
