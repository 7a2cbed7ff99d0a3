// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the laws of a kernel's domain can give, as far as it is decided. Questions only: nothing here decides.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAWS_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAWS_H

#include "Decisions.h"
#include "Style.h"

namespace kgen::knowledge {

class Laws {
public:
  Laws(const Setting &setting, const Decisions &decided)
      : library(setting.library), idiom(setting.idiom), style(setting.style), decided(decided) {}

  const std::vector<const Rule *> &rulesOf(unsigned which) const;
  /// Whether some laws for a value come to the concept, which may be the value itself.
  bool reaches(unsigned which, unsigned wanted, unsigned depth = 5) const;
  bool dependsOnPartner(unsigned which, unsigned depth = 5) const;
  /// Whether something that the kernel can come to has three dimensions whatever its vectors have.
  bool needsThreeDimensions() const;

  /// The ways to have a value of a concept.
  std::vector<Option> options(unsigned which, Role role) const;
  bool isFeasible(unsigned which, Role role) const { return isFeasible(which, role, 5, nullptr); }

  /// Whether an early exit makes sense here: what it asks for differs between threads, or partners, and the goals can
  /// read it.
  bool canGuard(const Guard &guard, bool ofPair) const;

  /// Whether nothing was derived, and no part taken, after which this one would count something twice.
  bool canTake(const Part &candidate) const;

private:
  /// A concept that a question is about to derive, and those around it.
  struct Trail {
    unsigned which;
    const Trail *outer;
  };

  const Concept &concept_(unsigned which) const { return library.concepts[which]; }
  bool isDeriving(unsigned which, const Trail *trail) const;
  bool isFeasible(unsigned which, Role role, unsigned depth, const Trail *trail) const;
  bool isFeasible(const Rule &rule, Role role, unsigned depth, const Trail *trail) const;
  bool isComputed(unsigned which) const;
  bool liesElsewhere(unsigned which, Option::Place place) const;
  bool isInLaw(unsigned which) const;
  bool comesAlways(unsigned which, unsigned wanted, bool isDerived, unsigned depth = 5) const;
  bool readsAlways(unsigned wanted) const;
  bool isMadeOfRead(unsigned which, unsigned depth = 5) const;
  bool isOnlyFlag(const Guard &guard) const;

  const Library &library;
  const Idiom &idiom;
  const Style &style;
  const Decisions &decided;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_LAWS_H
