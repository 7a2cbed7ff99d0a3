// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tolerance of an array, from how far runs that round otherwise took each of its numbers.

#ifndef KGEN_LIB_SYNTHESIS_TOLERANCES_H
#define KGEN_LIB_SYNTHESIS_TOLERANCES_H

#include "kgen/Support/Tolerance.h"
#include "llvm/ADT/ArrayRef.h"

namespace kgen::synthesis {

/// The most that may be allowed at a number other than zero, relative to it: 1 % with the rounding of its bounds. At
/// one that is allowed more, rounding decides.
inline constexpr double mostAllowed = 9.8e-3;

/// The tolerance of an array.
struct FittedTolerance {
  Tolerance tolerance;
  /// How many of its numbers are what rounding leaves: the runs take them so far that no narrower bound holds.
  size_t numRounding = 0;
  /// Whether it says something of the array: a few numbers at most are what rounding leaves, and no other is allowed as
  /// much as these.
  bool isUseful = true;
};

/// The narrowest tolerance, with an `rtol` of at least `least`, that allows each number 16 times its error.
FittedTolerance fitTolerance(llvm::ArrayRef<double> values, llvm::ArrayRef<double> errors, double least);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_TOLERANCES_H
