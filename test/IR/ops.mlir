// RUN: kgen-opt %s | kgen-opt | FileCheck %s
// Each op goes through text twice, with the author's names.

// CHECK-LABEL: kgen.kernel @values(
// CHECK-SAME: %n: si32, %x: f64, %m: !kgen.mat<2x3xf32>, %a: !kgen.array<2, vec<3xf32>>)
kgen.kernel @values(%n: si32, %x: f64, %m: !kgen.mat<2x3xf32>, %a: !kgen.array<2, vec<3xf32>>) {
  // CHECK-NEXT: %i, %j = kgen.tid : si32, si32
  %i, %j = kgen.tid : si32, si32
  // CHECK-NEXT: %[[HALF:.*]] = kgen.constant 5.000000e-01 : f32
  %0 = kgen.constant 0.5 : f32
  // CHECK-NEXT: %g = kgen.constant -9.81{{.*}} : f64 {symbol = "GRAVITY"}
  %g = kgen.constant -9.81 : f64 {symbol = "GRAVITY"}
  // CHECK-NEXT: %yes = kgen.constant true
  %yes = kgen.constant true
  // CHECK-NEXT: %k = kgen.constant 200 : ui8
  %k = kgen.constant 200 : ui8
  // CHECK-NEXT: %y = kgen.cast %x : f64 to f32
  %y = kgen.cast %x : f64 to f32
  // CHECK-NEXT: %near = kgen.cmp le %y, %[[HALF]] : f32
  %near = kgen.cmp le %y, %0 : f32
  // CHECK-NEXT: %v = kgen.construct %y, %[[HALF]], %y : !kgen.vec<3xf32>
  %v = kgen.construct %y, %0, %y : !kgen.vec<3xf32>
  // CHECK-NEXT: %zero = kgen.construct : !kgen.vec<3xf32>
  %zero = kgen.construct : !kgen.vec<3xf32>
  // CHECK-NEXT: %eye = kgen.identity : !kgen.mat<3x3xf32>
  %eye = kgen.identity : !kgen.mat<3x3xf32>
  // CHECK-NEXT: %c = kgen.extract %m[%i, 2] : !kgen.mat<2x3xf32>
  %c = kgen.extract %m[%i, 2] : !kgen.mat<2x3xf32>
  // CHECK-NEXT: %row = kgen.extract %m[-1] : !kgen.mat<2x3xf32>
  %row = kgen.extract %m[-1] : !kgen.mat<2x3xf32>
  // CHECK-NEXT: %w = kgen.insert %c, %row[0] : !kgen.vec<3xf32>
  %w = kgen.insert %c, %row[0] : !kgen.vec<3xf32>
  // CHECK-NEXT: kgen.print %w : !kgen.vec<3xf32>
  kgen.print %w : !kgen.vec<3xf32>
  kgen.return
}

// CHECK-LABEL: kgen.kernel @memory
kgen.kernel @memory(%a: !kgen.array<2, vec<3xf32>>, %adj_a: !kgen.array<2, vec<3xf32>>) {
  %i = kgen.tid : si32
  // CHECK: %rows = kgen.shape %a[0] : !kgen.array<2, vec<3xf32>>
  %rows = kgen.shape %a[0] : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: %p = kgen.load %a[%i, 0] : !kgen.array<2, vec<3xf32>>
  %p = kgen.load %a[%i, 0] : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: kgen.store %a[%i, %rows], %p : !kgen.array<2, vec<3xf32>>
  kgen.store %a[%i, %rows], %p : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: %old = kgen.atomic add %a[0, %i], %p {augmented} : !kgen.array<2, vec<3xf32>>
  %old = kgen.atomic add %a[0, %i], %p {augmented} : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: %least = kgen.atomic min %a[0, %i], %p : !kgen.array<2, vec<3xf32>>
  %least = kgen.atomic min %a[0, %i], %p : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: %grad_a = kgen.gradient %a, %adj_a : !kgen.array<2, vec<3xf32>>
  %grad_a = kgen.gradient %a, %adj_a : !kgen.array<2, vec<3xf32>>
  // CHECK-NEXT: %g = kgen.gradient_read %grad_a[%i, 1] : !kgen.gradient<2, vec<3xf32>>
  %g = kgen.gradient_read %grad_a[%i, 1] : !kgen.gradient<2, vec<3xf32>>
  // CHECK-NEXT: %t = kgen.gradient_take %grad_a[%i, 1] : !kgen.gradient<2, vec<3xf32>>
  %t = kgen.gradient_take %grad_a[%i, 1] : !kgen.gradient<2, vec<3xf32>>
  // CHECK-NEXT: kgen.gradient_add %grad_a[%i, 2], %t : !kgen.gradient<2, vec<3xf32>>
  kgen.gradient_add %grad_a[%i, 2], %t : !kgen.gradient<2, vec<3xf32>>
  kgen.return
}

// CHECK-LABEL: kgen.kernel @updates
kgen.kernel @updates(%bits: !kgen.array<1, ui32>, %pairs: !kgen.array<2, vec<2xf32>>, %lock: !kgen.array<2, si32>, %t: f32) {
  %i = kgen.tid : si32
  // CHECK: %threads = kgen.block_dim
  %threads = kgen.block_dim
  %mask = kgen.constant 12 : ui32
  // CHECK: %kept = kgen.atomic and %bits[%i], %mask : !kgen.array<1, ui32>
  %kept = kgen.atomic and %bits[%i], %mask : !kgen.array<1, ui32>
  // CHECK-NEXT: %set = kgen.atomic or %bits[%i], %mask {augmented} : !kgen.array<1, ui32>
  %set = kgen.atomic or %bits[%i], %mask {augmented} : !kgen.array<1, ui32>
  // CHECK-NEXT: %turned = kgen.atomic xor %bits[-1], %mask : !kgen.array<1, ui32>
  %turned = kgen.atomic xor %bits[-1], %mask : !kgen.array<1, ui32>
  // CHECK-NEXT: %was = kgen.atomic exch %pairs[%i, 0, 1], %t : !kgen.array<2, vec<2xf32>>
  %was = kgen.atomic exch %pairs[%i, 0, 1], %t : !kgen.array<2, vec<2xf32>>
  // CHECK-NEXT: %owner = kgen.atomic_cas %lock[0, %i], %i, %threads : !kgen.array<2, si32>
  %owner = kgen.atomic_cas %lock[0, %i], %i, %threads : !kgen.array<2, si32>
  // CHECK-NEXT: kgen.expect eq %owner, %i : si32
  kgen.expect eq %owner, %i : si32
  // CHECK-NEXT: kgen.expect neq %kept, %set : ui32
  kgen.expect neq %kept, %set : ui32
  %pair = kgen.construct %was, %t : !kgen.vec<2xf32>
  // CHECK: kgen.expect near %pair, %pair : !kgen.vec<2xf32> within %t : f32
  kgen.expect near %pair, %pair : !kgen.vec<2xf32> within %t : f32
  kgen.return
}

// CHECK-LABEL: kgen.kernel @source_form
kgen.kernel @source_form(%x: f32, %n: si32) {
  // CHECK-NEXT: %s = kgen.var %x : f32
  %s = kgen.var %x : f32
  // CHECK-NEXT: %v = kgen.var : !kgen.vec<3xf32>
  %v = kgen.var : !kgen.vec<3xf32>
  // CHECK-NEXT: kgen.for %k = 0 to %n step 2 {
  kgen.for %k = 0 to %n step 2 {
    // CHECK-NEXT: %[[S:.*]] = kgen.get %s : f32
    %0 = kgen.get %s : f32
    // CHECK-NEXT: kgen.set %v[0], %[[S]] : f32 in !kgen.vec<3xf32>
    kgen.set %v[0], %0 : f32 in !kgen.vec<3xf32>
    // CHECK-NEXT: %[[MORE:.*]] = kgen.cmp gt %[[S]], %x : f32
    %1 = kgen.cmp gt %0, %x : f32
    // CHECK-NEXT: kgen.if %[[MORE]] {
    // CHECK-NEXT:   kgen.break
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   kgen.continue
    // CHECK-NEXT: }
    kgen.if %1 {
      kgen.break
    } else {
      kgen.continue
    }
  }
  // CHECK: kgen.while {
  // CHECK-NEXT: %[[GO:.*]] = kgen.constant true
  // CHECK-NEXT: kgen.yield %[[GO]] : i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: kgen.return
  // CHECK-NEXT: }
  kgen.while {
    %2 = kgen.constant true
    kgen.yield %2 : i1
  } do {
    kgen.return
  }
  // CHECK-NEXT: kgen.unreachable
  kgen.unreachable
}

// CHECK-LABEL: kgen.kernel @value_form
kgen.kernel @value_form(%x: f32, %n: si32) {
  // CHECK-NEXT: %e, %trips = kgen.for %k = %n to -1 step -1 carry(%e_0 = %x : f32, %t = %n : si32) {
  // CHECK: kgen.yield %{{.*}}, %t while %{{.*}} : f32, si32
  %e, %trips = kgen.for %k = %n to -1 step -1 carry(%e_0 = %x : f32, %t = %n : si32) {
    %0 = kgen.add %e_0, %x : f32
    %1 = kgen.cmp lt %0, %x : f32
    kgen.yield %0, %t while %1 : f32, si32
  }
  // CHECK: %r = kgen.while carry(%u = %e : f32) {
  // CHECK: } do(%v) {
  %r = kgen.while carry(%u = %e : f32) {
    %2 = kgen.cmp gt %u, %x : f32
    kgen.yield %2, %u : i1, f32
  } do(%v) {
    %3 = kgen.mul %v, %x : f32
    kgen.yield %3 : f32
  }
  // CHECK: %p, %q = kgen.if %{{.*}} -> (f32, si32) {
  // CHECK-NEXT: kgen.yield %r, %n : f32, si32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: kgen.yield %x, %n : f32, si32
  %4 = kgen.cmp eq %n, %trips : si32
  %p, %q = kgen.if %4 -> (f32, si32) {
    kgen.yield %r, %n : f32, si32
  } else {
    kgen.yield %x, %n : f32, si32
  }
  kgen.return
}

// CHECK-LABEL: kgen.kernel @value_form_backward
// CHECK-SAME: attributes {adjoint_of = @value_form}
kgen.kernel @value_form_backward(%x: f32, %n: si32, %adj_x: f32, %adj_n: si32) attributes {adjoint_of = @value_form} {
  kgen.return
}
