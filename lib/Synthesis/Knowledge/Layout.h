// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second step: how data lie, and where a kernel gets them from. Tables and threads in one dimension are found again
// by arithmetic of indices; parameters may be the fields of a struct.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAYOUT_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAYOUT_H

#include "Draft.h"
#include "Parameters.h"

namespace kgen::knowledge {

/// The parameters in their order; fields of the struct come first, if there is one.
struct Signature {
  std::vector<WrittenParameter> parameters;
  unsigned numFields = 0;
  /// The name of that struct's type, and of the parameter that it is.
  std::string structType, structName;
  /// Elements of arrays that are read, where they stand in the text.
  unsigned loads = 0;
};

class Layout {
public:
  Layout(Setting &setting, Decisions &decided, Names &names, Parameters &parameters, Draft &draft)
      : setting(setting), style(setting.style), layout(setting.layout), rng(setting.rng), arena(setting.arena),
        decided(decided), names(names), parameters(parameters), draft(draft) {}

  /// Lays the draft out; the decisions have failed if there is no way.
  Signature run();

private:
  void replaceAll(NodeRef old, NodeRef made) { draft.replaceAll(old, made, arena); }
  Nodes sayUpdates(const Nodes &list, const Nodes &threads);
  void nameUpdated();
  bool isWhollyIndexed(const WrittenParameter &table) const;
  NodeRef extentNode(const Length &extent);
  NodeRef flatIndex(llvm::ArrayRef<NodeRef> indices, llvm::ArrayRef<Length> extents);
  NodeRef flatten(NodeRef node, llvm::ArrayRef<WrittenParameter> tables);
  Nodes flatten(const Nodes &list, llvm::ArrayRef<WrittenParameter> tables);
  void flattenTables();
  void layThreadsInRow(NodeRef row);
  void nameCell();
  bool isGrid() const;
  NodeRef callIndex(NodeRef index, llvm::ArrayRef<NodeRef> threads);
  Signature orderParameters();
  void gatherFields(Signature &signature);

  Setting &setting;
  const Style &style;
  Rng &layout;
  Rng &rng;
  Arena &arena;
  Decisions &decided;
  Names &names;
  Parameters &parameters;
  Draft &draft;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAYOUT_H
