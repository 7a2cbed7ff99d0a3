// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors: a scalar in all lanes, parts of vectors, vectors joined.

#include "Lanes.h"

using namespace mlir;

namespace kgen::conversion {

Value KernelLowering::splat(Value scalar) {
  Type type = scalar.getType();
  if (isa<VectorType, LLVM::LLVMPointerType>(type))
    return scalar;
  VectorType vector = mode.lanes->vectorOf(type);
  if (auto known = scalar.getDefiningOp<LLVM::ConstantOp>()) {
    auto all = DenseElementsAttr::get(vector, cast<Attribute>(known.getValue()));
    return LLVM::ConstantOp::create(builder, loc, vector, all);
  }
  Value undefined = LLVM::PoisonOp::create(builder, loc, vector);
  Value zero = constant(builder.getI32Type(), 0);
  Value inFirst = LLVM::InsertElementOp::create(builder, loc, undefined, scalar, zero);
  SmallVector<int32_t, 16> zeros(mode.lanes->count, 0);
  return LLVM::ShuffleVectorOp::create(builder, loc, inFirst, undefined, zeros);
}

Value KernelLowering::lanesOf(Value vector, unsigned first, unsigned count) {
  int32_t size = cast<VectorType>(vector.getType()).getNumElements();
  SmallVector<int32_t, 16> chosen;
  for (int32_t i = first, end = first + count; i < end; ++i)
    chosen.push_back(i < size ? i : -1);
  Value undefined = LLVM::PoisonOp::create(builder, loc, vector.getType());
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, undefined, chosen);
}

Value KernelLowering::concatenate(ArrayRef<Value> vectors) {
  SmallVector<Value> parts(vectors);
  while (parts.size() > 1) {
    SmallVector<Value> joined;
    for (size_t i = 0; i < parts.size(); i += 2) {
      int32_t size = cast<VectorType>(parts[i].getType()).getNumElements();
      bool hasPartner = i + 1 < parts.size();
      Value second = hasPartner ? parts[i + 1] : LLVM::PoisonOp::create(builder, loc, parts[i].getType()).getResult();
      int32_t own = cast<VectorType>(second.getType()).getNumElements();
      if (own < size)
        second = lanesOf(second, 0, size);
      SmallVector<int32_t, 32> all;
      for (int32_t lane = 0; lane < 2 * size; ++lane)
        all.push_back(lane);
      joined.push_back(LLVM::ShuffleVectorOp::create(builder, loc, parts[i], second, all));
    }
    parts = joined;
  }
  return parts.front();
}

} // namespace kgen::conversion
