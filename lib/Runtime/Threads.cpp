// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a launch on threads that are kept. Before them, the preparations to run without atomics; after them, the
// sums.

#include "kgen/Runtime/Threads.h"
#include "kgen/Support/WarpLayout.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace kgen {

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

struct Threads::Impl {
  explicit Impl(unsigned count);
  ~Impl();
  void launch(const PartsEntry &entry, const PartsLaunch &launch);

private:
  /// Zeros, and zeros again after each launch, in cache lines that hold nothing else.
  class Zeros {
  public:
    /// Whether there are so many bytes of them.
    bool have(size_t bytes);
    std::byte *get() const;

  private:
    static constexpr size_t lineBytes = 64;
    std::unique_ptr<std::byte, decltype(&std::free)> memory{nullptr, std::free};
    size_t size = 0;
  };
  /// An array that each part but the first has a copy of.
  struct Shared {
    PartNeed need;
    std::byte *elements = nullptr;
    size_t bytes = 0;
    /// The offset of its elements' address in the structs, that of the adjoints behind that of the arguments.
    size_t pointerAt = 0;
  };

  using Work = std::function<void(unsigned part)>;
  void run(const Work &work);
  void wait(unsigned part);
  bool isAscending(const PartNeed &need, const PartsLaunch &launch);
  std::optional<std::vector<Shared>> findShared(const PartNeeds &needs, const PartsLaunch &launch);
  bool makeCopies(const std::vector<Shared> &shared);
  void runParts(void *entry, const PartsLaunch &launch, size_t argumentBytes, const std::vector<Shared> &shared);
  void sumUp(const Shared &shared, size_t index);

  unsigned count;
  std::vector<std::thread> others;
  const Work *work = nullptr;
  std::atomic<unsigned> turn = 0, running = 0;
  bool isOver = false;
  std::vector<std::vector<Zeros>> copies; // of each part but the first, of each shared array
};

Threads::Threads(unsigned count) : impl(std::make_unique<Impl>(count)) {}
Threads::~Threads() = default;
void Threads::launch(const PartsEntry &entry, const PartsLaunch &launch) { impl->launch(entry, launch); }

Threads::Impl::Impl(unsigned count) : count(count), copies(count - 1) {
  for (unsigned part = 1; part < count; ++part)
    others.emplace_back([this, part] { wait(part); });
}

Threads::Impl::~Impl() {
  isOver = true;
  ++turn;
  turn.notify_all();
  for (std::thread &other : others)
    other.join();
}

/// The work of each thread except the caller's: one piece in each turn.
void Threads::Impl::wait(unsigned part) {
  for (unsigned seen = 0;; ++seen) {
    turn.wait(seen);
    if (isOver)
      return;
    (*work)(part);
    if (--running == 0)
      running.notify_one();
  }
}

/// Runs `work` for each part at the same time.
void Threads::Impl::run(const Work &asked) {
  work = &asked;
  running = count - 1;
  ++turn;
  turn.notify_all();
  asked(0);
  for (unsigned left = running; left != 0; left = running)
    running.wait(left);
}

/// The beginning of a part of so many things.
static int64_t borderOf(int64_t things, unsigned part, unsigned count) {
  return things / count * part + std::min<int64_t>(part, things % count);
}

//===----------------------------------------------------------------------===//
// Needs of parts
//===----------------------------------------------------------------------===//

/// Copies no larger than this are made for any launch, others if they have no more bytes for each of its threads.
static constexpr size_t smallCopy = size_t(1) << 16, bytesForThread = 64;

static ArrayDescriptor descriptorAt(const void *arguments, int32_t offset) {
  ArrayDescriptor descriptor;
  std::memcpy(&descriptor, static_cast<const std::byte *>(arguments) + offset, sizeof(descriptor));
  return descriptor;
}

/// How many threads a launch has along a dimension, as its bounds say.
static int32_t extentOf(const PartsLaunch &launch, int32_t dimension) {
  int32_t extent;
  std::memcpy(&extent, static_cast<const std::byte *>(launch.dim) + dimension * sizeof(extent), sizeof(extent));
  return extent;
}

bool Threads::Impl::Zeros::have(size_t bytes) {
  if (size < bytes) {
    memory.reset(static_cast<std::byte *>(std::calloc(bytes + 2 * lineBytes, 1)));
    size = memory ? bytes : 0;
  }
  return size >= bytes;
}

std::byte *Threads::Impl::Zeros::get() const {
  return memory.get() + -reinterpret_cast<uintptr_t>(memory.get()) % lineBytes;
}

bool Threads::Impl::isAscending(const PartNeed &need, const PartsLaunch &launch) {
  ArrayDescriptor table = descriptorAt(launch.arguments, need.offset);
  int64_t places = launch.size / launch.together;
  if (!table.data || table.strides[0] != need.elementBytes || places + need.first + 1 > table.shape[0])
    return false;
  const auto *numbers = reinterpret_cast<const int32_t *>(table.data) + need.first;
  std::atomic<bool> holds = numbers[0] >= 0;
  run([&](unsigned part) {
    bool isRising = true;
    for (int64_t i = borderOf(places, part, count), end = borderOf(places, part + 1, count); i < end; ++i)
      isRising &= numbers[i] <= numbers[i + 1];
    if (!isRising)
      holds = false;
  });
  return holds;
}

/// The arrays that parts have copies of; nullopt if one cannot be copied or is too large, or another need is not met.
std::optional<std::vector<Threads::Impl::Shared>> Threads::Impl::findShared(const PartNeeds &needs,
                                                                            const PartsLaunch &launch) {
  std::vector<Shared> result;
  for (const PartNeed &need : needs) {
    if (need.kind == PartNeed::Ascending) {
      if (!isAscending(need, launch))
        return std::nullopt;
      continue;
    }
    if (need.kind == PartNeed::ShortLaunch) {
      if (extentOf(launch, need.first) > need.most)
        return std::nullopt;
      continue;
    }
    // A gradient is the adjoint argument's, or else the array's own.
    ArrayDescriptor array = descriptorAt(launch.arguments, need.offset), adjoint;
    if (launch.adjoints)
      adjoint = descriptorAt(launch.adjoints, need.offset);
    bool isGradient = need.kind == PartNeed::OwnGradient, isExplicit = isGradient && adjoint.data;
    const ArrayDescriptor &chosen = isExplicit ? adjoint : array;
    bool isOwn = isGradient && !isExplicit;
    Shared shared;
    shared.need = need;
    shared.elements = reinterpret_cast<std::byte *>(isOwn ? array.grad : chosen.data);
    shared.bytes = need.elementBytes;
    shared.pointerAt = (isExplicit ? needs.argumentBytes : 0) + need.offset +
                       (isOwn ? offsetof(ArrayDescriptor, grad) : offsetof(ArrayDescriptor, data));
    for (int d = need.rank; d-- > 0;) {
      if (chosen.shape[d] > 1 && size_t(chosen.strides[d]) != shared.bytes)
        return std::nullopt;
      shared.bytes *= size_t(chosen.shape[d]);
    }
    if (shared.bytes > std::max(smallCopy, bytesForThread * size_t(launch.size)))
      return std::nullopt;
    if (shared.elements && shared.bytes)
      result.push_back(shared);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds a copy to the elements and leaves zeros. Elements without additions stay as they are, a negative zero too.
template <class T> static void moveInto(std::byte *elements, std::byte *copy, size_t bytes) {
  constexpr size_t blockBytes = 4096; // a page that nobody has written to costs no memory, and is not written to here
  for (size_t begin = 0; begin < bytes; begin += blockBytes) {
    size_t numbers = std::min(blockBytes, bytes - begin) / sizeof(T);
    auto *from = reinterpret_cast<T *>(copy + begin), *to = reinterpret_cast<T *>(elements + begin);
    bool isUsed = false;
    for (size_t i = 0; i < numbers; ++i)
      isUsed |= !(from[i] == 0);
    if (!isUsed)
      continue;
    for (size_t i = 0; i < numbers; ++i)
      to[i] = from[i] == 0 ? to[i] : to[i] + from[i];
    std::memset(copy + begin, 0, numbers * sizeof(T));
  }
}

/// All parts' sums of one array, in the order of the parts; each thread takes a piece of the array.
void Threads::Impl::sumUp(const Shared &shared, size_t index) {
  static constexpr decltype(&moveInto<float>) table[] = {moveInto<float>, moveInto<double>, moveInto<uint32_t>,
                                                         moveInto<uint64_t>};
  constexpr size_t piece = 4096;
  int64_t pieces = (shared.bytes + piece - 1) / piece;
  run([&](unsigned part) {
    size_t begin = piece * borderOf(pieces, part, count);
    size_t end = std::min(shared.bytes, piece * borderOf(pieces, part + 1, count));
    for (std::vector<Zeros> &ofPart : copies)
      if (begin < end)
        table[shared.need.scalar](shared.elements + begin, ofPart[index].get() + begin, end - begin);
  });
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void call(void *entry, void *dim, void *arguments, void *adjoints, int64_t first, int64_t last) {
  if (first == last)
    return;
  if (adjoints)
    reinterpret_cast<void (*)(void *, void *, void *, int64_t, int64_t)>(entry)(dim, arguments, adjoints, first, last);
  else
    reinterpret_cast<void (*)(void *, void *, int64_t, int64_t)>(entry)(dim, arguments, first, last);
}

/// Launches are parted at multiples of so many threads, whose elements fill lines of a cache and vectors; a piece for
/// the next free thread is no smaller than so many of these, and a launch has no more pieces for each thread.
static constexpr int64_t blockOfThreads = 64, blocksOfPiece = 8, mostPieces = 8;

/// Whether there is memory for them; it is zeros.
bool Threads::Impl::makeCopies(const std::vector<Shared> &shared) {
  for (std::vector<Zeros> &ofPart : copies) {
    ofPart.resize(std::max(ofPart.size(), shared.size()));
    for (size_t i = 0; i < shared.size(); ++i)
      if (!ofPart[i].have(shared[i].bytes))
        return false;
  }
  return true;
}

/// Runs the parts, each except the first with structs that lead to copies of its own; without copies, in pieces that
/// free threads take.
void Threads::Impl::runParts(void *entry, const PartsLaunch &launch, size_t size, const std::vector<Shared> &shared) {
  std::vector<std::vector<std::byte>> structs(shared.empty() ? 0 : count - 1);
  for (size_t other = 0; other < structs.size(); ++other) {
    structs[other].resize(2 * size);
    std::memcpy(structs[other].data(), launch.arguments, size);
    if (launch.adjoints)
      std::memcpy(structs[other].data() + size, launch.adjoints, size);
    for (size_t i = 0; i < shared.size(); ++i) {
      std::byte *copy = copies[other][i].get();
      std::memcpy(structs[other].data() + shared[i].pointerAt, &copy, sizeof(copy));
    }
  }
  // Sums in copies depend on the thread that makes each; other work may be taken by threads as they arrive.
  int64_t groups = launch.size / launch.together, blocks = (groups + blockOfThreads - 1) / blockOfThreads;
  int64_t pieces = shared.empty() ? std::clamp<int64_t>(blocks / blocksOfPiece, count, count * mostPieces) : count;
  auto begin = [&](unsigned piece) { return std::min(groups, borderOf(blocks, piece, pieces) * blockOfThreads); };
  std::atomic<unsigned> taken = count;
  run([&](unsigned part) {
    void *arguments = launch.arguments, *adjoints = launch.adjoints;
    if (part > 0 && !structs.empty()) {
      arguments = structs[part - 1].data();
      adjoints = adjoints ? structs[part - 1].data() + size : nullptr;
    }
    for (unsigned piece = part; piece < pieces; piece = taken++)
      call(entry, launch.dim, arguments, adjoints, begin(piece) * launch.together, begin(piece + 1) * launch.together);
  });
}

void Threads::Impl::launch(const PartsEntry &entry, const PartsLaunch &launch) {
  if (launch.size == 0)
    return;
  std::optional<std::vector<Shared>> shared;
  if (entry.apart && entry.needs)
    shared = findShared(*entry.needs, launch);
  if (!shared || !makeCopies(*shared))
    return runParts(entry.shared, launch, 0, {});
  runParts(entry.apart, launch, entry.needs->argumentBytes, *shared);
  for (size_t i = 0; i < shared->size(); ++i)
    sumUp((*shared)[i], i);
}

} // namespace kgen
