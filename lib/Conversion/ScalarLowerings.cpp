// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins that work on one scalar of each operand, and so by component on vectors and matrices. Most are what their
// record names; the rest is here, and integer division, shifts and the like in IntegerLowerings.cpp.

#include "ScalarLowerings.h"
#include "KernelLowering.h"

using namespace mlir;

namespace kgen::conversion {

//===----------------------------------------------------------------------===//
// What the records name
//===----------------------------------------------------------------------===//

/// Each component by the op that the record names for the kind of its scalar.
template <typename FloatOp, typename IntOp>
static Value lowerByKind(KernelLowering &k, Type type, ValueRange operands) {
  auto create = [&]<typename OpT>(std::type_identity<OpT>) -> Value {
    if constexpr (std::is_void_v<OpT>) {
      llvm_unreachable("the type rule of the record excludes this operand");
    } else {
      SmallVector<Type, 1> result = {operands.front().getType()};
      return OpT::create(k.builder, k.loc, TypeRange(result), operands);
    }
  };
  return isFloat(type) ? create(std::type_identity<FloatOp>()) : create(std::type_identity<IntOp>());
}

Value lowerAdd(KernelLowering &k, Type type, ValueRange v) {
  return lowerByKind<LLVM::FAddOp, LLVM::AddOp>(k, type, v);
}
Value lowerSub(KernelLowering &k, Type type, ValueRange v) {
  return lowerByKind<LLVM::FSubOp, LLVM::SubOp>(k, type, v);
}
Value lowerMul(KernelLowering &k, Type type, ValueRange v) {
  return lowerByKind<LLVM::FMulOp, LLVM::MulOp>(k, type, v);
}

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

Value lowerNeg(KernelLowering &k, Type type, ValueRange v) {
  if (isFloat(type))
    return LLVM::FNegOp::create(k.builder, k.loc, v[0]);
  Value zero = k.constant(v[0].getType(), 0);
  return LLVM::SubOp::create(k.builder, k.loc, zero, v[0]);
}

static Value lowerCopy(KernelLowering &, Type, ValueRange v) { return v[0]; }

static Value lowerWhere(KernelLowering &k, Type, ValueRange v) {
  return LLVM::SelectOp::create(k.builder, k.loc, v[0], v[1], v[2]);
}

static Value lowerAbs(KernelLowering &k, Type type, ValueRange v) {
  if (isFloat(type))
    return LLVM::FAbsOp::create(k.builder, k.loc, v[0]);
  if (type.isUnsignedInteger())
    return v[0];
  return LLVM::AbsOp::create(k.builder, k.loc, v[0].getType(), v[0], /*is_int_min_poison=*/false);
}

/// The lesser or greater; of a NaN and a number, the number.
template <typename FloatOp, typename SignedOp, typename UnsignedOp>
static Value lowerChoice(KernelLowering &k, Type type, ValueRange v) {
  if (isFloat(type))
    return FloatOp::create(k.builder, k.loc, v[0], v[1]);
  if (type.isUnsignedInteger())
    return UnsignedOp::create(k.builder, k.loc, v[0], v[1]);
  return SignedOp::create(k.builder, k.loc, v[0], v[1]);
}
Value lowerMin(KernelLowering &k, Type type, ValueRange v) {
  return lowerChoice<LLVM::MinNumOp, LLVM::SMinOp, LLVM::UMinOp>(k, type, v);
}
Value lowerMax(KernelLowering &k, Type type, ValueRange v) {
  return lowerChoice<LLVM::MaxNumOp, LLVM::SMaxOp, LLVM::UMaxOp>(k, type, v);
}

static Value lowerDiv(KernelLowering &k, Type type, ValueRange v) {
  if (isFloat(type))
    return LLVM::FDivOp::create(k.builder, k.loc, v[0], v[1]);
  return divideIntegers(k, type, v[0], v[1]);
}

static Value lowerFloorDiv(KernelLowering &k, Type type, ValueRange v) {
  if (!isFloat(type))
    return floorDivideIntegers(k, type, v[0], v[1]);
  Value quotient = LLVM::FDivOp::create(k.builder, k.loc, v[0], v[1]);
  return LLVM::FFloorOp::create(k.builder, k.loc, quotient);
}

/// Floats: C's fmod. NVPTX expands LLVM's own remainder inexactly, so the GPU calls the library.
static Value lowerMod(KernelLowering &k, Type type, ValueRange v) {
  if (!isFloat(type))
    return remainderOfIntegers(k, type, v[0], v[1]);
  if (k.onGPU())
    return callMath(k, "fmod", v);
  return LLVM::FRemOp::create(k.builder, k.loc, v[0], v[1]);
}

static Value lowerInvert(KernelLowering &k, Type, ValueRange v) {
  Value ones = k.constant(v[0].getType(), -1);
  return LLVM::XOrOp::create(k.builder, k.loc, v[0], ones);
}

static Value lowerAnd(KernelLowering &k, Type, ValueRange v) {
  return LLVM::AndOp::create(k.builder, k.loc, v[0], v[1]);
}

static Value lowerOr(KernelLowering &k, Type, ValueRange v) { return LLVM::OrOp::create(k.builder, k.loc, v[0], v[1]); }

static Value lowerNot(KernelLowering &k, Type, ValueRange v) {
  Value one = k.constant(v[0].getType(), 1);
  return LLVM::XOrOp::create(k.builder, k.loc, v[0], one);
}

/// The name of an op in the math library.
template <typename OpT> static constexpr StringLiteral libmStem = "";
#define KGEN_LLVM_OP(OP, FLOAT, INT)
#define KGEN_LIBM(OP, STEM, TENTHS_OF_ULP) template <> constexpr StringLiteral libmStem<OP> = STEM;
#include "kgen/IR/KgenBuiltinLowerings.inc"
#undef KGEN_LIBM
#undef KGEN_LLVM_OP

template <typename OpT> static Value lowerLibm(KernelLowering &k, Type, ValueRange v) {
  return callMath(k, libmStem<OpT>, v);
}

void addScalarLowerings(LoweringTable &table) {
#define KGEN_LLVM_OP(OP, FLOAT, INT) table.addByComponent<OP, lowerByKind<FLOAT, INT>>();
#define KGEN_LIBM(OP, STEM, TENTHS_OF_ULP) table.addByComponent<OP, lowerLibm<OP>>();
#include "kgen/IR/KgenBuiltinLowerings.inc"
#undef KGEN_LIBM
#undef KGEN_LLVM_OP
  table.addByComponent<ScaleOp, lowerMul>();
  table.addByComponent<ScaleLeftOp, lowerMul>();
  table.addByComponent<DivOp, lowerDiv>();
  table.addByComponent<ScaleDivOp, lowerDiv>();
  table.addByComponent<CwDivOp, lowerDiv>();
  table.addByComponent<QuatScaleOp, lowerMul>();
  table.addByComponent<QuatScaleLeftOp, lowerMul>();
  table.addByComponent<QuatScaleDivOp, lowerDiv>();
  table.addByComponent<FloorDivOp, lowerFloorDiv>();
  table.addByComponent<ModOp, lowerMod>();
  table.addByComponent<NegOp, lowerNeg>();
  table.addByComponent<CopyOp, lowerCopy>();
  table.addByComponent<WhereOp, lowerWhere>();
  table.addByComponent<AbsOp, lowerAbs>();
  table.addByComponent<MinOp, lowerMin>();
  table.addByComponent<MaxOp, lowerMax>();
  table.addByComponent<LShiftOp, shiftLeft>();
  table.addByComponent<RShiftOp, shiftRight>();
  table.addByComponent<InvertOp, lowerInvert>();
  table.addByComponent<AndOp, lowerAnd>();
  table.addByComponent<OrOp, lowerOr>();
  table.addByComponent<NotOp, lowerNot>();
}

} // namespace kgen::conversion
