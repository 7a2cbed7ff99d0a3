// RUN: kgen-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected extents of at least 1 for a tile but got 0}}
kgen.kernel @zero(%t: !kgen.tile<0x4xf32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a tile of at most 16384 elements but got more}}
kgen.kernel @large(%t: !kgen.tile<128x129xf32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a tile of 1 to 4 dimensions but got 5}}
kgen.kernel @deep(%t: !kgen.tile<1x1x1x1x2xf32>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected a scalar, vector, matrix, quaternion, transform or struct as element type but got '!kgen.array<1, f32>'}}
kgen.kernel @arrays(%t: !kgen.tile<4xarray<1, f32>>) {
  kgen.return
}

// -----

// expected-error @+1 {{expected parameter 0 to be a value or an array but got '!kgen.tile<4xf32>'}}
kgen.kernel @parameter(%t: !kgen.tile<4xf32>) {
  kgen.return
}

// -----

kgen.kernel @offsets(%a: !kgen.array<2, f32>, %i: si32) {
  // expected-error @+1 {{expected 2 offsets for '!kgen.array<2, f32>' but got 1}}
  %t = kgen.tile.load %a[%i] : !kgen.array<2, f32> -> !kgen.tile<4xf32>
  kgen.return
}

// -----

kgen.kernel @dimensions(%a: !kgen.array<1, f32>, %i: si32) {
  // expected-error @+1 {{expected a tile of at most 1 dimensions, as the array has, but got '!kgen.tile<4x4xf32>'}}
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4x4xf32>
  kgen.return
}

// -----

kgen.kernel @elements(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f64>, %i: si32) {
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  // expected-error @+1 {{expected a tile of 'f64', as the array holds, but got '!kgen.tile<4xf32>'}}
  kgen.tile.store %b[%i], %t : !kgen.array<1, f64>, !kgen.tile<4xf32>
  kgen.return
}

// -----

kgen.kernel @sum(%a: !kgen.array<1, i1>, %i: si32) {
  %t = kgen.tile.load %a[%i] : !kgen.array<1, i1> -> !kgen.tile<4xi1>
  // expected-error @+1 {{expected numbers to add but got '!kgen.tile<4xi1>'}}
  kgen.tile.add %a[%i], %t : !kgen.array<1, i1>, !kgen.tile<4xi1>
  kgen.return
}

// -----

kgen.kernel @before(%a: !kgen.array<1, f32>, %i: si32) {
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  // expected-error @+1 {{expected a result of type '!kgen.tile<4xf32>' but got '!kgen.tile<8xf32>'}}
  %old = kgen.tile.add %a[%i], %t : !kgen.array<1, f32>, !kgen.tile<4xf32> -> !kgen.tile<8xf32>
  kgen.return
}

// -----

kgen.kernel @names(%a: !kgen.array<1, f32>, %i: si32) {
  // expected-error @+1 {{expected a name, or "", for each of 1 extents but got 2}}
  %t = kgen.tile.load %a[%i] {shape_names = ["N", "M"]} : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  kgen.return
}

// -----

kgen.kernel @value(%a: !kgen.array<1, f32>, %i: si32) {
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  // expected-error @+1 {{expected '!kgen.vec<4xf32>' as the value of '!kgen.tile<4xf32>' but got '!kgen.vec<3xf32>'}}
  %v = kgen.tile.unpack %t : !kgen.tile<4xf32> to !kgen.vec<3xf32>
  kgen.return
}

// -----

kgen.kernel @no_value(%a: !kgen.array<2, f32>, %i: si32) {
  %t = kgen.tile.load %a[%i, %i] : !kgen.array<2, f32> -> !kgen.tile<128x128xf32>
  // expected-error @+1 {{expected a tile of numbers or vectors, at most 4096 numbers, but got '!kgen.tile<128x128xf32>'}}
  %v = kgen.tile.unpack %t : !kgen.tile<128x128xf32> to !kgen.vec<4xf32>
  kgen.return
}

// -----

kgen.kernel @integers(%a: !kgen.array<1, si32>, %adj_a: !kgen.array<1, si32>, %i: si32) {
  // expected-error @+1 {{expected an array of floats but got '!kgen.array<1, si32>'}}
  %g = kgen.gradient %a, %adj_a : !kgen.array<1, si32>
  %t = kgen.tile.take %g[%i] : !kgen.gradient<1, si32> -> !kgen.tile<4xsi32>
  kgen.return
}
