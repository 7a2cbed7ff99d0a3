// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a name is always assigned before it is used. Looks at the syntax tree only.

#ifndef KGEN_LIB_IMPORT_DEFINITEASSIGNMENT_H
#define KGEN_LIB_IMPORT_DEFINITEASSIGNMENT_H

#include "PyNode.h"

namespace kgen::importer {

/// True where each use of `name` in `statements`, run from their start, comes after an assignment on every way to it.
bool isAssignedBeforeUse(llvm::ArrayRef<PyNode> statements, llvm::StringRef name);

/// True where control cannot reach the end of `statements`.
bool alwaysLeaves(llvm::ArrayRef<PyNode> statements);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_DEFINITEASSIGNMENT_H
