// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that Warp launches for a kernel: its parameters, and the loop over the threads around the kernel's body,
// which KernelLowering lowers.

#ifndef KGEN_LIB_CONVERSION_ENTRYPOINT_H
#define KGEN_LIB_CONVERSION_ENTRYPOINT_H

#include "KernelLowering.h"

namespace kgen::conversion {

class EntryPoint {
public:
  EntryPoint(KernelOp kernel, Target target, llvm::StringRef chip);

  /// Fills the function, or erases it and fails.
  mlir::LogicalResult lower();

private:
  void bindParameters();
  void bindParameter(mlir::BlockArgument parameter, mlir::Value pointer, mlir::Type structType, unsigned field);
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
mlir::LogicalResult lowerKernel(KernelOp kernel, Target target, llvm::StringRef chip);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_ENTRYPOINT_H
