// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clones a kernel, changes it, and looks for launches that it takes.

#include "kgen/Synthesis/Variants.h"
#include "Check.h"
#include "DataFlow.h"
#include "GuessLaunch.h"
#include "Streams.h"
#include "kgen/IR/Callees.h"
#include "kgen/Synthesis/Randomize.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// Parts that the hashes of changes are shared out in.
static constexpr unsigned numShares = 16;
/// Changes of one kernel before giving up; most are of another sample's part, which costs little.
static constexpr unsigned maxAttempts = 200 * numShares;
/// Those that have to be run altogether; where real kernels count on the size of their grid, no small launch does.
static constexpr unsigned maxDemandingAttempts = 20;
/// Changes that one variant is made of, at most.
static constexpr unsigned maxMutations = 7;

OwningOpRef<ModuleOp> kgen::cloneAlone(KernelOp kernel) {
  auto module = kernel->getParentOfType<ModuleOp>();
  llvm::SmallPtrSet<Operation *, 16> kept = neededFunctions(module, kernel);
  kept.insert(kernel);
  OwningOpRef<ModuleOp> alone = ModuleOp::create(UnknownLoc::get(kernel.getContext()));
  for (Operation &op : *module.getBody())
    if (kept.contains(&op))
      alone->push_back(op.clone());
  return alone;
}

static GeneratedKernel cloneOf(ModuleOp alone) {
  GeneratedKernel clone;
  clone.module = alone.clone();
  clone.kernel = *clone.module->getOps<KernelOp>().begin();
  return clone;
}

/// A copy of the kernel that calls nothing; the kernel itself where it calls nothing, or there is none.
static GeneratedKernel inlinedOf(GeneratedKernel &made) {
  GeneratedKernel copy;
  copy.kernel = made.kernel;
  if (made.module->getOps<FuncOp>().empty())
    return copy;
  GeneratedKernel inlined = cloneOf(*made.module);
  return succeeded(inlineCalls(inlined.kernel, *inlined.module)) ? std::move(inlined) : std::move(copy);
}

/// Tries guesses at launches until one goes well.
static bool findLaunch(CheckedKernel &checked, const KernelPlan &plan, CaseDemands demands, bool backward) {
  if (!llvm::all_of(KernelOp(checked.kernel.kernel).getBody().getArguments(), isOfCase))
    return false;
  GeneratedKernel inlined = inlinedOf(checked.kernel);
  for (unsigned guess = 0; guess < numLaunchGuesses; ++guess) {
    Rng rng = randomFor(plan, checked.attempt, Stream::Launch, guess);
    guessLaunch(checked.kernel, inlined.kernel, rng, guess);
    Cases cases(checked.kernel, demands);
    if (findCases(checked, plan, cases, guess))
      return describe(checked, plan, cases, backward);
  }
  return false;
}

static bool isIn(const VariantShare &share, StringRef id) {
  uint64_t hash = 0;
  (void)id.take_back(8).getAsInteger(16, hash);
  return hash % (numShares * share.alike) == share.place * numShares + share.turn % numShares;
}

static bool isVariant(CheckedKernel &checked, const KernelPlan &plan, StringRef sourceId, const VariantShare &share) {
  KernelOp kernel = checked.kernel.kernel;
  std::string id = structuralHash(kernel);
  if (!isIn(share, id))
    return false;
  CaseDemands demands;
  demands.everything = checked.attempt < maxDemandingAttempts * numShares * share.alike;
  return succeeded(verify(*checked.kernel.module)) && id != sourceId &&
         !findDeadAssignment(kernel) && !findConstantOutput(kernel) && isForOneThread(kernel) == checked.kernel.oneThread &&
         findLaunch(checked, plan, demands, /*backward=*/true);
}

FailureOr<CheckedKernel> kgen::synthesizeVariant(KernelOp source, const KernelPlan &plan,
                                                    const VariantShare &share) {
  std::string sourceId = structuralHash(source);
  bool oneThread = isForOneThread(source);
  OwningOpRef<ModuleOp> alone = cloneAlone(source);
  {
    // Why a change fails concerns nobody: the next one is taken.
    ScopedDiagnosticHandler quiet(source.getContext(), [](Diagnostic &) { return success(); });
    for (unsigned attempt = 0; attempt < maxAttempts * share.alike; ++attempt) {
      CheckedKernel checked;
      checked.attempt = attempt;
      checked.kernel = cloneOf(*alone);
      checked.kernel.oneThread = oneThread;
      Rng rng = randomFor(plan, attempt, Stream::Kernel);
      unsigned count = 3 + rng.below(maxMutations - 2);
      if (randomize(checked.kernel.kernel, rng, count) != 0 && isVariant(checked, plan, sourceId, share))
        return checked;
    }
  }
  return emitError(source.getLoc()) << "none of " << maxAttempts * share.alike << " changes of '" << source.getSymName()
                                    << "' gave a kernel that runs on inputs found for it";
}

FailureOr<CheckedKernel> kgen::checkSource(KernelOp source, const KernelPlan &plan) {
  OwningOpRef<ModuleOp> alone = cloneAlone(source);
  {
    ScopedDiagnosticHandler quiet(source.getContext(), [](Diagnostic &) { return success(); });
    struct Way {
      bool everything, backward, oneThread;
    };
    // What depends on the order of threads, such as the slots that they draw from a counter, has one at last.
    static constexpr Way ways[] = {{true, true, false}, {false, true, false}, {false, false, false}, {false, true, true}, {false, false, true}};
    bool isForOne = isForOneThread(source);
    for (Way way : ways) {
      if (isForOne && way.oneThread)
        break;
      CheckedKernel checked;
      checked.kernel = cloneOf(*alone);
      checked.kernel.oneThread = isForOne || way.oneThread;
      if (findLaunch(checked, plan, {.moveThresholds = false, .everything = way.everything}, way.backward))
        return checked;
    }
  }
  return emitError(source.getLoc()) << "no inputs were found on which '" << source.getSymName()
                                    << "' runs without a fault";
}
