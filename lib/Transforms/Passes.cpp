// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes over one kernel: each calls its function and holds nothing else.

#include "kgen/Transforms/Passes.h"
#include "kgen/Transforms/Transforms.h"

namespace kgen {
#define GEN_PASS_DEF_LOWEREARLYEXITS
#define GEN_PASS_DEF_PROMOTEVARIABLES
#define GEN_PASS_DEF_EXPAND
#define GEN_PASS_DEF_NORMALISEWHILELOOPS
#define GEN_PASS_DEF_SINKSELECTARMS
#define GEN_PASS_DEF_UNROLLCONSTANTLOOPS
#define GEN_PASS_DEF_FORWARDLOADS
#define GEN_PASS_DEF_PREPAREPRIMAL
#include "kgen/Transforms/Passes.h.inc"

namespace {

struct LowerEarlyExits : public impl::LowerEarlyExitsBase<LowerEarlyExits> {
  void runOnOperation() override {
    if (failed(lowerEarlyExits(getOperation())))
      signalPassFailure();
  }
};

struct PromoteVariables : public impl::PromoteVariablesBase<PromoteVariables> {
  void runOnOperation() override {
    if (failed(promoteVariables(getOperation())))
      signalPassFailure();
  }
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
    forwardLoads(getOperation());
  }
};

struct PreparePrimal : public impl::PreparePrimalBase<PreparePrimal> {
  void runOnOperation() override {
    if (failed(preparePrimal(getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace kgen
