// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion passes and pipelines, for drivers.

#ifndef KGEN_CONVERSION_PASSES_H
#define KGEN_CONVERSION_PASSES_H

#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/Support/Lanes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace kgen {

#define GEN_PASS_DECL
#include "kgen/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kgen/Conversion/Passes.h.inc"

/// Registers the pass and the pipelines `kgen-to-cpu` and `kgen-to-nvptx`.
void registerConversionPasses();

} // namespace kgen

#endif // KGEN_CONVERSION_PASSES_H
