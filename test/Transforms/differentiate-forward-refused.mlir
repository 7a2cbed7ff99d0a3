// What has no tangent is refused, with its reason.
// RUN: kgen-opt %s --kgen-differentiate=mode=forward --split-input-file -verify-diagnostics

kgen.func @soft(%x: f64) -> f64 attributes {grad = @clipped} {
  kgen.return %x : f64
}
kgen.func @clipped(%x: f64, %g: f64) -> f64 {
  %one = kgen.constant 1.0 : f64
  %0 = kgen.min %g, %one : f64
  kgen.return %0 : f64
}
kgen.kernel @of_clipped(%x: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'of_clipped': the adjoint @clipped is not seen to be linear in the adjoints of the results, and so has no tangent}}
  %1 = kgen.call @soft(%0) : (f64) -> f64
  kgen.store %x[1], %1 : !kgen.array<1, f64>
  kgen.return
}

// -----

// Linear where it is less than x, and more than linear elsewhere; a constant that is added is not linear either.
kgen.func @twice(%x: f64) -> f64 attributes {grad = @bent} {
  kgen.return %x : f64
}
kgen.func @bent(%x: f64, %g: f64) -> f64 {
  %c = kgen.cmp lt %g, %x : f64
  %0 = kgen.if %c -> f64 {
    kgen.yield %g : f64
  } else {
    %1 = kgen.add %g, %g : f64
    kgen.yield %1 : f64
  }
  kgen.return %0 : f64
}
kgen.kernel @of_bent(%x: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'of_bent': the adjoint @bent is not seen to be linear}}
  %1 = kgen.call @twice(%0) : (f64) -> f64
  kgen.store %x[1], %1 : !kgen.array<1, f64>
  kgen.return
}

// -----

kgen.func @shift(%x: f64) -> f64 attributes {grad = @shifted} {
  kgen.return %x : f64
}
kgen.func @shifted(%x: f64, %g: f64) -> f64 {
  %0 = kgen.add %g, %x : f64
  kgen.return %0 : f64
}
kgen.kernel @of_shifted(%x: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'of_shifted': the adjoint @shifted is not seen to be linear}}
  %1 = kgen.call @shift(%0) : (f64) -> f64
  kgen.store %x[1], %1 : !kgen.array<1, f64>
  kgen.return
}

// -----

kgen.kernel @extremum(%x: !kgen.array<1, vec<3xf64>>) {
  %0 = kgen.load %x[0] : !kgen.array<1, vec<3xf64>>
  // expected-error @+1 {{cannot differentiate kernel 'extremum': the components of an atomic min may have different winners}}
  %old = kgen.atomic min %x[1], %0 : !kgen.array<1, vec<3xf64>>
  kgen.return
}

// -----

kgen.kernel @swapped(%x: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'swapped': which value a compare-and-swap leaves is known when the kernel runs}}
  %old = kgen.atomic_cas %x[1], %0, %0 : !kgen.array<1, f64>
  kgen.return
}
