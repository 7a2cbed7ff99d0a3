// RUN: kgen-opt %s -split-input-file -verify-diagnostics -kgen-differentiate=tape=false | FileCheck %s
// An element that was read is read again in the backward where no later write of this thread, and none of another, can hit
// it: shown by the bounds of the loops around.

// Each row is filled from left to right: what stands left of a write is final.
// CHECK-LABEL: kgen.kernel @left_to_right_backward
// CHECK: kgen.for %j = {{.*}} to -1 step -1
// CHECK: %[[LEFT:.*]] = kgen.sub %{{.*}}, %{{.*}} : si32
// CHECK: kgen.load %s[%i, %[[LEFT]]]
kgen.kernel @left_to_right(%x: !kgen.array<2, f64>, %s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  kgen.for %j = 1 to %n step 1 {
    %0 = kgen.sub %j, %one : si32
    %1 = kgen.load %s[%i, %0] : !kgen.array<2, f64>
    %2 = kgen.load %x[%i, %j] : !kgen.array<2, f64>
    %3 = kgen.mul %1, %2 : f64
    kgen.store %s[%i, %j], %3 : !kgen.array<2, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// A column left of the diagonal is final when the row of its diagonal element is.
// CHECK-LABEL: kgen.kernel @triangle_backward
// CHECK: kgen.load %l[%t, %{{.*}}, %q]
kgen.kernel @triangle(%l: !kgen.array<3, f64>, %y: !kgen.array<1, f64>, %n: si32) {
  %t = kgen.tid : si32
  %zero = kgen.constant 0.0 : f64
  kgen.for %j = 0 to %n step 1 {
    %s = kgen.for %q = 0 to %j step 1 carry(%s_0 = %zero : f64) {
      %0 = kgen.load %l[%t, %j, %q] : !kgen.array<3, f64>
      %1 = kgen.mul %0, %0 : f64
      %2 = kgen.add %s_0, %1 : f64
      kgen.yield %2 : f64
    }
    kgen.store %l[%t, %j, %j], %s : !kgen.array<3, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// From right to left, a write hits what was read before.
kgen.kernel @right_to_left(%s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  kgen.for %j = %n to 0 step -1 {
    %0 = kgen.sub %j, %one : si32
    // expected-note @+1 {{the value is made here}}
    %left = kgen.load %s[%i, %0] : !kgen.array<2, f64>
    // expected-error @+1 {{cannot differentiate kernel 'right_to_left': the adjoint reads 'left', an element that is overwritten later}}
    %1 = kgen.mul %left, %left : f64
    kgen.store %s[%i, %j], %1 : !kgen.array<2, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// From zero on, the element before the first is the last.
kgen.kernel @around(%s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  kgen.for %j = 0 to %n step 1 {
    %0 = kgen.sub %j, %one : si32
    // expected-note @+1 {{the value is made here}}
    %before = kgen.load %s[%i, %0] : !kgen.array<2, f64>
    // expected-error @+1 {{the adjoint reads 'before', an element that is overwritten later}}
    %1 = kgen.mul %before, %before : f64
    kgen.store %s[%i, %j], %1 : !kgen.array<2, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// Another thread may write what this one has read.
kgen.kernel @neighbours(%s: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %0 = kgen.add %i, %one : si32
  // expected-note @+1 {{the value is made here}}
  %right = kgen.load %s[%0] : !kgen.array<1, f64>
  // expected-error @+1 {{the adjoint reads 'right', an element that is overwritten later}}
  %1 = kgen.mul %right, %right : f64
  kgen.store %s[%i], %1 : !kgen.array<1, f64>
  kgen.return
}

// -----

// In so few trips, twice the counter stays within 32 bits, and so do the thread's rows one further on.
// CHECK-LABEL: kgen.kernel @pairs_backward
// CHECK: kgen.load %s[%{{.*}}, %{{.*}}]
kgen.kernel @pairs(%s: !kgen.array<2, f64>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %row = kgen.add %i, %one : si32
  kgen.for %j = 0 to 64 step 1 {
    %0 = kgen.mul %j, %two : si32
    %1 = kgen.add %0, %one : si32
    %even = kgen.load %s[%row, %0] : !kgen.array<2, f64>
    %2 = kgen.mul %even, %even : f64
    kgen.store %s[%row, %1], %2 : !kgen.array<2, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// In as many as there may be, it wraps around.
kgen.kernel @many_pairs(%s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  kgen.for %j = 0 to %n step 1 {
    %0 = kgen.mul %j, %two : si32
    %1 = kgen.add %0, %one : si32
    // expected-note @+1 {{the value is made here}}
    %even = kgen.load %s[%i, %0] : !kgen.array<2, f64>
    // expected-error @+1 {{cannot differentiate kernel 'many_pairs': the adjoint reads 'even', an element that is overwritten later}}
    %2 = kgen.mul %even, %even : f64
    kgen.store %s[%i, %1], %2 : !kgen.array<2, f64>
    kgen.yield
  }
  kgen.return
}

// -----

// Thread 4 has the row of thread 0, since 4 * 2^30 is 0.
kgen.kernel @wrapped(%s: !kgen.array<2, f64>) {
  %i = kgen.tid : si32
  %big = kgen.constant 1073741824 : si32
  %row = kgen.mul %i, %big : si32
  // expected-note @+1 {{the value is made here}}
  %first = kgen.load %s[%row, 0] : !kgen.array<2, f64>
  // expected-error @+1 {{cannot differentiate kernel 'wrapped': the adjoint reads 'first', an element that is overwritten later}}
  %0 = kgen.mul %first, %first : f64
  kgen.store %s[%row, 1], %0 : !kgen.array<2, f64>
  kgen.return
}
