// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx --split-input-file --verify-diagnostics %s

// expected-error @below {{expected a name of ASCII letters, digits and underscores, as PTX has them, but got 'größe'}}
kgen.kernel @"größe"() {
  kgen.return
}

// -----

// The launch bounds and two matrices: more than PTX 8.0 has room for.
// expected-error @below {{expected parameters of at most 4352 bytes together, as PTX has them, but got 8216}}
kgen.kernel @parameters(%a: !kgen.mat<32x32xf32>, %b: !kgen.mat<32x32xf32>) {
  kgen.return
}
