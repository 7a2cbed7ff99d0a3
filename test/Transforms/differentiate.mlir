// RUN: kgen-opt %s -kgen-differentiate | FileCheck %s

// A straight line: what an adjoint reads is loaded again, what it does not read is not there.
// CHECK-LABEL: kgen.kernel @straight_backward(
// CHECK-SAME: %x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>, %adj_y: !kgen.array<1, f32>)
// CHECK-SAME: attributes {adjoint_of = @straight} {
// CHECK-NEXT: %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
// CHECK-NEXT: %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f32>
// CHECK-NEXT: %i = kgen.tid : si32
// CHECK-NEXT: %u = kgen.load %x[%i] : !kgen.array<1, f32>
// CHECK-NEXT: %[[G:.*]] = kgen.gradient_take %grad_y[%i] : !kgen.gradient<1, f32>
// CHECK-NEXT: %[[C:.*]] = kgen.cos %u : f32
// CHECK-NEXT: %adj_u = kgen.mul %[[G]], %[[C]] : f32
// CHECK-NEXT: kgen.gradient_add %grad_x[%i], %adj_u : !kgen.gradient<1, f32>
// CHECK-NEXT: kgen.return
kgen.kernel @straight(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f32>
  %0 = kgen.sin %u : f32
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}

// Where the backward needs the sine and the cosine of one value, one function is to give both; not where it needs one.
// CHECK-LABEL: kgen.kernel @swing_backward(
// CHECK: %s = kgen.sin %u {kgen.paired} : f32
// CHECK: kgen.cos %s : f32
// CHECK: kgen.cos %u {kgen.paired} : f32
kgen.kernel @swing(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f32>
  %s = kgen.sin %u : f32
  %0 = kgen.sin %s : f32
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}

// Nor where the last bit of one decides: whether it is the value that stands in the array, out of a branch too.
// Those that only the derivative reads are one function's.
// CHECK-LABEL: kgen.kernel @highest_backward(
// CHECK-NOT: kgen.paired
// CHECK: kgen.cmp ne %{{.*}}, %s : f32
// CHECK: kgen.sin %u {kgen.paired} : f32
kgen.kernel @highest(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f32>
  %zero = kgen.constant 0.0 : f32
  %is_low = kgen.cmp lt %u, %zero : f32
  %s = kgen.var %zero : f32
  kgen.if %is_low {
    %0 = kgen.sin %u : f32
    %1 = kgen.cos %u : f32
    %2 = kgen.mul %0, %1 : f32
    kgen.set %s, %2 : f32
  }
  %3 = kgen.get %s : f32
  %4 = kgen.load %y[%i] : !kgen.array<1, f32>
  %5 = kgen.max %4, %3 : f32
  kgen.store %y[%i], %5 : !kgen.array<1, f32>
  kgen.return
}

// A sum: no state is needed, the loop is walked backwards by its formula.
// CHECK-LABEL: kgen.kernel @sum_backward(
// CHECK: %adj_s = kgen.gradient_take %grad_y[%i]
// CHECK: %[[END:.*]] = kgen.max %n, %{{.*}} : si32
// CHECK: %[[LAST:.*]] = kgen.sub %[[END]], %{{.*}} : si32
// CHECK-NEXT: kgen.for %k = %[[LAST]] to -1 step -1 {
// CHECK-NEXT: %[[X:.*]] = kgen.load %x[%i, %k]
// CHECK-NOT: kgen.for
// CHECK: kgen.gradient_add %grad_x[%i, %k]
kgen.kernel @sum(%x: !kgen.array<2, f32>, %n: si32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  %s = kgen.var %0 : f32
  kgen.for %k = 0 to %n step 1 {
    %1 = kgen.load %x[%i, %k] : !kgen.array<2, f32>
    %2 = kgen.mul %1, %1 : f32
    %3 = kgen.get %s : f32
    %4 = kgen.add %3, %2 : f32
    kgen.set %s, %4 : f32
  }
  %5 = kgen.get %s : f32
  kgen.store %y[%i], %5 : !kgen.array<1, f32>
  kgen.return
}

// The final value is read: one replay computes it.
// CHECK-LABEL: kgen.kernel @square_of_sum_backward(
// CHECK: %s = kgen.for %k = 0 to %n step 1 carry(%s_0 =
// CHECK: kgen.mul %{{.*}}, %s : f32
// CHECK: kgen.for %{{.*}} = %{{.*}} to -1 step -1
kgen.kernel @square_of_sum(%x: !kgen.array<2, f32>, %n: si32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  %s = kgen.for %k = 0 to %n step 1 carry(%s_0 = %0 : f32) {
    %1 = kgen.load %x[%i, %k] : !kgen.array<2, f32>
    %2 = kgen.add %s_0, %1 : f32
    kgen.yield %2 : f32
  }
  %3 = kgen.mul %s, %s : f32
  kgen.store %y[%i], %3 : !kgen.array<1, f32>
  kgen.return
}

// The number of trips is found out by a replay, and nothing else is.
// CHECK-LABEL: kgen.kernel @stops_backward(
// CHECK: %trips = kgen.for %k = 0 to %n step 1 carry(%trips_0 = %{{.*}} : si32) {
// CHECK: kgen.yield %{{.*}} while %{{.*}} : si32
// CHECK: %[[LAST:.*]] = kgen.sub %trips, %{{.*}} : si32
// CHECK: kgen.for %{{.*}} = %[[LAST]] to -1 step -1 carry(%adj_s{{.*}} = %adj_s{{.*}} : f32) {
kgen.kernel @stops(%x: !kgen.array<1, f32>, %n: si32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  %half = kgen.constant 0.5 : f32
  %s = kgen.var %0 : f32
  kgen.for %k = 0 to %n step 1 {
    %1 = kgen.load %x[%k] : !kgen.array<1, f32>
    %2 = kgen.cmp lt %1, %0 : f32
    kgen.if %2 {
      kgen.break
    }
    %3 = kgen.get %s : f32
    %4 = kgen.mul %half, %3 : f32
    %5 = kgen.add %4, %1 : f32
    kgen.set %s, %5 : f32
  }
  %6 = kgen.get %s : f32
  kgen.store %y[%i], %6 : !kgen.array<1, f32>
  kgen.return
}

// Nothing flows from floats that are read to floats that are written: only what is overwritten loses its gradient.
// CHECK-LABEL: kgen.kernel @integers_backward(
// CHECK-NOT: kgen.gradient %n
// CHECK: kgen.gradient_take %grad_y
// CHECK-NEXT: kgen.return
kgen.kernel @integers(%n: !kgen.array<1, si32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %n[%i] : !kgen.array<1, si32>
  %1 = kgen.cast %0 : si32 to f32
  kgen.store %y[%i], %1 : !kgen.array<1, f32>
  kgen.return
}

// The winner of a minimum takes the gradient from what it beat.
// CHECK-LABEL: kgen.kernel @least_backward(
// CHECK: %[[FINAL:.*]] = kgen.load %m[0]
// CHECK: %[[WON:.*]] = kgen.cmp eq %u, %[[FINAL]] : f32
// CHECK: kgen.if %[[WON]] -> f32 {
// CHECK: kgen.gradient_take %grad_m[0]
kgen.kernel @least(%x: !kgen.array<1, f32>, %m: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f32>
  %old = kgen.atomic min %m[0], %u : !kgen.array<1, f32>
  kgen.return
}
