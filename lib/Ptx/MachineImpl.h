// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine behind its public interface: the services that handlers need besides registers.

#ifndef KGEN_LIB_PTX_MACHINEIMPL_H
#define KGEN_LIB_PTX_MACHINEIMPL_H

#include "Exec.h"
#include "Profile.h"
#include "kgen/Ptx/Ptx.h"
#include <cstring>
#include <random>
#include <unordered_map>

namespace kgen::ptx {

struct ModuleImpl {
  Syntax syntax;
  std::vector<std::unique_ptr<Code>> codes; // one for each function that has a body; else null
  /// The places of the module's variables, by index in `syntax.globals`: shared ones from the start of their window,
  /// others as an index among the machine's allocations.
  std::vector<uint64_t> sharedOffsets;
  /// The beginning of dynamic shared memory.
  uint64_t dynamicOffset = 0;
  /// Whether threads ever wait for others.
  bool hasWaits = false;

  const Code *find(std::string_view name) const;
};

/// Decodes all functions; false, and `diagnostic` set, if one cannot be decoded.
bool decodeModule(ModuleImpl &module, Diagnostic &diagnostic);

/// Beyond so many turns of threads no race is looked for.
inline constexpr uint32_t maxTime = ~uint32_t(0);

struct MachineImpl {
  MachineImpl(const ModuleImpl &module, MemoryImpl &memory, MachineOptions options)
      : module(module), regions(memory.regions), options(std::move(options)) {}

  const ModuleImpl &module;
  std::vector<Region> &regions;
  MachineOptions options;
  /// Addresses of the module's variables of global memory, by index.
  std::vector<uint64_t> addresses;
  uint64_t steps = 0, heldBytes = 0, batchedThreads = 0;
  /// Set if options ask for it.
  std::optional<Profile> profile;

  // The launch at hand.
  Launch launch;
  const Code *entry = nullptr;
  std::vector<std::byte> parameters;
  std::optional<Finding> finding;
  std::mt19937_64 random;
  uint64_t lastStep = 0;
  bool isTraced = false;
  /// Turns of threads and ends of waits so far, from 1 on.
  uint32_t time = 0;

  void run();
  /// Makes the thread the one of that number in its block.
  void placeThread(ThreadState &thread, uint32_t index) const {
    const Extent &block = launch.block;
    thread.index = index;
    thread.tid = {index, 0, 0};
    if (block.x != block.count())
      thread.tid = {index % block.x, index / block.x % block.y, index / block.x / block.y};
    thread.carry = false;
  }
  void startThread(Exec &x, uint32_t index);
  void runThread(Exec &x);
  /// In which order threads of a block take turns.
  uint32_t threadAt(uint32_t turn) const { return launch.descending ? launch.block.count() - 1 - turn : turn; }
  void report(const Exec &x);

private:
  using Threads = std::vector<std::unique_ptr<ThreadState>>;
  void makeShared(BlockState &block);
  void resetShared(BlockState &block);
  void runBlock(BlockState &block, Threads &threads, Batch *batch);
  void runApart(BlockState &block, Threads &threads, Batch *batch);
  void runTogether(BlockState &block, Threads &threads);
  bool release(BlockState &block, Threads &threads);
  bool releaseWarp(BlockState &block, Threads &threads, uint32_t first);
  bool releaseBarrier(BlockState &block, Threads &threads, uint32_t number);
  bool checkConvergence(BlockState &block, Threads &threads, uint32_t index);
  void refuseWait(BlockState &block, ThreadState &thread, std::string message);
  Exec makeExec(BlockState &block, ThreadState &thread);
  const Place *placeOf(const Code &code, size_t index) const;
  const Place *placeOf(uint32_t line) const;
  void advance() { time += time < maxTime; }
  const MicroOp *watch(Exec &x, const MicroOp *op);
  void tellChanges(const Exec &x, const MicroOp *op, const std::vector<uint64_t> &before);
  const MicroOp *step(Exec &x, const MicroOp *op, uint64_t &budget);
};

/// The value of a special register for the thread of `x`; whether it may differ between lanes of a block.
uint64_t specialValue(const Exec &x, SpecialRegister which);
bool differsInBlock(SpecialRegister which);
/// The beginning of a local variable after those that end at `top`.
uint64_t localBase(uint64_t top);
/// Makes a frame ready for an activation of a function, at the depth of the thread; false if memory does not suffice.
bool enterFrame(Exec &x, const Code &code);
/// Leaves it for its caller's.
void leaveFrame(Exec &x);
/// Makes `x` see the thread's last frame.
void bindFrame(Exec &x);

/// The place of an access; `data` is null if the access is wrong, and has been reported.
struct Touched {
  std::byte *data = nullptr;
  Region *region = nullptr;
  uint64_t offset = 0;
};
enum class AccessKind : uint8_t { Load, Store, Atomic };

/// Records an access for races; false if it races with another's, which has been reported.
bool noteAccess(Exec &x, const MicroOp *op, const Touched &at, unsigned size, bool isWrite, bool isAtomic);

/// The region of an address and the offset in it, or null.
Region *findRegion(Exec &x, uint64_t address, Space space, uint64_t &offset);
Touched refuse(Exec &x, const MicroOp *op, uint64_t address, unsigned size, AccessKind kind, Space space);

/// Finds the bytes of an access and checks it. A store records itself for races, once its changes are known.
template <bool Checked>
inline Touched access(Exec &x, const MicroOp *op, uint32_t slot, int64_t addend, unsigned size, AccessKind kind,
                      Space space) {
  uint64_t address = x.r[slot] + addend;
  if constexpr (Checked)
    if (x.p[slot]) {
      x.fail(op, "the address depends on a value that was never written");
      return {};
    }
  uint64_t index = (address >> windowBits) - FirstGlobal, offset = (address & windowMask) - windowMiddle;
  Region *region = nullptr;
  if (index < x.regions.size() && space <= Space::Const) {
    region = &x.regions[index];
    if (space == Space::Const && !region->isConst)
      return refuse(x, op, address, size, kind, space);
  } else {
    region = findRegion(x, address, space, offset);
  }
  if (!region || region->size < size || offset > region->size - size ||
      (kind != AccessKind::Load && !region->isWritable) || (Checked && (address & (size - 1)))) [[unlikely]]
    return refuse(x, op, address, size, kind, space);
  Touched at{region->data + offset, region, offset};
  if constexpr (Checked)
    if (region->isWatched && kind != AccessKind::Store)
      if (!noteAccess(x, op, at, size, kind == AccessKind::Atomic, kind == AccessKind::Atomic || op->whole))
        return {};
  return at;
}

/// Reads bytes of a place, and which of their bits were never written.
template <bool Checked>
inline uint64_t readBytes(const Touched &from, unsigned offset, unsigned bytes, uint64_t &poison) {
  uint64_t value = 0;
  std::memcpy(&value, from.data + offset, bytes);
  poison = 0;
  if (Checked && !from.region->shadow.empty())
    std::memcpy(&poison, &from.region->shadow[from.offset + offset], bytes);
  return value;
}

/// Writes bytes; false if none of them was ever written and the memory is global: padding may be unwritten.
template <bool Checked>
inline bool writeBytes(Exec &x, const MicroOp *op, const Touched &to, unsigned offset, unsigned bytes, uint64_t value,
                       uint64_t poison) {
  std::memcpy(to.data + offset, &value, bytes);
  if constexpr (Checked) {
    const uint64_t mask = maskOfBits(8 * bytes);
    std::vector<uint8_t> &shadow = to.region->shadow;
    poison &= mask;
    if (!poison && shadow.empty())
      return true;
    if (poison == mask && to.region->base == windowMiddle) {
      x.fail(op, "a value that was never written is stored to '" + to.region->name + "'");
      return false;
    }
    if (shadow.empty())
      shadow.resize(to.region->size);
    std::memcpy(&shadow[to.offset + offset], &poison, bytes);
  }
  return true;
}

/// Whether the lane moves a row of an instruction on matrices.
bool givesRow(const Exec &x, const MicroOp *op);

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_MACHINEIMPL_H
