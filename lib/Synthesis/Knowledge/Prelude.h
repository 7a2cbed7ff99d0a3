// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of Warp's that kgen has no op for (`wp.noise`, `wp.svd3`), as functions of the programs that call them:
// what `warp-ast --prelude` writes, and warp-ast puts into programs that it reads. A build embeds it as words, which
// cost a twentieth of JSON to read.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_PRELUDE_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_PRELUDE_H

#include "kgen/Import/SyntaxTree.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>
#include <string>
#include <vector>

namespace kgen::knowledge {

class Prelude {
public:
  /// As read_library.py wrote them. They are read when a function is first asked for.
  void setWords(llvm::StringRef words) { this->words = words.str(); }

  /// The overloads of a name, as a list of numbers of functions; null for a name that is none of the prelude's. Several
  /// threads may ask.
  const TreeValue *find(llvm::StringRef name) const;
  /// All functions: the first of a program that calls one, whose second file is theirs.
  llvm::ArrayRef<TreeValue> functions() const;

private:
  void read() const;

  std::string words;
  mutable std::once_flag once;
  mutable SyntaxTree tree;
  mutable llvm::StringMap<TreeValue> names;
  mutable std::vector<TreeValue> definitions;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_PRELUDE_H
