// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that an integer may have, by what makes it: literals, coordinates of threads, extents, counters of loops,
// and numbers computed from these.

#ifndef KGEN_IR_INTEGERRANGES_H
#define KGEN_IR_INTEGERRANGES_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseMap.h"

namespace kgen {

/// The values that an integer has, both ends included.
struct Range {
  int64_t low = INT64_MIN, high = INT64_MAX;
};

/// Ranges of the integers of a function, which must not change meanwhile.
class IntegerRanges {
public:
  /// Facts that hold for any code, or with the assumptions about ordinary code as well: see
  /// dialect-docs/rationale/wrapping.md. The latter may choose a form, never a meaning.
  enum class Code { Any, Ordinary };
  explicit IntegerRanges(Code code) : isOrdinary(code == Code::Ordinary) {}

  /// The range of a value; that of its type if nothing is known. The full range for values that are no integers, and
  /// for 64-bit unsigned integers that may not fit into a 64-bit signed one.
  Range of(mlir::Value value);
  /// The range of an integer that a kernel is given.
  Range ofGiven(mlir::Type type) const;
  /// The range of a type.
  static Range ofType(mlir::Type type);
  bool isNonNegative(mlir::Value value) { return of(value).low >= 0; }

private:
  Range compute(mlir::Value value);
  Range ofMerged(mlir::Value value);

  bool isOrdinary;
  unsigned depth = 0;
  llvm::DenseMap<mlir::Value, Range> ranges;
};

/// Whether all of a range lies in another.
bool contains(Range outer, Range inner);
/// The ranges of sums, differences and products of two ranges; nullopt if a bound is no 64-bit integer.
std::optional<Range> sumOf(Range a, Range b);
std::optional<Range> differenceOf(Range a, Range b);
std::optional<Range> productOf(Range a, Range b);

} // namespace kgen

#endif // KGEN_IR_INTEGERRANGES_H
