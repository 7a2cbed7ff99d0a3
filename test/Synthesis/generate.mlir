// The pass adds kernels of the category that was asked for, in source form; the same ones each time, more of them after
// them. Real checks of what they compute are in kgen-synth's own tests: here the text is read.
//
// RUN: kgen-opt %s --kgen-generate="category=control_flow seed=7 count=3" > %t.1
// RUN: kgen-opt %s --kgen-generate="category=control_flow seed=7 count=3" > %t.2
// RUN: diff %t.1 %t.2
// RUN: FileCheck %s --check-prefix=CONTROL < %t.1
// RUN: kgen-opt %t.1 --kgen-differentiate | FileCheck %s --check-prefix=BACKWARD
// RUN: kgen-opt %s --kgen-generate="category=matrix seed=7" | FileCheck %s --check-prefix=MATRIX
// RUN: kgen-opt %s --kgen-generate="category=nested_loop seed=7" | FileCheck %s --check-prefix=NESTED
// RUN: kgen-opt %s --kgen-generate="category=atomic seed=7 index=4" | FileCheck %s --check-prefix=ATOMIC
// RUN: kgen-opt %s --kgen-generate="category=vector seed=7" | FileCheck %s --check-prefix=VECTOR

// What was in the module stays.
// CONTROL: kgen.kernel @mine
// CONTROL-COUNT-3: kgen.kernel @
// CONTROL-NOT: kgen.kernel
// BACKWARD-COUNT-4: adjoint_of
// MATRIX: kgen.kernel @mine
// MATRIX: kgen.kernel @
// MATRIX: mat<
// NESTED: kgen.kernel @mine
// NESTED: kgen.kernel @
// NESTED: {{^}}    kgen.for
// NESTED: {{^}}      kgen.for
// ATOMIC: kgen.kernel @mine
// ATOMIC: kgen.kernel @
// ATOMIC: kgen.atomic
// VECTOR: kgen.kernel @mine
// VECTOR: kgen.kernel @
// VECTOR: vec<
kgen.kernel @mine(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}
