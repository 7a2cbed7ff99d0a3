// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clones a kernel, changes it, and looks for launches that it takes.

#include "kgen/Synthesis/Variants.h"
#include "Check.h"
#include "DataFlow.h"
#include "GuessLaunch.h"
#include "Streams.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Callees.h"
#include "kgen/Synthesis/Randomize.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// Parts that the hashes of changes are shared out in.
static constexpr unsigned numShares = 16;
/// Changes of one kernel before giving up; most are of another sample's part, which costs little.
static constexpr unsigned maxAttempts = 200 * numShares;
/// So many times as many for a split, since most are of another one.
static constexpr unsigned timesForSplit = 20;
/// Numbers that are tried for a change whose structure is of the split, for each part of the hashes: nearly all find
/// one.
static constexpr unsigned numbersPerShare = 3;
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

/// A copy of the kernel that calls nothing; the kernel itself, without a module, where it calls nothing, or there is
/// none.
static GeneratedKernel inlinedOf(GeneratedKernel &made) {
  GeneratedKernel copy;
  copy.kernel = made.kernel;
  if (made.module->getOps<FuncOp>().empty() && !hasTiles(made.kernel))
    return copy;
  GeneratedKernel inlined = cloneOf(*made.module);
  lowerTiles(*inlined.module, /*inPlace=*/false);
  return succeeded(inlineCalls(inlined.kernel, *inlined.module)) ? std::move(inlined) : std::move(copy);
}

/// Whether launches that are made in that way go well.
static bool launches(CheckedKernel &checked, const KernelPlan &plan, const LaunchWay &way, bool moveThresholds) {
  checked.kernel.oneThread = way.oneThread;
  GeneratedKernel inlined = inlinedOf(checked.kernel);
  for (unsigned guess = way.guess.value_or(0), end = way.guess ? guess + 1 : numLaunchGuesses; guess < end; ++guess) {
    Rng rng = randomFor(plan, checked.attempt, Stream::Launch, guess);
    guessLaunch(checked.kernel, inlined.kernel, rng, guess);
    Cases cases(checked.kernel,
                {.moveThresholds = moveThresholds, .everything = way.everything, .allOutputs = !way.everything});
    if (findCases(checked, plan, cases, guess))
      return describe(checked, plan, cases, way.backward);
  }
  return false;
}

/// Whether its author wants a backward: without one Warp's gradients are zero.
static bool wantsBackward(KernelOp kernel) { return !kernel->hasAttr(noBackwardAttrName); }

/// The first way, in the order of how much it shows, that launches go well in; `checked` is what they found. `plan`
/// says which random numbers are taken, from attempt 0 to less than `tries`.
static std::optional<LaunchWay> findWay(KernelOp source, const KernelPlan &plan, bool moveThresholds, unsigned tries,
                                        CheckedKernel &checked) {
  if (!llvm::all_of(source.getBody().getArguments(), isOfCase))
    return std::nullopt;
  bool isForOne = isForOneThread(source), isDifferentiated = wantsBackward(source);
  // A kernel that depends on the order of threads, such as by slots that they draw from a counter, has one thread at
  // last.
  static constexpr LaunchWay ways[] = {{0, true, true, false},   {0, false, true, false}, {0, true, false, false},
                                       {0, false, false, false}, {0, false, true, true},  {0, false, false, true}};
  ScopedDiagnosticHandler quiet(source.getContext(), [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> alone = cloneAlone(source);
  for (LaunchWay way : ways) {
    if (isForOne && way.oneThread)
      break;
    if (way.backward && !isDifferentiated)
      continue;
    way.oneThread |= isForOne;
    for (unsigned attempt = 0; attempt < (way.everything ? tries : 1); ++attempt)
      for (unsigned guess = 0; guess < numLaunchGuesses; ++guess) {
        way.guess = guess;
        checked = {};
        checked.attempt = attempt;
        checked.kernel = cloneOf(*alone);
        if (launches(checked, plan, way, moveThresholds))
          return way;
      }
  }
  return std::nullopt;
}

static bool isIn(const VariantShare &share, StringRef id) {
  uint64_t hash = 0;
  (void)id.take_back(8).getAsInteger(16, hash);
  return hash % (numShares * share.alike) == share.place * numShares + share.turn % numShares;
}

/// The functions that are changed with the kernel that calls them: those that its author wrote, once, and without an
/// adjoint.
static SmallVector<FuncOp> changedFunctions(ModuleOp module) {
  llvm::StringSet<> adjoints;
  for (FuncOp function : module.getOps<FuncOp>())
    for (std::optional<StringRef> name : {function.getGrad(), function.getReplay()})
      if (name)
        adjoints.insert(*name);
  SmallVector<FuncOp> changed;
  for (FuncOp function : module.getOps<FuncOp>())
    if (!function->hasAttr(warpsAttrName) && !function.getPyName() && !function.getGrad() && !function.getReplay() &&
        !adjoints.contains(function.getSymName()))
      changed.push_back(function);
  return changed;
}

static bool hasDeadAssignment(ModuleOp module) {
  return llvm::any_of(module.getOps<FunctionOpInterface>(), findDeadAssignment);
}

/// Whether a change is of the split and of the sample's share of hashes. A structure of the split is rare, so that
/// other numbers are tried for it.
static bool isOfSplit(KernelOp kernel, ArrayRef<FuncOp> functions, Split split, unsigned numbers, Rng &rng,
                      llvm::function_ref<bool()> isOfShare) {
  if (split == Split::All)
    return isOfShare();
  return splitOf(structuralHashWithoutLiterals(kernel)) == split &&
         (isOfShare() || changeOneNumber(kernel, functions, rng, numbers, isOfShare));
}

LaunchWay kgen::findLaunchWay(KernelOp source) {
  CheckedKernel checked;
  if (std::optional<LaunchWay> way =
          findWay(source, {categoryOf(source)}, /*moveThresholds=*/true, /*tries=*/3, checked))
    return *way;
  return {.guess = std::nullopt, .backward = wantsBackward(source), .oneThread = isForOneThread(source)};
}

FailureOr<CheckedKernel> kgen::checkSource(KernelOp source, const KernelPlan &plan) {
  CheckedKernel checked;
  if (findWay(source, plan, /*moveThresholds=*/false, /*tries=*/1, checked))
    return checked;
  return emitError(source.getLoc()) << "no inputs were found on which '" << source.getSymName()
                                    << "' runs without a fault";
}

FailureOr<CheckedKernel> kgen::synthesizeVariant(KernelOp source, LaunchWay way, const KernelPlan &plan,
                                                 const VariantShare &share) {
  std::string sourceId = structuralHash(source);
  OwningOpRef<ModuleOp> alone = cloneAlone(source);
  // Changes may have all that the source has, too.
  bool isForOne = isForOneThread(source), isUntidy = hasDeadAssignment(*alone), isConstant = findConstantOutput(source);
  auto isAnother = [&](GeneratedKernel &made, ArrayRef<FuncOp> functions, Rng &rng) {
    KernelOp kernel = made.kernel;
    auto isOfShare = [&] {
      std::string id = structuralHash(kernel);
      return isIn(share, id) && id != sourceId;
    };
    return isOfSplit(kernel, functions, plan.split, numbersPerShare * numShares * share.alike, rng, isOfShare) &&
           (isUntidy || !hasDeadAssignment(*made.module)) && (isConstant || !findConstantOutput(kernel)) &&
           isForOneThread(kernel) == isForOne;
  };
  unsigned times = share.alike * (plan.split == Split::All ? 1 : timesForSplit);
  {
    // Why a change fails concerns nobody: the next one is taken.
    ScopedDiagnosticHandler quiet(source.getContext(), [](Diagnostic &) { return success(); });
    for (unsigned attempt = 0; attempt < maxAttempts * times; ++attempt) {
      CheckedKernel checked;
      checked.attempt = attempt;
      checked.kernel = cloneOf(*alone);
      way.everything &= attempt < maxDemandingAttempts * numShares * times;
      Rng rng = randomFor(plan, attempt, Stream::Kernel);
      unsigned count = 3 + rng.below(maxMutations - 2);
      SmallVector<FuncOp> functions = changedFunctions(*checked.kernel.module);
      if (randomize(checked.kernel.kernel, functions, rng, count) != 0 && succeeded(verify(*checked.kernel.module)) &&
          isAnother(checked.kernel, functions, rng) && launches(checked, plan, way, /*moveThresholds=*/true))
        return checked;
    }
  }
  return emitError(source.getLoc()) << "none of " << maxAttempts * times << " changes of '" << source.getSymName()
                                    << "' gave a kernel that runs on inputs found for it";
}
