// RUN: kgen-opt %s -split-input-file -verify-diagnostics --kgen-split-structs | FileCheck %s
// A read of a variable of arrays is the one array that reaches it.

// What a thread that left the loop assigned does not reach the read behind it in the loop.
// CHECK-LABEL: kgen.kernel @one(
// CHECK-NOT:     kgen.var
// CHECK-NOT:     kgen.set
// CHECK:         kgen.for %j
// CHECK:           kgen.load %a[%j]
// CHECK:           kgen.if
// CHECK-NEXT:        kgen.return
// CHECK:         kgen.load %a[0]
kgen.kernel @one(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %n: si32) {
  %s = kgen.var : !kgen.array<1, f32>
  kgen.set %s, %b : !kgen.array<1, f32>
  %t = kgen.var %a : !kgen.array<1, f32>
  %0 = kgen.get %t : !kgen.array<1, f32>
  kgen.set %s, %0 : !kgen.array<1, f32>
  kgen.for %j = 0 to %n step 1 {
    %1 = kgen.get %s : !kgen.array<1, f32>
    %2 = kgen.load %1[%j] : !kgen.array<1, f32>
    kgen.store %b[%j], %2 : !kgen.array<1, f32>
    kgen.set %s, %1 : !kgen.array<1, f32>
    %last = kgen.cmp eq %j, %n : si32
    kgen.if %last {
      kgen.set %s, %b : !kgen.array<1, f32>
      kgen.return
    }
  }
  %3 = kgen.get %s : !kgen.array<1, f32>
  %4 = kgen.load %3[0] : !kgen.array<1, f32>
  kgen.store %b[0], %4 : !kgen.array<1, f32>
  kgen.return
}

// -----

// A number beside the variable says which of several arrays it is; each access is one of several.
// CHECK-LABEL: kgen.kernel @either(
// CHECK:         [[WHICH:%[0-9]+]] = kgen.var : si32
// CHECK:         kgen.if %c {
// CHECK-NEXT:      [[ONE:%[0-9]+]] = kgen.constant 1 : si32
// CHECK-NEXT:      kgen.set [[WHICH]], [[ONE]] : si32
// CHECK:         kgen.if {{.*}} -> f32 {
// CHECK-NEXT:      kgen.load %b[0]
// CHECK:         } else {
// CHECK-NEXT:      kgen.load %a[0]
// CHECK-NOT:     !kgen.array<1, f32> in
kgen.kernel @either(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %c: i1) {
  %s = kgen.var %a : !kgen.array<1, f32>
  kgen.if %c {
    kgen.set %s, %b : !kgen.array<1, f32>
  }
  %0 = kgen.get %s : !kgen.array<1, f32>
  %1 = kgen.load %0[0] : !kgen.array<1, f32>
  kgen.store %b[0], %1 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What a trip assigns behind the read reaches the next one.
// CHECK-LABEL: kgen.kernel @turns(
// CHECK:         kgen.for
// CHECK:           kgen.if {{.*}} -> f32 {
kgen.kernel @turns(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %n: si32) {
  %s = kgen.var %a : !kgen.array<1, f32>
  kgen.for %j = 0 to %n step 1 {
    %0 = kgen.get %s : !kgen.array<1, f32>
    %1 = kgen.load %0[0] : !kgen.array<1, f32>
    kgen.store %b[0], %1 : !kgen.array<1, f32>
    kgen.set %s, %b : !kgen.array<1, f32>
  }
  kgen.return
}

// -----

// The row of a trip before is another one, though the same op made it.
kgen.kernel @rows(%a: !kgen.array<2, f32>, %b: !kgen.array<1, f32>, %n: si32) {
  %s = kgen.var : !kgen.array<1, f32>
  kgen.for %j = 0 to %n step 1 {
    %row = kgen.view %a[%j] : !kgen.array<2, f32>
    %even = kgen.cmp eq %j, %n : si32
    kgen.if %even {
      kgen.set %s, %row : !kgen.array<1, f32>
    }
    // expected-error@+1 {{expected 's' to be one array but it may be 'row' or another; choose between elements of them instead}}
    %0 = kgen.get %s : !kgen.array<1, f32>
    %1 = kgen.load %0[0] : !kgen.array<1, f32>
    kgen.store %b[%j], %1 : !kgen.array<1, f32>
  }
  kgen.return
}

// -----

kgen.kernel @never(%b: !kgen.array<1, f32>) {
  %s = kgen.var : !kgen.array<1, f32>
  // expected-error@+1 {{expected 's' to be assigned an array before it is read}}
  %0 = kgen.get %s : !kgen.array<1, f32>
  %1 = kgen.load %0[0] : !kgen.array<1, f32>
  kgen.store %b[0], %1 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What a trip that leaves the loop assigned is read behind it.
kgen.kernel @left(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %n: si32) {
  %s = kgen.var %a : !kgen.array<1, f32>
  kgen.for %j = 0 to %n step 1 {
    %last = kgen.cmp eq %j, %n : si32
    kgen.if %last {
      kgen.set %s, %b : !kgen.array<1, f32>
      kgen.break
    }
  }
  %0 = kgen.get %s : !kgen.array<1, f32>
  %1 = kgen.load %0[0] : !kgen.array<1, f32>
  kgen.store %b[0], %1 : !kgen.array<1, f32>
  kgen.return
}
