// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores, and instructions that only state something about memory.

#include "Handlers.h"
#include "MachineImpl.h"
#include <algorithm>
#include <cstring>

namespace kgen::ptx {

namespace {

template <unsigned Bytes> uint64_t readBytes(const void *from) {
  uint64_t value = 0;
  std::memcpy(&value, from, Bytes);
  return value;
}

template <unsigned Bytes, unsigned Count> struct Load {
  static constexpr OpKind kind = Count == 1 ? OpKind::Load : OpKind::Other;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    Touched at = access<Checked>(x, op, op->a, op->imm, Bytes * Count, AccessKind::Load, op->space);
    if (!at.data) [[unlikely]]
      return nullptr;
    uint64_t poison = 0;
    for (unsigned i = 0; i < Count; ++i) {
      x.r[slots[i]] = readBytes<Bytes>(at.data + i * Bytes);
      if constexpr (Checked)
        poison |= x.p[slots[i]] =
            at.region->shadow.empty() ? 0 : readBytes<Bytes>(&at.region->shadow[at.offset + i * Bytes]);
    }
    return poison ? x.frame->track(op + 1) : op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    BytesRow row;
    Batch::Where where = b.find(op, Bytes * Count, AccessOrder::Kind::Load, row);
    if (where == Batch::Where::Nowhere)
      return b.abandon();
    if (where == Batch::Where::Row && b.active == allLanes) {
      for (unsigned i = 0; i < Count; ++i)
        for (uint32_t lane = 0; lane < batchSize; ++lane)
          b.r[slots[i] + lane] = readBytes<Bytes>(row.data + row.offsets[lane] + i * Bytes);
      return op + 1;
    }
    if (const std::byte *given = where == Batch::Where::Apart ? b.findGiven(op, Bytes * Count) : nullptr) {
      for (unsigned i = 0; i < Count; ++i)
        std::fill_n(b.r + slots[i], batchSize, readBytes<Bytes>(given + i * Bytes));
      return op + 1;
    }
    for (uint32_t left = b.active; left; left &= left - 1) {
      uint32_t lane = std::countr_zero(left);
      const std::byte *from =
          where == Batch::Where::Row
              ? row.data + row.offsets[lane]
              : b.findApart(lane, b.r[op->a + lane] + op->imm, Bytes * Count, AccessOrder::Kind::Load, op->space).data;
      if (!from) [[unlikely]]
        return b.abandon();
      for (unsigned i = 0; i < Count; ++i)
        b.r[slots[i] + lane] = readBytes<Bytes>(from + i * Bytes);
    }
    return op + 1;
  }
};

/// Whether a store to global memory leaves it as it is: many threads may set a flag so, and it is no race.
template <unsigned Bytes, unsigned Count> bool isSilent(const Exec &x, const Touched &at, const uint32_t *slots) {
  if (at.region->base != windowMiddle)
    return false;
  for (unsigned i = 0; i < Count; ++i)
    if (std::memcmp(at.data + i * Bytes, &x.r[slots[i]], Bytes) ||
        (!at.region->shadow.empty() && readBytes<Bytes>(&at.region->shadow[at.offset + i * Bytes])))
      return false;
  return true;
}

/// A value that is stored to global memory has been written, at least in part: padding may be unwritten.
template <unsigned Bytes, unsigned Count> struct Store {
  static constexpr OpKind kind = Count == 1 ? OpKind::Store : OpKind::Other;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    Touched at = access<Checked>(x, op, op->a, op->imm, Bytes * Count, AccessKind::Store, op->space);
    if (!at.data) [[unlikely]]
      return nullptr;
    if constexpr (Checked)
      if (at.region->isWatched && !isSilent<Bytes, Count>(x, at, slots) &&
          !noteAccess(x, op, at, Bytes * Count, true, op->whole))
        return nullptr;
    for (unsigned i = 0; i < Count; ++i)
      if (!writeBytes<Checked>(x, op, at, i * Bytes, Bytes, x.r[slots[i]], Checked ? x.p[slots[i]] : 0))
        return nullptr;
    return op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    const uint32_t slots[] = {op->d, op->b, op->c, op->e};
    BytesRow row;
    Batch::Where where = b.find(op, Bytes * Count, AccessOrder::Kind::Store, row);
    bool isWell = where != Batch::Where::Nowhere;
    for (unsigned i = 0; i < Count && where == Batch::Where::Row; ++i)
      isWell &= b.keep(row, i * Bytes, Bytes);
    for (uint32_t left = b.active; left && isWell; left &= left - 1) {
      uint32_t lane = std::countr_zero(left);
      LaneBytes at;
      if (where == Batch::Where::Row)
        at = {row.data + row.offsets[lane], row.shadow ? row.shadow + row.offsets[lane] : nullptr};
      else
        at = b.findApart(lane, b.r[op->a + lane] + op->imm, Bytes * Count, AccessOrder::Kind::Store, op->space);
      if (!(isWell = at.data != nullptr))
        break;
      for (unsigned i = 0; i < Count; ++i)
        std::memcpy(at.data + i * Bytes, &b.r[slots[i] + lane], Bytes);
      if (at.shadow)
        std::memset(at.shadow, 0, Bytes * Count);
    }
    return isWell ? op + 1 : b.abandon();
  }
};

/// One element of a parameter, at a fixed place of the frame.
template <unsigned Bytes, bool IsStore> struct ParameterCopy {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    std::byte *at = x.frame->parameters.data + op->imm;
    uint8_t *shadow = x.frame->parameters.shadow.data() + op->imm;
    if constexpr (IsStore) {
      std::memcpy(at, &x.r[op->d], Bytes);
      if constexpr (Checked)
        std::memcpy(shadow, &x.p[op->d], Bytes);
    } else {
      x.r[op->d] = readBytes<Bytes>(at);
      if constexpr (Checked)
        if ((x.p[op->d] = readBytes<Bytes>(shadow)))
          return x.frame->track(op + 1);
    }
    return op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    BatchFrame::Lanes &memory = b.frame->parameters;
    if (!IsStore && b.isGiven(op->imm) && b.active == allLanes) {
      std::fill_n(b.r + op->d, batchSize, readBytes<Bytes>(&memory.data[op->imm]));
      return op + 1;
    }
    for (uint32_t left = b.active; left; left &= left - 1) {
      uint32_t lane = std::countr_zero(left);
      size_t at = lane * memory.stride + op->imm;
      if constexpr (IsStore) {
        std::memcpy(&memory.data[at], &b.r[op->d + lane], Bytes);
        std::memset(&memory.shadow[at], 0, Bytes);
        continue;
      }
      if (b.isChecked && readBytes<Bytes>(&memory.shadow[at])) [[unlikely]]
        return b.abandon();
      b.r[op->d + lane] = readBytes<Bytes>(&memory.data[at]);
    }
    return op + 1;
  }
};

template <template <unsigned, unsigned> class A, unsigned Bytes> Handlers byCount(std::string_view count) {
  if (count == "v4") {
    if constexpr (Bytes <= 8)
      return both<A<Bytes, 4>>();
  }
  return count == "v2" ? both<A<Bytes, 2>>() : both<A<Bytes, 1>>();
}
template <template <unsigned, unsigned> class A> Handlers select(const Match &m) {
  switch (bitsOf(m.type())) {
  case 8:
    return byCount<A, 1>(m["vec"]);
  case 16:
    return byCount<A, 2>(m["vec"]);
  case 32:
    return byCount<A, 4>(m["vec"]);
  default:
    return byCount<A, 8>(m["vec"]);
  }
}

struct Fence {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.thread->fence(x.machine->time);
    return op + 1;
  }
  static const MicroOp *batch(Batch &, const MicroOp *op) { return op + 1; } // no race is looked for
};
Handlers selectFence(const Match &) { return both<Fence>(); }

/// `imm` is the address's offset; b an address, of which e bytes are copied, those from c on as zeros.
struct CopyAsync {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    Touched to = access<Checked>(x, op, op->a, op->imm, op->e, AccessKind::Store, Space::Shared);
    if (!to.data || (Checked && to.region->isWatched && !noteAccess(x, op, to, op->e, true, false)))
      return nullptr;
    uint64_t bytes = std::min<uint64_t>(op->bits ? x.r[op->c] : op->e, op->e);
    std::memset(to.data, 0, op->e);
    if (Checked && !to.region->shadow.empty())
      std::memset(&to.region->shadow[to.offset], 0, op->e);
    for (uint64_t i = 0; i < bytes; i += 4) {
      Touched from = access<Checked>(x, op, op->b, i, 4, AccessKind::Load, Space::Global);
      if (!from.data)
        return nullptr;
      std::memcpy(to.data + i, from.data, 4);
    }
    return op + 1;
  }
};

#define SPACE "space=global|shared|shared::cta|shared::cluster|local|const|param|param::entry|param::func?"
#define CACHE                                                                                                          \
  " nc? cache=ca|cg|cs|lu|cv|wb|wt? "                                                                                  \
  "priority=L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate? "                     \
  "level=L2::evict_normal|L2::evict_first|L2::evict_last? prefetch=L2::64B|L2::128B|L2::256B? "
#define TYPES "type=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"
#define SCOPE "scope=cta|cluster|gpu|sys"

const Record memoryTable[] = {
    {"ld", "weak? " SPACE CACHE "vec=v2|v4? " TYPES, "d*:type+ [a]", 10, 0, select<Load>, "loads"},
    {"ld", "strong=volatile " SPACE " vec=v2|v4? " TYPES, "d*:type+ [a]", 10, 0, select<Load>, "loads"},
    {"ld", "strong=relaxed|acquire " SCOPE " " SPACE CACHE "vec=v2|v4? " TYPES, "d*:type+ [a]", 60, 70, select<Load>,
     "loads"},
    {"ldu", "space=global? vec=v2|v4? " TYPES, "d*:type+ [a]", 20, 20, select<Load>,
     "loads what is the same for all threads"},
    {"st", "weak? " SPACE CACHE "vec=v2|v4? " TYPES, "[a] d*:type+", 10, 0, select<Store>, "stores"},
    {"st", "strong=volatile " SPACE " vec=v2|v4? " TYPES, "[a] d*:type+", 10, 0, select<Store>, "stores"},
    {"st", "strong=relaxed|release " SCOPE " " SPACE CACHE "vec=v2|v4? " TYPES, "[a] d*:type+", 60, 70, select<Store>,
     "stores"},
    {"prefetch", "space=global|local? level=L1|L2|L2::evict_last|L2::evict_normal", "[a]", 20, 20, selectNothing,
     "does nothing"},
    {"prefetchu", "L1", "[a]", 20, 20, selectNothing, "does nothing"},
    {"membar", "level=cta|gl|sys", "", 14, 0, selectFence, "orders memory, which is in order here"},
    {"fence", "order=sc|acq_rel|acquire|release? " SCOPE, "", 60, 70, selectFence,
     "orders memory, which is in order here"},
    {"cp", "async cache=ca|cg space=shared|shared::cta|shared::cluster from=global prefetch=L2::64B|L2::128B|L2::256B?",
     "[a] [b] #e ?c:u32", 70, 80, [](const Match &) { return both<CopyAsync>(); },
     "copies e bytes, of which those from c on are zeros; at once"},
    {"cp", "async what=commit_group|wait_all", "", 70, 80, selectNothing, "the copies are done already"},
    {"cp", "async what=wait_group", "imm", 70, 80, selectNothing, "the copies are done already"},
};

} // namespace

const std::span<const Record> memoryRecords = memoryTable;

Handlers parameterHandlers(unsigned bytes, bool isStore) {
  switch (bytes) {
  case 1:
    return isStore ? both<ParameterCopy<1, true>>() : both<ParameterCopy<1, false>>();
  case 2:
    return isStore ? both<ParameterCopy<2, true>>() : both<ParameterCopy<2, false>>();
  case 4:
    return isStore ? both<ParameterCopy<4, true>>() : both<ParameterCopy<4, false>>();
  default:
    return isStore ? both<ParameterCopy<8, true>>() : both<ParameterCopy<8, false>>();
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static Region *findIn(std::vector<Region> &regions, uint64_t inWindow, uint64_t &offset) {
  for (auto region = regions.rbegin(); region != regions.rend(); ++region)
    if (inWindow >= region->base && inWindow - region->base <= region->size) {
      offset = inWindow - region->base;
      return &*region;
    }
  return nullptr;
}

Region *findRegion(Exec &x, uint64_t address, Space space, uint64_t &offset) {
  uint64_t window = address >> windowBits, inWindow = address & windowMask;
  if (space == Space::Local || (space == Space::Generic && window == LocalWindow)) {
    if (space == Space::Local && window)
      return nullptr;
    for (size_t depth = x.thread->depth; depth-- > 0;)
      if (Region *region = findIn(x.thread->frames[depth]->locals, inWindow, offset))
        return region;
    return nullptr;
  }
  if (space == Space::Shared || (space == Space::Generic && window == SharedWindow))
    return space == Space::Shared && window ? nullptr : findIn(x.block->shared, inWindow, offset);
  bool isParam = space == Space::Param ? !window : space == Space::Generic && window == ParamWindow;
  if (!isParam)
    return nullptr;
  Frame &frame = space == Space::Param ? *x.frame : *x.thread->frames[0];
  offset = inWindow;
  return &frame.parameters;
}

static std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Touched refuse(Exec &x, const MicroOp *op, uint64_t address, unsigned size, AccessKind kind, Space space) {
  std::string what = kind == AccessKind::Load ? "load" : kind == AccessKind::Store ? "store" : "atomic";
  what += " of " + std::to_string(size) + (size == 1 ? " byte" : " bytes");
  uint64_t offset = (address & windowMask) - windowMiddle, index = (address >> windowBits) - FirstGlobal;
  Region *region = nullptr;
  if (index < x.regions.size() && space <= Space::Const)
    region = &x.regions[index];
  else
    region = findRegion(x, address, space, offset);
  if (!region && space <= Space::Const && address < windowStart(LocalWindow))
    what += " at " + hexadecimal(address) + ": a null pointer, or none at all";
  else if (!region)
    what += " at " + hexadecimal(address) + ", where " + nameOf(space) + " memory has nothing";
  else if (region->size < size || offset > region->size - size)
    what += " at '" + region->name + "' " + (int64_t(offset) < 0 ? "- " : "+ ") +
            std::to_string(int64_t(offset) < 0 ? 0 - offset : offset) + ", which has " + std::to_string(region->size) +
            " bytes";
  else if (kind != AccessKind::Load && !region->isWritable)
    what += " to '" + region->name + "', which is read only";
  else if (space == Space::Const)
    what += " at '" + region->name + "', which is not in const memory";
  else
    what += " at '" + region->name + "' + " + std::to_string(offset) + ", which is not aligned";
  x.fail(op, std::move(what));
  return {};
}

} // namespace kgen::ptx
