// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file --verify-diagnostics %s

kgen.kernel @foreign(%x: f32) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op has no lowering to machine code}}
  %0 = builtin.unrealized_conversion_cast %x : f32 to f32
  kgen.return
}

// -----

kgen.kernel @twice(%x: f32) {
  kgen.return
}
kgen.kernel @twice_backward(%x: f32, %adj_x: f32) attributes {adjoint_of = @twice} {
  kgen.return
}
// expected-error @below {{expected one kernel with the entry point 'twice_cpu_backward' but got two}}
kgen.kernel @twice_again(%x: f32, %adj_x: f32) attributes {adjoint_of = @twice} {
  kgen.return
}
