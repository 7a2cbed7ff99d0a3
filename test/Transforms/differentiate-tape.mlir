// RUN: kgen-opt %s -kgen-differentiate | FileCheck %s
// RUN: kgen-opt %s -kgen-print-gradient-plan 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN
// What is overwritten is recorded by a kernel of its own; its backward recalls it.

kgen.kernel @square(%a: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %u = kgen.load %a[%i] : !kgen.array<1, f64>
  %0 = kgen.mul %u, %u : f64
  kgen.store %a[%i], %0 : !kgen.array<1, f64>
  kgen.return
}

// CHECK-LABEL: kgen.kernel @square(
// CHECK-LABEL: kgen.kernel @square_tape(%a: !kgen.array<1, f64>, %kgen_tape: !kgen.array<1, ui64>) attributes {tape_of = @square}
// CHECK: %[[SLOT:.*]] = kgen.constant 0 : si32
// CHECK: %[[U:.*]] = kgen.record %kgen_tape[%[[SLOT]]], %{{.*}} : f64
// CHECK: kgen.mul %[[U]], %[[U]] : f64
// CHECK: %[[USED:.*]] = kgen.constant 1 : si32
// CHECK: kgen.tape_end %kgen_tape, %[[USED]]
// CHECK-LABEL: kgen.kernel @square_tape_backward(
// CHECK: %[[FITS:.*]] = kgen.tape_fits %kgen_tape
// CHECK: kgen.if %[[FITS]] {
// CHECK:   kgen.recall %kgen_tape[%{{.*}}] : f64
// CHECK: } else {
// CHECK:   kgen.tape_fails_first %kgen_tape
// CHECK:   kgen.for %{{.*}} = 0 to %{{.*}} step 1 {
// CHECK:     kgen.gradient_add %grad_a

// PLAN-LABEL: gradient plan of @square
// PLAN: recorded, in slot 0

kgen.kernel @substitute(%l: !kgen.array<2, f64>, %b: !kgen.array<2, f64>, %n: si32) {
  %t = kgen.tid : si32
  kgen.for %i = 0 to %n step 1 {
    %0 = kgen.load %b[%t, %i] : !kgen.array<2, f64>
    %s = kgen.for %j = 0 to %i step 1 carry(%s_0 = %0 : f64) {
      %1 = kgen.load %l[%i, %j] : !kgen.array<2, f64>
      %2 = kgen.load %b[%t, %j] : !kgen.array<2, f64>
      %3 = kgen.mul %1, %2 : f64
      %4 = kgen.sub %s_0, %3 : f64
      kgen.yield %4 : f64
    }
    %5 = kgen.load %l[%i, %i] : !kgen.array<2, f64>
    %x = kgen.div %s, %5 : f64
    kgen.store %b[%t, %i], %x : !kgen.array<2, f64>
  }
  kgen.return
}

// The quotient is read again from where it was stored last.
// CHECK-NOT: @substitute_tape
// CHECK-LABEL: kgen.kernel @substitute_backward(
// PLAN-LABEL: gradient plan of @substitute
// PLAN: loop over 'i': trips by formula, no state
// PLAN: 'x': reloaded from 'b', where it was stored
