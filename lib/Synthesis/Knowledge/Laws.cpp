// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a domain can give to a kernel, as far as that is decided.

#include "Laws.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

const std::vector<const Rule *> &Laws::rulesOf(unsigned which) const {
  static const std::vector<const Rule *> none;
  auto it = decided.domain->rules.find(which);
  return it == decided.domain->rules.end() ? none : it->second;
}

bool Laws::reaches(unsigned which, unsigned wanted, unsigned depth) const {
  if (which == wanted)
    return true;
  if (depth == 0)
    return false;
  for (const Rule *rule : rulesOf(which))
    for (const std::vector<Leaf> &leaves : rule->leaves)
      for (const Leaf &leaf : leaves)
        if (reaches(leaf.concept_, wanted, depth - 1))
          return true;
  return false;
}

bool Laws::dependsOnPartner(unsigned which, unsigned depth) const {
  if (depth == 0)
    return false;
  for (const Rule *rule : rulesOf(which))
    for (const std::vector<Leaf> &leaves : rule->leaves)
      for (const Leaf &leaf : leaves)
        if (leaf.role == Role::Partner || leaf.role == Role::Edge || dependsOnPartner(leaf.concept_, depth - 1))
          return true;
  return false;
}

/// Whether something that the kernel can come to has three dimensions whatever its vectors have.
bool Laws::needsThreeDimensions() const {
  auto isWide = [&](auto &self, unsigned which, unsigned depth) -> bool {
    const Concept &asked = concept_(which);
    if (asked.shape == Shape::Vec3 && !(asked.homes & (Param | Constant)))
      return true;
    if (depth == 0)
      return false;
    for (const Rule *rule : rulesOf(which))
      for (const std::vector<Leaf> &leaves : rule->leaves)
        for (const Leaf &leaf : leaves)
          if (self(self, leaf.concept_, depth - 1))
            return true;
    return false;
  };
  bool found = llvm::any_of(decided.goals, [&](auto &goal) { return isWide(isWide, goal.second, 5); });
  for (NodeRef line : idiom.body)
    walk(line, [&](NodeRef node) {
      if (!found && node->is(Kind::Name))
        if (std::optional<unsigned> which = library.find(node->text))
          found = isWide(isWide, *which, 5);
    });
  return found;
}

//===----------------------------------------------------------------------===//
// What can be derived
//===----------------------------------------------------------------------===//

/// Whether the kernel gives the concept a value of its own: then it is given to it nowhere. A state is: what it was.
bool Laws::isComputed(unsigned which) const {
  auto isIt = [&](const auto &entry) { return entry.second == which; };
  return llvm::any_of(decided.goals, isIt) && llvm::none_of(decided.obliged, isIt) && !rulesOf(which).empty();
}

bool Laws::isDeriving(unsigned which, const Trail *trail) const {
  for (; trail; trail = trail->outer)
    if (trail->which == which)
      return true;
  return llvm::is_contained(decided.deriving, which);
}

bool Laws::isFeasible(const Rule &rule, Role role, unsigned depth, const Trail *trail) const {
  if (rule.isSum) // of any of its terms
    return llvm::any_of(rule.leaves, [&](const std::vector<Leaf> &term) {
      return !isDeriving(term[0].concept_, trail) && isFeasible(term[0].concept_, role, depth, trail);
    });
  for (const std::vector<Leaf> &leaves : rule.leaves)
    for (const Leaf &leaf : leaves) {
      if ((leaf.role == Role::Partner || leaf.role == Role::Own) && role == Role::Partner)
        return false;
      if (leaf.role != Role::Same && !decided.hasRole(leaf.role))
        return false;
      if (isDeriving(leaf.concept_, trail) || !isFeasible(leaf.concept_, leaf.roleFor(role), depth, trail))
        return false;
    }
  return true;
}

bool Laws::isFeasible(unsigned which, Role role, unsigned depth, const Trail *trail) const {
  const Concept &wanted = concept_(which);
  if (wanted.shape == Shape::Vec3 && !style.wide && !(wanted.homes & (Param | Constant)))
    return false;
  bool isPartner = role == Role::Partner;
  if (!isPartner && (decided.bound.count(which) || decided.known.count({which, Role::Own})))
    return true;
  bool isStored = (wanted.homes & (Param | Constant)) || ((wanted.homes & Entity) && decided.hasRole(role)) ||
                  ((wanted.homes & Edge) && decided.hasRole(Role::Edge));
  if (isStored && !isComputed(which))
    return true;
  if (depth == 0 || isDeriving(which, trail))
    return false;
  Trail here = {which, trail};
  return llvm::any_of(rulesOf(which), [&](const Rule *rule) { return isFeasible(*rule, role, depth - 1, &here); });
}

/// Whether the inverse of a concept is stored in another kind of place: a mass for all is none of bodies that have an
/// inverse mass each.
bool Laws::liesElsewhere(unsigned which, Option::Place place) const {
  return llvm::any_of(concept_(which).inverses, [&](unsigned inverse) {
    auto before = decided.chosen.find(inverse);
    return before != decided.chosen.end() && before->second.place != Option::Law && before->second.place != place;
  });
}

std::vector<Option> Laws::options(unsigned which, Role role) const {
  const Concept &wanted = concept_(which);
  std::vector<Option> all;
  auto state = decided.obliged.find(which);
  if (!isComputed(which) && state == decided.obliged.end()) {
    if ((wanted.homes & Entity) && decided.hasRole(role))
      all.push_back({Option::Array});
    if ((wanted.homes & Edge) && decided.hasRole(Role::Edge))
      all.push_back({Option::EdgeArray});
    if (wanted.homes & (Param | Constant))
      all.push_back({Option::Number});
    llvm::erase_if(all, [&](const Option &stored) { return liesElsewhere(which, stored.place); });
  }
  Trail here = {which, nullptr};
  std::vector<Option> direct;
  for (const Rule *rule : rulesOf(which)) {
    if (!isFeasible(*rule, role, 5, &here))
      continue;
    if (state != decided.obliged.end()) {
      bool reachesState = false, isDirect = false;
      for (const std::vector<Leaf> &leaves : rule->leaves)
        for (const Leaf &leaf : leaves) {
          isDirect |= leaf.concept_ == state->second;
          reachesState |= reaches(leaf.concept_, state->second, 3);
        }
      if (isDirect)
        direct.push_back({Option::Law, rule});
      if (!reachesState)
        continue;
    }
    all.push_back({Option::Law, rule});
  }
  return direct.empty() ? all : direct;
}

//===----------------------------------------------------------------------===//
// Early exits
//===----------------------------------------------------------------------===//

/// Whether a law of the domain reads the concept.
bool Laws::isInLaw(unsigned which) const {
  for (const auto &[head, rules] : decided.domain->rules)
    for (const Rule *rule : rules)
      for (const std::vector<Leaf> &leaves : rule->leaves)
        if (llvm::any_of(leaves, [&](const Leaf &leaf) { return leaf.concept_ == which; }))
          return true;
  return false;
}

/// Whether all laws for a value come to the concept, which may be the value itself.
bool Laws::comesAlways(unsigned which, unsigned wanted, bool isDerived, unsigned depth) const {
  if (which == wanted)
    return true;
  // A value that may be loaded instead comes to nothing.
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
bool Laws::readsAlways(unsigned wanted) const {
  if (llvm::any_of(decided.goals, [&](auto &goal) { return comesAlways(goal.second, wanted, /*isDerived=*/true); }))
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

/// Whether all laws for a value are made of what the kernel reads whatever is decided, and of numbers of all. A value
/// without a law is such a number, or a flag.
bool Laws::isMadeOfRead(unsigned which, unsigned depth) const {
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

/// Whether what an exit asks for is no second flag: one kernel has one that says who takes part.
bool Laws::isOnlyFlag(const Guard &guard) const {
  return llvm::all_of(guard.leaves, [&](const Leaf &leaf) {
    return !concept_(leaf.concept_).isFlag() || llvm::none_of(decided.chosen, [&](const auto &before) {
      return before.first != leaf.concept_ && concept_(before.first).isFlag();
    });
  });
}

/// Whether an exit makes sense here: what it asks for differs between threads, or partners, and the goals can read it.
bool Laws::canGuard(const Guard &guard, bool ofPair) const {
  bool differs = false;
  for (const Leaf &leaf : guard.leaves) {
    const Concept &asked = concept_(leaf.concept_);
    bool isNumber = asked.homes & (Param | Constant);
    auto before = decided.chosen.find(leaf.concept_);
    bool isStoredApart = before != decided.chosen.end() && before->second.place != Option::Number;
    if (isNumber && !(asked.homes & Entity))
      ;
    else if (isNumber && before != decided.chosen.end() && !isStoredApart)
      return false; // nobody asks of each thread what is the same for all
    else
      differs = true;
    // Of entities an element is asked for, and none that follows from its inverse.
    bool isInverse = before != decided.chosen.end() && before->second.place == Option::Law && !asked.inverses.empty();
    if ((asked.homes & Entity) && (isInverse || liesElsewhere(leaf.concept_, Option::Array)))
      return false;
    // An exit asks for what the kernel reads anyway, or follows from that, or for what says nothing but whether there
    // is something to do: nobody stops over data that is used for nothing else.
    bool isRead = (isNumber && !(asked.homes & Entity)) || readsAlways(leaf.concept_) ||
                  (!isInLaw(leaf.concept_) && isMadeOfRead(leaf.concept_));
    if (!isRead || (leaf.role != Role::Same && !decided.hasRole(leaf.role)) || !isFeasible(leaf.concept_, leaf.role))
      return false;
  }
  return guard.ofPair == ofPair && differs && isOnlyFlag(guard);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Whether nothing was derived, and no part taken, after which this one would count something twice.
bool Laws::canTake(const Part &candidate) const {
  return llvm::none_of(candidate.unless, [&](const std::string &name) {
    std::optional<unsigned> which = library.find(name);
    auto before = which ? decided.chosen.find(*which) : decided.chosen.end();
    return decided.parts.contains(name) || (before != decided.chosen.end() && before->second.place == Option::Law);
  });
}
