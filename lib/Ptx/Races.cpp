// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races in shared memory: two threads touch a byte, one of them writes, and nothing orders the two.

#include "MachineImpl.h"

namespace kgen::ptx {

namespace {
/// The thread that accesses now.
struct Now {
  uint32_t thread, block, warp;
  /// Whether an earlier access of another thread is not ordered with this one.
  bool meets(uint32_t other, uint32_t otherBlock, uint32_t otherWarp) const {
    bool isSameWarp = (other - 1) / warpSize == (thread - 1) / warpSize;
    return other && other != thread && otherBlock == block && (!isSameWarp || otherWarp == warp);
  }
};
} // namespace

static std::string describe(const Region &region, uint64_t offset, uint32_t other, const char *how) {
  return "a race at '" + region.name + "' + " + std::to_string(offset) + ": thread " + std::to_string(other - 1) +
         " of the block " + how + " it with no barrier between";
}

static std::string noteByte(const Now &now, Region &region, uint64_t offset, bool isWrite, bool isAtomic) {
  Access &last = region.accesses[offset];
  if (now.meets(last.writer, last.writeBlockEpoch, last.writeWarpEpoch) && !(isAtomic && last.isWriteAtomic))
    return describe(region, offset, last.writer, "writes");
  if (isWrite) {
    bool meetsReader = now.meets(last.reader, last.readBlockEpoch, last.readWarpEpoch) ||
                       (last.readBlockEpoch == now.block && last.reader && last.hasManyWarps);
    if (meetsReader && !(isAtomic && last.isReadAtomic))
      return describe(region, offset, last.reader, "reads");
    last.writer = now.thread;
    last.writeBlockEpoch = now.block;
    last.writeWarpEpoch = now.warp;
    last.isWriteAtomic = isAtomic;
    return "";
  }
  bool isSameTime = last.reader && last.readBlockEpoch == now.block;
  bool isOtherWarp = isSameTime && (last.reader - 1) / warpSize != (now.thread - 1) / warpSize;
  last.hasManyWarps = isSameTime && (last.hasManyWarps || isOtherWarp);
  last.isReadAtomic = isAtomic && (!isSameTime || last.isReadAtomic);
  // Of several readers the first stays, unless a sync of its warp came between: a writer that is one of them meets the other.
  if (isSameTime && last.readWarpEpoch == now.warp && last.reader != now.thread && !isOtherWarp && last.hasManyReaders)
    return "";
  last.hasManyReaders = isSameTime && last.reader != now.thread;
  last.reader = now.thread;
  last.readBlockEpoch = now.block;
  last.readWarpEpoch = now.warp;
  return "";
}

std::string noteAccess(Exec &x, Region &region, uint64_t offset, unsigned size, bool isWrite, bool isAtomic) {
  Now now{x.thread->index + 1, x.thread->blockEpoch, x.thread->warpEpoch};
  for (unsigned i = 0; i < size; ++i)
    if (std::string race = noteByte(now, region, offset + i, isWrite, isAtomic); !race.empty())
      return race;
  return "";
}

} // namespace kgen::ptx
