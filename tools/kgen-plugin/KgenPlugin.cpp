// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, its passes and its pipelines as a plugin, for a driver of somebody else: `mlir-opt
// --load-dialect-plugin` and `--load-pass-plugin`. It may not need more than the libMLIR.so that the driver has loaded.

#include "kgen/Conversion/Passes.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Transforms/Passes.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kgen", KGEN_VERSION,
          [](mlir::DialectRegistry *registry) { registry->insert<kgen::KgenDialect>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kgen", KGEN_VERSION, [] {
            kgen::registerTransformsPasses();
            kgen::registerConversionPasses();
          }};
}
