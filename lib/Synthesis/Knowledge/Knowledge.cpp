// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a sample's index to numbers of an idiom.

#include "Knowledge.h"
#include "llvm/Support/MathExtras.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// Numbers that a sample has to itself of an idiom whose structures are not listed: one in four has a structure, and one
/// in three of these may not be of the sample's category.
static constexpr uint64_t numbersEach = 32;
/// Draws of one listed structure, with other words and inputs.
static constexpr uint64_t drawsOfListed = 3;

uint64_t Space::capacity(unsigned category, unsigned numCategories, bool isReserve) const {
  if (!listed.empty())
    return listed[category].size();
  // The upper half of a reserve is for standing in.
  uint64_t numbers = (uint64_t(1) << bits) / (isReserve ? 2 : 1);
  return std::max<uint64_t>(1, numbers / numbersEach / std::max(1u, numCategories));
}

std::unique_ptr<Knowledge> Knowledge::read(StringRef json, Report report) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(json);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    if (!value)
      llvm::consumeError(value.takeError());
    return nullptr;
  }
  auto knowledge = std::make_unique<Knowledge>();
  const llvm::json::Array *files = object->getArray("library");
  const llvm::json::Array *spaces = object->getArray("spaces"), *shares = object->getArray("shares");
  const llvm::json::Array *reserves = object->getArray("reserves");
  if (!files || !spaces || !shares || !reserves || !(knowledge->library = Library::read(*files, report)))
    return nullptr;
  for (const llvm::json::Value &entry : *spaces) {
    const llvm::json::Array &numbers = *entry.getAsArray();
    Space &space = knowledge->spaces.emplace_back();
    space = {unsigned(*numbers[0].getAsInteger()), uint64_t(*numbers[1].getAsInteger()), *numbers[2].getAsInteger() != 0, {}};
    for (const llvm::json::Value &category : *numbers[3].getAsArray()) {
      std::vector<uint64_t> &list = space.listed.emplace_back();
      for (const llvm::json::Value &number : *category.getAsArray())
        list.push_back(*number.getAsInteger());
    }
  }
  for (const llvm::json::Value &entry : *reserves) {
    int64_t idiom = *entry.getAsInteger();
    knowledge->reserves.push_back(idiom < 0 ? std::nullopt : std::optional<unsigned>(idiom));
  }
  for (const llvm::json::Value &category : *shares) {
    auto &list = knowledge->shares.emplace_back();
    for (const llvm::json::Value &entry : *category.getAsArray())
      list.push_back({unsigned(*entry.getAsArray()->front().getAsInteger()),
                      unsigned(*entry.getAsArray()->back().getAsInteger())});
  }
  return knowledge;
}

/// Place of a category among those that take an idiom, and their number: each has numbers of its own.
static std::pair<unsigned, unsigned> placeOf(const Knowledge &knowledge, unsigned category, unsigned idiom) {
  unsigned place = 0, count = 0;
  for (auto [i, list] : llvm::enumerate(knowledge.shares))
    for (auto [which, slots] : list)
      if (which == idiom) {
        if (i < category)
          ++place;
        ++count;
      }
  return {place, count};
}

/// A permutation of the numbers below `count`.
static uint64_t permuteBelow(uint64_t number, uint64_t count, uint64_t seed) {
  unsigned bits = llvm::Log2_64_Ceil(count);
  do
    number = permute(number, bits, seed);
  while (number >= count);
  return number;
}

/// Number `attempt` of those that turn `turn` has to itself.
static Candidate candidateOf(const Knowledge &knowledge, unsigned idiom, uint64_t turn, uint64_t turns, uint64_t first,
                             uint64_t attempt, uint64_t seed) {
  uint64_t pass = turn / turns, which = (attempt + 13 * pass) % numbersEach; // the next pass begins with another
  return {idiom, permute((first + turn % turns) * numbersEach + which, knowledge.spaces[idiom].bits, seed + idiom), pass};
}

std::optional<Candidate> kgen::knowledge::candidate(const Knowledge &knowledge, unsigned category, uint64_t seed,
                                                    uint64_t index, unsigned attempt) {
  // A step through the slots that meets all of them, and scatters idioms over the set.
  uint64_t slot = (index % numSlots) * 389 % numSlots, round = index / numSlots;
  for (auto [idiom, slots] : knowledge.shares[category]) {
    if (slot >= slots) {
      slot -= slots;
      continue;
    }
    const Space &space = knowledge.spaces[idiom];
    if (!space.listed.empty()) {
      llvm::ArrayRef<uint64_t> list = space.listed[category];
      uint64_t turn = round * slots + slot;
      if (attempt < drawsOfListed)
        return Candidate{idiom, list[permuteBelow(turn % list.size(), list.size(), seed + idiom)], turn / list.size()};
      attempt -= drawsOfListed;
    } else {
      auto [place, count] = placeOf(knowledge, category, idiom);
      if (attempt < numbersEach)
        return candidateOf(knowledge, idiom, (round * slots + slot) * count + place, space.capacity(category, 1, llvm::is_contained(knowledge.reserves, std::optional(idiom))),
                           /*first=*/0, attempt, seed);
      attempt -= numbersEach;
    }
    // What stands in has numbers of its own: the upper half, shared by the categories.
    std::optional<unsigned> reserve = knowledge.reserves[category];
    if (!reserve || attempt >= numbersEach)
      return std::nullopt;
    uint64_t half = knowledge.spaces[*reserve].capacity(category, 1, /*isReserve=*/true);
    return candidateOf(knowledge, *reserve, index * knowledge.shares.size() + category, half, /*first=*/half, attempt, seed);
  }
  return std::nullopt;
}
