// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The author's names in LLVM IR.

#ifndef KGEN_LIB_TARGET_LLVM_NAMES_H
#define KGEN_LIB_TARGET_LLVM_NAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace kgen::codegen {

/// Lets translation to LLVM IR name what `markForNaming` marked.
void registerNameTranslation(mlir::DialectRegistry &registry);

/// Asks for names in the functions of a module that is about to be translated.
void markForNaming(mlir::ModuleOp module);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_NAMES_H
