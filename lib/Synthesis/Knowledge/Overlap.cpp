// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many structures two seeds have in common, from how many there are to draw. A seed takes those of a list in an
// order of its own, and scatters over the numbers that are not listed.

#include "Knowledge.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace kgen;
using namespace kgen::knowledge;

namespace {

/// Structures of one seed, and how many of them another is expected to have.
struct Shared {
  double structures = 0.0, common = 0.0;

  /// Adds `drawn` different ones out of `all`.
  void add(double drawn, double all) {
    drawn = std::min(drawn, all);
    structures += drawn;
    common += all > 0.0 ? drawn * drawn / all : 0.0;
  }
  double inHundred() const { return structures > 0.0 ? 100.0 * common / structures : 0.0; }
};

} // namespace

namespace {

/// The samples of a category that one idiom has, or the typed generator. Which ones these are is the same for all
/// seeds.
class TurnsOfIdiom {
public:
  explicit TurnsOfIdiom(uint64_t slots) : slots(slots) {}

  /// Adds the samples of the idiom's next slot, one in each round.
  void addSlot(uint64_t numRounds) { rounds.push_back(numRounds); }

  /// How many samples have one of the first `limit` turns.
  double below(uint64_t limit) const {
    uint64_t sum = 0;
    for (auto [slot, numRounds] : llvm::enumerate(rounds))
      if (limit > slot)
        sum += std::min((limit - slot + slots - 1) / slots, numRounds);
    return double(sum);
  }
  double all() const { return below(~uint64_t(0) / 2); }

private:
  uint64_t slots;
  std::vector<uint64_t> rounds;
};

} // namespace

/// Those of the first `count` samples of a category, for each of its idioms; the last are the typed generator's.
static std::vector<TurnsOfIdiom> turnsOf(const Knowledge &knowledge, unsigned category, uint64_t count) {
  std::vector<uint64_t> rounds(numSlots);
  for (uint64_t ordinal = 0; ordinal < numSlots; ++ordinal)
    rounds[slotOf(ordinal)] = count / numSlots + (ordinal < count % numSlots);
  std::vector<TurnsOfIdiom> turns;
  uint64_t slot = 0;
  for (auto [idiom, slots] : knowledge.shares[category])
    for (turns.emplace_back(slots); slots != 0; --slots)
      turns.back().addSlot(rounds[slot++]);
  for (turns.emplace_back(numSlots); slot < numSlots;)
    turns.back().addSlot(rounds[slot++]);
  return turns;
}

double kgen::knowledge::overlapOfSeeds(const Knowledge &knowledge, llvm::ArrayRef<unsigned> categories,
                                       uint64_t count) {
  Shared shared;
  std::map<unsigned, double> unlisted, standingIn; // by idiom
  auto standIn = [&](unsigned category, double samples) {
    llvm::ArrayRef<unsigned> reserves = knowledge.reserves[category];
    for (unsigned reserve : reserves)
      standingIn[reserve] += samples / double(reserves.size());
    if (reserves.empty())
      shared.structures += samples;
  };
  for (unsigned category : categories) {
    std::vector<TurnsOfIdiom> turns = turnsOf(knowledge, category, count / categories.size());
    for (auto [share, own] : llvm::zip(knowledge.shares[category], turns)) {
      const Space &space = knowledge.spaces[share.first];
      uint64_t listed = space.listed[category].size(), first = space.different[category];
      if (space.isWhole) {
        shared.add(own.below(listed * maxPasses), double(listed));
        standIn(category, own.all() - own.below(listed * maxPasses));
        continue;
      }
      shared.add(own.below(first), double(first));
      shared.add(own.below(listed) - own.below(first), double(listed - first));
      unlisted[share.first] += own.all() - own.below(listed);
    }
    shared.structures += turns.back().all(); // these are practically never another's
  }
  for (auto [idiom, samples] : unlisted) {
    const Space &space = knowledge.spaces[idiom];
    double most = double(space.turns(knowledge.isReserve(idiom)) * maxPasses);
    shared.add(std::min(samples, most), double(space.structures));
    shared.structures += std::max(samples - most, 0.0); // others stand in, which have many more
  }
  for (auto [idiom, samples] : standingIn)
    shared.add(samples, double(knowledge.spaces[idiom].structures));
  return shared.inHundred();
}

double kgen::knowledge::realOverlapOfSeeds(const Knowledge &knowledge, uint64_t count) {
  Shared shared;
  std::map<std::pair<unsigned, unsigned>, std::pair<double, double>>
      unlisted; // turns and structures, by idiom and size
  for (const RealShare &share : knowledge.real) {
    double turns = double(count) * share.slots / numRealSlots;
    if (!share.idiom) {
      shared.structures += turns;
    } else if (!share.listed.empty()) {
      shared.add(turns, share.listed.size());
    } else {
      auto &[sum, structures] = unlisted[{*share.idiom, share.size}];
      sum += turns;
      structures = std::max(structures, double(knowledge.spaces[*share.idiom].structures) / share.groups);
    }
  }
  for (const auto &[key, drawn] : unlisted)
    shared.add(drawn.first, drawn.second);
  return shared.inHundred();
}
