// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that makes kernels.

#ifndef KGEN_SYNTHESIS_PASSES_H
#define KGEN_SYNTHESIS_PASSES_H

#include "kgen/IR/Kgen.h"
#include "mlir/Pass/Pass.h"

namespace kgen {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "kgen/Synthesis/Passes.h.inc"

} // namespace kgen

#endif // KGEN_SYNTHESIS_PASSES_H
