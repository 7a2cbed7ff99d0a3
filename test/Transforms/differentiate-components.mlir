// RUN: kgen-opt %s -kgen-differentiate | FileCheck %s

// What comes from the components of a vector, in any order, is one vector: no zero is added.
// CHECK-LABEL: kgen.kernel @each_backward(
// CHECK: %[[ZERO:.*]] = kgen.constant 0.000000e+00 : f32
// CHECK-NEXT: %adj_p = kgen.construct %adj_px, %[[ZERO]], %adj_pz : !kgen.vec<3xf32>
// CHECK-NEXT: kgen.gradient_add %grad_ps[%i], %adj_p
kgen.kernel @each(%ps: !kgen.array<1, !kgen.vec<3xf32>>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %p = kgen.load %ps[%i] : !kgen.array<1, !kgen.vec<3xf32>>
  %px = kgen.extract %p[0] : !kgen.vec<3xf32>
  %pz = kgen.extract %p[-1] : !kgen.vec<3xf32>
  %0 = kgen.mul %px, %pz : f32
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}

// One component twice is a sum of numbers; what the whole vector gets is added once.
// CHECK-LABEL: kgen.kernel @whole_and_parts_backward(
// CHECK: %[[SCALED:.*]] = kgen.scale
// CHECK-NEXT: %[[WHOLE:.*]] = kgen.add %[[SCALED]], %[[SCALED]] : !kgen.vec<3xf32>
// CHECK: %adj_a = kgen.add %{{.*}}, %{{.*}} : f32
// CHECK: %[[PARTS:.*]] = kgen.construct %adj_a, %adj_b, %{{.*}} : !kgen.vec<3xf32>
// CHECK-NEXT: %adj_p = kgen.add %[[WHOLE]], %[[PARTS]] : !kgen.vec<3xf32>
// CHECK-NEXT: kgen.gradient_add
kgen.kernel @whole_and_parts(%ps: !kgen.array<1, !kgen.vec<3xf32>>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %p = kgen.load %ps[%i] : !kgen.array<1, !kgen.vec<3xf32>>
  %a = kgen.extract %p[0] : !kgen.vec<3xf32>
  %b = kgen.extract %p[1] : !kgen.vec<3xf32>
  %0 = kgen.mul %a, %a : f32
  %1 = kgen.mul %0, %b : f32
  %2 = kgen.dot %p, %p : !kgen.vec<3xf32>, !kgen.vec<3xf32>
  %3 = kgen.add %1, %2 : f32
  kgen.store %y[%i], %3 : !kgen.array<1, f32>
  kgen.return
}

// Rows of a matrix have no place among its components, nor has an index that is known when it runs: such a part is added to where
// it lies.
// CHECK-LABEL: kgen.kernel @rows_backward(
// CHECK: %[[FIRST:.*]] = kgen.insert %{{.*}}, %{{.*}}[%k]
// CHECK-NEXT: %[[ROW:.*]] = kgen.extract %[[FIRST]][1]
// CHECK-NEXT: %[[SUM:.*]] = kgen.add %[[ROW]], %{{.*}} : !kgen.vec<2xf32>
// CHECK-NEXT: kgen.insert %[[SUM]], %[[FIRST]][1] : !kgen.mat<2x2xf32>
kgen.kernel @rows(%ms: !kgen.array<1, !kgen.mat<2x2xf32>>, %k: si32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %m = kgen.load %ms[%i] : !kgen.array<1, !kgen.mat<2x2xf32>>
  %a = kgen.extract %m[1] : !kgen.mat<2x2xf32>
  %b = kgen.extract %m[%k] : !kgen.mat<2x2xf32>
  %0 = kgen.dot %a, %b : !kgen.vec<2xf32>, !kgen.vec<2xf32>
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}

// A rotation is reversed by rotations and products, not by its components.
// CHECK-LABEL: kgen.kernel @turned_backward(
// CHECK: kgen.cross
// CHECK: kgen.quat_rotate_inv
// CHECK-NOT: kgen.quat_rotate %
kgen.kernel @turned(%qs: !kgen.array<1, !kgen.quat<f32>>, %vs: !kgen.array<1, !kgen.vec<3xf32>>,
                    %y: !kgen.array<1, !kgen.vec<3xf32>>) {
  %i = kgen.tid : si32
  %q = kgen.load %qs[%i] : !kgen.array<1, !kgen.quat<f32>>
  %v = kgen.load %vs[%i] : !kgen.array<1, !kgen.vec<3xf32>>
  %0 = kgen.quat_rotate %q, %v : !kgen.quat<f32>, !kgen.vec<3xf32>
  kgen.store %y[%i], %0 : !kgen.array<1, !kgen.vec<3xf32>>
  kgen.return
}
