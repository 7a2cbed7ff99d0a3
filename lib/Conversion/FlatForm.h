// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of several coordinates whose threads are counted through the launch, so that lanes go on from one row of
// threads to the next. Rows that are shorter than the lanes would leave most of them without a thread.

#ifndef KGEN_LIB_CONVERSION_FLATFORM_H
#define KGEN_LIB_CONVERSION_FLATFORM_H

#include "LaneAnalysis.h"
#include "mlir/IR/OwningOpRef.h"

namespace kgen::conversion {

struct FlatForm {
  mlir::OwningOpRef<KernelOp> kernel;
  /// The number of a thread in the launch: the only result of its `tid`. It is the last index of an element that stood
  /// at the thread's coordinates, and the indices before are 0.
  mlir::Value thread;
  /// The arrays and gradients that are indexed so. Their extents must be those of the launch, and their elements lie
  /// without a gap.
  llvm::SmallVector<mlir::Value> arrays;
  std::optional<LaneAnalysis> analysis;
  /// Whether lanes find elements that follow one another, or one, everywhere, and coordinates serve nothing else: then
  /// long rows lose nothing.
  bool suitsLongRows = false;

  /// Of a kernel in the form that lanes are made of; nullopt if the kernel has one coordinate, or if counting it so
  /// gains nothing.
  static std::optional<FlatForm> ofLanes(KernelOp laneForm);
  /// The same for threads one by one, in short rows; nullopt if they need coordinates, too.
  static std::optional<FlatForm> ofThreads(KernelOp laneForm);
};

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_FLATFORM_H
