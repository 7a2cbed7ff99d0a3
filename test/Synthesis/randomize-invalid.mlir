// RUN: not kgen-opt %s --kgen-randomize 2>&1 | FileCheck %s
// RUN: not kgen-opt %s --kgen-randomize="seed=x" 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not kgen-opt %S/Inputs/counts.mlir --kgen-randomize="checked=true" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: randomize-invalid.mlir:[[@LINE+8]]:1: error: expected kernels without gradients but got the backward of 'copy'; differentiate after 'kgen-randomize'
// SEED: kgen-opt: error: --kgen-randomize: expected options such as 'checked=false mutations=3 seed=0' (the defaults) but got 'seed=x'
// NONE: counts.mlir:2:1: error: none of 3200 changes of 'count' gave a kernel that runs on inputs found for it

kgen.kernel @copy(%x: !kgen.array<1, f32>) {
  kgen.return
}

kgen.kernel @copy_backward(%x: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>) attributes {adjoint_of = @copy} {
  kgen.return
}
