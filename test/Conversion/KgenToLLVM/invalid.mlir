// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file --verify-diagnostics %s

kgen.kernel @foreign(%x: f32) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op has no lowering to machine code}}
  %0 = builtin.unrealized_conversion_cast %x : f32 to f32
  kgen.return
}
