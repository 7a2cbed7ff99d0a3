// RUN: kgen-opt %s -split-input-file -verify-diagnostics -kgen-differentiate=tape=false
// Rule zero: what an adjoint reads and nothing can bring back is refused, with the value and the line.

kgen.kernel @in_place(%a: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  // expected-note @+1 {{the value is made here}}
  %u = kgen.load %a[%i] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'in_place': the adjoint reads 'u', an element that is overwritten later}}
  %0 = kgen.mul %u, %u : f64
  kgen.store %a[%i], %0 : !kgen.array<1, f64>
  kgen.return
}

// -----

kgen.kernel @slot(%counter: !kgen.array<1, si32>, %x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  // expected-note @+1 {{the value is made here}}
  %slot = kgen.atomic add %counter[0], %one : !kgen.array<1, si32>
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'slot': the adjoint reads 'slot', the element before an atomic update, which is not recorded}}
  kgen.store %y[%slot], %0 : !kgen.array<1, f64>
  kgen.return
}

// -----

kgen.kernel @condition_from_memory(%flag: !kgen.array<1, f64>, %x: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f64
  // expected-note @+1 {{the value is made here}}
  %f = kgen.load %flag[%i] : !kgen.array<1, f64>
  %0 = kgen.cmp gt %f, %zero : f64
  kgen.store %flag[%i], %zero : !kgen.array<1, f64>
  // expected-error @+1 {{the adjoint reads 'f', an element that is overwritten later}}
  kgen.if %0 {
    kgen.store %x[%i], %zero : !kgen.array<1, f64>
  }
  kgen.return
}

// -----

kgen.kernel @mixed_winner(%m: !kgen.array<1, f64>, %x: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  // expected-error @+1 {{the adjoint reads 'm', whose final elements other writes may have changed}}
  %0 = kgen.atomic max %m[0], %u : !kgen.array<1, f64>
  kgen.store %m[0], %u : !kgen.array<1, f64>
  kgen.return
}

// -----

kgen.kernel @exchanged(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  // expected-error @+1 {{cannot differentiate kernel 'exchanged': the adjoint reads 'y', whose element is exchanged, and what was there is lost}}
  %old = kgen.atomic exch %y[0], %0 : !kgen.array<1, f64>
  kgen.return
}
