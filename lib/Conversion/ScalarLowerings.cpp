// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins that work on one scalar of each operand, and so by component on vectors and matrices. Most are what their
// record names; the rest is here, and integer division, shifts and the like in IntegerLowerings.cpp.

#include "ScalarLowerings.h"
#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace kgen {

//===----------------------------------------------------------------------===//
// What the records name
//===----------------------------------------------------------------------===//

// The records name ops of `arith` and `math`; here is the LLVM op, or the function of C's library, that each stands
// for.
template <typename Upstream> struct LLVMOpOf {};
template <typename Upstream> struct FunctionOf {};

#define KGEN_LLVM_OP(UPSTREAM, LLVM_OP)                                                                                \
  template <> struct LLVMOpOf<UPSTREAM> {                                                                              \
    using Op = LLVM_OP;                                                                                                \
  };
KGEN_LLVM_OP(arith::AddFOp, LLVM::FAddOp)
KGEN_LLVM_OP(arith::SubFOp, LLVM::FSubOp)
KGEN_LLVM_OP(arith::MulFOp, LLVM::FMulOp)
KGEN_LLVM_OP(arith::AddIOp, LLVM::AddOp)
KGEN_LLVM_OP(arith::SubIOp, LLVM::SubOp)
KGEN_LLVM_OP(arith::MulIOp, LLVM::MulOp)
KGEN_LLVM_OP(arith::AndIOp, LLVM::AndOp)
KGEN_LLVM_OP(arith::OrIOp, LLVM::OrOp)
KGEN_LLVM_OP(arith::XOrIOp, LLVM::XOrOp)
KGEN_LLVM_OP(math::SqrtOp, LLVM::SqrtOp)
KGEN_LLVM_OP(math::FloorOp, LLVM::FFloorOp)
KGEN_LLVM_OP(math::CeilOp, LLVM::FCeilOp)
KGEN_LLVM_OP(math::TruncOp, LLVM::FTruncOp)
KGEN_LLVM_OP(math::RoundOp, LLVM::RoundOp)
KGEN_LLVM_OP(math::RoundEvenOp, LLVM::RintOp) // the same in the one rounding mode there is; and in every C library
#undef KGEN_LLVM_OP

#define KGEN_FUNCTION(UPSTREAM, STEM)                                                                                  \
  template <> struct FunctionOf<UPSTREAM> {                                                                            \
    static constexpr llvm::StringLiteral stem = STEM;                                                                  \
  };
KGEN_FUNCTION(math::SinOp, "sin")
KGEN_FUNCTION(math::CosOp, "cos")
KGEN_FUNCTION(math::TanOp, "tan")
KGEN_FUNCTION(math::AsinOp, "asin")
KGEN_FUNCTION(math::AcosOp, "acos")
KGEN_FUNCTION(math::AtanOp, "atan")
KGEN_FUNCTION(math::SinhOp, "sinh")
KGEN_FUNCTION(math::CoshOp, "cosh")
KGEN_FUNCTION(math::TanhOp, "tanh")
KGEN_FUNCTION(math::ExpOp, "exp")
KGEN_FUNCTION(math::LogOp, "log")
KGEN_FUNCTION(math::Log2Op, "log2")
KGEN_FUNCTION(math::Log10Op, "log10")
KGEN_FUNCTION(math::CbrtOp, "cbrt")
KGEN_FUNCTION(math::Atan2Op, "atan2")
KGEN_FUNCTION(math::PowFOp, "pow")
#undef KGEN_FUNCTION

/// One scalar through an upstream op. A record that names one without an entry above does not compile.
template <typename Upstream> static Value lowerUpstream(KernelLowering &k, ValueRange operands) {
  if constexpr (std::is_void_v<Upstream>) {
    llvm_unreachable("the type rule of the record excludes this operand");
  } else if constexpr (requires { FunctionOf<Upstream>::stem; }) {
    return callMath(k, FunctionOf<Upstream>::stem, operands);
  } else {
    SmallVector<Type, 1> result = {operands.front().getType()};
    return LLVMOpOf<Upstream>::Op::create(k.builder, k.loc, TypeRange(result), operands);
  }
}

template <typename FloatOp, typename SignedOp, typename UnsignedOp>
static Value lowerByType(KernelLowering &k, Type type, ValueRange operands) {
  if (isFloat(type))
    return lowerUpstream<FloatOp>(k, operands);
  return type.isUnsignedInteger() ? lowerUpstream<UnsignedOp>(k, operands) : lowerUpstream<SignedOp>(k, operands);
}

Value lowerAdd(KernelLowering &k, Type type, ValueRange v) {
  return lowerByType<arith::AddFOp, arith::AddIOp, arith::AddIOp>(k, type, v);
}
Value lowerSub(KernelLowering &k, Type type, ValueRange v) {
  return lowerByType<arith::SubFOp, arith::SubIOp, arith::SubIOp>(k, type, v);
}
Value lowerMul(KernelLowering &k, Type type, ValueRange v) {
  return lowerByType<arith::MulFOp, arith::MulIOp, arith::MulIOp>(k, type, v);
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
  Value one = k.constant(k.builder.getI1Type(), 1);
  return LLVM::XOrOp::create(k.builder, k.loc, v[0], one);
}

void addScalarLowerings(LoweringTable &table) {
#define KGEN_UPSTREAM(OP, FLOAT, SIGNED, UNSIGNED) table.addByComponent<OP, lowerByType<FLOAT, SIGNED, UNSIGNED>>();
#include "kgen/IR/KgenBuiltinLowerings.inc"
#undef KGEN_UPSTREAM
  table.addByComponent<ScaleOp, lowerMul>();
  table.addByComponent<ScaleLeftOp, lowerMul>();
  table.addByComponent<DivOp, lowerDiv>();
  table.addByComponent<ScaleDivOp, lowerDiv>();
  table.addByComponent<CwDivOp, lowerDiv>();
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

} // namespace kgen
