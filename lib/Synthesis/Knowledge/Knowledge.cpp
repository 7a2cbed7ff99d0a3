// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a sample's index to numbers of an idiom.

#include "Knowledge.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// Numbers that a sample has to itself, of an idiom that has so many; more than enough to meet a structure.
static uint64_t numbersEach(unsigned bits) { return std::clamp<uint64_t>((uint64_t(1) << bits) / 8, 4, 128); }

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
  if (!files || !spaces || !shares || !(knowledge->library = Library::read(*files, report)))
    return nullptr;
  for (const llvm::json::Value &entry : *spaces) {
    const llvm::json::Array &numbers = *entry.getAsArray();
    knowledge->spaces.push_back(
        {unsigned(*numbers[0].getAsInteger()), uint64_t(*numbers[1].getAsInteger()), *numbers[2].getAsInteger() != 0});
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

std::optional<Candidate> kgen::knowledge::candidate(const Knowledge &knowledge, unsigned category, uint64_t seed,
                                                    uint64_t index, unsigned attempt) {
  // A step through the slots that meets all of them, and scatters idioms over the set.
  uint64_t slot = (index % numSlots) * 389 % numSlots, round = index / numSlots;
  for (auto [idiom, slots] : knowledge.shares[category]) {
    if (slot >= slots) {
      slot -= slots;
      continue;
    }
    auto [place, count] = placeOf(knowledge, category, idiom);
    uint64_t turn = (round * slots + slot) * count + place;
    unsigned bits = knowledge.spaces[idiom].bits;
    uint64_t each = numbersEach(bits), perPass = std::max<uint64_t>(1, (uint64_t(1) << bits) / each);
    if (attempt >= each)
      return std::nullopt;
    // The next pass begins with another of a sample's numbers.
    uint64_t pass = turn / perPass, which = (attempt + 13 * pass) % each;
    uint64_t number = permute((turn % perPass) * each + which, bits, seed + idiom);
    return Candidate{idiom, number, pass};
  }
  return std::nullopt;
}
