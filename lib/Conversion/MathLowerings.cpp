// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions: C's library or SLEEF on the CPU, libdevice on a GPU. Half precision goes through float32 (S-21).

#include "KernelLowering.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace kgen::conversion {

/// Into [-1, 1]; NaN becomes -1.
static Value clampToUnit(KernelLowering &k, Value x) {
  auto number = [&](double value) -> Value {
    return k.floatConstant(x.getType(), value);
  };
  Value raised = LLVM::MaxNumOp::create(k.builder, k.loc, x, number(-1.0));
  return LLVM::MinNumOp::create(k.builder, k.loc, raised, number(1.0));
}

/// A function of SLEEF's deterministic set with fused multiply-add, which gives the same bits whatever the vectors' length.
static std::string sleefName(StringRef stem, Type type) {
  auto lanes = dyn_cast<VectorType>(type);
  bool isDouble = getElementTypeOrSelf(type).isF64();
  unsigned count = lanes ? lanes.getNumElements() : 1;
  StringRef accuracy = stem == "erfc" ? "15" : "10";
  StringRef unit = count == 1 ? "purecfma" : count * (isDouble ? 64 : 32) == 512 ? "avx512f" : "avx2";
  return ("Sleef_finz_" + stem + (isDouble ? "d" : "f") + Twine(count) + "_u" + accuracy + unit).str();
}

/// Calls a function on as many lanes at once as it takes.
static Value callInParts(KernelLowering &k, StringRef stem, ValueRange arguments) {
  Type type = arguments.front().getType();
  auto vector = dyn_cast<VectorType>(type);
  unsigned count = vector ? vector.getNumElements() : 1, bits = count * scalarBits(arguments.front());
  if (!vector || bits == 256 || bits == k.vectorBits())
    return k.callPure(sleefName(stem, type), type, arguments);
  if (bits < 256) { // the lanes beyond are not looked at
    SmallVector<Value, 2> longer;
    for (Value argument : arguments)
      longer.push_back(k.lanesOf(argument, 0, 256 / scalarBits(argument)));
    return k.lanesOf(callInParts(k, stem, longer), 0, count);
  }
  SmallVector<Value, 2> lower, upper;
  for (Value argument : arguments) {
    lower.push_back(k.lanesOf(argument, 0, count / 2));
    upper.push_back(k.lanesOf(argument, count / 2, count / 2));
  }
  Value low = callInParts(k, stem, lower), high = callInParts(k, stem, upper);
  return k.concatenate({low, high});
}

/// x to the power 1, 2 or 3, as products.
static Value wholePower(KernelLowering &k, Value x, unsigned power) {
  Value result = x;
  for (unsigned i = 1; i < power; ++i)
    result = LLVM::FMulOp::create(k.builder, k.loc, result, x);
  return result;
}

/// A power is a product where the exponent is 1, 2 or 3, a literal's as any other's: a tenth of the function's time,
/// the bits of the interpreter.
static Value callPower(KernelLowering &k, Value x, Value y, llvm::function_ref<Value()> call) {
  constexpr unsigned powers[] = {3, 2, 1};
  if (llvm::APFloat literal(0.0); matchPattern(y, m_ConstantFloat(&literal))) {
    const unsigned *power = llvm::find(powers, literal.convertToDouble());
    return power == std::end(powers) ? call() : wholePower(k, x, *power);
  }
  Value result = call();
  for (unsigned power : powers) {
    Value number = k.floatConstant(y.getType(), power);
    Value isPower = LLVM::FCmpOp::create(k.builder, k.loc, LLVM::FCmpPredicate::oeq, y, number);
    result = LLVM::SelectOp::create(k.builder, k.loc, isPower, wholePower(k, x, power), result);
  }
  return result;
}

Value callMath(KernelLowering &k, StringRef stem, ValueRange operands) {
  Type type = operands.front().getType(), f32 = likeValue(k.builder.getF32Type(), operands.front());
  bool isHalf = scalarBits(operands.front()) == 16;
  SmallVector<Value, 2> arguments(operands);
  if (isHalf)
    for (Value &argument : arguments)
      argument = LLVM::FPExtOp::create(k.builder, k.loc, f32, argument);
  Type callType = isHalf ? f32 : type;
  if (stem == "asin" || stem == "acos") // S-34
    arguments[0] = clampToUnit(k, arguments[0]);
  std::string name = ((k.onGPU() ? "__nv_" : "") + stem + (callType.isF32() ? "f" : "")).str();
  auto call = [&] { return k.usesSleef() ? callInParts(k, stem, arguments) : k.callPure(name, callType, arguments); };
  Value result = stem == "pow" ? callPower(k, arguments[0], arguments[1], call) : call();
  return isHalf ? LLVM::FPTruncOp::create(k.builder, k.loc, type, result).getResult() : result;
}

} // namespace kgen::conversion
