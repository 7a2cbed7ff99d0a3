// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees of the library's syntax as programs that warp-ast would write.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_PROGRAM_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_PROGRAM_H

#include "Prelude.h"
#include "Syntax.h"
#include "kgen/Import/SyntaxTree.h"
#include "llvm/ADT/StringMap.h"

namespace kgen::knowledge {

/// The meaning of names in a program.
struct ProgramNames {
  const Prelude &prelude;
  llvm::StringMap<NodeRef> constants;
  /// The numbers of the functions.
  llvm::StringMap<unsigned> functions;
  /// The type of the one struct, if there is one.
  std::string structType;
};

/// Texts of nodes are copied: a program outlives the nodes that it was written of.
class ProgramWriter {
public:
  /// `hasComment` decides, of each comment, whether it is written.
  ProgramWriter(SyntaxTree &tree, const ProgramNames &names, llvm::function_ref<bool()> hasComment)
      : tree(tree), names(names), hasComment(hasComment) {}

  TreeValue write(NodeRef node);
  /// The one struct of a program.
  TreeValue structure(llvm::ArrayRef<NodeRef> fields);

private:
  using Fields = llvm::SmallVector<TreeField, 8>;
  struct Entry;

  TreeValue list(llvm::ArrayRef<NodeRef> nodes);
  TreeValue functionIds(TreeValue ids);
  TreeValue reference(llvm::StringRef kind, const std::string &name);
  TreeValue index(llvm::ArrayRef<NodeRef> indices);
  void name(NodeRef node, Fields &to);
  void attribute(NodeRef node, Fields &to);
  void function(NodeRef node, Fields &to);
  void field(NodeRef node, const Entry &entry, Fields &to);

  SyntaxTree &tree;
  const ProgramNames &names;
  llvm::function_ref<bool()> hasComment;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_PROGRAM_H
