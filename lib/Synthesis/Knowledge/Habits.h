// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Habits of authors that leave a kernel what it is: which element is a thread's and whether it is to be done at all,
// whether a number is each element's by its kind, whether an extent has a name, and whether an exit is a return or a
// block around the rest.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_HABITS_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_HABITS_H

#include "Draft.h"
#include "Parameters.h"

namespace kgen::knowledge {

/// Whether threads leave the kernel before its end.
bool hasExit(const Nodes &lines);
/// Whether there is a Fourier transform. Warp has them of tiles in registers alone, and of complex numbers whose type
/// is said: what a function without the type of its result returns is none to it.
bool transformsTiles(const Nodes &lines);

class Habits {
public:
  Habits(Setting &setting, Decisions &decided, Names &names, Parameters &parameters, Draft &draft)
      : library(setting.library), idiom(setting.idiom), style(setting.style), layout(setting.layout), rng(setting.rng),
        arena(setting.arena), decided(decided), names(names), parameters(parameters), draft(draft) {}

  /// Before parameters have their order.
  void apply();

private:
  void replaceAll(NodeRef old, NodeRef made) { draft.replaceAll(old, made, arena); }
  NodeRef shapeOf(const Length &wanted);
  bool hasOwnElement() const;
  void listElements();
  void maskElements(NodeRef element);
  std::vector<Slot *> numbersOfAll(bool withCommon);
  bool meetsPartner() const;
  void tabulateNumbers(NodeRef element);
  void holdNumbers();
  bool hasPlainExtent(llvm::StringRef coordinate) const;
  void checkBounds();
  void askArrays(bool onlyAgain);
  void nameExtents();
  void placeTiles();
  Nodes wrapExits(const Nodes &list, Kind leaves);

  const Library &library;
  const Idiom &idiom;
  const Style &style;
  Rng &layout;
  Rng &rng;
  Arena &arena;
  Decisions &decided;
  Names &names;
  Parameters &parameters;
  Draft &draft;
  /// The place after the lines that say which element is a thread's.
  size_t elementPlace = 0;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_HABITS_H
