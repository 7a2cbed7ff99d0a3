// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws expressions of a wanted type, by the builtin records: which builtin, then its operands, each brought into the
// domain that the record gives for it.

#ifndef KGEN_LIB_SYNTHESIS_EXPRESSIONS_H
#define KGEN_LIB_SYNTHESIS_EXPRESSIONS_H

#include "Author.h"
#include "Choices.h"

namespace kgen::synthesis {

/// Whether two values are one expression, so that `a - a` and the like can be avoided.
bool isSameExpression(mlir::Value a, mlir::Value b);

class Expressions {
public:
  Expressions(Author &author, const Choices &choices, unsigned maxParameters)
      : author(author), rng(author.rng), choices(choices), maxParameters(maxParameters) {}

  /// An expression of one op at least, of at most `depth` builtins one inside the other.
  RangedValue make(mlir::Type type, unsigned depth);
  /// A name, an element of an array, a parameter, or, where `literals` gives a range for it, a number.
  RangedValue leaf(mlir::Type type, std::optional<Range> literals = std::nullopt);
  /// An element of an array of this type, read with indices at hand.
  RangedValue element(mlir::Type type);
  /// An element of an array of this type, one of whose indices is `index`.
  RangedValue elementAt(mlir::Type type, const Binding &index);
  /// A bool that depends on data.
  mlir::Value condition();
  /// A bool that compares integers: a flag, or a coordinate's remainder.
  mlir::Value integerCondition();
  /// A number with few digits.
  double nice(double low, double high);
  /// Keeps `value` off zero and above it.
  RangedValue positive(RangedValue value);

private:
  std::optional<RangedValue> attempt(mlir::Type type, unsigned depth);
  std::optional<RangedValue> operand(const Choice &choice, unsigned i, unsigned depth,
                                     llvm::ArrayRef<RangedValue> before);
  std::optional<RangedValue> guard(RangedValue value, const BuiltinInfo &info, unsigned i);
  RangedValue shrink(RangedValue value, double bound);
  std::optional<RangedValue> constructed(mlir::Type type, unsigned depth);
  std::optional<RangedValue> regular(RangedValue matrix);

  RangedValue named(llvm::ArrayRef<Binding *> names);
  RangedValue componentOf(mlir::Type scalar);
  ReadableArray &newArray(mlir::Type type, llvm::SmallVectorImpl<mlir::Value> &indices);
  bool findIndices(const ReadableArray &array, llvm::SmallVectorImpl<mlir::Value> &indices);
  llvm::SmallVector<Binding *> namesOf(mlir::Type type, bool variables = true) const;
  llvm::SmallVector<Binding *> indexNames() const;

  mlir::Value comparison(RangedValue lhs);
  /// A comparison of a name other than `first`, without loads: a second operand of `and` that may be run always.
  std::optional<mlir::Value> pureCondition(mlir::Value first);

  Author &author;
  Rng &rng;
  const Choices &choices;
  const unsigned maxParameters;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_EXPRESSIONS_H
