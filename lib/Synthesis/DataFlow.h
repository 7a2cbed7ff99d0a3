// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether what a kernel computes serves something: about source form, without running it.

#ifndef KGEN_LIB_SYNTHESIS_DATAFLOW_H
#define KGEN_LIB_SYNTHESIS_DATAFLOW_H

#include "kgen/IR/Kgen.h"

namespace kgen::synthesis {

/// An assignment whose value nothing reads, on any way through the kernel or function, or null. Liveness of variables,
/// backwards over structured control flow.
mlir::Operation *findDeadAssignment(mlir::FunctionOpInterface function);

/// A write to an array all of whose values follow from numbers and coordinates alone, or null. A label that is set
/// where an input says so follows from it.
mlir::Operation *findConstantOutput(KernelOp kernel);

/// Whether the old value of an atomic is used, or the array that it updates is read beside it, as far as its body
/// tells.
bool isReadToo(mlir::Operation *atomic);

/// Erases what no output, no result and no way through the kernel or function depends on: values, assignments to
/// variables that are never read for something, and the branches and loops that hold nothing else.
void eraseUseless(mlir::FunctionOpInterface function);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_DATAFLOW_H
