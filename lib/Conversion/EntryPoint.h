// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that Warp launches for a kernel: its parameters, and the loop over the threads around the kernel's body,
// which KernelLowering lowers.

#ifndef KGEN_LIB_CONVERSION_ENTRYPOINT_H
#define KGEN_LIB_CONVERSION_ENTRYPOINT_H

#include "Lanes.h"

namespace kgen::conversion {

class EntryPoint {
public:
  EntryPoint(KernelOp kernel, const ConversionOptions &options);

  /// Fills the function, or erases it and fails.
  mlir::LogicalResult lower();
  /// The same, with threads as lanes; the kernel is in value form, and the analysis has no reason against it.
  mlir::LogicalResult lowerWithLanes(const LaneAnalysis &analysis, unsigned count);

private:
  // LaneEntry.cpp
  struct Rows;
  mlir::Value bound(LaunchBoundsField field, unsigned dimension, const llvm::Twine &name);
  Rows openRows();
  void closeRows(Rows &rows);
  void limitRow(Rows &rows);
  void measureMargin(const Rows &rows, Lanes &lanes, mlir::Value column);
  void bindInRow(const Rows &rows, mlir::Value column, mlir::Value thread);
  mlir::LogicalResult lowerLanesOfRow(Rows &rows, Lanes &lanes);
  mlir::LogicalResult lowerThreadsOfRow(Rows &rows);
  void bindParameters();
  void bindParameter(mlir::BlockArgument parameter, mlir::Value pointer, mlir::Type structType, unsigned field);
  /// The threads to run, from the first to behind the last; null where all of the launch are.
  std::pair<mlir::Value, mlir::Value> range();
  void openThreadLoop();
  void openCpuLoop();
  void openGridStrideLoop();
  void bindCoordinates(mlir::Value thread);
  void closeThreadLoop();

  KernelOp kernel;
  unsigned rank;
  mlir::LLVM::LLVMFuncOp function;
  KernelLowering body;
  mlir::OpBuilder &builder; // the body's
  mlir::Block *onReturn = nullptr, *loopHead = nullptr;
  mlir::Value threadStep;
};

/// Makes a kernel's entry point, before the kernel.
mlir::LogicalResult lowerKernel(KernelOp kernel, const ConversionOptions &options);

// LaunchChecks.cpp
/// Whether, in this launch, the arrays are as lanes need them: elements lie where shape and strides of a plain array put
/// them, and no array that is written overlaps another. Before the thread loop.
mlir::Value checkArrays(KernelLowering &k, const Lanes &lanes);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_ENTRYPOINT_H
