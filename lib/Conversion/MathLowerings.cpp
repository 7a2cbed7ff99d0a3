// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions: C's library on the CPU, libdevice on a GPU. Half precision goes through float32 (S-21).

#include "KernelLowering.h"

using namespace mlir;

namespace kgen {

Value callMath(KernelLowering &k, StringRef stem, ValueRange operands) {
  Type type = operands.front().getType(), f32 = k.builder.getF32Type();
  bool isHalf = type.getIntOrFloatBitWidth() == 16;
  SmallVector<Value, 2> arguments(operands);
  if (isHalf)
    for (Value &argument : arguments)
      argument = LLVM::FPExtOp::create(k.builder, k.loc, f32, argument);
  Type callType = isHalf ? f32 : type;
  std::string name = ((k.onGPU() ? "__nv_" : "") + stem + (callType.isF32() ? "f" : "")).str();
  Value result = k.callPure(name, callType, arguments);
  return isHalf ? LLVM::FPTruncOp::create(k.builder, k.loc, type, result).getResult() : result;
}

} // namespace kgen
