// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels of the dialect themselves, thread by thread, over plain or dual numbers. This is the meaning of a
// kernel: every other form is compared with it. It needs no compiler, and its results have the same bits on every
// machine.

#ifndef KGEN_INTERPRETER_INTERPRETER_H
#define KGEN_INTERPRETER_INTERPRETER_H

#include "kgen/IR/KernelCase.h"
#include "llvm/ADT/BitVector.h"
#include <functional>
#include <map>
#include <memory>

namespace kgen {

/// The numbers that floats are computed in. Integers always wrap at their width.
enum class Arithmetic : uint8_t {
  /// Every float in double.
  Double,
  /// Every float in its own type, rounded after each operation.
  Storage,
  /// Every float in double, with its derivative in one direction.
  Dual,
  /// Every float32 both in double and in float32: `runBoth`.
  Both
};

/// A run that had to stop, or a warning: the fault, its place in the source, and the thread.
struct Fault {
  mlir::Location loc;
  std::string message;
};

/// How often each op was executed, all threads together, by its name.
using OpCounts = std::map<std::string, uint64_t>;

/// How a kernel is run.
struct RunOptions {
  enum class Races : uint8_t { Ignore, Warn, Error };
  /// The reaction to two threads that touch one element, one of them with a plain store.
  Races races = Races::Warn;
  /// Whether a store of a number that is not finite is a fault.
  bool checkFinite = false;
  /// Whether a tile that begins before its array is a fault: Warp reads and writes the memory there.
  bool checkTiles = false;
  /// Trips that one execution of a loop may make.
  uint64_t maxTrips = 10'000'000;
  /// Trips that all loops of a launch may make together.
  uint64_t maxTotalTrips = 200'000'000;
  /// Whether threads run in the other order: a forward's from the last to the first.
  bool reversed = false;
  /// Whether a run in both arithmetics changes the last bit of float32 results of elementary functions, as another
  /// library may, and of addends of sums, which other machines add in another order and with other contractions.
  bool roundsElsewhere = false;
  /// The stream that `print` writes to; null for none.
  llvm::raw_ostream *print = nullptr;
  /// Called for each comparison of floats with the left operand, and whether the comparison holds.
  std::function<void(CmpOp comparison, double lhs, bool holds)> onFloatComparison;
};

/// The results of a run, by argument of the case. Valid only without a fault.
struct RunResult {
  std::optional<Fault> fault;
  std::vector<Fault> warnings;
  /// Final values of arrays; empty for arguments by value.
  std::vector<Numbers> values;
  /// With dual numbers: derivatives of the final values of arrays of floats.
  std::vector<std::vector<double>> slopes;
  /// For a backward kernel: gradients of arrays of floats.
  std::vector<std::vector<double>> gradients;
  /// Equal for two runs in which every comparison, and every float made an integer, came out the same.
  uint64_t path = 0;
  /// Whether operands of a comparison, `min` or `max` of floats lay so close that the roundings of another machine may
  /// put them in the other order.
  bool isClose = false;
  /// The arms that some thread ran: two bits for each `if`, `where` and loop in program order, an op before those in
  /// its regions. They stand for the two arms of an `if` or `where`, and for the body of a loop and the code after it.
  /// If all are set, every op ran and every choice was made both ways. The bits of Warp's own functions (`kgen.warps`)
  /// count as run.
  llvm::BitVector arms;
  /// How often each op was executed, if `create` was asked to count; constants and the ends of blocks are not counted.
  OpCounts ops;
};

/// The results of a run in double and one in storage types.
struct BothResults {
  /// `stored` is empty if `exact` has a fault.
  RunResult exact, stored;
};

/// A kernel, compiled once for running many times. Refers to the kernel's IR, which must outlive it unchanged.
class Interpreter {
public:
  /// Emits an error and fails if the kernel has an op that the interpreter has no rule for. `countOps` fills
  /// `RunResult::ops`. The kernel is compiled for `first` at once, and for other arithmetics when it is first run in
  /// them.
  static mlir::FailureOr<Interpreter> create(KernelOp kernel, bool countOps = false,
                                             Arithmetic first = Arithmetic::Storage);

  Interpreter(Interpreter &&) noexcept;
  Interpreter &operator=(Interpreter &&) noexcept;
  ~Interpreter();

  /// Runs the kernel on the arguments of a case that `verifyCase` accepts. A backward kernel is run on the arguments
  /// of its forward kernel, as the forward left them (`withValues`); gradients start from the weights.
  RunResult run(const Case &c, Arithmetic arithmetic = Arithmetic::Storage, const RunOptions &options = {}) const;

  /// Runs the kernel in double on one case and in storage types on another, which differs from it in values of arrays
  /// only; the options' stream and function apply to the first. The results are those of two calls of `run`. A kernel
  /// whose floats are all float32 is run once, and both share everything except floats, until a float32 would decide
  /// otherwise than its double does.
  BothResults runBoth(const Case &exact, const Case &stored, const RunOptions &options = {}) const;

  /// Runs a forward kernel with dual numbers: `directions` has one list for each argument, empty for the zero
  /// direction.
  RunResult runDual(const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                    const RunOptions &options = {}) const;

private:
  struct Programs;
  explicit Interpreter(std::unique_ptr<Programs> programs);
  std::unique_ptr<Programs> programs;
};

/// A case whose arrays have the final values of a run.
Case withValues(const Case &c, llvm::ArrayRef<Numbers> values);

/// Two numbers that agree if a backward kernel is right: the derivative of the weighted sum of final values in a
/// direction, from dual numbers and from the gradients. Both in double.
struct GradientCheck {
  std::optional<Fault> fault;
  double dual = 0.0;
  double reverse = 0.0;
  /// The sum of the magnitudes of the terms of `reverse`, the scale of an error.
  double scale = 0.0;
};

/// Compares a backward kernel with dual numbers in one direction.
GradientCheck checkGradient(const Interpreter &forward, const Interpreter &backward, const Case &c,
                            llvm::ArrayRef<std::vector<double>> directions, const RunOptions &options = {});

/// The same for existing gradients, of a run in double.
GradientCheck checkGradient(const Interpreter &forward, llvm::ArrayRef<std::vector<double>> gradients, const Case &c,
                            llvm::ArrayRef<std::vector<double>> directions, const RunOptions &options = {});

} // namespace kgen

#endif // KGEN_INTERPRETER_INTERPRETER_H
