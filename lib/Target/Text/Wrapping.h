// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sums, differences, products and negations of integers have to be printed so that they wrap. kgen's integers
// wrap (S-1); C++ says nothing of a signed one that its type has not, and nvcc makes use of that: it drops the `&
// 0x7fffffff` behind a sum that it takes to be positive. An operator stays where its result fits by the ranges of its
// operands, or where nothing is concluded from it: it is an index, or stored. See dialect-docs/rationale/wrapping.md.

#ifndef KGEN_LIB_TARGET_TEXT_WRAPPING_H
#define KGEN_LIB_TARGET_TEXT_WRAPPING_H

#include "kgen/IR/IntegerRanges.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::text {

class Wrapping {
public:
  explicit Wrapping(mlir::FunctionOpInterface function) : function(function) {}
  mlir::FunctionOpInterface getFunction() const { return function; }
  /// Whether an `add`, `sub`, `mul` or `neg` may leave its type, and what follows from its result may be observed.
  bool isNeeded(mlir::Operation *op);

private:
  bool isObserved(mlir::Value value);
  bool isObservedBy(mlir::OpOperand &use);
  bool isCarriedObserved(LoopOpInterface loop, unsigned number);

  mlir::FunctionOpInterface function;
  IntegerRanges ranges = IntegerRanges(IntegerRanges::Code::Ordinary);
  /// Values whose uses are being looked at, or have been without finding one that observes them.
  llvm::DenseSet<mlir::Value> unobserved;
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_WRAPPING_H
