// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels around those that somebody wrote: the same, or changed. How they are launched is guessed and tried.

#ifndef KGEN_SYNTHESIS_VARIANTS_H
#define KGEN_SYNTHESIS_VARIANTS_H

#include "kgen/Synthesis/Synthesize.h"

namespace kgen {

/// The category whose kernels are most like this one.
Category categoryOf(KernelOp kernel);

/// Whether a case can say what a parameter is: a value, an array of them or, in the first place, a struct of these.
bool isOfCase(mlir::BlockArgument parameter);

/// Whether a kernel is right with one thread only, since all of its threads would store to the same element.
bool isForOneThread(KernelOp kernel);

/// A module with a copy of the kernel and of the functions that it needs, in the order of its own module, which stay.
mlir::OwningOpRef<mlir::ModuleOp> cloneAlone(KernelOp kernel);

/// Which hashes a change may have, so that samples are distinct without knowing of each other.
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
  /// Number of the guess at extents and values (see lib/Synthesis/GuessLaunch.h); nullopt where any may do.
  std::optional<unsigned> guess;
  /// Whether the launches together run every arm, change every output and leave no gradient zero.
  bool everything = true;
  /// Whether it is differentiated.
  bool backward = true;
  bool oneThread = false;
};

/// The way that shows most of a kernel among those in which it runs without a fault or race, with a right gradient
/// where it has one; where no launch of it goes well, as of one that asks for a large grid, what is asked of others.
/// Random numbers are the same in every run.
LaunchWay findLaunchWay(KernelOp source);

/// The first change of `source` (see `randomize`) for `plan` that is another kernel and goes well where it is launched
/// in that way, which is the source's. Every arm is run where the source's are, unless many changes in a row have one
/// that no launch was found for. `plan.category` is that of the source. Emits an error where no change runs. Of all
/// hashes only those of `share` are taken.
mlir::FailureOr<CheckedKernel> synthesizeVariant(KernelOp source, LaunchWay way, const KernelPlan &plan,
                                                 const VariantShare &share = {});

/// `source` as it is, on inputs that were found for it: they need not run all of it. Has no backward where it cannot be
/// differentiated. Emits an error where no launch goes well.
mlir::FailureOr<CheckedKernel> checkSource(KernelOp source, const KernelPlan &plan);

} // namespace kgen

#endif // KGEN_SYNTHESIS_VARIANTS_H
