// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the decisions ahead depend on, as a key: the lines and leaves to come, the values in the making, and what was
// decided of the concepts that these can come to. It is for counting: a kernel is written without it.

#include "Decisions.h"
#include "Relevance.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// What lines can come to
//===----------------------------------------------------------------------===//

void Relevance::read(NodeRef node, Said &said) {
  if (node->is(Kind::Name))
    said.asked.push_back(node->text);
  if (node->is(Kind::Subscript) && node->kids[0]->is(Kind::Name))
    said.elements.push_back(node->kids[0]->text);
  if (takesParts(node))
    said.parts.push_back(node->kids[1]->text);
  if (isChoice(node) && !choiceName(node).empty())
    said.choices.push_back(choiceName(node).str());
  if (node->calls("guard"))
    (node->kids[1]->isName("i") ? said.hasExit : said.hasPairExit) = true;
  for (StringRef word : {"out", "zero", "vector", "scalar", "extensive"})
    if (node->calls(word))
      return said.named.push_back(node->kids[1]->text);
  for (const Nodes *list : {&node->kids, &node->body, &node->orelse})
    for (NodeRef each : *list)
      read(each, said);
}

const Said &Relevance::said(NodeRef node) {
  std::unique_ptr<Said> &line = lines[node];
  if (!line) {
    line = std::make_unique<Said>();
    read(node, *line);
  }
  return *line;
}

const std::vector<unsigned> &Relevance::leaves(unsigned domain, unsigned which) {
  auto [entry, isNew] = leavesOf.try_emplace({domain, which});
  auto rules = library.domains[domain].rules.find(which);
  if (!isNew || rules == library.domains[domain].rules.end())
    return entry->second;
  std::set<unsigned> all;
  for (const Rule *rule : rules->second)
    for (const std::vector<Leaf> &leaves : rule->leaves)
      for (const Leaf &leaf : leaves)
        all.insert(leaf.concept_);
  entry->second.assign(all.begin(), all.end());
  return entry->second;
}

//===----------------------------------------------------------------------===//
// What is asked ahead
//===----------------------------------------------------------------------===//

namespace {

class Key {
public:
  template <typename... Values> void add(char tag, Values... values) {
    text += tag;
    (addWord(uint64_t(values)), ...);
  }
  void add(char tag, const void *address) { add(tag, reinterpret_cast<uintptr_t>(address)); }
  void add(char tag, StringRef word) {
    text += tag;
    text += word;
    text += '\0';
  }
  std::pair<uint64_t, uint64_t> hash() const {
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    return {hash.high64, hash.low64};
  }

private:
  void addWord(uint64_t value) { text.append(reinterpret_cast<const char *>(&value), sizeof value); }

  std::string text;
};

/// The concepts that lines ahead ask for, with all that these can be derived from.
class Asked {
public:
  Asked(const Library &library, const Decisions &decided, Relevance &relevance)
      : concepts(library.concepts.size()), elements(concepts), goals(concepts), library(library), decided(decided),
        relevance(relevance) {}

  void ask(unsigned which) {
    if (!concepts.test(which)) {
      concepts.set(which);
      left.push_back(which);
    }
  }
  void ask(const Ahead &ahead);
  /// Goes on to what the laws read, but not to what settled concepts are made of.
  void follow(llvm::function_ref<bool(unsigned)> isSettled) {
    unsigned domain = decided.domain - library.domains.data();
    while (!left.empty()) {
      unsigned which = left.pop_back_val();
      if (!isSettled(which))
        for (unsigned leaf : relevance.leaves(domain, which))
          ask(leaf);
    }
  }

  llvm::BitVector concepts;
  /// Those of which an element is asked for or written, and those that are goals.
  llvm::BitVector elements, goals;
  /// Words of the lines, names of their choices, and what parts ask whether it was done before.
  llvm::StringSet<> words, choices, done;
  bool hasGuard = false;

private:
  std::optional<unsigned> take(StringRef word);
  void ask(NodeRef line);
  void ask(llvm::ArrayRef<const Part *> parts);

  const Library &library;
  const Decisions &decided;
  Relevance &relevance;
  llvm::SmallVector<unsigned> left;
};

/// The concept of a word, if it has one.
std::optional<unsigned> Asked::take(StringRef word) {
  words.insert(word);
  auto goal = decided.goals.find(word.str());
  if (goal == decided.goals.end())
    return library.find(word);
  goals.set(goal->second);
  return goal->second;
}

void Asked::ask(NodeRef line) {
  const Said &said = relevance.said(line);
  for (const std::string &word : said.named)
    take(word);
  for (const std::string &word : said.asked)
    if (std::optional<unsigned> which = take(word))
      ask(*which);
  for (const std::string &word : said.elements)
    if (std::optional<unsigned> which = take(word))
      elements.set(*which);
  choices.insert_range(said.choices);
  for (const std::string &kind : said.parts)
    ask(library.partsOf(*decided.domain, kind));
  hasGuard |= said.hasExit || said.hasPairExit;
  for (unsigned which : decided.domain->visible)
    for (const Guard &guard : library.domains[which].guards)
      for (const Leaf &leaf : guard.leaves)
        if ((guard.ofPair ? said.hasPairExit : said.hasExit) || (hasGuard && library.concepts[leaf.concept_].isFlag()))
          ask(leaf.concept_);
}

void Asked::ask(llvm::ArrayRef<const Part *> parts) {
  for (const Part *each : parts) {
    done.insert(each->name);
    done.insert_range(each->unless);
    for (NodeRef line : each->body)
      ask(line);
  }
}

void Asked::ask(const Ahead &ahead) {
  for (NodeRef line : ahead.nodes)
    ask(line);
  for (const Leaf &leaf : ahead.leaves)
    ask(leaf.concept_);
  for (auto [i, term] : llvm::enumerate(ahead.concepts))
    if (ahead.subset >> i & 1)
      ask(term);
  ask(ahead.parts);
}

//===----------------------------------------------------------------------===//
// The key
//===----------------------------------------------------------------------===//

/// Adds the decisions to a key, as far as they matter for the decisions ahead.
class Situation {
public:
  Situation(const Library &library, const Idiom &idiom, const Decisions &decided, Relevance &relevance)
      : library(library), idiom(idiom), decided(decided), asked(library, decided, relevance),
        settled(library.concepts.size()) {
    askAhead();
  }

  Key key() &&;

private:
  bool isAsked(unsigned which) const { return asked.concepts.test(which); }
  bool matters(unsigned which) const { return isAsked(which) && !settled.test(which); }
  void askAhead();
  bool isSettled(unsigned which, llvm::ArrayRef<llvm::BitVector> outside) const;

  // Fields of the decisions.
  void addAhead(llvm::ArrayRef<Ahead> pending);
  void addGoals(const std::map<std::string, unsigned> &goals);
  void addChosen(const std::map<unsigned, Option> &chosen);
  void addTerms(const std::map<const Rule *, unsigned> &terms);
  void addObliged(const std::map<unsigned, unsigned> &obliged);
  void addDeriving(llvm::ArrayRef<unsigned> deriving);
  void addBound(const std::map<unsigned, NodeRef> &bound);
  void addKnown(char tag, const KnownValues &values);
  void addLocals(const llvm::StringMap<std::string> &locals, const llvm::StringMap<unsigned> &levels,
                 const llvm::StringSet<> &mutated);
  void addRoles(const std::map<Role, Nodes> &roles);
  void addArms(const std::map<std::string, unsigned> &arms);
  void addParts(const Part *part, const llvm::StringSet<> &parts);
  void addSlots(const std::deque<Slot> &slots, llvm::ArrayRef<std::string> coordinates);
  void addNames(llvm::ArrayRef<NodeRef> values);

  const Library &library;
  const Idiom &idiom;
  const Decisions &decided;
  Asked asked;
  /// The concepts that are settled: their sources make no difference any more.
  llvm::BitVector settled;
  Key made;
};

/// Whether a value is settled: all lines ahead see it and nothing changes it, or it is a number of all. `outside`: the
/// concepts of the lines after each open block.
bool Situation::isSettled(unsigned which, llvm::ArrayRef<llvm::BitVector> outside) const {
  if (asked.elements.test(which))
    return false;
  if (auto it = decided.known.find({which, Role::Own}); it != decided.known.end()) {
    auto [value, level] = it->second;
    bool isSeen = level == 0 || !outside[level - 1].test(which);
    return isSeen && value->is(Kind::Name) && !decided.mutated.contains(value->text) &&
           !decided.readsMutated.count(value->text);
  }
  auto option = decided.chosen.find(which);
  bool isNumber = option != decided.chosen.end() && option->second.place == Option::Number;
  return isNumber && !asked.goals.test(which) && decided.obliged.empty();
}

void Situation::askAhead() {
  // Blocks stand in each other: what comes after each of them, from the outermost on, and all that it can come to.
  std::vector<llvm::BitVector> outside;
  const Ahead *next = decided.pending.data(), *end = next + decided.pending.size();
  for (size_t block = 1; block < decided.conditional.size(); ++block) {
    for (; next != end && next->blocks <= block; ++next)
      asked.ask(*next);
    Asked all = asked;
    all.follow([](unsigned) { return false; });
    outside.push_back(std::move(all.concepts));
  }
  for (; next != end; ++next)
    asked.ask(*next);

  bool knowsAll = asked.hasGuard || decided.roles.count(Role::Partner) || asked.words.contains("j") ||
                  asked.words.contains("bind") || !decided.bound.empty() ||
                  llvm::any_of(decided.pending, [](const Ahead &each) { return each.saved != nullptr; });
  asked.follow([&](unsigned which) {
    bool isHad = !knowsAll && isSettled(which, outside);
    if (isHad)
      settled.set(which);
    return isHad;
  });
}

/// How values depend on names: the block that they belong to, and the idiom's names that change and are read.
void Situation::addNames(llvm::ArrayRef<NodeRef> values) {
  unsigned level = 0;
  llvm::StringSet<> changing;
  for (NodeRef value : values) {
    level = std::max(level, decided.levelOf(value));
    changing.insert_range(decided.changingNamesOf(value).keys());
  }
  made.add('L', level);
  std::set<StringRef> names;
  for (const auto &local : decided.locals)
    if (changing.contains(local.getValue()))
      names.insert(local.getKey());
  for (StringRef name : names)
    made.add('m', name);
}

void Situation::addAhead(llvm::ArrayRef<Ahead> pending) {
  for (const Ahead &each : pending) {
    if (!each.nodes.empty()) {
      made.add('N', static_cast<const void *>(each.nodes.front()));
      made.add('#', each.nodes.size());
    }
    if (!each.leaves.empty()) {
      made.add('F', static_cast<const void *>(each.leaves.data()));
      made.add('#', each.leaves.size());
    }
    for (auto [i, term] : llvm::enumerate(each.concepts))
      if (each.subset >> i & 1)
        made.add('T', term, each.role);
    for (const Part *part : each.parts)
      made.add('P', static_cast<const void *>(part));
    if (each.isValue) {
      made.add('V', each.concept_, each.role);
      addNames(each.values);
    }
    if (each.saved)
      addKnown('S', *each.saved);
  }
}

void Situation::addGoals(const std::map<std::string, unsigned> &goals) {
  for (const auto &[letter, which] : goals)
    if (decided.conditional.empty() || asked.hasGuard || asked.words.contains(letter) || isAsked(which)) {
      made.add('G', StringRef(letter));
      made.add('g', which);
    }
}

void Situation::addChosen(const std::map<unsigned, Option> &chosen) {
  for (unsigned which : settled.set_bits())
    made.add('A', which);
  for (const auto &[which, option] : chosen)
    if (matters(which)) {
      made.add('C', which, option.place);
      made.add('#', static_cast<const void *>(option.rule));
    } else if (option.place == Option::Law && asked.done.contains(library.concepts[which].name)) {
      made.add('U', which);
    }
  for (unsigned which : asked.concepts.set_bits())
    for (unsigned inverse : library.concepts[which].inverses)
      if (auto option = chosen.find(inverse); option != chosen.end())
        made.add('I', inverse, option->second.place);
}

void Situation::addTerms(const std::map<const Rule *, unsigned> &terms) {
  for (const auto &[rule, subset] : terms)
    if (isAsked(rule->head)) {
      made.add('t', static_cast<const void *>(rule));
      made.add('#', subset);
    }
}

void Situation::addObliged(const std::map<unsigned, unsigned> &obliged) {
  for (const auto &[which, state] : obliged)
    if (isAsked(which))
      made.add('O', which, state);
}

void Situation::addDeriving(llvm::ArrayRef<unsigned> deriving) {
  for (unsigned which : std::set<unsigned>(deriving.begin(), deriving.end()))
    if (isAsked(which))
      made.add('d', which);
}

void Situation::addBound(const std::map<unsigned, NodeRef> &bound) {
  for (const auto &[which, value] : bound)
    if (isAsked(which)) {
      made.add('B', which);
      addNames(value);
    }
}

void Situation::addKnown(char tag, const KnownValues &values) {
  for (const auto &[of, value] : values)
    if (matters(of.first)) {
      made.add(tag, of.first, of.second, value.level);
      addNames(value.value);
    }
}

void Situation::addLocals(const llvm::StringMap<std::string> &locals, const llvm::StringMap<unsigned> &levels,
                          const llvm::StringSet<> &mutated) {
  std::map<StringRef, StringRef> names;
  for (const auto &local : locals)
    if (asked.words.contains(local.getKey()) || llvm::is_contained(idiom.entity, local.getKey()))
      names[local.getKey()] = local.getValue();
  for (const auto &[name, word] : names) {
    made.add('l', name);
    made.add('w', levels.lookup(word), mutated.contains(word));
  }
}

void Situation::addRoles(const std::map<Role, Nodes> &roles) {
  for (const auto &[role, nodes] : roles) {
    made.add('R', role);
    addNames(nodes);
  }
}

void Situation::addArms(const std::map<std::string, unsigned> &arms) {
  for (const auto &[name, which] : arms)
    if (asked.choices.contains(name)) {
      made.add('a', StringRef(name));
      made.add('#', which);
    }
}

void Situation::addParts(const Part *part, const llvm::StringSet<> &parts) {
  made.add('q', static_cast<const void *>(part));
  std::set<StringRef> done;
  for (const auto &name : parts)
    if (asked.done.contains(name.getKey()))
      done.insert(name.getKey());
  for (StringRef name : done)
    made.add('p', name);
}

/// Adds the facts that the layout depends on at the end: parameters, as far as there can be more.
void Situation::addSlots(const std::deque<Slot> &slots, llvm::ArrayRef<std::string> coordinates) {
  LayoutWays ways = decided.layoutWays();
  bool hasNumbers = llvm::is_contained(ways.fields, Numbers), hasArrays = llvm::is_contained(ways.fields, Arrays);
  unsigned numbers = 0, arrays = 0;
  std::set<SlotKey> keys;
  for (const Slot &slot : slots) {
    bool isNumber = !slot.parameter.isArray, isArray = slot.key.kind == SlotKey::Read;
    numbers += isNumber;
    arrays += isArray;
    bool hasConcept = slot.key.concept_ != SlotKey::noConcept;
    StringRef word = hasConcept ? library.concepts[slot.key.concept_].name : slot.key.name;
    bool comesAgain =
        slot.key.kind == SlotKey::Extent || asked.words.contains(word) || (hasConcept && isAsked(slot.key.concept_));
    if (comesAgain && ((isNumber && !hasNumbers) || (isArray && !hasArrays)))
      keys.insert(slot.key);
  }
  made.add('W', ways.tables > 1, std::min(numbers, leastFields), std::min(arrays, leastFields), coordinates.size());
  for (const SlotKey &each : keys) {
    made.add('s', each.kind, each.concept_, each.isLeast);
    made.add('#', StringRef(each.name));
    for (const Length &extent : each.extents)
      made.add('x', StringRef(extent.text()));
  }
}

/// The key of all that matters. A field of the decisions that this does not name does not compile.
Key Situation::key() && {
  const auto &[domain, part, failed, leavesEarly, goals, obliged, chosen, terms, arms, parts, deriving, bound, known,
               roles, locals, levels, mutated, readsMutated, conditional, coordinates, slots, pending] = decided;
  made.add('D', domain - library.domains.data(), failed, leavesEarly);
  addAhead(pending);
  addGoals(goals);
  addChosen(chosen);
  addTerms(terms);
  addObliged(obliged);
  addDeriving(deriving);
  addBound(bound);
  addKnown('K', known);
  addLocals(locals, levels, mutated);
  addRoles(roles);
  for (bool isConditional : conditional)
    made.add('c', isConditional);
  addArms(arms);
  addParts(part, parts);
  addSlots(slots, coordinates);
  (void)readsMutated; // comes in by the names that values depend on
  return std::move(made);
}

} // namespace

std::pair<uint64_t, uint64_t> Decisions::situation(const Library &library, const Idiom &idiom,
                                                   Relevance &relevance) const {
  return domain ? Situation(library, idiom, *this, relevance).key().hash() : std::pair<uint64_t, uint64_t>();
}
