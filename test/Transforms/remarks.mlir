// Decisions are remarks of MLIR's own mechanism: what a variable becomes, and how a backward has what it reads.
// RUN: kgen-opt %s --kgen-promote-variables --remarks-filter=promotion -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PROMOTION --implicit-check-not=remark:
// RUN: kgen-opt %s --kgen-differentiate --remarks-filter=gradient-plan -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PLAN --implicit-check-not=remark:

// Nobody hears those that nobody asked for.
// RUN: kgen-opt %s --kgen-differentiate --remarks-filter=lanes -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// RUN: kgen-opt %s --kgen-differentiate -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: remark

// The module is the same with and without.
// RUN: kgen-opt %s --kgen-differentiate > %t.quiet
// RUN: kgen-opt %s --kgen-differentiate --remarks-filter=.* 2> %t.remarks | diff - %t.quiet

kgen.kernel @power(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1.0 : f32
  %p = kgen.var %one : f32
  // PROMOTION: :[[#@LINE+2]]:{{[0-9]+}}: remark: [Passed] PromotedVariable | Category:promotion | Function=power | Remark="'p' is handed on by this loop"
  // PLAN: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Analysis] GradientPlan | Category:gradient-plan | Function=power | Remark="loop over 'k': trips by formula, state 'p_0'"
  kgen.for %k = 0 to %n step 1 {
    // PLAN: remark: [Analysis] GradientPlan | Category:gradient-plan | Function=power | Remark="'p_0': loop state"
    %0 = kgen.get %p : f32
    // PLAN: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Analysis] GradientPlan | Category:gradient-plan | Function=power | Remark="kgen.load: reloaded"
    %1 = kgen.load %x[%i] : !kgen.array<1, f32>
    %2 = kgen.mul %0, %1 : f32
    kgen.set %p, %2 : f32
  }
  %3 = kgen.get %p : f32
  kgen.store %y[%i], %3 : !kgen.array<1, f32>
  kgen.return
}
