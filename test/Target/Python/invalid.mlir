// RUN: not kgen-translate --kgen-to-warp --kernel adjugates %s 2>&1 | FileCheck %s --check-prefix=ADJUGATE
// RUN: not kgen-translate --kgen-to-warp --kernel gradients %s 2>&1 | FileCheck %s --check-prefix=GRADIENT

// ADJUGATE: invalid.mlir:[[@LINE+3]]:{{[0-9]+}}: error: expected an op that Warp has a name for, but got kgen.adjugate
// ADJUGATE-NOT: import warp
kgen.kernel @adjugates(%m: !kgen.mat<2x2xf32>) {
  %a = kgen.adjugate %m : !kgen.mat<2x2xf32>
  kgen.return
}

// GRADIENT: invalid.mlir:[[@LINE+2]]:{{[0-9]+}}: error: expected an op that Warp has a name for, but got kgen.gradient
kgen.kernel @gradients(%x: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>) {
  %g = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  kgen.return
}
