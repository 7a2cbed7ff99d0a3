// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory ops touch, from the effects that they declare, and the rule of accesses to elements.

#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

bool TouchedMemory::intersects(const TouchedMemory &other) const {
  if (everything || other.everything)
    return !empty() && !other.empty();
  return llvm::any_of(values, [&](Value memory) { return llvm::is_contained(other.values, memory); });
}

template <typename Effect> static TouchedMemory touchedBy(Operation *op) {
  TouchedMemory touched;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(op);
  touched.everything = !effects;
  if (!effects)
    return touched;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (!isa<Effect>(effect.getEffect()) || effect.getResource() != SideEffects::DefaultResource::get())
      continue;
    if (Value memory = effect.getValue())
      touched.values.push_back(memory);
    else
      touched.everything = true;
  }
  return touched;
}

TouchedMemory kgen::readBy(Operation *op) { return touchedBy<MemoryEffects::Read>(op); }
TouchedMemory kgen::writtenBy(Operation *op) { return touchedBy<MemoryEffects::Write>(op); }

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool AccessOpInterface::writesElement() { return writtenBy(getOperation()).contains(getArray()); }

SmallVector<Value> AccessOpInterface::getIndexValues() {
  SmallVector<Value> values;
  for (OpFoldResult index : getMixedIndices())
    if (auto value = dyn_cast<Value>(index))
      values.push_back(value);
  return values;
}

static unsigned rankOf(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getRank();
  return cast<GradientType>(type).getRank();
}

LogicalResult kgen::detail::verifyAccess(AccessOpInterface op) {
  Type type = op.getArray().getType();
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  if (indices.size() != rankOf(type))
    return op->emitOpError("expected ") << rankOf(type) << " indices for " << type << " but got " << indices.size();
  for (Value value : {op.getValueRead(), op.getValueWritten()})
    if (value && value.getType() != elementType(type))
      return op->emitOpError("expected a value of type ") << elementType(type) << " but got " << value.getType();
  return success();
}
