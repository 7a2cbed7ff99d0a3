// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between kernels and cases: what a case calls a kernel's types, and whether a case fits a kernel.

#ifndef KGEN_IR_KERNELCASE_H
#define KGEN_IR_KERNELCASE_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"

namespace kgen {

/// How the elements of an array, or a value, are called in a case.
ElementType elementTypeOf(mlir::Type type);

/// Checks that a case has an argument of the right kind for each parameter of a kernel (of the forward's parameters
/// alone, for a backward kernel); emits an error at the parameter where not.
mlir::LogicalResult verifyCase(KernelOp kernel, const Case &c);

} // namespace kgen

#endif // KGEN_IR_KERNELCASE_H
