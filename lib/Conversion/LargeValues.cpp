// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of many scalars: memory on the thread's stack, and loops over it. The text of a product does not grow with the
// matrices. On a GPU the stack is local memory, and its pointers say so.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

/// The space of a GPU thread's own memory.
static constexpr unsigned localSpace = 5;

Value KernelLowering::allocate(Type type) {
  const ValueLayout &layout = ValueLayout::of(type);
  stackBytes += layout.getSize();
  OpBuilder b = prologue();
  Value one = LLVM::ConstantOp::create(b, loc, b.getI32Type(), b.getI32IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(b, loc, pointerType(), parameterType(type), one, layout.getAlignment());
  if (!onGPU())
    return memory;
  return LLVM::AddrSpaceCastOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext(), localSpace), memory);
}

Components KernelLowering::repeat(unsigned first, unsigned count, ValueRange inits, LoopBody body) {
  if (first == count)
    return Components(inits.begin(), inits.end());
  Type i64 = builder.getI64Type();
  Block *head = newBlock("each"), *end = newBlock("each.end");
  Value start = constant(i64, first);
  Components operands = {start};
  llvm::append_range(operands, inits);
  for (Value operand : operands)
    head->addArgument(operand.getType(), loc);
  branch(head, operands);

  enter(head);
  Value index = head->getArgument(0);
  Components next = body(index, head->getArguments().drop_front());
  Value one = constant(i64, 1);
  Value advanced = LLVM::AddOp::create(builder, loc, index, one);
  Value limit = constant(i64, count);
  Value more = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, advanced, limit);
  Components results = next;
  next.insert(next.begin(), advanced);
  branchIf(more, head, next, end, {});
  enter(end);
  return results;
}

void KernelLowering::forEach(unsigned count, llvm::function_ref<void(Value)> body) {
  repeat(0, count, {}, [&](Value index, ValueRange) {
    body(index);
    return Components();
  });
}

Value KernelLowering::componentAddress(Type type, Value address, Value index) {
  return LLVM::GEPOp::create(builder, loc, address.getType(), memoryType(elementType(type)), address, index,
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value KernelLowering::loadComponent(Type type, Value address, Value index) {
  return loadScalar(*this, elementType(type), componentAddress(type, address, index));
}

void KernelLowering::storeComponent(Type type, Value address, Value index, Value component) {
  storeScalar(*this, elementType(type), componentAddress(type, address, index), component);
}

void KernelLowering::copy(Type type, Value from, Value to) {
  if (from == to)
    return;
  if (isStruct(type) || isArray(type)) {
    Value size = constant(builder.getI64Type(), ValueLayout::of(type).getSize());
    LLVM::MemcpyOp::create(builder, loc, to, from, size, /*isVolatile=*/false);
    return;
  }
  forEach(numComponents(type), [&](Value index) {
    Value component = loadComponent(type, from, index);
    storeComponent(type, to, index, component);
  });
}

void KernelLowering::clear(Type type, Value address) {
  Value size = constant(builder.getI64Type(), ValueLayout::of(type).getSize());
  Value zero = constant(builder.getI8Type(), 0);
  LLVM::MemsetOp::create(builder, loc, address, zero, size, /*isVolatile=*/false);
}

void KernelLowering::fill(Type type, Value address, Value component) {
  forEach(numComponents(type), [&](Value index) { storeComponent(type, address, index, component); });
}

Value KernelLowering::toMemory(Value value) {
  Type type = value.getType();
  if (isInMemory(type))
    return getScalar(value);
  Value memory = allocate(type);
  storeElement(*this, type, memory, get(value));
  return memory;
}

void KernelLowering::setFromMemory(Value value, Value address) {
  set(value, isInMemory(value.getType()) ? Components{address} : loadElement(*this, value.getType(), address));
}

//===----------------------------------------------------------------------===//
// From block to block
//===----------------------------------------------------------------------===//

KernelLowering::Buffers KernelLowering::allocateLarge(TypeRange types) {
  Buffers buffers;
  for (Type type : types)
    buffers.push_back(isInMemory(type) ? allocate(type) : Value());
  return buffers;
}

Components KernelLowering::passTo(ArrayRef<Value> buffers, ValueRange kernelValues) {
  Components scalars, sources;
  for (auto [i, value] : llvm::enumerate(kernelValues)) {
    sources.push_back(buffers[i] ? getScalar(value) : Value());
    if (!buffers[i]) {
      llvm::append_range(scalars, get(value));
    } else if (llvm::is_contained(buffers.take_front(i), sources.back())) {
      Value saved = allocate(value.getType()); // it is overwritten before its turn comes
      copy(value.getType(), sources.back(), saved);
      sources.back() = saved;
    }
  }
  for (auto [value, source, buffer] : llvm::zip_equal(kernelValues, sources, buffers))
    if (buffer)
      copy(value.getType(), source, buffer);
  return scalars;
}

void KernelLowering::bindArguments(ValueRange kernelValues, ValueRange arguments, ArrayRef<Value> buffers) {
  for (auto [value, buffer] : llvm::zip_equal(kernelValues, buffers)) {
    if (buffer) {
      set(value, buffer);
      continue;
    }
    unsigned count = numComponents(value.getType());
    set(value, arguments.take_front(count));
    arguments = arguments.drop_front(count);
  }
}

} // namespace kgen::conversion
