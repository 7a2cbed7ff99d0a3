// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel between the steps of its writing: its lines, and what goes with them.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_DRAFT_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_DRAFT_H

#include "Decisions.h"

namespace kgen::knowledge {

/// A user function that the kernel calls.
struct Function {
  std::string name;
  /// The way to write a rule, or the helper, that it is.
  const void *of;
  NodeRef definition;
};

struct Draft {
  Nodes lines;
  std::vector<Function> functions;
  /// The title and the sentence of an arm, in place of the idiom's.
  std::string title, doc;
  /// Whether a mean of what all threads do is taken.
  bool takesMean = false;
  /// Whether arrays, or threads, of several dimensions lie in one.
  bool flatTables = false, flatThreads = false;
  /// The parameters that are gathered in a struct.
  unsigned gathered = None;

  void replaceAll(NodeRef old, NodeRef made, Arena &arena) {
    for (NodeRef &line : lines)
      line = replace(line, old, made, arena);
  }
  /// The place of the line that asks for the thread.
  size_t placeOfThread() const {
    return llvm::find_if(lines,
                         [](NodeRef line) { return line->is(Kind::Assign) && line->kids[1]->callsWarp("tid"); }) -
           lines.begin();
  }
  /// The names that the thread's indices have.
  Nodes threadNames() const {
    NodeRef threads = lines[placeOfThread()]->kids[0];
    return threads->is(Kind::Tuple) ? threads->kids : Nodes{threads};
  }
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_DRAFT_H
