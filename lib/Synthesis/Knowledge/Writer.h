// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one kernel: an idiom whose holes are filled towards its goals. What is decided about structure comes from the
// digits; what is surface from random numbers: ways to write a value from those of the layout, words, numbers and
// comments from others.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H

#include "Digits.h"
#include "Library.h"
#include "kgen/Import/SyntaxTree.h"
#include "kgen/Support/Rng.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <map>

namespace kgen::knowledge {

/// A parameter of a finished kernel.
struct WrittenParameter {
  std::string name;
  Shape shape = Shape::Scalar;
  /// Sizes (`i`, `n`, `i+1`) or numbers; of a number by value none.
  bool isArray = false;
  std::vector<std::string> extents;
  Values values;
  /// A number by value that is an extent.
  std::string isExtent;
  bool isRead = false, isWritten = false, isUpdated = false;
  /// Whether an array of several dimensions lies in one, row by row.
  bool isFlat = false;
};

/// A finished kernel, before the importer has seen it.
struct WrittenKernel {
  /// As warp-ast writes programs, and its memory.
  TreeValue program;
  SyntaxTree memory;
  std::string name, domain;
  /// Where the first parameters are fields of one struct: its type's name, and how many these are.
  std::string structType;
  unsigned numFields = 0;
  /// How its parameters' types are written: words of `kgen.annotations`.
  std::string annotations;
  /// What the kernel is about, for splits: idiom, domain and goals.
  std::string family;
  /// Whether some threads leave early, and whether integers say which elements are read.
  bool exits = false, indexes = false;
  /// Dimensions of the launch, then other sizes.
  std::vector<Size> sizes;
  unsigned rank = 1;
  /// Whether the threads of these dimensions stand in a row: the launch has one dimension, their product.
  bool isRow = false;
  /// Statements of its body, those in blocks among them.
  unsigned statements = 0;
  unsigned calls = 0;
  /// Elements of arrays that are read, where they stand in the text.
  unsigned loads = 0;
  std::vector<WrittenParameter> parameters;
  double ways = 1.0;
};

/// The random numbers of a structure's layout. They follow from its number and from which of its draws this is, so that
/// the build can compare structures as samples will show them.
inline Rng layoutOf(uint64_t number, uint64_t draw) { return Rng(number, draw, /*stream=*/5); }

/// One of so many paths asks how data lie, and one of so many whether parameters are gathered.
inline constexpr unsigned pathsAskedForTables = 2, pathsAskedForFields = 24;
/// A struct has so many fields at least.
inline constexpr unsigned leastFields = 2;

class Relevance;

/// Several of a thing: bodies, vertices, boxes, species.
std::string pluralOf(llvm::StringRef word);

class Writer {
public:
  /// `isPlain`: the surface is the same for all structures, so that kernels can be told apart by what they do.
  Writer(const Library &library, const Idiom &idiom, Digits &digits, Rng layout, Rng &rng, bool isPlain = false);
  /// Stops before the kernel is written down: enough to see whether a number has a structure.
  bool hasStructure();
  /// Whether the decisions lead to a kernel, be digits left over or not.
  bool leadsToKernel();
  /// What the body of a number that has a structure says, as `outline` gives it.
  std::vector<uint64_t> says();

  /// The kernel; nothing where the decisions lead nowhere, or digits are left over.
  std::optional<WrittenKernel> run();
  /// Whether the decisions led nowhere, rather than left digits over.
  bool hasFailed() const { return failed; }
  /// Whether an expression has more operations in one another than a reader takes in (`mostDepth`).
  bool isTooDeep() const;
  /// Whether a loop of it sums what does not change there.
  bool isDegenerate() const;
  /// Ends in a failure.
  void stop() { failed = true; }

  /// An arm that was taken: of which choice, the how manyth, where that stands.
  struct TakenArm {
    NodeRef choice;
    unsigned arm, file;
  };
  /// Those of this kernel, in the order of the lines; one of a loop's body may come twice.
  llvm::ArrayRef<TakenArm> arms() const { return armsInOrder; }

  /// In how many ways data can lie once all else is decided: tables and threads, and what are fields of a struct.
  struct LayoutWays {
    unsigned tables = 1;
    llvm::SmallVector<unsigned, 4> fields = {0};
  };
  LayoutWays layoutWays() const;
  /// All that the decisions ahead depend on, and nothing else that is found to be known of what was decided: of two
  /// paths that come to one situation the same decisions are ahead. `relevance` remembers what it is asked.
  std::string situation(Relevance &relevance) const;

private:
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
  struct Known {
    NodeRef value;
    unsigned level;
  };
  struct Option {
    enum Place { Array, EdgeArray, Number, Law } place;
    const Rule *rule = nullptr;
    bool operator==(const Option &other) const { return place == other.place && rule == other.rule; }
  };
  /// A user function that the kernel calls.
  struct Function {
    std::string name;
    /// The way to write a rule, or the helper, that it is.
    const void *of;
    NodeRef definition;
  };
  /// A parameter, by what asked for it.
  struct Slot {
    std::string key;
    WrittenParameter parameter;
    /// What it may be called, before what an author calls outputs is added.
    std::vector<std::string> words = {};
    /// Whether this stands for a number of an early exit's condition: how it is written decides nothing else.
    bool isLimit() const { return llvm::StringRef(key).starts_with("limit "); }
  };

  /// What comes after a decision, and what is in the making: `situation` reads it.
  struct Ahead {
    llvm::ArrayRef<NodeRef> nodes = {};
    llvm::ArrayRef<Leaf> leaves = {};
    llvm::ArrayRef<const Part *> parts = {};
    /// Terms of a sum, and which of them.
    llvm::ArrayRef<unsigned> concepts = {};
    unsigned subset = 0;
    /// What is known again at the end of a block.
    const std::map<std::pair<unsigned, char>, Known> *saved = nullptr;
    /// A value that is derived, of which concept, for whom, and what it reads so far.
    bool isValue = false;
    unsigned concept_ = 0;
    char role = 0;
    Nodes values = {};
    /// How many blocks are open around it.
    size_t blocks = 0;
  };
  /// Says what is ahead as long as it lives.
  class Pending {
  public:
    Pending(Writer &writer, Ahead ahead) : writer(writer) {
      ahead.blocks = writer.blocks.size();
      writer.pending.push_back(std::move(ahead));
    }
    ~Pending() { writer.pending.pop_back(); }
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;

  private:
    Writer &writer;
  };

  static Ahead choiceOf(const Rule &rule) {
    return {.leaves = rule.leaves.front(), .concepts = rule.head, .subset = 1};
  }
  unsigned pick(unsigned count, Ahead now);

  // Situation.cpp: what the decisions ahead depend on.
  class Asked;
  class Key;
  void askFor(NodeRef line, Relevance &relevance, Asked &asked) const;
  void askFor(llvm::ArrayRef<const Part *> parts, Relevance &relevance, Asked &asked) const;
  void askFor(const Ahead &ahead, Relevance &relevance, Asked &asked) const;
  llvm::BitVector askAhead(Relevance &relevance, Asked &asked) const;
  void addNames(llvm::ArrayRef<NodeRef> values, Key &key) const;
  void addAhead(Key &key) const;
  void addParameters(const Asked &asked, Key &key) const;

  // Need.cpp: values of concepts.
  NodeRef need(unsigned which, char role);
  NodeRef decide(unsigned which, char role);
  Nodes needAll(llvm::ArrayRef<Leaf> leaves, char role);
  NodeRef derive(const Rule &rule, char role);
  NodeRef deriveSum(const Rule &rule, char role);
  NodeRef fill(NodeRef body, char role);
  Nodes withReturns(const Nodes &lines);
  unsigned spellingOf(const Rule &rule);
  bool isFunctionHere(const Rule &rule, unsigned spelling);
  NodeRef callRule(const Rule &rule, unsigned spelling, char role);
  void forgetReaders(llvm::StringRef changed);
  NodeRef keep(unsigned which, char role, NodeRef value, llvm::StringRef comment);
  std::vector<Option> options(unsigned which, char role);
  bool isComputed(unsigned which) const;
  bool liesElsewhere(unsigned which, Option::Place place) const;
  bool isFeasible(unsigned which, char role, unsigned depth = 5);
  bool isFeasible(const Rule &rule, char role, unsigned depth);
  bool reaches(unsigned which, unsigned wanted, unsigned depth = 5) const;
  bool dependsOnPartner(unsigned which, unsigned depth = 5) const;
  bool hasSlot(llvm::StringRef key) const;
  bool hasRole(char role) const { return roles.count(role ? role : 'i'); }
  const std::vector<const Rule *> &rulesOf(unsigned which) const;
  const Concept &concept_(unsigned which) const { return library.concepts[which]; }
  bool isFlag(unsigned which) const { return concept_(which).values.draw == Draw::Flag; }

  // Guards.cpp: exits, and sequences of parts.
  void guard(NodeRef call, const Nodes &before);
  NodeRef either(NodeRef first, NodeRef second);
  NodeRef fillGuard(const Guard &guard, bool ofEnds);
  NodeRef limit(const Guard &guard);
  bool canGuard(const Guard &guard, char role);
  bool isInLaw(unsigned which) const;
  bool comesAlways(unsigned which, unsigned wanted, bool isDerived, unsigned depth = 5) const;
  bool readsAlways(unsigned wanted) const;
  bool isMadeOfRead(unsigned which, unsigned depth = 5) const;
  bool isOnlyFlag(const Guard &guard) const;
  void parts(NodeRef call);
  void someParts(llvm::StringRef kind, unsigned most);
  void onePart(NodeRef call);
  bool canTake(const Part &candidate) const;
  void take(const Part &chosenPart);
  std::vector<const Part *> partsOf(llvm::StringRef kind) const;

  // Statements.cpp: the idiom's own lines.
  void statements(const Nodes &list);
  void statement(NodeRef node);
  void assign(NodeRef node);
  NodeRef localFor(NodeRef target);
  void assignNames(const Nodes &targets, NodeRef value, llvm::StringRef comment);
  void assignName(NodeRef target, NodeRef value, llvm::StringRef comment);
  void branch(NodeRef node);
  void takeArm(NodeRef node);
  void loop(NodeRef node);
  void bindWith(NodeRef node);
  void call(NodeRef node);
  bool chooseGoals(unsigned place);
  bool needsThreeDimensions() const;
  bool fillBody();
  void findMutated(const Nodes &body);
  unsigned spelling(unsigned count) { return isPlain ? 0 : layout.below(count); }
  void threads(NodeRef target);
  void bindEntity();
  NodeRef expression(NodeRef node);
  Nodes expressions(llvm::ArrayRef<NodeRef> list);
  NodeRef expressionBefore(NodeRef node, llvm::ArrayRef<NodeRef> others);
  NodeRef callExpression(NodeRef node);
  NodeRef inlined(NodeRef node, llvm::ArrayRef<Input> parameters, const Nodes &arguments);
  NodeRef callHelper(const Helper &helper, const Nodes &arguments);
  std::string functionOf(const Helper &helper);
  NodeRef zero(Shape shape);
  NodeRef place(NodeRef target, bool isUpdate);
  /// What an array of a concept is to the kernel: threads may share its elements, and into a mean they add their values
  /// divided by how many they are.
  enum class ArrayUse { Input, Output, Total, Mean, Largest };
  NodeRef output(NodeRef call, llvm::ArrayRef<NodeRef> indices, ArrayUse use = ArrayUse::Output);
  std::optional<unsigned> conceptOf(NodeRef name) const;
  const Input *inputOf(llvm::StringRef name) const;
  std::string extentOf(NodeRef index) const;

  // Blocks.
  void open(bool isConditional);
  Nodes close();
  void emit(NodeRef node, unsigned level) { blocks[level].push_back(node); }
  void emit(NodeRef node) { blocks.back().push_back(node); }
  unsigned depth() const { return blocks.size() - 1; }
  unsigned levelOf(NodeRef value) const;

  // Names.cpp: words and parameters.
  std::string fresh(llvm::ArrayRef<std::string> wishes);
  std::vector<std::string> drawn(std::vector<std::string> words);
  std::vector<std::string> localWishes(llvm::StringRef idiomName);
  NodeRef parameter(std::string key, std::vector<std::string> wishes, WrittenParameter made);
  NodeRef conceptArray(unsigned which, std::vector<std::string> extents, ArrayUse use);
  NodeRef inputValue(const Input &input);
  /// The extent of a tile of the idiom: a constant of the module or a number; null for any other name.
  NodeRef tileExtent(llvm::StringRef name);
  int64_t tileNumber(const TileExtent &extent);
  /// An array's extent with numbers for the extents of tiles.
  std::string withTileNumbers(llvm::StringRef extent);
  NodeRef symbol(std::string key, llvm::ArrayRef<std::string> words, const Values &values, Shape shape,
                 const std::string &fixed);
  NodeRef extent(llvm::StringRef size);
  NodeRef extentParameter(llvm::StringRef size);
  std::vector<std::string> extentWords(llvm::StringRef size) const;
  std::vector<std::string> arrayWords(const Concept &which, const std::string &owner);
  std::vector<std::string> totalWords(const Concept &which, ArrayUse use);
  std::vector<std::string> localWords(const Concept &which, char role);
  std::vector<std::string> entityExtents() const;
  std::string filled(llvm::StringRef title, bool isSentence = false);
  bool namesAbsentGoal(llvm::StringRef text) const;
  std::string number(const Values &values, Shape shape);

  // Layout.cpp: how data lie, and where the kernel gets them from.
  void chooseLayout();
  void layOut();
  Nodes sayUpdates(const Nodes &list, const Nodes &threads);
  void nameUpdated();
  bool isWhollyIndexed(const WrittenParameter &table) const;
  NodeRef extentNode(llvm::StringRef extent);
  NodeRef flatIndex(llvm::ArrayRef<NodeRef> indices, llvm::ArrayRef<std::string> extents);
  NodeRef flatten(NodeRef node, llvm::ArrayRef<WrittenParameter> tables);
  Nodes flatten(const Nodes &list, llvm::ArrayRef<WrittenParameter> tables);
  size_t placeOfThread() const;
  void layThreadsInRow(NodeRef row);
  void nameCell();
  bool isGrid() const;
  NodeRef callIndex(NodeRef index, llvm::ArrayRef<NodeRef> names);
  void orderParameters();
  void gatherFields();

  // Surface.cpp: habits of authors.
  void replaceAll(NodeRef old, NodeRef made);
  bool hasExit() const;
  bool isStableLoad(NodeRef value) const;
  Nodes loadAgain(const Nodes &list, const llvm::StringSet<> &partly);
  void loadAgain();
  NodeRef integersOfThreads(llvm::StringRef key, std::vector<std::string> words, Draw draw, llvm::StringRef extent);
  bool hasOwnElement() const;
  void listElements();
  void maskElements(NodeRef element);
  std::vector<Slot *> numbersOfAll(bool withCommon);
  bool meetsPartner() const;
  void tabulateNumbers(NodeRef element);
  void holdNumbers();
  void checkBounds();
  void askArrays(bool onlyAgain);
  void nameExtents();
  bool transformsTiles() const;
  void placeTiles();
  Nodes wrapExits(const Nodes &list, Kind leaves);
  void applyHabits();

  // Finish.cpp: the whole.
  void tidy();
  bool endBody();
  Nodes dropUnread(const Nodes &list, bool &changed);
  bool isGivenNumber(NodeRef value) const;
  NodeRef withoutMinus(NodeRef value);
  NodeRef withSigns(NodeRef node);
  Nodes joinCopies(Nodes list);
  Nodes shareCounters(Nodes list);
  bool losesName(NodeRef value);
  Nodes inlineOnce(const Nodes &list);
  void countNames();
  WrittenKernel finish();
  NodeRef annotation(const WrittenParameter &parameter);
  NodeRef typeOf(Shape shape);

  const Library &library;
  const Idiom &idiom;
  Digits &digits;
  Rng layout;
  Rng &rng;
  bool isPlain;
  Arena arena;
  Style style;
  const Domain *domain = nullptr;
  std::string entity, edge, title, doc;
  /// What an idiom's letters stand for.
  std::map<std::string, unsigned> goals;
  /// A rate and the state that it has to depend on.
  std::map<unsigned, unsigned> obliged;

  std::vector<Nodes> blocks;
  std::vector<bool> conditional;
  unsigned loops = 0;
  llvm::StringMap<unsigned> levels;
  llvm::StringSet<> used, mutated;
  /// Names whose values follow from mutated ones, and from which.
  llvm::StringMap<llvm::StringSet<>> readsMutated;
  llvm::StringMap<std::string> locals;
  std::map<char, Nodes> roles;
  std::vector<std::string> coordinates;
  std::map<std::pair<unsigned, char>, Known> known;
  std::map<unsigned, NodeRef> bound;
  std::map<unsigned, Option> chosen;
  /// Of sums, which terms.
  std::map<const Rule *, unsigned> chosenTerms;
  std::vector<unsigned> deriving;
  std::vector<Ahead> pending;
  std::deque<Slot> slots;
  std::vector<Function> functions;
  /// Whether a way to write a rule, or a helper of one line, is a function here, or its line.
  std::map<const void *, bool> isCalled;
  /// Of rules whose ways to be written read the same, which is taken.
  std::map<const Rule *, unsigned> spellings;
  /// Module constants: name and value.
  std::vector<std::pair<std::string, NodeRef>> symbols;
  llvm::StringMap<int64_t> tileNumbers;
  std::map<std::string, std::string> symbolOf;
  const Part *part = nullptr;
  std::vector<TakenArm> armsInOrder;
  /// Arms that were taken, by the names of the choices.
  std::map<std::string, unsigned> takenArms;
  /// Parts that were taken.
  llvm::StringSet<> taken;
  /// What lies flat, where it is of several dimensions: arrays, the threads.
  bool flatTables = false, flatThreads = false;
  /// What the fields of a struct are, if there is one: numbers, arrays that are read, or both.
  enum Gathered : uint8_t { None = 0, Numbers = 1, Arrays = 2 };
  unsigned gathered = None;
  /// The name of that struct's type, and of the parameter that it is.
  std::string structType, structName;
  unsigned numFields = 0;
  /// The parameters in their order; fields of the struct come first.
  std::vector<WrittenParameter> parameters;
  unsigned loads = 0;
  bool failed = false;
  /// Whether some threads leave before what they would do, and whether a mean of what all do is taken.
  bool leavesEarly = false, takesMean = false;
  /// How often names are read and assigned, for the tidying at the end.
  llvm::StringMap<unsigned> reads, assignments;
  /// Whether values of a form that are read once lose their names.
  llvm::StringMap<bool> losing;
  /// The place after the lines that say which element is a thread's.
  size_t elementPlace = 0;
  /// Arrays that the kernel writes to.
  llvm::StringSet<> written;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITER_H
