// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `kgen-randomize`.

#include "kgen/Synthesis/Passes.h"
#include "kgen/Synthesis/Randomize.h"
#include "kgen/Synthesis/Variants.h"

namespace kgen {
#define GEN_PASS_DEF_RANDOMIZE
#include "kgen/Synthesis/Passes.h.inc"
} // namespace kgen

using namespace mlir;
using namespace kgen;

namespace {

struct Randomize : public kgen::impl::RandomizeBase<Randomize> {
  using RandomizeBase::RandomizeBase;

  void runOnOperation() override {
    uint64_t index = 0;
    for (KernelOp kernel : llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      if (kernel.isBackward()) {
        kernel.emitError("expected kernels without gradients but got the backward of '")
            << *kernel.getAdjointOf() << "'; differentiate after 'kgen-randomize'";
        return signalPassFailure();
      }
      if (failed(refuseStructuredValues(kernel, "'kgen-randomize'")) || failed(change(kernel, index++)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult change(KernelOp kernel, uint64_t index) {
    if (!checked) {
      Rng rng(seed, index, /*stream=*/0);
      randomize(kernel, rng, mutations);
      return success();
    }
    FailureOr<CheckedKernel> variant = synthesizeVariant(kernel, {categoryOf(kernel), seed, index});
    if (failed(variant))
      return failure();
    variant->kernel.kernel->remove();
    kernel->getBlock()->getOperations().insert(Block::iterator(kernel), variant->kernel.kernel);
    kernel.erase();
    return success();
  }
};

} // namespace
