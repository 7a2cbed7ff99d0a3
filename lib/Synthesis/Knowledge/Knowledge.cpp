// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a sample's index to numbers of an idiom.

#include "Knowledge.h"
#include "Digits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <map>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// Of so many groups the first half is asked for many arrays or loads.
static constexpr unsigned groupsOfWanted = 4;
/// From this class of size on a part of real kernels has many arrays or loads.
static constexpr unsigned longer = 3;

unsigned kgen::knowledge::sizeClass(unsigned statements) {
  static constexpr unsigned last[numSizes - 1] = {4, 8, 12, 17, 28, 46};
  return llvm::lower_bound(last, statements) - std::begin(last);
}

bool kgen::knowledge::isAsReal(const WrittenKernel &written, Wanted wanted) {
  static constexpr unsigned parameters[numSizes] = {4, 5, 8, 9, 10, 13, 100};
  static constexpr unsigned calls[numSizes] = {2, 3, 5, 8, 14, 40, 200};
  static constexpr unsigned many[numSizes] = {5, 6, 8, 9, 11, 12, 13};
  unsigned size = sizeClass(written.statements);
  if (written.calls > calls[size])
    return false;
  llvm::ArrayRef own = llvm::ArrayRef(written.parameters).drop_front(written.numFields);
  if (wanted == Wanted::Arrays)
    return llvm::count_if(own, std::mem_fn(&WrittenParameter::isArray)) >= many[size];
  if (wanted == Wanted::Loads)
    return written.loads >= many[size];
  // The shortest load little, and are launched in as many dimensions as they have.
  static constexpr unsigned fewLoads[] = {3, 4};
  if (size < std::size(fewLoads) && (written.loads > fewLoads[size] || written.isRow))
    return false;
  return own.size() + (written.numFields != 0) <= parameters[size];
}

uint64_t Space::capacity(unsigned category, unsigned numCategories, bool isReserve) const {
  if (isWhole)
    return listed[category].size();
  return listed[category].size() + turns(isReserve) / std::max(1u, numCategories);
}

uint64_t Space::turns(bool isReserve) const {
  // The upper half of a reserve is for standing in.
  uint64_t numbers = (uint64_t(1) << bits) / (isReserve ? 2 : 1);
  return std::max<uint64_t>(1, numbers / numbersOfTurn());
}

/// Takes the files of the library off a text.
static std::vector<LibraryFile> takeFiles(StringRef &text) {
  std::vector<LibraryFile> files;
  while (true) {
    auto [name, rest] = text.split('\t');
    auto [length, words] = rest.split('\t');
    size_t size = 0;
    text = rest;
    if (name.empty() || length.getAsInteger(10, size))
      return files;
    files.push_back({name, words.take_front(size)});
    text = words.drop_front(std::min(size, words.size()));
  }
}

namespace {
/// Writes numbers and lists as WordReader reads them.
class WordWriter {
public:
  explicit WordWriter(llvm::raw_ostream &os) : os(os) {}

  void number(int64_t number) { os << number << '\t'; }
  template <typename List>
  void list(const List &list, llvm::function_ref<void(const typename List::value_type &)> write) {
    number(list.size());
    for (const auto &item : list)
      write(item);
  }
  template <typename List> void numbers(const List &numbers) {
    list(numbers, [&](auto each) { number(each); });
  }

private:
  llvm::raw_ostream &os;
};
} // namespace

static void writeSpace(WordWriter &words, const Space &space) {
  words.number(space.bits);
  words.number(space.structures);
  words.number(space.isExact);
  words.list(space.listed, [&](const std::vector<uint64_t> &category) { words.numbers(category); });
  words.numbers(space.different);
  words.number(space.isWhole);
}

static void writeShare(WordWriter &words, const RealShare &share) {
  words.number(share.category);
  words.number(share.size);
  words.number(share.idiom ? int64_t(*share.idiom) : -1);
  words.number(share.slots);
  words.number(share.groups);
  words.numbers(share.listed);
}

void Knowledge::write(llvm::ArrayRef<LibraryFile> files, llvm::raw_ostream &os) const {
  for (const LibraryFile &file : files)
    os << file.name << '\t' << file.words.size() << '\t' << file.words;
  os << '\t';
  WordWriter words(os);
  words.list(spaces, [&](const Space &space) { writeSpace(words, space); });
  words.list(shares, [&](const std::vector<std::pair<unsigned, unsigned>> &category) {
    words.list(category, [&](const std::pair<unsigned, unsigned> &share) {
      words.number(share.first);
      words.number(share.second);
    });
  });
  words.list(reserves, [&](const std::vector<unsigned> &category) { words.numbers(category); });
  words.list(real, [&](const RealShare &share) { writeShare(words, share); });
}

template <typename Number> static void readList(WordReader &words, std::vector<Number> &to) {
  words.list([&] { to.push_back(words.number()); });
}

static void readSpace(WordReader &words, Space &space) {
  space.bits = words.number();
  space.structures = words.number();
  space.isExact = words.number();
  words.list([&] {
    readList(words, space.listed.emplace_back());
    llvm::append_range(space.sorted, space.listed.back());
  });
  llvm::sort(space.sorted);
  readList(words, space.different);
  space.isWhole = words.number();
}

static void readShare(WordReader &words, RealShare &share) {
  share.category = words.number();
  share.size = words.number();
  if (int64_t idiom = words.number(); idiom >= 0)
    share.idiom = idiom;
  share.slots = words.number();
  share.groups = words.number();
  readList(words, share.listed);
}

std::unique_ptr<Knowledge> Knowledge::read(StringRef text, Report report) {
  std::vector<LibraryFile> files = takeFiles(text);
  auto knowledge = std::make_unique<Knowledge>();
  WordReader words(text);
  words.list([&] { readSpace(words, knowledge->spaces.emplace_back()); });
  words.list([&] {
    auto &list = knowledge->shares.emplace_back();
    words.list([&] {
      auto idiom = static_cast<unsigned>(words.number());
      list.push_back({idiom, static_cast<unsigned>(words.number())});
    });
  });
  words.list([&] { readList(words, knowledge->reserves.emplace_back()); });
  words.list([&] { readShare(words, knowledge->real.emplace_back()); });
  if (words.hasFailed() || !(knowledge->library = Library::read(files, report)))
    return nullptr;
  knowledge->numberRealGroups();
  return knowledge;
}

void Knowledge::numberRealGroups() {
  std::map<std::pair<unsigned, unsigned>, uint64_t> groups;
  auto groupsOf = [&](const RealShare &share) -> uint64_t & { return groups[{share.idiom.value_or(~0u), share.size}]; };
  for (RealShare &share : real)
    share.first = std::exchange(groupsOf(share), groupsOf(share) + uint64_t(share.slots) * share.groups);
  for (RealShare &share : real)
    share.all = groupsOf(share);
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

/// Which of the turns of a share a sample has, and how often all of them were had before.
struct Turn {
  uint64_t number, pass;
};
static Turn turnOf(uint64_t count, uint64_t turns) { return {count % turns, count / turns}; }

/// Number `attempt` of those that a turn has to itself.
static Candidate candidateOf(const Knowledge &knowledge, unsigned idiom, Turn turn, uint64_t first, uint64_t attempt,
                             uint64_t seed) {
  const Space &space = knowledge.spaces[idiom];
  uint64_t each = space.numbersOfTurn();
  uint64_t which = (attempt + 13 * turn.pass) % each; // the next pass begins with another
  uint64_t number = permute((first + turn.number) * each + which, space.bits, seed + idiom);
  Candidate candidate{idiom, number, turn.pass, turn.pass};
  candidate.isListed = llvm::binary_search(space.sorted, number);
  return candidate;
}

/// Number `turn` of a list of which the first `different` come first, each part scattered.
static uint64_t listedNumber(llvm::ArrayRef<uint64_t> list, unsigned different, uint64_t turn, uint64_t seed) {
  if (turn < different)
    return list[permuteBelow(turn, different, seed)];
  return list[different + permuteBelow(turn - different, list.size() - different, seed)];
}

/// A kernel that stands in has numbers of its own: the upper half, shared by the categories.
static std::optional<Candidate> standIn(const Knowledge &knowledge, unsigned category, uint64_t seed, uint64_t ordinal,
                                        uint64_t attempt) {
  llvm::ArrayRef<unsigned> reserves = knowledge.reserves[category];
  if (reserves.empty())
    return std::nullopt;
  unsigned reserve = reserves[ordinal % reserves.size()];
  if (attempt >= knowledge.spaces[reserve].numbersOfTurn())
    return std::nullopt;
  uint64_t half = knowledge.spaces[reserve].turns(/*isReserve=*/true);
  uint64_t count = ordinal / reserves.size() * knowledge.shares.size() + category;
  Turn turn = turnOf(count, half);
  if (turn.pass >= maxPasses)
    return std::nullopt;
  return candidateOf(knowledge, reserve, turn, /*first=*/half, attempt, seed);
}

bool Knowledge::isReserve(unsigned idiom) const {
  return llvm::any_of(reserves, [&](const std::vector<unsigned> &list) { return llvm::is_contained(list, idiom); });
}

std::optional<Candidate> kgen::knowledge::candidate(const Knowledge &knowledge, unsigned category, uint64_t seed,
                                                    uint64_t ordinal, unsigned attempt) {
  uint64_t slot = slotOf(ordinal), round = ordinal / numSlots;
  for (auto [idiom, slots] : knowledge.shares[category]) {
    if (slot >= slots) {
      slot -= slots;
      continue;
    }
    const Space &space = knowledge.spaces[idiom];
    llvm::ArrayRef<uint64_t> list = space.listed[category];
    uint64_t count = round * slots + slot, left = attempt;
    if (count < list.size() || (space.isWhole && count / list.size() < maxPasses)) {
      Turn turn = turnOf(count, list.size());
      if (left < drawsOfListed)
        return Candidate{idiom, listedNumber(list, space.different[category], turn.number, seed + idiom), turn.pass,
                         turn.pass * drawsOfListed + left};
      left -= drawsOfListed;
    } else if (!space.isWhole) {
      auto [place, places] = placeOf(knowledge, category, idiom);
      Turn turn = turnOf((count - list.size()) * places + place, space.turns(knowledge.isReserve(idiom)));
      if (turn.pass < maxPasses) {
        if (left < space.numbersOfTurn())
          return candidateOf(knowledge, idiom, turn, /*first=*/0, left, seed);
        left -= space.numbersOfTurn();
      }
    }
    return standIn(knowledge, category, seed, ordinal, left);
  }
  return std::nullopt;
}

namespace {
/// The share that an index falls into, and which of its slots, in which round, the sample has.
struct RealTurn {
  const RealShare &share;
  uint64_t slot, round;
};
} // namespace

static RealTurn realTurnOf(const Knowledge &knowledge, uint64_t index) {
  uint64_t slot = (index % numRealSlots) * 3109 % numRealSlots, round = index / numRealSlots;
  for (const RealShare &share : knowledge.real) {
    if (slot < share.slots)
      return {share, slot, round};
    slot -= share.slots;
  }
  return {knowledge.real.back(), 0, round};
}

unsigned kgen::knowledge::realCategory(const Knowledge &knowledge, uint64_t index) {
  return realTurnOf(knowledge, index).share.category;
}

std::optional<Candidate> kgen::knowledge::realCandidate(const Knowledge &knowledge, uint64_t seed, uint64_t index,
                                                        unsigned attempt) {
  auto [share, slot, round] = realTurnOf(knowledge, index);
  if (!share.idiom)
    return std::nullopt;
  const Space &space = knowledge.spaces[*share.idiom];
  uint64_t left = attempt, size = share.listed.size(), each = space.numbersOfTurn();
  if (size != 0) {
    uint64_t turn = round * share.slots + slot;
    if (left < drawsOfListed)
      return Candidate{*share.idiom, share.listed[permuteBelow(turn % size, size, seed)], turn / size,
                       turn / size * drawsOfListed + left};
    left -= drawsOfListed;
  } else if (left < share.groups * each) {
    uint64_t group = round * share.all + share.first + slot * share.groups + left / each;
    Candidate candidate =
        candidateOf(knowledge, *share.idiom, turnOf(group, space.turns(knowledge.isReserve(*share.idiom))),
                    /*first=*/0, left % each, seed);
    candidate.size = share.size;
    // Two in three of the long ones have few parameters.
    if (share.size >= longer && index % 6 < 3 && share.groups >= groupsOfWanted && left < share.groups / 2 * each)
      candidate.wanted = static_cast<Wanted>(index % 6);
    return candidate;
  } else {
    left -= share.groups * each;
  }
  return standIn(knowledge, share.category, seed, index, left);
}
