// RUN: kgen-translate --kgen-to-warp %s > %t.py
// RUN: FileCheck %s < %t.py
// RUN: kgen-translate --warp-to-kgen --all %t.py | FileCheck %s --check-prefix=AGAIN
// RUN: echo 'kgen.kernel @k() attributes {kgen.annotations = 3 : i64} { kgen.return }' | not kgen-opt 2>&1 | FileCheck %s --check-prefix=WRONG
// Types of parameters in several manners; they are imported as what they are.

// WRONG: error: 'kgen.kernel' op expected 'kgen.annotations' to be a string but got 3 : i64

// CHECK-LABEL: def plain(
// CHECK-NEXT: a: wp.array(dtype=float),
// CHECK-NEXT: b: wp.array2d(dtype=wp.vec3),
// CHECK-NEXT: n: int,
// AGAIN: kgen.kernel @plain(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %n: si32)
kgen.kernel @plain(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %n: si32) {
  kgen.return
}

// CHECK-LABEL: def long(
// CHECK-NEXT: a: wp.array(dtype=wp.float32),
// CHECK-NEXT: b: wp.array(dtype=wp.vec3, ndim=2),
// CHECK-NEXT: n: wp.int32,
// AGAIN: kgen.kernel @long(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %n: si32)
kgen.kernel @long(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %n: si32) attributes {kgen.annotations = "float32 ndim"} {
  kgen.return
}

// CHECK-LABEL: def short(
// CHECK-NEXT: a: wp.array[float],
// CHECK-NEXT: b: wp.array2d[wp.vec3],
// CHECK-NEXT: x: wp.float64,
// AGAIN: kgen.kernel @short(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %x: f64)
kgen.kernel @short(%a: !kgen.array<1, f32>, %b: !kgen.array<2, vec<3xf32>>, %x: f64) attributes {kgen.annotations = "bracket"} {
  kgen.return
}

// A function says of which type its one result is where its author does; of two it says nothing.
// CHECK-LABEL: def half(x: wp.float32) -> wp.float32:
// AGAIN: kgen.func @half(%x: f32) -> f32
kgen.func @half(%x: f32) -> f32 attributes {kgen.annotations = "float32 result"} {
  %c = kgen.constant 0.5 : f32
  %y = kgen.mul %x, %c : f32
  kgen.return %y : f32
}

// CHECK-LABEL: def both(x: float, v: wp.vec3):
kgen.func @both(%x: f32, %v: !kgen.vec<3xf32>) -> (f32, !kgen.vec<3xf32>) attributes {kgen.annotations = "result"} {
  kgen.return %x, %v : f32, !kgen.vec<3xf32>
}

kgen.kernel @calls(%x: f32, %v: !kgen.vec<3xf32>) {
  %h = kgen.call @half(%x) : (f32) -> f32
  %y, %w = kgen.call @both(%h, %v) : (f32, !kgen.vec<3xf32>) -> (f32, !kgen.vec<3xf32>)
  kgen.return
}
