// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: operators, conditions, comparisons, and what names stand for that are not the function's own.

#ifndef KGEN_LIB_IMPORT_EXPRESSIONS_H
#define KGEN_LIB_IMPORT_EXPRESSIONS_H

#include "Part.h"

namespace kgen::importer {

class Expressions : Part {
public:
  using Part::Part;

  /// The operand that an expression stands for, a value or something else; none after an error.
  Operand importOperand(PyNode node);
  /// The value that an expression has; reports anything else that it stands for.
  mlir::Value importExpression(PyNode node);
  /// The value that an operand is; reports any other.
  mlir::Value toValue(PyNode node, const Operand &operand);
  /// The elements of a tuple or shape.
  std::vector<Operand> elementsOf(PyNode node, const Operand &operand);
  /// The operand that a name, or chain of attributes, stands for that is not the function's own.
  Operand readGlobal(PyNode node);
  /// `wp.unot(x)`.
  mlir::Value importNotCall(PyNode node);
  /// Python's symbol of an operator, or "" for one that is not known.
  static llvm::StringRef symbolOf(llvm::StringRef op);
  /// Warp's own operator.
  mlir::Value applyBinary(PyNode node, mlir::Value lhs, mlir::Value rhs, PyNode lhsNode, PyNode rhsNode);
  /// The truth of an expression.
  mlir::Value importCondition(PyNode node);
  /// The truth of a value.
  mlir::Value toBool(PyNode node, mlir::Value value);
  /// Of what Warp has for bools and integers only: `not x`, the condition of `a if x else b` and of `wp.where`.
  mlir::LogicalResult expectNoFloat(PyNode node, mlir::Value value);

private:
  Operand importTuple(PyNode node);
  mlir::Value importConstant(PyNode node);
  Operand importUnary(PyNode node);
  /// `not x`.
  mlir::Value createNot(PyNode node, PyNode operandNode, mlir::Value operand);
  Operand importBinary(PyNode node);
  /// An operator of numbers on those of vectors, one by one.
  mlir::Value applyByComponents(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads, mlir::ValueRange operands);
  mlir::Value importConditional(PyNode node);
  mlir::Value importBoolOp(PyNode node);
  mlir::Value importCompare(PyNode node);
  mlir::Value compare(PyNode node, llvm::StringRef op, mlir::Value lhs, mlir::Value rhs);
  /// Whether `compare` holds for all parts of two values, or for any.
  mlir::Value compareParts(PyNode node, mlir::Value lhs, mlir::Value rhs, bool all,
                           llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> compare);
  mlir::Value shortCircuit(PyNode node, bool isAnd, mlir::Value first, llvm::function_ref<mlir::Value()> second);
  mlir::Value convertForComparison(PyNode node, mlir::Value value, mlir::Type type);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_EXPRESSIONS_H
