// RUN: kgen-opt %s --kgen-promote-variables --split-input-file --verify-diagnostics

kgen.kernel @exit(%c: i1) {
  kgen.for %i = 0 to 9 step 1 {
    kgen.if %c {
      // expected-error@+1 {{expected no early exits but got 'kgen.continue'; lower them first}}
      kgen.continue
    }
  }
  kgen.return
}

// -----

kgen.kernel @condition(%c: i1) {
  %v = kgen.var : i1
  kgen.while {
    // expected-error@+1 {{expected a condition region without assignments}}
    kgen.set %v, %c : i1
    kgen.yield %c : i1
  } do {
  }
  kgen.return
}

// -----

kgen.kernel @chosen(%a: !kgen.array<1, f32>) {
  // expected-error@+1 {{expected variables of values but got one of arrays}}
  %v = kgen.var %a : !kgen.array<1, f32>
  kgen.return
}
