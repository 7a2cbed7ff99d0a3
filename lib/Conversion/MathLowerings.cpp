// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions: C's library on the CPU, libdevice on a GPU. Half precision goes through float32 (S-21).

#include "KernelLowering.h"

using namespace mlir;

namespace kgen::conversion {

/// Into [-1, 1]; NaN becomes -1.
static Value clampToUnit(KernelLowering &k, Value x) {
  auto number = [&](double value) -> Value {
    return LLVM::ConstantOp::create(k.builder, k.loc, x.getType(), k.builder.getFloatAttr(x.getType(), value));
  };
  Value raised = LLVM::MaxNumOp::create(k.builder, k.loc, x, number(-1.0));
  return LLVM::MinNumOp::create(k.builder, k.loc, raised, number(1.0));
}

Value callMath(KernelLowering &k, StringRef stem, ValueRange operands) {
  Type type = operands.front().getType(), f32 = k.builder.getF32Type();
  bool isHalf = type.getIntOrFloatBitWidth() == 16;
  SmallVector<Value, 2> arguments(operands);
  if (isHalf)
    for (Value &argument : arguments)
      argument = LLVM::FPExtOp::create(k.builder, k.loc, f32, argument);
  Type callType = isHalf ? f32 : type;
  if (stem == "asin" || stem == "acos") // S-34
    arguments[0] = clampToUnit(k, arguments[0]);
  std::string name = ((k.onGPU() ? "__nv_" : "") + stem + (callType.isF32() ? "f" : "")).str();
  Value result = k.callPure(name, callType, arguments);
  return isHalf ? LLVM::FPTruncOp::create(k.builder, k.loc, type, result).getResult() : result;
}

} // namespace kgen::conversion
