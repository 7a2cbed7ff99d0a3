// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from the library of knowledge.

#ifndef KGEN_LIB_SYNTHESIS_KNOWN_H
#define KGEN_LIB_SYNTHESIS_KNOWN_H

#include "kgen/Synthesis/Generator.h"

namespace kgen::synthesis {

/// The category of a sample of `--profile real`.
Category realCategory(const KernelPlan &plan);

/// The next kernel from the library for a plan; nothing where the plan is the typed generator's, or all of its
/// candidates were tried. `next` is how many were, and goes on.
std::optional<GeneratedKernel> drawKnown(mlir::MLIRContext *context, const KernelPlan &plan, unsigned attempt,
                                         unsigned &next);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_KNOWN_H
