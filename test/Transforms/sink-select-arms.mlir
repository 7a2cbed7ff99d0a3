// RUN: kgen-opt %s --kgen-sink-select-arms | FileCheck %s

// The root is taken only where it is chosen, with all that only it needs; what is needed elsewhere stays.
kgen.kernel @root(%x: f32, %y: !kgen.array<1, f32>) {
  %0 = kgen.constant 0.0 : f32
  %inside = kgen.cmp gt %x, %0 : f32
  %square = kgen.mul %x, %x : f32
  %cube = kgen.mul %square, %x : f32
  %root = kgen.sqrt %cube : f32
  %w = kgen.where %inside, %root, %0 : i1, f32, f32
  kgen.store %y[0], %w : !kgen.array<1, f32>
  kgen.store %y[1], %square : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @root
// CHECK:         %square = kgen.mul
// CHECK-NEXT:    %w = kgen.if %inside -> f32 {
// CHECK-NEXT:      %cube = kgen.mul
// CHECK-NEXT:      %root = kgen.sqrt %cube
// CHECK-NEXT:      kgen.yield %root
// CHECK-NEXT:    } else {
// CHECK-NEXT:      kgen.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.store %y[0], %w :

// A select in the arm of a select goes along.
kgen.kernel @nested(%a: i1, %b: i1, %x: f32, %y: !kgen.array<1, f32>) {
  %0 = kgen.log %x : f32
  %1 = kgen.where %a, %0, %x : i1, f32, f32
  %2 = kgen.where %b, %x, %1 : i1, f32, f32
  kgen.store %y[0], %2 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @nested
// CHECK-NEXT:    %[[W:.*]] = kgen.if %b -> f32 {
// CHECK-NEXT:      kgen.yield %x
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[V:.*]] = kgen.if %a -> f32 {
// CHECK-NEXT:        %[[LOG:.*]] = kgen.log %x
// CHECK-NEXT:        kgen.yield %[[LOG]]
// CHECK:           kgen.yield %[[V]]

// Nothing to gain: literals, a load, a sum (its slope is one), a value that both arms use.
kgen.kernel @stays(%c: i1, %x: f32, %y: !kgen.array<1, f32>) {
  %0 = kgen.load %y[0] : !kgen.array<1, f32>
  %1 = kgen.add %x, %0 : f32
  %2 = kgen.constant 1.0 : f32
  %3 = kgen.where %c, %1, %2 : i1, f32, f32
  %4 = kgen.sqrt %x : f32
  %5 = kgen.neg %4 : f32
  %6 = kgen.where %c, %4, %5 : i1, f32, f32
  kgen.store %y[0], %3 : !kgen.array<1, f32>
  kgen.store %y[1], %6 : !kgen.array<1, f32>
  kgen.return
}
// CHECK-LABEL: kgen.kernel @stays
// CHECK-NOT:     kgen.if
// CHECK:         kgen.where
// CHECK-NOT:     kgen.if
// CHECK:         kgen.where
