// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs warp-ast, which reads Python with Python's own parser. Nothing here knows what the tree means.

#ifndef KGEN_LIB_IMPORT_READPYTHON_H
#define KGEN_LIB_IMPORT_READPYTHON_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace kgen {

/// What is wrong with a Python file, and where.
struct PythonError {
  unsigned line = 1;
  unsigned column = 1;
  std::string message;
};

/// Runs `warp-ast [option] path` and returns the JSON that it wrote; nullopt, with the reason in `error`, where there is
/// something wrong with the file, or no Python to read it with.
std::optional<std::string> readPython(llvm::StringRef path, llvm::StringRef option, PythonError &error);

} // namespace kgen

#endif // KGEN_LIB_IMPORT_READPYTHON_H
