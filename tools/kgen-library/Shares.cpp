// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides the slots of a category among idioms.

#include "Shares.h"
#include "kgen/Synthesis/Categories.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace kgen;
using namespace kgen::knowledge;

/// The largest share of an idiom in a category, in slots, and the least of the typed generator.
static constexpr unsigned mostSlots = 120, typedSlots = 45;
/// Of so many samples of a category none is near another, and of so many none has the structure of another.
static constexpr double samplesWithoutNear = 1000.0, samplesWithoutRepeat = 1700.0;
/// Numbers, as a power of two, that an idiom has which stands in: enough for one in eight of 8,000 samples.
static constexpr unsigned leastBitsOfReserve = 16;
/// What at least of an idiom's kernels a category has to suit, to be served by numbers that were not tried.
static constexpr double leastShare = 0.2;

/// Gives structures to the category, of those that one suits, that has least; an idiom has no use for more of them in a
/// category than its largest share takes. What suits few categories is given first.
static void give(llvm::MutableArrayRef<Tried> all, bool different) {
  std::vector<std::pair<unsigned, Structure *>> order; // by idiom
  for (auto [i, tried] : llvm::enumerate(all))
    for (Structure &each : tried.structures)
      if (each.isDifferent() == different && each.suits != 0)
        order.push_back({i, &each});
  std::array<uint64_t, numCategories> given = {};
  std::vector<std::array<unsigned, numCategories>> ofIdiom(all.size());
  for (int suited = 1; suited <= int(numCategories); ++suited)
    for (auto [idiom, structure] : order) {
      if (llvm::popcount(structure->suits) != suited)
        continue;
      auto fill = [&, idiom = idiom](unsigned category) {
        return std::make_pair(ofIdiom[idiom][category] >= mostSlots, given[category]);
      };
      std::optional<unsigned> least;
      for (unsigned category = 0; category < numCategories; ++category)
        if ((structure->suits >> category & 1) && (!least || fill(category) < fill(*least)))
          least = category;
      structure->category = least;
      ++given[*least];
      ++ofIdiom[idiom][*least];
    }
}

void kgen::knowledge::distribute(std::vector<Tried> &all) {
  // Those that differ first: of two that are one kernel they stay.
  llvm::StringSet<> seen;
  for (bool different : {true, false}) {
    for (Tried &tried : all)
      llvm::erase_if(tried.structures, [&](const Structure &each) {
        return each.isDifferent() == different && !seen.insert(each.hash).second;
      });
    give(all, different);
  }
  for (Tried &tried : all) {
    if (tried.space.isWhole)
      tried.space.structures = tried.structures.size();
    tried.space.listed.resize(numCategories);
    tried.space.different.resize(numCategories);
    for (bool different : {true, false})
      for (const Structure &each : tried.structures)
        if (each.isDifferent() == different && each.category) {
          tried.space.listed[*each.category].push_back(each.number);
          tried.space.different[*each.category] += different;
        }
  }
}

/// How much of an idiom suits a category.
static double suitingShare(const Tried &tried, unsigned category) {
  return tried.imported ? double(tried.suits[category]) / tried.imported : 0.0;
}

/// Whether a category takes an idiom.
static bool takes(const Tried &tried, unsigned category) {
  return !tried.space.listed[category].empty() || (!tried.space.isWhole && suitingShare(tried, category) >= leastShare);
}

/// Divides slots by weights; nobody gets more than there is room for, and what is left goes to those that have room.
/// Returns what nobody has room for.
static double divide(double left, const std::vector<double> &weights, const std::vector<double> &room,
                     std::vector<double> &slots) {
  for (unsigned round = 0; round < 20 && left >= 1.0; ++round) {
    double sum = 0.0;
    for (unsigned i = 0; i < weights.size(); ++i)
      sum += slots[i] < room[i] ? weights[i] : 0.0;
    if (sum == 0.0)
      break;
    double given = 0.0;
    for (unsigned i = 0; i < weights.size(); ++i)
      if (slots[i] < room[i]) {
        double more = std::min(left * weights[i] / sum, room[i] - slots[i]);
        slots[i] += more;
        given += more;
      }
    left -= given;
  }
  return left;
}

/// Shares of a category: more for more structures that differ, to a cap, and no more than there are; what is left goes
/// to those that have other structures.
std::vector<std::pair<unsigned, unsigned>> kgen::knowledge::sharesOf(unsigned category, const std::vector<Tried> &all) {
  std::vector<double> weights(all.size(), 0.0), different(all.size(), 0.0), room(all.size(), 0.0);
  for (auto [i, tried] : llvm::enumerate(all)) {
    if (!takes(tried, category))
      continue;
    unsigned count = 0;
    for (unsigned other = 0; other < numCategories; ++other)
      count += takes(tried, other);
    double capacity = tried.space.capacity(category, count, /*isReserve=*/true);
    room[i] = std::min(capacity * numSlots / samplesWithoutRepeat, double(mostSlots));
    different[i] = std::min(tried.space.different[category] * numSlots / samplesWithoutNear, room[i]);
    // Threads in several dimensions are common, and few idioms have them.
    weights[i] = std::sqrt(std::max(different[i], 1.0)) * (tried.rank > 1 ? 2.0 : 1.0);
  }
  std::vector<double> slots(all.size(), 0.0);
  divide(divide(numSlots - typedSlots, weights, different, slots), weights, room, slots);
  std::vector<std::pair<unsigned, unsigned>> list;
  for (unsigned i = 0; i < all.size(); ++i)
    if (unsigned whole = slots[i] + 0.5; whole > 0)
      list.push_back({i, whole});
  return list;
}

/// Which idioms stand in: of those that mostly suit and have numbers enough, the eight of the most variety.
std::vector<unsigned> kgen::knowledge::reservesOf(unsigned category, const std::vector<Tried> &all) {
  std::vector<unsigned> found;
  for (auto [i, tried] : llvm::enumerate(all))
    if (tried.space.bits >= leastBitsOfReserve && suitingShare(tried, category) >= 0.5)
      found.push_back(i);
  llvm::sort(found, [&](unsigned a, unsigned b) {
    return std::make_pair(all[b].variety, a) < std::make_pair(all[a].variety, b);
  });
  found.resize(std::min<size_t>(found.size(), 8));
  return found;
}

/// Of a hundred real kernels: how many are of each category, by what they do, and of each class of size.
static constexpr double realCategories[numCategories] = {9, 14, 5, 15, 5, 19, 7, 13, 9, 4};
static constexpr double realSizes[numSizes] = {15, 20, 15, 15, 15, 10, 10};

/// What at least of an idiom's kernels is of a category and class of size that takes them.
static constexpr double leastOfClass = 0.02;

/// The largest share of an idiom with many structures in a category and class of size.
static constexpr double mostRealShare[numSizes] = {0.002, 0.002, 0.003, 0.007, 0.006, 0.006, 0.006};

/// How many numbers of a sample's class it has to itself, on average, and between how many groups these are; idioms of
/// many numbers are not sparing with them.
static constexpr double foundEach = 4.0, mostGroups = 24.0, groupsOfMany = 12.0;
static constexpr unsigned bitsOfMany = 18;

/// How many groups of numbers a real sample has of an idiom of which a part of the kernels is of its category and size.
static unsigned groupsOf(const Tried &tried, double share) {
  double each = share * tried.estimate / std::ldexp(1.0, tried.space.bits) * numbersEach;
  return std::clamp(std::ceil(foundEach / each), tried.space.bits < bitsOfMany ? 1.0 : groupsOfMany, mostGroups);
}

/// Slots of an idiom in a class of size and each of its categories for which it has numbers of their own: in a round of
/// all slots no structure comes twice.
static double ownSlots(const Tried &tried, unsigned size, unsigned groups) {
  unsigned count = llvm::count_if(
      tried.sizes, [&](const auto &category) { return category[size] >= leastOfClass * tried.imported; });
  double turns = tried.space.turns(/*isReserve=*/tried.space.bits >= leastBitsOfReserve);
  return turns / groups / std::max(count, 1u);
}

/// Real kernels seldom loop, but for short ones, often have threads in two dimensions, and one array in three holds
/// integers; the long ones load more than most idioms do, and branch more. One in eight turns something, three in five
/// have vectors, and many idioms do; one in 25 has tiles, and one idiom in ten; one in three leaves early. One in
/// fifteen draws random numbers or loops while something holds, and few idioms do.
static double realWeight(const Tried &tried, unsigned category, unsigned size) {
  static constexpr double loopsMore[numSizes] = {2.0, 2.0, 1.5, -0.3, -0.4, -0.8, -0.8};
  static constexpr double severalMore[numSizes] = {19.0, 19.0, 28.0, 20.0, 20.0, 8.0, 8.0};
  static constexpr double loadsMore[numSizes] = {1.0, 1.0, 4.0, 22.0, 30.0, 30.0, 30.0};
  static constexpr double rareMore[numSizes] = {11.0, 11.0, 11.0, 11.0, 8.0, 5.0, 2.5};
  static constexpr double branchesMore[numSizes] = {0.0, 0.0, 0.0, 2.0, 3.0, 9.0, 9.0};
  auto share = [&](unsigned count) { return tried.imported ? double(count) / tried.imported : 0.0; };
  bool mayLoop = category == unsigned(Category::NestedLoop);
  return (mayLoop ? 1.0 : 1.0 + loopsMore[size] * share(tried.looping)) * (tried.rank > 1 ? severalMore[size] : 1.0) *
         (1.0 - 0.9 * share(tried.turning)) * (1.0 + 5.0 * share(tried.indexing)) *
         (1.0 + loadsMore[size] * share(tried.loading)) *
         (1.0 + branchesMore[size] * share(tried.suits[unsigned(Category::MultiConditional)])) *
         (1.0 - 0.75 * share(tried.suits[unsigned(Category::Vector)])) * (1.0 - 0.98 * share(tried.tiling)) *
         (1.0 + 7.0 * share(tried.exiting)) * (1.0 + rareMore[size] * share(tried.rare));
}

/// What `--profile real` makes: of each class of size what real kernels have, by categories that have kernels of it.
std::vector<RealShare> kgen::knowledge::realShares(const std::vector<Tried> &all) {
  std::vector<RealShare> list;
  double given = 0.0, left = 0.0; // what a class of size has no room for goes to the next
  unsigned used = 0;
  for (unsigned size = 0; size < numSizes; ++size) {
    std::vector<double> weights, room;
    std::vector<std::vector<uint64_t>> listed;
    std::vector<unsigned> groups;
    for (unsigned category = 0; category < numCategories; ++category) {
      size_t first = weights.size();
      double sum = 0.0;
      for (const Tried &tried : all) {
        std::vector<uint64_t> &numbers = listed.emplace_back();
        const std::vector<Structure> *structuresOf = tried.listedOf(size);
        bool isListed = structuresOf != nullptr;
        if (isListed)
          for (const Structure &each : *structuresOf)
            if (each.isAsReal && each.size == size && each.realCategory() == category)
              numbers.push_back(each.number);
        double share = tried.imported ? double(tried.sizes[category][size]) / tried.imported : 0.0;
        double structures = isListed ? numbers.size() : share * tried.estimate;
        // Idioms of few structures are the most unlike each other.
        double variety = std::pow(structures, tried.space.isWhole ? 0.5 : 0.25);
        weights.push_back(isListed || share >= leastOfClass ? variety * realWeight(tried, category, size) : 0.0);
        groups.push_back(isListed || weights.back() == 0.0 ? 1 : groupsOf(tried, share));
        double own = isListed ? structures : ownSlots(tried, size, groups.back());
        room.push_back(std::min(own, tried.space.isWhole ? own : mostRealShare[size] * numRealSlots));
        sum += weights.back();
      }
      for (size_t i = first; i < weights.size(); ++i)
        weights[i] *= sum ? realCategories[category] / sum : 0.0;
    }
    std::vector<double> slots(weights.size(), 0.0);
    left = divide(left + realSizes[size] / 100.0 * numRealSlots, weights, room, slots);
    for (unsigned i = 0; i < slots.size(); ++i) {
      given += slots[i];
      unsigned whole = given + 0.5 - used;
      if (whole == 0)
        continue;
      used += whole;
      list.push_back(
          {unsigned(i / all.size()), size, unsigned(i % all.size()), whole, std::move(listed[i]), groups[i]});
    }
  }
  // What is left, one in fifty at least, is written from types, of all categories.
  for (unsigned category = 0; category < numCategories; ++category)
    if (unsigned whole = (numRealSlots - used) / (numCategories - category)) {
      used += whole;
      list.push_back({category, 0, std::nullopt, whole, {}, 1});
    }
  return list;
}
