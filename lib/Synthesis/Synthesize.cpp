// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that a draw has to pass. Nothing here depends on the machine: the interpreter's bits are the same
// everywhere.

#include "kgen/Synthesis/Synthesize.h"
#include "Streams.h"
#include "Suits.h"
#include "kgen/IR/Names.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <cmath>

using namespace mlir;
using namespace kgen;

/// Draws of one kernel before giving up: one in two or three passes, so this is never reached.
static constexpr unsigned maxAttempts = 200;
/// Sets of inputs that a kernel is tried on.
static constexpr unsigned maxInputs = 4;
/// What a right gradient may differ from dual numbers by, in double.
static constexpr double dualTolerance = 1e-9;
/// A kernel that loses more than this in its storage types is no example of anything.
static constexpr double worstTolerance = 1e-2;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The largest distance, relative to the largest of `expected`; infinite where something is not finite.
static double distance(ArrayRef<double> expected, ArrayRef<double> got) {
  double error = 0.0, scale = 0.0;
  for (auto [a, b] : llvm::zip_equal(expected, got)) {
    if (!std::isfinite(a) || !std::isfinite(b))
      return INFINITY;
    error = std::max(error, std::fabs(a - b));
    scale = std::max(scale, std::fabs(a));
  }
  return scale > 0.0 ? error / scale : error;
}

static double numbersDistance(const Numbers &expected, const Numbers &got) {
  if (const auto *doubles = std::get_if<std::vector<double>>(&expected))
    return distance(*doubles, std::get<std::vector<double>>(got));
  return expected == got ? 0.0 : INFINITY;
}

static bool isNonzero(ArrayRef<double> values) {
  return llvm::any_of(values, [](double value) { return value != 0.0; });
}

/// Every written array has an element that the launch changed.
static bool changesOutputs(const Case &c, ArrayRef<Numbers> outputs) {
  for (auto [arg, output] : llvm::zip_equal(c.args, outputs))
    if (!arg.weight.empty() && arg.values == output)
      return false;
  return true;
}

static bool usesDouble(const Case &c) {
  return llvm::all_of(c.args, [](const CaseArg &arg) {
    return !arg.type.isFloat() || arg.type.scalar == ScalarType::Float64;
  });
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// A draw, and what its runs have shown.
class Candidate {
public:
  Candidate(CheckedKernel &checked, const KernelPlan &plan) : checked(checked), plan(plan) {
    run.races = RunOptions::Races::Error;
    run.checkFinite = true;
    run.maxTrips = 10'000;
    run.maxTotalTrips = 100'000;
  }

  bool passes(bool backward) {
    KernelOp kernel = checked.kernel.kernel;
    if (failed(verify(*checked.kernel.module)) || !suits(kernel, plan.category))
      return false;
    FailureOr<Interpreter> forward = Interpreter::create(kernel);
    if (failed(forward) || !findInputs(*forward))
      return false;
    std::string text;
    llvm::raw_string_ostream os(text);
    printModule(*checked.kernel.module, os);
    checked.text = std::move(text);
    checked.id = structuralHash(kernel);
    checked.structureId = structuralHashWithoutLiterals(kernel);
    if (backward && !hasGradient(*forward))
      return false;
    deriveTolerance();
    if (outcome.tolerance > worstTolerance)
      return false;
    checked.outcomes.push_back(std::move(outcome));
    return true;
  }

private:
  /// Inputs on which nothing goes wrong, and on which rounding changes no branch: else no tolerance could be derived.
  bool findInputs(const Interpreter &forward) {
    for (unsigned number = 0; number < maxInputs; ++number) {
      outcome.inputs = drawCase(checked.kernel, plan, checked.attempt, number);
      if (failed(verifyCase(checked.kernel.kernel, outcome.inputs)))
        return false;
      RunResult exact = forward.run(outcome.inputs, Arithmetic::Double, run);
      RunResult stored = forward.run(outcome.inputs, Arithmetic::Storage, run);
      if (exact.fault || stored.fault || exact.path != stored.path || !changesOutputs(outcome.inputs, exact.values))
        continue;
      outcome.storageError = 0.0;
      for (auto [a, b] : llvm::zip_equal(exact.values, stored.values))
        outcome.storageError = std::max(outcome.storageError, numbersDistance(a, b));
      outcome.outputs = std::move(exact.values);
      finalInStorage = std::move(stored.values);
      return true;
    }
    return false;
  }

  bool hasGradient(const Interpreter &forward) {
    KernelOp kernel = checked.kernel.kernel;
    if (failed(differentiate(kernel)) || failed(verify(*checked.kernel.module)))
      return false;
    for (KernelOp other : checked.kernel.module->getOps<KernelOp>())
      if (other.isBackward())
        checked.backward = other;
    FailureOr<Interpreter> backward = Interpreter::create(checked.backward);
    return succeeded(backward) && agreesWithDual(forward, *backward) && findGradients(*backward);
  }

  bool agreesWithDual(const Interpreter &forward, const Interpreter &backward) {
    Rng rng = randomFor(plan, checked.attempt, Stream::Directions);
    for (unsigned i = 0; i < 2; ++i) {
      std::vector<std::vector<double>> directions(outcome.inputs.args.size());
      for (auto [arg, direction] : llvm::zip_equal(outcome.inputs.args, directions))
        if (arg.grad)
          for (size_t k = 0; k < numbersSize(arg.values); ++k)
            direction.push_back(rng.uniformReal(-1.0, 1.0));
      GradientCheck check = checkGradient(forward, backward, outcome.inputs, directions, run);
      double error = std::fabs(check.dual - check.reverse) / std::max(check.scale, 1e-30);
      if (check.fault || !(error <= dualTolerance))
        return false;
      outcome.dualError = std::max(outcome.dualError, error);
    }
    return true;
  }

  bool findGradients(const Interpreter &backward) {
    RunResult exact = backward.run(withValues(outcome.inputs, outcome.outputs), Arithmetic::Double, run);
    RunResult stored = backward.run(withValues(outcome.inputs, finalInStorage), Arithmetic::Storage, run);
    if (exact.fault || stored.fault || exact.path != stored.path)
      return false;
    for (auto [a, b] : llvm::zip_equal(exact.gradients, stored.gradients))
      outcome.storageError = std::max(outcome.storageError, distance(a, b));
    outcome.gradients = std::move(exact.gradients);
    return llvm::any_of(llvm::zip_equal(outcome.inputs.args, outcome.gradients),
                        [](auto pair) { return std::get<0>(pair).grad && isNonzero(std::get<1>(pair)); });
  }

  /// A machine's elementary functions and its order of atomic sums differ from the interpreter's by a few roundings; 16
  /// times what rounding did here covers them, and a floor covers what rounding happened not to do here.
  void deriveTolerance() {
    bool isDouble = usesDouble(outcome.inputs);
    double floor = isDouble ? 1e-9 : 2e-5, measured = 16.0 * outcome.storageError;
    outcome.tolerance = std::max(floor, measured);
    outcome.toleranceReason = measured > floor ? "16 times the distance between runs in float32 and in float64"
                              : isDouble       ? "the least for float64"
                                               : "the least for float32; runs in float32 and float64 differ by less";
  }

  CheckedKernel &checked;
  const KernelPlan &plan;
  RunOptions run;
  Outcome outcome;
  std::vector<Numbers> finalInStorage;
};

} // namespace

FailureOr<CheckedKernel> kgen::synthesizeKernel(MLIRContext *context, const KernelPlan &plan,
                                                const SynthesisOptions &options) {
  std::string lastError;
  {
    // Why a draw fails concerns nobody: the next one is taken.
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      lastError = diagnostic.str();
      return success();
    });
    for (unsigned attempt = options.firstAttempt; attempt < options.firstAttempt + maxAttempts; ++attempt) {
      CheckedKernel checked;
      checked.attempt = attempt;
      checked.kernel = drawKernel(context, plan, attempt);
      if (Candidate(checked, plan).passes(options.backward))
        return checked;
    }
  }
  return emitError(UnknownLoc::get(context)) << "none of " << maxAttempts << " draws of kernel " << plan.index << " ("
                                             << getName(plan.category) << ", seed " << plan.seed
                                             << ") passed the checks; the last error was: " << lastError;
}
