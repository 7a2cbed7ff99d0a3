// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intervals in which values lie: how the generator keeps operands in their domains and indices in range. A range is a
// good guess for floats (a sample is run before it is written) and a bound for the integers that index arrays.

#ifndef KGEN_LIB_SYNTHESIS_RANGES_H
#define KGEN_LIB_SYNTHESIS_RANGES_H

#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cmath>

namespace kgen::synthesis {

/// From `low` to `high`, both included; of a vector or matrix, the range of each component.
struct Range {
  double low = 0.0, high = 0.0;

  double magnitude() const { return std::max(std::fabs(low), std::fabs(high)); }
  bool within(double from, double to) const { return from <= low && high <= to; }
  bool hasZero() const { return low <= 0.0 && 0.0 <= high; }
};

Range operator+(Range a, Range b);
Range operator-(Range a);
Range operator*(Range a, Range b);
/// All of both.
Range hull(Range a, Range b);

/// The range of a builtin's result. Of one that this file does not know, a range that its operands' domains suggest.
Range rangeOfResult(llvm::StringRef mnemonic, mlir::TypeRange types, llvm::ArrayRef<Range> operands);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_RANGES_H
