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

// What a trip asks before it does anything is part of the condition: each trip is a whole one.
kgen.kernel @asks_first(%x: !kgen.array<1, f32>, %c: !kgen.array<1, i1>, %y: f32) {
  %0 = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %u, %j = kgen.while carry(%u_0 = %y : f32, %j_0 = %0 : si32) {
    %1 = kgen.cmp gt %u_0, %y : f32
    kgen.yield %1, %u_0, %j_0 : i1, f32, si32
  } do(%u_1, %j_1) {
    %2 = kgen.load %c[%j_1] : !kgen.array<1, i1>
    %more = kgen.not %2 : i1
    %u_2, %j_2 = kgen.if %2 -> (f32, si32) {
      kgen.yield %u_1, %j_1 : f32, si32
    } else {
      %3 = kgen.mul %u_1, %y : f32
      %4 = kgen.add %j_1, %one : si32
      kgen.yield %3, %4 : f32, si32
    }
    kgen.yield %u_2, %j_2 while %more : f32, si32
  }
  kgen.store %x[0], %u : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @asks_first
// CHECK:         kgen.while carry(%[[U:.*]] = %y : f32, %[[J:.*]] = %{{.*}} : si32) {
// CHECK-NEXT:      %[[HOLDS:.*]] = kgen.cmp gt %[[U]], %y
// CHECK-NEXT:      %[[BOTH:.*]] = kgen.if %[[HOLDS]] -> i1 {
// CHECK-NEXT:        %[[STOP:.*]] = kgen.load %c[%[[J]]]
// CHECK-NEXT:        %[[GO:.*]] = kgen.not %[[STOP]]
// CHECK-NEXT:        kgen.yield %[[GO]] : i1
// CHECK-NEXT:      } else {
// CHECK:           kgen.yield %[[BOTH]], %[[U]], %[[J]]
// CHECK-NEXT:    } do(%[[V:.*]], %[[K:.*]]) {
// CHECK-NEXT:      %[[NEXT:.*]] = kgen.mul %[[V]], %y
// CHECK-NEXT:      %[[COUNT:.*]] = kgen.add %[[K]], %{{.*}}
// CHECK-NEXT:      kgen.yield %[[NEXT]], %[[COUNT]] : f32, si32

// A loop without end but for its first question counts, where the question does.
kgen.kernel @asks_and_counts(%x: !kgen.array<1, si32>, %n: si32) {
  %0 = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %j = kgen.while carry(%j_0 = %0 : si32) {
    %yes = kgen.constant true
    kgen.yield %yes, %j_0 : i1, si32
  } do(%j_1) {
    %1 = kgen.cmp ge %j_1, %n : si32
    %more = kgen.not %1 : i1
    %j_2 = kgen.if %1 -> si32 {
      kgen.yield %j_1 : si32
    } else {
      kgen.store %x[%j_1], %j_1 : !kgen.array<1, si32>
      %2 = kgen.add %j_1, %one : si32
      kgen.yield %2 : si32
    }
    kgen.yield %j_2 while %more : si32
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @asks_and_counts
// CHECK:         kgen.for %[[I:.*]] = 0 to %n step 1 {
// CHECK-NEXT:      kgen.store %x[%[[I]]], %[[I]]
// CHECK-NEXT:    }

// Where the trip has another end, that one stays.
kgen.kernel @asks_twice(%x: !kgen.array<1, f32>, %y: f32, %z: f32) {
  %u = kgen.while carry(%u_0 = %y : f32) {
    %1 = kgen.cmp gt %u_0, %y : f32
    kgen.yield %1, %u_0 : i1, f32
  } do(%u_1) {
    %2 = kgen.cmp lt %u_1, %z : f32
    %u_2, %more = kgen.if %2 -> (f32, i1) {
      %no = kgen.constant false
      kgen.yield %u_1, %no : f32, i1
    } else {
      %3 = kgen.mul %u_1, %y : f32
      %4 = kgen.cmp lt %3, %z : f32
      kgen.yield %3, %4 : f32, i1
    }
    kgen.yield %u_2 while %more : f32
  }
  kgen.store %x[0], %u : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @asks_twice
// CHECK:         kgen.if %{{.*}} -> i1 {
// CHECK:         } do(%[[U:.*]]) {
// CHECK-NEXT:      %[[NEXT:.*]] = kgen.mul %[[U]], %y
// CHECK-NEXT:      %[[MORE:.*]] = kgen.cmp lt %[[NEXT]], %z
// CHECK-NEXT:      kgen.yield %[[NEXT]] while %[[MORE]]

// These ask in the trip: what is read is used in it, too; something is written before; a stopped trip has changed a carried value.
kgen.kernel @uses_it(%x: !kgen.array<1, f32>, %y: f32) {
  %u = kgen.while carry(%u_0 = %y : f32) {
    %1 = kgen.cmp gt %u_0, %y : f32
    kgen.yield %1, %u_0 : i1, f32
  } do(%u_1) {
    %2 = kgen.load %x[0] : !kgen.array<1, f32>
    %3 = kgen.cmp lt %2, %y : f32
    %more = kgen.not %3 : i1
    %u_2 = kgen.if %3 -> f32 {
      kgen.yield %u_1 : f32
    } else {
      %4 = kgen.mul %u_1, %2 : f32
      kgen.yield %4 : f32
    }
    kgen.yield %u_2 while %more : f32
  }
  kgen.store %x[0], %u : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @uses_it
// CHECK:         kgen.yield %{{.*}} while
kgen.kernel @writes_before(%x: !kgen.array<1, f32>, %y: f32) {
  %u = kgen.while carry(%u_0 = %y : f32) {
    %1 = kgen.cmp gt %u_0, %y : f32
    kgen.yield %1, %u_0 : i1, f32
  } do(%u_1) {
    kgen.store %x[1], %u_1 : !kgen.array<1, f32>
    %3 = kgen.cmp lt %u_1, %y : f32
    %more = kgen.not %3 : i1
    %u_2 = kgen.if %3 -> f32 {
      kgen.yield %u_1 : f32
    } else {
      %4 = kgen.mul %u_1, %y : f32
      kgen.yield %4 : f32
    }
    kgen.yield %u_2 while %more : f32
  }
  kgen.store %x[0], %u : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @writes_before
// CHECK:         kgen.yield %{{.*}} while
kgen.kernel @changes_before(%x: !kgen.array<1, f32>, %y: f32) {
  %u = kgen.while carry(%u_0 = %y : f32) {
    %1 = kgen.cmp gt %u_0, %y : f32
    kgen.yield %1, %u_0 : i1, f32
  } do(%u_1) {
    %3 = kgen.cmp lt %u_1, %y : f32
    %more = kgen.not %3 : i1
    %u_2 = kgen.if %3 -> f32 {
      kgen.yield %y : f32
    } else {
      %4 = kgen.mul %u_1, %y : f32
      kgen.yield %4 : f32
    }
    kgen.yield %u_2 while %more : f32
  }
  kgen.store %x[0], %u : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @changes_before
// CHECK:         kgen.yield %{{.*}} while
