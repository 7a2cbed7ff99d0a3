// RUN: kgen-opt %s --kgen-normalise-while-loops | FileCheck %s

// A bound that the condition region computes moves before the loop; a counter that is read later stays carried.
kgen.kernel @up(%x: !kgen.array<1, f32>, %n: si32, %y: !kgen.array<1, si32>) {
  %0 = kgen.constant 2 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %1 = kgen.constant 1 : si32
    %2 = kgen.sub %n, %1 : si32
    %3 = kgen.cmp le %j_0, %2 : si32
    kgen.yield %3, %j_0 : i1, si32
  } do(%j_1) {
    %4 = kgen.constant 1.0 : f32
    kgen.store %x[%j_1], %4 : !kgen.array<1, f32>
    %5 = kgen.constant 3 : si32
    %j_2 = kgen.add %j_1, %5 : si32
    kgen.yield %j_2 : si32
  }
  kgen.store %y[0], %j : !kgen.array<1, si32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @up
// CHECK:         %[[LAST:.*]] = kgen.sub %n, %
// CHECK:         %[[END:.*]] = kgen.add %[[LAST]], %
// CHECK-NEXT:    %[[J:.*]] = kgen.for %[[I:.*]] = 2 to %[[END]] step 3 carry(%{{.*}} = %{{.*}} : si32) {
// CHECK:           kgen.store %x[%[[I]]]
// CHECK:           %[[NEXT:.*]] = kgen.add %[[I]], %
// CHECK-NEXT:      kgen.yield %[[NEXT]]
// CHECK:         kgen.store %y[0], %[[J]] :

// Down, between literals, the operands the other way round.
kgen.kernel @down(%x: !kgen.array<1, f32>) {
  %0 = kgen.constant 9 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %1 = kgen.constant 0 : si32
    %2 = kgen.cmp le %1, %j_0 : si32
    kgen.yield %2, %j_0 : i1, si32
  } do(%j_1) {
    %3 = kgen.constant 1.0 : f32
    kgen.store %x[%j_1], %3 : !kgen.array<1, f32>
    %4 = kgen.constant 2 : si32
    %j_2 = kgen.sub %j_1, %4 : si32
    kgen.yield %j_2 : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @down
// CHECK:         kgen.for %{{.*}} = 9 to -1 step -2 {

// The trip that stops the loop need not count.
kgen.kernel @stops(%x: !kgen.array<1, f32>, %c: !kgen.array<1, i1>, %n: si32) {
  %0 = kgen.constant 0 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %1 = kgen.cmp lt %j_0, %n : si32
    kgen.yield %1, %j_0 : i1, si32
  } do(%j_1) {
    %2 = kgen.load %c[%j_1] : !kgen.array<1, i1>
    %more = kgen.not %2 : i1
    %j_2 = kgen.if %2 -> si32 {
      kgen.yield %j_1 : si32
    } else {
      %3 = kgen.constant 1.0 : f32
      kgen.store %x[%j_1], %3 : !kgen.array<1, f32>
      %4 = kgen.constant 1 : si32
      %j_3 = kgen.add %j_1, %4 : si32
      kgen.yield %j_3 : si32
    }
    kgen.yield %j_2 while %more : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @stops
// CHECK:         kgen.for %[[J:.*]] = 0 to %n step 1 {
// CHECK-NEXT:      kgen.load %c[%[[J]]]
// CHECK:           kgen.yield while

// These do not count: a trip that may not, a bound that changes, a step in the wrong direction, a second condition.
kgen.kernel @sometimes(%c: !kgen.array<1, i1>, %n: si32, %x: !kgen.array<1, si32>) {
  %0 = kgen.constant 0 : si32
  %1 = kgen.constant 1 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %2 = kgen.cmp lt %j_0, %n : si32
    kgen.yield %2, %j_0 : i1, si32
  } do(%j_1) {
    %3 = kgen.load %c[%j_1] : !kgen.array<1, i1>
    kgen.store %x[0], %j_1 : !kgen.array<1, si32>
    %j_2 = kgen.if %3 -> si32 {
      kgen.yield %j_1 : si32
    } else {
      %j_3 = kgen.add %j_1, %1 : si32
      kgen.yield %j_3 : si32
    }
    kgen.yield %j_2 : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @sometimes
// CHECK-NOT:     kgen.for
kgen.kernel @moving_bound(%n: si32, %x: !kgen.array<1, si32>) {
  %0 = kgen.constant 0 : si32
  %1 = kgen.constant 1 : si32
  %j, %m = kgen.while carry(%j_0 = %0 : si32, %m_0 = %n : si32) {
    %2 = kgen.cmp lt %j_0, %m_0 : si32
    kgen.yield %2, %j_0, %m_0 : i1, si32, si32
  } do(%j_1, %m_1) {
    kgen.store %x[0], %j_1 : !kgen.array<1, si32>
    %j_2 = kgen.add %j_1, %1 : si32
    %m_2 = kgen.sub %m_1, %1 : si32
    kgen.yield %j_2, %m_2 : si32, si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @moving_bound
// CHECK-NOT:     kgen.for
kgen.kernel @away(%n: si32, %x: !kgen.array<1, si32>) {
  %0 = kgen.constant 0 : si32
  %1 = kgen.constant 1 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %2 = kgen.cmp gt %j_0, %n : si32
    kgen.yield %2, %j_0 : i1, si32
  } do(%j_1) {
    kgen.store %x[0], %j_1 : !kgen.array<1, si32>
    %j_2 = kgen.add %j_1, %1 : si32
    kgen.yield %j_2 : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @away
// CHECK-NOT:     kgen.for
kgen.kernel @loaded_bound(%n: !kgen.array<1, si32>) {
  %0 = kgen.constant 0 : si32
  %1 = kgen.constant 1 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %2 = kgen.load %n[0] : !kgen.array<1, si32>
    %3 = kgen.cmp lt %j_0, %2 : si32
    kgen.yield %3, %j_0 : i1, si32
  } do(%j_1) {
    kgen.store %n[%j_1], %j_1 : !kgen.array<1, si32>
    %j_2 = kgen.add %j_1, %1 : si32
    kgen.yield %j_2 : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @loaded_bound
// CHECK-NOT:     kgen.for
