// RUN: kgen-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected the kernel that 'tape_of' names, @k}}
kgen.kernel @k_tape(%kgen_tape: !kgen.array<1, ui64>) attributes {tape_of = @k} {
  kgen.return
}

// -----

// expected-note @+1 {{the kernel without a tape is here}}
kgen.kernel @k(%x: !kgen.array<1, f64>) {
  kgen.return
}
// expected-error @+1 {{expected the parameters of @k and last a tape, an array of ui64}}
kgen.kernel @k_tape(%x: !kgen.array<1, f64>, %tape: !kgen.array<1, si64>) attributes {tape_of = @k} {
  kgen.return
}

// -----

kgen.kernel @k(%x: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  // expected-error @+1 {{expected the function that is the adjoint, @adj}}
  %s = kgen.custom_adjoint @adj %u(%u) : (f64) -> f64
  kgen.return
}

// -----

// expected-note @+1 {{the function is here}}
kgen.func @adj(%u: f64) -> f64 {
  kgen.return %u : f64
}
kgen.kernel @k(%x: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  // expected-error @+1 {{expected @adj to take the arguments and the results' adjoints, and to return an adjoint for each argument of floats}}
  %s = kgen.custom_adjoint @adj %u(%u) : (f64) -> f64
  kgen.return
}
