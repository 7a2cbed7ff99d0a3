// RUN: kgen-opt %s --kgen-lower-early-exits | FileCheck %s

// What a return at the top skips moves under the opposite condition; no flag is needed.
kgen.kernel @guard(%x: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %0 = kgen.cmp ge %i, %n : si32
  kgen.if %0 {
    kgen.return
  }
  %1 = kgen.constant 1.0 : f32
  kgen.store %x[%i], %1 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @guard
// CHECK:         %[[OUT:.*]] = kgen.cmp ge
// CHECK-NEXT:    %[[IN:.*]] = kgen.not %[[OUT]]
// CHECK-NEXT:    kgen.if %[[IN]] {
// CHECK-NEXT:      kgen.constant
// CHECK-NEXT:      kgen.store
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.return
// CHECK-NEXT:  }

// A continue needs no exit condition, and no flag where all that it skips is in its own branch.
kgen.kernel @skip(%x: !kgen.array<1, f32>, %c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.continue
    } else {
      %0 = kgen.constant 1.0 : f32
      kgen.store %x[0], %0 : !kgen.array<1, f32>
    }
    %1 = kgen.constant 2.0 : f32
    kgen.store %x[1], %1 : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @skip
// CHECK-NOT:     kgen.var
// CHECK:         kgen.not
// CHECK-NEXT:    kgen.if
// CHECK:           kgen.store %x[0]
// CHECK:           kgen.store %x[1]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  kgen.return

// A break is the loop's exit condition; the condition region is left alone, as it is not run after the last trip.
kgen.kernel @stop(%x: !kgen.array<1, f32>, %c: i1) {
  kgen.while {
    %0 = kgen.constant true
    kgen.yield %0 : i1
  } do {
    kgen.if %c {
      kgen.break
    }
    %1 = kgen.constant 1.0 : f32
    kgen.store %x[0], %1 : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @stop
// CHECK:         kgen.while {
// CHECK-NEXT:      %[[TRUE:.*]] = kgen.constant true
// CHECK-NEXT:      kgen.yield %[[TRUE]]
// CHECK-NEXT:    } do {
// CHECK:           %more = kgen.var
// CHECK-NEXT:      kgen.if %c {
// CHECK-NEXT:        %[[FALSE:.*]] = kgen.constant false
// CHECK-NEXT:        kgen.set %more, %[[FALSE]]
// CHECK-NEXT:      } else {
// CHECK:             kgen.store
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[MORE:.*]] = kgen.get %more
// CHECK-NEXT:      kgen.yield while %[[MORE]]

// An exit deeper down leaves a flag that guards the rest of the trip. A break here, so the exit condition serves.
kgen.kernel @deep_break(%x: !kgen.array<1, f32>, %c: i1, %d: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.if %d {
        kgen.break
      }
    }
    %1 = kgen.constant 1.0 : f32
    kgen.store %x[%i], %1 : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @deep_break
// CHECK:           %more = kgen.var
// CHECK-NEXT:      kgen.if %c {
// CHECK-NEXT:        kgen.if %d {
// CHECK:               kgen.set %more
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[ON:.*]] = kgen.get %more
// CHECK-NEXT:      kgen.if %[[ON]] {
// CHECK:             kgen.store
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[MORE:.*]] = kgen.get %more
// CHECK-NEXT:      kgen.yield while %[[MORE]]

// A continue deeper down has a flag of its own; a break beside it clears both.
kgen.kernel @deep_continue(%x: !kgen.array<1, f32>, %c: i1, %d: i1, %e: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.if %d {
        kgen.continue
      }
      kgen.if %e {
        kgen.break
      }
    }
    %1 = kgen.constant 1.0 : f32
    kgen.store %x[%i], %1 : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @deep_continue
// CHECK:           %[[MORE:more.*]] = kgen.var
// CHECK:           %active = kgen.var
// CHECK-NEXT:      kgen.if %c {
// CHECK-NEXT:        kgen.if %d {
// CHECK-NEXT:          kgen.constant
// CHECK-NEXT:          kgen.set %active
// CHECK-NEXT:        } else {
// CHECK-NEXT:          kgen.if %e {
// CHECK-NEXT:            kgen.constant
// CHECK-NEXT:            kgen.set %[[MORE]]
// CHECK-NEXT:            kgen.constant
// CHECK-NEXT:            kgen.set %active
// CHECK:           %[[ON:.*]] = kgen.get %active
// CHECK-NEXT:      kgen.if %[[ON]] {
// CHECK:             kgen.store

// A return stops all loops around it, and guards what follows them.
kgen.kernel @nested_return(%x: !kgen.array<1, f32>, %c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.for %j = 0 to 9 step 1 {
      kgen.if %c {
        kgen.return
      }
    }
    %0 = kgen.constant 1.0 : f32
    kgen.store %x[0], %0 : !kgen.array<1, f32>
  }
  %1 = kgen.constant 2.0 : f32
  kgen.store %x[1], %1 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @nested_return
// CHECK:         %[[RUNNING:running.*]] = kgen.var
// CHECK-NEXT:    kgen.for %i
// CHECK:           %[[OUTER:more.*]] = kgen.var
// CHECK-NEXT:      kgen.for %j
// CHECK:             %[[INNER:more.*]] = kgen.var
// CHECK-NEXT:        kgen.if %c {
// CHECK:               kgen.set %[[RUNNING]]
// CHECK:               kgen.set %[[OUTER]]
// CHECK:               kgen.set %[[INNER]]
// CHECK:             kgen.yield while
// CHECK:           %[[ON:.*]] = kgen.get %[[OUTER]]
// CHECK-NEXT:      kgen.if %[[ON]] {
// CHECK:             kgen.store %x[0]
// CHECK:         %[[ALIVE:.*]] = kgen.get %[[RUNNING]]
// CHECK-NEXT:    kgen.if %[[ALIVE]] {
// CHECK:           kgen.store %x[1]

// With nothing behind the loop, a return is a break.
kgen.kernel @last_return(%x: !kgen.array<1, f32>, %c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.return
    }
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @last_return
// CHECK-NOT:     running
// CHECK:         kgen.yield while

// What is never reached goes; so does an if with nothing left in it.
kgen.kernel @unreached(%x: !kgen.array<1, f32>, %c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.continue
    } else {
      kgen.continue
    }
    %0 = kgen.constant 1.0 : f32
    kgen.store %x[0], %0 : !kgen.array<1, f32>
  }
  kgen.while {
    %1 = kgen.constant true
    kgen.yield %1 : i1
  } do {
    kgen.return
  }
  kgen.unreachable
}
// CHECK-LABEL: kgen.kernel @unreached
// CHECK-NEXT:    kgen.for %i = 0 to 9 step 1 {
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.while {
// CHECK:         } do {
// CHECK:           kgen.set %[[LAST:more.*]], %{{.*}}
// CHECK-NEXT:      %[[MORE:.*]] = kgen.get %[[LAST]]
// CHECK-NEXT:      kgen.yield while %[[MORE]]
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.return

// An exit condition that is there already and one that a break makes are one.
kgen.kernel @both(%x: !kgen.array<1, i1>, %c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      kgen.break
    }
    %0 = kgen.load %x[%i] : !kgen.array<1, i1>
    kgen.yield while %0
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @both
// CHECK:           kgen.if %c {
// CHECK:             kgen.set %[[MORE:more.*]], %
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[MASK:.*]] = kgen.load
// CHECK-NEXT:        %[[NOT:.*]] = kgen.not %[[MASK]]
// CHECK-NEXT:        kgen.if %[[NOT]] {
// CHECK:               kgen.set %[[MORE]], %
// CHECK:           %[[ON:.*]] = kgen.get %[[MORE]]
// CHECK-NEXT:      kgen.yield while %[[ON]]

// The result of an if that can be left is a variable until variables are promoted.
kgen.kernel @result(%x: !kgen.array<1, f32>, %c: i1) {
  %v = kgen.if %c -> f32 {
    %0 = kgen.constant 1.0 : f32
    kgen.yield %0 : f32
  } else {
    kgen.return
  }
  kgen.store %x[0], %v : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @result
// CHECK-NEXT:    %v = kgen.var : f32
// CHECK-NEXT:    kgen.if %c {
// CHECK:           kgen.set %v
// CHECK-NEXT:      %[[V:.*]] = kgen.get %v
// CHECK-NEXT:      kgen.store %x[0], %[[V]] :
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.return
