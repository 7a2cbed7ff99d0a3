// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape, and values with an adjoint of the author's; include/kgen/IR/TapeOps.td. A word holds the bits of a number
// as the run has it, so what one run records only a run of the same arithmetic recalls (dual numbers and doubles are
// one).

#include "Compiler.h"
#include <cstring>

namespace kgen::interpreter {

using mlir::LogicalResult;
using mlir::success;

namespace {

/// The words of one thread.
class TapeStep : public Step {
public:
  TapeStep(mlir::Operation *op, Slot tape) : Step(op), tape(tape) {}

protected:
  /// How many slots a thread has; -1 where it has no place for their number either.
  int64_t capacity(Machine &machine) const {
    const ArrayValue &array = machine.array(tape);
    int64_t words = array.memory ? array.extent(0) : 0;
    return words / machine.numThreads() - 1;
  }
  uint64_t *word(Machine &machine, int64_t row, int64_t thread) const {
    const ArrayValue &array = machine.array(tape);
    return reinterpret_cast<uint64_t *>(array.memory->element(array.first + row * machine.numThreads() + thread));
  }
  bool fits(Machine &machine, int64_t thread) const {
    int64_t slots = capacity(machine);
    return slots >= 0 && static_cast<int64_t>(*word(machine, 0, thread)) <= slots;
  }

  Slot tape;
};

class RecordStep : public TapeStep {
public:
  RecordStep(mlir::Operation *op, Slot tape, Slot slot, Slot value, Slot result)
      : TapeStep(op, tape), slot(slot), value(value), result(result) {}
  Exit run(Machine &machine) const override {
    int64_t first = *machine.at<int32_t>(slot), slots = capacity(machine);
    visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for (unsigned i = 0; i < value.size() && first + i < slots; ++i) {
        uint64_t &bits = *word(machine, 1 + first + i, machine.currentThread());
        bits = 0;
        if constexpr (isBoth<T>)
          llvm_unreachable("a word holds one number: where there is a tape the runs are apart");
        else if constexpr (isDual<T>)
          std::memcpy(&bits, &machine.at<T>(value)[i].value, sizeof(double));
        else
          std::memcpy(&bits, &machine.at<T>(value)[i], sizeof(T));
      }
    });
    std::memcpy(machine.bytes(result), machine.bytes(value), value.bytes);
    return Exit::Next;
  }

private:
  Slot slot, value, result;
};

class RecallStep : public TapeStep {
public:
  RecallStep(mlir::Operation *op, Slot tape, Slot slot, Slot result) : TapeStep(op, tape), slot(slot), result(result) {}
  Exit run(Machine &machine) const override {
    int64_t first = *machine.at<int32_t>(slot);
    if (first < 0 || first + result.size() > capacity(machine))
      return machine.fault(op, "expected a slot of the tape but got " + llvm::Twine(first));
    visitKind(result.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for (unsigned i = 0; i < result.size(); ++i) {
        const uint64_t &bits = *word(machine, 1 + first + i, machine.currentThread());
        T &component = machine.at<T>(result)[i];
        if constexpr (isBoth<T>) {
          llvm_unreachable("a word holds one number: where there is a tape the runs are apart");
        } else if constexpr (isDual<T>) {
          component.slope = 0.0;
          std::memcpy(&component.value, &bits, sizeof(double));
        } else {
          std::memcpy(&component, &bits, sizeof(T));
        }
      }
    });
    return Exit::Next;
  }

private:
  Slot slot, result;
};

class TapeEndStep : public TapeStep {
public:
  TapeEndStep(mlir::Operation *op, Slot tape, Slot used) : TapeStep(op, tape), used(used) {}
  Exit run(Machine &machine) const override {
    if (capacity(machine) >= 0)
      *word(machine, 0, machine.currentThread()) = static_cast<uint32_t>(*machine.at<int32_t>(used));
    return Exit::Next;
  }

private:
  Slot used;
};

/// Whether the thread's records are all there; or whether it is the first of those whose are not.
class TapeFitsStep : public TapeStep {
public:
  TapeFitsStep(mlir::Operation *op, Slot tape, bool first, Slot result)
      : TapeStep(op, tape), first(first), result(result) {}
  Exit run(Machine &machine) const override {
    int64_t thread = machine.currentThread();
    bool answer = fits(machine, thread);
    if (first) {
      answer = !answer;
      for (int64_t earlier = 0; answer && earlier < thread; ++earlier)
        answer = fits(machine, earlier);
    }
    *machine.at<bool>(result) = answer;
    return Exit::Next;
  }

private:
  bool first;
  Slot result;
};

} // namespace

LogicalResult Compiler::compile(RecordOp op) {
  program.runsApart |= program.arithmetic == Arithmetic::Both;
  append<RecordStep>(op, slotOf(op.getTape()), slotOf(op.getSlot()), slotOf(op.getValue()), slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(RecallOp op) {
  program.runsApart |= program.arithmetic == Arithmetic::Both;
  append<RecallStep>(op, slotOf(op.getTape()), slotOf(op.getSlot()), slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(TapeEndOp op) {
  append<TapeEndStep>(op, slotOf(op.getTape()), slotOf(op.getUsed()));
  return success();
}

LogicalResult Compiler::compile(TapeFitsOp op) {
  append<TapeFitsStep>(op, slotOf(op.getTape()), /*first=*/false, slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(TapeFailsFirstOp op) {
  append<TapeFitsStep>(op, slotOf(op.getTape()), /*first=*/true, slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(CustomAdjointOp op) {
  append<MoveStep>(op, movesTo(op.getValues(), slotsOf(op.getResults())));
  return success();
}

} // namespace kgen::interpreter
