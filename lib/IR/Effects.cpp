// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory ops touch, from the effects that they declare.

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
