// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that makes kernels. What it does is a function in Synthesize.h.

#ifndef KGEN_SYNTHESIS_PASSES_TD
#define KGEN_SYNTHESIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Generate : Pass<"kgen-generate", "::mlir::ModuleOp"> {
  let summary = "adds generated kernels to a module";
  let description = [{
    Adds `count` kernels of one category, those that `kgen-synth` makes for the same seed at `index`, `index + 1` and
    so on. Each has passed the generator's checks: it runs without a fault, has finite results, and, with `backward`,
    can be differentiated. A kernel whose name is taken gets another.
  }];
  let options = [
    Option<"category", "category", "std::string", /*default=*/"\"arithmetic\"", "kernel type">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "seed of the random numbers">,
    Option<"index", "index", "uint64_t", /*default=*/"0", "index of the first kernel">,
    Option<"count", "count", "uint64_t", /*default=*/"1", "number of kernels">,
    Option<"backward", "backward", "bool", /*default=*/"true", "make only kernels that can be differentiated">,
  ];
  let dependentDialects = ["::kgen::KgenDialect"];
}

#endif // KGEN_SYNTHESIS_PASSES_TD
