// RUN: kgen-opt %s --kgen-normalise-while-loops --split-input-file --verify-diagnostics
// RUN: kgen-opt %s --kgen-sink-select-arms --split-input-file --verify-diagnostics
// RUN: kgen-opt %s --kgen-unroll-constant-loops --split-input-file --verify-diagnostics
// RUN: kgen-opt %s --kgen-forward-loads --split-input-file --verify-diagnostics

kgen.kernel @variable(%x: f32) {
  // expected-error@+1 {{expected value form but got 'kgen.var'}}
  %v = kgen.var %x : f32
  kgen.return
}

// -----

kgen.kernel @exit(%c: i1) {
  kgen.if %c {
    // expected-error@+1 {{expected value form but got 'kgen.return'}}
    kgen.return
  }
  kgen.return
}
