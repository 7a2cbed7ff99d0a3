// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of kernels as cases name them, and cases held against kernels. What fits what is decided in lib/Support.

#include "kgen/IR/KernelCase.h"
#include "kgen/IR/ValueLayout.h"

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
  static constexpr ElementType::Form forms[] = {ElementType::Scalar, ElementType::Vector, ElementType::Matrix};
  llvm::ArrayRef<int64_t> extents = ValueLayout::of(type).getExtents();
  return {forms[extents.size()], scalarTypeOf(elementType(type)), extents.vec()};
}

LogicalResult kgen::verifyCase(KernelOp kernel, const Case &c) {
  if (failed(refuseStructuredValues(kernel, "a case")))
    return mlir::failure();
  auto parameters = kernel.getBody().front().getArguments();
  if (kernel.isBackward())
    parameters = parameters.take_front(parameters.size() / 2);
  std::vector<CaseParameter> expected;
  for (mlir::BlockArgument parameter : parameters) {
    auto array = mlir::dyn_cast<ArrayType>(parameter.getType());
    expected.push_back({getName(parameter).str(), elementTypeOf(parameter.getType()), array ? array.getRank() : 0});
  }
  std::optional<CaseMismatch> mismatch = matchArguments(kernel.getSymName(), expected, c);
  if (!mismatch)
    return mlir::success();
  mlir::Location loc = mismatch->parameter ? parameters[*mismatch->parameter].getLoc() : kernel.getLoc();
  return mlir::emitError(loc) << mismatch->message;
}
