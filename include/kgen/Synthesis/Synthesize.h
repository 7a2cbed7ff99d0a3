// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that have been run: drawn again until one passes, always the same one for the same plan.

#ifndef KGEN_SYNTHESIS_SYNTHESIZE_H
#define KGEN_SYNTHESIS_SYNTHESIZE_H

#include "kgen/Support/Tolerance.h"
#include "kgen/Synthesis/Generator.h"

namespace kgen {

/// The results of a kernel on its inputs, in double, and how far its storage types took it from that.
struct Outcome {
  Case inputs;
  /// Final values of arrays, one list for each argument; empty for arguments by value.
  std::vector<Numbers> outputs;
  /// Gradients of the weighted sum of final values, one list for each argument; empty without a backward.
  std::vector<std::vector<double>> gradients;
  /// Largest distance between a run in double and one in storage types, relative to the largest number of an argument.
  double storageError = 0.0;
  /// Largest distance between gradients and dual numbers, relative to the terms that were summed; both in double.
  double dualError = 0.0;
  /// The difference that a run elsewhere may have, one for each argument.
  std::vector<Tolerance> outputTolerances, gradientTolerances;
  /// How these were derived.
  std::string toleranceReason;
  /// Whether they say something of every number; else the launch is no example of anything.
  bool isPrecise = true;
};

/// A kernel that has passed the checks.
struct CheckedKernel {
  /// The module holds the kernel, and its backward where there is one.
  GeneratedKernel kernel;
  KernelOp backward;
  /// The kernel alone, in source form.
  std::string text;
  /// A hash of the kernel's structure, whatever its names.
  std::string id;
  /// Its results in each of one to three launches; together they run all of it.
  std::vector<Outcome> outcomes;
  /// Which draw it was.
  unsigned attempt = 0;
};

/// The first draw for `plan` that verifies, suits its category, runs without a fault or race, gives finite results that
/// depend on its inputs, and has a right gradient. Emits an error where many draws in a row fail.
mlir::FailureOr<CheckedKernel> synthesizeKernel(mlir::MLIRContext *context, const KernelPlan &plan);

/// The hash of a kernel's structure: 32 hexadecimal digits that do not depend on names.
std::string structuralHash(KernelOp kernel);

/// The same, of a kernel whose literals are all taken for equal.
std::string structuralHashWithoutLiterals(KernelOp kernel);

} // namespace kgen

#endif // KGEN_SYNTHESIS_SYNTHESIZE_H
