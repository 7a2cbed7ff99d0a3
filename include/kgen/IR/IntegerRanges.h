// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that an integer may have, by what makes it: literals, coordinates of threads, extents, counters of loops,
// and what is computed of these.

#ifndef KGEN_IR_INTEGERRANGES_H
#define KGEN_IR_INTEGERRANGES_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseMap.h"

namespace kgen {

/// The values that an integer has, both ends included.
struct Range {
  int64_t low = INT64_MIN, high = INT64_MAX;
};

/// Ranges of the integers of a function, which stays as it is while it is asked about.
class IntegerRanges {
public:
  /// What holds for any code, or what is assumed besides of code that somebody would write: see
  /// dialect-docs/rationale/wrapping.md. A form may be chosen by the latter, never a meaning.
  enum class Code { Any, Ordinary };
  explicit IntegerRanges(Code code) : isOrdinary(code == Code::Ordinary) {}

  /// The range of a value; all that its type has where nothing is known. Of what is no integer, and of 64-bit unsigned
  /// integers of which some may be no 64-bit signed one, all that there is.
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
/// Where sums, differences and products of what lies in two ranges lie; nullopt where one of them is no 64-bit integer.
std::optional<Range> sumOf(Range a, Range b);
std::optional<Range> differenceOf(Range a, Range b);
std::optional<Range> productOf(Range a, Range b);

} // namespace kgen

#endif // KGEN_IR_INTEGERRANGES_H
