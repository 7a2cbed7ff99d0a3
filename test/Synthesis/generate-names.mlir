// A kernel whose name is taken gets another.
//
// RUN: kgen-opt %s --kgen-generate="category=math seed=3" --kgen-generate="category=math seed=3" | FileCheck %s

// CHECK: kgen.kernel @[[NAME:[a-z_]+]](
// CHECK: kgen.kernel @[[NAME]]_0(
