// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an idiom leaves to its domain: early exits of threads and partners that have nothing to do, and sequences of
// parts.

#include "Filler.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// The number of an exit's condition with a name: a parameter, or a constant of the module. Nothing where it is zero.
NodeRef Filler::limit(const Guard &guard) {
  NodeRef condition = guard.condition;
  if (!condition->is(Kind::Compare) || !condition->kids[1]->is(Kind::Float) || condition->kids[1]->text == "0.0")
    return nullptr;
  bool isLeast = StringRef(condition->text).starts_with("L");
  return parameters.limit(guard.leaves.front().concept_, isLeast, condition->kids[1]->text);
}

/// `a or b or c`, in one row.
NodeRef Filler::either(NodeRef first, NodeRef second) {
  if (second->is(Kind::BoolOp) && second->text == "Or")
    return either(either(first, second->kids[0]), second->kids[1]);
  return arena.make(Kind::BoolOp, "Or", {first, second});
}

/// The condition of an early exit; what it asks for of entities is loaded. Of two ends each is asked for its flag.
NodeRef Filler::fillGuard(const Guard &guard, bool ofEnds) {
  bool hasFlag = false;
  for (const Leaf &leaf : guard.leaves)
    if (concept_(leaf.concept_).homes & Entity) {
      decided.chosen.try_emplace(leaf.concept_, Option{Option::Array});
      hasFlag |= concept_(leaf.concept_).isFlag();
    }
  NodeRef condition = deriver.fill(guard.condition, Role::Same);
  if (ofEnds && hasFlag) {
    NodeRef ofFirst = replace(guard.condition, arena.name("j"), arena.name("i"), arena);
    condition = either(deriver.fill(ofFirst, Role::Same), condition);
  }
  if (!isPlain && layout.chance(50))
    if (NodeRef named = limit(guard))
      condition = replace(condition, guard.condition->kids[1], named, arena);
  // A value that is compared with zero is zero now and then.
  bool isZeroAsked = guard.condition->is(Kind::Compare) && guard.condition->kids[1]->text == "0.0";
  for (Slot &slot : decided.slots)
    for (const Leaf &leaf : guard.leaves)
      if (isZeroAsked && slot.key.isArrayOf(SlotKey::Read, leaf.concept_))
        slot.parameter.values.kind = InputKind::Flag;
  return condition;
}

/// Which of `count` exits a choice other than zero stands for: one alone, which is both then, or two.
static std::pair<unsigned, unsigned> exitsOf(unsigned choice, unsigned count) {
  if (choice <= count)
    return {choice - 1, choice - 1};
  unsigned first = 0;
  for (choice -= count + 1; choice >= count - 1 - first; ++first)
    choice -= count - 1 - first;
  return {first, first + 1 + choice};
}

/// The condition of one exit, or of two, and what is said of it.
NodeRef Filler::fillGuards(const Guard &first, const Guard &second, NodeRef call, StringRef &comment) {
  bool ofPair = !call->kids[1]->isName("i"), ofEnds = call->kids[1]->isName("ends");
  NodeRef condition = [&] {
    Pending rest(decided, {.nodes = second.condition});
    return fillGuard(first, ofEnds);
  }();
  comment = first.comment;
  if (&first == &second)
    return condition;
  // Two that ask for the same would say one thing twice, and so would two of one name (`mass` of a body, of a point).
  bool isOther = llvm::none_of(second.leaves, [&](const Leaf &leaf) {
    return llvm::any_of(first.leaves, [&](const Leaf &asked) {
      return asked.concept_ == leaf.concept_ ||
             concept_(asked.concept_).names.front() == concept_(leaf.concept_).names.front();
    });
  });
  if (!isOther || !laws.canGuard(second, ofPair)) {
    decided.failed = true;
    return condition;
  }
  condition = either(condition, fillGuard(second, ofEnds));
  if (second.comment != comment)
    comment = ""; // it would say why one of them holds
  return condition;
}

/// An early exit for threads or partners that have nothing to do: one or two of those that ask for what the goals can
/// read. `before` is what those who leave do first.
void Filler::guard(NodeRef call, const Nodes &before) {
  bool ofPair = !call->kids[1]->isName("i");
  std::vector<const Guard *> possible;
  for (unsigned which : decided.domain->visible)
    for (const Guard &guard : library.domains[which].guards)
      if (laws.canGuard(guard, ofPair))
        possible.push_back(&guard);
  unsigned count = possible.size();
  Pending leaving(decided, {.nodes = before});
  unsigned choice = pick(count + 1 + count * (count - (count != 0)) / 2, {.nodes = call});
  if (choice == 0)
    return;
  decided.leavesEarly |= !decided.isInLoop();
  auto [first, second] = exitsOf(choice, count);
  StringRef comment;
  NodeRef condition = fillGuards(*possible[first], *possible[second], call, comment);
  blocks.open(/*isConditional=*/true);
  statements(before);
  blocks.emit(arena.make(decided.isInLoop() ? Kind::Continue : Kind::Return));
  blocks.emit(arena.make(Kind::If, comment, {condition}, blocks.close()));
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
void Filler::someParts(StringRef kind, unsigned most) {
  std::vector<const Part *> possible = library.partsOf(*decided.domain, kind), taken;
  llvm::erase_if(possible, [&](const Part *candidate) { return !laws.canTake(*candidate); });
  std::vector<unsigned> sets = setsOf(possible, most);
  unsigned set = sets[pick(sets.size(), {.parts = possible})];
  for (auto [i, candidate] : llvm::enumerate(possible))
    if (set >> i & 1)
      taken.push_back(candidate);
  for (auto [i, each] : llvm::enumerate(taken)) {
    Pending rest(decided, {.parts = llvm::ArrayRef(taken).drop_front(i + 1)});
    decided.failed |= !laws.canTake(*each); // one before came to what this one counts
    if (!decided.failed)
      take(*each);
  }
}

/// A sequence: any of the parts of a kind, in the order of the library, on shared state.
void Filler::parts(NodeRef call) {
  StringRef kind = call->kids[1]->text;
  if (call->kids.size() > 2)
    return someParts(kind, std::stoul(call->kids[2]->text));
  std::vector<const Part *> possible = library.partsOf(*decided.domain, kind);
  for (auto [i, candidate] : llvm::enumerate(possible)) {
    Pending rest(decided, {.parts = llvm::ArrayRef(possible).drop_front(i)});
    if (!laws.canTake(*candidate) || digits.pick(2) == 0)
      continue;
    decided.pending.back().parts = decided.pending.back().parts.drop_front();
    take(*candidate);
  }
}

/// Exactly one of the parts of a kind.
void Filler::onePart(NodeRef call) {
  std::vector<const Part *> possible = library.partsOf(*decided.domain, call->kids[1]->text);
  llvm::erase_if(possible, [&](const Part *candidate) { return !laws.canTake(*candidate); });
  decided.failed |= possible.empty();
  if (!decided.failed)
    take(*possible[pick(possible.size(), {.nodes = call})]);
}

void Filler::take(const Part &part) {
  llvm::SaveAndRestore inPart(decided.part, &part);
  decided.parts.insert(part.name);
  findMutated(part.body);
  statements(part.body);
}
