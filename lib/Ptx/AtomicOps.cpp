// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics and reductions. Threads run one at a time, so that each is one step.

#include "Handlers.h"
#include "MachineImpl.h"
#include "Rounder.h"
#include <cstring>

namespace kgen::ptx {

namespace {

enum class Update : uint8_t { Add, Min, Max, And, Or, Xor, Inc, Dec, Exch, Cas };

template <Update U, class T> T update(T old, T b, T c) {
  switch (U) {
  case Update::Add:
    return static_cast<T>(static_cast<uint64_t>(old) + static_cast<uint64_t>(b));
  case Update::Min:
    return std::min(old, b);
  case Update::Max:
    return std::max(old, b);
  case Update::And:
    return old & b;
  case Update::Or:
    return old | b;
  case Update::Xor:
    return old ^ b;
  case Update::Inc:
    return old >= b ? T(0) : old + 1;
  case Update::Dec:
    return old == T(0) || old > b ? b : old - 1;
  case Update::Exch:
    return b;
  case Update::Cas:
    return old == b ? c : old;
  }
  return old;
}

/// `readsOld`: whether the new value depends on the old.
template <class T, class F, bool Checked> const MicroOp *change(Exec &x, const MicroOp *op, F newValue, bool readsOld) {
  Touched at = access<Checked>(x, op, op->a, op->imm, sizeof(T), AccessKind::Atomic, op->space);
  if (!at.data) [[unlikely]]
    return nullptr;
  T old;
  std::memcpy(&old, at.data, sizeof(T));
  T changed = newValue(old);
  bool isPoison = false;
  if constexpr (Checked) {
    uint64_t oldPoison = 0;
    std::vector<uint8_t> &shadow = at.region->shadow;
    if (!shadow.empty())
      std::memcpy(&oldPoison, &shadow[at.offset], sizeof(T));
    uint64_t poison = ((x.p[op->b] | x.p[op->c]) & maskOf<T>);
    if (poison)
      return x.fail(op, "an operand of the atomic was never written");
    if (oldPoison && readsOld)
      return x.fail(op, "the atomic reads memory of '" + at.region->name + "' that was never written");
    if (!shadow.empty())
      std::memset(&shadow[at.offset], 0, sizeof(T));
    x.p[op->d] = oldPoison;
    isPoison = oldPoison != 0;
  }
  std::memcpy(at.data, &changed, sizeof(T));
  x.r[op->d] = put<std::make_unsigned_t<T>>(old);
  return isPoison ? x.frame->track(op + 1) : op + 1;
}

/// In a batch: an update whose old value nobody reads is put off until all others are there, and made in the order of
/// threads.
template <class A> const MicroOp *changeTogether(Batch &batch, const MicroOp *op) {
  using T = typename A::Element;
  AccessOrder::Kind kind = op->negated ? AccessOrder::Kind::Reduction : AccessOrder::Kind::Store;
  BytesRow row;
  if (batch.find(op, sizeof(T), kind, row) != Batch::Where::Row || (row.shadow && !op->negated))
    return batch.abandon();
  if (op->negated && !row.isOwned)
    return batch.putOff(A::reduce, op, row) ? op + 1 : batch.abandon();
  if (!batch.keep(row, 0, sizeof(T)))
    return batch.abandon();
  batch.eachLane([&](uint32_t lane) {
    std::byte *data = row.data + row.offsets[lane];
    uint64_t old = 0;
    std::memcpy(&old, data, sizeof(T));
    A::reduce(op, batch.r[op->a + lane] + op->imm, data, batch.r[op->b + lane], batch.r[op->c + lane]);
    if (!op->negated)
      batch.r[op->d + lane] = old;
  });
  return op + 1;
}

template <class A> void reduce(const MicroOp *op, uint64_t address, std::byte *data, uint64_t b, uint64_t c) {
  typename A::Element old;
  std::memcpy(&old, data, sizeof(old));
  old = A::changed(op, address, old, b, c);
  std::memcpy(data, &old, sizeof(old));
}

template <Update U, class T> struct Atomic {
  using Element = T;
  static constexpr OpKind kind = U == Update::Cas ? OpKind::Swap : OpKind::Other;
  static T changed(const MicroOp *, uint64_t, T old, uint64_t b, uint64_t c) {
    return update<U, T>(old, get<T>(b), get<T>(c));
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    auto of = [&](T old) { return changed(op, 0, old, x.r[op->b], x.r[op->c]); };
    return change<T, decltype(of), Checked>(x, op, of, U != Update::Exch);
  }
  static constexpr Reduce reduce = &ptx::reduce<Atomic>;
  static const MicroOp *batch(Batch &b, const MicroOp *op) { return changeTogether<Atomic>(b, op); }
};

/// Sums of floats. Those of f32 flush subnormal numbers in global memory, not in shared.
template <Type Kind> struct AtomicAdd {
  using T = std::conditional_t<Kind == Type::F64, uint64_t,
                               std::conditional_t<Kind == Type::F16 || Kind == Type::BF16, uint16_t, uint32_t>>;
  using Element = T;
  static T changed(const MicroOp *op, uint64_t address, T before, uint64_t b, uint64_t) {
    constexpr FloatFormat format = formatOf(Kind);
    bool flushes = Kind == Type::F32 && op->space != Space::Shared && address >> windowBits != SharedWindow;
    auto sum = [&](uint64_t old, uint64_t other) {
      if (flushes)
        old = flush(format, old), other = flush(format, other);
      uint64_t result = Kind == Type::F64   ? put<double>(get<double>(old) + get<double>(other))
                        : Kind == Type::F32 ? put<float>(get<float>(old) + get<float>(other))
                                            : arithmetic(FloatOp::Add, format, Rounding::Nearest, old, other);
      return flushes ? flush(format, result) : result;
    };
    return static_cast<T>(inLanes<Kind>(sum, uint64_t(before), b));
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    auto of = [&](T old) { return changed(op, x.r[op->a] + op->imm, old, x.r[op->b], 0); };
    return change<T, decltype(of), Checked>(x, op, of, true);
  }
  static constexpr Reduce reduce = &ptx::reduce<AtomicAdd>;
  static const MicroOp *batch(Batch &b, const MicroOp *op) { return changeTogether<AtomicAdd>(b, op); }
};

template <Update U> Handlers byType(Type type) {
  return byInteger(type, []<class T>(T) {
    if constexpr (sizeof(T) < 2 || (sizeof(T) < 4 && U != Update::Cas))
      return Handlers();
    else
      return both<Atomic<U, T>>();
  });
}

Handlers selectAdd(const Match &m) {
  if (!isFloat(m.type()))
    return byType<Update::Add>(m.type());
  return byFloat(m.type(), [](auto kind) { return both<AtomicAdd<kind>>(); });
}

Handlers select(const Match &m) {
  std::string_view what = m["op"];
  Type type = m.type();
  return what == "add"    ? selectAdd(m)
         : what == "min"  ? byType<Update::Min>(type)
         : what == "max"  ? byType<Update::Max>(type)
         : what == "and"  ? byType<Update::And>(type)
         : what == "or"   ? byType<Update::Or>(type)
         : what == "xor"  ? byType<Update::Xor>(type)
         : what == "inc"  ? byType<Update::Inc>(type)
         : what == "dec"  ? byType<Update::Dec>(type)
         : what == "exch" ? byType<Update::Exch>(type)
                          : byType<Update::Cas>(type);
}

#define ORDER                                                                                                          \
  "order=relaxed|acquire|release|acq_rel? scope=cta|cluster|gpu|sys? "                                                 \
  "space=global|shared|shared::cta|shared::cluster? "

const Record atomicTable[] = {
    {"atom", ORDER "op=add|min|max type=u32|s32|u64|s64", "d:type [a] b:type", 11, 11, select,
     "d: the element before; it becomes the sum, the smaller, the larger"},
    {"atom", ORDER "op=add type=f32|f64", "d:type [a] b:type", 20, 20, select,
     "d: the element before; it becomes the sum"},
    {"atom", ORDER "op=add noftz type=f16|f16x2|bf16|bf16x2", "d:type [a] b:type", 62, 60, select,
     "d: the element before; it becomes the sum"},
    {"atom", ORDER "op=and|or|xor|exch type=b32|b64", "d:type [a] b:type", 11, 11, select,
     "d: the element before; it becomes what the name says, or b"},
    {"atom", ORDER "op=inc|dec type=u32", "d:type [a] b:type", 11, 11, select,
     "d: the element before; it counts up to b, or down from b, and round"},
    {"atom", ORDER "op=cas type=b16|b32|b64", "d:type [a] b:type c:type", 11, 11, select,
     "d: the element before; it becomes c where it was b"},
    {"red", ORDER "op=add|min|max type=u32|s32|u64|s64", "[a] b:type", 12, 11, select, "`atom` without its result"},
    {"red", ORDER "op=add type=f32|f64", "[a] b:type", 20, 20, select, "`atom` without its result"},
    {"red", ORDER "op=add noftz type=f16|f16x2|bf16|bf16x2", "[a] b:type", 62, 60, select, "`atom` without its result"},
    {"red", ORDER "op=and|or|xor type=b32|b64", "[a] b:type", 12, 11, select, "`atom` without its result"},
    {"red", ORDER "op=inc|dec type=u32", "[a] b:type", 12, 11, select, "`atom` without its result"},
};

} // namespace

const std::span<const Record> atomicRecords = atomicTable;

} // namespace kgen::ptx
