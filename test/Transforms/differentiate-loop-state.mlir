// RUN: kgen-opt %s -kgen-differentiate=slots=1 | FileCheck %s
// What a loop carries into a trip, where it has no closed form, is had by running the trips before again: with one slot, all.

kgen.kernel @product(%x: !kgen.array<1, f64>, %n: si32, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  %one = kgen.constant 1.0 : f64
  %p = kgen.for %k = 0 to %n step 1 carry(%p_0 = %one : f64) {
    %1 = kgen.mul %p_0, %0 : f64
    kgen.yield %1 : f64
  }
  kgen.store %y[%i], %p : !kgen.array<1, f64>
  kgen.return
}

kgen.kernel @walk(%next: !kgen.array<1, si32>, %x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f64
  %none = kgen.constant 0 : si32
  %p, %s = kgen.while carry(%p_0 = %i : si32, %s_0 = %zero : f64) {
    %0 = kgen.cmp ge %p_0, %none : si32
    kgen.yield %0, %p_0, %s_0 : i1, si32, f64
  } do(%p_1, %s_1) {
    %1 = kgen.load %x[%p_1] : !kgen.array<1, f64>
    %2 = kgen.add %s_1, %1 : f64
    %3 = kgen.load %next[%p_1] : !kgen.array<1, si32>
    kgen.yield %3, %2 : si32, f64
  }
  kgen.store %y[%i], %s : !kgen.array<1, f64>
  kgen.return
}

// CHECK-LABEL: kgen.kernel @product_backward
// CHECK: %[[X:.*]] = kgen.load %x[%i]
// CHECK: kgen.for %k = {{.*}} to -1 step -1 carry(%[[ADJ:.*]] = %adj_p : f64, %[[SUM:.*]] = {{.*}} : f64) {
// CHECK-NEXT:   %[[P:.*]] = kgen.for %earlier = 0 to %k step 1 carry(%[[STATE:.*]] = %one : f64) {
// CHECK-NEXT:     %[[NEXT:.*]] = kgen.mul %[[STATE]], %[[X]]
// CHECK-NEXT:     kgen.yield %[[NEXT]]
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[BEFORE:.*]] = kgen.mul %[[ADJ]], %[[X]]
// CHECK-NEXT:   %[[TERM:.*]] = kgen.mul %[[ADJ]], %[[P]]
// CHECK-NEXT:   kgen.add %[[SUM]], %[[TERM]]

// The trips are counted first; where the walk is in one of them is found by walking there again, without the test.
// CHECK-LABEL: kgen.kernel @walk_backward
// CHECK: %p, %[[TRIPS:.*]] = kgen.while
// CHECK: kgen.sub %[[TRIPS]],
// CHECK: kgen.for %trip = {{.*}} to -1 step -1 {
// CHECK-NEXT:   %[[AT:.*]] = kgen.for %earlier = 0 to %trip step 1 carry(%[[FROM:.*]] = %i : si32) {
// CHECK-NEXT:     %[[TO:.*]] = kgen.load %next[%[[FROM]]]
// CHECK-NEXT:     kgen.yield %[[TO]]
// CHECK-NEXT:   }
// CHECK-NEXT:   kgen.gradient_add %grad_x[%[[AT]]], %adj_s

// A counter is not part of the state, wherever it is read: it follows from the number of the trip. One that counts from
// zero is the number of trips.
// RUN: kgen-opt %s -kgen-differentiate=slots=4 | FileCheck %s --check-prefix=COUNTER
// RUN: kgen-opt %s -kgen-print-gradient-plan 2>&1 | FileCheck %s --check-prefix=PLAN
kgen.kernel @settle(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>, %n: !kgen.array<1, si32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  %none = kgen.constant 0 : si32
  %five = kgen.constant 5 : si32
  %v, %k, %m = kgen.while carry(%v_0 = %0 : f64, %k_0 = %none : si32, %m_0 = %five : si32) {
    %limit = kgen.constant 50 : si32
    %1 = kgen.cmp lt %k_0, %limit : si32
    %small = kgen.constant 0.125 : f64
    %size = kgen.abs %v_0 : f64
    %2 = kgen.cmp gt %size, %small : f64
    %3 = kgen.and %1, %2 : i1
    kgen.yield %3, %v_0, %k_0, %m_0 : i1, f64, si32, si32
  } do(%v_1, %k_1, %m_1) {
    %1 = kgen.cast %m_1 : si32 to f64
    %2 = kgen.mul %v_1, %1 : f64
    %3 = kgen.sin %2 : f64
    %one = kgen.constant 1 : si32
    %4 = kgen.add %k_1, %one : si32
    %two = kgen.constant 2 : si32
    %5 = kgen.sub %m_1, %two : si32
    kgen.yield %3, %4, %5 : f64, si32, si32
  }
  kgen.store %y[%i], %v : !kgen.array<1, f64>
  kgen.store %n[%i], %k : !kgen.array<1, si32>
  kgen.return
}

// PLAN-LABEL: gradient plan of @settle
// PLAN: loop: trips counted by a replay, state 'v_1'
// PLAN-NEXT: 'v_1': loop state
// PLAN-NEXT: 'm_1': closed form of the trip's number

// COUNTER-LABEL: kgen.kernel @settle_backward
// COUNTER: %v, %k, %m = kgen.while carry(
// COUNTER-NOT: %kept_{{[km]}}
// COUNTER: %[[LAST:.*]] = kgen.sub %k,
// COUNTER: %kept_v{{.*}} = kgen.var
// COUNTER-NOT: %kept_{{[km]}}
// COUNTER: kgen.for %trip = %[[LAST]] to -1 step -1
// COUNTER: kgen.mul %trip,
// COUNTER: kgen.for %earlier = %start to %trip step 1 carry(%{{[^,]*}} : f64, %next_kept
// COUNTER: kgen.mul %earlier,
// COUNTER: kgen.return
