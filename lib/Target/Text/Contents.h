// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a text of a module holds, in the order in which it is printed: structs, and functions before those that call
// them.

#ifndef KGEN_LIB_TARGET_TEXT_CONTENTS_H
#define KGEN_LIB_TARGET_TEXT_CONTENTS_H

#include "kgen/IR/Kgen.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::text {

struct Contents {
  Contents(mlir::ModuleOp module, const TextOptions &options, bool withAdjoints);

  /// Each after those that it has fields of.
  llvm::SetVector<StructType> structs;
  /// The kernels that the options ask for, and the functions that they call.
  llvm::SetVector<mlir::FunctionOpInterface> functions;

  /// The names that the author chose, in all of it.
  llvm::StringSet<> names() const;

private:
  void addFunction(mlir::FunctionOpInterface function);
  void addType(mlir::Type type);
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_CONTENTS_H
