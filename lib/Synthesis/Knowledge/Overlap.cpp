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

double kgen::knowledge::overlapOfSeeds(const Knowledge &knowledge, llvm::ArrayRef<unsigned> categories,
                                       uint64_t count) {
  Shared shared;
  std::map<unsigned, double> unlisted; // by idiom
  for (unsigned category : categories) {
    double own = double(count) / double(categories.size()), typed = numSlots;
    for (auto [idiom, slots] : knowledge.shares[category]) {
      const Space &space = knowledge.spaces[idiom];
      double turns = own * slots / numSlots, listed = space.listed[category].size(), first = space.different[category];
      shared.add(turns, first);
      if (turns > first)
        shared.add(turns - first, listed - first);
      if (turns > listed && !space.isWhole)
        unlisted[idiom] += turns - listed;
      typed -= slots;
    }
    shared.structures += own * typed / numSlots; // these are practically never another's
  }
  for (auto [idiom, turns] : unlisted)
    shared.add(turns, double(knowledge.spaces[idiom].structures));
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
