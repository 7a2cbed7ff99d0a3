// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations of functions. A thread's frames are kept and used again: most launches run one function many times.

#include "MachineImpl.h"
#include <algorithm>
#include <cstring>

namespace kgen::ptx {

static constexpr size_t maxDepth = 4096;
static constexpr uint64_t localGap = 1 << 16;

static uint32_t lanesBelow(uint32_t lane) { return (1u << lane) - 1; }

bool differsInBlock(SpecialRegister which) {
  switch (which) {
  case SpecialRegister::TidX:
  case SpecialRegister::TidY:
  case SpecialRegister::TidZ:
  case SpecialRegister::LaneId:
  case SpecialRegister::WarpId:
  case SpecialRegister::LaneMaskEq:
  case SpecialRegister::LaneMaskLt:
  case SpecialRegister::LaneMaskLe:
  case SpecialRegister::LaneMaskGe:
  case SpecialRegister::LaneMaskGt:
    return true;
  default:
    return false;
  }
}

uint64_t specialValue(const Exec &x, SpecialRegister which) {
  const Extent &tid = x.thread->tid, &ctaid = x.block->ctaid, &block = x.machine->launch.block,
               &grid = x.machine->launch.grid;
  uint32_t lane = x.thread->index % warpSize;
  switch (which) {
  case SpecialRegister::TidX:
    return tid.x;
  case SpecialRegister::TidY:
    return tid.y;
  case SpecialRegister::TidZ:
    return tid.z;
  case SpecialRegister::NtidX:
    return block.x;
  case SpecialRegister::NtidY:
    return block.y;
  case SpecialRegister::NtidZ:
    return block.z;
  case SpecialRegister::CtaidX:
    return ctaid.x;
  case SpecialRegister::CtaidY:
    return ctaid.y;
  case SpecialRegister::CtaidZ:
    return ctaid.z;
  case SpecialRegister::NctaidX:
    return grid.x;
  case SpecialRegister::NctaidY:
    return grid.y;
  case SpecialRegister::NctaidZ:
    return grid.z;
  case SpecialRegister::LaneId:
    return lane;
  case SpecialRegister::WarpId:
    return x.thread->index / warpSize;
  case SpecialRegister::NWarpId:
    return (block.count() + warpSize - 1) / warpSize;
  case SpecialRegister::WarpSize:
    return warpSize;
  case SpecialRegister::LaneMaskEq:
    return 1u << lane;
  case SpecialRegister::LaneMaskLt:
    return lanesBelow(lane);
  case SpecialRegister::LaneMaskLe:
    return lanesBelow(lane) | 1u << lane;
  case SpecialRegister::LaneMaskGe:
    return ~lanesBelow(lane);
  case SpecialRegister::LaneMaskGt:
    return ~lanesBelow(lane) & ~(1u << lane);
  case SpecialRegister::NSmId:
    return 1;
  case SpecialRegister::DynamicSmemSize:
    return x.machine->launch.dynamicShared;
  case SpecialRegister::TotalSmemSize:
    return x.machine->launch.dynamicShared;
  case SpecialRegister::Clock:
  case SpecialRegister::Clock64:
  case SpecialRegister::GlobalTimer:
    return x.machine->steps;
  case SpecialRegister::ClockHi:
  case SpecialRegister::SmId:
  case SpecialRegister::GridId:
    return 0;
  }
  return 0;
}

uint64_t localBase(uint64_t top) { return (top + 2 * localGap - 1) / localGap * localGap; }

static Region makeRegion(std::string name, size_t size) {
  Region region;
  region.name = std::move(name);
  region.size = size;
  region.owned = std::make_unique<std::byte[]>(size + 8); // a value read at once ends inside
  region.data = region.owned.get();
  return region;
}

/// The parts that do not change between activations.
static bool initialize(Exec &x, Frame &frame, const Code &code) {
  MachineImpl &machine = *x.machine;
  size_t bytes = 16 * code.numSlots() + 2 * code.function->parameterBytes;
  for (const Variable *local : code.locals)
    bytes += 2 * local->size;
  uint64_t others = machine.heldBytes - frame.bytes; // the frame of another function is freed
  if (others + bytes > machine.options.maxBytes)
    return false;
  machine.heldBytes = others + bytes;
  frame.bytes = bytes;
  frame.code = &code;
  frame.hasRun = false;
  frame.values.assign(code.numRegisters, 0);
  frame.values.insert(frame.values.end(), code.constants.begin(), code.constants.end());
  frame.poison.assign(code.numSlots(), 0);
  for (const LocalSlot &slot : code.globalSlots)
    frame.values[slot.slot] = machine.addresses[slot.local] + slot.offset;
  frame.parameters = makeRegion("parameters", code.function->parameterBytes);
  frame.parameters.isWritable = !code.function->isEntry;
  frame.parameters.shadow.assign(frame.parameters.size + 8, 0);
  if (code.function->isEntry)
    std::copy(machine.parameters.begin(), machine.parameters.end(), frame.parameters.data);
  frame.locals.clear();
  for (const Variable *local : code.locals) {
    frame.locals.push_back(makeRegion(std::string(local->name), local->size));
    frame.locals.back().shadow.assign(local->size + 8, 0);
  }
  return true;
}

bool enterFrame(Exec &x, const Code &code) {
  ThreadState &thread = *x.thread;
  if (thread.depth >= maxDepth)
    return false;
  if (thread.frames.size() == thread.depth)
    thread.frames.push_back(std::make_unique<Frame>());
  Frame &frame = *thread.frames[thread.depth];
  if (frame.code != &code && !initialize(x, frame, code))
    return false;
  frame.localStart = thread.localTop;
  for (size_t i = 0; i < frame.locals.size(); ++i) {
    Region &local = frame.locals[i];
    local.base = localBase(thread.localTop);
    thread.localTop = local.base + local.size;
    std::memset(local.data, 0, local.size);
  }
  if (!code.isDefinite())
    std::fill_n(frame.values.begin(), code.numRegisters, 0);
  if (x.machine->options.checked) {
    if (!code.isDefinite() || frame.isTracked)
      std::fill_n(frame.poison.begin(), code.numRegisters, code.isDefinite() ? 0 : ~uint64_t(0));
    frame.isTracked = false;
    for (Region &local : frame.locals)
      std::fill(local.shadow.begin(), local.shadow.end(), 0xff);
    size_t given = code.function->isEntry ? x.machine->parameters.size() : 0;
    std::fill(frame.parameters.shadow.begin() + given, frame.parameters.shadow.end(), 0xff);
  }
  ++thread.depth;
  bindFrame(x);
  for (const SpecialSlot &slot : code.specials)
    x.r[slot.slot] = specialValue(x, slot.which);
  for (const LocalSlot &slot : code.localSlots)
    x.r[slot.slot] = frame.locals[slot.local].base + slot.offset;
  return true;
}

void bindFrame(Exec &x) {
  x.frame = x.thread->frames[x.thread->depth - 1].get();
  x.r = x.frame->values.data();
  x.p = x.frame->poison.data();
}

void leaveFrame(Exec &x) {
  x.thread->localTop = x.frame->localStart;
  --x.thread->depth;
  bindFrame(x);
}

} // namespace kgen::ptx
