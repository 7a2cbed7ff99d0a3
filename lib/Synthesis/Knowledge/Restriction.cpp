// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the knowledge that one split may use. Its lists hold the split's structures only, so that a sample seldom
// draws in vain, and the slots of idioms that have no family in it go to others.

#include "Families.h"
#include "Knowledge.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace kgen;
using namespace kgen::knowledge;

/// Numbers of an idiom by which the share of a split is estimated.
static constexpr uint64_t numbersAsked = 256;
/// Most groups of numbers that a sample has to itself.
static constexpr double mostGroups = 64.0;
/// How much less an idiom is taken of which a part is left. Lists are short then, and would soon be used up.
static constexpr double powerOfListed = 0.75, powerOfMany = 0.25;

namespace {

class Restriction {
public:
  Restriction(const Knowledge &whole, Split split) : whole(whole), split(split) {}

  std::unique_ptr<Knowledge> run() {
    part->library = whole.library;
    for (unsigned idiom = 0; idiom < whole.spaces.size(); ++idiom)
      part->spaces.push_back(restrictSpace(idiom));
    for (unsigned category = 0; category < whole.shares.size(); ++category) {
      part->shares.push_back(restrictShares(category));
      std::vector<unsigned> &reserves = part->reserves.emplace_back(whole.reserves[category]);
      llvm::erase_if(reserves, [&](unsigned idiom) { return shares[idiom] == 0.0; });
    }
    restrictReal();
    part->numberRealGroups();
    return std::move(part);
  }

private:
  bool has(unsigned idiom, uint64_t number) {
    std::string family = familyOf(*whole.library, whole.library->idioms[idiom], number);
    auto [known, isNew] = isOfSplit.try_emplace(family, false);
    if (isNew)
      known->second = !family.empty() && splitOf(shortHash(family)) == split;
    return known->second;
  }

  std::vector<uint64_t> those(unsigned idiom, llvm::ArrayRef<uint64_t> numbers) {
    std::vector<uint64_t> kept;
    llvm::copy_if(numbers, std::back_inserter(kept), [&](uint64_t number) { return has(idiom, number); });
    return kept;
  }

  /// The share of the idiom's numbers that are of the split.
  double shareOf(unsigned idiom, const Space &space) {
    uint64_t asked = std::min(numbersAsked, uint64_t(1) << space.bits), found = 0;
    for (uint64_t i = 0; i < asked; ++i)
      found += has(idiom, permute(i, space.bits, /*seed=*/13));
    return double(found) / double(asked);
  }

  Space restrictSpace(unsigned idiom) {
    Space space = whole.spaces[idiom];
    double share = space.isWhole ? 0.0 : shareOf(idiom, space);
    space.structures = uint64_t(double(space.structures) * share);
    space.isExact = false;
    space.sorted.clear();
    for (auto [list, different] : llvm::zip_equal(space.listed, space.different)) {
      llvm::ArrayRef<uint64_t> all = list;
      size_t first = those(idiom, all.take_front(different)).size();
      list = those(idiom, all);
      different = first;
      llvm::append_range(space.sorted, list);
    }
    llvm::sort(space.sorted);
    if (space.isWhole)
      space.structures = space.sorted.size();
    double room = double(whole.spaces[idiom].turns(/*isReserve=*/true));
    space.groups = share > 0.0 ? uint64_t(std::clamp(std::ceil(1.0 / share), 1.0, std::min(mostGroups, room))) : 1;
    shares.push_back(share);
    return space;
  }

  /// The weight that an idiom keeps in a category; 0 if nothing of it is left.
  double weightOf(unsigned idiom, size_t listed, size_t listedBefore) const {
    if (whole.spaces[idiom].isWhole || (shares[idiom] == 0.0 && listed != 0))
      return std::pow(double(listed) / std::max(1.0, double(listedBefore)), powerOfListed);
    return std::pow(shares[idiom], powerOfMany);
  }

  std::vector<std::pair<unsigned, unsigned>> restrictShares(unsigned category) const {
    double all = 0.0, sum = 0.0, given = 0.0;
    std::vector<double> weights;
    for (auto [idiom, slots] : whole.shares[category]) {
      size_t listed = part->spaces[idiom].listed[category].size(), before = whole.spaces[idiom].listed[category].size();
      weights.push_back(slots * weightOf(idiom, listed, before));
      sum += weights.back();
      all += slots;
    }
    std::vector<std::pair<unsigned, unsigned>> list;
    unsigned used = 0;
    for (auto [share, weight] : llvm::zip_equal(whole.shares[category], weights)) {
      given += sum > 0.0 ? weight / sum * all : 0.0;
      if (unsigned slots = unsigned(given + 0.5) - used; slots > 0) {
        list.push_back({share.first, slots});
        used += slots;
      }
    }
    return list;
  }

  /// A class of size of a category keeps its slots where something is left of it; else the category does.
  void restrictReal() {
    std::map<std::pair<unsigned, unsigned>, double> slotsOfClass, weightOfClass;
    std::map<unsigned, double> left, weightOfCategory;
    std::vector<double> weights;
    std::vector<RealShare> list = whole.real;
    for (RealShare &share : list) {
      size_t before = share.listed.size();
      double weight = share.slots;
      if (share.idiom) {
        share.listed = those(*share.idiom, share.listed);
        weight *= before ? std::pow(double(share.listed.size()) / double(before), powerOfListed)
                         : std::pow(shares[*share.idiom], powerOfMany);
      }
      weights.push_back(weight);
      slotsOfClass[{share.category, share.size}] += share.slots;
      weightOfClass[{share.category, share.size}] += weight;
      weightOfCategory[share.category] += weight;
    }
    for (const auto &[key, slots] : slotsOfClass)
      if (weightOfClass[key] == 0.0)
        left[key.first] += slots;
    double given = 0.0;
    unsigned used = 0;
    for (auto [share, weight] : llvm::zip_equal(list, weights)) {
      std::pair<unsigned, unsigned> key(share.category, share.size);
      if (weight == 0.0)
        continue;
      given += slotsOfClass[key] * weight / weightOfClass[key] +
               left[share.category] * weight / weightOfCategory[share.category];
      share.slots = unsigned(given + 0.5) - used;
      used += share.slots;
      if (share.slots)
        part->real.push_back(std::move(share));
    }
  }

  const Knowledge &whole;
  Split split;
  std::unique_ptr<Knowledge> part = std::make_unique<Knowledge>();
  llvm::StringMap<bool> isOfSplit;
  /// For each idiom, the share of its numbers that are of the split; 0 where all structures are listed.
  std::vector<double> shares;
};

} // namespace

std::unique_ptr<Knowledge> Knowledge::restrictedTo(Split split) const { return Restriction(*this, split).run(); }
