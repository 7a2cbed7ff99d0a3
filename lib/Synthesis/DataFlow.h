// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether what a kernel computes serves something: questions about source form that need no run.

#ifndef KGEN_LIB_SYNTHESIS_DATAFLOW_H
#define KGEN_LIB_SYNTHESIS_DATAFLOW_H

#include "kgen/IR/Kgen.h"

namespace kgen {

/// An assignment whose value nothing reads, on any way through the kernel, or null. Liveness of variables, backwards
/// over structured control flow.
mlir::Operation *findDeadAssignment(KernelOp kernel);

/// A write to an array whose value follows from numbers and coordinates alone, or null.
mlir::Operation *findConstantOutput(KernelOp kernel);

} // namespace kgen

#endif // KGEN_LIB_SYNTHESIS_DATAFLOW_H
