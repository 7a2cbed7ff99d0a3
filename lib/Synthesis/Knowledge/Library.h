// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the generator knows, as data/library says it: concepts (words that mean one thing), rules (how one follows from
// others), idioms (how threads meet data). Reads and checks the library; writes no kernels.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_LIBRARY_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_LIBRARY_H

#include "Length.h"
#include "Prelude.h"
#include "Syntax.h"
#include "kgen/Synthesis/InputKind.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <deque>
#include <memory>
#include <optional>

namespace kgen::knowledge {

/// The type of a value. `Vector` has the dimension of its kernel: two or three.
enum class Shape : uint8_t {
  Scalar,
  Int,
  UInt,
  Vector,
  Vec2,
  Vec3,
  Vec4,
  Mat22,
  Mat33,
  Mat44,
  Quat,
  Transform,
  Spatial
};

bool isFloating(Shape shape);
bool isVector(Shape shape);

/// Exponents of length, mass, time, temperature, charge, amount and radiance; nothing where no dimension is known.
using Dimension = std::optional<std::array<int8_t, 7>>;

/// The sources of a concept's values.
enum Home : uint8_t { Entity = 1, Edge = 2, Param = 4, Constant = 8 };

/// The meaning of an integer of an input.
enum class Meaning : uint8_t {
  Number,   // a number, or one of the rows of an extent
  OtherRow, // one of the rows of an extent, but not the thread's own
  Count,    // from one to the extent
  Mode,     // chooses what a kernel does: launches take its values in turn
};

/// The numbers that an input takes.
struct Values {
  double low = 0.0, high = 0.0;
  InputKind kind = InputKind::Uniform;
  Meaning meaning = Meaning::Number;
  /// The extent that indices point into.
  std::optional<Length> extent = {};
};

struct Concept {
  std::string name;
  Shape shape;
  Dimension dimension;
  uint8_t homes = 0;
  bool isExtensive = false;
  /// Of all there are, whatever their kind: a time, a horizon.
  bool isCommon = false;
  std::vector<std::string> names, plurals, shorts;
  /// Its name in a sentence, if none of its names fits: "Lennard-Jones force".
  std::string said;
  Values values;
  /// The value of a constant of nature.
  std::string fixed;
  /// Concepts that are one over this, or have this below one, by a rule: mass and inverse mass are one thing.
  std::vector<unsigned> inverses;
  unsigned file, line;

  bool isFlag() const { return values.kind == InputKind::Flag; }
};

/// Of whom a value is asked: of whom the value around it is asked, of this entity (`i`), of its partner (`j`) or of the
/// edge between them (`e`).
enum class Role : uint8_t { Same, Own, Partner, Edge };

/// The role that an index of the library stands for, if it is one.
std::optional<Role> roleOf(NodeRef index);

/// A concept that a rule reads, and of whom.
struct Leaf {
  unsigned concept_;
  Role role = Role::Same;

  /// Of whom it is asked where the rule's value is asked of `outer`.
  Role roleFor(Role outer) const { return role == Role::Same ? outer : role; }
};

/// One law: ways to write one value.
struct Rule {
  unsigned head;
  Nodes spellings;
  /// Whether the ways read the same leaves: which is taken is surface then, and else structure.
  bool sharesLeaves = true;
  /// For each spelling.
  std::vector<std::vector<Leaf>> leaves;
  /// A sum of any of its terms, each a concept.
  bool isSum = false;
  /// A rule with control flow: `spellings` is its definition.
  bool isFunction = false;
  std::string comment;
  unsigned domain, file, line;
};

struct Guard {
  /// Whether a thread leaves its partner, and not the kernel.
  bool ofPair;
  NodeRef condition;
  std::vector<Leaf> leaves;
  std::string comment;
};

struct Domain {
  std::string name;
  std::vector<std::string> uses, entities, edges;
  /// The name of the kind that entities have in common: their material, their species.
  std::string kind;
  /// The name of many of them side by side: a world, the scenarios of a market.
  std::string group;
  /// Goals by kind: a concept each, or a state and its rate.
  llvm::StringMap<std::vector<std::vector<unsigned>>> goals;
  std::vector<Guard> guards;
  /// This one and those that it uses, nearest first.
  std::vector<unsigned> visible;
  /// Rules of the visible domains by concept.
  llvm::DenseMap<unsigned, std::vector<const Rule *>> rules;
};

/// An array or a number that an idiom asks for by itself.
struct Input {
  std::string name;
  bool isArray;
  Shape shape;
  std::vector<Length> extents;
  std::vector<std::string> words;
  Values values;
  bool isConstant = false;
};

/// An extent that is no dimension of the launch.
struct Size {
  std::string name;
  std::vector<std::string> words;
  int64_t low, high;
};

/// The extent of a tile: one of several numbers, a constant of the module or a literal.
struct TileExtent {
  std::string name;
  std::vector<std::string> words;
  std::vector<int64_t> numbers;
};

struct Part {
  std::string kind, name;
  /// Concepts and other parts after which this would count something twice.
  std::vector<std::string> unless;
  std::vector<std::string> domains;
  std::vector<Input> inputs;
  Nodes body;
  unsigned file;
};

/// Whether this takes parts of a kind: any of them, or one.
inline bool takesParts(NodeRef node) { return node->calls("parts") || node->calls("part"); }

/// Whether this is `if ANY` or `if ANY("name")`, whose arms are structures.
inline bool isChoice(NodeRef node) {
  return node->is(Kind::If) && (node->kids[0]->isName("ANY") || node->kids[0]->calls("ANY"));
}
/// Whether this condition asks what a goal is, which is decided where the kernel is written.
inline bool asksOfGoal(NodeRef node) {
  return node->calls("vector") || node->calls("scalar") || node->calls("extensive");
}
/// The name of a choice of which another use takes the same arm; "" where it has none.
inline llvm::StringRef choiceName(NodeRef node) {
  NodeRef any = node->kids[0];
  return any->calls("ANY") && any->kids.size() == 2 ? llvm::StringRef(any->kids[1]->text) : "";
}
/// The arms of a choice; without `else`, nothing is the last.
std::vector<const Nodes *> armsOf(NodeRef choice);

/// A function of numbers, indices and arrays that idioms call by name.
struct Helper {
  std::vector<std::string> names;
  std::vector<Input> parameters;
  Nodes body;
};

struct Idiom {
  std::string name;
  unsigned file, line;
  std::vector<unsigned> domains;
  /// A goal of an idiom.
  struct Goal {
    /// Stand for a concept each, of one goal.
    std::vector<std::string> letters;
    /// The kind of goals that it is from.
    std::string kind;
    /// Whether it may change places with the one before: `X+Y=point`. Of such goals one order is taken.
    bool isAfter = false;
    /// Those that each of the idiom's domains declares, and none before it: these would be the same kernels again.
    std::vector<std::vector<std::vector<unsigned>>> ofDomains = {};
  };
  std::vector<Goal> goals;
  std::vector<std::string> titles;
  std::string doc;
  /// The sizes that arrays of entities have; those of the launch if there is none. Of several each has its loop, or
  /// is a dimension of the launch.
  std::vector<std::string> entity;
  std::vector<Input> inputs;
  std::vector<Size> sizes;
  std::vector<TileExtent> tiles;
  Nodes body;
};

/// Is told what is wrong with the library, and where.
using Report = llvm::function_ref<void(llvm::StringRef file, unsigned line, const std::string &message)>;

/// A file of the library, and its statements as read_library.py writes them.
struct LibraryFile {
  llvm::StringRef name, words;
};

/// The name, among the files, of the words of the prelude.
inline constexpr llvm::StringLiteral preludeFile = "prelude";

class Library {
public:
  /// Null where something was reported, or the words are none of read_library.py's.
  static std::unique_ptr<Library> read(llvm::ArrayRef<LibraryFile> files, Report report);

  std::vector<std::string> files;
  std::vector<Concept> concepts;
  std::deque<Rule> rules;
  std::vector<Domain> domains;
  std::vector<Part> parts;
  std::vector<Idiom> idioms;
  llvm::StringMap<Helper> helpers;
  Prelude prelude;
  /// Authors' words for an idiom's own names.
  llvm::StringMap<std::vector<std::string>> words;

  /// The concept of a name, or nothing.
  std::optional<unsigned> find(llvm::StringRef name) const {
    auto it = byName.find(name);
    return it == byName.end() ? std::nullopt : std::optional<unsigned>(it->second);
  }
  std::optional<unsigned> findDomain(llvm::StringRef name) const;
  /// The parts of a kind that a domain takes.
  std::vector<const Part *> partsOf(const Domain &domain, llvm::StringRef kind) const;

private:
  friend class LibraryReader;
  Arena arena;
  llvm::StringMap<unsigned> byName;
};

/// Reports rules whose sides have different dimensions, concepts that nothing can give, and goals that an arm does
/// without.
void lint(const Library &library, Report report);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_LIBRARY_H
