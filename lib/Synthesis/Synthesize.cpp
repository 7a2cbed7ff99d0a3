// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that a draw has to pass. Nothing here depends on the machine: the interpreter's bits are the same
// everywhere.

#include "kgen/Synthesis/Synthesize.h"
#include "Check.h"
#include "DataFlow.h"
#include "Streams.h"
#include "Suits.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Support/TextStream.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <cmath>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// Draws of one kernel before giving up: one in two or three passes, so this is never reached.
static constexpr unsigned maxAttempts = 200;
/// A kernel whose results or gradients reach this is no example of anything.
static constexpr double largestNumber = 1e6;

/// Whether the numbers are such as a reader can follow: a sum of high inverse powers of a small distance is none.
static bool isModerate(const Outcome &outcome) {
  auto isSmall = [](double value) { return std::fabs(value) < largestNumber; };
  return llvm::all_of(outcome.outputs,
                      [&](const Numbers &numbers) {
                        const auto *values = std::get_if<std::vector<double>>(&numbers);
                        return !values || llvm::all_of(*values, isSmall);
                      }) &&
         llvm::all_of(outcome.gradients, [&](ArrayRef<double> values) { return llvm::all_of(values, isSmall); });
}

/// The backward of a kernel, added to its module; null where it has none.
static KernelOp addBackward(GeneratedKernel &made) {
  StageScope stage(Stage::Differentiate);
  if (failed(differentiate(made.kernel, {/*tape=*/false}))) // which verifies what it adds
    return {};
  for (KernelOp other : made.module->getOps<KernelOp>())
    if (other.isBackward())
      return other;
  return {};
}

/// The text of the module without the gradient, which steps aside.
static std::string textWithout(KernelOp backward, ModuleOp module) {
  StageScope stage(Stage::PrintKgen);
  Operation *before = backward ? backward->getPrevNode() : nullptr;
  if (before)
    backward->remove();
  std::string text;
  {
    TextStream os(text);
    printModule(module, os);
  }
  if (before)
    module.getBody()->getOperations().insertAfter(before->getIterator(), backward);
  return text;
}

/// Its text and its hash.
static void name(CheckedKernel &checked) {
  checked.text = textWithout(checked.backward, *checked.kernel.module);
  StageScope stage(Stage::Hash);
  checked.id = structuralHash(checked.kernel.kernel);
}

/// Whether a draw is a kernel, and one of its plan. A kernel of the library was drawn for its plan, and the importer
/// has verified each of its functions: what they say of each other is left.
static bool isOfPlan(const GeneratedKernel &made, const KernelPlan &plan) {
  bool isOfLibrary = made.origin.generator == "knowledge";
  return succeeded(verify(*made.module, /*verifyRecursively=*/!isOfLibrary)) &&
         (isOfLibrary || suits(made.kernel, plan));
}

/// Whether a draw passes all checks; fills in what they found. A gradient is asked for even where it is not written:
/// with and without it a data set has the same kernels.
static bool passes(CheckedKernel &checked, const KernelPlan &plan) {
  StageScope stage(Stage::Interpret);
  KernelOp kernel = checked.kernel.kernel;
  if (!isOfPlan(checked.kernel, plan))
    return false;
  if (findDeadAssignment(kernel) || findConstantOutput(kernel))
    return false;
  Cases cases(checked.kernel);
  return findCases(checked, plan, cases) && describe(checked, plan, cases, /*backward=*/true) &&
         llvm::all_of(checked.outcomes, isModerate);
}

bool kgen::synthesis::findCases(const CheckedKernel &checked, const KernelPlan &plan, Cases &cases, unsigned guess) {
  auto inputs = [&](unsigned number) {
    return randomFor(plan, checked.attempt, Stream::Inputs, guess * Cases::maxNumbers + number);
  };
  Rng thresholds = randomFor(plan, checked.attempt, Stream::Thresholds);
  return cases.findInputs(inputs, thresholds);
}

bool kgen::synthesis::describe(CheckedKernel &checked, const KernelPlan &plan, Cases &cases, bool backward) {
  if (backward) {
    Rng directions = randomFor(plan, checked.attempt, Stream::Directions);
    checked.backward = addBackward(checked.kernel);
    if (!checked.backward || !cases.findGradients(checked.backward, directions))
      return false;
  }
  name(checked); // of those draws only whose gradients are in order
  checked.outcomes = cases.takeOutcomes();
  return llvm::all_of(checked.outcomes, [](const Outcome &outcome) { return outcome.isPrecise; });
}

FailureOr<CheckedKernel> kgen::synthesizeKernel(MLIRContext *context, const KernelPlan &plan) {
  std::string lastError;
  {
    // Why a draw fails concerns nobody: the next one is taken.
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      lastError = diagnostic.str();
      return success();
    });
    unsigned next = 0;
    for (unsigned attempt = 0; attempt < maxAttempts; ++attempt) {
      CheckedKernel checked;
      checked.attempt = attempt;
      {
        StageScope stage(Stage::Draw);
        checked.kernel = drawKernel(context, plan, attempt, next);
      }
      if (passes(checked, plan))
        return checked;
    }
  }
  return emitError(UnknownLoc::get(context))
         << "none of " << maxAttempts << " draws of kernel " << plan.index << " (" << getName(plan.category)
         << ", seed " << plan.seed << ") passed the checks; the last error was: " << lastError;
}
