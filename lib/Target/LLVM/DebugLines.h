// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The author's lines as a debugger's: what LLVM carries along from locations to the last instruction.

#ifndef KGEN_LIB_TARGET_LLVM_DEBUGLINES_H
#define KGEN_LIB_TARGET_LLVM_DEBUGLINES_H

#include "kgen/IR/SourceLines.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

namespace kgen::codegen {

/// Gives a module in the LLVM dialect, about to be translated, lines of `file`, and no others, to carry along.
mlir::LogicalResult keepDebugLines(mlir::ModuleOp module, llvm::StringRef file);

/// The lines of instructions.
using InstructionLines = llvm::DenseMap<const llvm::Instruction *, unsigned>;

/// Takes what a debugger would need out of a module.
InstructionLines takeDebugLines(llvm::Module &module);

/// LLVM IR as text, and the lines of its instructions.
std::string printIRWithLines(const llvm::Module &module, const InstructionLines &known, LineMap &lines);

/// The lines that the `.loc` directives in an assembly text say.
LineMap readDebugLines(llvm::StringRef assembly);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_DEBUGLINES_H
