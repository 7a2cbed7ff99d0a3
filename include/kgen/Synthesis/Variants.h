// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels around those of users' files: the same, or changed. Their launches are guessed and tried.

#ifndef KGEN_SYNTHESIS_VARIANTS_H
#define KGEN_SYNTHESIS_VARIANTS_H

#include "kgen/Synthesis/Synthesize.h"

namespace kgen {

/// The category whose kernels are most like this one.
Category categoryOf(KernelOp kernel);

/// Whether a case can express a parameter: a value, an array of them or, in the first place, a struct of these.
bool isOfCase(mlir::BlockArgument parameter);

/// Whether a kernel is right with one thread only, since all of its threads would store to the same element.
bool isForOneThread(KernelOp kernel);

/// A module with a copy of the kernel and of the functions that it needs, in the order of its own module, which stays
/// unchanged.
mlir::OwningOpRef<mlir::ModuleOp> cloneAlone(KernelOp kernel);

/// The hashes that a change may have, so that samples are distinct without knowing of each other.
struct VariantShare {
  /// Counts the samples that are made of one source: each takes a sixteenth of the hashes, sixteen in a row different
  /// ones.
  uint64_t turn = 0;
  /// Sources with the same parameters, whose changes may be the same kernel, and which of them this one is: each takes
  /// a part of the sixteenth.
  unsigned alike = 1, place = 0;
};

/// How a kernel is launched.
struct LaunchWay {
  /// Number of the guess at extents and values (see lib/Synthesis/GuessLaunch.h); nullopt if any may do.
  std::optional<unsigned> guess;
  /// Whether the launches together run every arm, change every output and leave no gradient zero.
  bool everything = true;
  /// Whether it is differentiated.
  bool backward = true;
  bool oneThread = false;
};

/// The way that shows most of a kernel among those in which it runs without a fault or race, with a right gradient if
/// it has one. If no launch of it succeeds, for example because it needs a large grid, the way that is asked of other
/// kernels. Random numbers are the same in every run.
LaunchWay findLaunchWay(KernelOp source);

/// The first change of `source` (see `randomize`) for `plan` that is another kernel and runs well if launched in that
/// way, which is the source's. Every arm is run if the source's are, unless many changes in a row have one that no
/// launch was found for. `plan.category` is that of the source. Emits an error if no change runs. Only hashes of
/// `share` are taken.
mlir::FailureOr<CheckedKernel> synthesizeVariant(KernelOp source, LaunchWay way, const KernelPlan &plan,
                                                 const VariantShare &share = {});

/// `source` as it is, on inputs that were found for it and need not run all of it. Has no backward if it cannot be
/// differentiated. Emits an error if no launch succeeds.
mlir::FailureOr<CheckedKernel> checkSource(KernelOp source, const KernelPlan &plan);

} // namespace kgen

#endif // KGEN_SYNTHESIS_VARIANTS_H
