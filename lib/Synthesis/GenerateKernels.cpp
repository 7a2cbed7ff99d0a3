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

/// Moves the functions that a kernel calls; where the name of one is taken its calls say the new one.
static void moveFunctions(ModuleOp from, SymbolTable &symbols, ModuleOp to) {
  for (FuncOp function : llvm::make_early_inc_range(from.getOps<FuncOp>())) {
    std::string name = function.getSymName().str();
    for (unsigned i = 0; symbols.lookup(name); ++i)
      name = (function.getSymName() + "_" + Twine(i)).str();
    if (name != function.getSymName()) {
      auto renamed = StringAttr::get(from.getContext(), name);
      (void)SymbolTable::replaceAllSymbolUses(function, renamed, from); // fails only where ops are not known
      function.setSymName(renamed);
    }
    function->remove();
    symbols.insert(function, to.getBody()->end());
  }
}

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
    // A data set has all categories in turn.
    uint64_t step = allCategories().size();
    for (uint64_t i = 0; i < count; ++i) {
      KernelPlan plan{*parsed, seed, index + i * step, Profile::Balanced, step};
      FailureOr<CheckedKernel> made = synthesizeKernel(&getContext(), plan);
      if (failed(made))
        return signalPassFailure();
      moveFunctions(*made->kernel.module, symbols, module);
      // The table renames what it inserts where the name is taken.
      made->kernel.kernel->remove();
      symbols.insert(made->kernel.kernel, module.getBody()->end());
    }
  }
};

} // namespace
