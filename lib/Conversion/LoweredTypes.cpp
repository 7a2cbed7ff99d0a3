// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of what each type of kgen's becomes, and the structs of Warp's ABI, by name.

#include "LoweredTypes.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

Type registerType(Type scalar) {
  if (auto integer = dyn_cast<IntegerType>(scalar))
    return IntegerType::get(scalar.getContext(), integer.getWidth());
  return scalar;
}

Type memoryType(Type scalar) {
  return isBool(scalar) ? IntegerType::get(scalar.getContext(), 8) : registerType(scalar);
}

SmallVector<Type, 4> registerTypes(Type type) {
  SmallVector<Type, 4> types;
  for (const ValueLeaf &leaf : ValueLayout::of(type).getLeaves())
    types.push_back(isArray(leaf.type) ? LLVM::LLVMPointerType::get(type.getContext()) : registerType(leaf.type));
  return types;
}

Type likeValue(Type scalar, Value value) {
  auto lanes = dyn_cast<VectorType>(value.getType());
  return lanes ? VectorType::get(lanes.getShape(), scalar) : scalar;
}

unsigned scalarBits(Value value) { return getElementTypeOrSelf(value).getIntOrFloatBitWidth(); }

/// A 4x4 matrix is the largest value in registers.
static constexpr unsigned maxRegisters = 16;

bool isInMemory(Type type) { return numComponents(type) > maxRegisters; }

Type parameterType(Type type) {
  if (isArray(type))
    return arrayStruct(type.getContext());
  if (auto structType = dyn_cast<StructType>(type)) {
    SmallVector<Type> fields = llvm::map_to_vector(structType.getFieldTypes(), parameterType);
    if (fields.empty())
      fields.push_back(IntegerType::get(type.getContext(), 8));
    return LLVM::LLVMStructType::getLiteral(type.getContext(), fields);
  }
  Type lowered = memoryType(elementType(type));
  for (int64_t extent : llvm::reverse(ValueLayout::of(type).getExtents()))
    lowered = LLVM::LLVMArrayType::get(lowered, extent);
  return lowered;
}

bool isMemoryParameter(Type type) { return !isScalar(type); }

/// A struct by name; its body is a function of the name, so a context's second request finds the same one.
static Type namedStruct(MLIRContext *context, StringRef name, ArrayRef<Type> fields) {
  auto type = LLVM::LLVMStructType::getIdentified(context, name);
  (void)type.setBody(fields, /*isPacked=*/false);
  return type;
}

Type arrayStruct(MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type extents = LLVM::LLVMArrayType::get(IntegerType::get(context, 32), 4);
  Type i16 = IntegerType::get(context, 16);
  return namedStruct(context, "array_t", {pointer, pointer, extents, extents, i16, i16});
}

Type launchBoundsStruct(MLIRContext *context, unsigned rank) {
  Type shape = LLVM::LLVMArrayType::get(IntegerType::get(context, 32), rank);
  Type i64 = IntegerType::get(context, 64);
  return namedStruct(context, ("launch_bounds_t" + Twine(rank)).str(), {shape, i64, i64});
}

Type argumentStruct(MLIRContext *context, TypeRange parameters) {
  SmallVector<Type> fields = llvm::map_to_vector(parameters, parameterType);
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

} // namespace kgen::conversion
