// RUN: not kgen-translate --kgen-to-warp --kernel adjugates %s 2>&1 | FileCheck %s --check-prefix=ADJUGATE
// RUN: not kgen-translate --kgen-to-warp --kernel gradients %s 2>&1 | FileCheck %s --check-prefix=GRADIENT
// RUN: not kgen-translate --kgen-to-warp --kernel parts %s 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not kgen-translate --kgen-to-warp --kernel tapes %s 2>&1 | FileCheck %s --check-prefix=TAPE

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

// PART: invalid.mlir:[[@LINE+4]]:{{[0-9]+}}: error: expected an atomic update of an element, but got one of a part, for which Warp has no function
kgen.kernel @parts(%a: !kgen.array<1, vec<3xf32>>, %x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %old = kgen.atomic add %a[%i, 0], %0 : !kgen.array<1, vec<3xf32>>
  kgen.store %x[%i], %old : !kgen.array<1, f32>
  kgen.return
}

// TAPE: invalid.mlir:[[@LINE+2]]:{{[0-9]+}}: error: expected an op that Warp has a name for, but got kgen.tape_fits
kgen.kernel @tapes(%kgen_tape: !kgen.array<1, ui64>) {
  %fits = kgen.tape_fits %kgen_tape
  kgen.return
}
