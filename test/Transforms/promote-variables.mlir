// RUN: kgen-opt %s --kgen-promote-variables | FileCheck %s

// A variable is carried where a later trip or what follows the loop reads it; one that each trip writes first is not.
kgen.kernel @carried(%x: !kgen.array<1, f32>) {
  %0 = kgen.constant 0.0 : f32
  %sum = kgen.var %0 : f32
  %square = kgen.var : f32
  kgen.for %i = 0 to 9 step 1 {
    %1 = kgen.load %x[%i] : !kgen.array<1, f32>
    %2 = kgen.mul %1, %1 : f32
    kgen.set %square, %2 : f32
    %3 = kgen.get %sum : f32
    %4 = kgen.get %square : f32
    %5 = kgen.add %3, %4 : f32
    kgen.set %sum, %5 : f32
  }
  %6 = kgen.get %sum : f32
  kgen.store %x[0], %6 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @carried
// CHECK-NEXT:    %[[ZERO:.*]] = kgen.constant 0.0
// CHECK-NEXT:    %sum = kgen.for %i = 0 to 9 step 1 carry(%sum_0 = %[[ZERO]] : f32) {
// CHECK-NEXT:      %[[X:.*]] = kgen.load %x
// CHECK-NEXT:      %square = kgen.mul %[[X]], %[[X]]
// CHECK-NEXT:      %sum_1 = kgen.add %sum_0, %square
// CHECK-NEXT:      kgen.yield %sum_1 : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.store %x[0], %sum :

// Both regions of a while see the carried values. Exchanged variables need no third.
kgen.kernel @fibonacci(%x: !kgen.array<1, si32>, %n: si32) {
  %0 = kgen.constant 0 : si32
  %a = kgen.var %0 : si32
  %1 = kgen.constant 1 : si32
  %b = kgen.var %1 : si32
  kgen.while {
    %2 = kgen.get %b : si32
    %3 = kgen.cmp lt %2, %n : si32
    kgen.yield %3 : i1
  } do {
    %4 = kgen.get %a : si32
    %5 = kgen.get %b : si32
    %6 = kgen.add %4, %5 : si32
    kgen.set %a, %5 : si32
    kgen.set %b, %6 : si32
  }
  %7 = kgen.get %a : si32
  kgen.store %x[0], %7 : !kgen.array<1, si32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @fibonacci
// CHECK:         %a, %b = kgen.while carry(%a_0 = %{{.*}} : si32, %b_0 = %{{.*}} : si32) {
// CHECK-NEXT:      %[[ON:.*]] = kgen.cmp lt %b_0, %n
// CHECK-NEXT:      kgen.yield %[[ON]]
// CHECK-NEXT:    } do(%a_1, %b_1) {
// CHECK-NEXT:      %b_2 = kgen.add %a_1, %b_1
// CHECK-NEXT:      kgen.yield %b_1, %b_2
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.store %x[0], %a :

// A missing else hands on what was there before.
kgen.kernel @branch(%x: !kgen.array<1, f32>, %c: i1) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  %v = kgen.var %0 : f32
  kgen.if %c {
    %1 = kgen.get %v : f32
    %2 = kgen.sqrt %1 : f32
    kgen.set %v, %2 : f32
  }
  %3 = kgen.get %v : f32
  kgen.store %x[1], %3 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @branch
// CHECK-NEXT:    %v = kgen.load
// CHECK-NEXT:    %v_0 = kgen.if %c -> f32 {
// CHECK-NEXT:      %v_1 = kgen.sqrt %v
// CHECK-NEXT:      kgen.yield %v_1
// CHECK-NEXT:    } else {
// CHECK-NEXT:      kgen.yield %v
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.store %x[1], %v_0 :

// Undefined where it is read: a zero.
kgen.kernel @undefined(%x: !kgen.array<1, vec<3xf32>>, %c: i1) {
  %v = kgen.var : !kgen.vec<3xf32>
  kgen.if %c {
    %0 = kgen.load %x[0] : !kgen.array<1, vec<3xf32>>
    kgen.set %v, %0 : !kgen.vec<3xf32>
  }
  %1 = kgen.get %v : !kgen.vec<3xf32>
  kgen.store %x[1], %1 : !kgen.array<1, vec<3xf32>>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @undefined
// CHECK:         } else {
// CHECK-NEXT:      %[[ZERO:.*]] = kgen.construct : !kgen.vec<3xf32>
// CHECK-NEXT:      kgen.yield %[[ZERO]]

// A component's assignment is an insertion.
kgen.kernel @component(%x: !kgen.array<1, vec<3xf32>>, %i: si32, %s: f32) {
  %0 = kgen.load %x[0] : !kgen.array<1, vec<3xf32>>
  %v = kgen.var %0 : !kgen.vec<3xf32>
  kgen.set %v[%i], %s : f32 in !kgen.vec<3xf32>
  %1 = kgen.get %v : !kgen.vec<3xf32>
  kgen.store %x[0], %1 : !kgen.array<1, vec<3xf32>>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @component
// CHECK:         %v = kgen.load
// CHECK-NEXT:    %v_0 = kgen.insert %s, %v[%i]
// CHECK-NEXT:    kgen.store %x[0], %v_0 :

// A variable of a trip begins anew in each.
kgen.kernel @local(%x: !kgen.array<1, f32>) {
  kgen.for %i = 0 to 9 step 1 {
    %0 = kgen.constant 1.0 : f32
    %t = kgen.var %0 : f32
    kgen.for %j = 0 to 3 step 1 {
      %1 = kgen.get %t : f32
      %2 = kgen.add %1, %1 : f32
      kgen.set %t, %2 : f32
    }
    %3 = kgen.get %t : f32
    kgen.store %x[%i], %3 : !kgen.array<1, f32>
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @local
// CHECK-NEXT:    kgen.for %i = 0 to 9 step 1 {
// CHECK:           %t = kgen.for %j = 0 to 3 step 1 carry(%t_0 =
// CHECK:           kgen.store %x[%i], %t :

// What only serves itself goes, and what a loop hands on unchanged is what it was.
kgen.kernel @tight(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  %same = kgen.var %0 : f32
  %1 = kgen.constant 0 : si32
  %count = kgen.var %1 : si32
  kgen.for %i = 0 to 9 step 1 {
    %2 = kgen.get %same : f32
    kgen.store %x[%i], %2 : !kgen.array<1, f32>
    kgen.set %same, %2 : f32
    %3 = kgen.get %count : si32
    %4 = kgen.constant 1 : si32
    %5 = kgen.add %3, %4 : si32
    kgen.set %count, %5 : si32
  }
  %6 = kgen.get %same : f32
  kgen.store %x[9], %6 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @tight
// CHECK-NEXT:    %same = kgen.load %x
// CHECK-NEXT:    kgen.for %i = 0 to 9 step 1 {
// CHECK-NEXT:      kgen.store %x[%i], %same :
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.store %x[9], %same :
// CHECK-NEXT:    kgen.return

// A flag that is the condition, or its opposite, is no result; an empty region is turned round.
kgen.kernel @flag(%x: !kgen.array<1, f32>, %c: !kgen.array<1, i1>) {
  kgen.for %i = 0 to 9 step 1 {
    %0 = kgen.constant true
    %more = kgen.var %0 : i1
    %1 = kgen.load %c[%i] : !kgen.array<1, i1>
    kgen.if %1 {
      %2 = kgen.constant false
      kgen.set %more, %2 : i1
    } else {
      %3 = kgen.constant 1.0 : f32
      kgen.store %x[%i], %3 : !kgen.array<1, f32>
    }
    %4 = kgen.get %more : i1
    kgen.yield while %4
  }
  kgen.return
}
// CHECK-LABEL: kgen.kernel @flag
// CHECK:           %[[C:.*]] = kgen.load %c
// CHECK-NEXT:      %more = kgen.not %[[C]]
// CHECK-NEXT:      kgen.if %more {
// CHECK-NEXT:        kgen.constant
// CHECK-NEXT:        kgen.store
// CHECK-NEXT:      }
// CHECK-NEXT:      kgen.yield while %more
