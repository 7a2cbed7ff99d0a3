// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins as functions of the module, whose bodies are what defines them: for a text that has no header.

#ifndef KGEN_LIB_TARGET_TEXT_OUTLINE_H
#define KGEN_LIB_TARGET_TEXT_OUTLINE_H

#include "kgen/IR/Kgen.h"

namespace kgen::text {

/// Whether a builtin has a definition: by its record, or by components.
bool hasDefinition(mlir::Operation *op);

/// Replaces each builtin that is `wanted`, and has a definition, by a call of a function of the module. Functions that
/// are made this way are treated alike.
void outlineBuiltins(mlir::ModuleOp module, llvm::function_ref<bool(mlir::Operation *)> wanted);

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_OUTLINE_H
