// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of all pairs that hold, the one that allows the smallest number the least.

#include "Tolerances.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace kgen;
using namespace kgen::synthesis;

/// A machine's elementary functions and its order of sums differ from the interpreter's by a few roundings. This many
/// times what was measured covers what these did not happen to do here.
static constexpr double margin = 16.0;
/// Values of `rtol` that are tried, evenly spread by their logarithms.
static constexpr int numTried = 32;
/// One number in so many may be what rounding leaves.
static constexpr size_t roundingOneIn = 20;

/// The `atol` that goes with an `rtol`.
static Tolerance withRelative(double rtol, llvm::ArrayRef<double> values, llvm::ArrayRef<double> errors) {
  Tolerance result{rtol, 0.0};
  for (auto [value, error] : llvm::zip_equal(values, errors))
    result.atol = std::max(result.atol, margin * error - rtol * std::fabs(value));
  return result;
}

FittedTolerance kgen::synthesis::fitTolerance(llvm::ArrayRef<double> values, llvm::ArrayRef<double> errors,
                                              double least) {
  double smallest = INFINITY;
  FittedTolerance fitted;
  for (auto [value, error] : llvm::zip_equal(values, errors)) {
    if (value != 0.0)
      smallest = std::min(smallest, std::fabs(value));
    fitted.numRounding += value != 0.0 && margin * error > mostAllowed * std::fabs(value);
  }
  fitted.tolerance = withRelative(least, values, errors);
  double atSmallest = fitted.tolerance.allowedAt(smallest), ratio = std::pow(mostAllowed / least, 1.0 / numTried);
  if (fitted.tolerance.atol > 0.0 && std::isfinite(smallest))
    for (double rtol = least * ratio; rtol < 0.9 * mostAllowed; rtol *= ratio) {
      Tolerance tried = withRelative(rtol, values, errors);
      if (tried.allowedAt(smallest) >= atSmallest)
        continue;
      atSmallest = tried.allowedAt(smallest);
      fitted.tolerance = tried;
    }
  size_t numLoose = llvm::count_if(values, [&](double value) {
    return value != 0.0 && !(fitted.tolerance.allowedAt(value) <= mostAllowed * std::fabs(value));
  });
  fitted.isUseful = std::isfinite(fitted.tolerance.atol) && numLoose <= fitted.numRounding &&
                    fitted.numRounding * roundingOneIn <= values.size();
  return fitted;
}
