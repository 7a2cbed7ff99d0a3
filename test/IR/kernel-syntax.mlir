// RUN: kgen-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected '{' to begin a region}}
kgen.kernel @no_body(%x: f32)

// -----

// expected-error @+1 {{expected no 'function_type', since the parameters say it}}
kgen.kernel @two_types(%x: f32) attributes {function_type = () -> ()} {
  kgen.return
}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name}}
kgen.kernel (%x: f32) {
  kgen.return
}
