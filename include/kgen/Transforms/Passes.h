// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes from kgen to kgen.

#ifndef KGEN_TRANSFORMS_PASSES_H
#define KGEN_TRANSFORMS_PASSES_H

#include "kgen/Transforms/Transforms.h"
#include "mlir/Pass/Pass.h"

namespace kgen {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "kgen/Transforms/Passes.h.inc"

} // namespace kgen

#endif // KGEN_TRANSFORMS_PASSES_H
