// RUN: not kgen-translate --kgen-to-cuda %s 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: not kgen-translate --kgen-to-warp %s 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: sed 's/"a b"/"k\\C3\\B6rper"/' %s > %t.mlir
// RUN: not kgen-translate --kgen-to-cuda %t.mlir 2>&1 | FileCheck %s --check-prefix=ASCII
// RUN: kgen-translate --kgen-to-cpp %t.mlir | FileCheck %s --check-prefix=CPP
// RUN: sed 's/"a b"/""/' %s > %t.empty.mlir
// RUN: not kgen-translate --kgen-to-cpp %t.empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY

// An entry point is called by its kernel's name, as it stands.
// EMPTY: error: 'kgen.kernel' op expected a name but got ''
// CUDA: names-of-kernels.mlir:[[#@LINE+4]]:1: error: expected a name of ASCII letters, digits and underscores, as the text has them, but got 'a b'
// WARP: names-of-kernels.mlir:[[#@LINE+3]]:1: error: expected a name of letters, digits and underscores, as the text has them, but got 'a b'
// ASCII: error: expected a name of ASCII letters, digits and underscores, as the text has them, but got 'körper'
// CPP: void körper_cpu_forward(
kgen.kernel @"a b"() {
  kgen.return
}
