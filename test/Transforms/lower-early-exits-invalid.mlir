// RUN: kgen-opt %s --kgen-lower-early-exits --split-input-file --verify-diagnostics

kgen.kernel @carried(%x: f32, %c: i1) {
  // expected-error@+1 {{expected a loop with early exits to use variables but got carried values}}
  %r = kgen.for %i = 0 to 9 step 1 carry(%v = %x : f32) {
    kgen.if %c {
      kgen.break
    }
    kgen.yield %v : f32
  }
  kgen.return
}

// -----

kgen.kernel @condition(%c: i1) {
  kgen.while {
    // expected-error@+1 {{expected a condition region without early exits}}
    kgen.if %c {
      kgen.return
    }
    kgen.yield %c : i1
  } do {
  }
  kgen.return
}
