// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between kernels and cases: the names of a kernel's types in a case, and whether a case fits a kernel.

#ifndef KGEN_IR_KERNELCASE_H
#define KGEN_IR_KERNELCASE_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"

namespace kgen {

/// The name of an array's elements, or of a value, in a case.
ElementType elementTypeOf(mlir::Type type);

/// The place of a case's argument in a launch: a parameter of the kernel or, if that is a struct, a field of it. An
/// array of structs is one array for each of its fields.
struct CasePlace {
  unsigned parameter;
  /// The fields that lead to it from the parameter, or from an element of the parameter.
  llvm::SmallVector<int64_t> path;
  bool inElement = false;
  /// The type of the argument, without structs.
  mlir::Type type;
};

/// The places of the arguments of a case, in order; emits an error if the case does not fit the kernel. For a backward
/// kernel, only the forward's parameters count.
mlir::FailureOr<llvm::SmallVector<CasePlace>> casePlaces(KernelOp kernel, const Case &c);

/// Checks that a case has an argument of the right kind for each parameter of a kernel, or each field of one; emits an
/// error at the parameter if not.
mlir::LogicalResult verifyCase(KernelOp kernel, const Case &c);

} // namespace kgen

#endif // KGEN_IR_KERNELCASE_H
