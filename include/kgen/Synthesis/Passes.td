// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that make kernels and change them. Synthesize.h and Randomize.h have the functions that do their work.

#ifndef KGEN_SYNTHESIS_PASSES_TD
#define KGEN_SYNTHESIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Generate : Pass<"kgen-generate", "::mlir::ModuleOp"> {
  let summary = "adds generated kernels to a module";
  let description = [{
    Adds `count` kernels of one category, those that `kgen-synth` makes for the same seed at `index`, `index + 10` and
    so on: the ten categories take turns. Each has passed the generator's checks: it runs without a fault, has finite results, and can be
    differentiated. A kernel whose name is taken gets another.

    Example: `kgen-opt --kgen-generate` makes of

    ```mlir
    module {
    }
    ```

    this:

    ```mlir
    kgen.kernel @... {
      ...
      kgen.return
    }
    ```
  }];
  let options = [
    Option<"category", "category", "std::string", /*default=*/"\"arithmetic\"", "kernel type">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "seed of the random numbers">,
    Option<"index", "index", "uint64_t", /*default=*/"0", "index of the first kernel">,
    Option<"count", "count", "uint64_t", /*default=*/"1", "number of kernels">,
  ];
  let dependentDialects = ["::kgen::KgenDialect"];
}

def Randomize : Pass<"kgen-randomize", "::mlir::ModuleOp"> {
  let summary = "changes what kernels mean, keeping them valid";
  let description = [{
    Makes `mutations` changes to each kernel, which is in source form: another operator or builtin of the same type,
    another constant, condition or number of trips, a statement, branch or loop more or fewer, an array of numbers
    widened to one of vectors, a parameter by value made an array. The result verifies, prints as Warp Python, and is
    imported from there as it is. The changes to a kernel follow from the seed and its place in the module.

    With `checked` a kernel is changed again until it passes the checks of `kgen-synth`: it runs, all of it, without a
    fault or race on inputs that were found for it, and has a right gradient. Then `mutations` does not matter. Without,
    no kernel is run.

    Example: `kgen-opt --kgen-randomize="seed=1 mutations=1"` makes of

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      %w = kgen.var %1 : f32
      %2 = kgen.get %w : f32
      %3 = kgen.constant 2.800000e-01 : f32
      %4 = kgen.cmp lt %2, %3 : f32
      kgen.if %4 {
        %6 = kgen.get %w : f32
        %7 = kgen.constant 1.260000e+00 : f32
        %8 = kgen.max %6, %7 : f32
        kgen.set %w, %8 : f32
      }
      %5 = kgen.get %w : f32
      kgen.store %y[%i], %5 : !kgen.array<1, f32>
      kgen.return
    }
    ```
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "seed of the random numbers">,
    Option<"mutations", "mutations", "unsigned", /*default=*/"3", "changes to each kernel">,
    Option<"checked", "checked", "bool", /*default=*/"false", "make only kernels that run">,
  ];
  let dependentDialects = ["::kgen::KgenDialect"];
}

#endif // KGEN_SYNTHESIS_PASSES_TD
