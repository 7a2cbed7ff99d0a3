// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was decided of a kernel, as one value: all that later decisions can depend on. It hashes itself, so that paths
// that come to one situation can be counted once.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_DECISIONS_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_DECISIONS_H

#include "Digits.h"
#include "Written.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <map>

namespace kgen::knowledge {

class Relevance;

/// The meaning of a parameter, or of a constant of the module.
struct SlotKey {
  enum Kind : uint8_t {
    Number,    // a concept, one number for all
    Limit,     // the least or the largest value of a concept that an early exit asks for
    Read,      // an array of a concept
    Written,   // an array of a concept that the kernel gives values
    Input,     // what the idiom or a part asks for by itself
    Extent,    // how many there are of something
    Tile,      // the extent of a tile
    List,      // which elements are done
    Mask,      // whether an element is done
    KindOfEach // of which kind an element is
  } kind;
  static constexpr unsigned noConcept = ~0u;
  unsigned concept_ = noConcept;
  /// Of an input, a size or a tile.
  std::string name = {};
  /// Of an array.
  std::vector<Length> extents = {};
  bool isLeast = false;

  auto operator<=>(const SlotKey &other) const = default;
  bool isArrayOf(Kind asked, unsigned which) const { return kind == asked && concept_ == which; }
};

/// A parameter, by what asked for it.
struct Slot {
  SlotKey key;
  WrittenParameter parameter;
  /// Names that it may have, before an author's words for outputs are added.
  std::vector<std::string> words = {};
  /// Whether this stands for a number of an early exit's condition: how it is written decides nothing else.
  bool isLimit() const { return key.kind == SlotKey::Limit; }
};

/// A value that a concept has, and the block that it is known in.
struct Known {
  NodeRef value;
  unsigned level;
};
using KnownValues = std::map<std::pair<unsigned, Role>, Known>;

/// The source of the values of a concept.
struct Option {
  enum Place { Array, EdgeArray, Number, Law } place;
  const Rule *rule = nullptr;
  bool operator==(const Option &other) const = default;
};

/// The lines and values that come after a decision.
struct Ahead {
  llvm::ArrayRef<NodeRef> nodes = {};
  llvm::ArrayRef<Leaf> leaves = {};
  llvm::ArrayRef<const Part *> parts = {};
  /// Terms of a sum, and which of them.
  llvm::ArrayRef<unsigned> concepts = {};
  unsigned subset = 0;
  /// The values that are known again at the end of a block.
  const KnownValues *saved = nullptr;
  /// A value that is derived, of which concept, for whom, and what it reads so far.
  bool isValue = false;
  unsigned concept_ = 0;
  Role role = Role::Same;
  Nodes values = {};
  /// How many blocks are open around it.
  size_t blocks = 0;
};

/// One of so many paths asks how data lie, and one of so many whether parameters are gathered.
inline constexpr unsigned pathsAskedForTables = 2, pathsAskedForFields = 24;
/// A struct has so many fields at least.
inline constexpr unsigned leastFields = 2;

/// The fields of a struct, if there is one: numbers, arrays that are read, or both.
enum Gathered : uint8_t { None = 0, Numbers = 1, Arrays = 2 };

/// In how many ways data can lie once all else is decided: tables and threads, and what are fields of a struct.
struct LayoutWays {
  unsigned tables = 1;
  llvm::SmallVector<unsigned, 4> fields = {None};
};

struct Decisions {
  const Domain *domain = nullptr;
  /// The part whose lines are filled.
  const Part *part = nullptr;
  /// Whether the decisions lead nowhere.
  bool failed = false;
  /// Whether some threads leave before what they would do.
  bool leavesEarly = false;
  /// The concepts that an idiom's letters stand for.
  std::map<std::string, unsigned> goals;
  /// A rate and the state that it has to depend on.
  std::map<unsigned, unsigned> obliged;
  std::map<unsigned, Option> chosen;
  /// Of sums, which terms.
  std::map<const Rule *, unsigned> terms;
  /// Arms that were taken, by the names of the choices.
  std::map<std::string, unsigned> arms;
  /// Parts that were taken.
  llvm::StringSet<> parts;
  /// Concepts whose values are in the making.
  std::vector<unsigned> deriving;
  std::map<unsigned, NodeRef> bound;
  KnownValues known;
  std::map<Role, Nodes> roles;
  /// An author's names for an idiom's own.
  llvm::StringMap<std::string> locals;
  /// The block in which a name has its value; names whose values change; names whose values follow from such, and from
  /// which.
  llvm::StringMap<unsigned> levels;
  llvm::StringSet<> mutated;
  llvm::StringMap<llvm::StringSet<>> readsMutated;
  /// The blocks that are open: whether each is a branch, and no loop.
  std::vector<bool> conditional;
  /// The dimensions of the launch.
  std::vector<std::string> coordinates;
  std::deque<Slot> slots;
  /// The lines and values ahead, from the outermost on.
  std::vector<Ahead> pending;

  bool hasRole(Role role) const { return roles.count(role == Role::Same ? Role::Own : role); }
  const Slot *find(const SlotKey &key) const;
  /// How many blocks stand around the one that is written.
  unsigned depth() const { return conditional.size() - 1; }
  bool isInLoop() const;
  /// The outermost block that has everything a value reads. Nothing leaves a branch: an author who computes a value
  /// there means it.
  unsigned levelOf(NodeRef value) const;
  /// The names that a value depends on and that change.
  llvm::StringSet<> changingNamesOf(NodeRef value) const;
  /// Forgets what was computed of a name, which has another value now; of any, where none is given.
  void forgetReaders(llvm::StringRef changed);
  /// Forgets what is known no longer once a block is closed.
  void forgetInner();
  LayoutWays layoutWays() const;

  /// A hash of all that the decisions ahead depend on, and of no other decision: of two paths that come to one
  /// situation the same decisions are ahead. `relevance` remembers what it is
  /// asked.
  std::pair<uint64_t, uint64_t> situation(const Library &library, const Idiom &idiom, Relevance &relevance) const;
};

/// Says what is ahead as long as it lives.
class Pending {
public:
  Pending(Decisions &decided, Ahead ahead) : decided(decided) {
    ahead.blocks = decided.conditional.size();
    decided.pending.push_back(std::move(ahead));
  }
  ~Pending() { decided.pending.pop_back(); }
  Pending(const Pending &) = delete;
  Pending &operator=(const Pending &) = delete;

private:
  Decisions &decided;
};

/// Decides; `now` says what it is about.
inline unsigned pick(Digits &digits, Decisions &decided, unsigned count, Ahead now) {
  Pending asked(decided, std::move(now));
  return digits.pick(count);
}

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_DECISIONS_H
