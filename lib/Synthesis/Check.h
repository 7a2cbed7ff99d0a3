// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that drawn kernels and changed ones have in common.

#ifndef KGEN_LIB_SYNTHESIS_CHECK_H
#define KGEN_LIB_SYNTHESIS_CHECK_H

#include "Cases.h"

namespace kgen::synthesis {

/// Finds launches of a kernel; the random numbers are those of its plan and attempt, and of the guess at a launch: what
/// fails of the numbers alone goes well with others.
bool findCases(const CheckedKernel &checked, const KernelPlan &plan, Cases &cases, unsigned guess = 0);

/// Fills in text, hashes, with `backward` the gradient, and what the launches that were found compute. False where a
/// gradient is not there or not right, or rounding takes a result too far.
bool describe(CheckedKernel &checked, const KernelPlan &plan, Cases &cases, bool backward);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_CHECK_H
