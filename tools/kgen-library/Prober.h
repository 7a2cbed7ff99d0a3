// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries idioms: counts their structures, picks those that differ from each other, and imports them.

#ifndef KGEN_TOOLS_KGEN_LIBRARY_PROBER_H
#define KGEN_TOOLS_KGEN_LIBRARY_PROBER_H

#include "../../lib/Synthesis/Knowledge/Knowledge.h"
#include "../../lib/Synthesis/Knowledge/Writer.h"
#include "kgen/Support/Similarity.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>
#include <optional>

namespace kgen::knowledge {

inline constexpr unsigned numCategories = 10;
/// Real kernels of fewer than this class of size are short: one in three is, and few structures are.
inline constexpr unsigned firstLonger = 2;

/// One structure of an idiom.
struct Structure {
  explicit Structure(uint64_t number, std::optional<Sketch> says = std::nullopt)
      : number(number), says(std::move(says)) {}

  uint64_t number;
  /// What its body says; only of those that differ from all others.
  std::optional<Sketch> says;
  /// Of its kernel without literals: plain, and as its first draw lays it out, which may be another's where the plain
  /// is not.
  std::string hash, hashAsDrawn;
  /// A bit for each category that the kernel suits.
  uint16_t suits = 0;
  /// Which it is of in the mix of real code, whatever it suits.
  unsigned ownCategory = 0;
  unsigned size = 0;
  bool loops = false, turns = false, indexes = false, isAsReal = false, loads = false, hasTiles = false, exits = false;
  /// Whether it draws random numbers, or how often its loop runs is not known before.
  bool isRare = false;
  /// To which it was given.
  std::optional<unsigned> category;
  unsigned realCategory() const { return category.value_or(ownCategory); }

  bool isDifferent() const { return says.has_value(); }
};

/// What is found out about an idiom.
struct Tried {
  Space space;
  /// How many structures it has, as shares take it: what some numbers say, so that a count changes no sample.
  uint64_t estimate = 0;
  /// What tells its decisions from others.
  uint64_t mark = 0;
  double all = 0.0;
  /// Of an idiom with many: how many of those drawn are not near one drawn before.
  double variety = 0.0;
  unsigned imported = 0;
  std::array<unsigned, numCategories> suits = {};
  /// Those of a category by their class of size, where they are as real ones are.
  std::array<std::array<unsigned, numSizes>, numCategories> sizes = {};
  /// How many of those imported have a loop, quaternions or poses, arrays of integers, many loads, tiles, early exits,
  /// what is rare; how many dimensions threads have.
  unsigned looping = 0, turning = 0, indexing = 0, loading = 0, tiling = 0, exiting = 0, rare = 0, rank = 1;
  /// All there are where `space.isWhole`; else some of which none is near another.
  std::vector<Structure> structures;
  /// Of an idiom with many: those whose kernels are short, as many as real ones have use for.
  std::vector<Structure> shortOnes;
  std::vector<std::string> errors;

  /// Structures of which all of a class of size are listed, or null.
  const std::vector<Structure> *listedOf(unsigned size) const;
};

/// What was counted before, by idiom: structures, and of which decisions.
struct Count {
  uint64_t mark, structures;
};
using Counts = std::map<std::string, Count>;

/// Idioms and numbers by what their kernels are, but for literals.
using Kernels = std::map<std::string, std::pair<unsigned, uint64_t>>;

class Prober {
public:
  /// `exact`: counts what `counts` does not say, however many there are.
  Prober(const Library &library, unsigned index, bool exact, const Counts &counts);

  /// How many structures the idiom has, and some or all of them, those that are near another marked.
  Tried collect();
  /// Imports what was collected, and more where that is little.
  void import(Tried &tried);

  /// Prints some of the idiom's kernels as Warp source.
  void print(unsigned count);
  /// Prints the kernel of a structure; returns false where the number has none.
  bool printStructure(uint64_t number);
  /// Prints pairs of numbers, of this idiom or of this one and another, whose kernels are one but for literals. `seen`:
  /// the first of each kernel, of the idioms that were asked so far.
  void findTwins(unsigned count, Kernels &seen);

private:
  const Idiom &idiom() const { return library.idioms[index]; }
  Writer plainWriter(Digits &digits);
  bool hasStructure(Digits &digits);
  std::optional<WrittenKernel> write(uint64_t number);
  std::optional<WrittenKernel> writeAsDrawn(uint64_t number);
  std::optional<Sketch> sketch(uint64_t number);
  mlir::OwningOpRef<mlir::ModuleOp> importWritten(const WrittenKernel &written, Tried &tried);
  void printKernel(uint64_t number, const WrittenKernel &written);
  std::vector<uint64_t> measure(Tried &tried);
  uint64_t mark(unsigned bits);
  uint64_t countOnGraph(Tried &tried);
  void countStructures(Tried &tried);
  void collectSome(Tried &tried);
  void checkArms(Tried &tried);
  bool import(Structure &structure, Tried &tried);
  void collectShort(Tried &tried);
  void count(const Structure &structure, Tried &tried);
  void error(Tried &tried, const std::string &message);
  void error(Tried &tried, unsigned file, unsigned line, const std::string &message);

  const Library &library;
  unsigned index;
  bool exact;
  const Counts &counts;
  mlir::MLIRContext context;
  /// Which words are drawn is all the same here.
  Rng words = Rng(0, 0, 3);
};

/// Marks structures of different idioms that are near each other: one of them keeps its mark. Idioms with few are asked
/// first.
void compareIdioms(std::vector<Tried> &all);

} // namespace kgen::knowledge

#endif // KGEN_TOOLS_KGEN_LIBRARY_PROBER_H
