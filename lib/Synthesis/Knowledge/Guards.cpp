// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an idiom leaves to its domain: early exits of threads and partners that have nothing to do, and sequences of
// parts.

#include "Writer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// Whether a law of the domain reads the concept.
bool Writer::isInLaw(unsigned which) const {
  for (const auto &[head, rules] : domain->rules)
    for (const Rule *rule : rules)
      for (const std::vector<Leaf> &leaves : rule->leaves)
        if (llvm::any_of(leaves, [&](const Leaf &leaf) { return leaf.concept_ == which; }))
          return true;
  return false;
}

/// Whether all laws for a value come to the concept, which may be the value itself.
bool Writer::comesAlways(unsigned which, unsigned wanted, bool isDerived, unsigned depth) const {
  if (which == wanted)
    return true;
  // What may be loaded instead comes to nothing.
  if (depth == 0 || rulesOf(which).empty() || (!isDerived && concept_(which).homes))
    return false;
  auto comes = [&](const Leaf &leaf) { return comesAlways(leaf.concept_, wanted, false, depth - 1); };
  return llvm::all_of(rulesOf(which), [&](const Rule *rule) {
    // Of a sum any two terms may be taken.
    unsigned without = llvm::count_if(rule->leaves, [&](const auto &leaves) { return llvm::none_of(leaves, comes); });
    return without < (rule->isSum ? 2u : 1u);
  });
}

/// Whether the kernel reads the concept whatever is decided: a goal comes to it, or the idiom's own lines have it.
bool Writer::readsAlways(unsigned wanted) const {
  if (llvm::any_of(goals, [&](auto &goal) { return comesAlways(goal.second, wanted, /*isDerived=*/true); }))
    return true;
  auto isAsked = [&](auto &self, const Nodes &lines) -> bool {
    return llvm::any_of(lines, [&](NodeRef line) {
      if (line->is(Kind::If))
        return false;
      bool found = self(self, line->body);
      for (NodeRef kid : line->kids)
        walk(kid, [&](NodeRef node) { found |= node->isName(concept_(wanted).name); });
      return found;
    });
  };
  return isAsked(isAsked, idiom.body);
}

/// Whether all laws for a value are made of what the kernel reads whatever is decided, and of numbers of all. What has
/// no law is such a number, or a flag.
bool Writer::isMadeOfRead(unsigned which, unsigned depth) const {
  auto isRead = [&](const Leaf &leaf) {
    bool isStored = concept_(leaf.concept_).homes & (Entity | Edge);
    if (isStored || depth == 0)
      return readsAlways(leaf.concept_);
    return isMadeOfRead(leaf.concept_, depth - 1);
  };
  return llvm::all_of(rulesOf(which), [&](const Rule *rule) {
    return llvm::all_of(rule->leaves, [&](const std::vector<Leaf> &leaves) { return llvm::all_of(leaves, isRead); });
  });
}

/// Whether an exit makes sense here: what it asks for differs between threads, or partners, and the goals can read it.
bool Writer::canGuard(const Guard &guard, char role) {
  bool differs = false;
  for (const Leaf &leaf : guard.leaves) {
    const Concept &asked = concept_(leaf.concept_);
    bool isNumber = asked.homes & (Param | Constant);
    auto before = chosen.find(leaf.concept_);
    bool isStoredApart = before != chosen.end() && before->second.place != Option::Number;
    if (isNumber && !(asked.homes & Entity))
      ;
    else if (isNumber && before != chosen.end() && !isStoredApart)
      return false; // nobody asks of each thread what is the same for all
    else
      differs = true;
    // Of entities an element is asked for, and none that follows from its inverse.
    bool isInverse = before != chosen.end() && before->second.place == Option::Law && !asked.inverses.empty();
    if ((asked.homes & Entity) && (isInverse || liesElsewhere(leaf.concept_, Option::Array)))
      return false;
    // An exit asks for what the kernel reads anyway, or follows from that, or for what says nothing but whether there
    // is something to do: nobody stops over data that is used for nothing else.
    bool isRead = (isNumber && !(asked.homes & Entity)) || readsAlways(leaf.concept_) ||
                  (!isInLaw(leaf.concept_) && isMadeOfRead(leaf.concept_));
    if (!isRead || (leaf.role && !hasRole(leaf.role)) || !isFeasible(leaf.concept_, leaf.role))
      return false;
  }
  return guard.role == role && differs && isOnlyFlag(guard);
}

/// Whether what an exit asks for is no second flag: one kernel has one that says who takes part.
bool Writer::isOnlyFlag(const Guard &guard) const {
  return llvm::all_of(guard.leaves, [&](const Leaf &leaf) {
    return !isFlag(leaf.concept_) || llvm::none_of(chosen, [&](const auto &before) {
      return before.first != leaf.concept_ && isFlag(before.first);
    });
  });
}

/// The number of an exit's condition with a name: a parameter, or a constant of the module. Nothing where it is zero.
NodeRef Writer::limit(const Guard &guard) {
  NodeRef condition = guard.condition;
  if (!condition->is(Kind::Compare) || !condition->kids[1]->is(Kind::Float) || condition->kids[1]->text == "0.0")
    return nullptr;
  const Concept &asked = concept_(guard.leaves.front().concept_);
  bool isLeast = StringRef(condition->text).starts_with("L");
  std::string bound = isLeast ? "min" : "max";
  std::vector<std::string> words;
  for (const std::string &name : asked.names)
    llvm::append_range(words, std::vector<std::string>{bound + "_" + name, name + "_" + bound, name + "_threshold"});
  std::string key = "limit " + asked.name + " " + bound;
  WrittenParameter made;
  made.values.low = made.values.high = std::stod(condition->kids[1]->text);
  if (layout.chance(25))
    return symbol(key, words, made.values, Shape::Scalar, condition->kids[1]->text);
  return parameter(key, words, std::move(made));
}

/// `a or b or c`, in one row.
NodeRef Writer::either(NodeRef first, NodeRef second) {
  if (second->is(Kind::BoolOp) && second->text == "Or")
    return either(either(first, second->kids[0]), second->kids[1]);
  return arena.make(Kind::BoolOp, "Or", {first, second});
}

/// The condition of an early exit; what it asks for of entities is loaded. Of two ends each is asked for its flag.
NodeRef Writer::fillGuard(const Guard &guard, bool ofEnds) {
  bool hasFlag = false;
  for (const Leaf &leaf : guard.leaves)
    if (concept_(leaf.concept_).homes & Entity) {
      chosen.try_emplace(leaf.concept_, Option{Option::Array});
      hasFlag |= isFlag(leaf.concept_);
    }
  NodeRef condition = fill(guard.condition, 0);
  if (ofEnds && hasFlag) {
    NodeRef ofFirst = replace(guard.condition, arena.name("j"), arena.name("i"), arena);
    condition = either(fill(ofFirst, 0), condition);
  }
  if (!isPlain && layout.chance(50))
    if (NodeRef named = limit(guard))
      condition = replace(condition, guard.condition->kids[1], named, arena);
  // What is compared with zero is zero now and then.
  bool isZeroAsked = guard.condition->is(Kind::Compare) && guard.condition->kids[1]->text == "0.0";
  for (Slot &slot : slots)
    for (const Leaf &leaf : guard.leaves)
      if (isZeroAsked && slot.parameter.isArray &&
          StringRef(slot.key).starts_with("in " + concept_(leaf.concept_).name + " "))
        slot.parameter.values.draw = Draw::Flag;
  return condition;
}

/// An early exit for threads or partners that have nothing to do: one or two of those that ask for what the goals can
/// read. `before` is what those who leave do first.
void Writer::guard(NodeRef call, const Nodes &before) {
  char role = call->kids[1]->isName("i") ? 'i' : 'p';
  bool ofEnds = call->kids[1]->isName("ends");
  std::vector<const Guard *> possible;
  for (unsigned which : domain->visible)
    for (const Guard &guard : library.domains[which].guards)
      if (canGuard(guard, role))
        possible.push_back(&guard);
  unsigned count = possible.size();
  Pending leaving(*this, {.nodes = before});
  unsigned choice = pick(count + 1 + count * (count - (count != 0)) / 2, {.nodes = call});
  if (choice == 0)
    return;
  leavesEarly |= loops == 0;
  unsigned first = 0, second = 0; // the same where there is one
  if (choice <= count) {
    first = second = choice - 1;
  } else {
    for (choice -= count + 1; choice >= count - 1 - first; ++first)
      choice -= count - 1 - first;
    second = first + 1 + choice;
  }
  NodeRef condition = [&] {
    Pending rest(*this, {.nodes = possible[second]->condition});
    return fillGuard(*possible[first], ofEnds);
  }();
  // Two that ask for the same would say one thing twice, and so would two of one name (`mass` of a body, of a point).
  bool isOther = llvm::none_of(possible[second]->leaves, [&](const Leaf &leaf) {
    return llvm::any_of(possible[first]->leaves, [&](const Leaf &asked) {
      return asked.concept_ == leaf.concept_ ||
             concept_(asked.concept_).names.front() == concept_(leaf.concept_).names.front();
    });
  });
  StringRef comment = possible[first]->comment;
  if (first != second && isOther && canGuard(*possible[second], role)) {
    condition = either(condition, fillGuard(*possible[second], ofEnds));
    if (possible[second]->comment != comment)
      comment = ""; // it would say why one of them holds
  } else if (first != second) {
    failed = true;
  }
  open(/*isConditional=*/true);
  statements(before);
  emit(arena.make(loops ? Kind::Continue : Kind::Return));
  emit(arena.make(Kind::If, comment, {condition}, close()));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The sets of at most `most` of some parts, as bits. None has two of which the later one counts what the other does.
static std::vector<unsigned> setsOf(llvm::ArrayRef<const Part *> parts, unsigned most) {
  std::vector<unsigned> sets = {0};
  for (auto [i, later] : llvm::enumerate(parts)) {
    unsigned excluded = 0;
    for (auto [k, sooner] : llvm::enumerate(parts.take_front(i)))
      excluded |= llvm::is_contained(later->unless, sooner->name) << k;
    for (size_t before = sets.size(), k = 0; k < before; ++k)
      if (unsigned(llvm::popcount(sets[k])) < most && !(sets[k] & excluded))
        sets.push_back(sets[k] | 1u << i);
  }
  return sets;
}

/// At most so many of the parts of a kind, in the order of the library, on shared state.
void Writer::someParts(StringRef kind, unsigned most) {
  std::vector<const Part *> possible = partsOf(kind), taken;
  llvm::erase_if(possible, [&](const Part *candidate) { return !canTake(*candidate); });
  std::vector<unsigned> sets = setsOf(possible, most);
  unsigned set = sets[pick(sets.size(), {.parts = possible})];
  for (auto [i, candidate] : llvm::enumerate(possible))
    if (set >> i & 1)
      taken.push_back(candidate);
  for (auto [i, each] : llvm::enumerate(taken)) {
    Pending rest(*this, {.parts = llvm::ArrayRef(taken).drop_front(i + 1)});
    failed |= !canTake(*each); // one before came to what this one counts
    if (!failed)
      take(*each);
  }
}

/// A sequence: any of the parts of a kind, in the order of the library, on shared state.
void Writer::parts(NodeRef call) {
  StringRef kind = call->kids[1]->text;
  if (call->kids.size() > 2)
    return someParts(kind, std::stoul(call->kids[2]->text));
  std::vector<const Part *> possible = partsOf(kind);
  for (auto [i, candidate] : llvm::enumerate(possible)) {
    Pending rest(*this, {.parts = llvm::ArrayRef(possible).drop_front(i)});
    if (!canTake(*candidate) || digits.pick(2) == 0)
      continue;
    pending.back().parts = pending.back().parts.drop_front();
    take(*candidate);
  }
}

/// Exactly one of the parts of a kind.
void Writer::onePart(NodeRef call) {
  std::vector<const Part *> possible = partsOf(call->kids[1]->text);
  llvm::erase_if(possible, [&](const Part *candidate) { return !canTake(*candidate); });
  failed |= possible.empty();
  if (!failed)
    take(*possible[pick(possible.size(), {.nodes = call})]);
}

/// Whether nothing was derived, and no part taken, after which this one would count something twice.
bool Writer::canTake(const Part &candidate) const {
  return llvm::none_of(candidate.unless, [&](const std::string &name) {
    std::optional<unsigned> which = library.find(name);
    auto before = which ? chosen.find(*which) : chosen.end();
    return taken.contains(name) || (before != chosen.end() && before->second.place == Option::Law);
  });
}

void Writer::take(const Part &chosenPart) {
  llvm::SaveAndRestore inPart(part, &chosenPart);
  taken.insert(chosenPart.name);
  findMutated(chosenPart.body);
  statements(chosenPart.body);
}

/// The parts of a kind that the domain takes.
std::vector<const Part *> Writer::partsOf(StringRef kind) const {
  std::vector<const Part *> possible;
  for (const Part &candidate : library.parts) {
    bool isVisible = llvm::any_of(domain->visible, [&](unsigned which) {
      return llvm::is_contained(candidate.domains, library.domains[which].name);
    });
    if (candidate.kind == kind && (candidate.domains.empty() || isVisible))
      possible.push_back(&candidate);
  }
  return possible;
}
