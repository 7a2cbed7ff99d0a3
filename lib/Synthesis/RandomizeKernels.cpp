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

/// Why an op is not taken yet: calls, views, and values other than scalars, vectors and matrices; "" where it is.
static std::string whyRefused(Operation *op) {
  auto isPlain = [](Type type) {
    if (auto var = dyn_cast<VarType>(type))
      type = var.getElementType();
    else if (auto gradient = dyn_cast<GradientType>(type))
      type = gradient.getElementType();
    else if (auto array = dyn_cast<ArrayType>(type))
      type = array.getElementType();
    return isScalar(type) || isAggregate(type);
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isa<CallOp, ViewOp, PrintfOp, AssertOp, ExpectOp, AtomicCasOp, BlockDimOp>(op))
    os << "'" << op->getName() << "'";
  for (Type type : op->getResultTypes())
    if (text.empty() && (!isPlain(type) || (isa<VarType>(type) && isArray(cast<VarType>(type).getElementType()))))
      os << "a value of type '" << type << "'";
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (text.empty() && (!isPlain(argument.getType()) || (!isa<KernelOp>(op) && isArray(argument.getType()))))
        os << "a value of type '" << argument.getType() << "'";
  auto access = dyn_cast<AccessOpInterface>(op);
  if (text.empty() && access && !access.getPath().empty())
    os << "a part of an element";
  return text;
}

static LogicalResult refuseStructuredValues(KernelOp kernel) {
  WalkResult result = kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::string reason = whyRefused(op);
    if (reason.empty())
      return WalkResult::advance();
    op->emitError("'kgen-randomize' does not take ") << reason << " yet";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

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
      if (failed(refuseStructuredValues(kernel)) || failed(change(kernel, index++)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult change(KernelOp kernel, uint64_t index) {
    if (!checked) {
      Rng rng(seed, index, /*stream=*/0);
      randomize(kernel, /*functions=*/{}, rng, mutations);
      return success();
    }
    FailureOr<CheckedKernel> variant =
        synthesizeVariant(kernel, findLaunchWay(kernel), {categoryOf(kernel), seed, index});
    if (failed(variant))
      return failure();
    variant->kernel.kernel->remove();
    kernel->getBlock()->getOperations().insert(Block::iterator(kernel), variant->kernel.kernel);
    kernel.erase();
    return success();
  }
};

} // namespace
