// RUN: kgen-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: kgen.kernel @draws
kgen.kernel @draws(%out: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %seed = kgen.constant 42 : si32
  %first = kgen.rand_init_offset %seed, %i : si32
  %state = kgen.var %first : ui32
  // CHECK: %[[x:.*]] = kgen.draw "randf" %[[state:.*]] -> f32
  %x = kgen.draw "randf" %state -> f32
  // CHECK: kgen.draw "randi_range" %[[state]](%{{.*}}, %{{.*}} : si32, si32) -> si32
  %k = kgen.draw "randi_range" %state(%seed, %n : si32, si32) -> si32
  // CHECK: kgen.draw "sample_unit_ring" %[[state]] -> !kgen.vec<2xf32>
  %p = kgen.draw "sample_unit_ring" %state -> !kgen.vec<2xf32>
  kgen.store %out[%i], %x : !kgen.array<1, f32>
  kgen.return
}

// -----

kgen.kernel @unknown(%first: ui32) {
  %state = kgen.var %first : ui32
  // expected-error @+1 {{'kgen.draw' op expected the name of a random number's builtin but got 'sin'}}
  %x = kgen.draw "sin" %state -> f32
  kgen.return
}

// -----

kgen.kernel @operands(%first: ui32, %low: si32) {
  %state = kgen.var %first : ui32
  // expected-error @+1 {{'kgen.draw' op expected 3 operands but got 2}}
  %x = kgen.draw "randi_range" %state(%low : si32) -> si32
  kgen.return
}

// -----

kgen.kernel @result(%first: ui32) {
  %state = kgen.var %first : ui32
  // expected-error @+1 {{'kgen.draw' op expected a result of type 'f32' but got 'si32'}}
  %x = kgen.draw "randf" %state -> si32
  kgen.return
}

// -----

kgen.kernel @variable(%first: si32) {
  // expected-note @+1 {{prior use here}}
  %state = kgen.var %first : si32
  // expected-error @+1 {{expects different type than prior uses}}
  %x = kgen.draw "randf" %state -> f32
  kgen.return
}
