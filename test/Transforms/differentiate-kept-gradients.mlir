// RUN: kgen-opt %s -kgen-differentiate | FileCheck %s

// What is stored is the element that was there and something more: its adjoint stays where it is.
// CHECK-LABEL: kgen.kernel @step_backward(
// CHECK: %[[G:.*]] = kgen.gradient_read %grad_x[%i] : !kgen.gradient<1, f32>
// CHECK-NEXT: kgen.gradient_add %grad_v[%i], %[[G]]
// CHECK-NEXT: kgen.return
kgen.kernel @step(%x: !kgen.array<1, f32>, %v: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.load %v[%i] : !kgen.array<1, f32>
  %2 = kgen.add %0, %1 : f32
  kgen.store %x[%i], %2 : !kgen.array<1, f32>
  kgen.return
}

// Not where the gradient is looked at between: the element may be the same.
// CHECK-LABEL: kgen.kernel @between_backward(
// CHECK: %[[G:.*]] = kgen.gradient_take %grad_x[%i] : !kgen.gradient<1, f32>
// CHECK: kgen.gradient_add %grad_x[%j], %[[G]]
// CHECK: kgen.gradient_add %grad_x[%i], %[[G]]
kgen.kernel @between(%x: !kgen.array<1, f32>, %j: si32) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.load %x[%j] : !kgen.array<1, f32>
  %2 = kgen.add %0, %1 : f32
  kgen.store %x[%i], %2 : !kgen.array<1, f32>
  kgen.return
}

// Nor where another element gets it, or the same gets another.
// CHECK-LABEL: kgen.kernel @elsewhere_backward(
// CHECK: %[[G:.*]] = kgen.gradient_take %grad_x[%i] : !kgen.gradient<1, f32>
// CHECK: kgen.gradient_add %grad_x[%k], %[[G]]
// CHECK-LABEL: kgen.kernel @scaled_backward(
// CHECK: kgen.gradient_take
// CHECK: kgen.gradient_add
kgen.kernel @elsewhere(%x: !kgen.array<1, f32>, %k: si32) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%k] : !kgen.array<1, f32>
  kgen.store %x[%i], %0 : !kgen.array<1, f32>
  kgen.return
}
kgen.kernel @scaled(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %two = kgen.constant 2.000000e+00 : f32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %0, %two : f32
  kgen.store %x[%i], %1 : !kgen.array<1, f32>
  kgen.return
}
