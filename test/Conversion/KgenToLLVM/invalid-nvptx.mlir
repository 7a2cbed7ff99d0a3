// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx --split-input-file --verify-diagnostics %s

// expected-error @below {{expected a name of ASCII letters, digits and underscores, as PTX has them, but got 'größe'}}
kgen.kernel @"größe"() {
  kgen.return
}
