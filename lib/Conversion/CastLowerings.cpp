// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts and comparisons of scalars: where the sign of an integer type decides.

#include "KernelLowering.h"

using namespace mlir;

namespace kgen::conversion {

/// Float to integer: toward zero, saturating, NaN to 0 (S-42).
static Value floatToInteger(KernelLowering &k, Value value, Type to) {
  bool isUnsigned = to.isUnsignedInteger();
  Type bits = likeValue(registerType(to), value), from = value.getType();
  auto suffix = [](Type type) {
    Type scalar = getElementTypeOrSelf(type);
    std::string name = (isa<FloatType>(scalar) ? "f" : "i") + std::to_string(scalar.getIntOrFloatBitWidth());
    auto lanes = dyn_cast<VectorType>(type);
    return lanes ? "v" + std::to_string(lanes.getNumElements()) + name : name;
  };
  std::string name = (isUnsigned ? "llvm.fptoui.sat." : "llvm.fptosi.sat.") + suffix(bits) + "." +
                     (from.isBF16() ? "bf16" : suffix(from));
  auto call = LLVM::CallIntrinsicOp::create(k.builder, k.loc, bits, k.builder.getStringAttr(name), ValueRange(value));
  return call.getResult(0);
}

static Value floatToFloat(KernelLowering &k, Value value, Type to) {
  unsigned from = scalarBits(value), width = to.getIntOrFloatBitWidth();
  if (getElementTypeOrSelf(value) == to)
    return value;
  if (from == width) // f16 and bf16 have only float32 in common
    return floatToFloat(k, floatToFloat(k, value, k.builder.getF32Type()), to);
  to = likeValue(to, value);
  if (from < width)
    return LLVM::FPExtOp::create(k.builder, k.loc, to, value);
  return LLVM::FPTruncOp::create(k.builder, k.loc, to, value);
}

static Value integerToInteger(KernelLowering &k, Value value, Type from, Type to) {
  Type bits = likeValue(registerType(to), value);
  unsigned width = scalarBits(value), newWidth = getElementTypeOrSelf(bits).getIntOrFloatBitWidth();
  if (width == newWidth)
    return value;
  if (width > newWidth)
    return LLVM::TruncOp::create(k.builder, k.loc, bits, value);
  if (from.isSignedInteger())
    return LLVM::SExtOp::create(k.builder, k.loc, bits, value);
  return LLVM::ZExtOp::create(k.builder, k.loc, bits, value);
}

/// `x != 0`, so NaN is true.
static Value toBool(KernelLowering &k, Value value, Type from) {
  if (isFloat(from)) {
    Value zero = k.floatConstant(value.getType(), 0.0);
    return LLVM::FCmpOp::create(k.builder, k.loc, LLVM::FCmpPredicate::une, value, zero);
  }
  Value zero = k.constant(value.getType(), 0);
  return LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::ne, value, zero);
}

static Value castScalar(KernelLowering &k, Value value, Type from, Type to) {
  if (from == to)
    return value;
  if (isBool(to))
    return toBool(k, value, from);
  if (isFloat(from))
    return isFloat(to) ? floatToFloat(k, value, to) : floatToInteger(k, value, to);
  if (!isFloat(to))
    return integerToInteger(k, value, from, to);
  to = likeValue(to, value);
  if (from.isSignedInteger())
    return LLVM::SIToFPOp::create(k.builder, k.loc, to, value);
  return LLVM::UIToFPOp::create(k.builder, k.loc, to, value);
}

static LogicalResult lowerCast(CastOp op, KernelLowering &k) {
  Value value = k.getScalar(op.getValue());
  k.set(op.getResult(), castScalar(k, value, op.getValue().getType(), op.getType()));
  return success();
}

static LLVM::FCmpPredicate floatPredicate(CmpPredicate predicate) {
  using P = LLVM::FCmpPredicate;
  static constexpr P table[] = {P::oeq, P::une, P::olt, P::ole, P::ogt, P::oge};
  return table[unsigned(predicate)];
}

static LLVM::ICmpPredicate integerPredicate(CmpPredicate predicate, bool isSigned) {
  using P = LLVM::ICmpPredicate;
  static constexpr P signedTable[] = {P::eq, P::ne, P::slt, P::sle, P::sgt, P::sge};
  static constexpr P unsignedTable[] = {P::eq, P::ne, P::ult, P::ule, P::ugt, P::uge};
  return (isSigned ? signedTable : unsignedTable)[unsigned(predicate)];
}

static LogicalResult lowerCmp(CmpOp op, KernelLowering &k) {
  Type type = op.getLhs().getType();
  Value lhs = k.getScalar(op.getLhs()), rhs = k.getScalar(op.getRhs());
  Value result;
  if (isFloat(type)) {
    result = LLVM::FCmpOp::create(k.builder, k.loc, floatPredicate(op.getPredicate()), lhs, rhs);
  } else {
    LLVM::ICmpPredicate predicate = integerPredicate(op.getPredicate(), type.isSignedInteger());
    result = LLVM::ICmpOp::create(k.builder, k.loc, predicate, lhs, rhs);
  }
  k.set(op.getResult(), result);
  return success();
}

void addCastLowerings(LoweringTable &table) {
  table.add<CastOp, lowerCast>();
  table.add<CmpOp, lowerCmp>();
}

} // namespace kgen::conversion
