// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the arguments of a case are those that a kernel takes.

#include "kgen/Interpreter/Interpreter.h"

using namespace kgen;
using mlir::LogicalResult;

static ScalarType scalarTypeOf(mlir::Type type) {
  if (isBool(type))
    return ScalarType::Bool;
  if (isFloat(type))
    return type.isF16()    ? ScalarType::Float16
           : type.isBF16() ? ScalarType::BFloat16
           : type.isF32()  ? ScalarType::Float32
                           : ScalarType::Float64;
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return isUnsigned ? ScalarType::UInt8 : ScalarType::Int8;
  case 16:
    return isUnsigned ? ScalarType::UInt16 : ScalarType::Int16;
  case 32:
    return isUnsigned ? ScalarType::UInt32 : ScalarType::Int32;
  default:
    return isUnsigned ? ScalarType::UInt64 : ScalarType::Int64;
  }
}

ElementType kgen::elementTypeOf(mlir::Type type) {
  if (auto array = mlir::dyn_cast<ArrayType>(type))
    return elementTypeOf(array.getElementType());
  ElementType result;
  result.scalar = scalarTypeOf(elementType(type));
  if (auto vector = mlir::dyn_cast<VecType>(type)) {
    result.form = ElementType::Vector;
    result.shape = {vector.getLength()};
  } else if (auto matrix = mlir::dyn_cast<MatType>(type)) {
    result.form = ElementType::Matrix;
    result.shape = {matrix.getRows(), matrix.getCols()};
  }
  return result;
}

/// `array of float32 of 2 dimensions`, or the type of a value.
static std::string describe(const ElementType &type, bool isArray, size_t rank) {
  if (!isArray)
    return type.name() + " by value";
  return std::to_string(rank) + "-dimensional array of " + type.name();
}

static LogicalResult verifyArgument(mlir::BlockArgument parameter, const CaseArg &arg) {
  llvm::StringRef name = getName(parameter);
  if (!name.empty() && name != arg.name)
    return mlir::emitError(parameter.getLoc()) << "expected the case's argument " << parameter.getArgNumber()
                                               << " to be '" << name << "' but got '" << arg.name << "'";
  auto array = mlir::dyn_cast<ArrayType>(parameter.getType());
  std::string wanted = describe(elementTypeOf(parameter.getType()), array != nullptr, array ? array.getRank() : 0);
  std::string got = describe(arg.type, arg.isArray(), arg.shape.size());
  if (wanted == got)
    return mlir::success();
  return mlir::emitError(parameter.getLoc())
         << "expected the case's argument '" << arg.name << "' to be a " << wanted << " but got a " << got;
}

LogicalResult kgen::verifyCase(KernelOp kernel, const Case &c) {
  auto parameters = kernel.getBody().front().getArguments();
  size_t count = kernel.isBackward() ? parameters.size() / 2 : parameters.size();
  if (c.args.size() != count)
    return kernel.emitError("expected a case with ")
           << count << " arguments for '" << kernel.getSymName() << "' but got " << c.args.size();
  for (auto [parameter, arg] : llvm::zip(parameters, c.args))
    if (failed(verifyArgument(parameter, arg)))
      return mlir::failure();
  return mlir::success();
}
