// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division and remainder of integers that never trap: x86's do, on a divisor of 0 and on the smallest value by -1.

#include "ScalarLowerings.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace kgen::conversion {

static Value compare(KernelLowering &k, LLVM::ICmpPredicate predicate, Value a, Value b) {
  return LLVM::ICmpOp::create(k.builder, k.loc, predicate, a, b);
}

static Value select(KernelLowering &k, Value condition, Value a, Value b) {
  return LLVM::SelectOp::create(k.builder, k.loc, condition, a, b);
}

/// True for a literal that no division traps on.
static bool isSafeDivisor(Value b) {
  APInt literal;
  return matchPattern(b, m_ConstantInt(&literal)) && !literal.isZero() && !literal.isAllOnes();
}

/// A divisor that does not trap: 1 for 0, and for -1 under the smallest value, whose quotient is that value, too.
static Value safeDivisor(KernelLowering &k, Type type, Value a, Value b, Value isZero) {
  Type bits = a.getType();
  Value one = k.constant(bits, 1);
  Value unsafe = isZero;
  if (!type.isUnsignedInteger()) {
    Value least = k.constant(bits, APInt::getSignedMinValue(scalarBits(a)).getSExtValue());
    Value minusOne = k.constant(bits, -1);
    Value isLeast = compare(k, LLVM::ICmpPredicate::eq, a, least);
    Value isMinusOne = compare(k, LLVM::ICmpPredicate::eq, b, minusOne);
    Value overflows = LLVM::AndOp::create(k.builder, k.loc, isLeast, isMinusOne);
    unsafe = LLVM::OrOp::create(k.builder, k.loc, isZero, overflows);
  }
  return select(k, unsafe, one, b);
}

static Value quotientOf(KernelLowering &k, Type type, Value a, Value b) {
  if (type.isUnsignedInteger())
    return LLVM::UDivOp::create(k.builder, k.loc, a, b);
  return LLVM::SDivOp::create(k.builder, k.loc, a, b);
}

static Value remainderOf(KernelLowering &k, Type type, Value a, Value b) {
  if (type.isUnsignedInteger())
    return LLVM::URemOp::create(k.builder, k.loc, a, b);
  return LLVM::SRemOp::create(k.builder, k.loc, a, b);
}

static Value isZero(KernelLowering &k, Value b) {
  Value zero = k.constant(b.getType(), 0);
  return compare(k, LLVM::ICmpPredicate::eq, b, zero);
}

Value divideIntegers(KernelLowering &k, Type type, Value a, Value b) {
  if (isSafeDivisor(b))
    return quotientOf(k, type, a, b);
  Value byZero = isZero(k, b);
  Value divisor = safeDivisor(k, type, a, b, byZero);
  Value quotient = quotientOf(k, type, a, divisor);
  Value zero = k.constant(a.getType(), 0);
  return select(k, byZero, zero, quotient);
}

Value remainderOfIntegers(KernelLowering &k, Type type, Value a, Value b) {
  if (isSafeDivisor(b))
    return remainderOf(k, type, a, b);
  Value byZero = isZero(k, b);
  Value divisor = safeDivisor(k, type, a, b, byZero);
  Value remainder = remainderOf(k, type, a, divisor);
  return select(k, byZero, a, remainder);
}

/// The power of two that a positive literal is.
static std::optional<unsigned> asPowerOfTwo(Value b) {
  APInt literal;
  if (!matchPattern(b, m_ConstantInt(&literal)) || !literal.isStrictlyPositive() || !literal.isPowerOf2())
    return std::nullopt;
  return literal.logBase2();
}

Value floorDivideIntegers(KernelLowering &k, Type type, Value a, Value b) {
  if (std::optional<unsigned> power = asPowerOfTwo(b); power && !type.isUnsignedInteger())
    return LLVM::AShrOp::create(k.builder, k.loc, a, k.constant(a.getType(), *power));
  if (type.isUnsignedInteger())
    return divideIntegers(k, type, a, b);
  bool isSafe = isSafeDivisor(b);
  Value byZero = isSafe ? Value() : isZero(k, b);
  Value divisor = isSafe ? b : safeDivisor(k, type, a, b, byZero), zero = k.constant(a.getType(), 0);
  Value quotient = quotientOf(k, type, a, divisor), left = remainderOf(k, type, a, divisor);
  // One less where something is left over and the signs differ: the remainder has that of `a`.
  Value inexact = compare(k, LLVM::ICmpPredicate::ne, left, zero);
  Value signs = LLVM::XOrOp::create(k.builder, k.loc, left, divisor);
  Value differ = compare(k, LLVM::ICmpPredicate::slt, signs, zero);
  Value down = LLVM::AndOp::create(k.builder, k.loc, inexact, differ);
  Value step = LLVM::SExtOp::create(k.builder, k.loc, a.getType(), down);
  Value rounded = LLVM::AddOp::create(k.builder, k.loc, quotient, step);
  return isSafe ? rounded : select(k, byZero, zero, rounded);
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

/// Applies `shift` in 32 bits at least, by a masked amount.
static Value shiftWidened(KernelLowering &k, Type type, ValueRange v, llvm::function_ref<Value(Value, Value)> shift) {
  Type narrow = v[0].getType();
  unsigned width = std::max(scalarBits(v[0]), 32u);
  Type wide = likeValue(k.builder.getIntegerType(width), v[0]);
  auto widen = [&](Value value) -> Value {
    if (wide == narrow)
      return value;
    if (type.isUnsignedInteger())
      return LLVM::ZExtOp::create(k.builder, k.loc, wide, value);
    return LLVM::SExtOp::create(k.builder, k.loc, wide, value);
  };
  Value value = widen(v[0]);
  Value amount = widen(v[1]);
  APInt literal;
  if (!matchPattern(amount, m_ConstantInt(&literal)) || literal.uge(width)) {
    Value mask = k.constant(wide, width - 1);
    amount = LLVM::AndOp::create(k.builder, k.loc, amount, mask);
  }
  Value shifted = shift(value, amount);
  return wide == narrow ? shifted : LLVM::TruncOp::create(k.builder, k.loc, narrow, shifted).getResult();
}

Value shiftLeft(KernelLowering &k, Type type, ValueRange operands) {
  return shiftWidened(k, type, operands, [&](Value value, Value amount) -> Value {
    return LLVM::ShlOp::create(k.builder, k.loc, value, amount);
  });
}

Value shiftRight(KernelLowering &k, Type type, ValueRange operands) {
  return shiftWidened(k, type, operands, [&](Value value, Value amount) -> Value {
    if (type.isUnsignedInteger())
      return LLVM::LShrOp::create(k.builder, k.loc, value, amount);
    return LLVM::AShrOp::create(k.builder, k.loc, value, amount);
  });
}

} // namespace kgen::conversion
