// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a gradient as text and as remarks.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_PLAN_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_PLAN_H

#include "Needs.h"
#include "kgen/IR/SourceLines.h"

namespace kgen::transforms {

/// Prints, in the order of the program, how the backward has each value that an adjoint reads, and for each loop that
/// is reversed where its number of trips and its state come from. `lines`, if not null, is told of each line.
void printPlan(KernelOp primal, const Activity &activity, const Needs &needs, llvm::raw_ostream &os,
               SourceLines *lines = nullptr);

/// Emits the same as remarks of the category `gradient-plan`, if anybody listens to remarks.
void remarkPlan(KernelOp primal, const Activity &activity, const Needs &needs);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_PLAN_H
