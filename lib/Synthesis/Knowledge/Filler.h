// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first step: fills an idiom. Its choices are made, goals and concepts become values, and its names become an
// author's.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_FILLER_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_FILLER_H

#include "Deriver.h"

namespace kgen::knowledge {

/// An arm that was taken: of which choice, the how manyth, where that stands.
struct TakenArm {
  NodeRef choice;
  unsigned arm, file;
};

class Filler {
public:
  Filler(Setting &setting, Decisions &decided, Names &names, Parameters &parameters, Draft &draft)
      : setting(setting), library(setting.library), idiom(setting.idiom), style(setting.style), digits(setting.digits),
        layout(setting.layout), rng(setting.rng), isPlain(setting.isPlain), arena(setting.arena), decided(decided),
        names(names), parameters(parameters), draft(draft), blocks(decided), laws(setting, decided),
        deriver(setting, decided, names, parameters, blocks, draft.functions) {}

  /// Makes all decisions; the draft has its lines unless they led nowhere.
  void run();
  /// The arms that were taken, in the order of the lines; one of a loop's body may come twice.
  llvm::ArrayRef<TakenArm> arms() const { return takenArms; }

private:
  const Concept &concept_(unsigned which) const { return library.concepts[which]; }
  unsigned pick(unsigned count, Ahead now) { return knowledge::pick(digits, decided, count, std::move(now)); }

  // Filler.cpp: the whole.
  void findMutated(const Nodes &body);
  void chooseLayout();

  // Statements.cpp: the idiom's own lines.
  void statements(const Nodes &list);
  void statement(NodeRef node);
  void assign(NodeRef node);
  NodeRef localFor(NodeRef target);
  void assignNames(const Nodes &targets, NodeRef value, llvm::StringRef comment);
  void assignName(NodeRef target, NodeRef value, llvm::StringRef comment);
  void branch(NodeRef node);
  bool holds(NodeRef asked) const;
  void takeArm(NodeRef node);
  void loop(NodeRef node);
  void bindWith(NodeRef node);
  void call(NodeRef node);
  void threads(NodeRef target);
  void bindEntity();

  // Expressions.cpp: values and places.
  NodeRef expression(NodeRef node);
  NodeRef nameExpression(NodeRef node);
  NodeRef elementExpression(NodeRef node, unsigned which);
  Nodes expressions(llvm::ArrayRef<NodeRef> list);
  NodeRef expressionBefore(NodeRef node, llvm::ArrayRef<NodeRef> others);
  NodeRef callExpression(NodeRef node);
  NodeRef zero(Shape shape);
  NodeRef place(NodeRef target);
  NodeRef output(NodeRef call, llvm::ArrayRef<NodeRef> indices, ArrayUse use = ArrayUse::Output);
  bool isOwnName(llvm::StringRef name) const { return decided.locals.count(name) || inputOf(name); }
  std::optional<unsigned> conceptOf(NodeRef name) const;
  const Input *inputOf(llvm::StringRef name) const;
  Length extentOf(NodeRef index) const;

  // Guards.cpp: exits, and sequences of parts.
  void guard(NodeRef call, const Nodes &before);
  NodeRef fillGuards(const Guard &first, const Guard &second, NodeRef call, llvm::StringRef &comment);
  NodeRef either(NodeRef first, NodeRef second);
  NodeRef fillGuard(const Guard &guard, bool ofEnds);
  NodeRef limit(const Guard &guard);
  void parts(NodeRef call);
  void someParts(llvm::StringRef kind, unsigned most);
  void onePart(NodeRef call);
  void take(const Part &part);

  Setting &setting;
  const Library &library;
  const Idiom &idiom;
  Style &style;
  Digits &digits;
  Rng &layout;
  Rng &rng;
  const bool isPlain;
  Arena &arena;
  Decisions &decided;
  Names &names;
  Parameters &parameters;
  Draft &draft;
  Blocks blocks;
  Laws laws;
  Deriver deriver;
  std::vector<TakenArm> takenArms;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_FILLER_H
