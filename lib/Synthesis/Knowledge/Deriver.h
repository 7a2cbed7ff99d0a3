// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of concepts, derived towards what a kernel is about: known already, loaded, a parameter, a constant, or by a
// law whose leaves are needed in turn. A law and a storage place are chosen once in a kernel.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_DERIVER_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_DERIVER_H

#include "Draft.h"
#include "Laws.h"
#include "Parameters.h"

namespace kgen::knowledge {

/// The lines of the blocks that are open, from the outermost on.
class Blocks {
public:
  explicit Blocks(Decisions &decided) : decided(decided) {}

  void open(bool isConditional);
  Nodes close();
  void emit(NodeRef node, unsigned level) { blocks[level].push_back(node); }
  void emit(NodeRef node) { blocks.back().push_back(node); }

private:
  Decisions &decided;
  std::vector<Nodes> blocks;
};

class Deriver {
public:
  Deriver(Setting &setting, Decisions &decided, Names &names, Parameters &parameters, Blocks &blocks,
          std::vector<Function> &functions)
      : setting(setting), library(setting.library), style(setting.style), arena(setting.arena), decided(decided),
        names(names), parameters(parameters), blocks(blocks), functions(functions), laws(setting, decided) {}

  /// The value of a concept, for whom it is asked.
  NodeRef need(unsigned which, Role role);
  /// A tree of the library with values for its concepts.
  NodeRef fill(NodeRef body, Role role);
  /// A call of a helper, or what a helper of one line says.
  NodeRef callHelper(const Helper &helper, const Nodes &arguments);
  /// The name of a helper's function, which the kernel defines if it does not yet.
  std::string functionOf(const Helper &helper);

private:
  const Concept &concept_(unsigned which) const { return library.concepts[which]; }
  NodeRef decide(unsigned which, Role role);
  NodeRef load(unsigned which, std::vector<Length> extents, const Nodes &indices);
  Nodes needAll(llvm::ArrayRef<Leaf> leaves, Role role);
  NodeRef derive(const Rule &rule, Role role);
  NodeRef deriveSum(const Rule &rule, Role role);
  unsigned chooseSpelling(const Rule &rule);
  bool chooseFunction(const Rule &rule, unsigned spelling);
  NodeRef callRule(const Rule &rule, unsigned spelling, Role role);
  std::string defineRule(const Rule &rule, unsigned spelling, const Nodes &values, bool takesAll);
  NodeRef keep(unsigned which, Role role, NodeRef value, llvm::StringRef comment);
  NodeRef inlined(NodeRef node, llvm::ArrayRef<Input> parameters, const Nodes &arguments);

  Setting &setting;
  const Library &library;
  const Style &style;
  Arena &arena;
  Decisions &decided;
  Names &names;
  Parameters &parameters;
  Blocks &blocks;
  std::vector<Function> &functions;
  Laws laws;
  /// Whether a way to write a rule, or a helper of one line, is a function here, or its line.
  std::map<const void *, bool> isCalled;
  /// Of rules whose ways to be written read the same, which is taken.
  std::map<const Rule *, unsigned> spellings;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_DERIVER_H
