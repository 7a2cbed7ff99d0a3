// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lanes of a batch: those at the lowest op run, until they meet others or part; calls run all that call to their
// return. Stores are made at once and can be taken back; sums and the like are put off and made in the order of
// threads.

#include "Batch.h"
#include <algorithm>

namespace kgen::ptx {

/// Deeper calls are run thread by thread.
static constexpr size_t maxBatchDepth = 32;
/// Bytes between neighbouring lanes that are taken for an element's.
static constexpr int64_t maxElement = 4096;
/// So much in vain that no further batch is tried; a batch in vain counts so much more than one in order.
static constexpr unsigned maxFailures = 16, failureWeight = 4;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Neighbours in memory are neighbours in the table.
AccessOrder::Entry &AccessOrder::placeOf(uint64_t key) {
  size_t mask = entries.size() - 1, at = (key + (key >> (windowBits - 2)) * 0x9e3779b1) & mask;
  while (entries[at].epoch == epoch && entries[at].key != key)
    at = (at + 1) & mask;
  return entries[at];
}

void AccessOrder::grow() {
  std::vector<Entry> old(4 * entries.size());
  old.swap(entries);
  for (const Entry &entry : old)
    if (entry.epoch == epoch)
      placeOf(entry.key) = entry;
}

AccessOrder::Entry *AccessOrder::find(uint64_t key) {
  Entry *entry = &placeOf(key);
  if (entry->epoch == epoch)
    return entry;
  if (count == entries.size() / 2) {
    if (entries.size() == capacity)
      return nullptr;
    grow();
    entry = &placeOf(key);
  }
  ++count;
  *entry = Entry();
  entry->key = key;
  entry->epoch = epoch;
  return entry;
}

bool AccessOrder::note(uint64_t address, unsigned size, uint32_t lane, Kind kind) {
  int8_t now = static_cast<int8_t>(lane);
  for (uint64_t key = address >> 2; key <= (address + size - 1) >> 2; ++key) {
    Entry *entry = find(key);
    if (!entry || entry->writer > now || (entry->isReduced && kind != Kind::Reduction))
      return false;
    if (kind == Kind::Load) {
      entry->reader = std::max(entry->reader, now);
      continue;
    }
    if (entry->reader > now)
      return false;
    if (kind == Kind::Store)
      entry->writer = now;
    else
      entry->isReduced = true;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

static const MicroOp *refuseOp(Batch &b, const MicroOp *) { return b.abandon(); }

void Batch::initialize(BatchFrame &made, const Code &code) {
  made.code = &code;
  Arranged arranged = arrange(code);
  made.ops = std::move(arranged.ops);
  made.uniform = std::move(arranged.uniform);
  made.again = arranged.again;
  for (std::vector<MicroOp> *ops : {&made.ops, &made.uniform})
    for (MicroOp &op : *ops) {
      for (uint32_t *slot : {&op.d, &op.a, &op.b, &op.c, &op.e, &op.f})
        *slot *= batchSize;
      if (!op.batch)
        op.batch = refuseOp;
    }
  made.findUpdates();
  if (areTurnsTaken)
    made.takeTurns();
  made.rows.assign(code.numSlots() * batchSize, 0);
  auto fill = [&](uint32_t slot, uint64_t value) { std::fill_n(&made.rows[slot * batchSize], batchSize, value); };
  for (size_t i = 0; i < code.constants.size(); ++i)
    fill(code.numRegisters + i, code.constants[i]);
  for (const LocalSlot &slot : code.globalSlots)
    fill(slot.slot, machine.addresses[slot.local] + slot.offset);
  made.parameters.resize(code.function->parameterBytes);
  for (uint32_t lane = 0; lane < batchSize && code.function->isEntry; ++lane)
    std::copy(machine.parameters.begin(), machine.parameters.end(),
              &made.parameters.data[lane * made.parameters.stride]);
  for (const Variable *local : code.locals)
    made.locals.emplace_back().resize(local->size);
}

/// Null if memory does not suffice, or the function has to be run with its registers tracked.
BatchFrame *Batch::frameOf(const Code &code) {
  if (frames.size() == depth)
    frames.emplace_back();
  for (const std::unique_ptr<BatchFrame> &made : frames[depth])
    if (made->code == &code)
      return made.get();
  size_t bytes = batchSize * 8 * code.numSlots() + code.plain.size() * sizeof(MicroOp) +
                 batchSize * 2 * code.function->parameterBytes;
  for (const Variable *local : code.locals)
    bytes += batchSize * 2 * (local->size + 8);
  if (!code.isDefinite() || machine.heldBytes + bytes > machine.options.maxBytes)
    return nullptr;
  machine.heldBytes += bytes;
  frames[depth].push_back(std::make_unique<BatchFrame>());
  initialize(*frames[depth].back(), code);
  return frames[depth].back().get();
}

void Batch::fillSpecials(BatchFrame &at) {
  for (const SpecialSlot &slot : at.code->specials) {
    uint64_t *row = &at.rows[slot.slot * batchSize];
    x.thread = &threads[0];
    std::fill_n(row, batchSize, specialValue(x, slot.which));
    if (slot.which == SpecialRegister::TidX) {
      for (uint32_t lane = 0; lane < batchSize; ++lane)
        row[lane] = threads[lane].tid.x;
      continue;
    }
    for (uint32_t lane = 1; lane < batchSize && differsInBlock(slot.which); ++lane) {
      x.thread = &threads[lane];
      row[lane] = specialValue(x, slot.which);
    }
  }
}

/// Makes a frame the current one, as `enterFrame` does; false if there can be none.
bool Batch::enter(const Code &code) {
  BatchFrame *made = depth < maxBatchDepth ? frameOf(code) : nullptr;
  if (!made)
    return false;
  for (BatchFrame::Lanes &local : made->locals) {
    local.base = localBase(localTop);
    localTop = local.base + local.size;
    std::fill(local.data.begin(), local.data.end(), std::byte(0));
    if (isChecked)
      std::fill(local.shadow.begin(), local.shadow.end(), 0xff);
  }
  BatchFrame::Lanes &parameters = made->parameters;
  size_t given = code.function->isEntry ? machine.parameters.size() : 0;
  for (uint32_t lane = 0; lane < batchSize && isChecked && given < parameters.size; ++lane)
    std::fill_n(&parameters.shadow[lane * parameters.stride + given], parameters.size - given, 0xff);
  for (const LocalSlot &slot : code.localSlots)
    std::fill_n(&made->rows[slot.slot * batchSize], batchSize, made->locals[slot.local].base + slot.offset);
  fillSpecials(*made);
  stack.push_back(made);
  ++depth;
  frame = made;
  r = made->rows.data();
  if (made->uniform.empty())
    return true;
  activate(allLanes);
  for (const MicroOp &op : made->uniform)
    op.batch(*this, &op);
  made->uniform.clear();
  return !isAbandoned;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LaneBytes Batch::placeIn(BatchFrame::Lanes &memory, uint32_t lane, uint64_t offset, unsigned size, bool isWrite) {
  if (memory.size < size || offset > memory.size - size)
    return {};
  size_t at = lane * memory.stride + offset;
  LaneBytes place{&memory.data[at], isChecked ? &memory.shadow[at] : nullptr};
  for (unsigned i = 0; i < size && place.shadow && !isWrite; ++i)
    if (place.shadow[i])
      return {};
  return place;
}

/// Local memory and parameters, and loads of several regions; shared memory is left to threads one after another.
LaneBytes Batch::findApart(uint32_t lane, uint64_t address, unsigned size, AccessOrder::Kind kind, Space space) {
  using Kind = AccessOrder::Kind;
  uint64_t window = address >> windowBits, inWindow = address & windowMask;
  if (kind == Kind::Reduction || (address & (size - 1)))
    return {};
  if (space == Space::Local ? !window : space == Space::Generic && window == LocalWindow) {
    for (size_t at = stack.size(); at-- > 0;)
      for (size_t i = stack[at]->locals.size(); i-- > 0;) {
        BatchFrame::Lanes &local = stack[at]->locals[i];
        if (inWindow >= local.base && inWindow - local.base <= local.size)
          return placeIn(local, lane, inWindow - local.base, size, kind == Kind::Store);
      }
    return {};
  }
  if (kind == Kind::Store)
    return {};
  if (space == Space::Param && !window)
    return placeIn(frame->parameters, lane, inWindow, size, false);
  if (space == Space::Generic && window == ParamWindow)
    return placeIn(stack[0]->parameters, lane, inWindow, size, false);
  uint64_t index = window - FirstGlobal;
  if (index >= touches.size() || touches[index].isNoted || space > Space::Const)
    return {};
  const Region &region = machine.regions[index];
  uint64_t offset = inWindow - windowMiddle;
  if (region.size < size || offset > region.size - size || (space == Space::Const && !region.isConst) ||
      (isChecked && !region.shadow.empty()))
    return {};
  touches[index].readIn = number;
  return {region.data + offset, nullptr};
}

const std::byte *Batch::findGiven(const MicroOp *op, unsigned size) const {
  const uint64_t *addresses = r + op->a, offset = addresses[0] + op->imm;
  bool isOne =
      op->space == Space::Param && active == allLanes && frame->code->function->isEntry && !(offset & (size - 1));
  if (!isOne || machine.parameters.size() < size || offset > machine.parameters.size() - size)
    return nullptr;
  uint64_t differences = 0;
  for (uint32_t lane = 1; lane < batchSize; ++lane)
    differences |= addresses[lane] ^ addresses[0];
  return differences ? nullptr : &machine.parameters[offset];
}

namespace {
/// Not zero if a lane is outside of its own element.
struct FindStrays {
  [[gnu::always_inline]] static inline uint64_t of(const uint64_t *offsets, const uint64_t *masks, uint64_t start,
                                                   uint64_t stride, uint64_t room) {
    uint64_t wrong = 0;
    KGEN_PTX_VECTOR
    for (uint64_t i = 0; i < batchSize; ++i)
      wrong |= (offsets[i] - start - stride * i > room ? ~uint64_t(0) : 0) & masks[i];
    return wrong;
  }
};
} // namespace

/// Whether each lane stays in its own element.
bool Batch::isIndividual(const Touch &touch, const BytesRow &row, unsigned size) const {
  uint64_t element = static_cast<uint64_t>(std::abs(touch.stride));
  return element >= size &&
         !OnVectors<FindStrays, uint64_t, const uint64_t *, const uint64_t *, uint64_t, uint64_t, uint64_t>::call(
             row.offsets, masks, touch.start, static_cast<uint64_t>(touch.stride), element - size);
}

/// Takes the distance between two lanes for the size of elements.
void Batch::own(Touch &touch, const BytesRow &row, unsigned size) const {
  touch.state = Touch::Mixed;
  uint32_t one = std::countr_zero(active), rest = active & (active - 1);
  if (!rest)
    return;
  uint32_t other = std::countr_zero(rest);
  int64_t distance = static_cast<int64_t>(row.offsets[other] - row.offsets[one]);
  if (distance % int64_t(other - one) || std::abs(distance) > maxElement)
    return;
  touch.stride = distance / int64_t(other - one);
  if (std::abs(touch.stride) < size)
    return;
  touch.start =
      row.offsets[one] - row.offsets[one] % std::abs(touch.stride) - static_cast<uint64_t>(touch.stride * one);
  if (isIndividual(touch, row, size))
    touch.state = Touch::Owned;
}

/// Records whole elements as touched by their lanes.
bool Batch::mix(Touch &touch, uint64_t base) {
  touch.state = Touch::Mixed;
  for (uint32_t lane = 0; lane < batchSize; ++lane) {
    uint64_t element = base + touch.start + static_cast<uint64_t>(touch.stride * lane), size = std::abs(touch.stride);
    if ((touch.readers >> lane & 1) && !order.note(element, size, lane, AccessOrder::Kind::Load))
      return false;
    if ((touch.writers >> lane & 1) && !order.note(element, size, lane, AccessOrder::Kind::Store))
      return false;
  }
  return true;
}

bool Batch::noteMixed(uint64_t base, unsigned size, AccessOrder::Kind kind, const BytesRow &row) {
  uint32_t lowest = std::countr_zero(active), highest = batchSize - 1 - std::countl_zero(active);
  bool isOne = kind != AccessOrder::Kind::Store;
  for (uint32_t left = active; left && isOne; left &= left - 1)
    isOne = row.offsets[std::countr_zero(left)] == row.offsets[lowest];
  if (isOne) // of one place the first and the last say it all
    return order.note(base + row.offsets[lowest], size, lowest, kind) &&
           order.note(base + row.offsets[lowest], size, highest, kind);
  for (uint32_t left = active; left; left &= left - 1) {
    uint32_t lane = std::countr_zero(left);
    if (!order.note(base + row.offsets[lane], size, lane, kind))
      return false;
  }
  return true;
}

/// Records the accesses of the lanes to a region; false if they are not known to be in order.
bool Batch::note(Touch &touch, uint64_t base, unsigned size, AccessOrder::Kind kind, BytesRow &row) {
  bool isWrite = kind != AccessOrder::Kind::Load;
  if (!touch.isNoted) {
    if (!isWrite) {
      touch.readIn = number;
      return true;
    }
    touch.isNoted = true;
    isWorthAgain = touch.readIn == number;
    if (isWorthAgain)
      return false;
  }
  if (touch.batch != number) {
    touch.batch = number;
    touch.state = Touch::Fresh;
    touch.readers = touch.writers = 0;
  }
  if (touch.state == Touch::Fresh)
    own(touch, row, size);
  else if (touch.state == Touch::Owned && !isIndividual(touch, row, size) && !mix(touch, base))
    return false;
  if (touch.state == Touch::Mixed)
    return noteMixed(base, size, kind, row);
  (isWrite ? touch.writers : touch.readers) |= active;
  row.isOwned = true;
  return true;
}

namespace {
struct Addresses {
  const uint64_t *addresses, *masks;
  uint64_t shift, room, unaligned;
};

/// Offsets in a region; not zero if an access of a lane is not in it, or not aligned.
struct FindOffsets {
  [[gnu::always_inline]] static inline uint64_t of(const Addresses &all, uint64_t *offsets) {
    const auto [addresses, masks, shift, room, unaligned] = all;
    uint64_t wrong = 0;
    KGEN_PTX_VECTOR
    for (uint32_t i = 0; i < batchSize; ++i) {
      uint64_t offset = addresses[i] + shift;
      offsets[i] = offset;
      wrong |= ((offset > room ? ~uint64_t(0) : 0) | (offset & unaligned)) & masks[i];
    }
    return wrong;
  }
};
} // namespace

Batch::Where Batch::find(const MicroOp *op, unsigned size, AccessOrder::Kind kind, BytesRow &row) {
  const uint64_t *addresses = r + op->a;
  uint64_t index = ((addresses[std::countr_zero(active)] + op->imm) >> windowBits) - FirstGlobal;
  if (index >= touches.size() || op->space > Space::Const)
    return Where::Apart;
  Region &region = machine.regions[index];
  uint64_t base = windowStart(index + FirstGlobal) + windowMiddle;
  if (region.size < size || (kind != AccessOrder::Kind::Load && !region.isWritable) ||
      (op->space == Space::Const && !region.isConst))
    return Where::Nowhere;
  uint64_t room = region.size - size, shift = static_cast<uint64_t>(op->imm) - base;
  if (OnVectors<FindOffsets, uint64_t, const Addresses &, uint64_t *>::call({addresses, masks, shift, room, size - 1},
                                                                            row.offsets))
    return Where::Apart;
  row.data = region.data;
  if (isChecked && !region.shadow.empty()) {
    row.shadow = region.shadow.data();
    uint8_t poison = 0;
    eachLane([&](uint32_t lane) {
      for (unsigned i = 0; i < size && kind != AccessOrder::Kind::Store; ++i)
        poison |= row.shadow[row.offsets[lane] + i];
    });
    if (poison)
      return Where::Nowhere;
  }
  return note(touches[index], base, size, kind, row) ? Where::Row : Where::Nowhere;
}

//===----------------------------------------------------------------------===//
// Changes that can be taken back, and updates that are put off
//===----------------------------------------------------------------------===//

bool Batch::keep(const BytesRow &row, unsigned shift, unsigned size) {
  Kept &kept = undo.emplace_back();
  kept.data = row.data;
  kept.shadow = row.shadow;
  kept.size = size;
  kept.lanes = active;
  eachLane([&](uint32_t lane) {
    uint64_t at = kept.offsets[lane] = row.offsets[lane] + shift;
    std::memcpy(&kept.bytes[lane], row.data + at, size);
    if (row.shadow)
      std::memcpy(&kept.poison[lane], row.shadow + at, size);
  });
  return undo.size() < maxRows;
}

bool Batch::putOff(Reduce reduce, const MicroOp *op, const BytesRow &row) {
  PutOff &put = reductions.emplace_back();
  put.reduce = reduce;
  put.op = op;
  put.lanes = active;
  put.data = row.data;
  std::copy_n(row.offsets, batchSize, put.offsets);
  std::copy_n(r + op->a, batchSize, put.addresses);
  std::copy_n(r + op->b, batchSize, put.b);
  std::copy_n(r + op->c, batchSize, put.c);
  return reductions.size() < maxRows;
}

void Batch::commit() {
  for (uint32_t lane = 0; lane < batchSize; ++lane)
    for (const PutOff &put : reductions)
      if (put.lanes >> lane & 1)
        put.reduce(put.op, put.addresses[lane] + put.op->imm, put.data + put.offsets[lane], put.b[lane], put.c[lane]);
  reductions.clear();
  undo.clear();
}

void Batch::takeBack() {
  for (auto kept = undo.rbegin(); kept != undo.rend(); ++kept)
    for (uint32_t left = kept->lanes; left; left &= left - 1) {
      uint32_t lane = std::countr_zero(left);
      std::memcpy(kept->data + kept->offsets[lane], &kept->bytes[lane], kept->size);
      if (kept->shadow)
        std::memcpy(kept->shadow + kept->offsets[lane], &kept->poison[lane], kept->size);
    }
  undo.clear();
  reductions.clear();
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

namespace {
struct BitsOfRow {
  [[gnu::always_inline]] static inline uint32_t of(const uint64_t *row) {
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < batchSize; ++i)
      lanes |= (row[i] & 1) << i;
    return static_cast<uint32_t>(lanes);
  }
};

struct MasksOf {
  [[gnu::always_inline]] static inline void of(uint64_t lanes, uint64_t *masks) {
    for (uint64_t i = 0; i < batchSize; ++i)
      masks[i] = 0 - (lanes >> i & 1);
  }
};
} // namespace

uint32_t Batch::lanesThatHold(const MicroOp *op) const {
  uint32_t lanes = OnVectors<BitsOfRow, uint32_t, const uint64_t *>::call(r + op->a);
  return (op->negated ? ~lanes : lanes) & active;
}

const MicroOp *Batch::part(uint32_t lanes, const MicroOp *theirs, const MicroOp *others) {
  if (lanes == active)
    return theirs;
  if (!lanes)
    return others;
  there = theirs;
  elsewhere = others;
  lanesThere = lanes;
  return nullptr;
}

void Batch::Groups::add(const MicroOp *op, uint32_t those) {
  size_t at = count;
  while (at && ops[at - 1] < op)
    --at;
  if (at && ops[at - 1] == op) {
    lanes[at - 1] |= those;
    return;
  }
  for (size_t i = count++; i > at; --i) {
    ops[i] = ops[i - 1];
    lanes[i] = lanes[i - 1];
  }
  ops[at] = op;
  lanes[at] = those;
}

void Batch::copyLanes(const BatchFrame &from, const Variable &source, BatchFrame &to, const Variable &target,
                      uint64_t size) {
  const BatchFrame::Lanes &given = from.parameters;
  BatchFrame::Lanes &taken = to.parameters;
  eachLane([&](uint32_t lane) {
    size_t at = lane * given.stride + source.offset, into = lane * taken.stride + target.offset;
    std::memcpy(&taken.data[into], &given.data[at], size);
    std::memcpy(&taken.shadow[into], &given.shadow[at], size);
  });
}

void Batch::copyArguments(const BatchFrame &caller, const CallSite &site) {
  const Function &from = *caller.code->function, &to = *frame->code->function;
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    const Variable &given = from.variables[site.arguments[i]], &parameter = to.variables[i];
    copyLanes(caller, given, *frame, parameter, parameter.size);
  }
}

void Batch::copyResults(BatchFrame &caller, const BatchFrame &callee, const CallSite &site) {
  const Function &from = *callee.code->function, &to = *caller.code->function;
  for (size_t i = 0; i < site.results.size(); ++i) {
    const Variable &result = from.variables[from.numParameters + i], &taken = to.variables[site.results[i]];
    copyLanes(callee, result, caller, taken, result.size);
  }
}

const MicroOp *Batch::call(const MicroOp *op) {
  BatchFrame &caller = *frame;
  const CallSite &site = caller.code->calls[op->imm];
  const std::vector<Variable> &variables = site.callee->function->variables;
  auto isRegister = [](const Variable &variable) { return variable.reg >= 0; };
  uint64_t top = localTop;
  if (std::any_of(variables.begin(), variables.begin() + site.arguments.size() + site.results.size(), isRegister) ||
      !enter(*site.callee))
    return abandon();
  copyArguments(caller, site);
  uint32_t lanes = active;
  BatchFrame &callee = *frame;
  bool isWell = runFrame(lanes, callee.ops.data());
  stack.pop_back();
  --depth;
  localTop = top;
  frame = &caller;
  r = caller.rows.data();
  activate(lanes);
  if (!isWell)
    return abandon();
  copyResults(caller, callee, site);
  return op + 1;
}

void Batch::activate(uint32_t lanes) {
  if (lanes == active)
    return;
  active = lanes;
  OnVectors<MasksOf, void, uint64_t, uint64_t *>::call(lanes, masks);
}

/// Runs lanes until all have left the frame at hand. Those at the lowest op go first, so that loops and arms come
/// together.
bool Batch::runFrame(uint32_t lanes, const MicroOp *start) {
  Groups groups;
  groups.add(start, lanes);
  while (groups.count) {
    const MicroOp *op = groups.ops[--groups.count], *end = frame->ops.data() + frame->ops.size();
    const MicroOp *stop = groups.count ? groups.ops[groups.count - 1] : end;
    uint32_t together = groups.lanes[groups.count];
    activate(together);
    uint64_t width = std::popcount(together);
    while (op && op < stop && steps < limit) {
      steps += width * op->weight;
      op = op->batch(*this, op);
    }
    if (isAbandoned || steps >= limit)
      return false;
    if (op) {
      groups.add(op, together);
    } else if (lanesThere) {
      groups.add(there, lanesThere);
      groups.add(elsewhere, together & ~lanesThere);
      lanesThere = 0;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

Batch::Batch(MachineImpl &machine, BlockState &block) : machine(machine), touches(machine.regions.size()) {
  x.machine = &machine;
  x.block = &block;
  x.regions = machine.regions;
  isChecked = machine.options.checked;
}

bool Batch::isFor(const MachineImpl &machine) {
  const MachineOptions &options = machine.options;
  auto readsClock = [](const SpecialSlot &slot) {
    return slot.which == SpecialRegister::Clock || slot.which == SpecialRegister::Clock64 ||
           slot.which == SpecialRegister::GlobalTimer;
  };
  if (!options.batchFrom)
    return false;
  for (const std::unique_ptr<Code> &code : machine.module.codes)
    if (code && std::any_of(code->specials.begin(), code->specials.end(), readsClock))
      return false;
  return !machine.module.hasWaits && !machine.launch.schedule && !options.profile && !options.trace && !options.watch &&
         !(options.checked && options.globalRaces) && machine.entry->isDefinite() &&
         machine.launch.block.count() >= options.batchFrom;
}

bool Batch::attempt(uint32_t turn, uint32_t count) {
  if (++number == ~uint32_t(0))
    return false;
  depth = 0;
  stack.clear();
  localTop = 0;
  steps = 0;
  limit = machine.lastStep - machine.steps;
  isAbandoned = isWorthAgain = false;
  lanesThere = 0;
  order.forget();
  uint32_t first = machine.threadAt(turn);
  for (uint32_t lane = 0; lane < batchSize; ++lane) {
    uint32_t further = std::min(lane, count - 1);
    machine.placeThread(threads[lane], machine.launch.descending ? first - further : first + further);
  }
  if (!enter(*machine.entry))
    return false;
  uint32_t lanes = count == batchSize ? allLanes : (1u << count) - 1;
  if (!runFrame(lanes, frame->ops.data() + frame->again))
    return false;
  return true;
}

/// Lanes make updates one after another from here on; false if they already did.
bool Batch::beginTurns() {
  bool hasUpdates = false;
  for (const auto &made : frames)
    for (const std::unique_ptr<BatchFrame> &each : made) {
      hasUpdates |= !each->updates.empty();
      if (!areTurnsTaken)
        each->takeTurns();
    }
  bool isNew = hasUpdates && !areTurnsTaken;
  areTurnsTaken = true;
  return isNew;
}

bool Batch::run(uint32_t turn, uint32_t count) {
  if (failures >= maxFailures)
    return false;
  while (!attempt(turn, count)) {
    takeBack();
    if (isWorthAgain || beginTurns()) // a region that is read and written is noted from now on
      continue;
    failures += failureWeight;
    return false;
  }
  commit();
  machine.steps += steps;
  machine.batchedThreads += count;
  failures -= failures > 0;
  return true;
}

} // namespace kgen::ptx
