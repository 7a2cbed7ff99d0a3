// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernel of the library is made for which sample. A sample's candidates follow from its index; no two samples
// have a candidate in common before all structures of an idiom have been used.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H

#include "Written.h"
#include "kgen/Synthesis/Split.h"

namespace kgen::knowledge {

/// Shares of a category are counted in parts of this; a prime, so that categories in turn meet all of them.
inline constexpr unsigned numSlots = 1021;

/// The slot of sample `ordinal` of a category: a step that meets all of them, and scatters idioms over the set.
inline uint64_t slotOf(uint64_t ordinal) { return ordinal % numSlots * 389 % numSlots; }

/// How often the structures of an idiom are gone through before others stand in: each has few surfaces.
inline constexpr uint64_t maxPasses = 4;

/// The slots of `--profile real`; a prime.
inline constexpr unsigned numRealSlots = 8167;

/// Numbers in a group, which a sample has to itself.
inline constexpr uint64_t numbersEach = 32;

/// Draws of one listed structure, with other words and inputs.
inline constexpr uint64_t drawsOfListed = 3;

/// Real kernels fall into classes by their statements: up to 4, to 8, to 12, to 17, to 28, to 46, and longer.
inline constexpr unsigned numSizes = 7;
unsigned sizeClass(unsigned statements);

/// The demand on a kernel beyond its size: to be as most real ones, or to have as many arrays or loads as few of them.
enum class Wanted { Few, Arrays, Loads };

/// Whether a kernel has no more parameters and calls than most real ones of its class of size, or, where these are
/// wanted, many arrays or loads.
bool isAsReal(const WrittenKernel &written, Wanted wanted);

/// Numbers of an idiom that have structures, found when the library is built.
struct Space {
  /// Numbers below 2^bits are tried.
  unsigned bits = 0;
  /// How many of them have a structure.
  uint64_t structures = 0;
  /// Whether that was counted, and not estimated.
  bool isExact = false;
  /// Numbers of structures, each given to one of the categories that it suits; first those of which none is nearly
  /// another, of this idiom or any, and how many these are.
  std::vector<std::vector<uint64_t>> listed;
  std::vector<unsigned> different;
  /// Whether all structures are listed: of an idiom that has few.
  bool isWhole = false;
  /// The listed ones of all categories, in order.
  std::vector<uint64_t> sorted;
  /// How many groups of numbers a sample has to itself: more for a split that few families are of.
  uint64_t groups = 1;

  /// How many numbers a sample has to itself.
  uint64_t numbersOfTurn() const { return numbersEach * groups; }
  /// Samples of one category, of `numCategories` that take the idiom, that find structures of their own.
  uint64_t capacity(unsigned category, unsigned numCategories, bool isReserve) const;
  /// Samples that have numbers to themselves, which need not be listed.
  uint64_t turns(bool isReserve) const;
};

/// A part of what `--profile real` makes: kernels of one category, class of size and idiom.
struct RealShare {
  unsigned category, size;
  /// Nothing where they are the typed generator's.
  std::optional<unsigned> idiom;
  unsigned slots;
  /// Of an idiom whose structures, or whose short ones, are listed: those of this category and size.
  std::vector<uint64_t> listed;
  /// Of another: how many groups of numbers a sample has to itself, so that one of them is of this category and size.
  unsigned groups = 1;
  /// Groups that the shares of this idiom and size before this one have in a round of the slots, and all of them.
  uint64_t first = 0, all = 0;
};

/// The library, and how often each idiom is taken.
struct Knowledge {
  std::shared_ptr<const Library> library;
  std::vector<Space> spaces;
  /// For each category, in the order of the enumeration: an idiom and its slots; the rest is the typed generator's.
  std::vector<std::vector<std::pair<unsigned, unsigned>>> shares;
  /// For each category the idioms that stand in, by turns, where a sample's own gives nothing.
  std::vector<std::vector<unsigned>> reserves;
  /// All that `--profile real` makes; slots sum up to `numRealSlots`.
  std::vector<RealShare> real;

  /// Whether an idiom stands in for others.
  bool isReserve(unsigned idiom) const;

  /// The part of it that has the families of a split. Idioms without such families leave their slots to others of the
  /// same category.
  std::unique_ptr<Knowledge> restrictedTo(Split split) const;

  /// Fills in where the groups of each share of `real` begin.
  void numberRealGroups();

  /// Writes all but the library, and what that is read from: for each file its name, the length of its words and the
  /// words; an empty name; the numbers of each list after how many they are. Each has a tab after it.
  void write(llvm::ArrayRef<LibraryFile> files, llvm::raw_ostream &os) const;
  /// Reads what was written; null where it is something else, or the library is wrong.
  static std::unique_ptr<Knowledge> read(llvm::StringRef text, Report report);
};

/// The knowledge that the build made, read from `share/kgen/knowledge.txt` beside the tools at the first call; its part
/// for a split.
const Knowledge &builtinKnowledge(Split split = Split::All);

/// A number that may have a structure, and how often the idiom's numbers were gone through before.
struct Candidate {
  unsigned idiom;
  uint64_t number;
  uint64_t pass;
  /// How often the number was drawn before, in this pass and others.
  uint64_t draw = 0;
  /// The class of size that its kernel has to be of, where that is asked.
  std::optional<unsigned> size = std::nullopt;
  /// The demand on it then.
  Wanted wanted = Wanted::Few;
  /// Whether it is another sample's: one that is listed.
  bool isListed = false;
};

/// Candidate number `attempt` of a sample; nothing where its slot is the typed generator's, or all were tried. Those of
/// its own idiom come first, then those of the reserve. `ordinal` says which sample of its category it is.
std::optional<Candidate> candidate(const Knowledge &knowledge, unsigned category, uint64_t seed, uint64_t ordinal,
                                   unsigned attempt);

/// The same of a sample of `--profile real`, whose category follows from its index too.
unsigned realCategory(const Knowledge &knowledge, uint64_t index);
std::optional<Candidate> realCandidate(const Knowledge &knowledge, uint64_t seed, uint64_t index, unsigned attempt);

/// How many of a hundred structures of a data set of `count` samples are expected to be in one of another seed too;
/// `categories` take turns in its indices.
double overlapOfSeeds(const Knowledge &knowledge, llvm::ArrayRef<unsigned> categories, uint64_t count);
double realOverlapOfSeeds(const Knowledge &knowledge, uint64_t count);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_KNOWLEDGE_H
