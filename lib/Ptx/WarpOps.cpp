// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that several threads execute together. A thread that comes to one stops; when all whom it names have
// come, the scheduler runs it for all of them.

#include "Handlers.h"
#include "MachineImpl.h"

namespace kgen::ptx {

namespace {

const MicroOp *await(Exec &x, const MicroOp *op, Wait wait, Status status) {
  wait.op = op;
  x.thread->wait = wait;
  return x.stop(op + 1, status);
}

/// An instruction of a warp; the lanes that take part are in slot `f`.
template <Collective Run> struct OfWarp {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if (Checked && x.p[op->f])
      return x.fail(op, "the lanes that take part depend on a value that was never written");
    Wait wait;
    wait.mask = x.r[op->f];
    wait.collective = Run;
    if (!(wait.mask >> x.thread->index % warpSize & 1))
      return x.fail(op, "the thread is not among the lanes that it says take part");
    return await(x, op, wait, Status::Collective);
  }
};

void synchronize(Lane *, size_t) {}

enum class Way { Up, Down, Bfly, Idx };
Handlers selectShuffle(const Match &m);

/// The lane that a lane reads from, and whether that is one of its segment.
template <Way W> std::pair<uint32_t, bool> sourceOf(uint32_t lane, uint32_t b, uint32_t c) {
  uint32_t segment = c >> 8 & 31, first = lane & segment, last = first | (c & 31 & ~segment);
  b &= 31;
  switch (W) {
  case Way::Up:
    return {lane - b, int32_t(lane - b) >= int32_t(last)};
  case Way::Down:
    return {lane + b, lane + b <= last};
  case Way::Bfly:
    return {lane ^ b, (lane ^ b) <= last};
  case Way::Idx:
    return {first | (b & ~segment), (first | (b & ~segment)) <= last};
  }
  return {lane, false};
}

template <Way W> void shuffle(Lane *lanes, size_t count) {
  uint64_t values[warpSize] = {}, poison[warpSize] = {};
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      values[i] = lanes[i].r[op->a] & 0xffffffff;
      poison[i] = lanes[i].p[op->a] | (lanes[i].p[op->b] | lanes[i].p[op->c] ? 0xffffffff : 0);
    } else {
      poison[i] = 0xffffffff; // of a lane that takes no part
    }
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      auto [source, isInside] = sourceOf<W>(i, lanes[i].r[op->b], lanes[i].r[op->c]);
      if (!isInside)
        source = i;
      lanes[i].r[op->d] = source < count ? values[source] : 0;
      lanes[i].p[op->d] = source < count ? poison[source] : 0xffffffff;
      lanes[i].r[op->e] = isInside;
      lanes[i].p[op->e] = 0;
    }
}

struct Poll {
  uint32_t active = 0, holds = 0;
  bool isPoison = false;
};
Poll poll(Lane *lanes, size_t count) {
  Poll result;
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      result.active |= 1u << i;
      result.holds |= uint32_t(lanes[i].r[op->a] & 1) << i;
      result.isPoison |= lanes[i].p[op->a] & 1;
    }
  return result;
}
void give(Lane *lanes, size_t count, uint64_t value, uint64_t poison) {
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      lanes[i].r[op->d] = value;
      lanes[i].p[op->d] = poison;
    }
}
void voteAll(Lane *lanes, size_t count) {
  Poll p = poll(lanes, count);
  give(lanes, count, p.holds == p.active, p.isPoison);
}
void voteAny(Lane *lanes, size_t count) {
  Poll p = poll(lanes, count);
  give(lanes, count, p.holds != 0, p.isPoison);
}
void voteUniform(Lane *lanes, size_t count) {
  Poll p = poll(lanes, count);
  give(lanes, count, !p.holds || p.holds == p.active, p.isPoison);
}
void ballot(Lane *lanes, size_t count) {
  Poll p = poll(lanes, count);
  give(lanes, count, p.holds, p.isPoison ? p.active : 0);
}

template <class T> void matchAny(Lane *lanes, size_t count) {
  uint32_t found[warpSize] = {};
  uint64_t poison = 0;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < count && lanes[i].op; ++j)
      if (lanes[j].op) {
        found[i] |= uint32_t(get<T>(lanes[i].r[lanes[i].op->a]) == get<T>(lanes[j].r[lanes[j].op->a])) << j;
        poison |= lanes[j].p[lanes[j].op->a];
      }
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      lanes[i].r[op->d] = found[i];
      lanes[i].p[op->d] = poison ? 0xffffffff : 0;
    }
}
template <class T> void matchAll(Lane *lanes, size_t count) {
  uint32_t active = 0;
  uint64_t poison = 0;
  bool isSame = true;
  std::optional<T> first;
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      T value = get<T>(lanes[i].r[op->a]);
      isSame &= value == first.value_or(value);
      first = first.value_or(value);
      active |= 1u << i;
      poison |= lanes[i].p[op->a];
    }
  give(lanes, count, isSame ? active : 0, poison ? 0xffffffff : 0);
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      lanes[i].r[op->e] = isSame;
      lanes[i].p[op->e] = poison != 0;
    }
}

template <class T, class F> void reduce(Lane *lanes, size_t count, F join) {
  std::optional<T> sum;
  uint64_t poison = 0;
  for (size_t i = 0; i < count; ++i)
    if (const MicroOp *op = lanes[i].op) {
      T value = get<T>(lanes[i].r[op->a]);
      sum = sum ? join(*sum, value) : value;
      poison |= lanes[i].p[op->a];
    }
  give(lanes, count, put<T>(sum.value_or(T())), poison ? 0xffffffff : 0);
}
template <class T> void reduceAdd(Lane *l, size_t n) {
  reduce<uint32_t>(l, n, [](uint32_t a, uint32_t b) { return a + b; });
}
template <class T> void reduceMin(Lane *l, size_t n) {
  reduce<T>(l, n, [](T a, T b) { return std::min(a, b); });
}
template <class T> void reduceMax(Lane *l, size_t n) {
  reduce<T>(l, n, [](T a, T b) { return std::max(a, b); });
}
template <class T> void reduceAnd(Lane *l, size_t n) {
  reduce<T>(l, n, [](T a, T b) { return a & b; });
}
template <class T> void reduceOr(Lane *l, size_t n) {
  reduce<T>(l, n, [](T a, T b) { return a | b; });
}
template <class T> void reduceXor(Lane *l, size_t n) {
  reduce<T>(l, n, [](T a, T b) { return a ^ b; });
}

Handlers selectShuffle(const Match &m) {
  std::string_view way = m["way"];
  return way == "up"     ? both<OfWarp<shuffle<Way::Up>>>()
         : way == "down" ? both<OfWarp<shuffle<Way::Down>>>()
         : way == "bfly" ? both<OfWarp<shuffle<Way::Bfly>>>()
                         : both<OfWarp<shuffle<Way::Idx>>>();
}
Handlers selectVote(const Match &m) {
  std::string_view what = m["what"];
  return what == "all"   ? both<OfWarp<voteAll>>()
         : what == "any" ? both<OfWarp<voteAny>>()
                         : both<OfWarp<voteUniform>>();
}
Handlers selectMatchAny(const Match &m) {
  return m.type() == Type::B64 ? both<OfWarp<matchAny<uint64_t>>>() : both<OfWarp<matchAny<uint32_t>>>();
}
Handlers selectMatchAll(const Match &m) {
  return m.type() == Type::B64 ? both<OfWarp<matchAll<uint64_t>>>() : both<OfWarp<matchAll<uint32_t>>>();
}
template <class T> Handlers reduction(std::string_view op) {
  return op == "add"   ? both<OfWarp<reduceAdd<T>>>()
         : op == "min" ? both<OfWarp<reduceMin<T>>>()
         : op == "max" ? both<OfWarp<reduceMax<T>>>()
         : op == "and" ? both<OfWarp<reduceAnd<T>>>()
         : op == "or"  ? both<OfWarp<reduceOr<T>>>()
                       : both<OfWarp<reduceXor<T>>>();
}
Handlers selectReduction(const Match &m) {
  return m.type() == Type::S32 ? reduction<int32_t>(m["op"]) : reduction<uint32_t>(m["op"]);
}

/// The lanes of the warp that run now: this one, as threads take turns.
struct ActiveMask {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    x.r[op->d] = 1u << x.thread->index % warpSize;
    if constexpr (Checked)
      x.p[op->d] = 0;
    return op + 1;
  }
};

/// A barrier of the block: number in slot `a`, threads in slot `b` if `whole`. `bits`: whether all threads of a warp
/// come together.
template <Collective Run, bool IsArrive> struct OfBlock {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    uint64_t number = x.r[op->a];
    Wait wait;
    wait.barrier = number;
    wait.count = op->whole ? x.r[op->b] : 0;
    wait.collective = Run;
    if (Checked && (x.p[op->a] || (op->whole && x.p[op->b])))
      return x.fail(op, "the barrier depends on a value that was never written");
    if (number >= numBarriers)
      return x.fail(op, "expected a barrier from 0 to 15 but got " + std::to_string(number));
    if (wait.count % warpSize)
      return x.fail(op, "expected a number of threads that is a multiple of 32 but got " + std::to_string(wait.count));
    if (!IsArrive)
      return await(x, op, wait, Status::Barrier);
    ++x.block->arrived[number];
    return op + 1;
  }
};

template <class F> void reducePredicates(Lane *lanes, size_t count, F result) {
  uint32_t holds = 0;
  bool isPoison = false;
  for (size_t i = 0; i < count; ++i) {
    holds += lanes[i].r[lanes[i].op->c] & 1;
    isPoison |= lanes[i].p[lanes[i].op->c] & 1;
  }
  give(lanes, count, result(holds), isPoison ? 0xffffffff : 0);
}
void countPredicates(Lane *lanes, size_t n) {
  reducePredicates(lanes, n, [](uint32_t k) { return k; });
}
void andPredicates(Lane *lanes, size_t n) {
  reducePredicates(lanes, n, [=](uint32_t k) { return k == n; });
}
void orPredicates(Lane *lanes, size_t n) {
  reducePredicates(lanes, n, [](uint32_t k) { return k != 0; });
}

Handlers selectSync(const Match &) { return both<OfBlock<synchronize, false>>(); }
Handlers selectArrive(const Match &) { return both<OfBlock<synchronize, true>>(); }
Handlers selectBarrierReduction(const Match &m) {
  return m["op"] == "and" ? both<OfBlock<andPredicates, false>>() : both<OfBlock<orPredicates, false>>();
}

const Record warpTable[] = {
    {"bar", "cta? sync", "a:u32 ?b:u32", 10, 0, selectSync, "waits for all threads of the block, or for b"},
    {"barrier", "cta? sync aligned?", "a:u32 ?b:u32", 60, 30, selectSync,
     "waits for all threads of the block, or for b"},
    {"bar", "cta? arrive", "a:u32 b:u32", 20, 20, selectArrive, "counts among the b threads of a barrier, and goes on"},
    {"barrier", "cta? arrive aligned?", "a:u32 b:u32", 60, 30, selectArrive,
     "counts among the b threads of a barrier, and goes on"},
    {"bar", "cta? red popc type=u32", "d:type a:u32 ?b:u32 !c:pred", 20, 20,
     [](const Match &) { return both<OfBlock<countPredicates, false>>(); },
     "waits; the number of threads whose c holds"},
    {"barrier", "cta? red popc aligned? type=u32", "d:type a:u32 ?b:u32 !c:pred", 60, 30,
     [](const Match &) { return both<OfBlock<countPredicates, false>>(); },
     "waits; the number of threads whose c holds"},
    {"bar", "cta? red op=and|or type=pred", "d:type a:u32 ?b:u32 !c:pred", 20, 20, selectBarrierReduction,
     "waits; whether c holds in all threads, or in one"},
    {"barrier", "cta? red op=and|or aligned? type=pred", "d:type a:u32 ?b:u32 !c:pred", 60, 30, selectBarrierReduction,
     "waits; whether c holds in all threads, or in one"},
    {"bar", "warp sync", "f:u32", 60, 30, [](const Match &) { return both<OfWarp<synchronize>>(); },
     "waits for these lanes of the warp"},
    {"shfl", "sync way=up|down|bfly|idx type=b32", "d|e:type,pred a:type b:u32 c:u32 f:u32", 60, 30, selectShuffle,
     "a of another lane; e: whether there is one"},
    {"vote", "sync what=all|any|uni type=pred", "d:type !a:type f:u32", 60, 30, selectVote,
     "whether a holds in all lanes, in one, or is the same in all"},
    {"vote", "sync ballot type=b32", "d:type !a:pred f:u32", 60, 30,
     [](const Match &) { return both<OfWarp<ballot>>(); }, "the lanes in which a holds"},
    {"match", "any sync type=b32|b64", "d:b32 a:type f:u32", 60, 70, selectMatchAny, "the lanes that have the same a"},
    {"match", "all sync type=b32|b64", "d|e:b32,pred a:type f:u32", 60, 70, selectMatchAll,
     "all lanes, where all have the same a; else 0"},
    {"redux", "sync op=add|min|max type=u32|s32", "d:type a:type f:u32", 70, 80, selectReduction,
     "the sum, the smallest, the largest a of the lanes"},
    {"redux", "sync op=and|or|xor type=b32", "d:type a:type f:u32", 70, 80, selectReduction,
     "all a of the lanes joined so"},
    {"activemask", "type=b32", "d:type", 62, 30, [](const Match &) { return both<ActiveMask>(); },
     "the lanes that run at this moment: each by itself here"},
    {"nanosleep", "type=u32", "a:type", 63, 70, selectNothing, "does nothing"},
    {"pmevent", "", "imm", 14, 0, selectNothing, "does nothing"},
};

} // namespace

const std::span<const Record> warpRecords = warpTable;

} // namespace kgen::ptx
