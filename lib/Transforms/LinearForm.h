// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices as linear forms, for all that asks whether two of them are the same element.

#ifndef KGEN_LIB_TRANSFORMS_LINEARFORM_H
#define KGEN_LIB_TRANSFORMS_LINEARFORM_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// An integer as a constant plus multiples of values, modulo 2^32 as si32 wraps.
struct LinearForm {
  uint32_t constant = 0;
  /// Each value once, with a factor that is not zero.
  llvm::SmallVector<std::pair<mlir::Value, uint32_t>, 2> terms;

  LinearForm() = default;
  explicit LinearForm(mlir::OpFoldResult operand) { add(operand, 1); }

  void add(mlir::OpFoldResult operand, uint32_t factor);
  bool isLiteral() const { return terms.empty(); }
  bool isNegative() const { return static_cast<int32_t>(constant) < 0; }
  bool operator==(const LinearForm &other) const { return constant == other.constant && hasTermsOf(other); }
  bool hasTermsOf(const LinearForm &other) const;

private:
  bool addOperation(mlir::Operation *op, uint32_t factor);

  /// How many more ops are taken apart; behind them, what is left is a term.
  unsigned opsLeft = 256;
};

/// Computes the si32 of a kernel that others cancel in, `(i - i) * n + j` or `0 * i + 2`, from the terms that are left:
/// then it is made of the values that it depends on.
void cancelTerms(KernelOp kernel);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_LINEARFORM_H
