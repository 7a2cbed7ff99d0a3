// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the decisions ahead depend on, as a key: the lines and leaves to come, the values in the making, and what was
// decided of the concepts that these can come to. It is for counting: a kernel is written without it.

#include "Relevance.h"
#include "Writer.h"
#include "llvm/ADT/BitVector.h"
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
    said.guards += node->kids[1]->isName("i") ? 'i' : 'p';
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
// The key
//===----------------------------------------------------------------------===//

class Writer::Key {
public:
  template <typename... Values> void add(char tag, Values... values) {
    text += tag;
    (addWord(uint64_t(values)), ...);
  }
  void add(char tag, StringRef word) {
    text += tag;
    text += word;
    text += '\0';
  }

  std::string text;

private:
  void addWord(uint64_t value) { text.append(reinterpret_cast<const char *>(&value), sizeof value); }
};

/// What lines ahead ask for, and all that this can come to.
class Writer::Asked {
public:
  Asked(const Library &library, Relevance &relevance, unsigned domain)
      : concepts(library.concepts.size()), elements(concepts), goals(concepts), relevance(relevance), domain(domain) {}

  void ask(unsigned which) {
    if (!concepts.test(which)) {
      concepts.set(which);
      left.push_back(which);
    }
  }
  /// Goes on to what the laws read, but not to what settled concepts are made of.
  void follow(llvm::function_ref<bool(unsigned)> isSettled) {
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
  Relevance &relevance;
  unsigned domain;
  llvm::SmallVector<unsigned> left;
};

void Writer::askFor(NodeRef line, Relevance &relevance, Asked &asked) const {
  auto take = [&](StringRef word) {
    asked.words.insert(word);
    auto goal = goals.find(word.str());
    if (goal == goals.end())
      return library.find(word);
    asked.goals.set(goal->second);
    return std::optional<unsigned>(goal->second);
  };
  const Said &said = relevance.said(line);
  for (const std::string &word : said.named)
    take(word);
  for (const std::string &word : said.asked)
    if (std::optional<unsigned> which = take(word))
      asked.ask(*which);
  for (const std::string &word : said.elements)
    if (std::optional<unsigned> which = take(word))
      asked.elements.set(*which);
  asked.choices.insert_range(said.choices);
  for (const std::string &kind : said.parts)
    askFor(partsOf(kind), relevance, asked);
  asked.hasGuard |= !said.guards.empty();
  for (unsigned which : domain->visible)
    for (const Guard &guard : library.domains[which].guards)
      for (const Leaf &leaf : guard.leaves)
        if (StringRef(said.guards).contains(guard.role) || (asked.hasGuard && isFlag(leaf.concept_)))
          asked.ask(leaf.concept_);
}

void Writer::askFor(llvm::ArrayRef<const Part *> parts, Relevance &relevance, Asked &asked) const {
  for (const Part *each : parts) {
    asked.done.insert(each->name);
    asked.done.insert_range(each->unless);
    for (NodeRef line : each->body)
      askFor(line, relevance, asked);
  }
}

void Writer::askFor(const Ahead &ahead, Relevance &relevance, Asked &asked) const {
  for (NodeRef line : ahead.nodes)
    askFor(line, relevance, asked);
  for (const Leaf &leaf : ahead.leaves)
    asked.ask(leaf.concept_);
  for (auto [i, term] : llvm::enumerate(ahead.concepts))
    if (ahead.subset >> i & 1)
      asked.ask(term);
  askFor(ahead.parts, relevance, asked);
}

/// What is asked ahead. A value that all lines ahead see and nothing changes, or a number of all, is had for good: what
/// it was made of makes no difference any more. Returns which are.
llvm::BitVector Writer::askAhead(Relevance &relevance, Asked &asked) const {
  // Blocks stand in each other: what comes after each of them, from the outermost on, and all that it can come to.
  std::vector<llvm::BitVector> outside;
  const Ahead *next = pending.data(), *end = next + pending.size();
  for (size_t block = 1; block < blocks.size(); ++block) {
    for (; next != end && next->blocks <= block; ++next)
      askFor(*next, relevance, asked);
    Asked all = asked;
    all.follow([](unsigned) { return false; });
    outside.push_back(std::move(all.concepts));
  }
  for (; next != end; ++next)
    askFor(*next, relevance, asked);

  llvm::BitVector settled(library.concepts.size());
  bool knowsAll = asked.hasGuard || roles.count('j') || asked.words.contains("j") || asked.words.contains("bind") ||
                  !bound.empty() || llvm::any_of(pending, [](const Ahead &each) { return each.saved != nullptr; });
  asked.follow([&](unsigned which) {
    if (knowsAll || asked.elements.test(which))
      return false;
    bool isSettled;
    if (auto it = known.find({which, 'i'}); it != known.end()) {
      auto [value, level] = it->second;
      bool isSeen = level == 0 || !outside[level - 1].test(which);
      isSettled = isSeen && value->is(Kind::Name) && !mutated.contains(value->text) && !readsMutated.count(value->text);
    } else {
      auto option = chosen.find(which);
      bool isNumber = option != chosen.end() && option->second.place == Option::Number;
      isSettled = isNumber && !asked.goals.test(which) && obliged.empty();
    }
    if (isSettled)
      settled.set(which);
    return isSettled;
  });
  return settled;
}

/// How values depend on names: the block that they belong to, and the idiom's names that change and are read.
void Writer::addNames(llvm::ArrayRef<NodeRef> values, Key &key) const {
  unsigned level = 0;
  llvm::StringSet<> changing;
  for (NodeRef value : values) {
    level = std::max(level, levelOf(value));
    walk(value, [&](NodeRef node) {
      if (!node->is(Kind::Name))
        return;
      if (mutated.contains(node->text))
        changing.insert(node->text);
      if (auto reads = readsMutated.find(node->text); reads != readsMutated.end())
        changing.insert_range(reads->second.keys());
    });
  }
  key.add('L', level);
  std::set<StringRef> names;
  for (const auto &local : locals)
    if (changing.contains(local.getValue()))
      names.insert(local.getKey());
  for (StringRef name : names)
    key.add('m', name);
}

void Writer::addAhead(Key &key) const {
  auto address = [](const void *of) { return reinterpret_cast<uintptr_t>(of); };
  for (const Ahead &each : pending) {
    if (!each.nodes.empty())
      key.add('N', address(each.nodes.front()), each.nodes.size());
    if (!each.leaves.empty())
      key.add('F', address(each.leaves.data()), each.leaves.size());
    for (auto [i, term] : llvm::enumerate(each.concepts))
      if (each.subset >> i & 1)
        key.add('T', term, each.role);
    for (const Part *part : each.parts)
      key.add('P', address(part));
    if (each.isValue) {
      key.add('V', each.concept_, each.role);
      addNames(each.values, key);
    }
  }
}

/// What the layout depends on at the end: parameters, as far as there can be more.
void Writer::addParameters(const Asked &asked, Key &key) const {
  LayoutWays ways = layoutWays();
  bool hasNumbers = llvm::is_contained(ways.fields, Numbers), hasArrays = llvm::is_contained(ways.fields, Arrays);
  unsigned numbers = 0, arrays = 0;
  std::set<StringRef> keys;
  for (const Slot &slot : slots) {
    auto [kind, rest] = StringRef(slot.key).split(' ');
    StringRef word = rest.split(' ').first;
    bool isNumber = !slot.parameter.isArray, isArray = kind == "in";
    numbers += isNumber;
    arrays += isArray;
    std::optional<unsigned> which = library.find(word);
    bool comesAgain = kind == "extent" || asked.words.contains(word) || (which && asked.concepts.test(*which));
    if (comesAgain && ((isNumber && !hasNumbers) || (isArray && !hasArrays)))
      keys.insert(slot.key);
  }
  key.add('W', ways.tables > 1, std::min(numbers, leastFields), std::min(arrays, leastFields), coordinates.size());
  for (StringRef each : keys)
    key.add('s', each);
}

std::string Writer::situation(Relevance &relevance) const {
  Key key;
  if (!domain)
    return key.text;
  unsigned where = domain - library.domains.data();
  key.add('D', where, part ? part - library.parts.data() + 1 : 0, leavesEarly);
  Asked asked(library, relevance, where);
  llvm::BitVector settled = askAhead(relevance, asked);
  const llvm::BitVector &relevant = asked.concepts;
  auto matters = [&](unsigned which) { return relevant.test(which) && !settled.test(which); };
  auto addKnown = [&](char tag, const std::map<std::pair<unsigned, char>, Known> &values) {
    for (const auto &[of, value] : values)
      if (matters(of.first)) {
        key.add(tag, of.first, of.second, value.level);
        addNames(value.value, key);
      }
  };
  addAhead(key);
  for (const Ahead &each : pending)
    if (each.saved)
      addKnown('S', *each.saved);

  // What was decided of what is ahead.
  for (const auto &[letter, which] : goals)
    if (blocks.empty() || asked.hasGuard || asked.words.contains(letter) || relevant.test(which)) {
      key.add('G', StringRef(letter));
      key.add('g', which);
    }
  for (unsigned which : settled.set_bits())
    key.add('A', which);
  for (const auto &[which, option] : chosen)
    if (matters(which))
      key.add('C', which, option.place, reinterpret_cast<uintptr_t>(option.rule));
    else if (option.place == Option::Law && asked.done.contains(concept_(which).name))
      key.add('U', which);
  for (unsigned which : relevant.set_bits())
    for (unsigned inverse : concept_(which).inverses)
      if (auto option = chosen.find(inverse); option != chosen.end())
        key.add('I', inverse, option->second.place);
  for (const auto &[rule, terms] : chosenTerms)
    if (relevant.test(rule->head))
      key.add('t', reinterpret_cast<uintptr_t>(rule), terms);
  for (const auto &[which, state] : obliged)
    if (relevant.test(which))
      key.add('O', which, state);
  for (unsigned which : std::set<unsigned>(deriving.begin(), deriving.end()))
    if (relevant.test(which))
      key.add('d', which);
  for (const auto &[which, value] : bound)
    if (relevant.test(which)) {
      key.add('B', which);
      addNames(value, key);
    }
  addKnown('K', known);

  // Names and blocks.
  std::map<StringRef, StringRef> names;
  for (const auto &local : locals)
    if (asked.words.contains(local.getKey()) || llvm::is_contained(idiom.entity, local.getKey()))
      names[local.getKey()] = local.getValue();
  for (const auto &[name, word] : names) {
    key.add('l', name);
    key.add('w', levels.lookup(word), mutated.contains(word));
  }
  for (const auto &[role, nodes] : roles) {
    key.add('R', role);
    addNames(nodes, key);
  }
  for (bool isConditional : conditional)
    key.add('c', isConditional);
  for (const auto &[name, which] : takenArms)
    if (asked.choices.contains(name)) {
      key.add('a', StringRef(name));
      key.add('#', which);
    }
  std::set<StringRef> done;
  for (const auto &name : taken)
    if (asked.done.contains(name.getKey()))
      done.insert(name.getKey());
  for (StringRef name : done)
    key.add('p', name);
  addParameters(asked, key);
  return std::move(key.text);
}
