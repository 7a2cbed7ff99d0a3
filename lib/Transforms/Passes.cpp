// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes over kernels and functions: each calls its function and holds nothing else.

#include "kgen/Transforms/Passes.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;

namespace kgen {
#define GEN_PASS_DEF_COMPOSEVIEWS
#define GEN_PASS_DEF_INLINE
#define GEN_PASS_DEF_LOWEREARLYEXITS
#define GEN_PASS_DEF_PROMOTEVARIABLES
#define GEN_PASS_DEF_EXPAND
#define GEN_PASS_DEF_NORMALISEWHILELOOPS
#define GEN_PASS_DEF_SINKSELECTARMS
#define GEN_PASS_DEF_SPLITSTRUCTS
#define GEN_PASS_DEF_UNROLLCONSTANTLOOPS
#define GEN_PASS_DEF_FORWARDLOADS
#define GEN_PASS_DEF_PREPAREPRIMAL
#include "kgen/Transforms/Passes.h.inc"

namespace {

/// Applies `f` to a kernel or function, or to all of a module.
LogicalResult forEachFunction(Operation *op, function_ref<LogicalResult(FunctionOpInterface)> f) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return f(function);
  WalkResult result = op->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    return succeeded(f(function)) ? WalkResult::skip() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

struct LowerEarlyExits : public impl::LowerEarlyExitsBase<LowerEarlyExits> {
  void runOnOperation() override {
    if (failed(forEachFunction(getOperation(), lowerEarlyExits)))
      signalPassFailure();
  }
};

struct PromoteVariables : public impl::PromoteVariablesBase<PromoteVariables> {
  void runOnOperation() override {
    if (failed(forEachFunction(getOperation(), promoteVariables)))
      signalPassFailure();
  }
};

struct Inline : public impl::InlineBase<Inline> {
  using InlineBase::InlineBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (failed(inlineCalls(kernel, getOperation(), /*keepAdjoints=*/true, maxOps)))
        return signalPassFailure();
    // The adjoints of the author's are called later, when the kernel is reversed.
    if (getOperation().walk([](CustomAdjointOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return;
    for (FuncOp function : llvm::make_early_inc_range(getOperation().getOps<FuncOp>()))
      function.erase();
  }
};

struct SplitStructs : public impl::SplitStructsBase<SplitStructs> {
  void runOnOperation() override {
    if (failed(splitStructs(getOperation())))
      signalPassFailure();
  }
};

struct ComposeViews : public impl::ComposeViewsBase<ComposeViews> {
  void runOnOperation() override { composeViews(getOperation()); }
};

struct Expand : public impl::ExpandBase<Expand> {
  using ExpandBase::ExpandBase;

  void runOnOperation() override {
    if (!forAdjoints)
      return expandBuiltins(getOperation());
    if (failed(verifyValueForm(getOperation())))
      return signalPassFailure();
    expandForAdjoints(getOperation());
  }
};

/// The passes that take value form only.
struct NormaliseWhileLoops : public impl::NormaliseWhileLoopsBase<NormaliseWhileLoops> {
  void runOnOperation() override {
    if (failed(verifyValueForm(getOperation())))
      return signalPassFailure();
    normaliseWhileLoops(getOperation());
  }
};

struct SinkSelectArms : public impl::SinkSelectArmsBase<SinkSelectArms> {
  void runOnOperation() override {
    if (failed(verifyValueForm(getOperation())))
      return signalPassFailure();
    sinkSelectArms(getOperation());
  }
};

struct UnrollConstantLoops : public impl::UnrollConstantLoopsBase<UnrollConstantLoops> {
  using UnrollConstantLoopsBase::UnrollConstantLoopsBase;

  void runOnOperation() override {
    if (failed(verifyValueForm(getOperation())))
      return signalPassFailure();
    unrollConstantLoops(getOperation(), maxTrips);
  }
};

struct ForwardLoads : public impl::ForwardLoadsBase<ForwardLoads> {
  void runOnOperation() override {
    if (failed(verifyValueForm(getOperation())))
      return signalPassFailure();
    composeViews(getOperation()); // an element is one, by whatever view
    forwardLoads(getOperation());
  }
};

struct PreparePrimal : public impl::PreparePrimalBase<PreparePrimal> {
  void runOnOperation() override {
    if (failed(preparePrimal(getOperation(), getOperation()->getParentOfType<ModuleOp>())))
      signalPassFailure();
  }
};

} // namespace
} // namespace kgen
