// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernel of the library is made for which sample. A sample's candidates follow from its index; no two samples
// have a candidate in common before all structures of an idiom have been used.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H

#include "Writer.h"

namespace kgen::knowledge {

/// Shares of a category are counted in parts of this; a prime, so that categories in turn meet all of them.
inline constexpr unsigned numSlots = 1021;

/// Numbers of an idiom that have structures, found when the library is built.
struct Space {
  /// Numbers below 2^bits are tried.
  unsigned bits = 0;
  /// How many of them have a structure.
  uint64_t structures = 0;
  /// Whether that was counted, and not estimated.
  bool isExact = false;
  /// Of an idiom that has few: the numbers of its structures, each given to one of the categories that it suits.
  std::vector<std::vector<uint64_t>> listed;

  /// Samples of one category, of `numCategories` that take the idiom, that find structures of their own.
  uint64_t capacity(unsigned category, unsigned numCategories, bool isReserve) const;
};

/// The library, and how often each idiom is taken.
struct Knowledge {
  std::unique_ptr<Library> library;
  std::vector<Space> spaces;
  /// For each category, in the order of the enumeration: an idiom and its slots; what is left is the typed generator's.
  std::vector<std::vector<std::pair<unsigned, unsigned>>> shares;
  /// For each category an idiom that stands in where a sample's own gives nothing, if there is one.
  std::vector<std::optional<unsigned>> reserves;

  /// Reads what kgen-library wrote.
  static std::unique_ptr<Knowledge> read(llvm::StringRef json, Report report);
};

/// The knowledge that this program was built with.
const Knowledge &builtinKnowledge();

/// A number that may have a structure, and how often the idiom's numbers were gone through before.
struct Candidate {
  unsigned idiom;
  uint64_t number;
  uint64_t pass;
};

/// Candidate number `attempt` of a sample; nothing where its slot is the typed generator's, or all were tried. Those of
/// its own idiom come first, then those of the reserve.
std::optional<Candidate> candidate(const Knowledge &knowledge, unsigned category, uint64_t seed, uint64_t index,
                                   unsigned attempt);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H
