// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How ops of values are reversed: builtins by their records; casts and components, which are linear, here.

#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

using PrimalValues = llvm::function_ref<Value(Value)>;

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

void kgen::detail::getAdjointReads(Operation *op, const BuiltinInfo &info, unsigned operand,
                                   SmallVectorImpl<Value> &reads) {
  uint32_t bits = info.adjointReads(operand);
  for (unsigned k = 0; k < info.numOperands; ++k)
    if (bits & (1u << k))
      reads.push_back(op->getOperand(k));
  if (bits & (1u << 31))
    reads.push_back(op->getResult(0));
}

/// The result of a choice between literals, for `pow`, whose rule tests the exponent.
static Value foldChoice(Value value) {
  auto choice = value ? value.getDefiningOp<WhereOp>() : WhereOp();
  auto compare = choice ? choice->getOperand(0).getDefiningOp<CmpOp>() : CmpOp();
  if (!compare || compare.getPredicate() != CmpPredicate::ne)
    return value;
  auto lhs = compare.getLhs().getDefiningOp<ConstantOp>(), rhs = compare.getRhs().getDefiningOp<ConstantOp>();
  auto a = lhs ? dyn_cast<FloatAttr>(lhs.getValue()) : FloatAttr(), b = rhs ? dyn_cast<FloatAttr>(rhs.getValue()) : a;
  if (!a || !rhs || !b)
    return value;
  bool differs = a.getValue().compare(b.getValue()) != APFloat::cmpEqual;
  return choice->getOperand(differs ? 1 : 2);
}

Value kgen::detail::buildAdjoint(Operation *op, const BuiltinInfo &info, OpBuilder &b, Location loc, unsigned operand,
                                 Value g, PrimalValues primal) {
  SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [&](Value value) { return primal(value); });
  SmallVector<Type> types(op->getOperandTypes());
  return foldChoice(info.buildAdjoint(b, loc, operand, types, operands, primal(op->getResult(0)), g));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

bool CastOp::hasSlope() { return true; }
void CastOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &) {}
Value CastOp::buildAdjoint(OpBuilder &b, Location loc, unsigned, Value g, PrimalValues) {
  return CastOp::create(b, loc, getValue().getType(), g);
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

bool ConstructOp::hasSlope() { return true; }
void ConstructOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &) {}

Value ConstructOp::buildAdjoint(OpBuilder &b, Location loc, unsigned operand, Value g, PrimalValues) {
  if (getComponents().size() == 1 && numComponents(getType()) > 1) { // one for all
    Value ones = createNumber(b, loc, getType(), 1.0);
    return DdotOp::create(b, loc, g, ones);
  }
  SmallVector<OpFoldResult> at = {b.getI64IntegerAttr(operand)}; // a component or field
  if (auto matrix = dyn_cast<MatType>(getType()))
    at = {b.getI64IntegerAttr(operand / matrix.getCols()), b.getI64IntegerAttr(operand % matrix.getCols())};
  return ExtractOp::create(b, loc, g, at);
}

static SmallVector<OpFoldResult> mapIndices(ArrayRef<OpFoldResult> indices, PrimalValues primal) {
  return llvm::map_to_vector(indices, [&](OpFoldResult index) -> OpFoldResult {
    if (auto value = dyn_cast<Value>(index))
      return primal(value);
    return index;
  });
}

bool ExtractOp::hasSlope() { return true; }
void ExtractOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &reads) { llvm::append_range(reads, getIndices()); }

Value ExtractOp::buildAdjoint(OpBuilder &b, Location loc, unsigned operand, Value g, PrimalValues primal) {
  if (operand != 0) // an index
    return {};
  Value zero = createNumber(b, loc, getAggregate().getType(), 0.0);
  return InsertOp::create(b, loc, g, zero, mapIndices(getMixedIndices(), primal));
}

bool InsertOp::hasSlope() { return true; }
void InsertOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &reads) { llvm::append_range(reads, getIndices()); }

Value InsertOp::buildAdjoint(OpBuilder &b, Location loc, unsigned operand, Value g, PrimalValues primal) {
  SmallVector<OpFoldResult> at = mapIndices(getMixedIndices(), primal);
  if (operand == getValueMutable().getOperandNumber())
    return ExtractOp::create(b, loc, g, at);
  if (operand != getAggregateMutable().getOperandNumber()) // an index
    return {};
  Value zero = createNumber(b, loc, getValue().getType(), 0.0);
  return InsertOp::create(b, loc, zero, g, at);
}
