// RUN: kgen-opt %s --kgen-prepare-primal | FileCheck %s
// Step by step it is the same.
// RUN: kgen-opt %s --kgen-prepare-primal > %t.whole
// RUN: kgen-opt %s --kgen-lower-early-exits --kgen-promote-variables --kgen-normalise-while-loops \
// RUN:   --kgen-sink-select-arms --kgen-forward-loads --kgen-expand=for-adjoints | diff - %t.whole

// The counting loop is a range with an exit condition, the element is loaded once, the division runs where it is chosen,
// and what the adjoint has no rule for is in terms of what it has.

// CHECK-LABEL: kgen.kernel @steps
// CHECK:         %[[X:.*]] = kgen.load %x[%i]
// CHECK-NOT:     kgen.load
// CHECK-NOT:     kgen.var
// CHECK:         %s, %j = kgen.for %{{.*}} = 0 to %n step 1 carry(
// CHECK:           kgen.if %{{.*}} -> f32 {
// CHECK-NEXT:        kgen.div
// CHECK-NOT:       kgen.where
// CHECK:           kgen.yield %{{.*}} while %{{.*}} : f32, si32
// CHECK:         kgen.sub %{{.*}}, %zero
// CHECK-NOT:     kgen.smoothstep
kgen.kernel @steps(%x: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f32
  %none = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %s = kgen.var %zero : f32
  %j = kgen.var %none : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.while {
    %1 = kgen.get %j : si32
    %2 = kgen.cmp lt %1, %n : si32
    kgen.yield %2 : i1
  } do {
    %1 = kgen.get %s : f32
    %again = kgen.load %x[%i] : !kgen.array<1, f32>
    %2 = kgen.cmp ne %1, %zero : f32
    %3 = kgen.div %again, %1 : f32
    %4 = kgen.where %2, %3, %0 : i1, f32, f32
    kgen.set %s, %4 : f32
    %5 = kgen.cmp gt %4, %again : f32
    kgen.if %5 {
      kgen.break
    }
    %6 = kgen.get %j : si32
    %7 = kgen.add %6, %one : si32
    kgen.set %j, %7 : si32
  }
  %8 = kgen.get %s : f32
  %9 = kgen.get %j : si32
  %10 = kgen.cast %9 : si32 to f32
  %11 = kgen.smoothstep %zero, %8, %10 : f32
  kgen.store %x[%i], %11 : !kgen.array<1, f32>
  kgen.return
}
