// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled kernel: steps over a frame of numbered slots. What a step means is in its class's `run`, beside the code
// that makes it: ControlFlow.cpp, Values.cpp, ArrayAccess.cpp; builtins are in Operators.cpp, ScalarMath.cpp and
// VectorMath.cpp.

#ifndef KGEN_LIB_INTERPRETER_PROGRAM_H
#define KGEN_LIB_INTERPRETER_PROGRAM_H

#include "Memory.h"
#include "kgen/Interpreter/Interpreter.h"
#include <cstring>
#include <deque>

namespace kgen::interpreter {

/// Where a value lies in the frame: rows times columns numbers of one kind; a vector has one column. A struct, which
/// has numbers of several kinds, and an array are one number by this count, and more bytes.
struct Slot {
  uint32_t offset = 0;
  uint32_t bytes = 0;
  uint16_t rows = 1, cols = 1;
  Kind kind = Kind::Bool;

  unsigned size() const { return rows * cols; }
};

/// Copies numbers; nearly all are one, or few.
inline void copyBytes(std::byte *to, const std::byte *from, uint32_t bytes) {
  switch (bytes) {
  case 1:
    *to = *from;
    return;
  case 4:
    std::memcpy(to, from, 4);
    return;
  case 8:
    std::memcpy(to, from, 8);
    return;
  case 16:
    std::memcpy(to, from, 16);
    return;
  default:
    std::memcpy(to, from, bytes);
  }
}

/// What happens after a step.
enum class Exit : uint8_t { Next, Break, Continue, Return, Fault };

struct Program;

/// The state of a run: the frame of the thread that runs now, and what is common to all.
class Machine {
public:
  Machine(const RunOptions &options, const Program &program, llvm::ArrayRef<int64_t> dim);

  /// The numbers of a slot.
  template <class T> T *at(const Slot &slot) { return reinterpret_cast<T *>(frame.get() + slot.offset); }
  std::byte *bytes(const Slot &slot) { return frame.get() + slot.offset; }
  bool flag(const Slot &slot) { return *at<bool>(slot); }
  ArrayValue &array(const Slot &slot) { return *at<ArrayValue>(slot); }

  /// Makes a thread the one that runs.
  void enterThread(int64_t thread);
  int64_t currentThread() const { return thread; }
  /// How many threads the launch has.
  int64_t numThreads() const;
  /// A coordinate of the running thread in the launch grid; zero past its dimensions.
  int64_t coordinate(unsigned dimension) const { return dimension < dim.size() ? coordinates[dimension] : 0; }

  /// Ends the run with a message about an op in the running thread.
  Exit fault(mlir::Operation *op, const llvm::Twine &message);
  /// Counts a trip of a loop that has made `trips` before.
  Exit countTrip(mlir::Operation *op, uint64_t trips) {
    ++totalTrips;
    if (trips < options.maxTrips && totalTrips <= options.maxTotalTrips) [[likely]]
      return Exit::Next;
    return faultTrips(op, trips);
  }
  /// Counts a call of a function: each may call others twice, and so on.
  Exit countCall(mlir::Operation *op) {
    if (++totalCalls <= options.maxTotalTrips) [[likely]]
      return Exit::Next;
    return faultCalls(op);
  }
  /// Warns or faults, as the options say, about a race for an element.
  Exit reportRace(mlir::Operation *op, const Array &array, int64_t index, int64_t otherThread);
  /// Notes that an arm is run.
  void cover(unsigned arm) { covered[arm] = true; }
  /// Puts into the result what was noted while threads ran.
  RunResult takeResult();
  /// Notes that the stored numbers would not go the way that the exact ones do: from here on only these count.
  void part() { parted = true; }
  bool haveParted() const { return parted; }
  /// Takes a decision that control flow may follow into the path of the run.
  void decide(uint64_t outcome) { result.path = (result.path ^ outcome) * 0x9e3779b97f4a7c15u + 1; }

  const RunOptions &options;
  RunResult result;
  /// How often each of the program's `countedOps` was executed.
  std::vector<uint64_t> opCounts;

private:
  std::string threadName(int64_t which) const;
  /// Ends the run because of one trip too many.
  Exit faultTrips(mlir::Operation *op, uint64_t trips);
  Exit faultCalls(mlir::Operation *op);
  std::unique_ptr<std::byte[]> frame;
  /// Whether some thread ran an arm.
  std::unique_ptr<bool[]> covered;
  llvm::SmallVector<int64_t, 4> dim;
  llvm::SmallVector<int64_t, 4> coordinates;
  int64_t thread = 0;
  uint64_t totalTrips = 0, totalCalls = 0;
  bool parted = false;
};

/// The result of an operation on numbers of a run: where each is two, from the results of the two. Where these have to
/// be one, being no such numbers, and are not, the runs part.
template <class R, class E, class S> R join(Machine &machine, E exact, S stored) {
  if constexpr (isBoth<R>) {
    return Both(exact, stored);
  } else {
    if (exact != stored)
      machine.part();
    return exact;
  }
}

/// Calls `f` with numbers of a run; where any is two, with the exact ones and with the stored ones.
template <class R, class F, class... Ts> R apart(Machine &machine, F f, Ts... numbers) {
  if constexpr ((isBoth<Ts> || ...)) {
    auto exact = f(exactOf(numbers)...);
    return join<R>(machine, exact, f(storedOf(numbers)...));
  } else {
    return f(numbers...);
  }
}

/// One thing that a thread does.
class Step {
public:
  explicit Step(mlir::Operation *op) : op(op) {}
  virtual ~Step() = default;
  virtual Exit run(Machine &machine) const = 0;

protected:
  /// Where errors point.
  mlir::Operation *op;
};

/// Steps one after another.
class Sequence {
public:
  void append(std::unique_ptr<Step> step) { steps.push_back(std::move(step)); }
  Exit run(Machine &machine) const {
    for (const std::unique_ptr<Step> &step : steps)
      if (Exit exit = step->run(machine); exit != Exit::Next)
        return exit;
    return Exit::Next;
  }

private:
  std::vector<std::unique_ptr<Step>> steps;
};

/// An index or a bound: a literal, or an si32 in a slot.
struct IndexOperand {
  int64_t literal = 0;
  std::optional<Slot> slot;
  /// The author's name for it, for messages.
  llvm::StringRef name;

  int64_t get(Machine &machine) const { return slot ? *machine.at<int32_t>(*slot) : literal; }
};
using IndexList = llvm::SmallVector<IndexOperand, 2>;

/// The way to a part of a value: bytes from its start, and steps by indices that are values.
struct PartPath {
  struct Step {
    IndexOperand index;
    int64_t extent;
    uint32_t stride;
    /// Completes "index ... is out of range:".
    const char *where;
  };
  uint32_t offset = 0;
  llvm::SmallVector<Step, 2> steps;

  /// Bytes from the start of the value; nullopt, and a fault, for an index that is out of range.
  std::optional<uint32_t> locate(Machine &machine, mlir::Operation *op) const {
    return steps.empty() ? offset : locateSteps(machine, op);
  }

private:
  std::optional<uint32_t> locateSteps(Machine &machine, mlir::Operation *op) const;
};

/// Ends the run because of an index that is not in an extent. `where` completes "index ... is out of range:".
void faultIndex(Machine &machine, mlir::Operation *op, const IndexOperand &operand, int64_t extent,
                llvm::function_ref<std::string()> where);

/// An index in an extent, negative ones counted from the end; -1 where it is outside.
inline int64_t indexWithin(int64_t extent, int64_t index) {
  index = index < 0 ? index + extent : index;
  return index < extent ? std::max<int64_t>(index, -1) : -1;
}

/// A number for messages, as short as it can be told.
std::string toText(double number);

/// A kernel for one arithmetic.
struct Program {
  KernelOp kernel;
  Arithmetic arithmetic;
  Sequence body;
  /// The functions that are called, by any of them. A frame has room for one call of each: they are not recursive.
  std::deque<Sequence> functions;
  /// Whether parts of elements are accessed, so that threads may share an element.
  bool accessesParts = false;
  /// The frame before a thread runs: its constants.
  std::vector<std::byte> frameImage;
  /// How many arms there are: `RunResult::arms`.
  unsigned numArms = 0;
  /// The first of the two of Warp's own functions, where some are called.
  std::optional<unsigned> warpsArms;
  /// Whether what is in it cannot be run in both arithmetics at once: then it is not to be run.
  bool runsApart = false;
  /// Whether it counts ops, and the names of those.
  bool countsOps = false;
  llvm::SmallVector<llvm::StringRef> countedOps;
  /// Slots of the parameters, in order; of an array, one that holds an `ArrayValue`.
  std::vector<Slot> parameters;
};

/// Compiles a kernel; emits an error for an op that there is no rule for.
mlir::FailureOr<Program> compile(KernelOp kernel, Arithmetic arithmetic, bool countOps = false);

/// The kind of the numbers that a type is made of; of a struct, bytes.
Kind kindOf(mlir::Type type, Arithmetic arithmetic);

/// How values of a type lie in the frame, and as elements in arrays.
struct Form {
  Kind kind = Kind::U8;
  unsigned rows = 1, cols = 1;
  uint32_t bytes = 0, alignment = 1;
};
Form formOf(mlir::Type type, Arithmetic arithmetic);

/// Bytes from the start of a value to one of its parts.
uint32_t partOffset(mlir::Type type, unsigned part, Arithmetic arithmetic);

/// The numbers of a value; arrays in it have none.
llvm::SmallVector<NumberRun, 1> numbersOf(mlir::Type type, Arithmetic arithmetic);

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_PROGRAM_H
