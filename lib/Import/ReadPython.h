// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs warp-ast, which reads Python with Python's own parser. Nothing here knows what the tree means.

#ifndef KGEN_LIB_IMPORT_READPYTHON_H
#define KGEN_LIB_IMPORT_READPYTHON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace kgen::importer {

/// A fault of a Python file, and its place.
struct PythonError {
  unsigned line = 1;
  unsigned column = 1;
  std::string message;
};

/// Runs `warp-ast [option] path` and returns the JSON that it wrote; nullopt, with the reason in `error`, where there
/// is something wrong with the file, or no Python to read it with.
std::optional<std::string> readPython(llvm::StringRef path, llvm::StringRef option, PythonError &error);

/// The program and arguments that run warp-ast; nullopt, with the reason in `error`, if there is no Python.
std::optional<std::vector<std::string>> pythonCommand(PythonError &error);

/// Takes the error out of what the script wrote about a text that it refuses; false where it wrote a tree.
bool readError(const llvm::json::Object &written, PythonError &error);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_READPYTHON_H
