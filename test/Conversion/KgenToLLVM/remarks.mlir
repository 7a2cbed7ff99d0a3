// What is decided of a kernel's threads is a remark of MLIR's own mechanism.
// RUN: kgen-opt %s --convert-kgen-to-llvm=lanes=auto --remarks-filter=lanes -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: kgen-opt %s --convert-kgen-to-llvm=lanes=auto --remarks-filter-missed=lanes -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MISSED --implicit-check-not=remark:
// RUN: kgen-opt %s --convert-kgen-to-llvm=lanes=auto --remarks-filter=promotion -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PROMOTION

// Where no lanes are asked for, nothing is decided.
// RUN: kgen-opt %s --convert-kgen-to-llvm --remarks-filter=lanes -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: remark

// CHECK: :[[#@LINE+1]]:1: remark: [Passed] Lanes | Category:lanes | Function=square | Lanes=16
kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %0, %0 : f32
  kgen.store %y[%i], %1 : !kgen.array<1, f32>
  kgen.return
}

kgen.kernel @neighbour(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %1 = kgen.constant 1 : si32
  %2 = kgen.add %i, %1 : si32
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: [Missed] Lanes | Category:lanes | Function=neighbour | Reason="an element that another thread may write"
  // MISSED: remark: [Missed] Lanes | Category:lanes | Function=neighbour
  %3 = kgen.load %x[%2] : !kgen.array<1, f32>
  kgen.store %x[%i], %3 : !kgen.array<1, f32>
  kgen.return
}

// CHECK: remark: [Passed] Lanes | Category:lanes | Function=total
// PROMOTION: :[[#@LINE+1]]:{{[0-9]+}}: remark: [Passed] PromotedElements | Category:promotion | Function=total | Remark="elements of 'sum' are kept in registers"
kgen.kernel @total(%x: !kgen.array<1, f32>, %sum: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.atomic add %sum[0], %0 : !kgen.array<1, f32>
  kgen.return
}
