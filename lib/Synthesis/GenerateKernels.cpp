// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `kgen-generate`.

#include "kgen/Synthesis/Passes.h"
#include "kgen/Synthesis/Synthesize.h"

namespace kgen {
#define GEN_PASS_DEF_GENERATE
#include "kgen/Synthesis/Passes.h.inc"
} // namespace kgen

using namespace mlir;
using namespace kgen;

namespace {

struct Generate : public kgen::impl::GenerateBase<Generate> {
  using GenerateBase::GenerateBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<Category> parsed = parseCategory(category);
    if (!parsed) {
      emitError(module.getLoc()) << "expected a category (" << listCategories() << ") but got '" << category << "'";
      return signalPassFailure();
    }
    SymbolTable symbols(module);
    for (uint64_t i = 0; i < count; ++i) {
      KernelPlan plan{*parsed, seed, index + i};
      FailureOr<CheckedKernel> made = synthesizeKernel(&getContext(), plan);
      if (failed(made))
        return signalPassFailure();
      // The table renames what it inserts where the name is taken.
      made->kernel.kernel->remove();
      symbols.insert(made->kernel.kernel, module.getBody()->end());
    }
  }
};

} // namespace
