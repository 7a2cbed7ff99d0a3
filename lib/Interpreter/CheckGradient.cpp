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
    if (!arg.weight.empty())
      for (auto [weight, slope] : llvm::zip_equal(arg.weight, slopes))
        sum += weight * slope;
  return sum;
}

GradientCheck kgen::checkGradient(const Interpreter &forward, const Interpreter &backward, const Case &c,
                                  llvm::ArrayRef<std::vector<double>> directions, const RunOptions &options) {
  GradientCheck check;
  RunResult dual = forward.runDual(c, directions, options);
  if (dual.fault) {
    check.fault = std::move(dual.fault);
    return check;
  }
  check.dual = weightedSlope(c, dual);
  RunResult reverse = backward.run(withValues(c, dual.values), Arithmetic::Double, options);
  if (reverse.fault) {
    check.fault = std::move(reverse.fault);
    return check;
  }
  for (auto [direction, gradient] : llvm::zip(directions, reverse.gradients))
    for (auto [moved, slope] : llvm::zip(direction, gradient)) {
      check.reverse += moved * slope;
      check.scale += std::fabs(moved * slope);
    }
  return check;
}
