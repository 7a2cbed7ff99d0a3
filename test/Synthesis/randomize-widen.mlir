// An array becomes one of vectors, and so does all that is computed from it; what only scales it stays a number.
//
// RUN: kgen-opt %s --kgen-randomize="seed=29 mutations=1" | FileCheck %s
// RUN: kgen-opt %s --kgen-randomize="seed=29 mutations=1" | kgen-translate --kgen-to-warp | FileCheck %s --check-prefix=PYTHON

// CHECK: @blend(%x: !kgen.array<1, vec<3xf32>>, %w: !kgen.array<1, f32>, %c: f32, %y: !kgen.array<1, vec<3xf32>>)
// CHECK: %[[SIN:.*]] = kgen.sin
// CHECK: %[[SCALED:.*]] = kgen.scale %a, %[[SIN]] : !kgen.vec<3xf32>, f32
// CHECK: %[[HALF:.*]] = kgen.constant 5.000000e-01 : f32
// CHECK: %[[HALVES:.*]] = kgen.construct %[[HALF]] : !kgen.vec<3xf32>
// CHECK: %[[SUM:.*]] = kgen.add %[[SCALED]], %[[HALVES]]
// CHECK: %[[SPLAT:.*]] = kgen.construct %c : !kgen.vec<3xf32>
// CHECK: kgen.sub %[[SUM]], %[[SPLAT]]
// PYTHON: y[i] = a * wp.sin(w[i]) + wp.vec3(0.5) - wp.vec3(c)

kgen.kernel @blend(%x: !kgen.array<1, f32>, %w: !kgen.array<1, f32>, %c: f32, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %a = kgen.load %x[%i] : !kgen.array<1, f32>
  %0 = kgen.load %w[%i] : !kgen.array<1, f32>
  %1 = kgen.sin %0 : f32
  %2 = kgen.mul %a, %1 : f32
  %3 = kgen.constant 5.000000e-01 : f32
  %4 = kgen.add %2, %3 : f32
  %5 = kgen.sub %4, %c : f32
  kgen.store %y[%i], %5 : !kgen.array<1, f32>
  kgen.return
}
