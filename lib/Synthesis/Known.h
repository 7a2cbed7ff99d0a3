// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from the library of knowledge.

#ifndef KGEN_LIB_SYNTHESIS_KNOWN_H
#define KGEN_LIB_SYNTHESIS_KNOWN_H

#include "kgen/Synthesis/Generator.h"

namespace kgen::synthesis {

/// Draw number `attempt` from the library for a plan; nothing where the plan is the typed generator's, or the draw
/// gives no kernel.
std::optional<GeneratedKernel> drawKnown(mlir::MLIRContext *context, const KernelPlan &plan, unsigned attempt);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_KNOWN_H
