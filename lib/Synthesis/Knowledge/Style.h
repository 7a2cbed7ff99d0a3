// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An author's habits: words, ways to write a value, and how often each habit shows. Drawn once for a kernel.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_STYLE_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_STYLE_H

#include "Digits.h"
#include "Written.h"
#include "kgen/Support/Rng.h"

namespace kgen::knowledge {

struct Style {
  enum Theme { Singular, Plural, Prefixed } theme;
  bool alias, lastOutputs, doc, wide, tileNames;
  std::string annotations;
  unsigned shortNames, comments, inlining, functions, constants;
  /// How often a value that is read again is loaded again, arrays are asked for extents, such an extent has a name,
  /// threads are asked whether they have an element, what follows an exit stands in a block instead, and an update of
  /// an element is one (`+=`). In percent, as those above.
  unsigned reloading, asking, namedExtents, checking, wrapping, augmenting;
  /// How often threads find their elements in a list, a flag says which of these are done, a number of all is one of
  /// each kind, and numbers lie in memory.
  unsigned listing = 14, masking = 10, tabulating = 14, holding = 12;
  std::string partner, output;
  bool sizeParameters;
  /// Which of several words this author takes, where he takes no other.
  unsigned manner;
};

/// The state that all steps of writing a kernel share: the library and the idiom, the numbers that decide, and the
/// author's habits. Ways to write a value come from the random numbers of the layout; words, numbers and comments come
/// from the others.
struct Setting {
  /// `isPlain`: the surface is the same for all structures.
  Setting(const Library &library, const Idiom &idiom, Digits &digits, Rng layout, Rng &rng, bool isPlain);

  const Library &library;
  const Idiom &idiom;
  Digits &digits;
  Rng layout;
  Rng &rng;
  const bool isPlain;
  Style style;
  Arena arena;

  const Concept &concept_(unsigned which) const { return library.concepts[which]; }
  /// One of so many ways to write a value.
  unsigned spelling(unsigned count) { return isPlain ? 0 : layout.below(count); }
  /// A type as annotations say it.
  NodeRef typeOf(Shape shape);
  NodeRef annotation(const WrittenParameter &parameter);
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_STYLE_H
