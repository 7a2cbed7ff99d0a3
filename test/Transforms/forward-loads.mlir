// RUN: kgen-opt %s --kgen-forward-loads | FileCheck %s

// Of equal loads one is left, and a load of what was stored is the stored value; indices are equal as linear forms.
kgen.kernel @forward(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 1 : si32
  %next = kgen.add %i, %0 : si32
  %again = kgen.add %0, %i : si32
  %a = kgen.load %x[%next] : !kgen.array<1, f32>
  %b = kgen.load %x[%again] : !kgen.array<1, f32>
  %c = kgen.mul %a, %b : f32
  kgen.store %y[%i], %c : !kgen.array<1, f32>
  %d = kgen.load %y[%i] : !kgen.array<1, f32>
  %e = kgen.load %x[%next] : !kgen.array<1, f32>
  %f = kgen.sub %d, %e : f32
  kgen.store %y[%next], %f : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @forward
// CHECK:         %a = kgen.load %x[%next]
// CHECK-NEXT:    %c = kgen.mul %a, %a
// CHECK-NEXT:    kgen.store %y[%i], %c :
// CHECK-NEXT:    %f = kgen.sub %c, %a
// CHECK-NEXT:    kgen.store %y[%next], %f :

// Elements on the same side of the array are told apart; i - 1 may be -1, which is the last one.
kgen.kernel @apart(%x: !kgen.array<1, f32>, %v: f32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 1 : si32
  %next = kgen.add %i, %0 : si32
  %before = kgen.sub %i, %0 : si32
  %a = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.store %x[%next], %v : !kgen.array<1, f32>
  %b = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.store %x[%before], %v : !kgen.array<1, f32>
  %c = kgen.load %x[%i] : !kgen.array<1, f32>
  %d = kgen.load %y[0] : !kgen.array<1, f32>
  kgen.store %y[1], %b : !kgen.array<1, f32>
  %e = kgen.load %y[0] : !kgen.array<1, f32>
  kgen.store %y[-1], %c : !kgen.array<1, f32>
  %f = kgen.load %y[0] : !kgen.array<1, f32>
  kgen.store %y[2], %d : !kgen.array<1, f32>
  kgen.store %y[3], %e : !kgen.array<1, f32>
  kgen.store %y[4], %f : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @apart
// CHECK:         %a = kgen.load %x[%i]
// CHECK-NEXT:    kgen.store %x[%next]
// CHECK-NEXT:    kgen.store %x[%before]
// CHECK-NEXT:    %c = kgen.load %x[%i]
// CHECK-NEXT:    %d = kgen.load %y[0]
// CHECK-NEXT:    kgen.store %y[1], %a :
// CHECK-NEXT:    kgen.store %y[-1], %c :
// CHECK-NEXT:    %f = kgen.load %y[0]
// CHECK-NEXT:    kgen.store %y[2], %d :
// CHECK-NEXT:    kgen.store %y[3], %d :
// CHECK-NEXT:    kgen.store %y[4], %f :

// What a loop writes is unknown in all its trips and after it; what one arm loads is unknown to the other and after.
kgen.kernel @regions(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %c: i1) {
  %a = kgen.load %x[0] : !kgen.array<1, f32>
  %b = kgen.load %y[0] : !kgen.array<1, f32>
  kgen.for %k = 0 to 9 step 1 {
    %d = kgen.load %x[0] : !kgen.array<1, f32>
    %e = kgen.load %y[0] : !kgen.array<1, f32>
    %f = kgen.add %d, %e : f32
    kgen.store %x[%k], %f : !kgen.array<1, f32>
  }
  kgen.if %c {
    %g = kgen.load %y[1] : !kgen.array<1, f32>
    %h = kgen.atomic add %y[2], %g : !kgen.array<1, f32>
  }
  %l = kgen.load %y[1] : !kgen.array<1, f32>
  %m = kgen.load %y[0] : !kgen.array<1, f32>
  %n = kgen.add %l, %m : f32
  %o = kgen.add %a, %b : f32
  kgen.store %x[0], %n : !kgen.array<1, f32>
  kgen.store %x[1], %o : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @regions
// CHECK:         %a = kgen.load %x[0]
// CHECK:         %b = kgen.load %y[0]
// CHECK:         kgen.for
// CHECK-NEXT:      %d = kgen.load %x[0]
// CHECK-NEXT:      %f = kgen.add %d, %b
// CHECK:         kgen.if
// CHECK-NEXT:      %g = kgen.load %y[1]
// CHECK:         %l = kgen.load %y[1]
// CHECK-NEXT:    %m = kgen.load %y[0]
// CHECK-NEXT:    %n = kgen.add %l, %m

// A part that was stored is known, whatever other parts were stored since; so elements that are written in parts are
// read in parts.
// CHECK-LABEL: kgen.kernel @parts
// CHECK:         kgen.store %a[%i, 0], %x
// CHECK-NEXT:    kgen.store %a[%i, 1], %y
// CHECK-NEXT:    %[[Z:.*]] = kgen.load %a[%i, 2]
// CHECK-NEXT:    kgen.store %a[%i, 2], %x
// CHECK-NEXT:    kgen.store %a[%i, 0], %[[Z]]
// CHECK-NEXT:    kgen.return
kgen.kernel @parts(%a: !kgen.array<1, vec<3xf32>>, %x: f32, %y: f32) {
  %i = kgen.tid : si32
  kgen.store %a[%i, 0], %x : !kgen.array<1, vec<3xf32>>
  kgen.store %a[%i, 1], %y : !kgen.array<1, vec<3xf32>>
  %v = kgen.load %a[%i] : !kgen.array<1, vec<3xf32>>
  %v0 = kgen.extract %v[0] : !kgen.vec<3xf32>
  %v2 = kgen.extract %v[2] : !kgen.vec<3xf32>
  kgen.store %a[%i, 2], %v0 : !kgen.array<1, vec<3xf32>>
  kgen.store %a[%i, 0], %v2 : !kgen.array<1, vec<3xf32>>
  kgen.return
}

// An element is one, by whatever view it is written.
// CHECK-LABEL: kgen.kernel @by_a_view
// CHECK:         kgen.store %a[%i, 1]
// CHECK-NEXT:    kgen.store %y[0], %x
// CHECK-NEXT:    kgen.return
kgen.kernel @by_a_view(%a: !kgen.array<2, f32>, %y: !kgen.array<1, f32>, %x: f32) {
  %i = kgen.tid : si32
  %row = kgen.view %a[%i] : !kgen.array<2, f32>
  %before = kgen.load %a[%i, 1] : !kgen.array<2, f32>
  kgen.store %row[1], %x : !kgen.array<1, f32>
  %after = kgen.load %a[%i, 1] : !kgen.array<2, f32>
  kgen.store %y[0], %after : !kgen.array<1, f32>
  kgen.return
}
