// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a syntax tree is one that warp-ast could have written. Reads no meaning; the importer does, and relies on the
// form.

#ifndef KGEN_LIB_IMPORT_CHECKTREE_H
#define KGEN_LIB_IMPORT_CHECKTREE_H

#include "ReadPython.h"
#include "llvm/Support/JSON.h"

namespace kgen::importer {

/// Whether each node of a closed program has the fields of its class in Python's `ast`, and each reference an entry;
/// else what is wrong, at the line and column of the node.
bool checkTree(const llvm::json::Object &tree, PythonError &error);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_CHECKTREE_H
