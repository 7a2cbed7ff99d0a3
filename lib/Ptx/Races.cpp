// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races: two threads touch a place, one of them writes, and nothing orders the two: no barrier of their block, no sync
// of their warp, no fence together with an atomic. Such a pair is taken to order all accesses before it, so every
// report is a race.

#include "MachineImpl.h"
#include <algorithm>

namespace kgen::ptx {

/// Whether the access of a mark is ordered before the thread's current one.
static bool isOrdered(const ThreadState &thread, const Mark &mark, uint32_t threadsOfBlock) {
  uint32_t since = thread.fenceTime;
  if (mark.thread - thread.firstOfBlock < threadsOfBlock) {
    since = std::max(since, thread.blockTime);
    if (mark.thread - thread.firstOfWarp < warpSize)
      since = std::max(since, thread.warpTime);
  }
  return mark.time < since;
}

/// Makes the granule no larger than an access of so many bytes.
static void refine(Region &region, unsigned size) {
  uint8_t granule = std::min(size, 8u);
  std::vector<Access> finer((region.size + granule - 1) / granule);
  if (region.granule)
    for (size_t i = 0; i < finer.size(); ++i)
      finer[i] = region.accesses[i * granule / region.granule];
  region.accesses = std::move(finer);
  region.granule = granule;
}

/// Of several readers the last stays, and one more: rather of another warp, which a sync of this one does not order.
static void noteReader(Access &access, const Mark &now, const ThreadState &thread, uint32_t threadsOfBlock) {
  const Mark &last = access.reader, &other = access.other;
  bool isFar =
      other.time && other.thread - thread.firstOfWarp >= warpSize && last.thread - thread.firstOfWarp < warpSize;
  if (last.thread != now.thread && !(isFar && !isOrdered(thread, other, threadsOfBlock)))
    access.other = last;
  access.reader = now;
}

static bool refuse(Exec &x, const MicroOp *op, const Region &region, uint64_t offset, const Mark &mark,
                   const char *how) {
  uint64_t perBlock = x.machine->launch.block.count();
  uint32_t first = x.thread->firstOfBlock;
  bool isSameBlock = mark.thread - first < perBlock;
  std::string who = "thread " + std::to_string(mark.thread % perBlock) + " of ";
  who += isSameBlock ? "the block" : "block " + std::to_string(mark.thread / perBlock);
  x.fail(op, "a race at '" + region.name + "' + " + std::to_string(offset) + ": " + who + " " + how + " it " +
                 (isSameBlock ? "with no barrier between" : "and nothing orders the two"));
  x.otherLine = mark.line;
  return false;
}

bool noteAccess(Exec &x, const MicroOp *op, const Touched &at, unsigned size, bool isWrite, bool isAtomic) {
  ThreadState &thread = *x.thread;
  Region &region = *at.region;
  // A loop around an atomic begins with a plain load, and no load of global memory sees half of an atomic's result.
  bool goesWithAtomics = isAtomic || (!isWrite && region.base == windowMiddle);
  Mark now{thread.number, x.machine->time, op->line, goesWithAtomics};
  if (isAtomic) {
    if (op->bits) // acquire, release, or both
      thread.fence(now.time);
    thread.meetAtomic(now.time);
  }
  if (now.time == maxTime)
    return true;
  if (!region.granule || size < region.granule)
    refine(region, size);
  uint32_t perBlock = x.machine->launch.block.count();
  auto meets = [&](const Mark &mark) {
    return mark.time && mark.thread != now.thread && !(now.isAtomic && mark.isAtomic) &&
           !isOrdered(thread, mark, perBlock);
  };
  Access *access = &region.accesses[at.offset / region.granule], *end = access + size / region.granule;
  for (; access != end; ++access) {
    uint64_t offset = (access - region.accesses.data()) * region.granule;
    if (meets(access->writer))
      return refuse(x, op, region, offset, access->writer, "writes");
    if (!isWrite) {
      noteReader(*access, now, thread, perBlock);
      continue;
    }
    for (const Mark *mark : {&access->reader, &access->other})
      if (meets(*mark))
        return refuse(x, op, region, offset, *mark, "reads");
    access->writer = now;
  }
  return true;
}

} // namespace kgen::ptx
