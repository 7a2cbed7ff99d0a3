// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's Python as tokens and logical lines: enough to count its constructs, on any machine and without Python. The
// importer, not this file, decides whether a text is Python.

#ifndef KGEN_LIB_STATS_PYTHONTEXT_H
#define KGEN_LIB_STATS_PYTHONTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace kgen::stats {

struct PyToken {
  enum Kind : uint8_t { Name, Number, String, Operator };
  Kind kind;
  llvm::StringRef text;

  bool is(llvm::StringRef other) const { return kind != String && text == other; }
};

/// A logical line: one that brackets may continue over several.
struct PyLine {
  /// Columns before its first token.
  unsigned indent = 0;
  /// Physical lines that it takes, without blank lines and comments.
  unsigned height = 0;
  std::vector<PyToken> tokens;
};

/// The place after the bracket that closes the one at `open`, or the end.
size_t afterBracket(llvm::ArrayRef<PyToken> tokens, size_t open);

/// One kernel of a module. Refers to the source text.
struct PyKernel {
  struct Parameter {
    llvm::StringRef name;
    std::vector<PyToken> annotation;
    /// Dimensions of an array; 0 for a value.
    unsigned rank = 0;
  };
  std::vector<Parameter> parameters;
  /// Physical lines from `def` to the body.
  unsigned headerHeight = 0;
  /// The body, without its docstring.
  std::vector<PyLine> body;
  /// The assignments of the module's top level.
  llvm::StringSet<> constants;
  /// Functions that the module defines.
  llvm::StringSet<> functions;

  /// The parameter of a name, or null.
  const Parameter *findParameter(llvm::StringRef name) const;
};

/// The kernel `name` of a module; with an empty body if there is none.
PyKernel readKernelText(llvm::StringRef source, llvm::StringRef name);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_PYTHONTEXT_H
