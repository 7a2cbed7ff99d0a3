// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a module that kernels need.

#ifndef KGEN_IR_CALLEES_H
#define KGEN_IR_CALLEES_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace kgen {

/// The functions of `module` that these kernels of it call, the adjoints and replays of these, and the functions that
/// those call.
llvm::SmallPtrSet<mlir::Operation *, 16> neededFunctions(mlir::ModuleOp module, llvm::ArrayRef<KernelOp> kernels);

} // namespace kgen

#endif // KGEN_IR_CALLEES_H
