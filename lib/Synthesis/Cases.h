// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of a kernel that together run all of it: drawn, run, and, where an arm is never run, the kernel's thresholds
// moved to where its values lie or a third one drawn. The kernel is changed here in nothing else.

#ifndef KGEN_LIB_SYNTHESIS_CASES_H
#define KGEN_LIB_SYNTHESIS_CASES_H

#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Synthesis/Synthesize.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kgen::synthesis {

/// The demands on the launches of a kernel.
struct CaseDemands {
  /// Whether literals may be changed that floats are compared with.
  bool moveThresholds = true;
  /// Whether a kernel is refused where an arm is never run, or a gradient that it can have is zero.
  bool everything = true;
  /// Whether each launch changes every array that is written; else it changes one, and one of the launches each: a
  /// kernel may be asked for some of its results only.
  bool allOutputs = true;
};

class Cases {
public:
  /// Random numbers for set `number` of inputs.
  using InputRng = llvm::function_ref<Rng(unsigned number)>;
  /// Sets are numbered from zero to less than this.
  static constexpr unsigned maxNumbers = 16;

  explicit Cases(GeneratedKernel &kernel, CaseDemands demands = {});

  /// Finds a small launch and one of 64 threads, and a third where these two leave an arm out. Fails where something
  /// goes wrong in a launch (a fault, a race, a number that is not finite, a branch that rounding turns, an output that
  /// stays as it was or is another where the threads run in the other order) or where an arm is never run.
  bool findInputs(InputRng rngFor, Rng &thresholds);

  /// Runs the backward kernel on them, and holds it against dual numbers. Fails where the two differ, or where an
  /// argument that the kernel can have a gradient for has none.
  bool findGradients(KernelOp backward, Rng &directions);

  /// Runs the kernel, and its backward where there is one, on inputs that were found before. Fails where something goes
  /// wrong.
  bool replay(KernelOp backward, llvm::ArrayRef<Case> inputs);

  /// The outcomes that were found, with the tolerances that they allow.
  std::vector<Outcome> takeOutcomes();

private:
  struct Trial {
    Outcome outcome;
    std::vector<Numbers> storedValues;
    /// The largest error of each number over all runs, for each argument.
    std::vector<std::vector<double>> outputErrors, gradientErrors;
    /// The arms it runs, and the arrays it changes.
    llvm::BitVector reached;
  };
  /// The values that a comparison of a float with a literal has seen.
  struct Seen {
    std::vector<double> values;
    unsigned held = 0;
  };

  /// Null where the launch does not go well, or, where some are `wanted`, reaches none of those.
  std::optional<Trial> tryInputs(InputRng rngFor, LaunchSize size, unsigned number,
                                 const llvm::BitVector *wanted = nullptr);
  std::optional<Trial> firstGood(InputRng rngFor, LaunchSize size, unsigned number);
  bool isSameReversed(const Case &inputs, llvm::ArrayRef<Numbers> outputs) const;
  bool findThird(InputRng rngFor, llvm::BitVector missing);
  bool moveThresholds(Rng &rng);
  bool runBackward(Trial &trial) const;
  void roundElsewhere(Trial &trial, unsigned run) const;
  bool agreesWithDual(const Outcome &outcome, Rng &directions, double &error) const;

  GeneratedKernel &kernel;
  CaseDemands demands;
  /// Whether some thread may see how far others are with what they update.
  bool seesUpdates;
  RunOptions options;
  std::optional<Interpreter> forward, reverse;
  llvm::DenseMap<mlir::Operation *, Seen> seen; // looked up, never walked
  std::vector<Trial> trials;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_CASES_H
