// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file --verify-diagnostics %s

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
