// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decoded instruction, and the state that it changes: the frame, the thread and the block that run it.

#ifndef KGEN_LIB_PTX_EXEC_H
#define KGEN_LIB_PTX_EXEC_H

#include "Addresses.h"
#include "Syntax.h"
#include <array>
#include <functional>
#include <optional>
#include <span>

namespace kgen::ptx {

struct Exec;
struct MicroOp;
struct Code;
class Batch;

/// Runs one instruction; returns the next, or null if the thread stops: `Exec::status` gives the reason.
using Handler = const MicroOp *(*)(Exec &, const MicroOp *);
/// The same for threads that execute it together; null also if they part, leave the function, or have to be run one by
/// one.
using BatchHandler = const MicroOp *(*)(Batch &, const MicroOp *);

/// The properties of an op that matter for moving it: how control continues after it, and which accesses make up an
/// update. Jump, Branch: by `imm`, a branch perhaps; Skip: perhaps over `imm` ops; End: nowhere. Value: only makes
/// registers of registers. Load, Store: of one element; Swap: compares and swaps. Row: of matrices, by the lanes of
/// `givesRow`.
enum class OpKind : uint8_t { Other, Value, Jump, Branch, Skip, End, Load, Store, Swap, Row };
/// Whether there is nothing to check if the operands were written.
inline bool isOfValues(OpKind kind) { return kind >= OpKind::Value && kind <= OpKind::Skip; }

/// The rounding of an instruction, and its other modifiers; the handler uses those that apply to it.
enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

struct MicroOp {
  /// Runs this op; and runs it and the following ops, as far as their end is known.
  Handler run = nullptr, chain = nullptr;
  BatchHandler batch = nullptr;
  /// Slots of the frame.
  uint32_t d = 0, a = 0, b = 0, c = 0, e = 0, f = 0;
  /// An offset of an address, a branch's way, a table of bits.
  int64_t imm = 0;
  Rounding rounding = Rounding::Nearest;
  bool ftz : 1 = false, sat : 1 = false, negated : 1 = false, whole : 1 = false;
  /// Whether its result is the same for all threads of a launch, at any time; and whether it is the first op of its
  /// instruction.
  bool isUniform : 1 = false, isFirst : 1 = false;
  Space space = Space::Generic;
  /// Bits of the destination's register, if the handler extends to it; otherwise free for the handler.
  uint8_t bits = 0;
  /// For profiles: NoTraffic, BranchTraffic, or the bytes of an access.
  uint8_t traffic = 0;
  OpKind kind = OpKind::Other;
  /// Of how many instructions' steps it stands for.
  uint8_t weight = 1;
  uint32_t line = 0;
};

/// The distance from an op to its jump target, if it has one.
inline std::optional<int64_t> wayOf(const MicroOp &op) {
  switch (op.kind) {
  case OpKind::Jump:
  case OpKind::Branch:
    return op.imm;
  case OpKind::Skip:
    return op.imm + 1;
  default:
    return std::nullopt;
  }
}

/// A slot that a call or a launch fills.
struct SpecialSlot {
  uint32_t slot;
  SpecialRegister which;
};
/// A slot with the address of a variable, by its number, plus an offset.
struct LocalSlot {
  uint32_t slot, local;
  int64_t offset;
};
struct CallSite {
  const Code *callee = nullptr;             // null: through a register
  std::vector<uint32_t> arguments, results; // variables of the caller; of `.reg`, slots
};

/// A function, decoded. Slots of its frame: registers, then the constants of an activation.
struct Code {
  const Function *function = nullptr;
  /// The same ops: with the checking handlers; with the others; and, if no register is read before it is written, with
  /// those that check memory only. They run until a value comes in that was never written, and `ops` continue from
  /// there.
  std::vector<MicroOp> ops, plain, clean;
  bool isDefinite() const { return !clean.empty(); }
  /// The op at which a thread begins whose frame has run before in the launch, and holds the values that all threads
  /// compute alike; 0 for none.
  uint32_t again = 0;
  const MicroOp *start(bool checked) const { return (!checked ? plain : isDefinite() ? clean : ops).data(); }
  /// The op that tracks bits that were never written.
  const MicroOp *tracked(const MicroOp *op) const { return has(clean, op) ? ops.data() + (op - clean.data()) : op; }
  size_t indexOf(const MicroOp *op) const {
    return op - (has(clean, op) ? clean : has(plain, op) ? plain : ops).data();
  }
  /// Of `Syntax::places`, plus one, for each op.
  std::vector<uint32_t> places;
  uint32_t numRegisters = 0;
  /// The slots from `numRegisters` on.
  std::vector<uint64_t> constants;
  std::vector<SpecialSlot> specials;
  std::vector<LocalSlot> localSlots;
  /// The same of the module's variables in global memory.
  std::vector<LocalSlot> globalSlots;
  /// Local variables: bytes and alignment.
  std::vector<const Variable *> locals;
  /// Slots of operands that are many registers, one after another.
  std::vector<uint32_t> lists;
  std::vector<CallSite> calls;
  size_t numSlots() const { return numRegisters + constants.size(); }

private:
  static bool has(const std::vector<MicroOp> &ops, const MicroOp *op) {
    return !std::less<>()(op, ops.data()) && std::less<>()(op, ops.data() + ops.size());
  }
};

/// An activation of a function.
struct Frame {
  const Code *code = nullptr;
  std::vector<uint64_t> values, poison;
  Region parameters;
  std::vector<Region> locals;
  /// The previous end of the thread's local memory.
  uint64_t localStart = 0;
  /// The op with which the caller continues.
  const MicroOp *next = nullptr;
  const CallSite *site = nullptr;
  /// Whether a register may hold bits that were never written.
  bool isTracked = false;
  /// Whether a thread of the launch has run in it.
  bool hasRun = false;
  /// The amount of the machine's memory that it holds.
  size_t bytes = 0;
  const MicroOp *track(const MicroOp *op) {
    isTracked = true;
    return code->tracked(op);
  }
};

enum class Status : uint8_t { Running, Done, Barrier, Collective, Fault };

/// A thread that takes part in an instruction of a warp or of a block.
struct Lane {
  uint64_t *r = nullptr, *p = nullptr;
  const MicroOp *op = nullptr;
  uint32_t index = 0;
  const uint32_t *lists = nullptr; // the function's
};
/// Runs it for all that take part; of a warp, by lane, those that do not having no op.
using Collective = void (*)(Lane *lanes, size_t count);

/// The reason for which a thread waits.
struct Wait {
  const MicroOp *op = nullptr;
  Collective collective = nullptr;
  /// Of a barrier: its number, and how many threads it takes, 0 for all of the block. Of a warp: the lanes.
  uint32_t barrier = 0, count = 0, mask = 0;
  /// Whether all have to be at this instruction, and name the same address and stride.
  bool isAligned = false;
  uint64_t address = 0, stride = 0;
};

struct ThreadState {
  std::vector<std::unique_ptr<Frame>> frames;
  size_t depth = 0; // of the frames that are in use
  Status status = Status::Running;
  const MicroOp *next = nullptr;
  Wait wait;
  /// The registers before a watched instruction that waits.
  std::vector<uint64_t> watched;
  Extent tid;
  uint32_t index = 0;
  bool carry = false;
  uint64_t localTop = 0;
  /// By number in the grid: this one, and the first of its warp and of its block.
  uint32_t number = 0, firstOfWarp = 0, firstOfBlock = 0;
  /// Accesses of others before these times are ordered before this thread's next ones: of the block, by a barrier; of
  /// the warp, by a sync; of any thread, by a fence together with an atomic.
  uint32_t blockTime = 0, warpTime = 0, fenceTime = 0;
  bool hasFence = false, hasAtomic = false;
  void fence(uint32_t now) {
    hasFence = true;
    fenceTime = hasAtomic ? now : fenceTime;
  }
  void meetAtomic(uint32_t now) {
    hasAtomic = true;
    fenceTime = hasFence ? now : fenceTime;
  }
};

inline constexpr uint32_t warpSize = 32, numBarriers = 16;

struct BlockState {
  Extent ctaid;
  /// Threads that have arrived without waiting, by barrier.
  std::array<uint32_t, numBarriers> arrived = {};
  /// The number of its first thread in the grid.
  uint32_t firstThread = 0;
  std::vector<Region> shared;
};

struct MachineImpl;

/// The state that handlers see.
struct Exec {
  uint64_t *r = nullptr, *p = nullptr; // the frame's slots: values, and which of their bits were never written
  Frame *frame = nullptr;
  ThreadState *thread = nullptr;
  BlockState *block = nullptr;
  MachineImpl *machine = nullptr;
  /// Allocations of global memory.
  std::span<Region> regions;
  const MicroOp *faulty = nullptr;
  std::string message;
  /// Of a race: the line of the other access.
  uint32_t otherLine = 0;
  /// Of a chain: the first op that is not among `steps` yet, the ops executed, and how many there may be.
  const MicroOp *counted = nullptr;
  uint64_t steps = 0, limit = 0;

  const MicroOp *fail(const MicroOp *op, std::string text) {
    faulty = op;
    message = std::move(text);
    thread->status = Status::Fault;
    return nullptr;
  }
  const MicroOp *stop(const MicroOp *op, Status status) {
    thread->status = status;
    thread->next = op;
    return nullptr;
  }
};

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_EXEC_H
