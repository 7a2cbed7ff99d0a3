// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of values by path, arrays in structs, and views: what a path leads to in registers and in memory.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

Components pickPart(KernelLowering &k, Components all, Type type, ArrayRef<OpFoldResult> path) {
  if (path.empty())
    return all;
  ArrayRef<ValuePart> parts = ValueLayout::of(type).getParts();
  auto part = [&](unsigned i) { return ArrayRef<Value>(all).slice(parts[i].leaf, numComponents(parts[i].type)); };
  if (std::optional<int64_t> literal = getLiteral(path.front())) {
    unsigned i = *literal < 0 ? *literal + parts.size() : *literal;
    return pickPart(k, Components(part(i)), parts[i].type, path.drop_front());
  }
  Value index = wrapIndex(k, path.front(), parts.size());
  Components picked(part(0));
  for (unsigned i = 1; i < parts.size(); ++i) {
    Value own = k.constant(index.getType(), i);
    Value isOwn = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::eq, index, own);
    for (auto [old, component] : llvm::zip_equal(picked, part(i)))
      old = LLVM::SelectOp::create(k.builder, k.loc, isOwn, component, old);
  }
  return pickPart(k, picked, parts.front().type, path.drop_front());
}

Components replacePart(KernelLowering &k, ArrayRef<Value> all, Type type, ArrayRef<OpFoldResult> path,
                       ArrayRef<Value> replacement) {
  if (path.empty())
    return Components(replacement);
  Components result(all);
  ArrayRef<ValuePart> parts = ValueLayout::of(type).getParts();
  std::optional<int64_t> literal = getLiteral(path.front());
  unsigned first = literal ? (*literal < 0 ? *literal + parts.size() : *literal) : 0;
  unsigned last = literal ? first + 1 : parts.size();
  Value index = literal ? Value() : wrapIndex(k, path.front(), parts.size());
  for (unsigned i = first; i < last; ++i) {
    const ValuePart &part = parts[i];
    ArrayRef<Value> before = all.slice(part.leaf, numComponents(part.type));
    Components after = replacePart(k, before, part.type, path.drop_front(), replacement);
    Value isOwn;
    if (!literal) {
      Value own = k.constant(index.getType(), i);
      isOwn = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::eq, index, own);
    }
    for (auto [j, component] : llvm::enumerate(after))
      result[part.leaf + j] =
          isOwn ? LLVM::SelectOp::create(k.builder, k.loc, isOwn, component, before[j]).getResult() : component;
  }
  return result;
}

static Value atBytes(KernelLowering &k, Value address, Value bytes) {
  return LLVM::GEPOp::create(k.builder, k.loc, address.getType(), k.builder.getI8Type(), address, ValueRange(bytes),
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value partAddress(KernelLowering &k, Type type, Value address, ArrayRef<OpFoldResult> path) {
  Type i64 = k.builder.getI64Type();
  for (OpFoldResult step : path) {
    ArrayRef<ValuePart> parts = ValueLayout::of(type).getParts();
    if (std::optional<int64_t> literal = getLiteral(step)) {
      const ValuePart &part = parts[*literal < 0 ? *literal + parts.size() : *literal];
      if (part.offset != 0)
        address = atBytes(k, address, k.constant(i64, part.offset));
      type = part.type;
      continue;
    }
    type = parts.front().type;
    Value wrapped = wrapIndex(k, step, parts.size());
    Value wide = LLVM::SExtOp::create(k.builder, k.loc, i64, wrapped);
    Value size = k.constant(i64, ValueLayout::of(type).getSize());
    address = atBytes(k, address, LLVM::MulOp::create(k.builder, k.loc, wide, size));
  }
  return address;
}

//===----------------------------------------------------------------------===//
// Arrays that are no parameters
//===----------------------------------------------------------------------===//

void KernelLowering::setArray(Value array, Value pointer) {
  Buffer &buffer = buffers[array];
  buffer.pointer = pointer;
  // Memory that is there before the thread loop can be read there, when it is asked for; a thread's own is filled
  // later.
  Operation *maker = pointer.getDefiningOp();
  Operation *memory = maker;
  if (auto cast = dyn_cast_or_null<LLVM::AddrSpaceCastOp>(maker))
    memory = cast.getArg().getDefiningOp();
  if (!maker || (maker->getBlock() == getEntry() && !isa_and_nonnull<LLVM::AllocaOp>(memory)))
    return;
  Type type = arrayStruct(array.getContext()), i32 = builder.getI32Type();
  auto load = [&](ArrayRef<LLVM::GEPArg> path, Type field, unsigned alignment) -> Value {
    SmallVector<LLVM::GEPArg> indices = {0};
    llvm::append_range(indices, path);
    Value address =
        LLVM::GEPOp::create(builder, loc, pointer.getType(), type, pointer, indices, LLVM::GEPNoWrapFlags::inbounds);
    return LLVM::LoadOp::create(builder, loc, field, address, alignment);
  };
  Value data = load({arrayData}, pointerType(), 8);
  buffer.data = toElementSpace(*this, builder, data);
  for (unsigned d = 0, rank = cast<ArrayType>(array.getType()).getRank(); d < rank; ++d) {
    buffer.shape[d] = load({arrayShape, int32_t(d)}, i32, 4);
    Value stride = load({arrayStrides, int32_t(d)}, i32, 4);
    buffer.strides[d] = LLVM::SExtOp::create(builder, loc, builder.getI64Type(), stride);
  }
}

Value KernelLowering::copyArray(Value address) {
  Type type = arrayStruct(builder.getContext()), i64 = builder.getI64Type();
  static constexpr unsigned bytes = 56;
  OpBuilder b = prologue();
  Value one = LLVM::ConstantOp::create(b, loc, b.getI32Type(), b.getI32IntegerAttr(1));
  Value copy = LLVM::AllocaOp::create(b, loc, pointerType(), type, one, /*alignment=*/8);
  if (address) {
    Value size = constant(i64, bytes);
    LLVM::MemcpyOp::create(builder, loc, copy, address, size, /*isVolatile=*/false);
    return copy;
  }
  Value size = LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(bytes));
  Value zero = LLVM::ConstantOp::create(b, loc, b.getI8Type(), b.getI8IntegerAttr(0));
  LLVM::MemsetOp::create(b, loc, copy, zero, size, /*isVolatile=*/false);
  return copy;
}

static LogicalResult lowerView(ViewOp op, KernelLowering &k) {
  Buffer view;
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  view.data = elementAddress(k, op.getArray(), indices);
  for (unsigned d = 0, rank = cast<ArrayType>(op.getType()).getRank(); d < rank; ++d) {
    view.shape[d] = arrayExtent(k, op.getArray(), d + indices.size());
    view.strides[d] = arrayStride(k, op.getArray(), d + indices.size());
  }
  k.getBuffer(op.getView()) = view;
  return success();
}

//===----------------------------------------------------------------------===//
// Making structs, and their parts
//===----------------------------------------------------------------------===//

std::optional<Components> leavesOf(KernelLowering &k, Value value) {
  if (!isArray(value.getType()))
    return k.get(value);
  Value pointer = k.getArray(value);
  return pointer ? std::optional(Components{pointer}) : std::nullopt;
}

LogicalResult lowerFields(ConstructOp op, KernelLowering &k) {
  Type type = op.getType();
  ArrayRef<ValuePart> parts = ValueLayout::of(type).getParts();
  Value memory = isInMemory(type) ? k.allocate(type) : Value();
  if (memory && op.getComponents().empty())
    k.clear(type, memory);
  Components components;
  for (auto [part, value] : llvm::zip(parts, op.getComponents())) {
    std::optional<Components> leaves = leavesOf(k, value);
    if (!leaves)
      return op.emitError("a view in a struct has no lowering to machine code");
    if (memory)
      storeElement(k, part.type,
                   partAddress(k, type, memory, OpFoldResult(k.builder.getI64IntegerAttr(&part - parts.data()))),
                   *leaves);
    else
      llvm::append_range(components, *leaves);
  }
  if (!memory && op.getComponents().empty())
    components = k.zeros(type);
  k.set(op.getResult(), memory ? Components{memory} : components);
  return success();
}

bool lowerExtractOfStruct(ExtractOp op, KernelLowering &k) {
  Type type = op.getAggregate().getType();
  if (!hasFields(type) && !isQuat(type))
    return false;
  if (!isInMemory(type)) {
    k.set(op.getResult(), pickPart(k, k.get(op.getAggregate()), type, op.getMixedIndices()));
    return true;
  }
  // Nothing writes to parameters: an array in one is used where it lies, and its fields are read before the thread
  // loop.
  bool isInPlace = isArray(op.getType()) && asParameter(op.getAggregate());
  OpBuilder::InsertionGuard guard(k.builder);
  if (isInPlace)
    k.builder.setInsertionPoint(k.getEntry()->getTerminator());
  Value address = partAddress(k, type, k.getScalar(op.getAggregate()), op.getMixedIndices());
  k.set(op.getResult(), isInPlace ? Components{address} : loadElement(k, op.getType(), address));
  return true;
}

LogicalResult storeIntoMemory(Operation *op, KernelLowering &k, Type type, Value memory, ArrayRef<OpFoldResult> path,
                              Value value) {
  std::optional<Components> leaves = leavesOf(k, value);
  if (!leaves)
    return op->emitError("a view in a struct has no lowering to machine code");
  storeElement(k, value.getType(), partAddress(k, type, memory, path), *leaves);
  return success();
}

LogicalResult lowerInsertIntoStruct(InsertOp op, KernelLowering &k) {
  Type type = op.getType();
  if (isInMemory(type)) {
    Value memory = k.allocate(type);
    k.copy(type, k.getScalar(op.getAggregate()), memory);
    k.set(op.getResult(), memory);
    return storeIntoMemory(op, k, type, memory, op.getMixedIndices(), op.getValue());
  }
  std::optional<Components> leaves = leavesOf(k, op.getValue());
  if (!leaves)
    return op.emitError("a view in a struct has no lowering to machine code");
  k.set(op.getResult(), replacePart(k, k.get(op.getAggregate()), type, op.getMixedIndices(), *leaves));
  return success();
}

/// Machine code does not test what the author asserts or expects.
template <class OpType> static LogicalResult lowerToNothing(OpType, KernelLowering &) { return success(); }

void addStructLowerings(LoweringTable &table) {
  table.add<ViewOp, lowerView>();
  table.add<AssertOp, lowerToNothing<AssertOp>>();
  table.add<ExpectOp, lowerToNothing<ExpectOp>>();
}

} // namespace kgen::conversion
