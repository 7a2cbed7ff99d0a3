// What has no tangent is refused, with its reason.
// RUN: kgen-opt %s --kgen-differentiate=mode=forward --split-input-file -verify-diagnostics

kgen.func @soft(%x: f64) -> f64 attributes {grad = @adj_soft} { // expected-note {{the function is here}}
  kgen.return %x : f64
}
kgen.func @adj_soft(%x: f64, %g: f64) -> f64 {
  kgen.return %g : f64
}
kgen.kernel @custom(%x: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'custom': 'soft' has an adjoint or a replay of its own, and no tangent}}
  %1 = kgen.call @soft(%0) : (f64) -> f64
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
