// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A backward kernel held against dual numbers. The two share no rule: derivatives of dual numbers are written by hand
// in this library, adjoints come from the builtins' records.

#include "kgen/Interpreter/Interpreter.h"
#include <cmath>

using namespace kgen;

/// The derivative of the weighted sum of final values, from their slopes.
static double weightedSlope(const Case &c, const RunResult &dual) {
  double sum = 0.0;
  for (auto [arg, slopes] : llvm::zip_equal(c.args, dual.slopes))
    if (arg.isFloatArray() && !arg.weight.empty()) // integers have no slopes
      for (auto [weight, slope] : llvm::zip_equal(arg.weight, slopes))
        sum += weight * slope;
  return sum;
}

/// The dual half of a check; keeps the final values in `values` where they are asked for.
static GradientCheck runDual(const Interpreter &forward, const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                             const RunOptions &options, std::vector<Numbers> *values) {
  GradientCheck check;
  RunResult dual = forward.runDual(c, directions, options);
  if (dual.fault) {
    check.fault = std::move(dual.fault);
    return check;
  }
  check.dual = weightedSlope(c, dual);
  if (values)
    *values = std::move(dual.values);
  return check;
}

static void addReverse(GradientCheck &check, llvm::ArrayRef<std::vector<double>> directions,
                       llvm::ArrayRef<std::vector<double>> gradients) {
  for (auto [direction, gradient] : llvm::zip(directions, gradients))
    for (auto [moved, slope] : llvm::zip(direction, gradient)) {
      check.reverse += moved * slope;
      check.scale += std::fabs(moved * slope);
    }
}

GradientCheck kgen::checkGradient(const Interpreter &forward, const Interpreter &backward, const Case &c,
                                  llvm::ArrayRef<std::vector<double>> directions, const RunOptions &options) {
  std::vector<Numbers> values;
  GradientCheck check = runDual(forward, c, directions, options, &values);
  if (check.fault)
    return check;
  RunResult reverse = backward.run(withValues(c, values), Arithmetic::Double, options);
  if (reverse.fault)
    check.fault = std::move(reverse.fault);
  else
    addReverse(check, directions, reverse.gradients);
  return check;
}

GradientCheck kgen::checkGradient(const Interpreter &forward, llvm::ArrayRef<std::vector<double>> gradients,
                                  const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                                  const RunOptions &options) {
  GradientCheck check = runDual(forward, c, directions, options, nullptr);
  if (!check.fault)
    addReverse(check, directions, gradients);
  return check;
}
