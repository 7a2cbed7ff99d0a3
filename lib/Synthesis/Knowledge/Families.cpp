// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first decisions of a structure, and their text.

#include "Families.h"

using namespace kgen;
using namespace kgen::knowledge;

bool kgen::knowledge::chooseGoals(const Idiom &idiom, unsigned place, Digits &digits, Decisions &decided) {
  size_t last = 0;
  for (auto [which, goalOf] : llvm::enumerate(idiom.goals)) {
    const auto &[letters, kind, isAfter, ofDomains] = goalOf;
    // Those that come after need a place too.
    size_t followers = 0;
    while (which + followers + 1 < idiom.goals.size() && idiom.goals[which + followers + 1].isAfter)
      ++followers;
    const std::vector<std::vector<unsigned>> &all = ofDomains[place];
    // Of goals that may change places each comes after the one before, in the order of the library.
    std::vector<size_t> possible;
    for (size_t i = isAfter ? last + 1 : 0; i + followers < all.size(); ++i)
      if (llvm::none_of(decided.goals, [&](auto &taken) { return taken.second == all[i].front(); }))
        possible.push_back(i);
    if (possible.empty())
      return false;
    last = possible[digits.pick(possible.size())];
    const std::vector<unsigned> &goal = all[last];
    for (auto [letter, concept_] : llvm::zip_equal(letters, goal))
      decided.goals[letter] = concept_;
    if (goal.size() == 2)
      decided.obliged[goal[1]] = goal[0];
  }
  return true;
}

std::string kgen::knowledge::familyOf(const Library &library, const Idiom &idiom, const Decisions &decided) {
  std::string family = idiom.name + " " + decided.domain->name;
  for (const auto &[letter, which] : decided.goals)
    family += " " + library.concepts[which].name;
  return family;
}

std::string kgen::knowledge::familyOf(const Library &library, const Idiom &idiom, uint64_t number) {
  Digits digits(number);
  Decisions decided;
  unsigned place = digits.pick(idiom.domains.size());
  decided.domain = &library.domains[idiom.domains[place]];
  return chooseGoals(idiom, place, digits, decided) ? familyOf(library, idiom, decided) : "";
}
