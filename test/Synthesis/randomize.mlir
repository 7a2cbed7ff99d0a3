// One change of each kind, and what must hold of all of them: the result is a kernel.
//
// RUN: kgen-opt %s --kgen-randomize="mutations=0" > %t.none
// RUN: kgen-opt %s | diff - %t.none
// RUN: kgen-opt %s --kgen-randomize="seed=7 mutations=5" > %t.one
// RUN: kgen-opt %s --kgen-randomize="seed=7 mutations=5" | diff - %t.one
// RUN: kgen-opt %s --kgen-randomize="seed=8 mutations=5" | not diff - %t.one

// RUN: kgen-opt %s --kgen-randomize="seed=0 mutations=1" | FileCheck %s --check-prefix=OPERATOR
// OPERATOR: %2 = kgen.sub %1, %0 : f32
// RUN: kgen-opt %s --kgen-randomize="seed=9 mutations=1" | FileCheck %s --check-prefix=BUILTIN
// BUILTIN: %8 = kgen.cos %7 : f32
// RUN: kgen-opt %s --kgen-randomize="seed=19 mutations=1" | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: %8 = kgen.constant 3.750000e-01 : f32
// RUN: kgen-opt %s --kgen-randomize="seed=13 mutations=1" | FileCheck %s --check-prefix=CONDITION
// CONDITION: kgen.cmp gt %a, %3 : f32
// RUN: kgen-opt %s --kgen-randomize="seed=10 mutations=1" | FileCheck %s --check-prefix=TRIPS
// TRIPS: kgen.for %k = 0 to 5 step 1
// RUN: kgen-opt %s --kgen-randomize="seed=12 mutations=1" | FileCheck %s --check-prefix=EXTEND
// EXTEND: %[[OLD:.*]] = kgen.add %7, %8 : f32
// EXTEND: %[[NEW:.*]] = kgen.max %[[OLD]], %a : f32
// EXTEND: kgen.set %s, %[[NEW]] : f32
// RUN: kgen-opt %s --kgen-randomize="seed=26 mutations=1" | FileCheck %s --check-prefix=STATEMENT
// STATEMENT: %x1 = kgen.add %7, %8 : f32
// STATEMENT: %[[PART:.*]] = kgen.atan %x1 : f32
// STATEMENT: kgen.mul %x1, %[[PART]] : f32
// RUN: kgen-opt %s --kgen-randomize="seed=31 mutations=1" | FileCheck %s --check-prefix=BRANCH
// BRANCH: %fraction = kgen.var %8 : f32
// BRANCH: %[[IS:.*]] = kgen.cmp ge
// BRANCH: kgen.if %[[IS]] {
// BRANCH: kgen.set %fraction
// BRANCH: }
// BRANCH: %[[LAST:.*]] = kgen.get %fraction : f32
// BRANCH: kgen.set %s, %[[LAST]] : f32
// RUN: kgen-opt %s --kgen-randomize="seed=38 mutations=1" | FileCheck %s --check-prefix=LOOP
// LOOP: kgen.for %k = 0 to 3 step 1 {
// LOOP: %scaled = kgen.var %9 : f32
// LOOP: kgen.for %j = 0 to 2 step 1 {
// LOOP: kgen.set %scaled
// LOOP: %[[SUM:.*]] = kgen.get %scaled : f32
// LOOP: kgen.set %s, %[[SUM]] : f32
// RUN: kgen-opt %s --kgen-randomize="seed=8 mutations=1" | FileCheck %s --check-prefix=ARRAY
// ARRAY: %dt: !kgen.array<1, f32>
// ARRAY: %falloff = kgen.load %dt[%i]
// ARRAY: kgen.mul %a, %falloff : f32

// The branch, the loop and the store served only each other.
// RUN: kgen-opt %s --kgen-randomize="seed=50 mutations=1" | FileCheck %s --check-prefix=REMOVE
// REMOVE: %a = kgen.load %x[%i]
// REMOVE-NEXT: kgen.atomic add %e[0], %a
// REMOVE-NEXT: kgen.return

kgen.kernel @advance(%x: !kgen.array<1, f32>, %mass: !kgen.array<1, f32>, %dt: f32, %y: !kgen.array<1, f32>, %e: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %a = kgen.load %x[%i] : !kgen.array<1, f32>
  %0 = kgen.load %mass[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %a, %dt : f32
  %2 = kgen.add %1, %0 : f32
  %s = kgen.var %2 : f32
  %3 = kgen.constant 5.000000e-01 : f32
  %4 = kgen.cmp lt %a, %3 : f32
  kgen.if %4 {
    %5 = kgen.get %s : f32
    %6 = kgen.sin %5 : f32
    kgen.set %s, %6 : f32
  }
  kgen.for %k = 0 to 3 step 1 {
    %7 = kgen.get %s : f32
    %8 = kgen.constant 2.500000e-01 : f32
    %9 = kgen.add %7, %8 : f32
    kgen.set %s, %9 : f32
  }
  %10 = kgen.get %s : f32
  kgen.store %y[%i], %10 : !kgen.array<1, f32>
  %11 = kgen.atomic add %e[0], %a : !kgen.array<1, f32>
  kgen.return
}
