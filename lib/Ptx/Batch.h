// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many threads at once: the overhead of an instruction is paid once for all threads that execute it together, and rows
// of registers are loops that a compiler turns into vectors. A batch gives the bits that its threads give one after
// another, or is taken back and run so. It has no visible effect before it is known to have been in order.

#ifndef KGEN_LIB_PTX_BATCH_H
#define KGEN_LIB_PTX_BATCH_H

#include "MachineImpl.h"
#include <bit>
#include <cstring>

namespace kgen::ptx {

inline constexpr uint32_t batchSize = 32;
inline constexpr uint32_t allLanes = ~uint32_t(0);
/// For fewer, a row as a whole does not pay.
inline constexpr int enoughLanes = 6;

/// The unchecked ops of a function in an order in which lanes that parted meet as soon as they can, and the place of
/// `Code::again` among them; the uniform ones stand apart, in an order in which they can be run.
struct Arranged {
  std::vector<MicroOp> ops, uniform;
  uint32_t again = 0;
};
Arranged arrange(const Code &code);

/// An activation of a function by the threads of a batch: of each slot a row.
struct BatchFrame {
  const Code *code = nullptr;
  /// The function's ops as arranged, their slots counted in numbers of a row.
  std::vector<MicroOp> ops;
  uint32_t again = 0;
  /// Ops that are run once; empty after that.
  std::vector<MicroOp> uniform;
  std::vector<uint64_t> rows;
  /// Memory of the lanes, one after another.
  struct Lanes {
    uint64_t base = 0;
    size_t size = 0, stride = 0;
    std::vector<std::byte> data;
    std::vector<uint8_t> shadow;
    void resize(size_t bytes) {
      size = bytes;
      stride = bytes + 8; // a value read at once ends inside
      data.assign(stride * batchSize, std::byte(0));
      shadow.assign(stride * batchSize, 0);
    }
  };
  Lanes parameters;
  std::vector<Lanes> locals;
  /// Ops of an update of one place, from a load on, and their end.
  std::vector<std::pair<size_t, size_t>> updates;
  void findUpdates();
  /// Lanes make these one after another from now on.
  void takeTurns();
};

/// Bytes of a lane that an access is for; none if it cannot be made in a batch.
struct LaneBytes {
  std::byte *data = nullptr;
  /// Null if all bytes were written.
  uint8_t *shadow = nullptr;
};

/// Bytes of all active lanes, in one region of global memory.
struct BytesRow {
  std::byte *data = nullptr;
  uint8_t *shadow = nullptr;
  /// Whether no other lane of the batch touches what a lane touches there.
  bool isOwned = false;
  uint64_t offsets[batchSize];
};

/// The order in which accesses to global memory are made. A batch makes them instruction by instruction; that is as
/// good as thread by thread if threads meet each place in their order (timestamp ordering, as of transactions), reads
/// among each other aside.
class AccessOrder {
public:
  enum class Kind : uint8_t { Load, Store, Reduction };
  /// Records an access; false if a later thread was there before. Reductions are made at the end of the batch, so
  /// nothing else follows them.
  bool note(uint64_t address, unsigned size, uint32_t lane, Kind kind);
  void forget() {
    ++epoch;
    count = 0;
  }

private:
  /// Small launches touch little, and most of them are small: the table grows from one to the other.
  static constexpr size_t leastCapacity = 1 << 8, capacity = 1 << 14;
  struct Entry {
    uint64_t key = 0;
    uint32_t epoch = 0;
    int8_t writer = -1, reader = -1;
    bool isReduced = false;
  };
  Entry *find(uint64_t key);
  /// The place of a key, present or not.
  Entry &placeOf(uint64_t key);
  void grow();
  std::vector<Entry> entries = std::vector<Entry>(leastCapacity);
  uint32_t epoch = 1;
  size_t count = 0;
};

/// Makes a reduction; the arguments are the op, the address, the bytes, and the operands.
using Reduce = void (*)(const MicroOp *, uint64_t, std::byte *, uint64_t, uint64_t);

class Batch {
public:
  Batch(MachineImpl &machine, BlockState &block);

  /// Whether launches like the one at hand can be run so: nothing looks at single instructions, and threads never wait.
  static bool isFor(const MachineImpl &machine);
  /// Runs `count` threads of the block from `turn` on. If it returns false, nothing has happened.
  bool run(uint32_t turn, uint32_t count);

  // For handlers.
  /// Rows of the frame at hand, and the lanes that execute the op.
  uint64_t *r = nullptr;
  uint32_t active = 0;
  /// All ones for each of these.
  uint64_t masks[batchSize];
  BatchFrame *frame = nullptr;
  Exec x;
  ThreadState threads[batchSize];
  bool isChecked = false;

  /// The lanes whose predicate is the one that the op names.
  uint32_t lanesThatHold(const MicroOp *op) const;
  template <class F> void eachLane(F f) {
    if (active == allLanes) {
      for (uint32_t lane = 0; lane < batchSize; ++lane)
        f(lane);
      return;
    }
    for (uint32_t left = active; left; left &= left - 1)
      f(static_cast<uint32_t>(std::countr_zero(left)));
  }
  /// Gives the batch up.
  const MicroOp *abandon() {
    isAbandoned = true;
    return nullptr;
  }
  /// Ends the lanes' activation.
  const MicroOp *leave() { return nullptr; }
  bool isOutermost() const { return depth == 1; }
  /// Whether the launch gives a parameter, to all threads alike.
  bool isGiven(int64_t offset) const {
    return frame->code->function->isEntry && size_t(offset) < machine.parameters.size();
  }
  /// Some lanes go on at one op, the others at another.
  const MicroOp *part(uint32_t lanes, const MicroOp *theirs, const MicroOp *others);
  const MicroOp *call(const MicroOp *op);
  /// Makes an update of one place, which begins at the load and has `f` ops.
  const MicroOp *takeTurns(const MicroOp *load);
  enum class Where : uint8_t { Row, Apart, Nowhere };
  /// Finds the bytes of an access at the op's address. `Apart`: they are found lane by lane, in local memory and
  /// elsewhere.
  Where find(const MicroOp *op, unsigned size, AccessOrder::Kind kind, BytesRow &row);
  LaneBytes findApart(uint32_t lane, uint64_t address, unsigned size, AccessOrder::Kind kind, Space space);
  /// The bytes of a parameter of the launch if all lanes ask for the same; null if they may not.
  const std::byte *findGiven(const MicroOp *op, unsigned size) const;
  /// Remembers bytes that a store is about to change. This and the next have a bound: false if it is reached.
  bool keep(const BytesRow &row, unsigned shift, unsigned size);
  /// Remembers a reduction for the end of the batch.
  bool putOff(Reduce reduce, const MicroOp *op, const BytesRow &row);

private:
  static constexpr size_t maxRows = 1 << 13;
  struct Kept {
    Kept() {} // its maker fills it
    std::byte *data;
    uint8_t *shadow;
    unsigned size;
    uint32_t lanes;
    uint64_t offsets[batchSize], bytes[batchSize], poison[batchSize];
  };
  struct PutOff {
    PutOff() {}
    Reduce reduce;
    const MicroOp *op;
    uint32_t lanes;
    std::byte *data;
    uint64_t offsets[batchSize], addresses[batchSize], b[batchSize], c[batchSize];
  };
  /// Lanes by the op that they go on at together, the lowest op last.
  struct Groups {
    const MicroOp *ops[batchSize];
    uint32_t lanes[batchSize];
    size_t count = 0;
    void add(const MicroOp *op, uint32_t those);
  };

  bool attempt(uint32_t turn, uint32_t count);
  bool beginTurns();
  void activate(uint32_t lanes);
  bool runFrame(uint32_t lanes, const MicroOp *start);
  bool enter(const Code &code);
  BatchFrame *frameOf(const Code &code);
  void initialize(BatchFrame &frame, const Code &code);
  void fillSpecials(BatchFrame &frame);
  /// Of the lanes at hand, a variable in one frame's parameters from one in another's.
  void copyLanes(const BatchFrame &from, const Variable &source, BatchFrame &to, const Variable &target, uint64_t size);
  void copyArguments(const BatchFrame &caller, const CallSite &site);
  void copyResults(BatchFrame &caller, const BatchFrame &callee, const CallSite &site);
  LaneBytes placeIn(BatchFrame::Lanes &memory, uint32_t lane, uint64_t offset, unsigned size, bool isWrite);
  /// The accesses of the batch to a region. Owned: each lane touched its own element of `stride` bytes only, counted
  /// from `start`.
  struct Touch {
    /// Whether accesses are noted: from the first that writes on, in this batch or one before.
    bool isNoted = false;
    enum : uint8_t { Fresh, Owned, Mixed } state = Fresh;
    uint32_t readIn = 0, batch = 0;
    uint32_t readers = 0, writers = 0;
    uint64_t start = 0;
    int64_t stride = 0;
  };
  bool isIndividual(const Touch &touch, const BytesRow &row, unsigned size) const;
  void own(Touch &touch, const BytesRow &row, unsigned size) const;
  bool mix(Touch &touch, uint64_t base);
  bool note(Touch &touch, uint64_t base, unsigned size, AccessOrder::Kind kind, BytesRow &row);
  bool noteMixed(uint64_t base, unsigned size, AccessOrder::Kind kind, const BytesRow &row);
  void commit();
  void takeBack();

  MachineImpl &machine;
  /// By depth, and of each function that was called there.
  std::vector<std::vector<std::unique_ptr<BatchFrame>>> frames;
  std::vector<BatchFrame *> stack;
  size_t depth = 0;
  uint64_t localTop = 0;
  bool isAbandoned = false, isWorthAgain = false, areTurnsTaken = false;
  /// The ops at which lanes that have just parted continue: one for these, another for the others.
  const MicroOp *there = nullptr, *elsewhere = nullptr;
  uint32_t lanesThere = 0;
  uint64_t steps = 0, limit = 0;
  std::vector<Touch> touches; // of each region
  uint32_t number = 0;
  /// Batches in vain count, those in order against them.
  unsigned failures = 0;
  AccessOrder order;
  std::vector<Kept> undo;
  std::vector<PutOff> reductions;
};

//===----------------------------------------------------------------------===//
// Handlers of values
//===----------------------------------------------------------------------===//

// A sanitizer makes each copy several times as large, and has nothing to find in the others.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KGEN_PTX_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer) ||                                 \
    __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define KGEN_PTX_SANITIZED
#endif
#endif
#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__)) && !defined(KGEN_PTX_SANITIZED)
#define KGEN_PTX_COPIES
inline constexpr bool hasCopies = true;
#define KGEN_PTX_WIDE __attribute__((target("avx2,fma")))
#define KGEN_PTX_WIDEST __attribute__((target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw")))
inline bool hasWide() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool hasWidest() {
  return hasWide() && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw");
}
#else
inline constexpr bool hasCopies = false;
#define KGEN_PTX_WIDE
#define KGEN_PTX_WIDEST
inline bool hasWide() { return false; }
inline bool hasWidest() { return false; }
#endif
#if defined(__clang__)
#define KGEN_PTX_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#else
#define KGEN_PTX_VECTOR _Pragma("GCC ivdep")
#endif

/// `F::of`, made for the vectors of the processor at hand. The bits are the same: nothing is contracted.
template <class F, class R, class... A> struct OnVectors {
  static R call(A... a) {
    if constexpr (!hasCopies) {
      return narrow(a...);
    } else {
      static const auto chosen = hasWidest() ? &widest : hasWide() ? &wide : &narrow;
      return chosen(a...);
    }
  }

private:
  static R narrow(A... a) { return F::of(a...); }
  KGEN_PTX_WIDE static R wide(A... a) { return F::of(a...); }
  KGEN_PTX_WIDEST static R widest(A... a) { return F::of(a...); }
};

/// An instruction as a function of its operands, `S::lane(op, a, b, c, e)`, on rows.
template <class S> struct Rows {
  static const MicroOp *narrow(Batch &b, const MicroOp *op) { return run(b, op); }
  KGEN_PTX_WIDE static const MicroOp *wide(Batch &b, const MicroOp *op) { return run(b, op); }
  KGEN_PTX_WIDEST static const MicroOp *widest(Batch &b, const MicroOp *op) { return run(b, op); }

private:
  [[gnu::always_inline]] static inline const MicroOp *run(Batch &batch, const MicroOp *op) {
    uint64_t *r = batch.r, *d = r + op->d;
    const uint64_t *a = r + op->a, *b = r + op->b, *c = r + op->c, *e = r + op->e;
    const MicroOp held = *op;
    if (batch.active == allLanes) {
      KGEN_PTX_VECTOR
      for (uint32_t i = 0; i < batchSize; ++i)
        d[i] = S::lane(&held, a[i], b[i], c[i], e[i]);
      return op + 1;
    }
    if (std::popcount(batch.active) >= enoughLanes) {
      const uint64_t *masks = batch.masks;
      KGEN_PTX_VECTOR
      for (uint32_t i = 0; i < batchSize; ++i)
        d[i] = (S::lane(&held, a[i], b[i], c[i], e[i]) & masks[i]) | (d[i] & ~masks[i]);
      return op + 1;
    }
    for (uint32_t left = batch.active; left; left &= left - 1) {
      uint32_t i = std::countr_zero(left);
      d[i] = S::lane(&held, a[i], b[i], c[i], e[i]);
    }
    return op + 1;
  }
};

/// Any instruction that makes registers of registers, thread by thread.
template <class S> const MicroOp *laneByLane(Batch &b, const MicroOp *op) {
  b.eachLane([&](uint32_t lane) {
    b.x.r = b.r + lane;
    b.x.thread = &b.threads[lane];
    S::template run<false>(b.x, op);
  });
  return op + 1;
}

template <class S> BatchHandler onRows() {
  if constexpr (!requires(const MicroOp *op) { S::lane(op, 0, 0, 0, 0); })
    return &laneByLane<S>;
  else if constexpr (!hasCopies)
    return &Rows<S>::narrow;
  else
    return hasWidest() ? &Rows<S>::widest : hasWide() ? &Rows<S>::wide : &Rows<S>::narrow;
}

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_BATCH_H
